"""Stands between a client and a real server and does what servers should not do."""
import contextlib
import http.client
import os
import random
import select
import socket
import ssl
import struct
import threading

HELLO = b"HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\n"


def listen(host):
    """Of a host's name or address, which may have a zone: fe80::1%eth0."""
    family, _, _, _, address = socket.getaddrinfo(host, 0, type=socket.SOCK_STREAM)[0]
    return socket.create_server(address, family=family, backlog=64)


class Proxy:
    """Calls `fault(proxy, connection)` for each connection, in a thread of its own."""

    def __init__(self, upstream_port, fault, host="127.0.0.1"):
        self.upstream_port = upstream_port
        self.fault = fault
        self.requests = 0
        self.heads = []  # of the requests of HTTP
        self.ended = threading.Event()
        self.listener = listen(host)
        self.port = self.listener.getsockname()[1]
        self.threads = [threading.Thread(target=self.accept, daemon=True)]
        self.threads[0].start()

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self.listener.accept()
                self.threads.append(threading.Thread(target=self.serve, args=(connection,), daemon=True))
                self.threads[-1].start()

    def serve(self, connection):
        with connection, contextlib.suppress(OSError, http.client.HTTPException):
            self.fault(self, connection)

    def wait(self):
        """Keeps a connection open for as long as anyone could wait for it."""
        self.ended.wait(60)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.ended.set()
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        for thread in self.threads:
            thread.join(10)

    # HTTP

    def request(self, connection):
        """(method, path, body) of the next request, read whole."""
        data = b""
        while b"\r\n\r\n" not in data:
            more = connection.recv(1 << 16)
            if not more:
                raise OSError("the client left")
            data += more
        head, body = data.split(b"\r\n\r\n", 1)
        self.heads.append(head.decode("latin-1"))
        method, path = head.split()[:2]
        for line in head.split(b"\r\n"):
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
                while len(body) < length:
                    more = connection.recv(1 << 20)
                    if not more:
                        raise OSError("the client left")
                    body += more
        self.requests += 1
        return method.decode(), path.decode(), body

    def answer(self, connection):
        """(status, body) of the real server to the next request."""
        method, path, body = self.request(connection)
        upstream = http.client.HTTPConnection("127.0.0.1", self.upstream_port, timeout=20)
        with contextlib.closing(upstream):
            upstream.request(method, path, body)
            response = upstream.getresponse()
            return response.status, response.read()

    # Redis

    def relay(self, connection, change):
        """Both ways, what the server says through `change(connection, data)`."""
        with socket.create_connection(("127.0.0.1", self.upstream_port), 20) as upstream:
            def forward():
                with contextlib.suppress(OSError):
                    while data := connection.recv(1 << 16):
                        self.requests += 1
                        upstream.sendall(data)
                with contextlib.suppress(OSError):
                    upstream.shutdown(socket.SHUT_RDWR)
            thread = threading.Thread(target=forward, daemon=True)
            thread.start()
            with contextlib.suppress(OSError):
                while data := upstream.recv(1 << 20):
                    change(connection, data)
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
            thread.join(10)


class TlsFront:
    """Speaks TLS with the clients of a Proxy. It ends a connection as the proxy does, and never says goodbye, as an attacker
    who cuts the line would not."""

    def __init__(self, port, certificate, key, change=lambda context: None, host="127.0.0.1"):
        self.upstream_port = port
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        change(self.context)
        self.context.load_cert_chain(certificate, key)
        self.heard = 0  # bytes that clients said to the server behind it
        self.listener = listen(host)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self.listener.accept()
                threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def serve(self, connection):
        with connection, contextlib.suppress(OSError):
            with self.context.wrap_socket(connection, server_side=True) as client, \
                    socket.create_connection(("127.0.0.1", self.upstream_port), 20) as proxy:
                self.relay(client, proxy)

    def relay(self, client, proxy):
        """One thread for both ways: OpenSSL wants that of a connection."""
        while True:
            ready = [client] if client.pending() else select.select([client, proxy], [], [])[0]
            if client in ready:
                client.settimeout(0)
                try:
                    data = client.recv(1 << 16)
                except ssl.SSLWantReadError:
                    data = None
                client.settimeout(None)
                if data is not None and not data:
                    return
                if data:
                    self.heard += len(data)
                    proxy.sendall(data)
            if proxy in ready:
                try:
                    data = proxy.recv(1 << 16)
                except ConnectionResetError:
                    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    return
                if not data:
                    return
                client.sendall(data)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()


def whole(status, body):
    return b"HTTP/1.1 %d X\r\nContent-Length: %d\r\n\r\n" % (status, len(body)) + body


def reset(connection):
    """Ends it as a crashed machine would."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.shutdown(socket.SHUT_RD)  # for who still listens to it here
    connection.close()


# Each fault of HTTP. Every one makes a miss.

def closes_at_once(_, connection):
    connection.close()


def stalls(proxy, connection):
    proxy.request(connection)
    proxy.wait()


def never_reads(proxy, _):
    proxy.wait()


def stalls_in_headers(proxy, connection):
    proxy.answer(connection)
    connection.sendall(HELLO[:30])
    proxy.wait()


def stalls_in_body(proxy, connection):
    status, body = proxy.answer(connection)
    data = whole(status, body)
    connection.sendall(data[:len(data) - len(body) // 2 - 1])
    proxy.wait()


def cuts_headers(proxy, connection):
    proxy.answer(connection)
    connection.sendall(HELLO[:30])


def cuts_status(proxy, connection):
    proxy.request(connection)
    connection.sendall(HELLO[:5])


def cuts_body(proxy, connection):
    status, body = proxy.answer(connection)
    connection.sendall(whole(status, body)[:-1])


def resets_in_body(proxy, connection):
    status, body = proxy.answer(connection)
    connection.sendall(whole(status, body)[:-10])
    reset(connection)


def cuts_body_of_unknown_length(proxy, connection):
    _, body = proxy.answer(connection)
    connection.sendall(HELLO + b"Connection: close\r\n\r\n" + body[:-1])


def cuts_chunks(proxy, connection):
    _, body = proxy.answer(connection)
    connection.sendall(HELLO + b"Transfer-Encoding: chunked\r\n\r\n%x\r\n" % len(body) + body + b"\r\n")


def claims_huge_chunks(proxy, connection):
    _, body = proxy.answer(connection)
    connection.sendall(HELLO + b"Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n" + body)


def says_too_long(proxy, connection):
    status, body = proxy.answer(connection)
    connection.sendall(whole(status, body).replace(b"Length: ", b"Length: 9"))
    proxy.wait()


def says_too_short(proxy, connection):
    status, body = proxy.answer(connection)
    connection.sendall(whole(status, body).replace(b"Length: %d" % len(body), b"Length: %d" % (len(body) // 2)))


def says_negative_length(proxy, connection):
    status, body = proxy.answer(connection)
    connection.sendall(whole(status, body).replace(b"Length: ", b"Length: -"))


def shortens(proxy, connection):
    while True:
        status, body = proxy.answer(connection)
        connection.sendall(whole(status, body[:-1]))


def lengthens(proxy, connection):
    while True:
        status, body = proxy.answer(connection)
        connection.sendall(whole(status, body + b"x"))


def flips(proxy, connection):
    while True:
        status, body = proxy.answer(connection)
        at = len(body) // 2
        connection.sendall(whole(status, body[:at] + bytes([body[at] ^ 255]) + body[at + 1:]))


def answers_another_blob(proxy, connection):
    while True:
        status, body = proxy.answer(connection)
        connection.sendall(whole(status, random.Random(1).randbytes(len(body))))


def answers_nothing(proxy, connection):
    while True:
        proxy.request(connection)
        connection.sendall(whole(200, b""))


def answers_a_page(proxy, connection):
    while True:
        proxy.request(connection)
        connection.sendall(whole(200, b"<html>Please log in</html>"))


def answers_500(proxy, connection):
    while True:
        proxy.request(connection)
        connection.sendall(whole(500, b"broken"))


def answers_206(proxy, connection):
    while True:
        _, body = proxy.answer(connection)
        connection.sendall(whole(206, body))


def answers_garbage(proxy, connection):
    proxy.request(connection)
    connection.sendall(os.urandom(1 << 16))


def redirects(proxy, connection):
    proxy.request(connection)
    connection.sendall(b"HTTP/1.1 302 X\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n")


def endless(proxy, connection, begin, piece):
    proxy.request(connection)
    connection.sendall(begin)
    while not proxy.ended.is_set():
        connection.sendall(piece)


def sends_without_end(proxy, connection):
    endless(proxy, connection, HELLO + b"\r\n", bytes(1 << 20))


def sends_chunks_without_end(proxy, connection):
    endless(proxy, connection, HELLO + b"Transfer-Encoding: chunked\r\n\r\n", b"100000\r\n" + bytes(1 << 20) + b"\r\n")


def sends_headers_without_end(proxy, connection):
    endless(proxy, connection, HELLO, b"X-Header: %s\r\n" % (b"x" * 1000))


def sends_one_header_without_end(proxy, connection):
    endless(proxy, connection, HELLO + b"X: ", b"x" * 10000)


def sends_interim_answers_without_end(proxy, connection):
    endless(proxy, connection, b"", b"HTTP/1.1 100 Continue\r\n\r\n" * 100)


def sends_an_endless_error(proxy, connection):
    endless(proxy, connection, b"HTTP/1.1 500 X\r\n\r\n", bytes(1 << 20))


def drip(proxy, connection, data):
    for i in range(len(data)):
        if proxy.ended.wait(0.02):
            return
        connection.sendall(data[i:i + 1])


def drips(proxy, connection):
    drip(proxy, connection, whole(*proxy.answer(connection)))


def drips_after_half(proxy, connection):
    status, body = proxy.answer(connection)
    data = whole(status, body)
    connection.sendall(data[:len(data) // 2])
    drip(proxy, connection, data[len(data) // 2:])


def drips_headers(proxy, connection):
    proxy.request(connection)
    drip(proxy, connection, HELLO + b"X: y\r\n" * 100000)


# Those of them that are said of one answer: the server is asked again.
HTTP_LIES = [claims_huge_chunks, says_too_short, shortens, lengthens, flips, answers_another_blob, answers_nothing, answers_a_page,
             cuts_body_of_unknown_length, sends_without_end, sends_chunks_without_end]
HTTP_FAILURES = [closes_at_once, stalls, never_reads, stalls_in_headers, stalls_in_body, cuts_status, cuts_headers, cuts_body,
                 resets_in_body, cuts_chunks, says_too_long, says_negative_length, answers_500,
                 answers_206, answers_garbage, redirects, sends_headers_without_end,
                 sends_one_header_without_end, sends_interim_answers_without_end, sends_an_endless_error, drips,
                 drips_after_half, drips_headers]


# Each fault of Redis.

def redis_fault(change):
    """`change(proxy, connection, data)` sends what it makes of the server's words."""
    def fault(proxy, connection):
        proxy.relay(connection, lambda client, data: change(proxy, client, data))
    fault.__name__ = change.__name__
    return fault


def redis_stalls(proxy, connection, data):
    proxy.wait()


def redis_stalls_in_it(proxy, connection, data):
    connection.sendall(data[:-1])
    proxy.wait()


def redis_cuts(proxy, connection, data):
    connection.sendall(data[:-1])
    connection.shutdown(socket.SHUT_RDWR)


def redis_resets(proxy, connection, data):
    connection.sendall(data[:-1])
    reset(connection)


def redis_closes(proxy, connection, data):
    connection.shutdown(socket.SHUT_RDWR)


def redis_answers_garbage(proxy, connection, data):
    connection.sendall(b"\x00" + os.urandom(1 << 16))


def redis_speaks_http(proxy, connection, data):
    connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")


def redis_answers_a_huge_list(proxy, connection, data):
    connection.sendall(b"*2147483647\r\n")
    proxy.wait()


def redis_answers_nested_lists(proxy, connection, data):
    connection.sendall(b"*1\r\n" * 1000)


def redis_answers_a_negative_length(proxy, connection, data):
    connection.sendall(b"$-7\r\nx\r\n")
    proxy.wait()


def redis_answers_a_huge_length(proxy, connection, data):
    connection.sendall(b"$9223372036854775807\r\n")
    while not proxy.ended.is_set():
        connection.sendall(bytes(1 << 20))


def redis_sends_without_end(proxy, connection, data):
    while not proxy.ended.is_set():
        connection.sendall(b"+" + b"x" * (1 << 20))


def redis_drips(proxy, connection, data):
    drip(proxy, connection, data + b"+OK\r\n" * 100000)


def redis_answers_an_error(proxy, connection, data):
    connection.sendall(b"-ERR unknown command 'AUTH', with args beginning with: 'hunter2'\r\n" * 10)


def redis_answers_a_number(proxy, connection, data):
    connection.sendall(b":7\r\n" * 10)


def redis_answers_another_blob(proxy, connection, data):
    connection.sendall(b"$5\r\nother\r\n")


def redis_header(data):
    """(first line, rest) of an answer."""
    at = data.find(b"\n") + 1
    return data[:at], data[at:]


def redis_stalls_in_its_length(proxy, connection, data):
    connection.sendall(data[:2])
    proxy.wait()


def redis_cuts_its_length(proxy, connection, data):
    connection.sendall(data[:2])
    connection.shutdown(socket.SHUT_RDWR)


def redis_says_too_long(proxy, connection, data):
    connection.sendall(data[:1] + b"9" + data[1:])
    proxy.wait()


def redis_says_too_short(proxy, connection, data):
    """The rest of the answer is there before anything else is asked."""
    connection.sendall(b"$5\r\n" + redis_header(data)[1])


def redis_shortens(proxy, connection, data):
    _, body = redis_header(data)
    body = body[:-3]
    connection.sendall(b"$%d\r\n" % len(body) + body + b"\r\n")


def redis_lengthens(proxy, connection, data):
    _, body = redis_header(data)
    body = body[:-2] + b"x"
    connection.sendall(b"$%d\r\n" % len(body) + body + b"\r\n")


def redis_flips(proxy, connection, data):
    at = len(data) // 2
    connection.sendall(data[:at] + bytes([data[at] ^ 255]) + data[at + 1:])


def redis_answers_nothing(proxy, connection, data):
    connection.sendall(b"$0\r\n\r\n")


def redis_resets_in_its_length(proxy, connection, data):
    connection.sendall(data[:2])
    reset(connection)


def redis_drips_after_half(proxy, connection, data):
    connection.sendall(b"$50000\r\n" + bytes(25000))
    drip(proxy, connection, bytes(25000) + b"\r\n")


def redis_redirects(proxy, connection, data):
    connection.sendall(b"-MOVED 3999 127.0.0.1:1\r\n")


def redis_asks_elsewhere(proxy, connection, data):
    connection.sendall(b"-ASK 3999 127.0.0.1:1\r\n")


def redis_sends_an_endless_error(proxy, connection, data):
    connection.sendall(b"-ERR ")
    while not proxy.ended.is_set():
        connection.sendall(b"x" * (1 << 20))


def redis_pushes_without_end(proxy, connection, data):
    while not proxy.ended.is_set():
        connection.sendall(b">1\r\n+message\r\n" * 1000)


def redis_answers_a_double(proxy, connection, data):
    connection.sendall(b",1.5\r\n" * 10)


def redis_answers_a_truth(proxy, connection, data):
    connection.sendall(b"#t\r\n" * 10)


def redis_answers_a_map(proxy, connection, data):
    connection.sendall(b"%2147483647\r\n" * 10)


def redis_answers_a_huge_number(proxy, connection, data):
    connection.sendall(b":99999999999999999999999999\r\n")
    proxy.wait()


REDIS_LIES = [redis_fault(change) for change in (
    redis_answers_another_blob, redis_says_too_short, redis_shortens, redis_lengthens, redis_flips, redis_answers_nothing)]
REDIS_FAILURES = [redis_fault(change) for change in (
    redis_stalls, redis_stalls_in_it, redis_cuts, redis_resets, redis_closes, redis_answers_garbage, redis_speaks_http,
    redis_answers_a_huge_list, redis_answers_nested_lists, redis_answers_a_negative_length, redis_answers_a_huge_length,
    redis_sends_without_end, redis_drips, redis_answers_an_error, redis_answers_a_number, redis_stalls_in_its_length,
    redis_cuts_its_length, redis_says_too_long, redis_resets_in_its_length, redis_drips_after_half, redis_redirects,
    redis_asks_elsewhere, redis_sends_an_endless_error, redis_pushes_without_end, redis_answers_a_double,
    redis_answers_a_truth, redis_answers_a_map, redis_answers_a_huge_number)]

# Those of both lists that send data for as long as it is taken.
ENDLESS = [sends_without_end, sends_chunks_without_end] + [
    fault for fault in REDIS_FAILURES if fault.__name__ in (
        "redis_answers_a_huge_length", "redis_sends_without_end", "redis_sends_an_endless_error")]


# Each fault of a handshake of TLS, before a word of HTTP or Redis.

def handshake_stalls(proxy, connection):
    connection.recv(1 << 16)
    proxy.wait()


def handshake_closes(_, connection):
    connection.recv(1 << 16)


def handshake_resets(_, connection):
    connection.recv(1 << 16)
    reset(connection)


def handshake_speaks_http(_, connection):
    connection.recv(1 << 16)
    connection.sendall(whole(200, b"no TLS here"))


def handshake_speaks_redis(_, connection):
    connection.recv(1 << 16)
    connection.sendall(b"-ERR no TLS here\r\n")


def handshake_of_garbage(_, connection):
    connection.recv(1 << 16)
    connection.sendall(os.urandom(1 << 16))


def handshake_refuses(_, connection):
    connection.recv(1 << 16)
    connection.sendall(b"\x15\x03\x03\x00\x02\x02\x28")


def handshake_cuts_a_record(_, connection):
    connection.recv(1 << 16)
    connection.sendall(b"\x16\x03\x03\x40\x00\x02\x00\x00\x50")


def handshake_without_end(proxy, connection):
    connection.recv(1 << 16)
    connection.sendall(b"\x16\x03\x03\x40\x00\x02\xff\xff\xff" + bytes((1 << 14) - 4))
    while not proxy.ended.is_set():
        connection.sendall(b"\x16\x03\x03\x40\x00" + bytes(1 << 14))


def handshake_of_warnings_without_end(proxy, connection):
    connection.recv(1 << 16)
    while not proxy.ended.is_set():
        connection.sendall(b"\x15\x03\x03\x00\x02\x01\x5a" * 1000)


def handshake_drips(proxy, connection):
    connection.recv(1 << 16)
    drip(proxy, connection, b"\x16\x03\x03\x40\x00\x02\x00\x3f\xf0" + bytes(1 << 14))


HANDSHAKE_FAILURES = [handshake_stalls, handshake_closes, handshake_resets, handshake_speaks_http, handshake_speaks_redis,
                      handshake_of_garbage, handshake_refuses, handshake_cuts_a_record, handshake_without_end,
                      handshake_of_warnings_without_end, handshake_drips]
