#include "base/platform/machine.h"

#include <grp.h>
#include <sched.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <vector>

namespace clc::platform {

// The lines of /proc/cpuinfo.
std::string processor() {
  static constexpr std::array<std::string_view, 12> k_names = {
      "vendor_id",       "cpu family",  "model",    "model name",   "stepping",         "flags",
      "CPU implementer", "CPU variant", "CPU part", "CPU revision", "CPU architecture", "Features"};
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen("/proc/cpuinfo", "re"), std::fclose);
  char* line = nullptr;
  std::size_t room = 0;
  std::string looks;
  while (file && ::getline(&line, &room, file.get()) > 1) {  // an empty line ends the first processor
    const std::string_view text = line;
    std::string_view name = text.substr(0, text.find(':'));
    while (!name.empty() && (name.back() == '\t' || name.back() == ' ')) name.remove_suffix(1);
    if (std::ranges::find(k_names, name) != k_names.end()) looks += text;
  }
  std::free(line);
  return looks;
}

unsigned processors() {
  cpu_set_t set;
  return ::sched_getaffinity(0, sizeof set, &set) == 0 ? static_cast<unsigned>(CPU_COUNT(&set)) : 1;
}

std::optional<std::uint32_t> find_group(const std::string& name) {
  struct group entry{};
  struct group* found = nullptr;
  std::vector<char> room(std::size_t{1} << 16U);  // for a group with many members
  if (::getgrnam_r(name.c_str(), &entry, room.data(), room.size(), &found) != 0 || found == nullptr)
    return std::nullopt;
  return found->gr_gid;
}

const UsualFolder k_usual_caches = {"HOME", "/.cache"};
const UsualFolder k_usual_settings = {"HOME", "/.config"};
const UsualFolder k_usual_states = {"HOME", "/.local/state"};

}  // namespace clc::platform
