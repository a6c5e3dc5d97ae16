// A file of its own, so that only programs that demand signatures link the public-key functions.
#include <memory>

#include "base/platform/ed25519.h"
#include "base/try.h"
#include "base/without_exceptions.h"
#include "clc/package/package.h"
#include "clc/package/signature.h"
#include "files/add_on_search.h"

namespace clc {
namespace {

bool verify_ed25519(BytesView message, BytesView signature, const PublicKey& key) {
  return platform::verify_ed25519(message, signature,
                                  BytesView(reinterpret_cast<const char*>(key.bytes.data()), key.bytes.size()));
}

}  // namespace

Result<Package> Package::demand(Result<Package> package, const std::string& label,
                                const std::vector<PublicKey>& trusted) {
  if (!package) return package;
  if (!platform::has_ed25519()) {
    return fail(ErrorKind::k_gate, label +
                                       ": no signature can be checked here, because this library was built without "
                                       "OpenSSL and the system's own library has no Ed25519");
  }
  CLC_TRY(in_context(label, check_signature(package->manifest(), trusted, verify_ed25519)));
  const AddOnSearch::Open open_as_well = [trusted](const std::string& path, const OpeningRules& rules) {
    return demand(open_alone(path, rules), path, trusted);
  };
  // The signature says who made an add-on, whoever put it there.
  const std::shared_ptr<AddOnSearch> unsigned_search =
      package->add_ons_ == nullptr ? package->search_in("") : package->add_ons_;
  OpeningRules rules = unsigned_search->rules;
  rules.must_be_ours = false;
  package->add_ons_ = std::make_shared<AddOnSearch>(unsigned_search->folder, open_as_well, rules);
  return package;
}

Result<Package> Package::open(const std::string& path, const std::vector<PublicKey>& trusted, PackageLimit limit) {
  return without_exceptions(path,
                            [&] { return demand(open(path, limit), path == "-" ? "standard input" : path, trusted); });
}

Result<Package> Package::from_memory(BytesView bytes, const std::vector<PublicKey>& trusted, PackageLimit limit) {
  return without_exceptions("package in memory",
                            [&] { return demand(from_memory(bytes, limit), "package in memory", trusted); });
}

}  // namespace clc
