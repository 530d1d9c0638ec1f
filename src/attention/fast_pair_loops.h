/* fast_pair_loops.h -- the kernels of tier 2, double-double; included as
   fast_lanes.h */

/* S + C grows by P + E: the sum's error is kept, that of its correction is
   what Lemma B94 bounds.  */
static inline TARGET void
gather (lanes *s, lanes *c, lanes p, lanes e)
{
  lanes error;

  sum (s, &error, *s, p);
  *c += error + e;
}

/* (AH + AL) (BH + BL), as assay_dd_mul.  */
static inline TARGET void
pair_product (lanes *hi, lanes *lo, lanes ah, lanes al, lanes bh, lanes bl)
{
  lanes p, e;

  product (&p, &e, ah, bh);
  fast_sum (hi, lo, p, e + (ah * bl + al * bh));
}

static inline TARGET void
pair_scores_of_panel (double *hi, double *lo, const double *q,
                      const double *k, size_t width, int is_short)
{
  lanes s[VECTORS] = { { 0.0 } }, c[VECTORS] = { { 0.0 } };
  size_t t;
  int w;

  for (t = 0; t < width; t++)
    {
      lanes query = splat (q[t]);

#pragma GCC unroll 8
      for (w = 0; w < VECTORS; w++)
        {
          lanes key = load (k + t * ASSAY_FAST_PANEL + w * LANES);
          lanes p = key * query, e = { 0.0 };

          if (!is_short)
            product (&p, &e, key, query);
          gather (&s[w], &c[w], p, e);
        }
    }
#pragma GCC unroll 8
  for (w = 0; w < VECTORS; w++)
    {
      sum (&s[w], &c[w], s[w], c[w]);
      store (hi + w * LANES, s[w]);
      store (lo + w * LANES, c[w]);
    }
}

static TARGET void
pair_scores (double *hi, double *lo, const double *q, const double *k,
             size_t width, size_t panels, int is_short)
{
  size_t p;

  for (p = 0; p < panels; p++)
    {
      const double *panel = k + p * width * ASSAY_FAST_PANEL;
      size_t at = p * ASSAY_FAST_PANEL;

      if (is_short)
        pair_scores_of_panel (hi + at, lo + at, q, panel, width, 1);
      else
        pair_scores_of_panel (hi + at, lo + at, q, panel, width, 0);
    }
}

static TARGET double
pair_scale (double *hi, double *lo, struct assay_dd sigma,
            const double *add_hi, const double *add_lo, size_t panels)
{
  lanes top = splat (ASSAY_FAST_BLOCKED);
  double lane[LANES], most = ASSAY_FAST_BLOCKED;
  size_t j;
  int w;

  for (j = 0; j < panels * ASSAY_FAST_PANEL; j += LANES)
    {
      lanes h = load (hi + j), l = load (lo + j), e;
      pattern above;

      pair_product (&h, &l, h, l, splat (sigma.hi), splat (sigma.lo));
      if (add_hi)
        {
          sum (&h, &e, h, load (add_hi + j));
          sum (&h, &l, h, e + (l + load (add_lo + j)));
        }
      store (hi + j, h);
      store (lo + j, l);
      above = (pattern) (h > top);
      top = (lanes) (((pattern) h & above) | ((pattern) top & ~above));
    }
  store (lane, top);
  for (w = 0; w < LANES; w++)
    if (lane[w] > most)
      most = lane[w];
  return most;
}

/* PH + PL <- exp (RH + RL) - 1 for what is at most 2^-9.5.  */
static inline TARGET void
pair_small_exp (lanes *ph, lanes *pl, lanes rh, lanes rl, double sixth_lo)
{
  lanes zh, zl, th, tl, wh, wl, rest;

  /* The square, as a pair.  */
  product (&zh, &zl, rh, rh);
  zl += splat (2.0) * rh * rl;
  /* 1/2 + r/6 + r^2 (1/24 + r/120 + ...), of which the last is binary64.  */
  rest = madd (rh, splat (1.0 / 40320.0), splat (1.0 / 5040.0));
  rest = madd (rest, rh, splat (1.0 / 720.0));
  rest = madd (rest, rh, splat (1.0 / 120.0));
  rest = madd (rest, rh, splat (1.0 / 24.0));
  product (&th, &tl, rh, splat (1.0 / 6.0));
  tl += rh * splat (sixth_lo) + rl * splat (1.0 / 6.0);
  fast_sum (&th, &rest, th, zh * rest);
  fast_sum (&wh, &wl, splat (0.5), th);
  wl += rest + tl;
  pair_product (&th, &tl, zh, zl, wh, wl);
  fast_sum (ph, pl, rh, th);
  *pl += rl + tl;
}

static TARGET void
pair_exp (double *hi, double *lo, double top, double floor, size_t panels)
{
  const struct assay_fast_constants *constants = assay_fast_constants ();
  const double magic = 0x1.8p52, steps = 0x1.71547652b82fep8;
  size_t j;
  int w;

  for (j = 0; j < panels * ASSAY_FAST_PANEL; j += LANES)
    {
      lanes h, l, n, a, b, ph, pl, th, tl, scaled;
      double power_hi[LANES], power_lo[LANES];
      pattern keep, index;
      uint64_t at[LANES];

      sum (&h, &b, load (hi + j), splat (-top));
      sum (&h, &l, h, b + load (lo + j));
      keep = (pattern) (h >= splat (floor));
      h = keep_where (h, keep);
      l = keep_where (l, keep);
      scaled = madd (h, splat (steps), splat (magic));
      n = scaled - splat (magic);
      a = madd (n, splat (-constants->step[0]), h);
      sum (&a, &b, a, n * splat (-constants->step[1]));
      b += l - n * splat (constants->step[2]);
      sum (&a, &b, a, b);
      pair_small_exp (&ph, &pl, a, b, constants->sixth_lo);

      index = (pattern) scaled & (uint64_t) (ASSAY_FAST_STEPS - 1);
      memcpy (at, &index, sizeof at);
      for (w = 0; w < LANES; w++)
        {
          power_hi[w] = constants->power_hi[at[w]];
          power_lo[w] = constants->power_lo[at[w]];
        }
      th = load (power_hi);
      tl = load (power_lo);
      pair_product (&ph, &pl, th, tl, ph, pl);
      fast_sum (&h, &l, th, ph);
      l += pl + tl;
      fast_sum (&h, &l, h, l);
      /* 2^floor (n / 256), a normal number.  */
      n = (lanes) ((((pattern) scaled >> 8) + (uint64_t) 1023) << 52);
      store (hi + j, keep_where (h * n, keep));
      store (lo + j, keep_where (l * n, keep));
    }
}

static TARGET void
pair_sums (double *hi, double *lo, double *mass, const double *p_hi,
           const double *p_lo, const double *v, size_t padded, size_t keys)
{
  lanes s[VECTORS] = { { 0.0 } }, c[VECTORS] = { { 0.0 } };
  lanes m[VECTORS] = { { 0.0 } };
  size_t begin, end, j;
  int w;

  for (begin = 0; begin < keys; begin = end)
    {
      lanes cs[VECTORS] = { { 0.0 } }, cc[VECTORS] = { { 0.0 } };
      lanes cm[VECTORS] = { { 0.0 } };

      end = begin + ASSAY_FAST_PAIR_CHUNK < keys
            ? begin + ASSAY_FAST_PAIR_CHUNK : keys;
      for (j = begin; j < end; j++)
        {
          lanes ph = splat (p_hi[j]), pl = splat (p_lo[j]);

          if (p_hi[j] == 0.0)
            continue;
#pragma GCC unroll 8
          for (w = 0; w < VECTORS; w++)
            {
              lanes value = load (v + j * padded + w * LANES), p, e;

              product (&p, &e, ph, value);
              gather (&cs[w], &cc[w], p, madd (pl, value, e));
              cm[w] += magnitude (p);
            }
        }
#pragma GCC unroll 8
      for (w = 0; w < VECTORS; w++)
        {
          gather (&s[w], &c[w], cs[w], cc[w]);
          m[w] += cm[w];
        }
    }
#pragma GCC unroll 8
  for (w = 0; w < VECTORS; w++)
    {
      sum (&s[w], &c[w], s[w], c[w]);
      store (hi + w * LANES, s[w]);
      store (lo + w * LANES, c[w]);
      store (mass + w * LANES, m[w]);
    }
}
