#include <cstdlib>
#include <thread>

#include "action_result.h"
#include "address.h"
#include "catch_all.h"
#include "clc/base/digest.h"
#include "credentials.h"

using namespace clc;
using namespace clc::cache;

TEST_CASE("an ActionResult goes there and back") {
  const std::string digest = sha256_hex("artifact");
  for (const std::string& payload : {std::string(), std::string("\0\xff{}", 4), std::string(100000, 'x')}) {
    const auto action = decode_action_result(encode_action_result(payload, digest, 12345678901));
    REQUIRE(action.has_value());
    CHECK(action->payload == payload);
    CHECK(action->artifact_digest == digest);
    CHECK(action->artifact_size == 12345678901);
  }
}

TEST_CASE("an ActionResult is read as any server may write it") {
  const std::string digest = sha256_hex("");
  const auto read =
      decode_action_result(R"({"stdout_raw": "Zm9v", "exit_code": 0, "execution_metadata": {"a": [1.5, null]},
      "output_files": [{"path": "other"}, {"path": "artifact", "is_executable": true,
                        "digest": {"hash": ")" +
                           digest + R"(", "size_bytes": 7}}]})");
  REQUIRE(read.has_value());
  CHECK(read->payload == "foo");
  CHECK(read->artifact_digest == digest);
  CHECK(read->artifact_size == 7);

  for (const char* text :
       {R"({"stdoutRaw": "Zm9v"})", R"({"stdoutRaw": "Zm9v", "exitCode": null, "outputFiles": null})",
        R"({"stdoutRaw": "Zm9v", "outputFiles": [1, {}, {"path": "artifact", "digest": 1}]})",
        R"({"stdoutRaw": "Zm9v", "outputFiles": [{"path": "artifact", "digest": {"hash": "x"}}]})"}) {
    INFO(text);
    const auto action = decode_action_result(text);
    REQUIRE(action.has_value());
    CHECK(action->payload == "foo");
    CHECK(action->artifact_digest.empty());
  }
}

TEST_CASE("what is no ActionResult of clc is not read") {
  for (const char* text : {"", "{", "[]", "null", "7", "\"x\"", "{}", R"({"stdoutRaw": 7})", R"({"stdoutRaw": "?"})",
                           R"({"stdoutRaw": "Zm9v", "exitCode": 1})", R"({"stdoutRaw": "Zm9v"} x)", "<html></html>",
                           "\x0a\x03\x66\x6f\x6f"}) {
    INFO(text);
    CHECK_FALSE(decode_action_result(text).has_value());
  }
  CHECK_FALSE(decode_action_result(std::string(100000, '[')).has_value());
}

TEST_CASE("no damage to an ActionResult does harm") {
  const std::string good = encode_action_result("what a compilation read", sha256_hex("artifact"), 4711);
  for (std::size_t i = 0; i < good.size(); ++i) CHECK_FALSE(decode_action_result(good.substr(0, i)).has_value());
  unsigned read = 0;
  for (std::size_t i = 0; i < good.size(); ++i) {
    for (int flip = 1; flip < 256; ++flip) {
      std::string text = good;
      text[i] = static_cast<char>(text[i] ^ flip);
      const auto action = decode_action_result(text);
      if (!action) continue;
      ++read;
      CHECK(action->payload.size() <= good.size());
      CHECK((action->artifact_digest.empty() || is_sha256_hex(action->artifact_digest)));
    }
  }
  CHECK(read > 100);  // a changed digit of Base64 is another payload
}

TEST_CASE("a netrc file has a password for a host") {
  const std::string text =
      "# machine h login comment password comment\n"
      "machine other login o password p1\n"
      "machine h\n\tlogin bob\n\tpassword \"a \\\"b\\\\\"\n"
      "macdef init\nmachine h login m password m\n\n"
      "machine h login eve password p2 account x\n"
      "machine empty login bob\n"
      "default login any password p3\n";
  CHECK(find_in_netrc(text, "h", "")->user == "bob");
  CHECK(find_in_netrc(text, "h", "")->password == "a \"b\\");
  CHECK(find_in_netrc(text, "h", "eve")->password == "p2");
  CHECK(find_in_netrc(text, "other", "")->password == "p1");
  CHECK(find_in_netrc(text, "unknown", "")->password == "p3");
  CHECK(find_in_netrc(text, "empty", "bob") == std::nullopt);
  CHECK(find_in_netrc(text, "h", "mallory") == std::nullopt);
  CHECK(find_in_netrc("", "h", "") == std::nullopt);
  for (std::size_t i = 0; i <= text.size(); ++i) find_in_netrc(text.substr(0, i), "h", "x");
}

TEST_CASE("a server is waited for while it is useful") {
  const Clock::time_point far = Clock::now() + std::chrono::hours(1);
  const milliseconds none(0);
  CHECK(ProgressTimeout(milliseconds(500), far).left() > none);
  CHECK(ProgressTimeout(milliseconds(500), far).left() <= milliseconds(500));
  CHECK(ProgressTimeout(milliseconds(500), Clock::now()).left() == none);

  const auto wait = [] { std::this_thread::sleep_for(milliseconds(120)); };
  ProgressTimeout stalled(milliseconds(100), far);
  stalled.moved(10 << 20);
  wait();
  CHECK(stalled.left() == none);  // however much came before

  ProgressTimeout dripping(milliseconds(100), far);
  wait();
  dripping.moved(1000);
  CHECK(dripping.left() == none);  // though something came just now

  ProgressTimeout useful(milliseconds(100), far);
  wait();
  useful.moved(10 << 20);
  CHECK(useful.left() > none);
}

TEST_CASE("an address of IPv6 is looked up without brackets, and its zone is told to no server") {
  CHECK(host_here("cache.example") == "cache.example");
  CHECK(host_here("[::1]") == "::1");
  CHECK(host_here("[fe80::1%25eth0]") == "fe80::1%eth0");
  CHECK(host_there("cache.example") == "cache.example");
  CHECK(host_there("[::1]") == "[::1]");
  CHECK(host_there("[fe80::1%25eth0]") == "[fe80::1]");
}

TEST_CASE("a library's text is told without what it repeats of a proxy's URL") {
  const auto told = [](const char* name, const std::string& value, const std::string& text) {
    setenv(name, value.c_str(), 1);
    std::string left = without_proxies(text);
    unsetenv(name);
    return left;
  };
  const std::string value = "http://bob:hunter2@proxy.example:3128";
  CHECK(told("https_proxy", value, "cannot use '" + value + "': no") == "cannot use '(the value of https_proxy)");
  CHECK(told("ALL_PROXY", value, "bob:hunter2@proxy.example is not there") == "(the value of ALL_PROXY)");
  CHECK(told("grpc_proxy", value, "cut: http://bob:hunt") == "cut: (the value of grpc_proxy)");
  CHECK(told("https_proxy", "bob:hunter2@h", "able, no bob:hunter2@h") == "able, no (the value of https_proxy)");
  CHECK(told("https_proxy", value, "http://elsewhere does not answer") == "http://elsewhere does not answer");
  CHECK(told("https_proxy", "http://bob:hunter2", "no bob:hunter2, name=bob") == "no (the value of https_proxy)");
  for (const std::string harmless : {"http://proxy.example", "proxy.example:80/", "http://[::1]:80", "[::1]", ""}) {
    CHECK(told("https_proxy", harmless, "no " + harmless) == "no " + harmless);
  }
}
