// Libraries: modules without their sources, to be linked into others (`clc compile -create-library`).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "clc/base/result.h"
#include "clc/package/manifest.h"

namespace clc {

// The section of an artifact that has a Library, and the key of a variant in the manifest that has it, too.
inline constexpr std::string_view k_library_section = "library";
// Variant::format of libraries. Their blobs are LLVM bitcode, or what an installed driver makes.
inline constexpr const char* k_library_format = "library";
inline constexpr int k_manifest_minor_of_libraries = 6;

inline constexpr const char* k_library_flag = "-create-library";
inline constexpr const char* k_link_options_flag = "-enable-link-options";

// A struct, union or enumeration, which those who hand it to each other must define alike.
struct LibraryTag {
  std::string key;                 // a digest of its name
  std::string digest;              // of its parts; empty where only the name is declared
  std::string name;                // "struct P"; empty in stripped libraries, whose parts are empty, too
  std::vector<std::string> parts;  // "int a at byte 0", "8 bytes, aligned to 4", "RED = 0"
  bool operator==(const LibraryTag& other) const = default;
};

// A function or a variable of program scope, as linkers and other sources know it.
struct LibrarySymbol {
  std::string name;    // as sources call it
  std::string symbol;  // as linkers call it
  std::string type;    // without typedefs
  bool is_variable = false;
  bool is_repeatable = false;     // others may define it, too
  std::string body;               // a digest of what a repeatable function does, which others must define alike
  std::uint64_t alignment = 0;    // of a variable, where its declaration says so
  std::vector<std::string> tags;  // keys of those that its type consists of
  bool operator==(const LibrarySymbol& other) const = default;
};

struct Library {
  std::vector<LibrarySymbol> exports;  // what others may use
  std::vector<LibrarySymbol> needs;    // what others have to define
  std::vector<LibraryTag> tags;
  bool operator==(const Library& other) const = default;
};

bool is_library(const Variant& variant);
bool has_library(const Manifest& manifest);

// A JSON object {"library": …}.
std::string encode_library(const Library& library);
Result<Library> decode_library(std::string_view json);
// Returns what the manifest says of this variant; an empty one for variants that are no libraries.
Result<Library> library_of(const Variant& variant);

}  // namespace clc
