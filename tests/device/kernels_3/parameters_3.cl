#include "../kernels/parameters.clh"
