# make.py -- the files beside it, written by numpy
#
# python3 make.py FOLDER.  Element i in C order of a 2 x 3 x 2 array: of a
# float type (i - 4) * 0.75 but 0: -inf, 1: the least positive value, 2: NaN;
# of a signed type i - 4 but 0: the least, 1: the largest; of an unsigned type
# i but 0: the largest; of bool i % 3 == 0.

import sys

import numpy
from numpy.lib import format


def values(dtype):
    if dtype.kind == "f":
        a = (numpy.arange(12) - 4) * 0.75
        a[:3] = -numpy.inf, numpy.finfo(dtype).smallest_subnormal, numpy.nan
    elif dtype.kind == "b":
        a = numpy.arange(12) % 3 == 0
    else:
        a = numpy.arange(12) - (4 if dtype.kind == "i" else 0)
        a = a.astype(dtype)
        limits = numpy.iinfo(dtype)
        a[0] = limits.min if dtype.kind == "i" else limits.max
        if dtype.kind == "i":
            a[1] = limits.max
    return a.astype(dtype).reshape(2, 3, 2)


names = "f2 f4 f8 b1 i1 i2 i4 i8 u1 u2 u4 u8".split()
for n, name in enumerate(names):
    for order in "<>":
        dtype = numpy.dtype(order + name)
        a = values(dtype.newbyteorder("=")).astype(dtype)
        fortran = (n + (order == ">")) % 2 == 1
        if dtype.itemsize > 1 or order == "<":
            place = f"{sys.argv[1]}/{'big_' if order == '>' else ''}{name}.npy"
            version = (1 + n % 3, 0)
            with open(place, "wb") as file:
                format.write_array(file, numpy.asarray(
                    a, order="F" if fortran else "C"), version=version)
numpy.save(f"{sys.argv[1]}/scalar.npy", numpy.float32(2.5))
numpy.save(f"{sys.argv[1]}/empty.npy", numpy.zeros((0, 3), numpy.float32))
numpy.save(f"{sys.argv[1]}/vector.npy", numpy.arange(5, dtype=numpy.int64))
numpy.save(f"{sys.argv[1]}/v2.npy", numpy.array(
    [0x3f80, 0xc040], numpy.uint16).view("V2"))
numpy.save(f"{sys.argv[1]}/v1.npy", numpy.array([0x38, 0xc4],
                                                numpy.uint8).view("V1"))
numpy.save(f"{sys.argv[1]}/complex.npy", numpy.zeros(2, numpy.complex64))
numpy.save(f"{sys.argv[1]}/object.npy", numpy.array([{}, None]),
           allow_pickle=True)
numpy.save(f"{sys.argv[1]}/structured.npy", numpy.zeros(
    2, [("a", "<f4"), ("b", "<i2")]))
numpy.save(f"{sys.argv[1]}/text.npy", numpy.array(["ab", "c"]))
