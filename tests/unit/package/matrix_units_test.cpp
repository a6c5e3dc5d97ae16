#include "clc/package/matrix_units.h"

#include <algorithm>
#include <string>

#include "catch_all.h"

using namespace clc;

namespace {

// "16x8x16 half half float" of each.
std::vector<std::string> units_of(const char* target) {
  std::vector<std::string> result;
  for (const MatrixUnit& unit : matrix_units(target)) {
    result.push_back(std::to_string(unit.rows) + "x" + std::to_string(unit.columns) + "x" + std::to_string(unit.depth) +
                     " " + unit.a + " " + unit.b + " " + unit.sum + (unit.saturates ? " saturating" : ""));
  }
  return result;
}

bool has(const char* target, const char* unit) {
  const std::vector<std::string> units = units_of(target);
  return std::find(units.begin(), units.end(), unit) != units.end();
}

}  // namespace

TEST_CASE("NVIDIA's chips have the matrix units of earlier ones") {
  CHECK(matrix_units("nvptx:sm_70").empty());
  CHECK(units_of("nvptx:sm_75").front() == "16x8x8 half half half");
  CHECK(has("nvptx:sm_75", "8x8x16 char uchar uint saturating"));
  CHECK_FALSE(has("nvptx:sm_75", "16x8x16 bfloat16 bfloat16 float"));
  for (const char* target : {"nvptx:sm_80", "nvptx:sm_90a", "cuda:sm_120", "cubin:sm_103"}) {
    CAPTURE(target);
    CHECK(has(target, "16x8x16 bfloat16 bfloat16 float"));
    CHECK(has(target, "16x8x8 half half float"));
    CHECK(has(target, "8x8x4 double double double"));
  }
}

TEST_CASE("AMD's chips have the matrix units of their generation") {
  CHECK(has("amdgcn:gfx942", "16x16x32 char char int saturating"));
  CHECK_FALSE(has("amdgcn:gfx942", "16x16x32 uchar uchar int saturating"));
  CHECK_FALSE(has("amdgcn:gfx908", "16x16x4 double double double"));
  CHECK(has("amdgcn:gfx1201", "16x16x16 uchar char int saturating"));
  CHECK_FALSE(has("amdgcn:gfx1201", "16x16x4 float float float"));
  CHECK(units_of("amdgcn:gfx11-generic") == units_of("amdgcn:gfx1153"));
  CHECK(units_of("amdgcn:gfx9-4-generic") == units_of("amdgcn:gfx950,xnack+"));
  CHECK(matrix_units("amdgcn:gfx1030").empty());
  CHECK(matrix_units("amdgcn:gfx90c").empty());
}

TEST_CASE("other targets have no matrix units") {
  for (const char* target : {"spirv64:1.2", "intel:dg2", "driver:pocl", "r600:cypress", "later:chip", "", "gfx942"}) {
    CAPTURE(target);
    CHECK(matrix_units(target).empty());
  }
}
