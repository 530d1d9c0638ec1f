# exponential.g -- steps 3 to 5 of Lemma B91 for Gappa: 1 + r + r^2 Q by Horner's
# rule in binary64, against the same polynomial with exact coefficients; y with
# every product and sum rounded, f with fused ones
#
# Steps 1 and 2, the reduction and what the polynomial leaves out, add 0.311 u
# to 1.66 u.

@rnd = float<ieee_64, ne>;

r = rnd (r_);

c3 = rnd (1 / 6);
c4 = rnd (1 / 24);
c5 = rnd (1 / 120);
c6 = rnd (1 / 720);
c7 = rnd (1 / 5040);
c8 = rnd (1 / 40320);
c9 = rnd (1 / 362880);
c10 = rnd (1 / 3628800);
c11 = rnd (1 / 39916800);
c12 = rnd (1 / 479001600);
c13 = rnd (1 / 6227020800);

t12 rnd= c13 * r + c12;
t11 rnd= t12 * r + c11;
t10 rnd= t11 * r + c10;
t9 rnd= t10 * r + c9;
t8 rnd= t9 * r + c8;
t7 rnd= t8 * r + c7;
t6 rnd= t7 * r + c6;
t5 rnd= t6 * r + c5;
t4 rnd= t5 * r + c4;
t3 rnd= t4 * r + c3;
t2 rnd= t3 * r + 0.5;
w rnd= (r * r) * t2 + r;
y rnd= 1 + w;

g12 = rnd (c13 * r + c12);
g11 = rnd (g12 * r + c11);
g10 = rnd (g11 * r + c10);
g9 = rnd (g10 * r + c9);
g8 = rnd (g9 * r + c8);
g7 = rnd (g8 * r + c7);
g6 = rnd (g7 * r + c6);
g5 = rnd (g6 * r + c5);
g4 = rnd (g5 * r + c4);
g3 = rnd (g4 * r + c3);
g2 = rnd (g3 * r + 0.5);
h = rnd (rnd (r * r) * g2 + r);
f = rnd (1 + h);

m13 = 1 / 6227020800;
m12 = m13 * r + 1 / 479001600;
m11 = m12 * r + 1 / 39916800;
m10 = m11 * r + 1 / 3628800;
m9 = m10 * r + 1 / 362880;
m8 = m9 * r + 1 / 40320;
m7 = m8 * r + 1 / 5040;
m6 = m7 * r + 1 / 720;
m5 = m6 * r + 1 / 120;
m4 = m5 * r + 1 / 24;
m3 = m4 * r + 1 / 6;
m2 = m3 * r + 0.5;
z = 1 + ((r * r) * m2 + r);

{ r in [-0.34658, 0.34658] -> |y -/ z| <= 0x1.a8p-53 /\ |f -/ z| <= 0x1.a8p-53 }
