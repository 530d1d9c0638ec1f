# double_double_product.g -- Lemma B61 (b) for Gappa: the product of the
# double-doubles ah (1 + x) and bh (1 + y), at most 8.5 u^2 of ah bh, which is
# at most (1 + 2.1 u) times |ab|
#
# The exact pair of ah bh is its rounding and the rest.

@rnd = float<ieee_64, ne>;

ah = rnd (ah_);
bh = rnd (bh_);
al = ah * x;
bl = bh * y;

p = rnd (ah * bh);
q = ah * bh - p;
s rnd= ah * bl;
t rnd= al * bh;
c rnd= s + t;
w rnd= q + c;

e = p + w - (ah + al) * (bh + bl);

{ ah in [1, 2] /\ bh in [1, 2] /\ |x| <= 1b-53 /\ |y| <= 1b-53 ->
  |e / (ah * bh)| <= 0x8.8p-106 }

e -> (w - (q + c)) + (c - (s + t)) + (s - ah * bl) + (t - al * bh) - al * bl;
$ ah in 8, bh in 8;
