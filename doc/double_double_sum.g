# double_double_sum.g -- the sums of double-doubles of Lemmas B61 (a) and B81
# for Gappa, at most 3.1 u^2 of m = |ah| + |bh|: s is ah + bh and t is al + bl,
# as reals, so |s| <= m and |t| <= u m
#
# A sum's exact pair is its rounding and the rest; scaling by powers of two
# makes 1 <= m <= 2.

@rnd = float<ieee_64, ne>;

s = m * r;
t = m * z;

sh = rnd (s);
sl = s - sh;
th = rnd (t);
tl = t - th;
c rnd= sl + th;
vh = rnd (sh + c);
vl = sh + c - vh;
w rnd= tl + vl;

e = vh + w - (s + t);

{ m in [1, 2] /\ |r| <= 1 /\ |z| <= 1b-53 -> |e / m| <= 0x3.18p-106 }

e -> (w - (tl + vl)) + (c - (sl + th));
$ m in 4;
