// TLS by libcurl, which also uses the proxies of the environment. The protocol on top of it is ours.
#include <curl/curl.h>
#include <openssl/ssl.h>

#include <algorithm>
#include <array>
#include <new>

#include "base/environment_variable.h"
#include "base/platform/sockets.h"
#include "credentials.h"
#include "transport.h"

namespace clc::cache {
namespace {

struct EasyDeleter {
  void operator()(CURL* easy) const { curl_easy_cleanup(easy); }
};

// Programs that clc starts do not inherit the connection.
int close_on_exec(void*, curl_socket_t socket, curlsocktype) {
  platform::keep_from_children(static_cast<int>(socket));
  return CURL_SOCKOPT_OK;
}

// Says that HTTP/2 is to be spoken: libcurl itself would then speak it.
CURLcode offer_http2(CURL*, void* context, void*) {
  constexpr std::array<unsigned char, 3> k_protocols = {2, 'h', '2'};
  const int failed = SSL_CTX_set_alpn_protos(static_cast<SSL_CTX*>(context), k_protocols.data(), k_protocols.size());
  return failed == 0 ? CURLE_OK : CURLE_OUT_OF_MEMORY;
}

// The callback gets a context of the TLS library that libcurl uses; one that it could use stands in parentheses.
bool has_openssl() {
  const curl_version_info_data* info = curl_version_info(CURLVERSION_NOW);
  const std::string names = info->ssl_version == nullptr ? "" : info->ssl_version;
  return names.starts_with("OpenSSL/") || names.find(" OpenSSL/") != std::string::npos;
}

// libcurl gives the same context to a proxy that is spoken to by TLS.
bool may_have_https_proxy() {
  return std::ranges::any_of(std::array{"https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"},
                             [](const char* name) { return environment_variable(name).starts_with("https://"); });
}

class TlsTransport : public Transport {
 public:
  explicit TlsTransport(const ServerSettings& settings) : Transport(settings), easy_(curl_easy_init()) {
    if (easy_ == nullptr) throw std::bad_alloc();
  }

  Problem connect(Clock::time_point end) override {
    CURL* easy = easy_.get();
    const std::string url = "https://" + settings().host + ":" + std::to_string(settings().port);
    curl_easy_setopt(easy, CURLOPT_URL, url.c_str());
    curl_easy_setopt(easy, CURLOPT_CONNECT_ONLY, 1L);
    curl_easy_setopt(easy, CURLOPT_SSL_ENABLE_ALPN, 0L);
    const bool is_grpc = settings().protocol == ServerSettings::Protocol::k_grpc;
    if (is_grpc && (!has_openssl() || curl_easy_setopt(easy, CURLOPT_SSL_CTX_FUNCTION, offer_http2) != CURLE_OK))
      return "no connection: this libcurl offers no HTTP/2";
    curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, message_.data());
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    // Nor is a silent name server waited for at the end.
    curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, static_cast<long>(time_to_connect(end).count()));
    curl_easy_setopt(easy, CURLOPT_SOCKOPTFUNCTION, close_on_exec);
    if (settings().ca_file.empty())  // the system's authorities, also where no file has them
      curl_easy_setopt(easy, CURLOPT_SSL_OPTIONS, static_cast<long>(CURLSSLOPT_NATIVE_CA));
    else
      curl_easy_setopt(easy, CURLOPT_CAINFO, settings().ca_file.c_str());
    const CURLcode code = curl_easy_perform(easy);
    if (code == CURLE_OPERATION_TIMEDOUT)
      return "no connection within " + std::to_string(settings().connect_ms) + " ms (connect-timeout): " + reason(code);
    const char* why = is_grpc && may_have_https_proxy() ? "an https:// proxy is offered HTTP/2, too: " : "";
    if (code != CURLE_OK) return "no connection: " + (why + reason(code));
    if (curl_easy_getinfo(easy, CURLINFO_ACTIVESOCKET, &socket_) != CURLE_OK) return "no connection";
    return {};
  }

  Moved try_send(BytesView bytes) override {
    std::size_t sent = 0;
    const CURLcode code = curl_easy_send(easy_.get(), bytes.data(), bytes.size(), &sent);
    return moved(code, sent);
  }
  Moved try_receive(char* bytes, std::size_t size) override {
    std::size_t received = 0;
    const CURLcode code = curl_easy_recv(easy_.get(), bytes, size, &received);
    return moved(code, received);
  }
  int socket() const override { return static_cast<int>(socket_); }

 private:
  Moved moved(CURLcode code, std::size_t size) const {
    if (code == CURLE_OK) return {size, {}};
    if (code == CURLE_AGAIN) return {};
    return {{}, "the connection broke: " + reason(code)};
  }

  // Where a proxy's URL makes no sense, libcurl repeats it, with a password that may be in it.
  std::string reason(CURLcode code) const {
    const bool is_told = message_.front() != '\0' && code != CURLE_COULDNT_RESOLVE_PROXY;
    return without_proxies(is_told ? message_.data() : curl_easy_strerror(code));
  }

  std::array<char, CURL_ERROR_SIZE> message_ = {};
  std::unique_ptr<CURL, EasyDeleter> easy_;
  curl_socket_t socket_ = CURL_SOCKET_BAD;
};

}  // namespace

std::unique_ptr<Transport> make_transport(const ServerSettings& settings) {
  static const CURLcode ready = curl_global_init(CURL_GLOBAL_DEFAULT);
  if (ready != CURLE_OK) throw std::bad_alloc();
  if (settings.is_tls) return std::make_unique<TlsTransport>(settings);
  return make_plain_transport(settings);
}

}  // namespace clc::cache
