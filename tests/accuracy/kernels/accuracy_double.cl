#include "../samples.h"
#define TYPE double
#define STORED double
#define STORE(v) v
#define ONE(i) as_double(double_sample(i, 1))
#define FIRST(i) as_double(double_sample(i, 1))
#define SECOND(i) as_double(double_sample(i, 2))
#include "tested.clh"
