#include <unistd.h>

#include <cstdlib>
#include <map>

#include "catch_all.h"
#include "clc/cache/machine.h"
#include "clc/cache/store.h"

using namespace clc;
using namespace clc::cache;

namespace {

using Variables = std::map<std::string, std::string>;

// The variables that the settings follow, put back at the end.
class Environment {
 public:
  explicit Environment(const Variables& values) {
    for (const char* name :
         {"CLC_CACHE", "CLC_CACHE_DIR", "CLC_CACHE_MAX_SIZE", "CLC_CACHE_GROUP", "XDG_CACHE_HOME", "HOME"}) {
      if (const char* value = std::getenv(name)) before_[name] = value;
      unsetenv(name);
      names_.push_back(name);
    }
    for (const auto& [name, value] : values) setenv(name.c_str(), value.c_str(), 1);
  }
  ~Environment() {
    for (const std::string& name : names_) unsetenv(name.c_str());
    for (const auto& [name, value] : before_) setenv(name.c_str(), value.c_str(), 1);
  }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

 private:
  std::vector<std::string> names_;
  Variables before_;
};

std::string folder_with(const Variables& values) {
  const Environment environment(values);
  return settings_from_environment().value().folder;
}

}  // namespace

TEST_CASE("the cache's folder is the user's, and never a shared temporary one") {
  CHECK(folder_with({{"CLC_CACHE_DIR", "/a"}, {"XDG_CACHE_HOME", "/b"}, {"HOME", "/c"}}) == "/a");
  CHECK(folder_with({{"XDG_CACHE_HOME", "/b"}, {"HOME", "/c"}}) == "/b/clc");
  CHECK(folder_with({{"HOME", "/c"}}) == "/c/.cache/clc");
  CHECK(folder_with({}).empty());
  CHECK(folder_with({{"XDG_CACHE_HOME", "relative"}, {"HOME", "/c"}}) == "/c/.cache/clc");
  CHECK(folder_with({{"HOME", "relative"}}).empty());
  CHECK(folder_with({{"CLC_CACHE_DIR", ""}, {"HOME", "/c"}}) == "/c/.cache/clc");

  char* current = getcwd(nullptr, 0);
  CHECK(folder_with({{"CLC_CACHE_DIR", "here"}}) == std::string(current) + "/here");
  free(current);
}

TEST_CASE("without a folder there is no cache") {
  const Environment environment(Variables{});
  Store store(settings_from_environment().value());
  CHECK_FALSE(store.is_enabled());
  CHECK_FALSE(store.put(EntryKind::k_memo, std::string(64, 'a'), "x"));
  CHECK_FALSE(store.get(EntryKind::k_memo, std::string(64, 'a')));
}

TEST_CASE("CLC_CACHE turns the cache off") {
  for (const auto& [value, is_on] : std::map<std::string, bool>{{"0", false},
                                                                {"off", false},
                                                                {"OFF", false},
                                                                {"no", false},
                                                                {"False", false},
                                                                {"1", true},
                                                                {"on", true},
                                                                {"Yes", true},
                                                                {"true", true},
                                                                {"", true}}) {
    const Environment environment(Variables{{"CLC_CACHE", value}, {"HOME", "/c"}});
    CHECK(settings_from_environment().value().is_enabled == is_on);
  }
  const Environment environment(Variables{{"CLC_CACHE", "never"}});
  REQUIRE_FALSE(settings_from_environment());
  CHECK(settings_from_environment().error().kind == ErrorKind::k_usage);
}

TEST_CASE("sizes are numbers with a unit") {
  CHECK(parse_size("1").value() == 1);
  CHECK(parse_size("4096").value() == 4096);
  CHECK(parse_size("3k").value() == 3072);
  CHECK(parse_size("500M").value() == std::uint64_t{500} << 20U);
  CHECK(parse_size("5G").value() == std::uint64_t{5} << 30U);
  CHECK(parse_size("2T").value() == std::uint64_t{2} << 40U);
  CHECK(parse_size("5GB").value() == std::uint64_t{5} << 30U);
  CHECK(parse_size("5gib").value() == std::uint64_t{5} << 30U);
  CHECK(parse_size("100MiB").value() == std::uint64_t{100} << 20U);
  CHECK(parse_size("77B").value() == 77);
  CHECK(parse_size("1.5G").value() == std::uint64_t{3} << 29U);
  CHECK(parse_size("0.5kB").value() == 512);
  CHECK(parse_size("1.25TiB").value() == std::uint64_t{5} << 38U);
  CHECK(parse_size("18446744073709551615").value() == ~std::uint64_t{0});
  for (const char* text : {"",
                           "0",
                           "0G",
                           "G",
                           "5 G",
                           " 5G",
                           "-5",
                           "+5",
                           "1.5",
                           "1.5B",
                           "1.G",
                           ".5G",
                           "1,5G",
                           "1e3M",
                           "1.5e1G",
                           "0.0G",
                           "0.0001K",
                           "5GX",
                           "5iB",
                           "5BB",
                           "5GBB",
                           "1.5.5G",
                           "5X",
                           "5G\n",
                           "5\xcb",
                           "18446744073709551616",
                           "17179869184G",
                           "16777216T",
                           "99999999999999999999"}) {
    INFO(text);
    REQUIRE_FALSE(parse_size(text));
    CHECK(parse_size(text).error().kind == ErrorKind::k_usage);
  }
}

TEST_CASE("CLC_CACHE_MAX_SIZE sets the limit") {
  {
    const Environment environment(Variables{{"CLC_CACHE_MAX_SIZE", "10M"}});
    CHECK(settings_from_environment().value().max_bytes == 10U << 20U);
  }
  const Environment environment(Variables{{"CLC_CACHE_MAX_SIZE", "ten"}});
  REQUIRE_FALSE(settings_from_environment());
  CHECK_THAT(settings_from_environment().error().message, Catch::Matchers::ContainsSubstring("CLC_CACHE_MAX_SIZE"));
}

TEST_CASE("CLC_CACHE_GROUP names the group that shares the cache, by name or by number") {
  CHECK_FALSE(settings_from_environment().value().group);
  {
    const Environment environment(Variables{{"CLC_CACHE_GROUP", "20100"}});
    CHECK(settings_from_environment().value().group == gid_t{20100});
  }
  {
    const Environment environment(Variables{{"CLC_CACHE_GROUP", "root"}});
    CHECK(settings_from_environment().value().group == gid_t{0});
  }
  for (const char* name : {"no such group", "-1", "4294967295", "99999999999", "0x1"}) {
    const Environment environment(Variables{{"CLC_CACHE_GROUP", name}});
    REQUIRE_FALSE(settings_from_environment());
    CHECK(settings_from_environment().error().kind == ErrorKind::k_usage);
    CHECK_THAT(settings_from_environment().error().message, Catch::Matchers::ContainsSubstring("CLC_CACHE_GROUP"));
  }
}

TEST_CASE("a program may have cleared its environment") {
  char** const before = environ;
  environ = nullptr;  // as clearenv() leaves it
  const std::vector<std::string> found = environment_with("CLC_");
  environ = before;
  CHECK(found.empty());
}
