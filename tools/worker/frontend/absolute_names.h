// Notices sources that name files by absolute names, in any directive.
#pragma once

#include <clang/Frontend/Utils.h>

namespace clc::worker {

// Included by its full name, so that no file of that name in the user's include folders is taken.
inline constexpr const char* k_opencl_header = "/clc/include/opencl-c-base.h";

class AbsoluteNameDetector final : public clang::DependencyCollector {
 public:
  explicit AbsoluteNameDetector(bool& seen) : seen_(seen) {}
  void attachToPreprocessor(clang::Preprocessor& preprocessor) override;

 private:
  bool& seen_;
};

}  // namespace clc::worker
