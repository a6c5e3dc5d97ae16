#include "protocol/replay_protocol.h"

#include "base/fields/byte_fields.h"

namespace clc {

template <class F>
void fields(F& f, FieldsOf<F, ReplayRun>& run) {
  f.number(run.nanoseconds);
}

template <class F>
void fields(F& f, FieldsOf<F, ReplayedFinding>& finding) {
  f.text(finding.text);
  f.text(finding.json);
}

template <class F>
void fields(F& f, FieldsOf<F, ReplayedLaunch>& launch) {
  f.text(launch.device);
  f.text(launch.target);
  f.list(launch.runs);
  f.texts(launch.memory);
  f.flag(launch.has_checks);
  f.list(launch.findings);
  f.texts(launch.not_checked);
}

Bytes encode_replayed_launch(const ReplayedLaunch& launch) {
  return encode_fields(launch);
}

Result<ReplayedLaunch> decode_replayed_launch(BytesView bytes) {
  return decode_fields<ReplayedLaunch>(bytes, "the answer of clc-driver");
}

}  // namespace clc
