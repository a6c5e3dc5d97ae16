// Structs of C that show values of C++.
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "clc/package/manifest.h"
#include "clc/package/matrix_units.h"
#include "clc/runtime/choose.h"
#include "clc_runtime.h"

namespace clc {

// Structs of one kind at addresses that stay, and lists of pointers to them.
template <class T>
class Shelf {
 public:
  const T* add(const T& item) { return &items_.emplace_back(item); }
  const T* const* add_list(std::vector<const T*> list) { return lists_.emplace_back(std::move(list)).data(); }

 private:
  std::deque<T> items_;
  std::deque<std::vector<const T*>> lists_;
};

// Owns structs, and none of the texts in them: the values that it shows must outlive it.
class View {
 public:
  const clc_interface* add(const Interface& interface);
  const clc_variant* add(const Variant& variant, const clc_interface* interface);
  const clc_module* add(const Module& module);

  template <class T>
  struct List {
    std::size_t count;
    const T* const* items;
  };
  List<clc_module> add_list(const std::vector<Module>& modules);
  List<clc_variant> add_list(std::vector<const clc_variant*> variants);
  List<clc_refusal> add_list(const std::vector<Refusal>& refusals);
  List<clc_parameter> add_list(const std::map<std::string, std::string>& parameters);

 private:
  const clc_kernel* add(const KernelInterface& kernel);
  List<clc_matrix_unit> add_list(const std::vector<MatrixUnit>& units);

  Shelf<clc_argument> arguments_;
  Shelf<clc_kernel> kernels_;
  Shelf<clc_interface> interfaces_;
  Shelf<clc_matrix_unit> matrix_units_;
  Shelf<clc_variant> variants_;
  Shelf<clc_module> modules_;
  Shelf<clc_refusal> refusals_;
  Shelf<clc_parameter> parameters_;
};

}  // namespace clc
