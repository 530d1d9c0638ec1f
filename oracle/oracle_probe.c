/* oracle_probe.c -- the bases of the kernel probes, and their readouts

   A basis is spelled as the product each function is: c and s for the cosine
   and sine of omega d, r for r^d, d for the lag, t for tau (d), 1 for the
   constant.  */

#include "oracle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 6, SIGNS_MOST = 24 };

static const struct
{
  const char *name;
  const char *functions[MOST + 1];
} bases[] = {
  { "rope", { "c", "s", NULL } },
  { "rope_const", { "1", "c", "s", NULL } },
  { "alibi", { "1", "d", NULL } },
  { "direct_sum", { "c", "s", "1", "d", NULL } },
  { "direct_sum_unipotent_damped", { "c", "s", "r", "dr", NULL } },
  { "direct_sum_public", { "1", "c", "s", "d", "r", "tr", NULL } },
  { "damped_rope", { "rc", "rs", NULL } },
  { "raw_jordan", { "rc", "rs", "drc", "drs", NULL } },
  { "stabilised_jordan", { "rc", "rs", "trc", "trs", NULL } },
  { "stabilised_jordan_public", { "1", "rc", "rs", "trc", "trs", NULL } },
};

static const char *const *
functions_of (const char *name)
{
  for (size_t i = 0; i < sizeof bases / sizeof bases[0]; i++)
    if (strcmp (name, bases[i].name) == 0)
      return bases[i].functions;
  return NULL;
}

size_t
oracle_probe_size (const char *basis)
{
  const char *const *f = functions_of (basis);
  size_t n = 0;

  while (f != NULL && f[n] != NULL)
    n++;
  return n;
}

static int
uses (const char *const *words, char letter)
{
  for (; *words != NULL; words++)
    if (strchr (*words, letter) != NULL)
      return 1;
  return 0;
}

/* ---- modulo a prime ---------------------------------------------------- */

/* f modulo p, or p when the denominator vanishes.  */
static unsigned long
fraction_mod (const struct oracle_fraction *f, unsigned long p)
{
  unsigned long den = mpz_fdiv_ui (f->den, p);

  if (den == 0)
    return p;
  return mpz_fdiv_ui (f->num, p) * oracle_inverse (den, p) % p;
}

/* What the letters stand for at one lag, modulo p.  */
struct letters
{
  unsigned long c, s, r, d, t;
};

static unsigned long
letter (char name, const struct letters *at)
{
  return name == 'c' ? at->c : name == 's' ? at->s : name == 'r' ? at->r
         : name == 'd' ? at->d : name == 't' ? at->t : 1;
}

static unsigned long
spell (const char *word, const struct letters *at, unsigned long p)
{
  unsigned long value = letter (*word++, at);

  for (; *word; word++)
    value = value * letter (*word, at) % p;
  return value;
}

struct walk
{
  const struct oracle_probe *probe;
  size_t points;
};

static int
fill_probe (unsigned long *table, unsigned long p, const void *data)
{
  const struct walk *walk = data;
  const char *const *words = functions_of (walk->probe->basis);
  unsigned long L = walk->probe->length;
  unsigned long c = fraction_mod (walk->probe->cosine, p);
  unsigned long s = fraction_mod (walk->probe->sine, p);
  unsigned long r = fraction_mod (walk->probe->damping, p);
  struct letters at = { 1, 0, 1, 0, 0 };

  if (c == p || s == p || r == p)
    return -1;
  int shears = uses (words, 't');
  unsigned long over_L = oracle_inverse (L, p);
  for (size_t d = 0; d < walk->points; d++)
    {
      at.d = d;
      if (shears)
        at.t = d * L % p * oracle_inverse (L + d, p) % p;
      for (size_t b = 0; words[b] != NULL; b++)
        *table++ = spell (words[b], &at, p);
      *table++ = d * over_L % p * at.c % p;
      unsigned long next = (at.c * c + at.s * (p - s)) % p;
      at.s = (at.s * c + at.c * s) % p;
      at.c = next;
      at.r = at.r * r % p;
    }
  return 0;
}

/* Bits of x^d for x > 0.  */
static unsigned long
power_bits (const mpz_t x, size_t d)
{
  mpz_t power;

  mpz_init (power);
  mpz_pow_ui (power, x, d);
  unsigned long bits = mpz_sizeinbase (power, 2);
  mpz_clear (power);
  return bits;
}

/* Bits of the table up to the lag d over one denominator: that of z^d, of
   r^d, of the tau up to d, which divides the least common multiple of
   1..L+d, below 4^(L+d), and L.  */
static unsigned long
table_bits (const struct oracle_probe *probe, size_t d)
{
  const char *const *words = functions_of (probe->basis);
  unsigned long bits = 2 * oracle_bit_length (probe->length)
                       + oracle_bit_length (d) + 8
                       + power_bits (probe->cosine->den, d);

  if (mpz_cmp (probe->cosine->den, probe->sine->den) != 0)
    bits += power_bits (probe->sine->den, d);
  if (uses (words, 'r'))
    bits += power_bits (mpz_cmp (probe->damping->num, probe->damping->den) > 0
                        ? probe->damping->num : probe->damping->den, d);
  if (uses (words, 't'))
    bits += 2 * (probe->length + d);
  return bits;
}

int
oracle_probe_fit (struct oracle_fraction *error,
                  struct oracle_fraction *weights,
                  const struct oracle_probe *probe, size_t fit_from,
                  size_t fit_to, size_t check_from, size_t check_to)
{
  size_t last = fit_to > check_to ? fit_to : check_to;
  struct walk walk = { probe, last + 1 };
  struct oracle_table table = {
    .functions = oracle_probe_size (probe->basis), .points = last + 1,
    .fit_from = fit_from, .fit_to = fit_to, .check_from = check_from,
    .check_to = check_to, .fit_bits = table_bits (probe, fit_to),
    .check_bits = table_bits (probe, check_to), .fill = fill_probe,
    .data = &walk
  };

  if (table.functions == 0 || fit_from > fit_to || check_from > check_to
      || last >= 1ul << 24 || probe->length >= 1ul << 24)
    return -1;
  return oracle_table_fit (error, weights, &table);
}

/* ---- the readout over all strings -------------------------------------- */

/* The same letters as fractions, never reduced.  */
struct alphabet
{
  struct oracle_fraction c, s, r, d, t;
};

static void
alphabet_init (struct alphabet *at)
{
  oracle_fraction_init (&at->c);
  oracle_fraction_init (&at->s);
  oracle_fraction_init (&at->r);
  oracle_fraction_init (&at->d);
  oracle_fraction_init (&at->t);
  mpz_set_ui (at->c.num, 1);
  mpz_set_ui (at->r.num, 1);
}

static void
alphabet_clear (struct alphabet *at)
{
  oracle_fraction_clear (&at->c);
  oracle_fraction_clear (&at->s);
  oracle_fraction_clear (&at->r);
  oracle_fraction_clear (&at->d);
  oracle_fraction_clear (&at->t);
}

/* From one lag to the next, lag being the new one.  */
static void
alphabet_step (struct alphabet *at, const struct oracle_probe *probe,
               unsigned long lag)
{
  struct oracle_fraction cc, ss, cs, sc;

  oracle_fraction_init (&cc);
  oracle_fraction_init (&ss);
  oracle_fraction_init (&cs);
  oracle_fraction_init (&sc);
  oracle_fraction_mul (&cc, &at->c, probe->cosine);
  oracle_fraction_mul (&ss, &at->s, probe->sine);
  oracle_fraction_mul (&cs, &at->c, probe->sine);
  oracle_fraction_mul (&sc, &at->s, probe->cosine);
  mpz_neg (ss.num, ss.num);
  oracle_fraction_add (&at->c, &cc, &ss);
  oracle_fraction_add (&at->s, &cs, &sc);
  oracle_fraction_mul (&at->r, &at->r, probe->damping);
  mpz_set_ui (at->d.num, lag);
  mpz_set_ui (at->t.num, lag);
  mpz_mul_ui (at->t.num, at->t.num, probe->length);
  mpz_set_ui (at->t.den, lag);
  mpz_add_ui (at->t.den, at->t.den, probe->length);
  oracle_fraction_clear (&cc);
  oracle_fraction_clear (&ss);
  oracle_fraction_clear (&cs);
  oracle_fraction_clear (&sc);
}

static void
spell_exactly (struct oracle_fraction *value, const char *word,
               const struct alphabet *at)
{
  mpz_set_ui (value->num, 1);
  mpz_set_ui (value->den, 1);
  for (; *word; word++)
    if (*word != '1')
      oracle_fraction_mul (value, value,
                           *word == 'c' ? &at->c : *word == 's' ? &at->s
                           : *word == 'r' ? &at->r : *word == 'd' ? &at->d
                           : &at->t);
}

/* common <- a common denominator of the fractions, over which they are
   brought.  */
static void
bring_together (struct oracle_fraction *f, size_t count, mpz_t common)
{
  mpz_t factor;

  mpz_init (factor);
  mpz_set_ui (common, 1);
  for (size_t i = 0; i < count; i++)
    mpz_lcm (common, common, f[i].den);
  for (size_t i = 0; i < count; i++)
    {
      mpz_divexact (factor, common, f[i].den);
      mpz_mul (f[i].num, f[i].num, factor);
      mpz_set (f[i].den, common);
    }
  mpz_clear (factor);
}

/* k and f, t of each, become the target and the fit at the lags 1..t, each
   over one denominator.  */
static void
readout_values (struct oracle_fraction *k, struct oracle_fraction *f,
                struct oracle_fraction *weights,
                const struct oracle_probe *probe, size_t t)
{
  const char *const *words = functions_of (probe->basis);
  size_t m = oracle_probe_size (probe->basis);
  struct oracle_fraction *values = oracle_fractions_new (t * m);
  struct alphabet at;
  mpz_t common, w_common;

  mpz_init (common);
  mpz_init (w_common);
  alphabet_init (&at);
  for (size_t i = 0; i < t; i++)
    {
      alphabet_step (&at, probe, i + 1);
      for (size_t b = 0; b < m; b++)
        spell_exactly (&values[i * m + b], words[b], &at);
      oracle_fraction_mul (&k[i], &at.d, &at.c);
      mpz_mul_ui (k[i].den, k[i].den, probe->length);
    }
  bring_together (k, t, common);
  bring_together (values, t * m, common);
  bring_together (weights, m, w_common);
  mpz_mul (common, common, w_common);
  for (size_t i = 0; i < t; i++)
    {
      mpz_set (f[i].den, common);
      for (size_t b = 0; b < m; b++)
        mpz_addmul (f[i].num, weights[b].num, values[i * m + b].num);
    }
  alphabet_clear (&at);
  oracle_fractions_free (values, t * m);
  mpz_clear (common);
  mpz_clear (w_common);
}

/* sum <- sum + (bit ? 2 v : -2 v).  */
static void
turn (mpz_t sum, const mpz_t v, int bit)
{
  if (bit)
    mpz_addmul_ui (sum, v, 2);
  else
    mpz_submul_ui (sum, v, 2);
}

/* Gray's order: string n differs from string n - 1 in the bit that is the
   lowest one of n.  */
static void
count_strings (unsigned long counts[3], const struct oracle_fraction *k,
               const struct oracle_fraction *f, size_t t)
{
  unsigned long bits = 0;
  mpz_t label, readout;

  mpz_init (label);
  mpz_init (readout);
  for (size_t d = 0; d < t; d++)
    {
      mpz_sub (label, label, k[d].num);
      mpz_sub (readout, readout, f[d].num);
    }
  counts[0] = counts[1] = counts[2] = 0;
  for (unsigned long n = 1;; n++)
    {
      counts[0] += (mpz_sgn (label) > 0) == (mpz_sgn (readout) > 0);
      counts[1] += mpz_sgn (label) == 0;
      counts[2] += mpz_sgn (readout) == 0;
      if (n == 1ul << t)
        break;
      size_t d = 0;
      while ((n >> d & 1) == 0)
        d++;
      bits ^= 1ul << d;
      turn (label, k[d].num, (int) (bits >> d & 1));
      turn (readout, f[d].num, (int) (bits >> d & 1));
    }
  mpz_clear (label);
  mpz_clear (readout);
}

int
oracle_probe_signs (unsigned long counts[3], struct oracle_fraction *moments,
                    const struct oracle_probe *probe, size_t train, size_t t)
{
  size_t m = oracle_probe_size (probe->basis);

  if (t > SIGNS_MOST)
    return -1;
  struct oracle_fraction *weights = oracle_fractions_new (m);
  struct oracle_fraction *k = oracle_fractions_new (t);
  struct oracle_fraction *f = oracle_fractions_new (t);
  int failed = oracle_probe_fit (&moments[0], weights, probe, 1, train, 1,
                                 train);
  if (!failed)
    {
      readout_values (k, f, weights, probe, t);
      count_strings (counts, k, f, t);
      oracle_fraction_dot (&moments[0], k, f, t);
      oracle_fraction_dot (&moments[1], k, k, t);
      oracle_fraction_dot (&moments[2], f, f, t);
    }
  oracle_fractions_free (weights, m);
  oracle_fractions_free (k, t);
  oracle_fractions_free (f, t);
  return failed;
}
