#include "curl_handle.h"

#include <fcntl.h>

#include <new>

namespace clc::cache {

namespace {

// Programs that clc starts have no business with the connection.
int close_on_exec(void*, curl_socket_t socket, curlsocktype) {
  fcntl(socket, F_SETFD, FD_CLOEXEC);
  return CURL_SOCKOPT_OK;
}

}  // namespace

CurlEasy make_curl_handle(const ServerSettings& settings, CurlMessage& message) {
  CurlEasy easy(curl_easy_init());
  if (easy == nullptr) throw std::bad_alloc();
  message.front() = '\0';
  curl_easy_setopt(easy.get(), CURLOPT_ERRORBUFFER, message.data());
  curl_easy_setopt(easy.get(), CURLOPT_NOSIGNAL, 1L);
  // A name server that does not answer is not waited for at the end either.
  curl_easy_setopt(easy.get(), CURLOPT_QUICK_EXIT, 1L);
  curl_easy_setopt(easy.get(), CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(settings.connect_ms));
  curl_easy_setopt(easy.get(), CURLOPT_SOCKOPTFUNCTION, close_on_exec);
  if (!settings.ca_file.empty()) curl_easy_setopt(easy.get(), CURLOPT_CAINFO, settings.ca_file.c_str());
  return easy;
}

std::string curl_reason(CURLcode code, const CurlMessage& message) {
  return message.front() != '\0' ? message.data() : curl_easy_strerror(code);
}

}  // namespace clc::cache
