#!/usr/bin/env python3
"""Secrets of the remote cache go to nobody: proxies' passwords stand in no message, also where a library would repeat them, and
no redirect takes a token, a password or an entry elsewhere. Addresses of IPv6, with a zone, too, reach their servers.

usage: secrets_test.py --driver PROGRAM --module FILE [--tls] [--grpc]
"""
import base64
import contextlib
import socket
import tempfile

from certificates import Authority
from farm import Farm
from proxy import Proxy, TlsFront, whole
from servers import ACTION, ARTIFACT, KEY, Client, Nginx, Redis, free_port, keep_an_entry, main, need_tls, sha256
from clc_testing import Skipped

SECRETS = ("hunter", "bob", base64.b64encode(b"bob:hunter2").decode()[:8])


def proxies(port):
    """Values of https_proxy that a library may complain of, with a password in each."""
    closed = free_port()
    yield from (f"http://bob:hunter2@127.0.0.1:{closed}", f"bob:hunter2@127.0.0.1:{closed}", "http://bob:hunter2@[::1", "http://bob:hunter2@h:99999x",
                "http://bob:hunter2@h:123456", f"ftp://bob:hunter2@127.0.0.1:{closed}", f"socks5://bob:hunter2@127.0.0.1:{closed}",
                f"socks4a://bob:hunter2@127.0.0.1:{closed}", "http://bob:hunter2", "http://bob:hunter2@", "bob:hunter2", "http://bob:hun ter hunter2@h",
                "http://bob:hunter2@no-such-host.invalid", "bob:hunter2@no such host", "http://bob:hun%74er2@no-such-host.invalid:8",
                "http://bob:" + 40 * "hunter2" + "@h:x", 40 * "bob" + ":hunter2@h:x", "https://bob:hunter2@127.0.0.1:" + str(closed),
                "http://bob:hunter2@" + 70 * "label." + "invalid", "socks9://bob:hunter2@h", "://bob:hunter2@h", "http:///bob:hunter2@h",
                "http://bob:hunter2@h/\x01")
    for host in ("127.0.0.1", "bob:hunter2@127.0.0.1"):
        yield f"http://{host}:{port}"


def refuses(proxy, connection):
    """Answers with what it heard, in the status and behind it."""
    proxy.request(connection)
    told = proxy.heads[-1].replace("\r\n", " ")
    connection.sendall(f"HTTP/1.1 407 {told}\r\nProxy-Authenticate: Basic realm=\"bob:hunter2\"\r\nContent-Length: 11\r\n\r\nbob:hunter2".encode())


def no_message_has_a_proxys_password(options):
    need_tls(options)
    schemes = ["https", "rediss"] + (["grpcs"] if options.grpc else [])
    with Proxy(0, refuses) as refusing, Nginx() as nginx:
        keep_an_entry(options, nginx.url)
        for scheme in schemes:
            for proxy in proxies(refusing.port):
                for name in ("https_proxy", "all_proxy") if scheme != "grpcs" else ("https_proxy", "grpc_proxy"):
                    url = f"{scheme}://127.0.0.2:{free_port()}"
                    limits = "|connect-timeout=2000|timeout=2000"
                    with Client(options, f"{url}{limits} {nginx.url}|read-only", **{name: proxy}) as client:
                        assert client.get("action", KEY).digest == sha256(ACTION), (scheme, proxy, client.trouble())
                        trouble = "\n".join(client.trouble())
                        assert trouble.startswith(url + ": ") and len(trouble) > len(url) + 10, (scheme, proxy, trouble)
                        assert not any(secret in trouble for secret in SECRETS), (scheme, proxy, trouble)
                        assert trouble.isprintable(), (scheme, proxy, trouble)
                        is_told = scheme != "grpcs" or name != "https_proxy" or not proxy.startswith("https://")
                        assert is_told or "an https:// proxy is offered HTTP/2, too" in trouble, (scheme, proxy, trouble)
            print(f"{scheme}: {trouble}")


def no_redirect_is_followed(options):
    secret = "hunter2"

    def elsewhere(status, place):
        def redirect(proxy, connection):
            while True:
                proxy.request(connection)
                head = f"HTTP/1.1 {status} X\r\nLocation: {place(proxy)}/ac/{KEY}\r\nContent-Length: 0\r\n\r\n"
                connection.sendall(head.encode())
        return redirect

    with Nginx() as other, contextlib.ExitStack() as stack:
        keep_an_entry(options, other.url)
        fronts = []
        if options.tls:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="clc-tls-"))
            authority = Authority(folder)
            fronts.append(lambda port: TlsFront(port, *authority.issue(f"good{port}")))
        heard = len(other.requests())
        for status in (300, 301, 302, 303, 305, 307, 308):
            for place in (lambda _: other.url, lambda _: other.url.replace("http://", "//"), lambda proxy: f"http://127.0.0.1:{proxy.port}",
                          lambda _: "", lambda _: "https://localhost:1", lambda _: "file:///etc/passwd"):
                for front in (None, *fronts):
                    with Proxy(0, elsewhere(status, place)) as proxy, (front(proxy.port) if front else contextlib.nullcontext()) as tls:
                        url = f"https://localhost:{tls.port}|ca={authority.certificate}" if tls else f"http://127.0.0.1:{proxy.port}"
                        with Client(options, url + "|token", CLC_REMOTE_TOKEN=secret) as client:
                            assert not client.get("action", KEY)
                            assert f"answered {status}" in client.trouble()[0] and secret not in client.trouble()[0], client.trouble()
                        with Client(options, url + "|token", CLC_REMOTE_TOKEN=secret) as client:
                            client.put(KEY, ACTION, ARTIFACT)
                            client.flush()
                            assert f"answered {status} to an upload" in client.trouble()[0], client.trouble()
                        assert proxy.requests == 2, (status, proxy.requests)
        assert len(other.requests()) == heard, other.requests()[heard:]


def need_ipv6():
    try:
        with socket.create_server(("::1", 0), family=socket.AF_INET6):
            return
    except OSError as error:
        raise Skipped(f"no IPv6 on loopback: {error}") from error


def forwards(proxy, connection):
    while True:
        status, body = proxy.answer(connection)
        connection.sendall(whole(status, body))


def link_local():
    """fe80::1%eth0, or nothing where no interface has such an address."""
    with open("/proc/net/if_inet6", encoding="utf-8") as table:
        for line in table:
            digits, _, _, _, _, interface = line.split()
            if digits.startswith("fe80"):
                return socket.inet_ntop(socket.AF_INET6, bytes.fromhex(digits)) + "%" + interface
    return None


def passes_on(proxy, connection):
    proxy.relay(connection, lambda to, data: to.sendall(data))


def ipv6_reaches_its_server(options):
    need_ipv6()
    with Nginx() as nginx, Redis() as redis, contextlib.ExitStack() as stack:
        http = stack.enter_context(Proxy(nginx.port, forwards, host="::1"))
        places = [("http", http.port, ""), ("redis", stack.enter_context(Proxy(redis.port, passes_on, host="::1")).port, "")]
        if options.tls:
            authority = Authority(stack.enter_context(tempfile.TemporaryDirectory(prefix="clc-tls-")))
            pair = authority.issue("six", host="IP:::1")
            for scheme, behind in (("https", nginx), ("rediss", redis)):
                front = stack.enter_context(TlsFront(behind.port, *pair, host="::1"))
                places.append((scheme, front.port, f"|ca={authority.certificate}"))
        if options.grpc:
            places.append(("grpc", stack.enter_context(Farm(host="[::1]")).port, ""))
        for scheme, port, attributes in places:
            for host in ("[::1]", "[0:0:0:0:0:0:0:1]"):
                keep_an_entry(options, f"{scheme}://{host}:{port}{attributes}")
                print(f"{scheme}://{host}: an entry went there and back")
        with Client(options, f"http://[::1]:{free_port()} http://[::1]:{http.port}") as client:
            assert client.get("action", KEY), client.trouble()


def a_zone_reaches_its_server(options):
    need_ipv6()
    address = link_local()
    if address is None:
        raise Skipped("no interface has an address of its link")
    with Nginx() as nginx, Proxy(nginx.port, forwards, host=address) as proxy:
        host = "[" + address.replace("%", "%25") + "]"
        keep_an_entry(options, f"http://{host}:{proxy.port}")
        asked = [line for head in proxy.heads for line in head.splitlines() if line.startswith("Host: ")]
        assert set(asked) == {f"Host: [{address.split('%')[0]}]:{proxy.port}"}, asked
        url = f"http://[fe80::1%25nosuch0]:{proxy.port}"
        with Client(options, url) as client:
            assert not client.get("action", KEY) and client.trouble()[0].startswith(url + ": "), client.trouble()
        print(f"{host}: an entry went there and back")


TESTS = [no_message_has_a_proxys_password, no_redirect_is_followed, ipv6_reaches_its_server, a_zone_reaches_its_server]


if __name__ == "__main__":
    main(__doc__, TESTS)
