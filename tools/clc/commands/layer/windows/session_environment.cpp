// In the user's variables in the registry, which the programs that Explorer starts get.
#include "commands/layer/session_environment.h"

#include <windows.h>

#include <cerrno>
#include <vector>

#include "base/file_io.h"
#include "base/platform/windows/system.h"
#include "base/text.h"
#include "base/try.h"

namespace clc {
namespace {

constexpr const wchar_t* k_key = L"Environment";
constexpr const wchar_t* k_layers = L"OPENCL_LAYERS";
constexpr const wchar_t* k_user = L"CLC_LAYER_USER";
constexpr std::string_view k_library = "libclc-layer.dll";

std::string value_of(const wchar_t* name) {
  constexpr DWORD k_kinds = RRF_RT_REG_SZ | RRF_RT_REG_EXPAND_SZ | RRF_NOEXPAND;
  DWORD size = 0;
  if (::RegGetValueW(HKEY_CURRENT_USER, k_key, name, k_kinds, nullptr, nullptr, &size) != 0) return {};
  std::wstring text(size / sizeof(wchar_t) + 1, L'\0');
  size = static_cast<DWORD>(text.size() * sizeof(wchar_t));
  if (::RegGetValueW(HKEY_CURRENT_USER, k_key, name, k_kinds, nullptr, text.data(), &size) != 0) return {};
  text.resize(text.find(L'\0'));
  return platform::to_narrow(text);
}

// An empty value removes the variable.
Result<void> set_value(const wchar_t* name, const std::string& value) {
  const std::wstring wide = platform::to_wide(value);
  const auto size = static_cast<DWORD>((wide.size() + 1) * sizeof(wchar_t));
  const LSTATUS error = value.empty() ? ::RegDeleteKeyValueW(HKEY_CURRENT_USER, k_key, name)
                                      : ::RegSetKeyValueW(HKEY_CURRENT_USER, k_key, name, REG_SZ, wide.c_str(), size);
  if (error == 0 || (value.empty() && error == ERROR_FILE_NOT_FOUND)) return {};
  return fail(ErrorKind::k_io, "cannot write HKEY_CURRENT_USER\\Environment\\" + platform::to_narrow(name) + ": " +
                                   platform::text_of(static_cast<DWORD>(error)));
}

std::vector<std::string> other_layers() {
  std::vector<std::string> others;
  const std::string all = value_of(k_layers);
  for (const std::string_view one : split(all, ";")) {
    if (!one.empty() && !one.ends_with(k_library)) others.emplace_back(one);
  }
  return others;
}

// Lets Explorer read the variables again.
void tell_explorer() {
  constexpr UINT k_longest = 1000;  // milliseconds
  DWORD_PTR ignored = 0;
  ::SendMessageTimeoutW(HWND_BROADCAST, WM_SETTINGCHANGE, 0, reinterpret_cast<LPARAM>(k_key), SMTO_ABORTIFHUNG,
                        k_longest, &ignored);
}

Result<void> set_layers(const std::vector<std::string>& layers, const std::string& folder) {
  CLC_TRY(set_value(k_layers, join(layers, ";")));
  CLC_TRY(set_value(k_user, folder));
  tell_explorer();
  return {};
}

}  // namespace

Result<void> bring_into_sessions(const UserLayerPlaces& places, const std::string& library) {
  if (library.find(';') != std::string::npos)
    return fail(ErrorKind::k_usage, "a path with a semicolon cannot be given to OpenCL's loader: " + library);
  std::vector<std::string> layers = other_layers();
  layers.insert(layers.begin(), library);
  return set_layers(layers, places.folder);
}

Result<void> take_out_of_sessions(const UserLayerPlaces&) {
  return set_layers(other_layers(), "");
}

std::string library_of_sessions(const UserLayerPlaces&) {
  const std::string all = value_of(k_layers);
  for (const std::string_view one : split(all, ";")) {
    if (one.ends_with(k_library)) return std::string(one);
  }
  return {};
}

std::string session_advice(const UserLayerPlaces&) {
  return "Programs that are started from now on get it, those from consoles that are open do not. With an "
         "administrator's\n"
         "rights OpenCL's loader reads no variables (docs/layer.md#on-windows).\n";
}

}  // namespace clc
