#include "lookup/server_trouble.h"

#include <ctime>
#include <limits>

#include "base/fields/byte_fields.h"
#include "base/text.h"
#include "clc/base/digest.h"

namespace clc {

template <class F>
void fields(F& f, FieldsOf<F, ServerTrouble>& trouble) {
  f.text(trouble.text);
  f.number_between(0, trouble.noticed_at, std::numeric_limits<std::int64_t>::max());
  f.number_between(0, trouble.warned_at, std::numeric_limits<std::int64_t>::max());
}

namespace {

constexpr std::string_view k_trouble_format = "clc.server-trouble.1";
constexpr std::int64_t k_quiet_seconds = 60;

std::string memo_name() {
  return sha256_hex(k_trouble_format);
}

void remember(cache::Store& store, const ServerTrouble& trouble) {
  ByteWriter writer;
  writer.text(k_trouble_format);
  write_fields(trouble, writer);
  store.put(cache::EntryKind::k_memo, memo_name(), writer.take());
}

std::string warning_of(const std::string& trouble) {
  const std::vector<std::string_view> lines = lines_of(trouble);
  std::string text = "cache: " + std::string(lines.front());
  if (lines.size() > 1) text += " (and " + count(lines.size() - 1, "other problem") + ")";
  return text + "; `clc cache stats` shows more";
}

}  // namespace

std::optional<ServerTrouble> last_server_trouble(cache::Store& store) {
  const std::optional<Bytes> memo = store.get(cache::EntryKind::k_memo, memo_name());
  if (!memo) return std::nullopt;
  ByteReader reader(*memo);
  if (reader.text() != k_trouble_format) return std::nullopt;
  auto trouble = read_fields<ServerTrouble>(reader);
  if (!reader.is_done()) return std::nullopt;
  return trouble;
}

void report_server_trouble(cache::Store& store, const cache::Remote& remote, Sink& sink) {
  const std::string text = remote.trouble();
  if (text.empty()) return;
  const std::int64_t now = std::time(nullptr);
  const std::optional<ServerTrouble> before = last_server_trouble(store);
  ServerTrouble trouble{text, now, before ? before->warned_at : 0};
  const std::int64_t since = now - trouble.warned_at;
  if (since < 0 || since >= k_quiet_seconds) {  // below 0: the clock was set back
    sink.message(Severity::k_warning, warning_of(text));
    trouble.warned_at = now;
  }
  remember(store, trouble);
}

}  // namespace clc
