#include "compile/assembler_output.h"

#include <optional>
#include <set>
#include <sstream>

#include "clc/package/resource_names.h"
#include "compile/ze_info.h"
#include "support/elf_sections.h"

namespace clc {
namespace {

// The number in front of ` bytes stack frame` or ` registers`, say.
std::optional<std::int64_t> number_before(const std::string& line, const std::string& what) {
  const std::size_t at = line.find(" " + what);
  if (at == std::string::npos || at == 0) return std::nullopt;
  std::size_t begin = at;
  while (begin > 0 && line[begin - 1] >= '0' && line[begin - 1] <= '9') --begin;
  if (begin == at || at - begin > 15) return std::nullopt;
  return std::stoll(line.substr(begin, at - begin));
}

std::optional<std::string> text_between(const std::string& line, const std::string& before, const std::string& after) {
  const std::size_t at = line.find(before);
  if (at == std::string::npos) return std::nullopt;
  const std::size_t begin = at + before.size();
  const std::size_t end = after.empty() ? line.size() : line.find(after, begin);
  if (end == std::string::npos) return std::nullopt;
  return line.substr(begin, end - begin);
}

// Every `N bytes cmem[B]` of the line.
std::int64_t constant_bytes(std::string line) {
  std::int64_t sum = 0;
  for (std::size_t at = line.find(" bytes cmem["); at != std::string::npos; at = line.find(" bytes cmem[")) {
    sum += number_before(line, "bytes cmem[").value_or(0);
    line.erase(0, at + 1);
  }
  return sum;
}

void read_usage(const std::string& line, std::map<std::string, std::int64_t>& figures) {
  if (const auto registers = number_before(line, "registers")) figures[resource::k_registers] = *registers;
  // ptxas leaves out what is 0.
  figures[resource::k_local_bytes] = number_before(line, "bytes smem").value_or(0);
  if (const std::int64_t bytes = constant_bytes(line); bytes != 0) figures[resource::k_constant_bytes] = bytes;
  if (const auto stack = number_before(line, "bytes cumulative stack size"))
    figures[resource::k_scratch_bytes] = *stack;
}

void read_properties(const std::string& line, std::map<std::string, std::int64_t>& figures) {
  if (const auto frame = number_before(line, "bytes stack frame")) figures[resource::k_scratch_bytes] = *frame;
  if (const auto stores = number_before(line, "bytes spill stores")) figures[resource::k_spill_store_bytes] = *stores;
  if (const auto loads = number_before(line, "bytes spill loads")) figures[resource::k_spill_load_bytes] = *loads;
}

// One kernel of .ze_info, filled line by line.
class IntelKernel {
 public:
  std::string name;

  void take_block(const std::string& block, const ZeInfoEntry& entry) {
    const std::optional<std::int64_t> number = entry.number();
    if (block == "execution_env") {
      if (entry.key == "grf_count") registers_ = number;
      if (entry.key == "simd_size") lanes_ = number;
      if (entry.key == "slm_size") local_ = number.value_or(0);
      if (entry.key == "spill_size") spills_ = number;
    } else if (block == "per_thread_memory_buffers") {
      if (entry.begins_item) buffers_.emplace_back();
      if (buffers_.empty()) return;
      if (entry.key == "type") buffers_.back().type = entry.value;
      if (entry.key == "usage") buffers_.back().usage = entry.value;
      if (entry.key == "size") buffers_.back().size = number.value_or(0);
      if (entry.key == "is_simt_thread") buffers_.back().is_of_work_item = entry.value == "true";
    }
  }

  void add_to(Resources& resources) const {
    if (name.empty() || !registers_ || !lanes_ || *lanes_ == 0) return;
    std::map<std::string, std::int64_t>& figures = resources[name];
    figures[resource::k_registers] = *registers_;
    figures[resource::k_wave_size] = *lanes_;
    figures[resource::k_local_bytes] = local_;
    std::int64_t scratch = 0;
    for (const Buffer& buffer : buffers_) {
      if (buffer.type != "slm") scratch += buffer.is_of_work_item ? buffer.size : buffer.size / *lanes_;
    }
    figures[resource::k_scratch_bytes] = scratch;
    if (const std::optional<std::int64_t> bytes = spill_bytes()) {
      figures[resource::k_spill_bytes] = *bytes;
      if (*bytes == 0) figures[resource::k_register_spills] = 0;
    }
  }

 private:
  struct Buffer {
    std::string type, usage;
    std::int64_t size = 0;
    bool is_of_work_item = false;  // else of a hardware thread
  };

  // Newer compilers say it. Otherwise it is known only where scratch memory serves one purpose, or there is none.
  std::optional<std::int64_t> spill_bytes() const {
    if (spills_) return spills_;
    std::int64_t bytes = 0;
    for (const Buffer& buffer : buffers_) {
      if (buffer.type != "scratch" || buffer.usage == "private_space") continue;
      if (buffer.usage != "spill_fill_space") return std::nullopt;
      bytes += buffer.size;
    }
    return bytes;
  }

  std::optional<std::int64_t> registers_, lanes_, spills_;
  std::int64_t local_ = 0;
  std::vector<Buffer> buffers_;
};

// "warning: kernel k  compiled SIMD32 allocated 128 regs and spilled around 44"
void read_spill_warnings(const std::string& log, Resources& resources) {
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);) {
    std::optional<std::string> name = text_between(line, "warning: kernel ", " compiled SIMD");
    const std::optional<std::string> count = text_between(line, " regs and spilled around ", "");
    if (!name || !count) continue;
    while (name->ends_with(' ')) name->pop_back();
    const auto kernel = resources.find(*name);
    const std::optional<std::int64_t> registers = ze_info_number(*count);
    if (kernel != resources.end() && registers) kernel->second[resource::k_register_spills] = *registers;
  }
}

}  // namespace

std::string stable_log(const std::string& output, bool repeats_messages) {
  std::istringstream lines(output);
  std::set<std::string> said;
  std::string log;
  for (std::string line; std::getline(lines, line);) {
    const bool is_new = !repeats_messages || (!line.empty() && said.insert(line).second);
    if (is_new && line.find("Compile time = ") == std::string::npos) log += line + "\n";
  }
  return log;
}

std::string advice(Family family, const std::string& log) {
  constexpr std::string_view k_says_nothing = "Compilation from IR - skipping loading of FCL\n";
  if (family != Family::k_intel || (!log.empty() && log != k_says_nothing)) return "";
  return " and gave no reason, as it does for SPIR-V that it cannot read; try other code with -Xtarget 'intel:*' -O1 "
         "(or -cl-opt-disable), or a newer ocloc";
}

Resources resources_of(Family family, const std::string& output, BytesView binary) {
  return family == Family::k_cubin ? cubin_resources(output, binary) : intel_resources(output, binary);
}

Resources cubin_resources(const std::string& ptxas_output, BytesView cubin) {
  Resources resources;
  std::string entry;  // the kernel that the lines are about
  std::string of;     // the function whose properties follow
  std::istringstream lines(ptxas_output);
  for (std::string line; std::getline(lines, line);) {
    if (const auto name = text_between(line, "Compiling entry function '", "'")) {
      entry = *name;
    } else if (const auto function = text_between(line, "Function properties for ", "")) {
      of = *function;
    } else if (line.find("bytes stack frame") != std::string::npos) {
      if (!entry.empty() && of == entry) read_properties(line, resources[entry]);
    } else if (line.find(" registers") != std::string::npos && line.find("Used ") != std::string::npos) {
      if (!entry.empty()) read_usage(line, resources[entry]);
    }
  }
  for (const ElfSection& section : elf_sections(cubin)) {
    const std::string k_code = ".text.";
    if (!section.name.starts_with(k_code)) continue;
    const auto kernel = resources.find(section.name.substr(k_code.size()));
    if (kernel != resources.end()) kernel->second[resource::k_code_bytes] = static_cast<std::int64_t>(section.size);
  }
  for (auto& [name, figures] : resources) figures[resource::k_wave_size] = 32;
  return resources;
}

Resources intel_resources(const std::string& ocloc_output, BytesView zebin) {
  Resources resources;
  const std::vector<ElfSection> sections = elf_sections(zebin);
  for (const ElfSection& section : sections) {
    if (section.name != ".ze_info") continue;
    std::istringstream lines{std::string(section.bytes)};
    IntelKernel kernel;
    std::string list, block;
    for (std::string line; std::getline(lines, line);) {
      const ZeInfoEntry entry = ze_info_entry(line);
      const std::size_t depth = entry.depth;
      if (depth == 0) {
        list = entry.key;
      } else if (list != "kernels") {
        continue;
      } else if (depth == 2 && entry.begins_item) {
        kernel.add_to(resources);
        kernel = IntelKernel();
        block.clear();
        if (entry.key == "name") kernel.name = entry.value;
      } else if (depth == 4 && !entry.begins_item) {
        block = entry.key;
        if (entry.key == "name") kernel.name = entry.value;
      } else {
        kernel.take_block(block, entry);
      }
    }
    kernel.add_to(resources);
  }
  read_spill_warnings(ocloc_output, resources);
  for (const ElfSection& section : sections) {
    const auto kernel = section.name.starts_with(".text.") ? resources.find(section.name.substr(6)) : resources.end();
    if (kernel != resources.end()) kernel->second[resource::k_code_bytes] = static_cast<std::int64_t>(section.size);
  }
  return resources;
}

}  // namespace clc
