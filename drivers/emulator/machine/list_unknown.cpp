// Lists the instructions of code objects that the emulator does not execute: how often each stands there, its name, and
// the first file. Files for other chips are passed over.
//
// usage: clc_emulator_unknown FILE…
//        clc_emulator_unknown --executed [FILE…]   those that it executes, "CHIP NAME" a line: of these files, or all
//        that it has
#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "isa/decode_tables.h"
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
         work == Work::k_scratch || work == Work::k_buffer || work == Work::k_image;
}

bool has_work(Work work, std::string_view name) {
  if (work == Work::k_unsupported) return false;
  return !is_memory(work) || memory_action(name).has_value();
}

bool is_executed(const Instruction& instruction) {
  if (name(instruction) == "s_code_end") return true;  // fills up pages behind the last kernel
  return has_work(instruction.work, name(instruction));
}

struct Names {
  std::map<std::string, Found> unknown;
  std::set<std::string> executed;
};

void list_all(Names& names) {
  for (const auto& [chip, chip_text, generation, tables_of, machine, local_bytes, is_shown] : k_all_chips) {
    if (tables_of != chip) continue;  // has the instructions of another one
    const ChipTables& tables = chip_tables(chip);
    for (unsigned e = 0; e < tables.encoding_count; ++e) {
      const EncodingEntry& encoding = tables.encodings[e];
      for (unsigned i = 0; i < encoding.operation_count; ++i) {
        const OperationEntry& operation = encoding.operations[i];
        const std::string_view text = opcode_name(operation.opcode);
        if (has_work(operation.work, text)) names.executed.insert(std::string(chip_text) + " " + std::string(text));
      }
    }
  }
}

void list(const CodeObject& object, const std::string& file, Names& names) {
  for (std::uint64_t at = object.text_begin; at < object.text_end;) {
    const auto decoded = decode(object.chip, object.image.data() + at, object.text_end - at, at);
    const auto* instruction = std::get_if<Instruction>(&decoded);
    at += instruction != nullptr ? instruction->bytes : 4U;
    if (instruction != nullptr && is_executed(*instruction)) {
      names.executed.insert(std::string(chip_name(object.chip)) + " " + std::string(name(*instruction)));
      continue;
    }
    const std::string what =
        instruction != nullptr ? std::string(name(*instruction)) : std::get<DecodeError>(decoded).message;
    Found& found = names.unknown[std::string(chip_name(object.chip)) + " " + what];
    if (found.count++ == 0) found.file = file;
  }
}

}  // namespace
}  // namespace clc::emulator

int main(int argument_count, char** arguments) {
  using namespace clc::emulator;
  Names names;
  unsigned objects = 0;
  const bool wants_executed = argument_count > 1 && std::string_view(arguments[1]) == "--executed";
  if (wants_executed && argument_count == 2) list_all(names);
  for (int i = wants_executed ? 2 : 1; i < argument_count; ++i) {
    std::ifstream file(arguments[i], std::ios::binary);
    const std::vector<char> bytes((std::istreambuf_iterator<char>(file)), {});
    try {
      list(read_code_object(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()), arguments[i], names);
      ++objects;
    } catch (const Fault&) {
      // Another chip's.
    }
  }
  if (wants_executed) {
    for (const std::string& name : names.executed) std::printf("%s\n", name.c_str());
    return 0;
  }
  for (const auto& [what, found] : names.unknown)
    std::printf("%8lu %s (%s)\n", found.count, what.c_str(), found.file.c_str());
  std::printf("%u code objects, %zu kinds of instructions that are not executed\n", objects, names.unknown.size());
  return 0;
}
