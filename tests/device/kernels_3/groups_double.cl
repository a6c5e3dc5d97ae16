#include "groups.clh"
GROUPS(double)
