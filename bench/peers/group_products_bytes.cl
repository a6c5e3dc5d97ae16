// group_products.cl for bytes.
#define BYTES
#include "group_products.cl"
