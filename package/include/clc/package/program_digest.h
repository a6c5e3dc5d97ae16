// The digest that identifies an OpenCL program that an application compiles at run time. It is made of the source, the
// headers that it can include, and the build options. The same program has the same digest on every machine and for
// every device.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace clc {

struct ProgramHeader {
  std::string name;  // as clCompileProgram was given it, or as the layer names a file that the source includes
  std::string content;

  bool operator==(const ProgramHeader& other) const { return name == other.name && content == other.content; }
};

// A program as an application gives it to a driver.
struct ProgramText {
  std::string source;                  // the strings that the application gives, joined
  std::vector<ProgramHeader> headers;  // in any order
  std::string options;                 // as clBuildProgram or clCompileProgram got them
};

// Build options with white space made one blank between words, and none at the ends. White space in quotes stays.
std::string normal_options(std::string_view options);

// 64 lower-case hexadecimal digits.
std::string program_digest(const ProgramText& program);
// Returns the same for a program whose parts are the caller's.
std::string program_digest(std::string_view source, const std::vector<ProgramHeader>& headers,
                           std::string_view options);

// Returns the digest of a program that clLinkProgram made, from the digests of the programs that it was given, in
// order, and the options of the link. One program that is linked alone, with options that ask for nothing, has a digest
// of its own, too.
std::string linked_program_digest(const std::vector<std::string>& inputs, std::string_view link_options);

}  // namespace clc
