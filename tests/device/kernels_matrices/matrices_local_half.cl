#define WITH_HALF
#include "matrices_local.clh"
#include "local_products.h"
