#!/usr/bin/env python3
"""The remote cache against servers that stall, cut, lie, drip and die: each is a miss within its time, the reason is
told, and the next server has the entry.

usage: faults_test.py --driver PROGRAM --module FILE --slow-resolver FILE
"""
import contextlib
import os
import random
import socket
import time

import proxy as faults
from proxy import Proxy, TlsFront, whole
from servers import ACTION, ARTIFACT, KEY, Client, Nginx, Redis, free_port, keep_an_entry, main, need_tls, sha256

TIMEOUT = 300  # milliseconds, given to the clients
SLACK = 5000   # of a busy machine
LIMITS = f"|connect-timeout=20000|timeout={TIMEOUT}"
USUAL = "|timeout=2000"
ENTRY = {"action": (KEY, sha256(ACTION)), "artifact": (sha256(ARTIFACT), sha256(ARTIFACT))}


def schemes(options):
    return ("http", "redis", "https", "rediss") if options.tls else ("http", "redis")


def peak_megabytes(client):
    with open(f"/proc/{client.process.pid}/status", encoding="utf-8") as status:
        return next(int(line.split()[1]) // 1024 for line in status if line.startswith("VmHWM"))


@contextlib.contextmanager
def faulty_server(upstream, scheme, fault, certificate):
    """(proxy, name in messages, URL with attributes). With a certificate (file, key, authority) it speaks TLS."""
    with contextlib.ExitStack() as stack:
        proxy = stack.enter_context(Proxy(upstream.port, fault))
        name = url = f"{scheme}://127.0.0.1:{proxy.port}"
        if certificate:
            front = stack.enter_context(TlsFront(proxy.port, *certificate[:2]))
            name = f"{scheme}://localhost:{front.port}"
            url = f"{name}|ca={certificate[2]}"
        yield proxy, name, url


def check_fault(options, upstream, scheme, fault, kind, is_lie, certificate=None):
    """One question through the fault, with the real server behind it."""
    name = f"{fault.__name__} of an {kind}"
    key, digest = ENTRY[kind]
    with faulty_server(upstream, scheme, fault, certificate) as (proxy, name_of_server, url):
        # A lie is found out without waiting.
        with Client(options, f"{url}{'' if is_lie else LIMITS} {upstream.url}|read-only") as client:
            answer = client.get(kind, key)
            assert answer.digest == digest, (name, client.trouble())
            # As much as an artifact may have is taken where the server does not say how long it is.
            more = SLACK if kind == "artifact" and fault in faults.ENDLESS else 0
            assert answer.milliseconds < TIMEOUT + SLACK + more, (name, answer.milliseconds)
            trouble = client.trouble()
            assert len(trouble) == 1 and trouble[0].startswith(name_of_server + ": "), (name, trouble)
            broke = "not used any more" in trouble[0]
            if certificate and fault is faults.cuts_body_of_unknown_length:
                is_lie = not broke  # the end was not said, as TLS wants: curl 8 tells so, curl 7 takes it for the end
            assert broke != is_lie, (name, trouble)
            assert "hunter2" not in trouble[0] and trouble[0].isprintable(), (name, trouble)
            asked = proxy.requests
            other = "artifact" if kind == "action" else "action"
            if fault not in faults.REDIS_LIES:  # where any bytes may be an action
                assert client.get(other, ENTRY[other][0]).digest == ENTRY[other][1], name
            assert is_lie or proxy.requests == asked, (name, "was asked again")
            begin = time.monotonic()
        assert time.monotonic() - begin < SLACK / 1000, (name, "ended late")
        return f"{name}: {answer.milliseconds:.0f} ms: {trouble[0][len(name_of_server) + 2:]}"


def some_of(options, some, certificate):
    """All faults without TLS, and a share of them with it."""
    which, parts = options.share if certificate else (0, 1)
    return some[which::parts]


def check_http_faults(options, scheme, certificate=None):
    with Nginx() as nginx:
        keep_an_entry(options, nginx.url)
        for fault in some_of(options, faults.HTTP_FAILURES + faults.HTTP_LIES, certificate):
            for kind in ENTRY:
                if kind == "action" and fault in (faults.flips,):
                    continue  # is another action then, which leads to nothing or to no use
                print(check_fault(options, nginx, scheme, fault, kind, fault in faults.HTTP_LIES, certificate))


def check_redis_faults(options, scheme, certificate=None):
    with Redis() as redis:
        keep_an_entry(options, redis.url)
        for fault in some_of(options, faults.REDIS_FAILURES + faults.REDIS_LIES, certificate):
            for kind in ENTRY:
                if kind == "action" and fault in faults.REDIS_LIES:
                    continue  # any bytes may be an action
                print(check_fault(options, redis, scheme, fault, kind, fault in faults.REDIS_LIES, certificate))


def http_faults_are_misses(options):
    check_http_faults(options, "http")


def redis_faults_are_misses(options):
    check_redis_faults(options, "redis")


def endless_data_fills_no_memory(options):
    """Where the action told how long its artifact is, not even what an artifact may have at most."""
    def only_actions(proxy, connection):
        while True:
            status, body = proxy.answer(connection)
            if body.startswith(b"{"):
                connection.sendall(whole(status, body))
            else:
                connection.sendall(faults.HELLO + b"\r\n")
                while not proxy.ended.is_set():
                    connection.sendall(bytes(1 << 20))

    with Nginx() as nginx:
        keep_an_entry(options, nginx.url)
        for ask_action, limit in ((True, 50), (False, 200)):
            with Proxy(nginx.port, only_actions) as proxy, Client(options, f"http://127.0.0.1:{proxy.port}") as client:
                assert not ask_action or client.get("action", KEY)
                answer = client.get("artifact", sha256(ARTIFACT))
                assert not answer and "longer than it may be" in client.trouble()[0], client.trouble()
                assert options.sanitizer or peak_megabytes(client) < limit, peak_megabytes(client)
                print(f"endless data: {answer.milliseconds:.0f} ms, at most {peak_megabytes(client)} MB of memory")


HTTP_UPLOAD_FAULTS = [faults.closes_at_once, faults.stalls, faults.never_reads, faults.stalls_in_headers, faults.cuts_status,
                      faults.answers_500, faults.answers_garbage, faults.redirects, faults.sends_headers_without_end,
                      faults.sends_an_endless_error, faults.drips_headers, faults.sends_interim_answers_without_end]
REDIS_UPLOAD_FAULTS = [faults.never_reads, faults.closes_at_once] + [
    fault for fault in faults.REDIS_FAILURES if fault.__name__ != "redis_drips"]  # +OK is soon there


def faults_of_uploads_cost_little(options):
    check_upload_faults(options, (("http", Nginx, HTTP_UPLOAD_FAULTS), ("redis", Redis, REDIS_UPLOAD_FAULTS)))


def check_upload_faults(options, table, certificate=None):
    """`table`: (scheme, kind of the real server behind it, faults)."""
    artifact = random.Random(1).randbytes(16 << 20)  # more than sockets hold
    for scheme, server, some in table:
        with server() as upstream:
            for fault in some_of(options, some, certificate):
                with faulty_server(upstream, scheme, fault, certificate) as (_, name, url):
                    with Client(options, f"{url}{LIMITS} {upstream.url}") as client:
                        client.put(KEY, ACTION, artifact)
                        client.put(sha256(b"second"), ACTION, b"another")
                        answer = client.flush()
                        # Some of it moves before the server stalls, and the other server takes its time.
                        assert answer.milliseconds < TIMEOUT + 3 * SLACK, (fault.__name__, answer.milliseconds)
                        trouble = client.trouble()
                        assert len(trouble) == 1 and trouble[0].startswith(name + ": "), (fault.__name__, trouble)
                        assert client.flush().milliseconds < SLACK, fault.__name__
                        print(f"{scheme}, upload, {fault.__name__}: {answer.milliseconds:.0f} ms: {trouble[0][len(name) + 2:]}")
                with Client(options, upstream.url) as client:
                    assert client.get("action", KEY) and client.get("artifact", sha256(artifact)), fault.__name__


def nobody_waits_for_a_connection(options):
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(0)
        fillers = [socket.socket() for _ in range(4)]
        for filler in fillers:  # from now on the kernel drops those who knock
            filler.setblocking(False)
            filler.connect_ex(listener.getsockname())
        time.sleep(0.1)
        for scheme in schemes(options):
            with Client(options, f"{scheme}://127.0.0.1:{listener.getsockname()[1]}{USUAL}") as client:
                answer = client.get("action", KEY)
                assert not answer and 150 < answer.milliseconds < 200 + SLACK, (scheme, answer.milliseconds)
                assert "no connection within 200 ms (connect-timeout)" in client.trouble()[0], client.trouble()
                assert client.get("action", KEY).milliseconds < 150
                print(f"{scheme}, no connection: {answer.milliseconds:.0f} ms: {client.trouble()[0]}")
        for filler in fillers:
            filler.close()


def nobody_waits_for_a_handshake(options):
    need_tls(options)
    with Proxy(0, faults.never_reads) as proxy:
        for scheme in ("https", "rediss"):
            with Client(options, f"{scheme}://127.0.0.1:{proxy.port}{USUAL}") as client:
                answer = client.get("action", KEY)
                assert not answer and answer.milliseconds < 200 + SLACK, (scheme, answer.milliseconds)
                assert "no connection within 200 ms (connect-timeout)" in client.trouble()[0], client.trouble()
                print(f"{scheme}, no handshake: {answer.milliseconds:.0f} ms: {client.trouble()[0]}")


def a_dead_port_costs_less_than_the_timeout(options):
    for scheme in schemes(options):
        with Client(options, f"{scheme}://127.0.0.1:{free_port()}|connect-timeout=20000") as client:
            answer = client.get("action", KEY)
            assert not answer and answer.milliseconds < SLACK, (scheme, answer.milliseconds)
            print(f"{scheme}, dead port: {answer.milliseconds:.0f} ms: {client.trouble()[0]}")


def nobody_waits_for_a_name(options):
    for preload in filter(lambda name: name is not None, (options.slow_resolver, "")):
        for scheme in schemes(options):
            with Client(options, f"{scheme}://no-such-host.invalid{USUAL}", LD_PRELOAD=preload) as client:
                answer = client.get("action", KEY)
                assert not answer and answer.milliseconds < 200 + SLACK, answer.milliseconds
                assert not preload or "within 200 ms" in client.trouble()[0], client.trouble()
                print(f"{scheme}, no such name: {answer.milliseconds:.0f} ms: {client.trouble()[0]}")
                begin = time.monotonic()
            assert time.monotonic() - begin < SLACK / 1000, "ended late"


def a_slow_server_has_its_total_time(options):
    def slow(proxy, connection):
        while True:
            answer = proxy.answer(connection)
            if proxy.ended.wait(0.1):
                return
            connection.sendall(whole(*answer))

    with Nginx() as nginx:
        keep_an_entry(options, nginx.url)
        with Proxy(nginx.port, slow) as proxy:
            with Client(options, f"http://127.0.0.1:{proxy.port}|total-timeout=500") as client:
                answers = [client.get("action", KEY) for _ in range(20)]
                total = sum(answer.milliseconds for answer in answers)
                assert answers[0] and not answers[-1] and total < 500 + SLACK, total
                assert "total-timeout" in client.trouble()[0], client.trouble()


def a_large_artifact_has_its_time(options):
    """More than a request's time-out, because bytes keep coming."""
    artifact = random.Random(2).randbytes(4 << 20)

    def steady(proxy, connection):
        while True:
            status, body = proxy.answer(connection)
            data = whole(status, body)
            for at in range(0, len(data), 1 << 18):
                connection.sendall(data[at:at + (1 << 18)])
                time.sleep(0.15)

    with Nginx() as nginx:
        with Client(options, nginx.url) as client:
            client.put(KEY, ACTION, artifact)
            client.flush()
        with Proxy(nginx.port, steady) as proxy, \
                Client(options, f"http://127.0.0.1:{proxy.port}|timeout=1500") as client:
            answer = client.get("artifact", sha256(artifact))
            assert answer and answer.milliseconds > 1500, client.trouble()


def a_large_upload_has_its_time(options):
    def reads_steadily(proxy, connection):
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 16)
        left = 24 << 20
        while left > 0 and (data := connection.recv(1 << 18)):
            left -= len(data)
            time.sleep(0.04)
        proxy.wait()

    with Proxy(0, reads_steadily) as proxy:
        for scheme in ("http", "redis"):
            with Client(options, f"{scheme}://127.0.0.1:{proxy.port}|timeout=1500|total-timeout=4000") as client:
                client.put(KEY, ACTION, os.urandom(24 << 20))
                answer = client.flush()
                print(f"{scheme}: {answer.milliseconds:.0f} ms: {client.trouble()[0]}")
                assert answer.milliseconds > 2 * 1500, client.trouble()


def a_closed_tls_connection_kills_nobody(options):
    need_tls(options)
    with Nginx(tls=True, max_body="1k") as nginx:
        with Client(options, f"{nginx.url}|ca={nginx.certificate}") as client:
            client.put(KEY, ACTION, os.urandom(32 << 20))
            client.flush()
            assert client.trouble() != [""]
    with Redis("--proto-max-bulk-len", "1mb", tls=True) as redis:
        with Client(options, f"{redis.url}|ca={redis.certificate}") as client:
            client.put(KEY, ACTION, os.urandom(32 << 20))
            client.flush()
            assert client.trouble() != [""]


TESTS = [http_faults_are_misses, redis_faults_are_misses, endless_data_fills_no_memory, faults_of_uploads_cost_little,
         nobody_waits_for_a_connection, nobody_waits_for_a_handshake, a_dead_port_costs_less_than_the_timeout,
         nobody_waits_for_a_name, a_slow_server_has_its_total_time, a_large_artifact_has_its_time, a_large_upload_has_its_time,
         a_closed_tls_connection_kills_nobody]


if __name__ == "__main__":
    main(__doc__, TESTS)
