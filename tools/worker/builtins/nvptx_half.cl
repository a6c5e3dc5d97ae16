// Stores of half numbers rounded towards zero, up or down: libclc's go wrong below half's smallest number.
#define FN __attribute__((overloadable, always_inline))

#include "half_stores.clh"

#define SPACES(T) STORE_HALF_MODES(T, private) STORE_HALF_MODES(T, global) STORE_HALF_MODES(T, local)
SPACES(float)
SPACES(double)
