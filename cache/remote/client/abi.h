// The interface between clc and the module clc-remote.so: C, so that each may have its own C++ library. No exception
// crosses it. Raise the version with every change here.
#pragma once

#include <stddef.h>
#include <stdint.h>

extern "C" {

enum { CLC_REMOTE_VERSION = 1 };

struct ClcRemoteBytes {
  const char* data;
  size_t size;
};

enum ClcRemoteKind { CLC_REMOTE_ACTION = 0, CLC_REMOTE_ARTIFACT = 1 };

// Returned texts end with a NUL and belong to the session until its next call.
struct ClcRemoteApi {
  // `servers`: the text of CLC_REMOTE, which parse_servers() has accepted. Null: out of memory.
  void* (*open)(const char* servers);
  void (*close)(void* session);
  // 1: there, in *payload until the session's next call. 0: not there.
  int (*get)(void* session, enum ClcRemoteKind kind, const char* key, ClcRemoteBytes* payload);
  void (*put)(void* session, const char* key, ClcRemoteBytes action, const char* artifact_digest,
              ClcRemoteBytes artifact);
  void (*flush)(void* session);
  const char* (*trouble)(void* session);
};

// The one symbol that the module exports. It returns null for a version that it does not speak.
typedef const ClcRemoteApi* (*ClcRemoteEntry)(uint32_t version);
#define CLC_REMOTE_ENTRY "clc_remote_api"
}
