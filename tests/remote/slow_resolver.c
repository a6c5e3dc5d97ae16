// In the place of libc's: a name server that does not answer.
#include <netdb.h>
#include <unistd.h>

int getaddrinfo(const char* node, const char* service, const struct addrinfo* hints, struct addrinfo** result) {
  (void)node, (void)service, (void)result;
  if (hints && (hints->ai_flags & AI_NUMERICHOST)) return EAI_NONAME;  // no question to anyone
  sleep(5);
  return EAI_AGAIN;
}
