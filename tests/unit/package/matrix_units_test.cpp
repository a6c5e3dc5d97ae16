#include "clc/package/matrix_units.h"

#include <algorithm>
#include <string>

#include "catch_all.h"
#include "clc/package/matrix_products.h"

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
    CHECK(has(target, "16x8x16 double double double") == (std::string_view(target) != "nvptx:sm_80"));
  }
  CHECK_FALSE(has("nvptx:sm_86", "16x8x32 e4m3 e4m3 float"));
  CHECK(has("nvptx:sm_89", "16x8x32 e4m3 e5m2 float"));
  CHECK(has("cubin:sm_90a", "16x8x32 e5m2 e5m2 float"));
}

TEST_CASE("AMD's chips have the matrix units of their generation") {
  CHECK(has("amdgcn:gfx942", "16x16x32 char char int saturating"));
  CHECK_FALSE(has("amdgcn:gfx942", "16x16x32 uchar uchar int saturating"));
  CHECK_FALSE(has("amdgcn:gfx908", "16x16x4 double double double"));
  CHECK(has("amdgcn:gfx1201", "16x16x16 uchar char int saturating"));
  CHECK_FALSE(has("amdgcn:gfx1201", "16x16x4 float float float"));
  CHECK(units_of("amdgcn:gfx11-generic") == units_of("amdgcn:gfx1153"));
  CHECK(has("amdgcn:gfx942", "16x16x8 tf32 tf32 float"));
  CHECK_FALSE(has("amdgcn:gfx950", "16x16x8 tf32 tf32 float"));
  CHECK_FALSE(has("amdgcn:gfx9-4-generic", "16x16x8 tf32 tf32 float"));
  // fp8 is of another kind on each, and generic code has neither.
  CHECK(has("amdgcn:gfx942", "16x16x32 e4m3fnuz e5m2fnuz float"));
  CHECK_FALSE(has("amdgcn:gfx942", "16x16x32 e4m3 e5m2 float"));
  CHECK(has("amdgcn:gfx950,xnack+", "16x16x32 e4m3 e5m2 float"));
  CHECK(units_of("amdgcn:gfx9-4-generic").size() + 4 == units_of("amdgcn:gfx950").size());
  CHECK(has("amdgcn:gfx12-generic", "16x16x16 e5m2 e4m3 float"));
  CHECK(matrix_units("amdgcn:gfx1030").empty());
  CHECK(matrix_units("amdgcn:gfx90c").empty());
}

TEST_CASE("Matrix instructions are found by LLVM's intrinsics, with suffixes for types") {
  CHECK(matrix_instruction_of("llvm.nvvm.mma.m16n8k16.row.col.f32.f32")->operations() == 4096);
  CHECK(matrix_instruction_of("llvm.nvvm.mma.m16n8k32.row.col.satfinite.s8.u8")->element == MatrixElement::k_int8);
  CHECK(matrix_instruction_of("llvm.amdgcn.mfma.f32.16x16x16bf16.1k")->element == MatrixElement::k_bfloat);
  CHECK(matrix_instruction_of("llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16")->operations() == 8192);
  for (const char* name : {"llvm.nvvm.mma.m16n8k32.row.col.f32.e4m3.e5m2.f32", "llvm.amdgcn.mfma.f32.16x16x32.bf8.fp8",
                           "llvm.amdgcn.wmma.f32.16x16x16.fp8.bf8.v8f32.v2i32"}) {
    CAPTURE(name);
    const MatrixElement element = matrix_instruction_of(name)->element;
    CHECK((element == MatrixElement::k_float8 || element == MatrixElement::k_float8_fnuz));
  }
  for (const char* other :
       {"", "llvm.fma.f32", "llvm.amdgcn.mfma.f32.16x16x32.f16", "llvm.amdgcn.wmma.f32.16x16x16.iu4",
        "llvm.nvvm.mma.m16n8k4.row.col.tf32", "mma.m16n8k16.row.col.f32.f32"})
    CHECK_FALSE(matrix_instruction_of(other));
}

TEST_CASE("Matrix instructions are known by their names in code") {
  for (const char* name : {"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", "HMMA.16816.F32", "IMMA.16832.S8.S8",
                           "v_mfma_f32_16x16x16_f16", "v_wmma_f32_16x16x16_f16"}) {
    CAPTURE(name);
    CHECK(is_matrix_instruction(name));
  }
  for (const char* name : {"", "mad.lo.s32", "wmma.load.a.sync", "IMAD.WIDE", "v_fma_f32", "HMNMX2"}) {
    CAPTURE(name);
    CHECK_FALSE(is_matrix_instruction(name));
  }
}

TEST_CASE("other targets have no matrix units") {
  for (const char* target : {"spirv64:1.2", "intel:dg2", "driver:pocl", "r600:cypress", "later:chip", "", "gfx942"}) {
    CAPTURE(target);
    CHECK(matrix_units(target).empty());
  }
}
