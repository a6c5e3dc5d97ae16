#include "matrices_local.clh"
#include "local_products.h"
