#include "insight/disasm/live_values.h"

#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <map>
#include <optional>
#include <vector>

#include "base/backward_flow.h"
#include "insight/disasm/disasm_text.h"

namespace clc {
namespace {

using Register = std::size_t;
using Alive = std::vector<bool>;  // by register

struct Instruction {
  std::size_t line = 0;
  std::vector<Register> reads;
  std::vector<Register> writes;  // registers whose old value is lost
  std::vector<std::string> targets;
  bool may_go_anywhere = false;  // a jump by a table
  bool falls_through = true;
};

std::string_view trimmed(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) text.remove_suffix(1);
  return text;
}

bool is_in_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || c == '%';
}

bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(), [&](std::string_view one) { return text.starts_with(one); });
}

class Function {
 public:
  explicit Function(std::string_view text) : lines_(lines_with_breaks(text)) {
    for (std::size_t i = 0; i < lines_.size(); ++i) read_line(i);
  }

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

  std::string annotated() {
    const std::vector<Alive> alive = alive_before();
    std::vector<std::size_t> words;
    for (const Alive& here : alive) words.push_back(words_of(here));
    const std::size_t most = words.empty() ? 0 : *std::max_element(words.begin(), words.end());
    std::string text;
    std::size_t next = 0;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      if (next == code_.size() || code_[next].line != i) {
        text += lines_[i];
        continue;
      }
      const std::string_view line = lines_[i].substr(0, lines_[i].find_last_not_of("\r\n") + 1);
      text +=
          std::string(line) + "  // alive: " + text_of(alive[next]) + (words[next] == most ? " (the most)" : "") + "\n";
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

  // ".reg .b32 %r<10>;" declares %r0 to %r9.
  void declare(std::string_view line) {
    const std::size_t type = line.find('.', 1), name = line.find('%');
    if (type == std::string_view::npos || name == std::string_view::npos) return;
    const std::string prefix(line.substr(name, line.find_first_of("<;, ", name) - name));
    types_[prefix] = std::string(trimmed(line.substr(type, name - type)));
  }

  std::optional<Register> register_of(std::string_view name) {
    const std::string_view prefix = name.substr(0, name.find_last_not_of("0123456789") + 1);
    const auto type = types_.find(std::string(prefix));
    if (type == types_.end()) return std::nullopt;  // a special one, such as %tid
    const auto [at, is_new] = registers_.try_emplace(std::string(name), type_of_.size());
    if (is_new) type_of_.push_back(type->second);
    return at->second;
  }

  std::vector<Register> registers_in(std::string_view text) {
    std::vector<Register> found;
    for (std::size_t at = text.find('%'); at != std::string_view::npos;) {
      const auto* const end = std::find_if_not(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(), is_in_name);
      const auto stop = static_cast<std::size_t>(end - text.begin());
      if (const auto one = register_of(text.substr(at, stop - at))) found.push_back(*one);
      at = text.find('%', stop);
    }
    return found;
  }

  void read_line(std::size_t number) {
    std::string_view line = lines_[number];
    line = trimmed(line.substr(0, line.find("//")));
    if (line.starts_with(".reg")) return declare(line);
    if (line.ends_with(":")) {
      labels_[std::string(line.substr(0, line.size() - 1))] = code_.size();
      return;
    }
    const bool is_code = line.ends_with(";") && (line.front() == '@' || std::islower(line.front()) != 0);
    if (!is_code) return;
    Instruction instruction;
    instruction.line = number;
    const bool is_guarded = line.front() == '@';
    if (is_guarded) {
      const std::size_t end = line.find_first_of(" \t");
      instruction.reads = registers_in(line.substr(0, end));
      line = trimmed(line.substr(std::min(end, line.size())));
    }
    const std::size_t end = std::min(line.find_first_of(" \t;"), line.size());
    read_operands(line.substr(0, end), trimmed(line.substr(end)), is_guarded, instruction);
    code_.push_back(std::move(instruction));
  }

  void read_operands(std::string_view name, std::string_view operands, bool is_guarded, Instruction& to) {
    if (starts_with_any(name, {"bra", "brx"})) {
      if (name.starts_with("brx")) to.may_go_anywhere = true;
      to.targets.emplace_back(operands.substr(0, operands.find_first_of(" ;,")));
    }
    to.falls_through = is_guarded || !starts_with_any(name, {"bra", "brx", "ret", "exit", "trap"});
    const bool writes =
        !starts_with_any(name, {"st", "red.", "bra", "brx", "ret", "exit", "bar", "membar", "fence", "call", "prefetch",
                                "trap", "brkpt", "sust", "sured", "cp.", "nanosleep", "discard"});
    const std::size_t first_end = !writes                     ? 0
                                  : operands.starts_with("{") ? operands.find('}')
                                                              : operands.find_first_of(",;");
    const std::string_view first = operands.substr(0, first_end);
    const std::vector<Register> written = registers_in(first), read = registers_in(operands.substr(first.size()));
    to.reads.insert(to.reads.end(), read.begin(), read.end());
    // A guarded instruction may keep the old value of its target, which counts as read.
    (is_guarded ? to.reads : to.writes)
        .insert((is_guarded ? to.reads : to.writes).end(), written.begin(), written.end());
  }

  std::vector<std::size_t> successors(std::size_t at) const {
    std::vector<std::size_t> next;
    const Instruction& instruction = code_[at];
    if (instruction.falls_through && at + 1 < code_.size()) next.push_back(at + 1);
    for (const auto& [label, place] : labels_) {
      const bool is_named =
          std::find(instruction.targets.begin(), instruction.targets.end(), label) != instruction.targets.end();
      if ((is_named || instruction.may_go_anywhere) && place < code_.size()) next.push_back(place);
    }
    return next;
  }

  std::vector<Alive> alive_before() const {
    std::vector<std::vector<std::size_t>> next;
    for (std::size_t i = 0; i < code_.size(); ++i) next.push_back(successors(i));
    return flow_backwards(code_.size(), Alive(type_of_.size()), [&](std::size_t i, const std::vector<Alive>& alive) {
      Alive here(type_of_.size());
      for (const std::size_t after : next[i]) {
        for (Register one = 0; one < here.size(); ++one) here[one] = here[one] || alive[after][one];
      }
      for (const Register one : code_[i].writes) here[one] = false;
      for (const Register one : code_[i].reads) here[one] = true;
      return here;
    });
  }

  std::size_t words_of(const Alive& alive) const {
    std::size_t words = 0;
    for (Register one = 0; one < alive.size(); ++one) {
      if (!alive[one] || type_of_[one] == ".pred") continue;
      words += type_of_[one].ends_with("128") ? 4 : type_of_[one].ends_with("64") ? 2 : 1;
    }
    return words;
  }

  std::string text_of(const Alive& alive) const {
    std::map<std::string, std::size_t> counts;
    for (Register one = 0; one < alive.size(); ++one) {
      if (alive[one]) ++counts[type_of_[one]];
    }
    std::string text;
    for (const auto& [type, count] : counts) text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + type;
    return text.empty() ? "0" : text;
  }

  std::vector<std::string_view> lines_;
  std::map<std::string, std::string> types_;   // by the prefix of their registers' names
  std::map<std::string, Register> registers_;  // by name
  std::vector<std::string> type_of_;           // by register
  std::map<std::string, std::size_t> labels_;  // by label: the instruction behind it
  std::vector<Instruction> code_;
};

}  // namespace

std::string with_live_values(std::string_view function) {
  return Function(function).annotated();
}

MostValues most_live_values(std::string_view function) {
  return Function(function).most();
}

}  // namespace clc
