#include "profile/figures.h"

#include "catch_all.h"

using namespace clc;
using namespace clc::clrun;

namespace {

constexpr ChipMemory k_chip{32, 32, 32, 16, true, true};  // as NVIDIA's

TracedInstruction instruction(const char* kind, const char* space, std::uint64_t line) {
  TracedInstruction one;
  one.file = "k.cl";
  one.line = line;
  one.kind = kind;
  one.space = space;
  one.bytes = one.alignment = 4;
  return one;
}

TraceRecord record(std::uint64_t number, std::uint64_t item, std::int64_t address, std::uint64_t moment = 0,
                   std::uint64_t group = 0) {
  return {number | item << k_instruction_bits | group << (k_instruction_bits + k_item_bits), address, moment};
}

KernelFigures figures_of(std::vector<TracedInstruction> instructions, std::vector<TraceRecord> records) {
  TracedKernel table;
  table.instructions = std::move(instructions);
  KernelFigures figures;
  add_records(table, records, k_chip, figures);
  finish(figures);
  return figures;
}

}  // namespace

TEST_CASE("transactions of waves are counted from a trace", "[profile]") {
  std::vector<TraceRecord> records;
  for (std::uint64_t item = 64; item-- != 0;) records.push_back(record(0, item, static_cast<std::int64_t>(item) * 128));
  for (std::uint64_t item = 0; item < 64; ++item)
    records.push_back(record(1, item, static_cast<std::int64_t>(item) * 4));
  const KernelFigures figures =
      figures_of({instruction("load", "global", 3), instruction("store", "global", 2)}, records);
  REQUIRE(figures.accesses.size() == 2);  // by place
  CHECK(figures.accesses[0].at.kind == "store");
  CHECK(figures.accesses[0].pattern == "coalesced");
  CHECK(figures.accesses[0].cost == 8);
  CHECK(figures.accesses[1].pattern == "strided");
  CHECK(figures.accesses[1].stride == 128);
  CHECK(figures.accesses[1].waves == 2);
  CHECK(figures.accesses[1].ideal == 8);
  CHECK(figures.accesses[1].cost == 64);
  CHECK(figures.sum(false).cost == 72);
  CHECK(figures.sum(true).cost == 0);
}

TEST_CASE("bank conflicts are counted in each group by itself", "[profile]") {
  std::vector<TraceRecord> records;
  for (std::uint64_t group = 0; group < 2; ++group) {
    for (std::uint64_t item = 0; item < 32; ++item)
      records.push_back(record(0, item, static_cast<std::int64_t>(item) * 128, 0, group));
  }
  const KernelFigures figures = figures_of({instruction("load", "local", 1)}, records);
  REQUIRE(figures.accesses.size() == 1);
  CHECK(figures.accesses[0].waves == 2);
  CHECK(figures.accesses[0].ideal == 2);
  CHECK(figures.accesses[0].cost == 64);
  CHECK(figures.accesses[0].degree == 32);
}

TEST_CASE("items execute together what they execute in the same turn", "[profile]") {
  std::vector<TraceRecord> records;
  for (std::uint64_t item = 0; item < 32; ++item) {
    // The upper half is in the loop for the second turn alone.
    if (item < 16) records.push_back(record(0, item, static_cast<std::int64_t>(item) * 4, 1));
    records.push_back(record(0, item, static_cast<std::int64_t>(item) * 4, 2));
  }
  const KernelFigures figures = figures_of({instruction("load", "global", 1)}, records);
  REQUIRE(figures.accesses.size() == 1);
  CHECK(figures.accesses[0].waves == 2);
  CHECK(figures.accesses[0].cost == 2 + 4);
}

TEST_CASE("a branch parts the waves whose items take several ways", "[profile]") {
  std::vector<TraceRecord> records;
  for (std::uint64_t item = 0; item < 64; ++item) {
    records.push_back(record(0, item, item < 40 ? 1 : 0));  // 8 of the second wave go another way than the others
    records.push_back(record(1, item, item < 32 ? 1 : 0));
    records.push_back(record(2, item, 1));
  }
  const KernelFigures figures =
      figures_of({instruction("branch", "", 1), instruction("branch", "", 2), instruction("branch", "", 3)}, records);
  REQUIRE(figures.branches.size() == 3);
  CHECK(figures.branches[0].kind == "divergent");
  CHECK(figures.branches[0].waves == 2);
  CHECK(figures.branches[0].divergent_waves == 1);
  CHECK(figures.branches[0].lanes == 32);
  CHECK(figures.branches[0].lanes_on_rarer_side == 8);
  CHECK(figures.branches[1].kind == "wave-uniform");
  CHECK(figures.branches[1].divergent_waves == 0);
  CHECK(figures.branches[2].kind == "uniform");
}

TEST_CASE("copies of an instruction in an unrolled loop are one", "[profile]") {
  std::vector<TraceRecord> records;
  for (std::uint64_t item = 0; item < 32; ++item) {
    for (std::uint64_t copy = 0; copy < 2; ++copy)
      records.push_back(record(copy, item, static_cast<std::int64_t>(item * 4 + copy * 1024)));
  }
  const KernelFigures joined =
      figures_of({instruction("load", "global", 7), instruction("load", "global", 7)}, records);
  REQUIRE(joined.accesses.size() == 1);
  CHECK(joined.accesses[0].waves == 2);
  CHECK(joined.accesses[0].cost == 8);
  // Which line they are of is not known.
  const KernelFigures apart = figures_of({instruction("load", "global", 0), instruction("load", "global", 0)}, records);
  CHECK(apart.accesses.size() == 2);
}

TEST_CASE("records of instructions that the table lacks are left out", "[profile]") {
  const KernelFigures figures = figures_of({instruction("load", "global", 1)}, {record(5, 0, 0), record(0, 0, 0)});
  REQUIRE(figures.accesses.size() == 1);
  CHECK(figures.accesses[0].waves == 1);
}
