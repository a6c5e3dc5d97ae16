#include "servers.h"

#include "clc/cache/execution_server.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <optional>
#include "base/environment_variable.h"
#include "base/platform/network.h"
#include "base/try.h"

namespace clc::cache {
namespace {

constexpr std::string_view k_blanks = " \t\r\n";

struct Scheme {
  std::string_view name;
  ServerSettings::Protocol protocol;
  bool is_tls;
  unsigned port;  // 0: a socket of this machine
};
constexpr Scheme k_schemes[] = {
    {"http", ServerSettings::Protocol::k_http, false, 80},
    {"https", ServerSettings::Protocol::k_http, true, 443},
    {"grpc", ServerSettings::Protocol::k_grpc, false, 80},
    {"grpcs", ServerSettings::Protocol::k_grpc, true, 443},
    {"redis", ServerSettings::Protocol::k_redis, false, 6379},
    {"rediss", ServerSettings::Protocol::k_redis, true, 6379},
    {"redis+unix", ServerSettings::Protocol::k_redis, false, 0},
};

// Says what is wrong, or nothing.
using Problem = std::optional<std::string>;

// Cuts `text` at the first `separator` and returns what was before it.
std::string_view cut(std::string_view& text, std::string_view separators) {
  const std::size_t end = std::min(text.find_first_of(separators), text.size());
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return part;
}

std::optional<unsigned> number(std::string_view text, unsigned minimum, unsigned maximum) {
  unsigned value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < minimum || value > maximum) return {};
  return value;
}

// True when `text` holds only ASCII letters, digits and `others`; a URL percent-encodes all other characters.
bool holds_only(std::string_view text, std::string_view others) {
  return std::ranges::all_of(text, [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           others.find(c) != std::string_view::npos;
  });
}

bool is_variable(std::string_view text) {
  return !text.empty() && holds_only(text, "_") && !(text[0] >= '0' && text[0] <= '9');
}

// A blank in a file name is written as %20.
std::optional<std::string> percent_decoded(std::string_view text) {
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      decoded += text[i];
      continue;
    }
    unsigned char byte = 0;
    if (i + 2 >= text.size()) return {};
    const char* digits = text.data() + i + 1;
    const auto [end, error] = std::from_chars(digits, digits + 2, byte, 16);
    if (error != std::errc() || end != digits + 2 || byte == 0) return {};
    decoded += static_cast<char>(byte);
    i += 2;
  }
  return decoded;
}

Problem read_path_of_http(std::string_view path, ServerSettings& server) {
  if (path.find_first_of("?#") != std::string_view::npos) return "a query or fragment is not allowed in it";
  if (!holds_only(path, "-._~!$&'()*+,;=:@%/")) return "the path holds a character that must be percent-encoded";
  while (!path.empty() && path.back() == '/') path.remove_suffix(1);
  server.path = path;
  return {};
}

// Words that the API keeps for itself in names of resources.
constexpr std::string_view k_words_of_the_api[] = {"blobs",      "uploads",      "actions",         "actionResults",
                                                   "operations", "capabilities", "compressed-blobs"};

Problem read_instance(std::string_view path, ServerSettings& server) {
  if (Problem problem = read_path_of_http(path, server)) return problem;
  const std::optional<std::string> decoded = percent_decoded(server.path);
  if (!decoded) return "the name of the instance holds a '%' without two digits";
  server.path = decoded->empty() ? "" : decoded->substr(1);
  for (std::string_view rest = server.path; !rest.empty();) {
    const std::string_view word = cut(rest, "/");
    const bool is_taken =
        std::find(std::begin(k_words_of_the_api), std::end(k_words_of_the_api), word) != std::end(k_words_of_the_api);
    if (word.empty() || is_taken) return "the name of the instance has an empty part, or one that the API uses itself";
  }
  return {};
}

Problem read_database(std::string_view text, ServerSettings& server) {
  const std::optional<unsigned> database = number(text, 0, 1000000);
  if (!database) return "the database is not a number";
  server.database = *database;
  return {};
}

Problem read_socket(std::string_view rest, ServerSettings& server) {
  std::string_view query = rest;
  const std::optional<std::string> path = percent_decoded(cut(query, "?"));
  if (!path || path->empty() || path->front() != '/') return "needs the full path of a socket: redis+unix:///PATH";
  server.socket = *path;
  if (query.empty()) return {};
  if (query.substr(0, 3) != "db=") return "only ?db=NUMBER may follow the path of the socket";
  return read_database(query.substr(3), server);
}

// An address may name the network interface by which it is reached: fe80::1%25eth0, as RFC 6874 writes it.
bool is_ipv6(std::string_view text) {
  constexpr std::string_view k_before_zone = "%25";
  const std::size_t zone = std::min(text.find('%'), text.size());
  if (!platform::is_ipv6(std::string(text.substr(0, zone)))) return false;
  const std::string_view rest = text.substr(zone);
  return rest.empty() ||
         (rest.starts_with(k_before_zone) && rest != k_before_zone && holds_only(rest.substr(3), "-._~"));
}

Problem read_authority(std::string_view authority, unsigned default_port, ServerSettings& server) {
  const std::size_t host_end = authority.front() == '[' ? authority.find(']') : authority.find(':');
  std::string_view host = authority.substr(0, host_end);
  std::string_view rest = authority.substr(std::min(host_end, authority.size()));
  if (authority.front() == '[') {
    if (host_end == std::string_view::npos || !is_ipv6(host.substr(1))) return "the address in brackets is invalid";
    host = authority.substr(0, host_end + 1);
    rest.remove_prefix(1);
  } else if (host.empty() || !holds_only(host, "-._")) {
    return "the host's name is invalid";
  }
  server.host = host;
  server.port = default_port;
  if (rest.empty()) return {};
  const std::optional<unsigned> port = rest.front() == ':' ? number(rest.substr(1), 1, 65535) : std::nullopt;
  if (!port) return "the port is invalid";
  server.port = *port;
  return {};
}

// The URL for messages, without its user: what stands before an '@' may be a secret.
std::string shown(std::string_view scheme, std::string_view rest) {
  if (const std::size_t at = rest.rfind('@'); at != std::string_view::npos) rest.remove_prefix(at + 1);
  return std::string(scheme) + "://" + std::string(rest);
}

// Reads what follows "SCHEME://".
Problem read_place(std::string_view rest, unsigned default_port, ServerSettings& server) {
  const std::size_t path_begin = std::min(rest.find('/'), rest.size());
  const std::size_t at = rest.substr(0, path_begin).rfind('@');
  if (at != std::string_view::npos) {
    const std::string_view user = rest.substr(0, at);
    if (user.find(':') != std::string_view::npos) {
      return "a password does not belong into the URL: put it into an environment variable and name that, "
             "|password=VARIABLE";
    }
    const std::optional<std::string> decoded = percent_decoded(user);
    if (!decoded || decoded->empty()) return "the user's name is invalid";
    server.user = *decoded;
    rest.remove_prefix(at + 1);
  }
  if (default_port == 0) return read_socket(rest, server);
  const std::size_t slash = std::min(rest.find('/'), rest.size());
  if (slash == 0) return "the name of the host is missing";
  if (Problem problem = read_authority(rest.substr(0, slash), default_port, server)) return problem;
  if (server.protocol == ServerSettings::Protocol::k_http) return read_path_of_http(rest.substr(slash), server);
  if (server.protocol == ServerSettings::Protocol::k_grpc) return read_instance(rest.substr(slash), server);
  const std::string_view database = rest.substr(std::min(slash + 1, rest.size()));
  return database.empty() ? Problem() : read_database(database, server);
}

Problem read_url(std::string_view url, ServerSettings& server) {
  const std::size_t colon = url.find("://");
  const auto* scheme = std::find_if(std::begin(k_schemes), std::end(k_schemes), [&](const Scheme& known) {
    return colon != std::string_view::npos && known.name == url.substr(0, colon);
  });
  if (scheme == std::end(k_schemes)) {
    if (server.executes) return "the server begins with grpc:// or grpcs://";
    return "a server begins with http://, https://, grpc://, grpcs://, redis://, rediss:// or redis+unix://";
  }
  const std::string_view rest = url.substr(colon + 3);
  server.protocol = scheme->protocol;
  server.is_tls = scheme->is_tls;
  if (Problem problem = read_place(rest, scheme->port, server)) return problem;
  server.name = shown(scheme->name, rest);
  return {};
}

Problem read_property(std::string_view text, ServerSettings& server) {
  std::string_view value = text;
  const std::string_view name = cut(value, "=");
  const std::optional<std::string> decoded = percent_decoded(value);
  if (name.empty() || name.size() == text.size() || !decoded) return "property takes NAME=VALUE ('%20' for a blank)";
  server.properties.emplace_back(name, *decoded);
  std::ranges::sort(server.properties);
  return {};
}

Problem read_compiler(std::string_view text, ServerSettings& server) {
  const std::optional<std::string> folder = percent_decoded(text);
  if (!folder || folder->empty() || folder->front() != '/')
    return "compiler takes the full path of the folder in which clc is installed there ('%20' for a blank)";
  server.compiler = *folder;
  while (!server.compiler.empty() && server.compiler.back() == '/') server.compiler.pop_back();
  return {};
}

Problem read_attribute(std::string_view text, ServerSettings& server) {
  std::string_view value = text;
  const std::string name(cut(value, "="));
  const bool has_value = name.size() < text.size();
  const auto milliseconds = [&](unsigned& target) -> Problem {
    const std::optional<unsigned> given = number(value, 1, 3600000);
    if (!given) return name + " takes a number of milliseconds";
    target = *given;
    return {};
  };
  const auto variable = [&](std::string& target, const char* usual) -> Problem {
    if (has_value && !is_variable(value)) return name + " takes the name of an environment variable, not the secret";
    target = has_value ? std::string(value) : usual;
    return {};
  };
  const auto file = [&](std::string& target) -> Problem {
    const std::optional<std::string> decoded = percent_decoded(value);
    if (!decoded || decoded->empty()) return name + " takes the path of a file ('%20' for a blank)";
    target = *decoded;
    return {};
  };
  if (name == "connect-timeout") return milliseconds(server.connect_ms);
  if (name == "timeout") return milliseconds(server.request_ms);
  if (name == "total-timeout") return milliseconds(server.total_ms);
  if (name == "password") return variable(server.password_variable, "CLC_REMOTE_PASSWORD");
  if (name == "token") return variable(server.token_variable, "CLC_REMOTE_TOKEN");
  if (name == "ca") return file(server.ca_file);
  if (name == "netrc" && has_value) return file(server.netrc_file);
  if (name == "netrc") {
    server.netrc_file = environment_variable("HOME") + "/.netrc";
    return {};
  }
  if (name == "race-after" && server.executes) return milliseconds(server.race_ms);
  if (name == "property" && server.executes) return read_property(value, server);
  if (name == "compiler" && server.executes) return read_compiler(value, server);
  if ((name == "read-only" || name == "read-write") && !has_value && !server.executes) {
    server.is_read_only = name == "read-only";
    return {};
  }
  return "'|" + name + (has_value ? "=…" : "") + "' is not an attribute; known are " +
         (server.executes ? "property=NAME=VALUE, compiler=FOLDER, race-after=MS, " : "read-only, read-write, ") +
         "password, token, netrc, ca=FILE, connect-timeout=MS, timeout=MS and total-timeout=MS";
}

Problem judge_as_whole(const ServerSettings& server) {
  const bool is_redis = server.protocol == ServerSettings::Protocol::k_redis;
  const int credentials =
      !server.password_variable.empty() + !server.token_variable.empty() + !server.netrc_file.empty();
  if (credentials > 1) return "password, token and netrc exclude each other";
  if (!server.token_variable.empty() && (is_redis || !server.user.empty()))
    return "a token is for HTTP and gRPC, and for no user";
  if (!is_redis && !server.password_variable.empty() && server.user.empty()) {
    return "a password needs a user: " + server.name.substr(0, server.name.find(':')) + "://USER@HOST";
  }
  if (!server.netrc_file.empty() && server.host.empty()) return "a netrc file knows hosts, not sockets";
  if (!server.user.empty() && credentials == 0) return "a user needs password or netrc";
  if (!server.ca_file.empty() && !server.is_tls) return "ca is for https, grpcs and rediss";
  return {};
}

// A URL that makes no sense is not repeated: a password with a '|', a '/' or a blank in it may be why, and a part of
// that looks like a host or an attribute then.
Problem read_server(std::string_view text, ServerSettings& server) {
  Problem problem = read_url(cut(text, "|"), server);
  const bool may_be_secret = text.find('@') != std::string_view::npos;
  while (!problem && !text.empty()) {
    problem = read_attribute(cut(text, "|"), server);
    if (!problem || !may_be_secret) continue;
    server.name.clear();
    return "an attribute is invalid, or a '|' in the name of a user is not written as %7C";
  }
  return problem ? problem : judge_as_whole(server);
}

Failure misspelt(std::string where, const ServerSettings& server, const std::string& problem) {
  if (!server.name.empty()) where += " (" + server.name + ")";
  return fail(ErrorKind::k_usage, where + ": " + problem);
}

}  // namespace

Result<std::vector<ServerSettings>> parse_servers(std::string_view text) {
  std::vector<ServerSettings> servers;
  while (!text.empty()) {
    const std::string_view one = cut(text, k_blanks);
    if (one.empty()) continue;
    ServerSettings server;
    if (const Problem problem = read_server(one, server))
      return misspelt("CLC_REMOTE: server " + std::to_string(servers.size() + 1), server, *problem);
    servers.push_back(std::move(server));
  }
  return servers;
}

Result<ServerSettings> parse_execution_server(std::string_view text) {
  ServerSettings server;
  server.executes = true;
  server.connect_ms = 2000;
  server.request_ms = 10000;
  server.total_ms = 120000;
  while (!text.empty() && k_blanks.find(text.front()) != std::string_view::npos) text.remove_prefix(1);
  const std::string_view one = cut(text, k_blanks);
  Problem problem = read_server(one, server);
  if (!problem && server.protocol != ServerSettings::Protocol::k_grpc) problem = "jobs go by grpc:// or grpcs:// only";
  if (!problem && text.find_first_not_of(k_blanks) != std::string_view::npos)
    problem = "one server only: it knows the machines behind it";
  if (problem) return misspelt("CLC_REMOTE_EXECUTION", server, *problem);
  return server;
}

Result<std::string> execution_server_name(const std::string& text) {
  const ServerSettings server = CLC_TRY(parse_execution_server(text));
  return server.name;
}

}  // namespace clc::cache
