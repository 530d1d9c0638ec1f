# attention_torch.py -- seconds of one causal head in float64 on one thread
#
# Arguments: rows and width.  Prints the median of five.

import statistics
import sys
import time

import torch

rows, width = int(sys.argv[1]), int(sys.argv[2])
torch.set_num_threads(1)
torch.manual_seed(1)
q, k, v = (torch.randn(rows, width, dtype=torch.float32).double()
           for _ in range(3))
hidden = torch.ones(rows, rows, dtype=torch.bool).triu(1)


def seconds():
    start = time.process_time()
    s = (q @ k.T / width ** 0.5).masked_fill(hidden, float("-inf"))
    torch.softmax(s, dim=1) @ v
    return time.process_time() - start


print(statistics.median(seconds() for _ in range(5)))
