// Notices sources into which the time goes.
#pragma once

#include <clang/Frontend/Utils.h>

namespace clc::worker {

struct TimeUse {
  bool is_there = false;   // __DATE__, __TIME__ or __TIMESTAMP__ was expanded
  bool is_pasted = false;  // one of them was made by ##: it does not stand in the text
};

class TimeDetector final : public clang::DependencyCollector {
 public:
  explicit TimeDetector(TimeUse& seen) : seen_(seen) {}
  void attachToPreprocessor(clang::Preprocessor& preprocessor) override;

 private:
  TimeUse& seen_;
};

}  // namespace clc::worker
