// Notices sources that name files by absolute names, in any directive.
#pragma once

#include <clang/Frontend/Utils.h>

namespace clc::worker {

// By its full name, before the user's own: a file of this name in an include folder is not meant.
inline constexpr const char* k_opencl_header = "/clc/include/opencl-c-base.h";

class AbsoluteNameWatch final : public clang::DependencyCollector {
 public:
  explicit AbsoluteNameWatch(bool& seen) : seen_(seen) {}
  void attachToPreprocessor(clang::Preprocessor& preprocessor) override;

 private:
  bool& seen_;
};

}  // namespace clc::worker
