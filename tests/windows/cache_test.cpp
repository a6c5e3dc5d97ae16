// The cache of finished binaries on Windows, which keeps nothing and says why.
#include <string>

#include "catch_all.h"
#include "clc_runtime.h"
#include "temporary_folder.h"

TEST_CASE("a cache says why nothing is kept, and makes no folder") {
  const clc::test::TemporaryFolder folder;
  clc_cache* cache = nullptr;
  REQUIRE(clc_cache_open((folder / "cache").c_str(), 0, &cache) == CLC_SUCCESS);
  CHECK(clc_cache_check(cache) == CLC_ERROR_IO);
  CHECK(clc_error_message() ==
        std::string("finished binaries are not kept on Windows: the cache needs the owners and permissions of POSIX"));
  CHECK_FALSE(std::filesystem::exists(folder / "cache"));
  clc_cache_close(cache);
}
