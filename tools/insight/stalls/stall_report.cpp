#include <algorithm>
#include <array>
#include <charconv>

#include "base/json_writer.h"
#include "base/printable.h"
#include "base/text.h"
#include "insight/report/resource_report.h"
#include "insight/stalls/stalls.h"

namespace clc {
namespace {

std::string rounded(double value, int digits) {
  std::array<char, 64> text{};
  const auto [end, error] =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, digits);
  return error == std::errc() ? std::string(text.data(), end) : std::string("?");
}

std::string clocks_text(double value) {
  return rounded(value, value < 10 && value != static_cast<int>(value) ? 1 : 0);
}

std::string place_text(const std::string& file, std::uint64_t line) {
  return line == 0 ? "?" : printable(file) + ":" + std::to_string(line);
}

std::string heading(const KernelStalls& kernel) {
  const std::string waves = clocks_text(kernel.waves);
  return "kernel " + printable(kernel.kernel) + " for " + printable(kernel.target) + " on " + kernel.product +
         (kernel.is_checked ? "" : " *") + ": a wave issues for " + clocks_text(kernel.issue) +
         " clocks and stalls for " + clocks_text(kernel.clocks) + "; the " + waves +
         (kernel.waves == 1 ? " wave of a scheduler hides" : " waves of a scheduler hide") + " all but " +
         clocks_text(kernel.left) + "; loads take " + clocks_text(kernel.load_clocks) + " (" + kernel.loads + ")\n";
}

std::string lines_text(const KernelStalls& kernel) {
  constexpr double k_least_share = 0.01;
  std::vector<std::vector<std::string>> rows{{"place", "clocks", "share", "left", "mostly for"}};
  for (const StallLine& line : kernel.lines) {
    if (line.clocks < k_least_share * kernel.clocks) continue;
    const std::string from = line.on_line == 0 ? "" : " of " + place_text(line.on_file, line.on_line);
    rows.push_back({place_text(line.file, line.line), clocks_text(line.clocks),
                    rounded(100 * line.clocks / kernel.clocks, 0) + " %", clocks_text(line.left), line.reason + from});
  }
  return rows.size() == 1 ? "" : aligned(rows, 1);
}

std::string loops_text(const KernelStalls& kernel) {
  std::string text;
  for (const StallLoop& loop : kernel.loops) {
    text += "loop that ends at " + place_text(loop.file, loop.line) + ": " +
            (loop.iterations == 0 ? "" : "about " + clocks_text(loop.iterations) + " iterations; ") +
            "an iteration takes " + clocks_text(loop.clocks) + " clocks, its chain of dependences " +
            clocks_text(loop.chain) + "\n";
  }
  return text;
}

// The instruction without its encoding.
std::string bare(const std::string& line) {
  const std::string_view text = trimmed(line);
  std::string code;
  for (const char c : trimmed(text.substr(0, text.find("// 0")))) {
    if (c != '\t' && c != ' ') code += c;
    if ((c == '\t' || c == ' ') && !code.ends_with(' ')) code += ' ';
  }
  return printable(code);
}

std::string code_text(const KernelStalls& kernel) {
  std::vector<std::vector<std::string>> rows{{"at", "line", "waits", "left", "code", "waits for"}};
  for (std::size_t i = 0; i < kernel.code.size(); ++i) {
    const StallCode& code = kernel.code[i];
    const std::string_view label = trimmed(code.text);
    const bool is_label = label.ends_with(':') && !label.starts_with(';');
    if (!code.is_instruction && !is_label) continue;
    const bool waits = code.clocks != 0;
    std::string reason = code.reason;
    if (code.on) reason += " of " + std::to_string(*code.on) + (code.is_carried ? ", an iteration before" : "");
    rows.push_back({std::to_string(i), code.line == 0 ? "" : std::to_string(code.line),
                    waits ? clocks_text(code.clocks) : "", waits ? clocks_text(code.left) : "", bare(code.text),
                    reason});
  }
  std::size_t widest = 0;
  for (const std::vector<std::string>& row : rows) widest = std::max(widest, row[4].size());
  for (std::vector<std::string>& row : rows) row[4].resize(widest, ' ');
  return rows.size() == 1 ? "" : aligned(rows, 0, true);
}

}  // namespace

std::string stall_text(const std::vector<KernelStalls>& kernels) {
  std::string text;
  for (const KernelStalls& kernel : kernels) {
    text += "\n";
    if (!kernel.unknown.empty()) {
      text += "no stalls of " + printable(kernel.kernel) + " for " + printable(kernel.target) + ": " +
              printable(kernel.unknown) + "\n";
      continue;
    }
    text += heading(kernel) + loops_text(kernel);
    for (const std::string& part : {lines_text(kernel), code_text(kernel)}) text += part.empty() ? "" : "\n" + part;
  }
  return text;
}

void write_stalls(const KernelStalls& kernel, JsonWriter& json) {
  json.key("stalls").begin_object();
  if (!kernel.unknown.empty()) return void(json.key("unknown").value(kernel.unknown).end_object());
  const auto number = [&](const char* key, double value) { json.key(key).number(rounded(value, 1)); };
  json.put("product", kernel.product, "loads", kernel.loads);
  number("load_clocks", kernel.load_clocks);
  number("waves", kernel.waves);
  number("issue", kernel.issue);
  number("clocks", kernel.clocks);
  number("left", kernel.left);
  json.key("lines").objects(kernel.lines, [&](const StallLine& line) {
    json.put("file", line.file, "line", line.line);
    number("clocks", line.clocks);
    number("left", line.left);
    json.put("reason", line.reason);
    if (line.on_line != 0) json.key("waits_for").value(line.on_file + ":" + std::to_string(line.on_line));
  });
  json.key("loops").objects(kernel.loops, [&](const StallLoop& loop) {
    json.put("file", loop.file, "line", loop.line);
    if (loop.iterations != 0) number("iterations", loop.iterations);
    number("clocks", loop.clocks);
    number("chain", loop.chain);
  });
  json.key("code").objects(kernel.code, [&](const StallCode& code) {
    json.put("text", bare(code.text));
    if (code.line != 0) json.key("file").value(code.file).key("line").value(code.line);
    if (code.is_instruction) number("times", code.times);
    if (code.clocks == 0) return;
    number("clocks", code.clocks);
    number("left", code.left);
    json.put("reason", code.reason);
    if (code.on) json.key("waits_for").value(std::uint64_t{*code.on}).key("carried").value(code.is_carried);
  });
  json.end_object();
}

}  // namespace clc
