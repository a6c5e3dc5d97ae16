#include "offline/device_info.h"

#include "base/text.h"
#include "base/try.h"

namespace clc {
namespace {

std::string_view unquoted(std::string_view value) {
  const bool is_quoted = value.size() >= 2 && value.front() == '"' && value.back() == '"';
  return is_quoted ? value.substr(1, value.size() - 2) : value;
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  for (const std::string_view word : split(text, " ")) {
    if (!word.empty()) words.emplace_back(word);
  }
  return words;
}

Result<void> read_value(DeviceInfo& info, std::string_view key, std::string_view value) {
  const auto wrong = [&](const char* expected) -> Result<void> {
    return fail(ErrorKind::k_usage, std::string(key) + "=" + std::string(value) + ": it must be " + expected);
  };
  if (key == "CL_DEVICE_ADDRESS_BITS") {
    if (value != "32" && value != "64") return wrong("32 or 64");
    info.address_bits = value == "32" ? 32 : 64;
  } else if (key == "CL_DEVICE_IMAGE_SUPPORT") {
    if (value != "0" && value != "1") return wrong("0 or 1");
    info.has_images = value == "1";
  } else if (key == "CL_DEVICE_EXTENSIONS") {
    info.extensions = words_of(value);
  } else if (key == "CL_DEVICE_IL_VERSION") {
    info.il_version = value;
  } else if (key == "CL_DEVICE_VERSION") {
    info.version = value;
  } else if (key == "CL_DEVICE_NAME") {
    info.name = value;
  }
  return {};
}

}  // namespace

Result<DeviceInfo> parse_device_info(std::string_view text) {
  DeviceInfo info;
  std::size_t number = 0;
  for (const std::string_view whole : lines_of(text)) {
    ++number;
    const std::string_view line = trimmed(whole);
    if (line.empty() || line.front() == '#') continue;
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos)
      return fail(ErrorKind::k_usage, "line " + std::to_string(number) + " is not KEY=VALUE");
    CLC_TRY(in_context("line " + std::to_string(number),
                       read_value(info, trimmed(line.substr(0, equals)), unquoted(trimmed(line.substr(equals + 1))))));
  }
  return info;
}

}  // namespace clc
