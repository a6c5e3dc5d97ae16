// Notices sources that name files by absolute names, in any directive.
#pragma once

#include <clang/Frontend/Utils.h>

namespace clc::worker {

class AbsoluteNameDetector final : public clang::DependencyCollector {
 public:
  explicit AbsoluteNameDetector(bool& seen) : seen_(seen) {}
  void attachToPreprocessor(clang::Preprocessor& preprocessor) override;

 private:
  bool& seen_;
};

}  // namespace clc::worker
