# attention_mpmath.py -- seconds of one causal head at 40 digits
#
# Arguments: rows and width.  Prints the processor seconds of the arithmetic.

import random
import sys
import time

import mpmath

rows, width = int(sys.argv[1]), int(sys.argv[2])
mpmath.mp.dps = 40
random.seed(1)
q, k, v = ([[mpmath.mpf(random.gauss(0, 1)) for _ in range(width)]
            for _ in range(rows)] for _ in range(3))

start = time.process_time()
scale = 1 / mpmath.sqrt(width)
for i in range(rows):
    s = [mpmath.fdot(q[i], k[j]) * scale for j in range(i + 1)]
    top = max(s)
    p = [mpmath.exp(x - top) for x in s]
    total = mpmath.fsum(p)
    o = [mpmath.fdot(p, [v[j][c] for j in range(i + 1)]) / total
         for c in range(width)]
print(time.process_time() - start)
