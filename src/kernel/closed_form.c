/* closed_form.c -- a fitted number as somebody would write it */

#include "kernel/closed_form.h"

#include <math.h>
#include <stdio.h>

/* What a number is compared with, and how it is written then.  */
struct form
{
  double value;
  char text[64];
};

/* A family of forms is used while its members stand apart by so many
   tolerances.  */
static const double apart = 4.0;

static int
is_near (double x, double y, double tolerance)
{
  return fabs (x - y) <= tolerance * fabs (y);
}

/* FORM <- VALUE as 0, an integer or a fraction of a small denominator.  */
static int
as_fraction (struct form *form, double value, double tolerance)
{
  static const int denominators[] = { 1, 2, 3, 4, 5, 8, 10, 16 };
  size_t n;

  for (n = 0; n < sizeof denominators / sizeof denominators[0]; n++)
    {
      double q = denominators[n], p = rint (value * q);

      if (fabs (p) < 1.0 || fabs (p) > 4096.0
          || apart * tolerance * fabs (p) > 1.0
          || !is_near (value, p / q, tolerance))
        continue;
      form->value = p / q;
      if (denominators[n] == 1)
        snprintf (form->text, sizeof form->text, "%.0f", p);
      else
        snprintf (form->text, sizeof form->text, "%.0f/%d", p,
                  denominators[n]);
      return 1;
    }
  return 0;
}

/* FORM <- VALUE as 1/n or 1/sqrt(n).  */
static int
as_inverse (struct form *form, double value, double tolerance)
{
  double n = rint (1.0 / value), m;

  if (value <= 0.0 || value > 1.0)
    return 0;
  if (n <= 65536.0 && apart * tolerance * n < 1.0
      && is_near (value, 1.0 / n, tolerance))
    {
      form->value = 1.0 / n;
      snprintf (form->text, sizeof form->text, "1/%.0f", n);
      return 1;
    }
  m = rint (1.0 / (value * value));
  if (m > 1048576.0 || apart * tolerance * 2.0 * m > 1.0
      || !is_near (value, 1.0 / sqrt (m), tolerance))
    return 0;
  form->value = 1.0 / sqrt (m);
  snprintf (form->text, sizeof form->text, "1/sqrt(%.0f)", m);
  return 1;
}

static int
as_plain (struct form *form, double value, double tolerance)
{
  if (value == 0.0)
    {
      form->value = 0.0;
      snprintf (form->text, sizeof form->text, "0");
      return 1;
    }
  return as_fraction (form, value, tolerance)
         || as_inverse (form, value, tolerance);
}

/* FORM <- VALUE as a multiple of SCALE by a number that is met.  */
static int
as_multiple (struct form *form, double value, double tolerance, double scale)
{
  static const struct { double factor; const char *text; } known[] = {
    { 1.4426950408889634, "log2(e) * " },
    { 0.6931471805599453, "ln(2) * " },
    { 2.0, "2 * " }, { 0.5, "1/2 * " }, { 4.0, "4 * " }, { 0.25, "1/4 * " },
    { 1.4142135623730951, "sqrt(2) * " },
    { 0.7071067811865476, "1/sqrt(2) * " }
  };
  struct form base;
  size_t n;

  if (!as_plain (&base, scale, 1e-12))
    snprintf (base.text, sizeof base.text, "%.7g", scale);
  for (n = 0; n < sizeof known / sizeof known[0]; n++)
    if (is_near (value, known[n].factor * scale, tolerance))
      {
        form->value = known[n].factor * scale;
        snprintf (form->text, sizeof form->text, "%s%.40s", known[n].text,
                  base.text);
        return 1;
      }
  return 0;
}

/* FORM <- VALUE as SCALE (0.1 m ln s + 1)^2, what YaRN makes of a scale.  */
static int
as_magnitude (struct form *form, double value, double tolerance,
              double scale)
{
  static const double multipliers[] = { 1.0, 0.707 };
  struct form base;
  double s;
  size_t n;

  if (!as_plain (&base, scale, 1e-12))
    snprintf (base.text, sizeof base.text, "%.7g", scale);
  for (n = 0; n < 2; n++)
    for (s = 2.0; s <= 128.0; s += s == 32.0 ? 8.0 : s == 40.0 ? 24.0 : s)
      {
        double m = 0.1 * multipliers[n] * log (s) + 1.0;

        if (!is_near (value, scale * m * m, tolerance))
          continue;
        form->value = scale * m * m;
        snprintf (form->text, sizeof form->text,
                  "%.30s * (0.1*%g*ln(%.0f) + 1)^2", base.text,
                  multipliers[n], s);
        return 1;
      }
  return 0;
}

double
assay_closed_form (struct assay_text *text, double value, double tolerance,
                   const struct assay_scene *scene)
{
  struct form form;

  if (as_plain (&form, value, tolerance)
      || as_multiple (&form, value, tolerance, scene->scale)
      || as_magnitude (&form, value, tolerance, scene->scale))
    {
      assay_text_add (text, form.text);
      return form.value;
    }
  assay_text_printf (text, "%.7g", value);
  return value;
}
