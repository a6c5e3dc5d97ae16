// In the place of tests/support/catch_main.cpp, which sets a mask of permissions.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
