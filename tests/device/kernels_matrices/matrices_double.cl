#define WITH_DOUBLE
#include "matrices.clh"
#include "matrix_products.h"
