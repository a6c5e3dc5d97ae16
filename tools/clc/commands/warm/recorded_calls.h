// The calls of a recording that `clc warm` repeats.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "clc/base/result.h"
#include "protocol/warm_protocol.h"
#include "recording/recording.h"

namespace clc {

// A program that an application built or linked.
struct RecordedCalls {
  struct Step {
    WarmCall call = WarmCall::k_build;
    const RecordedProgram* program = nullptr;  // not of a link
    std::string options;                       // of a link
    std::vector<WarmInput> inputs;             // of a link
  };

  std::string name, digest;
  std::vector<Step> steps;
};

struct RepeatedCalls {
  std::vector<RecordedCalls> programs;
  std::map<std::string, std::vector<std::string>> left_out;  // names of programs, by the reason
};

// The recording must outlive the result.
RepeatedCalls repeated_calls(const Recording& recording);

// Reads the texts of these programs of the recording in `folder`.
Result<Bytes> request_for(const std::string& folder, const std::vector<const RecordedCalls*>& programs);

}  // namespace clc
