#define T float
// Inaccuracies are maths_float.cl's to find.
#define NEAR(A, B) ((A) == (B) || ((A) != (A) && (B) != (B)) || fabs((A) - (B)) <= max(1e-5f * fabs(B), 0x1p-145f))
#include "widths_maths.clh"
