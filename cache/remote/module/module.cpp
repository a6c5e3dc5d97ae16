// The one function that the module exports: C outside, and no exception leaves it.
#include "abi.h"
#include "remote_session.h"

namespace {

using clc::Bytes;
using clc::BytesView;
using namespace clc::cache;

struct OpenSession {
  explicit OpenSession(const std::vector<ServerSettings>& servers) : session(servers) {}

  RemoteSession session;
  Bytes payload;
  std::string trouble;
  bool is_out_of_memory = false;
};

OpenSession& opened(void* session) {
  return *static_cast<OpenSession*>(session);
}

// The only exception that this code expects is std::bad_alloc.
template <class Call>
void guarded(void* session, Call&& call) {
  try {
    call(opened(session));
  } catch (...) {
    opened(session).is_out_of_memory = true;
  }
}

BytesView as_view(const ClcRemoteBytes& bytes) {
  return BytesView(bytes.data, bytes.size);
}

void* open_session(const char* servers) {
  try {
    const clc::Result<std::vector<ServerSettings>> parsed = parse_servers(servers);
    return parsed ? new OpenSession(*parsed) : nullptr;
  } catch (...) {
    return nullptr;
  }
}

void close_session(void* session) {
  delete &opened(session);
}

int get(void* session, ClcRemoteKind kind, const char* key, ClcRemoteBytes* payload) {
  bool is_found = false;
  guarded(session, [&](OpenSession& open) {
    const EntryKind entry_kind = kind == CLC_REMOTE_ACTION ? EntryKind::k_action : EntryKind::k_artifact;
    is_found = open.session.get(entry_kind, key, open.payload);
    *payload = {open.payload.data(), open.payload.size()};
  });
  return is_found ? 1 : 0;
}

void put(void* session, const char* key, ClcRemoteBytes action, const char* artifact_digest, ClcRemoteBytes artifact) {
  guarded(session,
          [&](OpenSession& open) { open.session.put(key, as_view(action), artifact_digest, as_view(artifact)); });
}

void flush(void* session) {
  guarded(session, [](OpenSession& open) { open.session.flush(); });
}

const char* trouble(void* session) {
  guarded(session, [](OpenSession& open) {
    open.trouble = open.session.trouble();
    if (open.is_out_of_memory) open.trouble += (open.trouble.empty() ? "" : "\n") + std::string("out of memory");
  });
  return opened(session).trouble.c_str();
}

}  // namespace

extern "C" __attribute__((visibility("default"))) const ClcRemoteApi* clc_remote_api(uint32_t version) {
  static const ClcRemoteApi api = {open_session, close_session, get, put, flush, trouble};
  return version == CLC_REMOTE_VERSION ? &api : nullptr;
}
