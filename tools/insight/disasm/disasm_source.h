// Puts source lines between the lines of a disassembly.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "insight/disasm/disasm.h"
#include "insight/disasm/disasm_text.h"

namespace clc {

struct InterleavedText {
  std::string text;
  std::vector<std::string> missing_files;  // source files that were not found, or cannot be read
};

// Puts each source line as a comment before the code that was made from it. `.loc` (PTX), `OpLine` (SPIR-V), `//##`
// (nvdisasm) and `; FILE:LINE` (llvm-objdump -l, whose line is replaced) name the lines. If the text has no such name,
// the first line of the result says so.
InterleavedText interleave_source(TextForm form, std::string_view text, const DisassemblyOptions& options);

// A line of code without its break, and the source line that it was made of; no file: not known.
struct LocatedLine {
  std::string_view text;
  std::string file;
  std::uint64_t line = 0;
};

// The lines of `part`, which is a piece of `whole`, without those that only name source lines.
std::vector<LocatedLine> located_lines(TextForm form, std::string_view whole, std::string_view part);

// Names of files, by their keys in the text: the number of `.file`, the id of `OpString`.
using FileNames = std::map<std::string, std::string>;
FileNames file_names(TextForm form, std::string_view text);

// "kernel.cl:12" where the line names a place in the source.
std::optional<std::string> place_in(TextForm form, std::string_view line, const FileNames& names = {});

// The paths that a file may have which debug information names, by DisassemblyOptions::source_folders.
std::vector<std::string> possible_paths(const std::vector<std::pair<std::string, std::string>>& folders,
                                        const std::string& file);

// Reads a source from the first of DisassemblyOptions::source_folders that has it.
std::optional<Bytes> read_source(const std::vector<std::pair<std::string, std::string>>& folders,
                                 const std::string& file);

// The name without a prefix of compilers: "./", or PoCL's name of the current folder.
std::string short_file_name(std::string_view text);

}  // namespace clc
