#include <algorithm>
#include <cctype>
#include <cstdio>
#include <set>
#include <string>

#include <unistd.h>

#include "texts.h"

extern "C" const char clc_opencl_c_base_h[], clc_opencl_c_base_h_end[], clc_opencl_c_h[], clc_opencl_c_h_end[];

namespace clc::worker {

int print_texts() {
  Bytes input;
  char buffer[65536];
  for (ssize_t count; (count = ::read(STDIN_FILENO, buffer, sizeof buffer)) > 0;) {
    input.append(buffer, static_cast<std::size_t>(count));
  }
  TextFinder finder;
  finder.read(input, "");
  const Bytes output = encode_found_texts(finder.texts());
  return std::fwrite(output.data(), 1, output.size(), stdout) == output.size() && std::fflush(stdout) == 0 ? 0 : 1;
}

int print_builtin_names() {
  std::set<std::string> names;
  const auto take = [&](const char* begin, const char* end) {
    const auto is_part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    for (const char* at = begin; at < end;) {
      const char* stop = std::find_if_not(at, end, is_part);
      if (stop != at && std::isdigit(static_cast<unsigned char>(*at)) == 0) names.insert(std::string(at, stop));
      at = stop + 1;
    }
  };
  take(clc_opencl_c_base_h, clc_opencl_c_base_h_end);
  take(clc_opencl_c_h, clc_opencl_c_h_end);
  for (const std::string& name : names) std::printf("%s\n", name.c_str());
  return 0;
}

}  // namespace clc::worker
