// Code objects that clCreateProgramWithBinary may be given: nothing in one makes its reader leave it.
#include <algorithm>
#include <cstring>
#include <iterator>
#include <string>
#include <tuple>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/elf.h"
#include "catch_all.h"
#include "machine/code_object.h"
#include "machine/fault.h"

namespace clc::emulator::test {
namespace {

using Json = nlohmann::json;

// A code object with one kernel, all of which is loaded at address 0.
struct Made {
  elf::Segment load{};
  elf::Symbol symbol{};
  std::uint32_t symbols = 1;    // three at most
  std::uint32_t others_at = 0;  // where in the file the names of the others begin
  std::uint32_t kernarg_bytes = 16;
  Json kernel{
      {".name", "k"}, {".symbol", "k.kd"}, {".args", {{{".offset", 0}, {".size", 16}, {".value_kind", "by_value"}}}}};
  Json metadata{{"amdhsa.target", "amdgcn-amd-amdhsa--gfx942"}};

  CodeObject read() {
    metadata["amdhsa.kernels"] = Json::array({kernel});
    return read(Json::to_msgpack(metadata));
  }

  CodeObject read(const std::vector<std::uint8_t>& described) {
    constexpr std::uint64_t k_dynamic_at = 256, k_symbol_at = 384, k_names_at = 448, k_kernel_at = 512, k_note_at = 576;
    std::vector<std::uint8_t> file(k_note_at + sizeof(elf::Note) + 8 + described.size());
    const auto put = [&](std::uint64_t at, const auto& value) { std::memcpy(&file.at(at), &value, sizeof value); };
    elf::Header header{};
    const unsigned char ident[] = {0x7f, 'E', 'L', 'F', elf::k_class_64, 1, 1, 64, 2};
    std::copy(std::begin(ident), std::end(ident), header.e_ident);
    header.e_type = elf::k_shared_object;
    header.e_machine = 224;
    header.e_flags = 0x4c;  // gfx942
    header.e_phoff = sizeof header;
    header.e_phnum = 3;
    put(0, header);
    elf::Segment dynamic{}, note{};
    load.p_type = elf::k_load;
    dynamic.p_type = elf::k_dynamic;
    note.p_type = elf::k_note;
    load.p_filesz = file.size();
    load.p_memsz = std::max<std::uint64_t>(load.p_memsz, file.size());
    dynamic.p_vaddr = k_dynamic_at;
    dynamic.p_memsz = 3 * sizeof(elf::Dynamic);
    note.p_offset = k_note_at;
    note.p_filesz = file.size() - k_note_at;
    put(sizeof header, load);
    put(sizeof header + sizeof load, dynamic);
    put(sizeof header + 2 * sizeof load, note);
    const elf::Dynamic entries[] = {
        {elf::k_symbols, k_symbol_at}, {elf::k_strings, k_names_at}, {elf::k_hash, k_names_at + 8}};
    put(k_dynamic_at, entries);
    symbol.st_value = k_kernel_at;
    for (std::uint64_t i : {2, 1})
      put(k_symbol_at + i * sizeof symbol, others_at - static_cast<std::uint32_t>(k_names_at));
    put(k_symbol_at, symbol);
    std::memcpy(&file.at(k_names_at), "k.kd", 5);
    put(k_names_at + 8 + 4, symbols);  // how many symbols the table of hashes has
    put(k_kernel_at + 8, kernarg_bytes);
    put(k_note_at, elf::Note{7, static_cast<std::uint32_t>(described.size()), 32});
    std::memcpy(&file.at(k_note_at + sizeof(elf::Note)), "AMDGPU", 7);
    std::memcpy(&file.at(k_note_at + sizeof(elf::Note) + 8), described.data(), described.size());
    return read_code_object(file.data(), file.size());
  }
};

}  // namespace

TEST_CASE("a code object is read", "[emulator]") {
  const CodeObject object = Made().read();
  REQUIRE(object.kernels.size() == 1);
  CHECK(object.kernels.at("k").arguments.size() == 1);
  CHECK(object.kernels.at("k").descriptor.kernarg_bytes == 16);
}

TEST_CASE("names that lie outside of a code object are refused", "[emulator]") {
  Made made;
  made.symbol.st_name = 0x7fffffff;
  CHECK_THROWS_AS(made.read(), Fault);
}

TEST_CASE("names of a code object are no longer than it, all of them together", "[emulator]") {
  Made made;
  made.kernel[".name"] = std::string(3'000, 'x');
  made.others_at = 1'000;
  made.symbols = 2;
  CHECK_NOTHROW(made.read());
  made.symbols = 3;
  CHECK_THROWS_AS(made.read(), Fault);
}

TEST_CASE("metadata of a code object may be nested, but not without end", "[emulator]") {
  CHECK_THROWS_AS(Made().read(std::vector<std::uint8_t>(std::size_t{1} << 20U, 0x91)), Fault);
}

TEST_CASE("formats of printf have numbers", "[emulator]") {
  Made made;
  made.metadata["amdhsa.printf"] = {"1:1:4:%d"};
  CHECK(made.read().printf_formats.at(1) == "1:4:%d");
  made.metadata["amdhsa.printf"] = {"%d"};
  CHECK_THROWS_AS(made.read(), Fault);
}

TEST_CASE("arguments end before memory does", "[emulator]") {
  Made made;
  made.kernel[".args"][0][".offset"] = 0xfffffff8U;
  CHECK_THROWS_AS(made.read(), Fault);
}

TEST_CASE("groups and waves have sizes that there are", "[emulator]") {
  for (const auto& [key, good, bad] :
       {std::tuple(".max_flat_workgroup_size", 1, 0), {".wavefront_size", 32, 0}, {".wavefront_size", 64, 16}}) {
    Made made;
    made.kernel[key] = good;
    CHECK_NOTHROW(made.read());
    made.kernel[key] = bad;
    CHECK_THROWS_AS(made.read(), Fault);
  }
}

TEST_CASE("code objects that ask for a lot of memory are refused", "[emulator]") {
  Made made;
  made.load.p_memsz = std::uint64_t{1} << 30U;
  CHECK_THROWS_AS(made.read(), Fault);
}

}  // namespace clc::emulator::test
