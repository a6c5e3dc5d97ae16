#include "farm/whole_request.h"

#include <algorithm>
#include <utility>

#include "clc/base/digest.h"
#include "clc/base/file.h"
#include "protocol/source_roots.h"

namespace clc::farm {
namespace {

constexpr std::uint64_t k_largest_input = std::uint64_t{64} << 20U;
// Stands in a folder in which no file is read, so that the folder is there.
constexpr const char* k_nothing = "/.clc-nothing-of-this-name";

class Giver {
 public:
  explicit Giver(CompileRequest& request) : request_(request) {}

  // Gives a file, which must have this digest if one is named.
  bool give(const std::string& spelled, const std::string& digest) {
    const std::string path = normal_path(spelled);
    if (path.find("/../") != std::string::npos) return false;  // through a link, which is not there
    if (is_given(path)) return true;
    Result<Bytes> text = read_ordinary_file(path, k_largest_input - total_);
    if (!text || (!digest.empty() && sha256_hex(*text) != digest)) return false;
    total_ += text->size();
    request_.given_files.push_back({path, *std::move(text)});
    return true;
  }
  void give_folder(const std::string& spelled) {
    const std::string path = normal_path(spelled);
    if (!is_given(path + k_nothing)) request_.given_files.push_back({path + k_nothing, ""});
  }

 private:
  bool is_given(const std::string& path) const {
    return std::ranges::any_of(request_.given_files, [&](const GivenFile& file) { return file.path == path; });
  }

  CompileRequest& request_;
  std::uint64_t total_ = 0;
};

}  // namespace

std::optional<CompileRequest> whole_request(const CompileRequest& request, const CompileReply& reads) {
  if (reads.outcome != Outcome::k_done || !reads.artifact || !reads.facts || !reads.facts->is_repeatable) return {};
  const SourceRoots roots(request);
  CompileRequest whole = request;
  whole.readable.clear();
  Giver giver(whole);
  for (const RequestedSource& source : request.sources) {
    if (!source.path.empty() && !source.library && !giver.give(source.path, "")) return {};
  }
  const std::vector<FileFact>& facts = reads.facts->facts;
  for (std::size_t i = 0; i < facts.size(); ++i) {
    const std::string path = roots.path_of(facts[i].path);
    const bool is_file = facts[i].kind == FileFact::Kind::k_read || facts[i].kind == FileFact::Kind::k_file;
    if (is_file && facts[i].same_file_as != i) return {};  // two names of one file
    if (is_file && !giver.give(path, facts[i].sha256)) return {};
    if (facts[i].kind == FileFact::Kind::k_folder) giver.give_folder(path);
  }
  return whole;
}

std::string lie_in(const CompileRequest& request, const CompileReply& reply) {
  if (reply.outcome != Outcome::k_done) return "";
  if (!reply.artifact) return "its result holds nothing";
  if (reply.artifact->target != request.target.name()) return "its result is for another target";
  return reply.artifact->binary.empty() ? "its result is empty" : "";
}

bool can_be_taken(const CompileReply& reply, const FileFacts& here) {
  if (reply.outcome != Outcome::k_done || !reply.artifact || !reply.facts) return false;
  const std::vector<Diagnostic>& said = reply.artifact->diagnostics;
  const bool has_errors =
      std::ranges::any_of(said, [](const Diagnostic& diagnostic) { return diagnostic.severity >= Severity::k_error; });
  // Given files are no facts there; only of sources it is asked whether they are there.
  const auto is_known = [&](const FileFact& there) {
    const auto is_it = [&](const FileFact& fact) {
      const bool is_file = there.kind == FileFact::Kind::k_file && fact.kind == FileFact::Kind::k_read;
      return (is_file || (there.kind == FileFact::Kind::k_folder && fact.kind == there.kind)) &&
             fact.path.root == there.path.root && fact.path.name == there.path.name;
    };
    return there.kind == FileFact::Kind::k_absent || std::ranges::any_of(here.facts, is_it);
  };
  return !has_errors && std::ranges::all_of(reply.facts->facts, is_known);
}

}  // namespace clc::farm
