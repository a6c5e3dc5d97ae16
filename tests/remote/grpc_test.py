#!/usr/bin/env python3
"""The remote cache by gRPC: against buildbox-casd, and against a server that lies, breaks, stalls and refuses. Each is a miss
within its time, the reason is told, and the next server has the entry.

usage: grpc_test.py --driver PROGRAM --module FILE
"""
import contextlib
import gzip
import random
import tempfile
import time

import farm
import proxy as faults
from certificates import Authority
from farm import Casd, Farm, Tunnel, Zstd, api, stream
from proxy import Proxy, TlsFront
from servers import ACTION, ARTIFACT, KEY, Client, free_port, keep_an_entry, main, sha256
from tls_test import bad_certificates, signed_by_a_server

TIMEOUT = 300  # milliseconds, given to the clients
SLACK = 5000   # of a busy machine
LIMITS = f"|connect-timeout=20000|timeout={TIMEOUT}"
LARGE = random.Random(3).randbytes(1 << 20) * 3  # goes by ByteStream
SECRET = "hunter2"


def aborts(code):
    def fault(_farm, _request, context, _right):
        # What we sent comes back in the message.
        context.abort(getattr(farm.grpc.StatusCode, code), "no: " + str(dict(context.invocation_metadata()).get("authorization")))
    fault.__name__ = code
    return fault


def stalls(server, *_):
    server.ended.wait(60)


def changed(change):
    """The right answer with one change."""
    def fault(server, request, context, right):
        answer = right(request, context)
        change(server, answer)
        return answer
    fault.__name__ = change.__name__
    return fault


def told(answer):
    def fault(*_):
        return answer
    fault.__name__ = "answers_" + str(len(answer)) + "_bytes"
    return fault


def output(answer):
    return answer.output_files[0]


def says_it_failed(_, answer):
    answer.exit_code = 1


def sends_too_much(_, answer):
    answer.stdout_raw = bytes(3 << 20)


def names_an_output_of_another_size(_, answer):
    output(answer).contents = b""
    output(answer).digest.size_bytes += 1


def names_a_negative_size(_, answer):
    output(answer).contents = b""
    output(answer).digest.size_bytes = -1


def names_a_huge_size(_, answer):
    output(answer).contents = b""
    output(answer).digest.size_bytes = 1 << 40


def gives_another_artifact(server, answer):
    server.blobs[sha256(b"another")] = b"another"
    output(answer).contents = b""
    output(answer).digest.hash, output(answer).digest.size_bytes = sha256(b"another"), 7


def inlines_another_artifact(_, answer):
    output(answer).contents = bytes(len(ARTIFACT))


def puts_the_action_into_a_blob_that_is_another(server, answer):
    answer.stdout_raw = b""
    answer.stdout_digest.hash, answer.stdout_digest.size_bytes = KEY, len(ARTIFACT)
    server.blobs[KEY] = ARTIFACT


def flips(_, answer):
    answer.responses[0].data = answer.responses[0].data[:-1] + bytes([answer.responses[0].data[-1] ^ 1])


def cuts(_, answer):
    answer.responses[0].data = answer.responses[0].data[:-1]


def lengthens(_, answer):
    answer.responses[0].data += b"x"


def sends_nothing(_, answer):
    answer.responses[0].data = b""


def sends_no_blob(_, answer):
    del answer.responses[:]


def sends_two_blobs(_, answer):
    answer.responses.add().CopyFrom(answer.responses[0])


def sends_no_zstd(_, answer):
    answer.responses[0].compressor = api.Compressor.ZSTD if farm.grpc else 0


def sends_a_bomb(_, answer):
    answer.responses[0].data, answer.responses[0].compressor = Zstd.compress(bytes(32 << 20)), 1


def sends_an_unknown_compressor(_, answer):
    answer.responses[0].compressor = 77


def sends_more_than_a_message(_, answer):
    answer.responses[0].data = bytes(9 << 20)


ACTION_LIES = [changed(change) for change in (says_it_failed, sends_too_much, puts_the_action_into_a_blob_that_is_another)]
# The action itself is right; its artifact is not to be had.
OUTPUT_LIES = [changed(change) for change in (
    names_an_output_of_another_size, names_a_negative_size, names_a_huge_size, gives_another_artifact, inlines_another_artifact)]
BLOB_LIES = [changed(change) for change in (
    flips, cuts, lengthens, sends_nothing, sends_no_blob, sends_two_blobs, sends_no_zstd, sends_a_bomb,
    sends_an_unknown_compressor, sends_more_than_a_message)]
FAILING_CODES = ["UNAUTHENTICATED", "PERMISSION_DENIED", "UNIMPLEMENTED", "INTERNAL", "UNKNOWN", "UNAVAILABLE", "CANCELLED"]
REFUSING_CODES = ["INVALID_ARGUMENT", "FAILED_PRECONDITION", "DATA_LOSS", "RESOURCE_EXHAUSTED"]


def secretly(url):
    return url + "|token=CLC_TEST_TOKEN"


def check_trouble(client, name, is_lie, what):
    trouble = client.trouble()
    assert len(trouble) == 1 and trouble[0].startswith(name + ": "), (what, trouble)
    assert ("not used any more" in trouble[0]) != is_lie, (what, trouble)
    assert SECRET not in trouble[0] and trouble[0].isprintable(), (what, trouble)
    print(f"{what}: {trouble[0][len(name) + 2:]}")


def check_fault(options, call, fault, is_lie, artifact=ARTIFACT, **setup):
    """One question through the fault; the next server has the entry."""
    what = f"{call} {fault.__name__}"
    limits = LIMITS if fault.__name__ in ("stalls", "stalls_in_it", "sends_empty_pieces") else ""
    with Farm(wrong={call: fault}, **setup).fill(ACTION, artifact) as bad, Farm().fill(ACTION, artifact) as good:
        with Client(options, f"{secretly(bad.url)}{limits} {good.url}|read-only", CLC_TEST_TOKEN=SECRET) as client:
            begin = time.monotonic()
            assert client.get("action", KEY).digest == sha256(ACTION), (what, client.trouble())
            assert not good.calls or call == "GetActionResult", (what, good.calls)
            if not good.calls:
                # A blob is asked for by a size that only its action tells.
                assert client.get("artifact", sha256(artifact)).digest != sha256(b"another"), what
            # A server here that makes a bomb takes its time, too.
            assert time.monotonic() - begin < ((TIMEOUT if limits else 3 * SLACK) + SLACK) / 1000, what
            check_trouble(client, bad.name, is_lie, what)
            assert options.sanitizer or peak_megabytes(client) < 150, (what, peak_megabytes(client))


def peak_megabytes(client):
    with open(f"/proc/{client.process.pid}/status", encoding="utf-8") as status:
        return next(int(line.split()[1]) // 1024 for line in status if line.startswith("VmHWM"))


def keeps_entries(options):
    with Casd() as casd:
        with Client(options, casd.url) as client:
            assert not client.get("action", KEY) and not client.get("artifact", sha256(ARTIFACT))
            assert client.trouble() == [""], client.trouble()
        keep_an_entry(options, casd.url)


def keeps_entries_of_any_size(options):
    artifacts = [b"x", random.randbytes(16384), random.randbytes((1 << 20) - 256), random.randbytes(20 << 20), bytes(5 << 20)]
    with Casd() as casd, Farm(zstd=True, instance="team/a b".replace(" ", "-")) as server:
        for url in (casd.url, server.url):
            with Client(options, url) as client:
                for artifact in artifacts:
                    client.put(sha256(artifact + b"key"), artifact[:100000], artifact)
                client.flush()
                assert client.trouble() == [""], client.trouble()
            with Client(options, url) as client:
                for artifact in artifacts:
                    assert client.get("action", sha256(artifact + b"key")).digest == sha256(artifact[:100000])
                    assert client.get("artifact", sha256(artifact)).digest == sha256(artifact), client.trouble()
                assert client.trouble() == [""], client.trouble()
        assert all("compressed-blobs/zstd" in name for name in server.partial), list(server.partial)


def a_hit_is_one_question(options):
    with Farm().fill(ACTION) as server, Client(options, server.url) as client:
        assert client.get("action", KEY) and client.get("artifact", sha256(ARTIFACT)), client.trouble()
        assert server.calls == ["GetActionResult"], server.calls
    with Farm(inline=False).fill(ACTION) as server, Client(options, server.url) as client:
        assert client.get("action", KEY) and client.get("artifact", sha256(ARTIFACT)), client.trouble()
        assert server.calls == ["GetActionResult", "BatchReadBlobs"], server.calls


def a_small_artifact_goes_with_its_action(options):
    """A server without inlining, too, gives it back with the action; one that wants none there gets none."""
    def picky(_farm, request, context, right):
        if any(file.contents for file in request.action_result.output_files):
            context.abort(farm.grpc.StatusCode.INVALID_ARGUMENT, "contents")
        return right(request, context)

    large = random.randbytes((64 << 10) + 1)
    for artifact, wrong, asked in ((ARTIFACT, {}, 1), (large, {}, 2), (ARTIFACT, {"UpdateActionResult": picky}, 2)):
        with Farm(inline=False, wrong=wrong) as server:
            with Client(options, server.url) as client:
                client.put(KEY, ACTION, artifact)
                client.flush()
                assert client.trouble() == [""], client.trouble()
            server.calls.clear()
            with Client(options, server.url) as client:
                assert client.get("action", KEY) and client.get("artifact", sha256(artifact)), client.trouble()
            assert server.calls == ["GetActionResult", "BatchReadBlobs"][:asked], server.calls


def one_refused_action_goes_again_alone(options):
    keys = [sha256(name) for name in (b"1", b"2", b"3")]

    def refuses(bad, otherwise=None):
        def answer(_farm, request, context, right):
            if request.action_digest.hash == keys[bad] and any(file.contents for file in request.action_result.output_files):
                context.abort(farm.grpc.StatusCode.INVALID_ARGUMENT, "contents")
            if request.action_digest.hash != keys[bad] and otherwise:
                context.abort(otherwise, "not now")
            return right(request, context)
        return answer

    with Farm(inline=False, wrong={"UpdateActionResult": refuses(1)}) as server, Client(options, server.url) as client:
        for key in keys:
            client.put(key, ACTION, ARTIFACT)
        client.flush()
        assert client.trouble() == [""], client.trouble()
        assert server.calls.count("UpdateActionResult") == 4, server.calls
        held = [bool(server.results[key].output_files[0].contents) for key in keys]
        assert held == [True, False, True], held
    with Farm(inline=False, wrong={"UpdateActionResult": refuses(0, farm.grpc and farm.grpc.StatusCode.UNAVAILABLE)}) as server, \
            Client(options, server.url) as client:
        for key in keys:
            client.put(key, ACTION, ARTIFACT)
        client.flush()
        assert set(server.results) == {keys[0]}, list(server.results)


def what_is_there_is_not_sent(options):
    with Farm().fill(ACTION) as server, Client(options, server.url) as client:
        client.put(sha256(b"second"), ACTION, ARTIFACT)
        client.flush()
        assert server.calls == ["GetCapabilities", "FindMissingBlobs", "UpdateActionResult"], server.calls
        assert sha256(b"second") in server.results


def earlier_artifacts_stay(options):
    """An action keeps what other compilations under its key made, as far as the server has it."""
    for is_lost in (False, True):
        with Farm().fill(ACTION) as server:
            with Client(options, server.url) as client:
                assert client.get("action", KEY)
                if is_lost:
                    server.blobs.clear()
                client.put(KEY, ACTION, b"newer")
                client.flush()
                assert client.trouble() == [""], client.trouble()
            with Client(options, server.url) as client:
                assert client.get("action", KEY) and client.get("artifact", sha256(b"newer"))
                assert bool(client.get("artifact", sha256(ARTIFACT))) != is_lost, client.trouble()


def an_action_may_be_a_blob(options):
    with Farm().fill(ACTION) as server, Client(options, server.url) as client:
        result = server.results[KEY]
        result.stdout_raw = b""
        result.stdout_digest.hash, result.stdout_digest.size_bytes = sha256(ACTION), len(ACTION)
        server.blobs[sha256(ACTION)] = ACTION
        assert client.get("action", KEY).digest == sha256(ACTION), client.trouble()


def sends_nothing_where_it_may_only_read(options):
    with Farm().fill(ACTION) as server, Client(options, server.url + "|read-only") as client:
        client.put(sha256(b"second"), ACTION, b"new")
        client.flush()
        assert client.get("action", KEY) and server.calls == ["GetActionResult"], server.calls


def gives_its_token(options):
    with Farm(token="Bearer " + SECRET) as server:
        keep_an_entry(options, secretly(server.url), CLC_TEST_TOKEN=SECRET)
        for token in ("wrong", "two\twords"):
            with Client(options, secretly(server.url), CLC_TEST_TOKEN=token) as client:
                assert not client.get("action", KEY) and token not in client.trouble()[0], client.trouble()
    with Farm(token="Basic Ym9iOmh1bnRlcjI=") as server:
        keep_an_entry(options, server.url.replace("://", "://bob@") + "|password=P", P=SECRET)


def speaks_tls(options):
    with tempfile.TemporaryDirectory(prefix="clc-tls-") as folder:
        authority = Authority(folder)
        with Farm(certificate=(*authority.issue("good"), authority.certificate), token="Bearer " + SECRET) as server:
            keep_an_entry(options, secretly(server.url), CLC_TEST_TOKEN=SECRET)


def speaks_h2(change):
    def both(context):
        change(context)
        context.set_alpn_protocols(["h2"])
    return both


def bad_certificates_are_misses(options):
    with tempfile.TemporaryDirectory(prefix="clc-tls-") as folder, Farm().fill(ACTION) as good:
        authority, stranger = Authority(folder), Authority(folder, "stranger")
        bad = [*bad_certificates(authority, stranger), ("signed by a server's", signed_by_a_server(authority), lambda _: None)]
        for what, certificate, change in bad:
            with Proxy(0, faults.never_reads) as proxy, TlsFront(proxy.port, *certificate, speaks_h2(change)) as front:
                name = f"grpcs://localhost:{front.port}"
                with Client(options, f"{secretly(name)}|ca={authority.certificate} {good.url}|read-only",
                            CLC_TEST_TOKEN=SECRET) as client:
                    assert client.get("action", KEY).digest == sha256(ACTION), (what, client.trouble())
                    check_trouble(client, name, False, what)
                assert front.heard == 0, (what, "was spoken to")


def lies_are_misses(options):
    garbage = random.Random(5).randbytes(100)
    for fault in ACTION_LIES:
        check_fault(options, "GetActionResult", fault, True)
    for fault in BLOB_LIES:
        check_fault(options, "BatchReadBlobs", fault, True, inline=False)
    for call, inline in (("GetActionResult", True), ("BatchReadBlobs", False)):
        check_fault(options, call, told(garbage), False, inline=inline)


def outputs_that_lie_are_misses(options):
    for fault in OUTPUT_LIES:
        with Farm(wrong={"GetActionResult": fault}).fill(ACTION) as bad, Client(options, bad.url) as client:
            assert client.get("action", KEY).digest == sha256(ACTION), fault.__name__
            assert not client.get("artifact", sha256(ARTIFACT)), fault.__name__
            assert not any("not used any more" in line for line in client.trouble()), client.trouble()


def empty_elements_fill_no_memory(options):
    """Eight megabytes of empty outputs or blobs are four million of them, each a hundred bytes here."""
    for call, tag in (("GetActionResult", b"\x12\x00"), ("BatchReadBlobs", b"\x0a\x00")):
        check_fault(options, call, told(tag * ((4 << 20) - 8)), False, inline=call == "GetActionResult")


def answers_that_are_errors_are_misses(options):
    for code in FAILING_CODES + REFUSING_CODES:
        check_fault(options, "GetActionResult", aborts(code), code in REFUSING_CODES)
        check_fault(options, "BatchReadBlobs", aborts(code), code in REFUSING_CODES, inline=False)
    for call, inline in (("GetActionResult", True), ("BatchReadBlobs", False)):
        check_fault(options, call, stalls, False, inline=inline)


def compressed_messages_fill_no_memory(options):
    """gRPC can compress whole messages, which nobody asked for here: four megabytes could become four gigabytes."""
    bomb = api.ActionResult(stdout_raw=bytes(32 << 20)).SerializeToString()
    assert len(gzip.compress(bomb, 1)) < 4 << 20

    def sends_gzip(_farm, _request, context, _right):
        context.set_compression(farm.grpc.Compression.Gzip)
        return bomb

    check_fault(options, "GetActionResult", sends_gzip, False)


def read_as(change):
    """Read with a change to its pieces."""
    def fault(server, request, context, right):
        yield from change(server, request, context, right)
    fault.__name__ = change.__name__
    return fault


def breaks_once_in_a_while(server, request, context, right):
    for number, piece in enumerate(right(request, context)):
        yield piece
        if number == 10 and len(server.calls) < 5:
            context.abort(farm.grpc.StatusCode.UNAVAILABLE, "for a moment")


def stalls_in_it(server, request, context, right):
    yield next(right(request, context))
    server.ended.wait(60)


def ends_early(_server, request, context, right):
    yield next(right(request, context))


def never_ends(server, _request, _context, _right):
    while not server.ended.is_set():
        yield stream.ReadResponse(data=bytes(1 << 20))


def sends_empty_pieces(server, _request, _context, _right):
    while not server.ended.is_set():
        yield stream.ReadResponse()
        time.sleep(0.001)


def starts_anew(_server, request, context, right):
    yield stream.ReadResponse(data=bytes(10))
    yield from right(request, context)


def large_blobs_come_by_stream(options):
    for zstd in (False, True):
        with Farm(zstd=zstd, wrong={"Read": read_as(breaks_once_in_a_while)}).fill(ACTION, LARGE) as server, \
                Client(options, server.url) as client:
            assert client.get("action", KEY) and client.get("artifact", sha256(LARGE)), client.trouble()
            assert client.trouble() == [""] and server.calls.count("Read") == 3, (client.trouble(), server.calls)
        for fault, is_lie in ((stalls_in_it, False), (ends_early, True), (never_ends, True), (starts_anew, True),
                              (sends_empty_pieces, False)):
            check_fault(options, "Read", read_as(fault), is_lie, LARGE, zstd=zstd)


def write_breaks(server, requests, context, right):
    def some():
        for number, request in enumerate(requests):
            if number == 5 and server.calls.count("Write") < 3:
                context.abort(farm.grpc.StatusCode.UNAVAILABLE, "for a moment")
            yield request
    return right(some(), context)


def large_blobs_go_by_stream(options):
    for zstd in (False, True):
        with Farm(zstd=zstd, wrong={"Write": write_breaks}) as server, Client(options, server.url) as client:
            artifact = random.Random(7).randbytes(4 << 20)
            client.put(KEY, ACTION, artifact)
            client.flush()
            assert client.trouble() == [""] and server.blobs[sha256(artifact)] == artifact, client.trouble()
            assert server.calls.count("QueryWriteStatus") == 2, server.calls


def faults_of_uploads_cost_little(options):
    def answers_less(*_):
        return stream.WriteResponse(committed_size=1)

    def forgets(_farm, request, *_):
        return api.BatchUpdateBlobsResponse()

    cases = [(call, aborts(code)) for code in FAILING_CODES + REFUSING_CODES
             for call in ("FindMissingBlobs", "BatchUpdateBlobs", "UpdateActionResult")]
    cases += [(call, stalls) for call in ("GetCapabilities", "FindMissingBlobs", "BatchUpdateBlobs", "UpdateActionResult", "Write")]
    cases += [("Write", answers_less), ("BatchUpdateBlobs", forgets)]
    for call, fault in cases:
        artifact = LARGE if call == "Write" else ARTIFACT
        with Farm(wrong={call: fault}) as bad, Farm() as good, Client(
                options, f"{secretly(bad.url)}{LIMITS} {good.url}", CLC_TEST_TOKEN=SECRET) as client:
            client.put(KEY, ACTION, artifact)
            assert client.flush().milliseconds < TIMEOUT + SLACK, call
            trouble = client.trouble()
            assert len(trouble) == 1 and trouble[0].startswith(bad.name + ": ") and SECRET not in trouble[0], (call, trouble)
            assert sha256(artifact) in good.blobs and KEY in good.results, call
            assert client.flush().milliseconds < SLACK


def servers_without_use_get_nothing(options):
    def takes_no_actions(_, answer):
        answer.cache_capabilities.action_cache_update_capabilities.update_enabled = False

    def knows_no_sha256(_, answer):
        answer.cache_capabilities.digest_functions[0] = 3

    for change, reason in ((takes_no_actions, "takes no uploads"), (knows_no_sha256, "SHA-256")):
        with Farm(wrong={"GetCapabilities": changed(change)}) as server, Client(options, server.url) as client:
            client.put(KEY, ACTION, ARTIFACT)
            client.flush()
            assert reason in client.trouble()[0] and not server.results, client.trouble()


def faults_below_grpc_are_misses(options):
    """What is no HTTP/2 at all."""
    with Farm().fill(ACTION) as good:
        for fault in (faults.closes_at_once, faults.never_reads, faults.answers_garbage, faults.sends_headers_without_end):
            def plain(proxy, connection, fault=fault):
                if fault in (faults.answers_garbage, faults.sends_headers_without_end):
                    while not proxy.ended.is_set():
                        connection.sendall(random.randbytes(1 << 12))
                else:
                    fault(proxy, connection)
            with Proxy(0, plain) as proxy:
                name = f"grpc://127.0.0.1:{proxy.port}"
                with Client(options, f"{secretly(name)}|timeout=300|connect-timeout=300 {good.url}|read-only",
                            CLC_TEST_TOKEN=SECRET) as client:
                    answer = client.get("action", KEY)
                    assert answer.digest == sha256(ACTION) and answer.milliseconds < 600 + SLACK, (fault, client.trouble())
                    check_trouble(client, name, False, fault.__name__)


def a_cut_line_is_joined_again(options):
    with Casd() as casd, Tunnel(casd.port) as tunnel:
        keep_an_entry(options, casd.url)
        with Client(options, tunnel.url) as client:
            for _ in range(3):
                assert client.get("action", KEY) and client.get("artifact", sha256(ARTIFACT)), client.trouble()
                tunnel.cut()
            assert client.get("action", KEY), client.trouble()
            tunnel.may_flow.clear()
        with Client(options, tunnel.url + "|timeout=300|connect-timeout=300") as client:
            answer = client.get("action", KEY)
            assert not answer and answer.milliseconds < 600 + SLACK, answer.milliseconds


def a_server_that_goes_and_comes(options):
    with contextlib.ExitStack() as stack:
        casd = stack.enter_context(Casd())
        keep_an_entry(options, casd.url)
        with Client(options, casd.url) as client:
            assert client.get("action", KEY)
            casd.process.kill()
            casd.process.wait()
            answer = client.get("artifact", sha256(ARTIFACT[:-1]))
            answer = client.get("action", sha256(b"other"))
            assert not answer and answer.milliseconds < SLACK, answer.milliseconds
            assert "not used any more" in client.trouble()[0], client.trouble()
        stack.enter_context(Casd(folder=casd.folder, port=casd.port))
        with Client(options, casd.url) as client:
            assert client.get("action", KEY) and client.get("artifact", sha256(ARTIFACT)), client.trouble()


def nobody_waits_for_a_dead_server(options):
    for url in (f"grpc://127.0.0.1:{free_port()}", f"grpcs://127.0.0.1:{free_port()}", "grpc://no-such-host.invalid"):
        with Client(options, url + "|connect-timeout=300|timeout=2000") as client:
            begin = time.monotonic()
            assert not client.get("action", KEY)
            client.put(KEY, ACTION, ARTIFACT)
            client.flush()
            assert time.monotonic() - begin < 0.6 + SLACK / 1000
            assert "no connection" in client.trouble()[0] or "look up its name" in client.trouble()[0], client.trouble()
            print(client.trouble()[0])


TESTS = [keeps_entries, keeps_entries_of_any_size, a_hit_is_one_question, a_small_artifact_goes_with_its_action,
         one_refused_action_goes_again_alone, what_is_there_is_not_sent,
         earlier_artifacts_stay, an_action_may_be_a_blob, sends_nothing_where_it_may_only_read, gives_its_token, speaks_tls,
         bad_certificates_are_misses, lies_are_misses, outputs_that_lie_are_misses, answers_that_are_errors_are_misses,
         empty_elements_fill_no_memory, compressed_messages_fill_no_memory, large_blobs_come_by_stream,
         large_blobs_go_by_stream, faults_of_uploads_cost_little, servers_without_use_get_nothing, faults_below_grpc_are_misses,
         a_cut_line_is_joined_again, a_server_that_goes_and_comes, nobody_waits_for_a_dead_server]


if __name__ == "__main__":
    main(__doc__, TESTS)
