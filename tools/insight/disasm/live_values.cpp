#include "insight/disasm/live_values.h"

#include <algorithm>
#include <map>
#include <vector>

#include "base/backward_flow.h"
#include "base/text.h"
#include "insight/disasm/disasm_text.h"
#include "insight/disasm/ptx_code.h"
#include "protocol/register_set.h"

namespace clc {
namespace {

using Value = std::size_t;        // a register of the function, by number
using Alive = std::vector<bool>;  // by register

class Function {
 public:
  explicit Function(std::string_view text)
      : lines_(lines_with_breaks(text)), ptx_(lines_), code_(ptx_.instructions()), type_of_(ptx_.types()) {}

  MostValues most() const {
    const std::vector<Alive> alive = alive_before();
    MostValues most;
    for (std::size_t i = 0; i < code_.size(); ++i) {
      const std::size_t words = words_of(alive[i]);
      if (words > most.words || most.place.empty()) most.place = place_of(code_[i].line);
      most.words = std::max(most.words, words);
    }
    return most;
  }

  std::string annotated(AliveText said) {
    const std::vector<Alive> alive = alive_before();
    std::vector<std::size_t> words;
    for (const Alive& here : alive) words.push_back(words_of(here));
    const std::size_t most = words.empty() ? 0 : std::ranges::max(words);
    std::string text;
    std::size_t next = 0;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      if (next == code_.size() || code_[next].line != i) {
        text += lines_[i];
        continue;
      }
      const std::string_view line = lines_[i].substr(0, lines_[i].find_last_not_of("\r\n") + 1);
      text += std::string(line) + "  // alive: ";
      if (said == AliveText::k_names) {
        text += names_of(alive[next]) + "\n";
      } else {
        text += text_of(alive[next]) + (words[next] == most ? " (the most)" : "") + "\n";
      }
      ++next;
    }
    return text;
  }

 private:
  // The last `.loc` before the line that names a line of the source: ".loc 1 5 20", not ".loc 1 0 9".
  std::string_view place_of(std::size_t line) const {
    while (line-- != 0) {
      const std::string_view text = trimmed(lines_[line]);
      if (!text.starts_with(".loc")) continue;
      const std::string_view numbers = trimmed(text.substr(std::string_view(".loc").size()));
      const std::string_view number = trimmed(numbers.substr(std::min(numbers.find(' '), numbers.size())));
      if (!number.starts_with("0")) return lines_[line];
    }
    return {};
  }

  std::vector<std::size_t> successors(std::size_t at) const {
    std::vector<std::size_t> next;
    if (code_[at].falls_through && at + 1 < code_.size()) next.push_back(at + 1);
    const std::vector<std::size_t> targets = ptx_.targets_of(code_[at]);
    next.insert(next.end(), targets.begin(), targets.end());
    return next;
  }

  std::vector<Alive> alive_before() const {
    std::vector<std::vector<std::size_t>> next;
    for (std::size_t i = 0; i < code_.size(); ++i) next.push_back(successors(i));
    return flow_backwards(code_.size(), Alive(type_of_.size()), [&](std::size_t i, const std::vector<Alive>& alive) {
      Alive here(type_of_.size());
      for (const std::size_t after : next[i]) {
        for (Value one = 0; one < here.size(); ++one) here[one] = here[one] || alive[after][one];
      }
      // A guarded instruction may keep the old value of its target, which counts as read.
      for (const Value one : code_[i].writes) here[one] = code_[i].is_guarded;
      for (const Value one : code_[i].reads) here[one] = true;
      return here;
    });
  }

  std::size_t words_of(const Alive& alive) const {
    std::size_t words = 0;
    for (Value one = 0; one < alive.size(); ++one) {
      if (!alive[one] || type_of_[one] == ".pred") continue;
      words += type_of_[one].ends_with("128") ? 4 : type_of_[one].ends_with("64") ? 2 : 1;
    }
    return words;
  }

  std::string text_of(const Alive& alive) const {
    std::map<std::string, std::size_t> counts;
    for (Value one = 0; one < alive.size(); ++one) {
      if (alive[one]) ++counts[type_of_[one]];
    }
    std::string text;
    for (const auto& [type, count] : counts) text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + type;
    return text.empty() ? "0" : text;
  }

  std::string names_of(const Alive& alive) const {
    RegisterSet registers;
    for (Value one = 0; one < alive.size(); ++one) {
      if (alive[one]) registers.push_back(named_register(ptx_.names()[one].substr(1)));
    }
    std::ranges::sort(registers);
    return encode_registers(registers);
  }

  std::vector<std::string_view> lines_;
  PtxCode ptx_;
  const std::vector<PtxInstruction>& code_;
  const std::vector<std::string>& type_of_;  // by register
};

}  // namespace

std::string with_live_values(std::string_view function, AliveText said) {
  return Function(function).annotated(said);
}

MostValues most_live_values(std::string_view function) {
  return Function(function).most();
}

}  // namespace clc
