#include "sub_group_extensions.clh"
OF_TYPE(double, NO_BITS)
