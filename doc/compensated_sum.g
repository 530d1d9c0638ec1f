# compensated_sum.g -- Lemma B94 for Gappa with three terms and k = 1: at most
# f (3, 1) u^2 = 13 u^2 of P
#
# P r2 and P r3 are the sums of the first two and of all p, P y1, P y2 and P y3
# those of the first x, of the first two and of all; scaling makes 1 <= P <= 2.

@rnd = float<ieee_64, ne>;

x1 = P * y1;
x2 = P * y2 - x1;
x3 = P * y3 - x1 - x2;

s2 = rnd (P * r2);
d2 = P * r2 - s2;
i2 rnd= d2 + x2;
c2 rnd= x1 + i2;

s3 = rnd (s2 + (P * r3 - P * r2));
d3 = s2 + (P * r3 - P * r2) - s3;
i3 rnd= d3 + x3;
c3 rnd= c2 + i3;

e = s3 + c3 - (P * r3 + P * y3);

{ P in [1, 2] /\ |r2| <= 1 /\ |r3| <= 1
  /\ |y1| <= 1b-53 /\ |y2| <= 1b-53 /\ |y3| <= 1b-53
  /\ |x2 / P| <= 1b-53 /\ |x3 / P| <= 1b-53 ->
  |e / P| <= 0xd.0p-106 }

s2 + (P * r3 - P * r2) -> P * r3 - d2;
x1 + i2 -> P * y2 + d2 + (i2 - (d2 + x2));
c2 + i3 -> P * y3 + d2 + d3 + (i2 - (d2 + x2)) + (c2 - (x1 + i2))
           + (i3 - (d3 + x3));
x2 -> P * (x2 / P);
x3 -> P * (x3 / P);
e -> (i2 - (d2 + x2)) + (c2 - (x1 + i2)) + (i3 - (d3 + x3))
     + (c3 - (c2 + i3));
$ P in 16;
