// Requests that need no file of this machine, and what comes back for them.
#pragma once

#include <optional>

#include "protocol/protocol.h"

namespace clc::farm {

// The request with all that the job reads in it, as the answer to the same request with only_reads tells. Nothing: the
// job may see the disk otherwise where it is compiled.
std::optional<CompileRequest> whole_request(const CompileRequest& request, const CompileReply& reads);

// Says what is wrong with a reply to a whole request; empty: nothing. A reply that says the source is wrong is no lie.
std::string lie_in(const CompileRequest& request, const CompileReply& reply);
// True when the reply can be taken: it has no error, and saw no file but those that were given.
bool can_be_taken(const CompileReply& reply, const FileFacts& here);

}  // namespace clc::farm
