// libcurl's handles, owned; and what every connection of ours has in common.
#pragma once

#include <array>
#include <csignal>
#include <memory>
#include <string>

#include <curl/curl.h>

#include "servers.h"

namespace clc::cache {

// CURL and CURLM are both void.
template <auto Cleanup>
struct CurlDeleter {
  template <class T>
  void operator()(T* handle) const {
    Cleanup(handle);
  }
};
using CurlEasy = std::unique_ptr<CURL, CurlDeleter<curl_easy_cleanup>>;
using CurlMulti = std::unique_ptr<CURLM, CurlDeleter<curl_multi_cleanup>>;
using CurlList = std::unique_ptr<curl_slist, CurlDeleter<curl_slist_free_all>>;
using CurlMessage = std::array<char, CURL_ERROR_SIZE>;

// A handle with the server's time-out for connecting and its certificates. `message` must outlive it.
CurlEasy make_curl_handle(const ServerSettings& settings, CurlMessage& message);

// What went wrong, in libcurl's words.
std::string curl_reason(CURLcode code, const CurlMessage& message);

// Writing to a connection that the other side closed raises SIGPIPE, which ends a program that does not expect it.
// TLS libraries do so; while this lives, the signal is held back in this thread, and it is taken away at the end.
class NoSigpipe {
 public:
  NoSigpipe();
  ~NoSigpipe();
  NoSigpipe(const NoSigpipe&) = delete;
  NoSigpipe& operator=(const NoSigpipe&) = delete;

 private:
  sigset_t before_;
  bool was_pending_ = false;
};

}  // namespace clc::cache
