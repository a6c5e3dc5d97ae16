#include "clc/package/add_on.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <system_error>

#include "add_on_search.h"

namespace clc {

namespace {

namespace fs = std::filesystem;

// What the kernels ask of callers, by name.
std::map<std::string, std::string> contracts_of(const Module& module, const Variant& variant) {
  std::map<std::string, std::string> contracts;
  const Interface& interface = module.interfaces[variant.interface];
  for (const KernelInterface& kernel : interface.kernels) contracts[kernel.name] = launch_contract(interface, kernel);
  return contracts;
}

std::string misfit(const Module& base, const Module& module, const Variant& variant) {
  const std::string what = "module '" + module.name + "' for " + variant.target;
  if (variant.kernels_digest.empty()) return what + " does not say what it was compiled from; compile it again";
  bool is_same_source = false;
  for (const Variant& known : base.variants) {
    if (known.kernels_digest != variant.kernels_digest) continue;
    is_same_source = true;
    if (contracts_of(base, known) == contracts_of(module, variant)) return {};
  }
  if (is_same_source) return what + " has other kernels than the package, or with other arguments";
  return what + " was compiled from other files than the package, or with other options";
}

// Names in the folder, in one order on every machine. Nothing there is no error.
std::vector<std::string> names_in(const std::string& folder, std::string& problem) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (name[0] != '.') names.push_back(name);
  }
  if (error && error != std::errc::no_such_file_or_directory) problem = "cannot be read: " + error.message();
  std::sort(names.begin(), names.end());
  return names;
}

// Nothing that lies there makes a program wait or fail.
Result<Package> open_add_on(const std::string& path, const AddOnSearch::Open& open) try {
  std::error_code error;
  const fs::file_type type = fs::status(path, error).type();
  if (type == fs::file_type::regular || type == fs::file_type::directory) return open(path);
  return fail(ErrorKind::k_io, path + " is neither a file nor a folder");
} catch (const std::exception& error) {
  return fail(ErrorKind::k_io, "cannot open " + path + ": " + error.what());  // larger than memory
}

}  // namespace

std::string add_on_misfit(const Manifest& base, const Manifest& add_on) {
  for (const Module& module : add_on.modules) {
    const Module* known = base.find(module.name);
    if (known == nullptr) return "it has a module '" + module.name + "', and the package has none of that name";
    for (const Variant& variant : module.variants) {
      if (std::string problem = misfit(*known, module, variant); !problem.empty()) return problem;
    }
  }
  return {};
}

std::string add_on_folder_of(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  constexpr std::string_view k_extension = ".clcpack";
  if (path != "-" && is_file_form(path)) path.resize(path.size() - k_extension.size());
  return path + ".addons";
}

void AddOnSearch::run(const Manifest& base) {
  std::string problem;
  for (const std::string& name : names_in(folder, problem)) {
    AddOn found{folder + "/" + name, {}, {}};
    Result<Package> package = open_add_on(found.path, open);
    found.problem = package ? add_on_misfit(base, package->manifest()) : package.error().message;
    if (found.problem.empty()) found.package = *std::move(package);
    found_.push_back(std::move(found));
  }
  if (!problem.empty()) found_.push_back({folder, problem, {}});
}

const std::vector<AddOn>& Package::add_ons() const {
  static const std::vector<AddOn> k_none;
  return add_ons_ == nullptr ? k_none : add_ons_->found(manifest());
}

Package Package::with_add_ons(const std::string& folder) const {
  Package package = *this;
  package.add_ons_ = std::make_shared<AddOnSearch>(folder, add_ons_ == nullptr ? open_alone : add_ons_->open);
  return package;
}

}  // namespace clc
