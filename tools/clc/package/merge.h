// Merges packages by the rules of `clc link`.
#pragma once

#include <map>
#include <string>

#include "clc/package/package.h"

namespace clc {

class Merge {
 public:
  // `origin` names the package in errors. After an error the merge is of no use.
  Result<void> add(const std::string& origin, PackageContents part);
  PackageContents finish();

 private:
  Result<void> add_module(const std::string& origin, const Module& module);
  Result<void> add_variant(const std::string& origin, Module& into, const Module& from, const Variant& variant);

  PackageContents merged_;
  bool is_first_ = true;
  std::map<std::string, std::size_t> module_at_;  // its index, by name
  std::map<std::string, std::string> origin_of_module_;
  std::map<std::pair<std::string, std::string>, std::string> origin_of_variant_;  // by module and target
};

}  // namespace clc
