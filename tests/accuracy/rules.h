// The errors that the specification allows, the same in kernels and in C++.
#ifndef CLC_ACCURACY_RULES_H
#define CLC_ACCURACY_RULES_H

enum RuleKind {
  k_ulp,          // `limit` ulp where |x| <= bound
  k_absolute,     // `limit` where |x| <= bound
  k_exponential,  // 3 + floor(|2 x|) ulp
  k_logarithm,    // 2^-21 where x is from 0.5 to 2, elsewhere `limit` ulp
  k_between,      // `limit` ulp where x is from 0.5 to bound
};

// The allowed error in ulp, or minus the absolute one; 0 where nothing is promised.
static inline float allowed_error(uint kind, float limit, float bound, float x) {
  const float size = x < 0 ? -x : x;
  if (kind == k_exponential) return size < 1000 ? 3 + (float)(uint)(2 * size) : 3;
  if (kind == k_logarithm) return x >= 0.5f && x <= 2 ? -0x1p-21f : limit;
  if (kind == k_between) return x >= 0.5f && x <= bound ? limit : 0;
  if (size > bound) return 0;
  return kind == k_absolute ? -limit : limit;
}

#endif
