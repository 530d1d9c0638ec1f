# rotation_double.g -- the two products and the difference of Lemma B64 for
# Gappa, at most 2.09 u A; the errors of X C and Y S themselves add 2.001 u A
#
# p and q are X C and Y S as reals, |p| + |q| <= A but for a factor 1 + 2.1 u,
# which A may have as well; scaling makes 1 <= A <= 2.

@rnd = float<ieee_64, ne>;

p = A * k;
q = A * ((1 - k) * l);
P = rnd (p);
Q = rnd (q);
v rnd= P - Q;

e = v - (p - q);

{ A in [1, 2] /\ k in [0, 1] /\ |l| <= 1 -> |e / A| <= 0x2.18p-53 }

e -> (v - (P - Q)) + (P - p) - (Q - q);
P - Q -> A * (k - (1 - k) * l) + ((P - p) - (Q - q));
$ A in 5, k in 12;
