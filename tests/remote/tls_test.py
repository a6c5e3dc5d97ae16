#!/usr/bin/env python3
"""The remote cache over TLS: every fault of HTTP and of Redis behind a good certificate, every fault of a handshake, and
every bad certificate. Each is a miss within its time, the reason is told, and the next server has the entry; a server whose
certificate is bad gets to hear nothing.

usage: tls_test.py --driver PROGRAM --module FILE --tls
"""
import contextlib
import ssl
import tempfile

import proxy as faults
from certificates import Authority
from faults_test import (HTTP_UPLOAD_FAULTS, REDIS_UPLOAD_FAULTS, SLACK, check_http_faults, check_redis_faults,
                         check_upload_faults)
from proxy import Proxy, TlsFront
from servers import ACTION, KEY, Client, Nginx, Redis, keep_an_entry, main, need_tls, sha256

SCHEMES = ("https", "rediss")
PAST, LATER, FAR = "20200101000000Z", "20210101000000Z", "20400101000000Z"


@contextlib.contextmanager
def good_certificate(options):
    need_tls(options)
    with tempfile.TemporaryDirectory(prefix="clc-tls-") as folder:
        authority = Authority(folder)
        yield *authority.issue("good"), authority.certificate


def http_faults_over_tls_are_misses(options):
    with good_certificate(options) as certificate:
        check_http_faults(options, "https", certificate)


def redis_faults_over_tls_are_misses(options):
    with good_certificate(options) as certificate:
        check_redis_faults(options, "rediss", certificate)


def faults_of_uploads_over_tls_cost_little(options):
    with good_certificate(options) as certificate:
        check_upload_faults(options, (("https", Nginx, HTTP_UPLOAD_FAULTS), ("rediss", Redis, REDIS_UPLOAD_FAULTS)), certificate)


def miss(options, upstream, name, url, limits):
    """One question to a server that is of no use, with a real one behind it. Returns why it is of no use."""
    with Client(options, f"{url}{limits} {upstream.url}|read-only", CLC_TEST_PASSWORD="hunter2") as client:
        answer = client.get("action", KEY)
        assert answer.digest == sha256(ACTION), (name, client.trouble())
        assert answer.milliseconds < SLACK, (name, answer.milliseconds)
        trouble = client.trouble()
        server = url.split("|", 1)[0].replace("//somebody@", "//")
        assert len(trouble) == 1 and trouble[0].startswith(server + ": "), (name, trouble)
        assert "not used any more" in trouble[0] and "hunter2" not in trouble[0] and trouble[0].isprintable(), (name, trouble)
        return trouble[0][len(server) + 2:]


def handshakes_that_fail_are_misses(options):
    need_tls(options)
    with Nginx() as nginx:
        keep_an_entry(options, nginx.url)
        for fault in faults.HANDSHAKE_FAILURES:
            for scheme in SCHEMES:
                with Proxy(0, fault) as proxy:
                    reason = miss(options, nginx, fault.__name__, f"{scheme}://localhost:{proxy.port}", "|connect-timeout=500")
                    print(f"{scheme}, {fault.__name__}: {reason}")


def old_versions_only(context):
    context.minimum_version = ssl.TLSVersion.TLSv1
    context.maximum_version = ssl.TLSVersion.TLSv1_1
    context.set_ciphers("ALL:@SECLEVEL=0")


def weak_keys(context):
    context.set_ciphers("ALL:@SECLEVEL=0")


def without_encryption(context):
    context.maximum_version = ssl.TLSVersion.TLSv1_2
    context.set_ciphers("NULL:aNULL:@SECLEVEL=0")


def bad_certificates(authority, stranger):
    """(what is wrong, (certificate, key), how else the server is set up)"""
    def same(_):
        return None
    yield "expired", authority.issue("expired", start=PAST, end=LATER), same
    yield "not valid yet", authority.issue("early", start="20390101000000Z", end=FAR), same
    yield "another host's", authority.issue("other", host="DNS:example.com"), same
    yield "of a name that only begins so", authority.issue("longer", host="DNS:localhost.example.com"), same
    yield "of any host of no domain", authority.issue("any", host="DNS:*"), same
    yield "of the address, not of the name", authority.issue("address", host="IP:127.0.0.1"), same
    yield "for clients only", authority.issue("client", extensions=["extendedKeyUsage=clientAuth"]), same
    yield "of an unknown authority", stranger.issue("stranger"), same
    yield "that signed itself", (stranger.certificate, stranger.key), same
    yield "with a short key", authority.issue("short", bits=1024), weak_keys
    yield "signed over SHA-1", authority.issue("sha1", digest="sha1"), weak_keys
    yield "with old versions of TLS only", authority.issue("old"), old_versions_only
    yield "with ciphers that hide nothing", authority.issue("plain"), without_encryption


def signed_by_a_server(authority):
    """A certificate whose signer may not sign: anybody with a certificate could make one for any host."""
    certificate, key = authority.issue("signer", extensions=["basicConstraints=critical,CA:FALSE"])
    authority.certificate, authority.key, own = certificate, key, (authority.certificate, authority.key)
    leaf, leaf_key = authority.issue("signed")
    authority.certificate, authority.key = own
    chain = authority.path("chain.pem")
    with open(chain, "w", encoding="utf-8") as out:
        for path in (leaf, certificate):
            with open(path, encoding="utf-8") as file:
                out.write(file.read())
    return chain, leaf_key


def bad_certificates_are_misses(options):
    need_tls(options)
    with tempfile.TemporaryDirectory(prefix="clc-tls-") as folder, Nginx() as nginx:
        authority, stranger = Authority(folder), Authority(folder, "stranger")
        keep_an_entry(options, nginx.url)
        bad = list(bad_certificates(authority, stranger))
        bad.append(("signed by a server's certificate", signed_by_a_server(authority), lambda _: None))
        for what, certificate, change in bad:
            for scheme in SCHEMES:
                with Proxy(0, faults.never_reads) as proxy, TlsFront(proxy.port, *certificate, change) as front:
                    url = f"{scheme}://somebody@localhost:{front.port}|password=CLC_TEST_PASSWORD|ca={authority.certificate}"
                    reason = miss(options, nginx, what, url, "|connect-timeout=20000")
                    assert front.heard == 0, (what, "was spoken to")
                    print(f"{scheme}, a certificate {what}: {reason}")
        # The same authority and a good certificate, so that it is the bad that is refused.
        for server, scheme in ((nginx, "https"), (Redis, "rediss")):
            with contextlib.ExitStack() as stack:
                behind = stack.enter_context(server()) if server is Redis else server
                keep_an_entry(options, behind.url)
                front = stack.enter_context(TlsFront(behind.port, *authority.issue("good")))
                client = stack.enter_context(
                    Client(options, f"{scheme}://localhost:{front.port}|ca={authority.certificate}"))
                assert client.get("action", KEY).digest == sha256(ACTION), client.trouble()


TESTS = [http_faults_over_tls_are_misses, redis_faults_over_tls_are_misses, faults_of_uploads_over_tls_cost_little,
         handshakes_that_fail_are_misses, bad_certificates_are_misses]


if __name__ == "__main__":
    main(__doc__, TESTS)
