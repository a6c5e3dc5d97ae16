#include "../samples.h"
#define TYPE float
#define STORED float
#define STORE(v) v
#define ONE(i) as_float(i)
#define FIRST(i) as_float(float_sample(i, 1))
#define SECOND(i) as_float(float_sample(i, 2))
#define WITH_LOOSE
#include "tested.clh"
