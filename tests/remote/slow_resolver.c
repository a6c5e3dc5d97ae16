// In the place of libc's: a name server that does not answer.
#include <netdb.h>
#include <unistd.h>

int getaddrinfo(const char* node, const char* service, const struct addrinfo* hints, struct addrinfo** result) {
  (void)node, (void)service, (void)hints, (void)result;
  sleep(5);
  return EAI_AGAIN;
}
