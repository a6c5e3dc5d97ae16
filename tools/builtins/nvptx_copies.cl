// Copies between global and local memory that libclc leaves out.
#define FN __attribute__((overloadable, always_inline, convergent))
#include "extended_copies.clh"
