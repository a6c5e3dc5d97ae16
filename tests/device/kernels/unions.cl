#include "unions.clh"
