// A file of its own, so that only programs that demand signatures link OpenSSL's public-key functions.
#include <openssl/evp.h>

#include <memory>

#include "base/without_exceptions.h"
#include "clc/package/package.h"
#include "clc/package/signature.h"
#include "files/add_on_search.h"

namespace clc {

namespace {

const unsigned char* raw(BytesView bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}

bool verify_ed25519(BytesView message, BytesView signature, const PublicKey& key) {
  const std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> public_key(
      EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, key.bytes.data(), key.bytes.size()), &EVP_PKEY_free);
  const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(), &EVP_MD_CTX_free);
  return public_key && context &&
         EVP_DigestVerifyInit(context.get(), nullptr, nullptr, nullptr, public_key.get()) == 1 &&
         EVP_DigestVerify(context.get(), raw(signature), signature.size(), raw(message), message.size()) == 1;
}

}  // namespace

Result<Package> Package::demand(Result<Package> package, const std::string& label,
                                const std::vector<PublicKey>& trusted) {
  if (!package) return package;
  const Result<void> checked = check_signature(package->manifest(), trusted, verify_ed25519);
  if (!checked) return fail(checked, label);
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
