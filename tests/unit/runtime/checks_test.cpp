// The buffer of kernels with checks, and what its slots say.
#include "checks/checked_launch.h"

#include "catch_all.h"

using namespace clc;

namespace {

CheckedPlace place(Check check, const char* what, std::uint64_t line, const char* space = "global",
                   std::uint64_t bytes = 4) {
  return {check, what, "k.cl", line, 3, bytes, space, space[0] == '\0' ? "" : "a"};
}

CheckedKernel kernel_with(std::vector<CheckedPlace> places) {
  CheckedKernel kernel;
  kernel.name = "k";
  kernel.argument = 2;
  kernel.places = std::move(places);
  kernel.pointers = {0, 1};
  return kernel;
}

// Returns the report of a launch of 40x2 items in groups of 16x2 that filled the first slot.
std::string text_of(const CheckedPlace& one, const std::vector<std::pair<std::size_t, std::uint32_t>>& words) {
  const CheckedKernel kernel = kernel_with({one, place(Check::k_race, "store", 9)});
  std::vector<std::uint32_t> buffer(k_check_header_words + 2 * k_slot_words);
  buffer[k_check_slots_at] = k_check_header_words;
  const std::uint32_t sizes[] = {16, 2, 1, 40, 2, 1, 1000, 0, 0};
  std::copy(std::begin(sizes), std::end(sizes), buffer.begin() + k_check_group_size);
  buffer[k_check_header_words] = 1;
  for (const auto& [at, word] : words) buffer[k_check_header_words + at] = word;
  const CheckResults found = read_slots(kernel, buffer);
  return found.reports.size() == 1 ? found.reports.front().text() : "";
}

}  // namespace

TEST_CASE("a table of checks survives its encoding") {
  CheckedKernel kernel = kernel_with({place(Check::k_bounds, "load", 7)});
  kernel.local_bytes = 64;
  kernel.local_shift = 2;
  kernel.tracks_local = kernel.counts_barriers = true;
  kernel.not_checked = {"a load of unknown memory in line 3"};
  const std::string text = encode_check_table({kernel});
  CHECK(decode_check_table(text).value() == CheckTable{kernel});
  CHECK(decode_check_table("").value().empty());
  CHECK(decode_check_table(R"({"profile":{"kernels":[]}})").value().empty());
  kernel.pointers = {0, kernel.argument};
  CHECK(!decode_check_table(encode_check_table({kernel})).has_value());
  for (std::size_t size = 12; size < text.size(); ++size) CHECK(!decode_check_table(text.substr(0, size)).has_value());
}

TEST_CASE("parts of a buffer share its shadow") {
  CheckedKernel kernel = kernel_with({place(Check::k_race, "load", 7)});
  kernel.tracks_global = true;
  kernel.global_shift = 2;
  kernel.written = {1};
  const int buffer = 0;
  const CheckLayout layout =
      plan_checks(kernel, {{256, false, &buffer, 0}, {128, false, &buffer, 128}}, {4, 64}, 1 << 20).value();
  const std::uint32_t region = layout.head[k_check_regions_at];
  CHECK(layout.head[k_check_regions] == 2);
  CHECK(layout.head[region + 2] == 256);
  CHECK(layout.head[region + k_region_words + 4] - layout.head[region + 4] == 128);
  CHECK(layout.head[k_check_slots_at] == layout.head.size());
  CHECK(layout.words == layout.head.size() + k_slot_words + 256 / 4 * k_global_shadow_words);
  kernel.written = {};
  CHECK(plan_checks(kernel, {{256, false, &buffer, 0}, {}}, {4, 64}, 1 << 20).value().words ==
        layout.head.size() + k_slot_words);
}

TEST_CASE("shadows that do not fit are left out, and told") {
  CheckedKernel kernel = kernel_with({place(Check::k_race, "load", 7, "local")});
  kernel.tracks_local = true;
  kernel.local_bytes = 1024;
  const CheckLayout layout = plan_checks(kernel, {{}, {}}, {100, 64}, 1 << 18).value();
  CHECK(layout.head[k_check_local_groups] > 0);
  CHECK(layout.head[k_check_local_groups] < 100);
  REQUIRE(layout.not_checked.size() == 1);
  CHECK(layout.words * 4 <= 1 << 18);
  CHECK(!plan_checks(kernel, {{}, {}}, {1, 64}, 64).has_value());
}

TEST_CASE("sub-groups have counts where the kernel uses their functions") {
  CheckedKernel kernel = kernel_with({place(Check::k_barrier, "sub-group function", 7, "")});
  kernel.counts_sub_group_calls = true;
  const CheckLayout layout = plan_checks(kernel, {{}, {}}, {8, 32, true}, 1 << 20).value();
  CHECK(layout.words == layout.head.size() + k_slot_words + 8 * 32 * k_barrier_words);
  CHECK(layout.head[k_check_items] == 32);
  CHECK(layout.head[k_check_stops] == 1);
  CHECK(!plan_checks(kernel, {{}, {}}, {8, 32}, 1 << 10).value().not_checked.empty());
}

TEST_CASE("items that meet in memory have room for it, of each group and its sub-groups") {
  CheckedKernel kernel = kernel_with({place(Check::k_barrier, "barrier", 7, "")});
  kernel.has_meetings = kernel.counts_atomics = true;
  const CheckLayout layout = plan_checks(kernel, {{}, {}}, {9, 65}, 1 << 20).value();
  CHECK(layout.head[k_check_meetings_at] % 2 == 0);
  CHECK(layout.head[k_check_barriers_at] == 0);
  CHECK(layout.words == layout.head.size() + k_slot_words + 9 * (1 + 3) * k_meeting_words + 9);
}

TEST_CASE("reports say what was found") {
  CHECK(
      text_of(place(Check::k_bounds, "load", 7), {{8, 64}, {10, 64}, {4, 20}, {0, 3}}) ==
      "k.cl:7:3: bounds: load of 4 bytes at byte 64 of global 'a', which has 64 bytes (kernel k, item 1004 1 0, group "
      "0 0 0, 3 times)");
  // The last group has eight items in a row; what is no item is told as any.
  CHECK(text_of(place(Check::k_bounds, "load", 7), {{2, 2}, {4, 9}}).ends_with("item 1033 1 0, group 2 0 0)"));
  CHECK(text_of(place(Check::k_bounds, "load", 7), {{2, 7}, {3, 9}, {4, 0xffffffff}}).find("group ") !=
        std::string::npos);
  CHECK(text_of(place(Check::k_bounds, "store", 7), {{8, 0xfffffffc}, {9, 0xffffffff}})
            .find("at byte -4 of global 'a', a null pointer") != std::string::npos);
  CHECK(text_of(place(Check::k_race, "load", 7, "local"), {{1, 2}, {12, 5}})
            .find("load of 4 bytes at byte 0 of local 'a' races with a store by item 5 in k.cl:9:3") !=
        std::string::npos);
  CHECK(text_of(place(Check::k_race, "store", 7), {{1, 2}, {10, 1}, {12, 3}}).find("a load by group 2") !=
        std::string::npos);
  CHECK(text_of(place(Check::k_race, "store", 7), {{1, 2}, {10, 4}, {12, 3}}).find("a load by item 3") !=
        std::string::npos);
  CHECK(text_of(place(Check::k_race, "store", 7), {{1, 2}, {10, 5}}).find("by several items") != std::string::npos);
  CHECK(text_of(place(Check::k_race, "load", 7, "local"), {{1, 2}, {10, 6}, {12, 4095}})
            .find("load of 4 bytes at byte 0 of local 'a' races with an asynchronous copy in k.cl:9:3") !=
        std::string::npos);
  CHECK(
      text_of(place(Check::k_barrier, "barrier", 7, "", 0), {{8, 60}, {10, 64}}).find("is reached by 60 of 64 items") !=
      std::string::npos);
  CHECK(text_of(place(Check::k_barrier, "barrier", 7, "", 0), {{8, 60}, {10, 64}, {12, 1}})
            .find("has waited too long: 60 of 64 items of the group are there") != std::string::npos);
  CHECK(text_of(place(Check::k_barrier, "sub-group function", 7, "", 0), {{8, 3}, {10, 16}})
            .find("is reached by 3 of 16 items of the sub-group") != std::string::npos);
  CHECK(text_of(place(Check::k_arithmetic, "division", 7, ""), {{8, 5}}).find("division of 5 by 0") !=
        std::string::npos);
  CHECK(text_of(place(Check::k_arithmetic, "conversion of float", 7, "signed"), {{8, 0x4f800000}})
            .find("conversion of float 4.2949673e+09 to signed integer of 32 bits") != std::string::npos);
  CHECK(text_of(place(Check::k_arithmetic, "constant", 7, ""), {}).find("a constant has no value") !=
        std::string::npos);
  CHECK(text_of(place(Check::k_arithmetic, "shift", 7, ""), {{10, 33}}).find("shift of a number of 32 bits by 33") !=
        std::string::npos);
}

TEST_CASE("a log has each place once") {
  CheckLog log;
  CheckReport report;
  report.check = "bounds";
  report.message = "load of 4 bytes";
  report.count = 2;
  log.add({{report}, {"x"}});
  log.add({{report}, {"x"}});
  const CheckResults all = log.take();
  REQUIRE(all.reports.size() == 1);
  CHECK(all.reports.front().count == 4);
  CHECK(all.not_checked.size() == 1);
  CHECK(log.take().reports.empty());
}
