// Lists the instructions of code objects that the emulator does not execute: how often each stands there, its name, and
// the first file. Files for other chips are passed over.
//
// usage: clc_emulator_unknown FILE…
#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "isa/instruction.h"
#include "machine/code_object.h"
#include "machine/fault.h"
#include "machine/memory_action.h"

namespace clc::emulator {
namespace {

struct Found {
  unsigned long count = 0;
  std::string file;
};

bool is_memory(Work work) {
  return work == Work::k_scalar_memory || work == Work::k_lds || work == Work::k_flat || work == Work::k_global ||
         work == Work::k_scratch || work == Work::k_buffer;
}

bool is_executed(const Instruction& instruction) {
  if (name(instruction) == "s_code_end") return true;  // fills up pages behind the last kernel
  if (instruction.work == Work::k_unsupported) return false;
  return !is_memory(instruction.work) || (memory_action(name(instruction)).has_value() && !instruction.lds);
}

void list(const CodeObject& object, const std::string& file, std::map<std::string, Found>& unknown) {
  for (std::uint64_t at = object.text_begin; at < object.text_end;) {
    const auto decoded = decode(object.chip, object.image.data() + at, object.text_end - at, at);
    const auto* instruction = std::get_if<Instruction>(&decoded);
    at += instruction != nullptr ? instruction->bytes : 4U;
    if (instruction != nullptr && is_executed(*instruction)) continue;
    const std::string what =
        instruction != nullptr ? std::string(name(*instruction)) : std::get<DecodeError>(decoded).message;
    Found& found = unknown[std::string(chip_name(object.chip)) + " " + what];
    if (found.count++ == 0) found.file = file;
  }
}

}  // namespace
}  // namespace clc::emulator

int main(int argument_count, char** arguments) {
  using namespace clc::emulator;
  std::map<std::string, Found> unknown;
  unsigned objects = 0;
  for (int i = 1; i < argument_count; ++i) {
    std::ifstream file(arguments[i], std::ios::binary);
    const std::vector<char> bytes((std::istreambuf_iterator<char>(file)), {});
    try {
      list(read_code_object(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()), arguments[i], unknown);
      ++objects;
    } catch (const Fault&) {
      // Another chip's.
    }
  }
  for (const auto& [what, found] : unknown)
    std::printf("%8lu %s (%s)\n", found.count, what.c_str(), found.file.c_str());
  std::printf("%u code objects, %zu kinds of instructions that are not executed\n", objects, unknown.size());
  return 0;
}
