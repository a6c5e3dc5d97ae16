// Catch2 2 wants its main compiled once; Catch2 3 brings it as a library.
#if !__has_include(<catch2/catch_all.hpp>)
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
#endif

#include <sys/stat.h>

// Files that tests write must not look as if others could have written them, whatever umask the tests are run under.
[[maybe_unused]] static const mode_t k_umask_before = ::umask(022);
