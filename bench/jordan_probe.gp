\\ jordan_probe.gp -- the kernel probes of jordan-rope in PARI/GP
\\
\\ Columns and target over one denominator, normal equations by matsolve, the
\\ residual squared over integers: three times as fast here as the same lines
\\ on rationals.  same (...) checks each error against the fraction given.

rows(D, L, r, basis) =
{
  my(c = vector(D+1), s = vector(D+1), p = vector(D+1), w = 1, q = 1,
     times = (a, b) -> vector(D+1, i, a[i]*b[i]), one, d, t, pc, ps, f);
  for (i = 1, D+1,
    c[i] = real(w); s[i] = imag(w); p[i] = q; w *= (3+4*I)/5; q *= r);
  one = vector(D+1, i, 1);
  d = vector(D+1, i, i-1);
  t = vector(D+1, i, (i-1)*L/(L+i-1));
  pc = times(p, c);
  ps = times(p, s);
  f = if (basis == "rope", [c, s],
          basis == "rope_const", [one, c, s],
          basis == "alibi", [one, d],
          basis == "direct_sum", [c, s, one, d],
          basis == "direct_sum_unipotent_damped", [c, s, p, times(d, p)],
          basis == "direct_sum_public", [one, c, s, d, p, times(t, p)],
          basis == "damped_rope", [pc, ps],
          basis == "raw_jordan", [pc, ps, times(d, pc), times(d, ps)],
          basis == "stabilised_jordan", [pc, ps, times(t, pc), times(t, ps)],
          basis == "stabilised_jordan_public",
          [one, pc, ps, times(t, pc), times(t, ps)],
          error("no such basis"));
  [Mat(vector(#f, i, f[i]~)), times(d, c)~/L];
}

fit(M, y) =
{
  my(d = denominator(M), e = denominator(y), A = d*M, b = e*y);
  matsolve(A~*A, A~*b)*d/e;
}

mean(M, y, w) =
{
  my(d = denominator(M), e = denominator(y), f = denominator(w),
     v = d*f*(e*y) - e*((d*M)*(f*w)));
  (v~*v)/#v/(d*e*f)^2;
}

same(D, L, E, r, basis, expected) =
{
  my(A = rows(D, L, r, basis), w = fit(A[1], A[2]), B = A);
  if (E != D, B = rows(E, L, r, basis));
  if (mean(B[1], B[2], w) != expected, error("another error: ", basis));
}
