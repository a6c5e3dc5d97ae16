#include "base/platform/machine.h"

#include <windows.h>

#include <algorithm>
#include <thread>

#include "base/platform/windows/system.h"

namespace clc::platform {
namespace {

constexpr const wchar_t* k_first_processor = L"HARDWARE\\DESCRIPTION\\System\\CentralProcessor\\0";

std::string registered(const wchar_t* name) {
  std::wstring text(1024, L'\0');
  auto size = static_cast<DWORD>(text.size() * sizeof(wchar_t));
  if (::RegGetValueW(HKEY_LOCAL_MACHINE, k_first_processor, name, RRF_RT_REG_SZ, nullptr, text.data(), &size) != 0)
    return {};
  text.resize(size / sizeof(wchar_t) - 1);
  return to_narrow(text);
}

}  // namespace

// The abilities are those that Windows tells, by their numbers.
std::string processor() {
  std::string looks;
  for (const wchar_t* name : {L"VendorIdentifier", L"Identifier", L"ProcessorNameString"})
    looks += to_narrow(name) + ": " + registered(name) + "\n";
  looks += "abilities:";
  constexpr DWORD k_most = 64;
  for (DWORD ability = 0; ability < k_most; ++ability) {
    if (::IsProcessorFeaturePresent(ability) != 0) looks += " " + std::to_string(ability);
  }
  return looks + "\n";
}

unsigned processors() {
  return std::max(1U, std::thread::hardware_concurrency());
}

std::optional<std::uint32_t> find_group(const std::string&) {
  return std::nullopt;
}

const UsualFolder k_usual_caches = {"LOCALAPPDATA", ""};
const UsualFolder k_usual_settings = {"LOCALAPPDATA", ""};
const UsualFolder k_usual_states = {"LOCALAPPDATA", ""};

}  // namespace clc::platform
