#include "sub_group_extensions.clh"
OF_TYPE(float, NO_BITS)
