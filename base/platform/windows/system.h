// Texts and errors between Windows and the rest of the project, which has UTF-8 and errnos.
#pragma once

#include <windows.h>

#include <string>

namespace clc::platform {

std::wstring to_wide(const std::string& text);
std::string to_narrow(const std::wstring& text);

// A path for functions of Windows, which take long ones in a form of their own alone.
std::wstring to_native(const std::string& path);

// The errno for an error of Windows, by default the calling thread's last one.
int errno_of(DWORD error = ::GetLastError());

// The text for an error of Windows, without a full stop.
std::string text_of(DWORD error);

}  // namespace clc::platform
