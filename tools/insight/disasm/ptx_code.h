// The instructions of a PTX function with the registers that they read and write.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace clc {

struct PtxInstruction {
  std::size_t line = 0;
  std::string_view name;  // "ld.global.nc.b32"
  std::vector<std::size_t> reads;
  std::vector<std::size_t> writes;  // also of a guarded instruction, which may keep the old value
  bool is_guarded = false;
  std::vector<std::string> targets;  // labels
  bool may_go_anywhere = false;      // a jump by a table
  bool falls_through = true;
};

class PtxCode {
 public:
  // Refers to the text of the lines.
  explicit PtxCode(const std::vector<std::string_view>& lines);

  const std::vector<PtxInstruction>& instructions() const { return code_; }
  const std::vector<std::string>& types() const { return type_of_; }  // ".b32"; by register
  const std::vector<std::string>& names() const { return name_of_; }  // "%r5"; by register
  std::vector<std::size_t> targets_of(const PtxInstruction& instruction) const;

 private:
  void declare(std::string_view line);
  std::optional<std::size_t> register_of(std::string_view name);
  std::vector<std::size_t> registers_in(std::string_view text);
  void read_line(std::size_t number, std::string_view line);
  void read_operands(std::string_view operands, PtxInstruction& to);

  std::map<std::string, std::string> types_;      // by the prefix of their registers' names
  std::map<std::string, std::size_t> registers_;  // by name
  std::vector<std::string> type_of_, name_of_;    // by register
  std::map<std::string, std::size_t> labels_;     // by label: the instruction behind it
  std::vector<PtxInstruction> code_;
};

}  // namespace clc
