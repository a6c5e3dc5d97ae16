// Looks for the add-ons of a package, when they are first asked for.
#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "clc/package/add_on.h"
#include "files/opening_rules.h"

namespace clc {

// "kernels.addons" of "kernels" and of "kernels.clcpack".
std::string add_on_folder_of(std::string path);

struct AddOnSearch {
  using Open = std::function<Result<Package>(const std::string& path, const OpeningRules& rules)>;

  // An empty folder has none.
  AddOnSearch(std::string where, Open with, OpeningRules rules_of_files)
      : folder(std::move(where)), open(std::move(with)), rules(rules_of_files) {}

  const std::vector<AddOn>& found(const Manifest& base) {
    std::call_once(once_, [&] { run(base); });
    return found_;
  }

  const std::string folder;
  const Open open;  // as the package itself was opened
  const OpeningRules rules;

 private:
  void run(const Manifest& base);
  void open_all(const Manifest& base);

  std::once_flag once_;
  std::vector<AddOn> found_;
};

}  // namespace clc
