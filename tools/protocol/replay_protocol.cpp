#include "protocol/replay_protocol.h"

#include "base/fields/byte_fields.h"

namespace clc {

template <class F>
void fields(F& f, FieldsOf<F, ReplayRun>& run) {
  f.number(run.nanoseconds);
}

template <class F>
void fields(F& f, FieldsOf<F, ReplayedLaunch>& launch) {
  f.text(launch.device);
  f.text(launch.target);
  f.list(launch.runs);
  f.texts(launch.memory);
}

Bytes encode_replayed_launch(const ReplayedLaunch& launch) {
  ByteWriter writer;
  write_fields(launch, writer);
  return writer.take();
}

Result<ReplayedLaunch> decode_replayed_launch(BytesView bytes) {
  ByteReader reader(bytes);
  ReplayedLaunch launch = read_fields<ReplayedLaunch>(reader);
  if (!reader.is_done()) return fail(ErrorKind::k_damaged, "the answer of clc-driver is damaged");
  return launch;
}

}  // namespace clc
