#include "parameters.clh"
