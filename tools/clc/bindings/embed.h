// A package as data in a program: a C header, and a source file that is C and C++.
#pragma once

#include <string>
#include <vector>

#include "clc/base/bytes.h"

namespace clc {

struct Embedding {
  std::vector<std::string> namespaces;
  std::string header;  // file names without folders: all lie in one folder
  std::string binary;  // the package's one-file form
};

std::string embedding_header(const Embedding& embedding);

// Takes the bytes by #embed, by .incbin, or from an array in the text, whichever the compiler has.
std::string embedding_source(const Embedding& embedding, BytesView package);

}  // namespace clc
