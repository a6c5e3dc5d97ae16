#include "toolchain/assembler.h"
#include "compile/assembler_output.h"
#include "compile/ze_info.h"

#include <elf.h>
#include <sys/stat.h>

#include <cstring>
#include <fstream>

#include "catch_all.h"
#include "clc/package/resource_names.h"
#include "package_samples.h"
#include "support/elf_sections.h"
#include "toolchain/helpers.h"
#include "toolchain/ocloc_chip.h"

using namespace clc;

namespace {

// An ELF file that holds nothing but these sections.
Bytes elf_with(const std::vector<std::pair<std::string, Bytes>>& sections) {
  Bytes names(1, '\0'), bodies;
  std::vector<Elf64_Shdr> headers(1);
  const auto add = [&](const std::string& name, const Bytes& body) {
    Elf64_Shdr header{};
    header.sh_name = static_cast<Elf64_Word>(names.size());
    header.sh_type = SHT_PROGBITS;
    header.sh_offset = sizeof(Elf64_Ehdr) + bodies.size();
    header.sh_size = body.size();
    names += name + '\0';
    bodies += body;
    headers.push_back(header);
  };
  for (const auto& [name, body] : sections) add(name, body);
  add(".shstrtab", "");
  headers.back().sh_size = names.size();
  bodies += names;
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_shoff = sizeof header + bodies.size();
  header.e_shnum = static_cast<Elf64_Half>(headers.size());
  header.e_shstrndx = static_cast<Elf64_Half>(headers.size() - 1);
  Bytes file(reinterpret_cast<const char*>(&header), sizeof header);
  file += bodies;
  file.append(reinterpret_cast<const char*>(headers.data()), headers.size() * sizeof headers[0]);
  return file;
}

std::string make_tool(const std::string& path, const std::string& script) {
  std::ofstream(path) << "#!/bin/sh\n" << script;
  chmod(path.c_str(), 0755);
  return path;
}

using Figures = std::map<std::string, std::int64_t>;

const Bytes k_ze_info =
    "---\n"
    "version:         '1.20'\n"
    "kernels:\n"
    "  - name:            big\n"
    "    execution_env:\n"
    "      grf_count:       128\n"
    "      simd_size:       16\n"
    "      slm_size:        256\n"
    "    payload_arguments:\n"
    "      - arg_type:        arg_byvalue\n"
    "        size:            99\n"
    "    per_thread_memory_buffers:\n"
    "      - type:            scratch\n"
    "        usage:           single_space\n"
    "        size:            8192\n"
    "      - type:            global\n"
    "        usage:           private_space\n"
    "        size:            640\n"
    "        is_simt_thread:  true\n"
    "      - type:            slm\n"
    "        size:            77\n"
    "  - name:            small\n"
    "    execution_env:\n"
    "      grf_count:       256\n"
    "      simd_size:       8\n"
    "  - name:            split\n"
    "    execution_env:\n"
    "      grf_count:       128\n"
    "      simd_size:       8\n"
    "    per_thread_memory_buffers:\n"
    "      - type:            scratch\n"
    "        usage:           spill_fill_space\n"
    "        size:            1024\n"
    "      - type:            scratch\n"
    "        usage:           private_space\n"
    "        size:            512\n"
    "  - name:            newer\n"
    "    execution_env:\n"
    "      grf_count:       128\n"
    "      simd_size:       16\n"
    "      spill_size:      320\n"
    "    per_thread_memory_buffers:\n"
    "      - type:            scratch\n"
    "        usage:           single_space\n"
    "        size:            1024\n"
    "  - name:            untold\n"
    "kernels_misc_info:\n"
    "  - name:            big\n"
    "    args_info:\n"
    "      - index:           0\n"
    "...\n";

}  // namespace

TEST_CASE("What ptxas prints becomes metrics of kernels") {
  const std::string output =
      "ptxas info    : 12 bytes gmem, 8 bytes cmem[4]\n"
      "ptxas info    : Compiling entry function 'small' for 'sm_90'\n"
      "ptxas info    : Function properties for small\n"
      "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
      "ptxas info    : Used 10 registers, used 0 barriers\n"
      "ptxas info    : Compile time = 13.983 ms\n"
      "ptxas info    : Compiling entry function 'big' for 'sm_90'\n"
      "ptxas info    : Function properties for big\n"
      "    208 bytes stack frame, 3552 bytes spill stores, 3548 bytes spill loads\n"
      "ptxas info    : Used 64 registers, used 1 barriers, 2096 bytes cumulative stack size, 256 bytes smem, "
      "364 bytes cmem[0], 12 bytes cmem[2]\n"
      "ptxas info    : Function properties for helper\n"
      "    99 bytes stack frame, 99 bytes spill stores, 99 bytes spill loads\n";
  const Bytes cubin =
      elf_with({{".text.small", Bytes(384, 'x')}, {".text.big", Bytes(640, 'x')}, {".text.other", "x"}});
  const Resources resources = cubin_resources(output, cubin);
  REQUIRE(resources.size() == 2);
  CHECK(resources.at("small") == Figures{{resource::k_registers, 10},
                                         {resource::k_local_bytes, 0},
                                         {resource::k_scratch_bytes, 0},
                                         {resource::k_spill_store_bytes, 0},
                                         {resource::k_spill_load_bytes, 0},
                                         {resource::k_code_bytes, 384},
                                         {resource::k_wave_size, 32}});
  CHECK(resources.at("big") == Figures{{resource::k_registers, 64},
                                       {resource::k_local_bytes, 256},
                                       {resource::k_constant_bytes, 376},
                                       {resource::k_scratch_bytes, 2096},
                                       {resource::k_spill_store_bytes, 3552},
                                       {resource::k_spill_load_bytes, 3548},
                                       {resource::k_code_bytes, 640},
                                       {resource::k_wave_size, 32}});
  CHECK(cubin_resources("", cubin).empty());
  CHECK(stable_log(output, false).find("Compile time") == std::string::npos);
  CHECK(stable_log(output, false).find("Used 64 registers") != std::string::npos);
}

TEST_CASE("The .ze_info of an Intel binary becomes metrics of kernels") {
  const Bytes zebin = elf_with({{".text.big", Bytes(64, 'x')}, {".ze_info", k_ze_info}});
  const Resources resources = intel_resources("Build succeeded.\n", zebin);
  REQUIRE(resources.size() == 4);
  // How much of `single_space` is for spills is not known.
  const Figures big = {{resource::k_registers, 128},
                       {resource::k_wave_size, 16},
                       {resource::k_local_bytes, 256},
                       {resource::k_scratch_bytes, 512 + 640},
                       {resource::k_code_bytes, 64}};
  CHECK(resources.at("big") == big);
  CHECK(resources.at("small") == Figures{{resource::k_registers, 256},
                                         {resource::k_wave_size, 8},
                                         {resource::k_local_bytes, 0},
                                         {resource::k_scratch_bytes, 0},
                                         {resource::k_spill_bytes, 0},
                                         {resource::k_register_spills, 0}});
  CHECK(resources.at("split") == Figures{{resource::k_registers, 128},
                                         {resource::k_wave_size, 8},
                                         {resource::k_local_bytes, 0},
                                         {resource::k_scratch_bytes, 192},
                                         {resource::k_spill_bytes, 1024}});
  CHECK(resources.at("newer").at(resource::k_spill_bytes) == 320);
  CHECK(resources.at("newer").count(resource::k_register_spills) == 0);

  const Resources warned = intel_resources(
      "warning: kernel big  compiled SIMD16 allocated 128 regs and spilled around 44\n"
      "warning: kernel nobody  compiled SIMD16 allocated 128 regs and spilled around 3\n"
      "warning: kernel small  compiled SIMD16 allocated 128 regs and spilled around many\n",
      zebin);
  CHECK(warned.size() == 4);
  CHECK(warned.at("big").at(resource::k_register_spills) == 44);
  CHECK(warned.at("small") == resources.at("small"));
}

TEST_CASE("The .ze_info of an Intel binary becomes an interface") {
  const std::string info =
      "kernels:\n"
      "  - name:            k\n"
      "    user_attributes:\n"
      "      intel_reqd_sub_group_size: 8\n"
      "      reqd_work_group_size: [ 8, 2, 1 ]\n"
      "      vec_type_hint:   float4\n"
      "    payload_arguments:\n"
      "      - arg_type:        arg_bypointer\n"
      "        arg_index:       0\n"
      "  - name:            a\n"
      "kernels_misc_info:\n"
      "  - name:            k\n"
      "    args_info:\n";
  const auto argument = [](int index, const std::string& name, const std::string& space, const std::string& access,
                           const std::string& type, const std::string& qualifiers) {
    return "      - index:           " + std::to_string(index) + "\n        name:            " + name +
           "\n        address_qualifier: " + space + "\n        access_qualifier: " + access +
           "\n        type_name:       '" + type + "'\n        type_qualifiers: " + qualifiers + "\n";
  };
  const std::string arguments = argument(0, "p", "__global", "NONE", "struct S*;8", "const volatile") +
                                argument(1, "l", "__local", "NONE", "float4*;8", "restrict") +
                                argument(2, "i", "__global", "__write_only", "image2d_t;8", "NONE") +
                                argument(3, "s", "__private", "NONE", "S;12", "NONE") +
                                argument(4, "v", "__private", "NONE", "uchar4;4", "NONE");
  const std::optional<Interface> whole = intel_interface(elf_with({{".ze_info", info + arguments}}));
  REQUIRE(whole);
  REQUIRE(whole->kernels.size() == 2);
  CHECK(whole->kernels[0].name == "a");
  const KernelInterface& kernel = whole->kernels[1];
  CHECK(kernel.required_sub_group_size == 8);
  CHECK(kernel.required_work_group_size == std::array<std::uint64_t, 3>{8, 2, 1});
  CHECK(kernel.vec_type_hint == "float4");
  REQUIRE(kernel.arguments.size() == 5);
  CHECK(kernel.arguments[0].kind == ArgumentKind::k_buffer);
  CHECK(kernel.arguments[0].type == "S*");
  CHECK((kernel.arguments[0].is_const && kernel.arguments[0].is_volatile && !kernel.arguments[0].is_restrict));
  CHECK(kernel.arguments[1].kind == ArgumentKind::k_local);
  CHECK(kernel.arguments[2].kind == ArgumentKind::k_image);
  CHECK(kernel.arguments[2].access == Access::k_write_only);
  CHECK(kernel.arguments[3].kind == ArgumentKind::k_value);
  CHECK(kernel.arguments[3].size == 12);
  CHECK(kernel.arguments[3].alignment == 0);
  CHECK(kernel.arguments[4].alignment == 4);
  // Without the names of arguments, or with one left out, it is no interface.
  CHECK_FALSE(intel_interface(elf_with({{".ze_info", info}})));
  CHECK_FALSE(intel_interface(elf_with({{".ze_info", info + argument(1, "l", "__local", "NONE", "int*;8", "NONE")}})));
  CHECK_FALSE(intel_interface(elf_with({{".text.k", "x"}})));
  CHECK_FALSE(intel_interface("!<arch>\n"));
  test::Random random(2);
  const Bytes binary = elf_with({{".ze_info", info + arguments}});
  for (int i = 0; i < 3000; ++i) {
    const std::optional<Interface> read = intel_interface(test::mutate(binary, random));
    CHECK((!read || read->kernels.size() < 10));
  }
}

TEST_CASE("Sections of damaged files are left out") {
  const Bytes info =
      "kernels:\n  - name:            k\n    execution_env:\n"
      "      grf_count:       128\n      simd_size:       16\n";
  const Bytes whole = elf_with({{".text.k", Bytes(16, 'x')}, {".ze_info", info}});
  CHECK(elf_sections(whole).size() == 4);
  CHECK(intel_resources("", whole).at("k").at(resource::k_wave_size) == 16);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const BytesView cut = BytesView(whole).substr(0, size);
    CHECK(intel_resources("", cut).empty());
    CHECK(elf_sections(cut).size() < 4);
    for (const ElfSection& section : elf_sections(cut)) CHECK(test::lies_in(section.bytes, cut));
  }
  test::Random random(1);
  for (int i = 0; i < 5000; ++i) {
    const Bytes damaged = test::mutate(whole, random);
    for (const ElfSection& section : elf_sections(damaged)) CHECK(test::lies_in(section.bytes, damaged));
    CHECK(intel_resources("", damaged).size() <= 1);
  }
}

TEST_CASE("An assembler says what it knows") {
  const Result<ScratchFolder> folder = ScratchFolder::make();
  REQUIRE(folder);
  const std::string ptxas = make_tool(folder->path() + "/ptxas",
                                      "case $1 in\n"
                                      "--version) echo 'Cuda compilation tools, release 12.1, V12.1.105';;\n"
                                      "--help) echo \"Allowed: 'compute_90','sm_90','sm_90a','sm_90'\";;\n"
                                      "esac\n");
  const Result<Assembler> found = find_assembler(Family::k_cubin, {{"ptxas", ptxas}});
  REQUIRE(found);
  CHECK(found->version == "ptxas V12.1.105");
  CHECK(found->archs == std::vector<std::string>{"sm_90", "sm_90a"});
  CHECK(spelled_arch(*found, *parse_target("cubin:sm_90a")) == "sm_90a");
  const Result<std::string> unknown = spelled_arch(*found, *parse_target("cubin:sm_75"));
  REQUIRE_FALSE(unknown);
  CHECK(unknown.error().kind == ErrorKind::k_unavailable);
  CHECK_THAT(unknown.error().message, Catch::Matchers::ContainsSubstring("it knows cubin:sm_90"));

  const std::string ocloc = make_tool(folder->path() + "/ocloc",
                                      "case $1 in\n"
                                      "query) printf '23.17.26241.33 ' > $2;;\n"
                                      "compile) echo '  <device_type> can be: skl, acm-g10, gen9, xe-hpg, version  or "
                                      "hexadecimal value with 0x prefix'\n"
                                      "echo '  <device_type> can be: xe_hp_sdv, dg2'; exit 3;;\n"
                                      "esac\n");
  const Result<Assembler> intel = find_assembler(Family::k_intel, {{"ocloc", ocloc}});
  REQUIRE(intel);
  CHECK(intel->version == "ocloc 23.17.26241.33");
  CHECK(intel->archs == std::vector<std::string>{"skl", "acm-g10", "xe_hp_sdv", "dg2"});
  CHECK(spelled_arch(*intel, *parse_target("intel:ACM_G10")) == "acm-g10");
  CHECK(intel->groups == std::vector<std::string>{"gen9", "xe-hpg"});
  CHECK(intel->lone == std::vector<std::string>{"xe_hp_sdv", "dg2"});
  CHECK(spelled_arch(*intel, *parse_target("intel:xe_hpg")) == "xe-hpg");
  CHECK(spelled_arch(*intel, *parse_target("intel:skl,ACM_G10")) == "acm-g10,skl");
  CHECK(spelled_arch(*intel, *parse_target("intel:gen9:xe-hpg")) == "gen9:xe-hpg");
  CHECK(spelled_arch(*intel, *parse_target("intel::skl")) == ":skl");
  CHECK(spelled_arch(*intel, *parse_target("intel:dg2")) == "dg2");
  const auto refusal = [&](const char* target) {
    const Result<std::string> spelled = spelled_arch(*intel, *parse_target(target));
    REQUIRE_FALSE(spelled);
    return spelled.error().message;
  };
  CHECK_THAT(refusal("intel:skl,dg2"), Catch::Matchers::ContainsSubstring("takes dg2 alone"));
  CHECK_THAT(refusal("intel:skl,next"), Catch::Matchers::ContainsSubstring("does not know 'next' of intel:next,skl"));
  for (const char* script : {"exit 0", "kill -SEGV $$"}) {
    CAPTURE(script);
    CHECK_FALSE(find_assembler(Family::k_cubin, {{"ptxas", make_tool(folder->path() + "/bad", script)}}));
    CHECK_FALSE(find_assembler(Family::k_intel, {{"ocloc", make_tool(folder->path() + "/bad", script)}}));
  }
}

TEST_CASE("What ocloc repeats is told once") {
  CHECK(stable_log("error: a\nin kernel\n\nerror: a\nin kernel\n\nerror: b\n", true) ==
        "error: a\nin kernel\nerror: b\n");
}

TEST_CASE("A front end tells its macros, or that it compiles nothing") {
  const Result<ScratchFolder> folder = ScratchFolder::make();
  REQUIRE(folder);
  const std::string ocloc =
      make_tool(folder->path() + "/ocloc", "echo 'warning: clc-has begun;'; echo 'warning: clc-has cl_khr_fp16;'\n");
  const Result<std::vector<std::string>> macros = ask_ocloc_front_end(ocloc, "dg2");
  REQUIRE(macros);
  CHECK(*macros == std::vector<std::string>{"cl_khr_fp16"});
  const std::string broken = make_tool(folder->path() + "/broken", "echo 'opencl-c.h:1: error: no images'; exit 1\n");
  const Result<std::vector<std::string>> none = ask_ocloc_front_end(broken, "pvc");
  REQUIRE_FALSE(none);
  CHECK(none.error().kind == ErrorKind::k_unavailable);
  CHECK_THAT(none.error().message, Catch::Matchers::ContainsSubstring("compiles no source for pvc"));
  CHECK_THAT(none.error().message, Catch::Matchers::ContainsSubstring("error: no images"));
}

TEST_CASE("Machine code derives from IL of the same architecture") {
  CHECK(ask_chip({}, *parse_target("cubin:sm_90a"), "sm_90a")->input.name() == "nvptx:sm_90a");
}

TEST_CASE("An ocloc that does not answer about a chip is no chip that lacks things") {
  const Result<ScratchFolder> folder = ScratchFolder::make();
  REQUIRE(folder);
  const std::string ocloc = make_tool(folder->path() + "/ocloc", "sleep 20\n");
  const Result<AssembledChip> chip = ask_ocloc_chip(ocloc, "dg2", std::chrono::seconds(1));
  REQUIRE_FALSE(chip);
  CHECK(chip.error().kind == ErrorKind::k_crash);
  CHECK_THAT(chip.error().message, Catch::Matchers::ContainsSubstring("-device dg2"));
  CHECK_THAT(chip.error().message, Catch::Matchers::ContainsSubstring("did not end within 1 s"));
}
