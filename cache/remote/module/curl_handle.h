// libcurl's handles, owned; and what every connection of ours has in common.
#pragma once

#include <array>
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

}  // namespace clc::cache
