// Operations on bits and bytes that came with extensions.
#define FN __attribute__((overloadable, always_inline))
#include "bit_operations.clh"
#include "dot_product.clh"
