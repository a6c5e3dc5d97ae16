// clc diff: which kernels' code changed.
#include "insight/disasm/kernel_code.h"

#include <elf.h>

#include <cstring>

#include "catch_all.h"
#include "package_samples.h"
#include "support/elf_sections.h"

using namespace clc;

namespace {

template <class T>
void put(Bytes& to, const T& value) {
  to.append(reinterpret_cast<const char*>(&value), sizeof value);
}

// An AMD code object with nothing in it but functions.
Bytes code_object(const std::vector<std::pair<std::string, Bytes>>& functions) {
  constexpr std::uint64_t k_address = 0x1000;
  Bytes code, names(1, '\0'), symbols(sizeof(Elf64_Sym), '\0');
  for (const auto& [name, bytes] : functions) {
    Elf64_Sym symbol{};
    symbol.st_name = static_cast<Elf64_Word>(names.size());
    symbol.st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC);
    symbol.st_shndx = 1;
    symbol.st_value = k_address + code.size();
    symbol.st_size = bytes.size();
    put(symbols, symbol);
    names += name + '\0';
    code += bytes;
  }
  const std::uint64_t begin = sizeof(Elf64_Ehdr);
  std::vector<Elf64_Shdr> sections(4);
  const auto describe = [&](std::size_t i, Elf64_Word type, std::uint64_t offset, std::uint64_t size) {
    sections[i].sh_type = type;
    sections[i].sh_offset = begin + offset;
    sections[i].sh_size = size;
  };
  describe(1, SHT_PROGBITS, 0, code.size());
  describe(2, SHT_SYMTAB, code.size(), symbols.size());
  describe(3, SHT_STRTAB, code.size() + symbols.size(), names.size());
  sections[1].sh_addr = k_address;
  sections[2].sh_link = 3;
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_machine = EM_AMDGPU;
  header.e_shoff = begin + code.size() + symbols.size() + names.size();
  header.e_shnum = static_cast<Elf64_Half>(sections.size());
  header.e_shstrndx = 3;
  Bytes file;
  put(file, header);
  file += code + symbols + names;
  for (const Elf64_Shdr& section : sections) put(file, section);
  return file;
}

}  // namespace

TEST_CASE("a kernel's code is its own and that of functions it may call", "[diff]") {
  const auto of = [](const std::vector<std::pair<std::string, Bytes>>& functions) {
    return kernel_code(code_object(functions), {"a", "b"});
  };
  const auto before = of({{"a", "one"}, {"b", "two"}});
  REQUIRE(before);
  REQUIRE(before->size() == 2);
  const auto elsewhere = of({{"b", "TWO, longer"}, {"a", "one"}});
  REQUIRE(elsewhere);
  CHECK(elsewhere->at("a") == before->at("a"));
  CHECK(elsewhere->at("b") != before->at("b"));
  const auto called = of({{"a", "one"}, {"b", "two"}, {"helper", "x"}});
  REQUIRE(called);
  CHECK(called->at("a") != before->at("a"));
  CHECK_FALSE(of({{"a", "one"}}));  // b is not there: not understood
}

TEST_CASE("PTX is compared without lines and numbers that count through the file", "[diff]") {
  const std::string other = ".visible .entry b()\n{\n$L__BB0_1:\n\tbra $L__BB0_1;\n}\n";
  const auto kernel = [](int number, const char* line, const char* code) {
    const std::string label = "$L__BB" + std::to_string(number) + "_2";
    return ".visible .entry a()\n{\n\t.loc\t1 " + std::string(line) + " 3\n" + label + ":\n\t" + code + "\n\tbra " +
           label + ";\n}\n";
  };
  const std::string head = ".version 7.8\n.target sm_90\n";
  const auto before = kernel_code(head + kernel(0, "4", "mov.u32 %r1, %r2;"), {"a"});
  const auto moved = kernel_code(head + other + kernel(1, "9", "mov.u32 %r1, %r2;"), {"a", "b"});
  const auto changed = kernel_code(head + kernel(0, "4", "mov.u32 %r1, %r3;"), {"a"});
  REQUIRE(before);
  REQUIRE(moved);
  REQUIRE(changed);
  CHECK(before->at("a") == moved->at("a"));
  CHECK(before->at("a") != changed->at("a"));
}

TEST_CASE("what does not tell its kernels apart is not guessed", "[diff]") {
  CHECK_FALSE(kernel_code("", {"a"}));
  CHECK_FALSE(kernel_code(Bytes("\x03\x02\x23\x07", 4) + Bytes(100, 'x'), {"a"}));
  CHECK_FALSE(
      kernel_code("\x7f"
                  "ELF" +
                      Bytes(100, '\0'),
                  {"a"}));
}

TEST_CASE("assembly is compared without addresses, bytes and label numbers", "[diff]") {
  CHECK(comparable_text("\ts_mov_b32 s2, exec_lo                                      // 000000001948: BE82007E\n"
                        "\ts_cbranch_execz 30                // 000000001954: BFA5001E <k+0xd0>\n") ==
        "\ts_mov_b32 s2, exec_lo\n\ts_cbranch_execz 30\n");
  CHECK(comparable_text("0000000000001000 <k>:\n    1000: 55                           \tpushq\t%rbp\n") ==
        " <k>:\n\tpushq\t%rbp\n");
  CHECK(comparable_text(".L_x_17:\n        /*0090*/               @P0 EXIT ;      /* 0x000000000000094d */\n"
                        "                                              /* 0x000fea0003800000 */\n"
                        "        /*00a0*/   BRA `(.L_x_17) ;\n.L_x_4:\n") ==
        ".L_x_0:\n               @P0 EXIT ;\n   BRA `(.L_x_0) ;\n.L_x_1:\n");
  CHECK(comparable_text("L1064:\n        goto (32|M0)      L1344      L1064\n// BL1\n") ==
        "L0:\n        goto (32|M0)      L1      L0\n// BL1\n");
  CHECK(comparable_text("no end") == "no end\n");
  CHECK(comparable_text("") == "");
}

TEST_CASE("damaged binaries have fewer functions, and nothing else happens", "[diff]") {
  const Bytes whole = code_object({{"a", "one"}, {"b", "two, longer"}, {"helper", "x"}});
  CHECK(elf_functions(whole).size() == 3);
  // All of the kernels, each with something, or nothing at all.
  const auto check = [](const Bytes& damaged) {
    const auto codes = kernel_code(damaged, {"a", "b"});
    if (!codes) return;
    CHECK(codes->size() == 2);
    for (const auto& [kernel, code] : *codes) {
      CHECK((kernel == "a" || kernel == "b"));
      CHECK_FALSE(code.empty());
    }
  };
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const BytesView cut = BytesView(whole).substr(0, size);
    const std::vector<ElfFunction> functions = elf_functions(cut);
    CHECK(functions.size() < 3);
    for (const ElfFunction& function : functions) CHECK(test::lies_in(function.bytes, cut));
  }
  for (std::size_t i = 0; i < whole.size(); ++i) {
    for (const char flip : {'\x01', '\x80', '\xff'}) {
      Bytes damaged = whole;
      damaged[i] = static_cast<char>(damaged[i] ^ flip);
      for (const ElfFunction& function : elf_functions(damaged)) CHECK(test::lies_in(function.bytes, damaged));
      check(damaged);
    }
  }
  test::Random random(2);
  for (int i = 0; i < 3000; ++i) check(test::mutate(whole, random));
}
