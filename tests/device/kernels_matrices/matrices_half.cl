#define WITH_HALF
#include "matrices.clh"
#include "matrix_products.h"
