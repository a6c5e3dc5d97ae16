// Texts of programs, and options.
#include <filesystem>
#include <fstream>

#include "scene.h"

namespace random_calls {
namespace {

// Each is told by its name what to be given: see launch.
const char* const k_kernels[] = {
    "kernel void fill(global int* x) { x[get_global_id(0)] = VALUE; }\n",
    "kernel void add(global int* x, int n) { x[get_global_id(0)] += n + VALUE; }\n",
    "kernel void shared(global int* x, local int* l) { size_t i = get_local_id(0); l[i] = VALUE + (int)i;\n"
    "  barrier(CLK_LOCAL_MEM_FENCE); x[get_global_id(0)] = l[get_local_size(0) - 1 - i]; }\n",
    "kernel __attribute__((reqd_work_group_size(4, 1, 1))) void required(global int* x, const float4 v) {\n"
    "  x[get_global_id(0)] = VALUE + (int)v.y; }\n",
    "kernel __attribute__((vec_type_hint(float4))) __attribute__((work_group_size_hint(8, 1, 1)))\n"
    "void table(global int* restrict x, constant int* t) { x[get_global_id(0)] = t[get_global_id(0) & 3] + VALUE; }\n",
    "typedef struct { int a; short b; char c; } Pair;\n"
    "kernel void pair(global int* x, Pair p) { x[get_global_id(0)] = p.a + p.b * p.c + VALUE; }\n",
    "kernel void none() {}\n"};
const char* const k_names[] = {"fill", "add", "shared", "required", "table", "pair", "none"};

const char* const k_value = "#ifndef VALUE\n#define VALUE 1\n#endif\n";
// Ways to read headers that cannot be read off the source.
const char* const k_unusual_inclusions[] = {
    "#define S_(x) #x\n#define S(x) S_(x)\n#include S(value.h)\n",
    "#define S_(x) #x\n#define S(x) S_(x)\n#include S(CL_VERSION_1_2.h)\n",
    "#define S_(x) #x\n#define S(x) S_(x)\n#include S(value.h)\n#define value no\n",
    "#define S_(x) #x\n#define S(x) S_(x)\n#define value no\n#undef value\n#include S(value.h)\n",
    "#define S_(x) #x\n#define S(x) S_(x)\n#include S(two  words.h)\n",
    "#define HEADER \"value.h\"\n#include HEADER\n",
    "#ifdef H\n#if H(\"maybe.h\")\n#define VALUE 43\n#endif\n#endif\n",
    "#pragma GCC dependency \"value.h\"\n",
    "#if __has_include(\"maybe.h\")\n#define VALUE 41\n#endif\n",
    "#define P(a, b) a##b\n#if P(__has_, include)(\"maybe.h\")\n#include \"maybe.h\"\n#endif\n",
    "#define P(a, b) a##b\n#include \"value.h\"\n#define LENGTH sizeof(P(__TI, ME__))\n",
    "#ifndef __OPENCL_VERSION__\n#include <stdio.h>\n#endif\n#include \"value.h\"\n"};
const char* const k_main =
    "int helper(int);\nkernel void helped(global int* x) { x[get_global_id(0)] = helper(VALUE); }\n";
const char* const k_helper = "int helper(int i) { return i + 1000; }\n";

const char* const k_wrong[] = {"#error it is wrong\n",
                               "kernel void fill(global int* x) { x[0] = undeclared; }\n",
                               "kernel void fill(global int* x {\n",
                               "this is no program\n",
                               "#include \"not_there.h\"\n",
                               "kernel int fill(global int* x) { return 1; }\n",
                               "\"",
                               "/* never ends"};
const char* const k_relaxed =
    "#ifdef __FAST_RELAXED_MATH__\n#define VALUE 31\n#else\n#define VALUE 32\n#endif\n"
    "kernel void fill(global int* x) { x[get_global_id(0)] = VALUE; }\n";
const char* const k_rare[] = {"",
                              " ",
                              "// nothing but a remark",
                              "int helper(int i) { return i + 2000; }\n",
                              "kernel void fill(global int* x) { int unused; x[get_global_id(0)] = __LINE__; }\n",
                              "#warning beware\nkernel void fill(global int* x) { x[get_global_id(0)] = 9; }\n",
                              k_relaxed,
                              "kernel void fill(global int* x) { x[get_global_id(0)] = __OPENCL_C_VERSION__; }\n"};

const char* const k_right_options[] = {"",
                                       "-DVALUE=2",
                                       "-DVALUE=3 -w",
                                       "-D VALUE=4 -cl-mad-enable",
                                       "-cl-std=CL1.2",
                                       "-cl-kernel-arg-info",
                                       "-cl-fast-relaxed-math -DVALUE=5",
                                       "-cl-opt-disable",
                                       "  -DVALUE=6  ",
                                       "-DVALUE=7 -DVALUE=8"};
const char* const k_odd_options[] = {"-DBAD -Werror",
                                     "-cl-nothing",
                                     "-I",
                                     "-D",
                                     "-DVALUE=",
                                     "-DVALUE=undeclared",
                                     "-D\"VALUE=9 + 1\"",
                                     "-DVALUE='11'",
                                     "-DVALUE=12\t-w\n",
                                     "-create-library",
                                     "-cl-std=CL9.9",
                                     "-cl-std=CL2.0",
                                     "-cl-std=CL3.0",
                                     "-x spir",
                                     "-cl-denorms-are-zero -cl-no-signed-zeros",
                                     "-g",
                                     "-O3",
                                     "nonsense",
                                     "--",
                                     "-cl-finite-math-only -cl-unsafe-math-optimizations",
                                     "-DVALUE(x)=13",
                                     "-DA=1 -DVALUE=A",
                                     "-DVALUE=14 -UVALUE -DVALUE=15",
                                     "-DH=__has_include",
                                     "-DH=__has_include -w"};

}  // namespace

std::string any_kernel_name(Choices& choices) {
  return choices.of(k_names);
}

std::string any_source(const Scene& scene, Choices& choices) {
  if (!scene.is_packaged && choices.is_one_of(10)) return choices.of(k_wrong);
  if (!scene.is_packaged && choices.is_one_of(8)) return choices.of(k_rare);
  if (!scene.is_packaged && choices.is_one_of(5)) {
    return choices.is_one_of(2) ? k_helper : std::string(k_value) + k_main;
  }
  std::string source = choices.is_one_of(5) ? "#include \"value.h\"\n" : "";
  if (!scene.is_packaged && choices.is_one_of(6)) source = choices.of(k_unusual_inclusions);
  source += k_value;
  const std::size_t first = choices.below(std::size(k_kernels));
  source += k_kernels[first];
  const std::size_t second = choices.below(2 * std::size(k_kernels));
  if (second < std::size(k_kernels) && second != first) source += k_kernels[second];
  return source;
}

std::vector<std::string> sources_of_parts(const std::string& header) {
  const std::string inclusion = "#include \"" + header + "\"\n";
  return {inclusion +
              "int helper(int);\n"
              "kernel void fill(global int* x) { x[get_global_id(0)] = helper(VALUE); }\n",
          "extern constant int values[2];\nint helper(int i) { return i + values[1]; }\n",
          inclusion + "constant int values[2] = {1000, VALUE + 2000};\nkernel void none() {}\n"};
}

std::string any_options(const Scene& scene, const World& world, Choices& choices) {
  std::string options = choices.of(k_right_options);
  if (!scene.is_packaged && !scene.has_plain_options && choices.is_one_of(5)) options = choices.of(k_odd_options);
  // Where there is a header, the program must find it in a packaged scene.
  if (scene.is_packaged || !choices.is_one_of(3)) {
    const char* const folder = choices.is_one_of(2) ? "/one" : "/two";
    const bool is_unusual = !scene.is_packaged && !scene.has_plain_options && choices.is_one_of(6);
    if (is_unusual && choices.is_one_of(2)) return options + " -I\"" + world.folder + folder + "\"";
    if (is_unusual) return options + " -isystem" + world.folder + folder;
    options += (choices.is_one_of(2) ? " -I " : " -I") + world.folder + folder;
  }
  return options;
}

void write_headers(const std::string& folder, std::size_t number) {
  for (const char* name : {"one", "two"}) {
    std::filesystem::create_directories(folder + "/" + name);
    for (const char* file : {"value.h", "120.h", "two words.h"}) {
      const std::size_t value = 100 * number + (name[0] == 'o' ? 1 : 2) +
                                (file[0] == 'v'   ? 0
                                 : file[0] == '1' ? 10
                                                  : 20);
      std::ofstream(folder + "/" + name + "/" + file) << "#undef VALUE\n#define VALUE " << value << "\n";
    }
    const std::string maybe = folder + "/" + name + "/maybe.h";
    if (number % 2 == 0) {
      std::ofstream(maybe) << "#undef VALUE\n#define VALUE " << 50 + number << "\n";
    } else {
      std::filesystem::remove(maybe);
    }
  }
}

}  // namespace random_calls
