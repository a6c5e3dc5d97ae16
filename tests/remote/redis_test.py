#!/usr/bin/env python3
"""The remote cache against real Redis servers.

usage: redis_test.py --driver PROGRAM --module FILE
"""
import os
import socket
import time

from servers import (ACTION, ARTIFACT, KEY, Client, Redis, documented, free_port, keep_an_entry, main, need_tls, replaced,
                     sha256)


def command(redis, *words):
    """The server's answer to one command, as it says it."""
    with socket.create_connection(("127.0.0.1", redis.port), 10) as connection:
        parts = [word if isinstance(word, bytes) else word.encode() for word in words]
        connection.sendall(b"*%d\r\n" % len(parts) + b"".join(b"$%d\r\n%s\r\n" % (len(part), part) for part in parts))
        connection.settimeout(10)
        answer = connection.recv(1 << 20)
    return answer.decode(errors="replace")


def keeps_entries(options):
    with Redis() as redis:
        with Client(options, redis.url) as client:
            assert not client.get("action", KEY) and not client.get("artifact", sha256(ARTIFACT))
            assert client.trouble() == [""], client.trouble()
        keep_an_entry(options, redis.url)
        assert command(redis, "STRLEN", "clc:1:ac:" + KEY) == f":{len(ACTION)}\r\n"
        assert command(redis, "STRLEN", "clc:1:cas:" + sha256(ARTIFACT)) == f":{len(ARTIFACT)}\r\n"


def keeps_entries_of_any_size(options):
    with Redis() as redis:
        artifacts = [b"", b"x", b"\r\n$5\r\n", os.urandom(16384), os.urandom(20 << 20)]
        with Client(options, redis.url) as client:
            for artifact in artifacts:
                client.put(sha256(artifact + b"key"), artifact[:100000], artifact)
            client.flush()
            assert client.trouble() == [""], client.trouble()
            for artifact in artifacts:
                assert client.get("action", sha256(artifact + b"key")).digest == sha256(artifact[:100000])
                assert client.get("artifact", sha256(artifact)).digest == sha256(artifact), client.trouble()


def speaks_through_a_socket(options):
    with Redis(unix=True) as redis:
        keep_an_entry(options, redis.url)
        keep_an_entry(options, redis.url + "?db=3")


def speaks_tls(options):
    need_tls(options)
    with Redis(tls=True) as redis:
        keep_an_entry(options, f"{redis.url}|ca={redis.certificate}")
        for servers in (redis.url, f"{redis.url}|ca={redis.certificate}".replace("localhost", "127.0.0.1")):
            with Client(options, servers) as client:
                assert not client.get("action", KEY)
                assert "ertificate" in client.trouble()[0], client.trouble()


def uses_its_database(options):
    with Redis() as redis:
        keep_an_entry(options, redis.url + "/2")
        assert command(redis, "EXISTS", "clc:1:ac:" + KEY) == ":0\r\n"
        with Client(options, redis.url + "/99") as client:
            assert not client.get("action", KEY)
            assert "ERR to SELECT" in client.trouble()[0], client.trouble()


def gives_its_password(options):
    secret = "geheim: 100% \"ü\""
    with Redis("--requirepass", secret) as redis:
        keep_an_entry(options, redis.url + "|password", CLC_REMOTE_PASSWORD=secret)
        keep_an_entry(options, redis.url + "/1|password=OURS", OURS=secret)
        netrc = os.path.join(redis.folder, ".netrc")
        with open(netrc, "w", encoding="utf-8") as file:
            file.write('machine 127.0.0.1 password "' + secret.replace('"', '\\"') + '"\n')
        keep_an_entry(options, redis.url + "|netrc=" + netrc)
        for servers, environment, reason in (
                (redis.url + "|password", {"CLC_REMOTE_PASSWORD": "wrong-secret"}, "WRONGPASS to AUTH"),
                (redis.url + "|password", {}, "not set"),
                (redis.url, {}, "NOAUTH to GET")):
            with Client(options, servers, **environment) as client:
                assert not client.get("action", KEY)
                trouble = "\n".join(client.trouble())
                assert reason in trouble and "secret" not in trouble and secret not in trouble, (servers, trouble)


def gives_its_name(options):
    with Redis(users="user default off\nuser bob on >abc ~clc:* +get +set\nuser ci on >abc ~clc:* +get\n") as redis:
        keep_an_entry(options, redis.url.replace("://", "://bob@") + "|password=P", P="abc")
        with Client(options, redis.url.replace("://", "://ci@") + "|password=P", P="abc") as client:
            assert client.get("action", KEY)
            client.put(sha256(b"new"), ACTION, b"new")
            client.flush()
            assert "NOPERM to SET" in client.trouble()[0], client.trouble()
            assert client.get("artifact", sha256(ARTIFACT))


def says_everything_in_one_round_trip(options):
    """Through a relay that counts how often the client speaks."""
    with Redis("--requirepass", "abc") as redis, socket.create_server(("127.0.0.1", 0)) as listener:
        url = f"redis://127.0.0.1:{listener.getsockname()[1]}/1|password=P"
        with Client(options, url, P="abc") as client:
            client.process.stdin.write(f"get action {KEY}\n")
            client.process.stdin.flush()
            connection, _ = listener.accept()
            with connection, socket.create_connection(("127.0.0.1", redis.port)) as server:
                connection.settimeout(10)
                said = connection.recv(1 << 16)
                while not said.endswith(KEY.encode() + b"\r\n"):
                    said += connection.recv(1 << 16)  # nothing was answered yet
                assert said.count(b"AUTH") == said.count(b"SELECT") == said.count(b"GET") == 1, said
                server.sendall(said)
                answer = b""
                while not answer.endswith(b"$-1\r\n"):
                    answer += server.recv(1 << 16)
                connection.sendall(answer)
                assert client.process.stdout.readline().startswith("miss")
                assert client.trouble() == [""], client.trouble()


def notices_what_is_not_its_own(options):
    with Redis() as redis:
        keep_an_entry(options, redis.url)
        command(redis, "DEL", "clc:1:ac:" + KEY)
        command(redis, "LPUSH", "clc:1:ac:" + KEY, "x")
        command(redis, "SET", "clc:1:cas:" + sha256(ARTIFACT), b"another")
        with Client(options, redis.url) as client:
            assert not client.get("action", KEY) and not client.get("artifact", sha256(ARTIFACT))
            assert "not one of clc's (and 1 more)" in client.trouble()[0], client.trouble()
            client.put(KEY, ACTION, ARTIFACT)  # which mends both
            client.flush()
            assert client.get("action", KEY) and client.get("artifact", sha256(ARTIFACT))


def survives_a_full_server(options):
    with Redis("--maxmemory", "8mb") as redis:
        with Client(options, redis.url) as client:
            client.put(KEY, ACTION, os.urandom(16 << 20))
            client.put(sha256(b"more"), ACTION, os.urandom(1 << 20))
            client.flush()
            client.put(sha256(b"yet more"), ACTION, os.urandom(1 << 20))
            client.flush()
            assert "OOM to SET" in client.trouble()[0], client.trouble()
            assert not client.get("action", KEY)


def sends_nothing_where_it_may_only_read(options):
    with Redis() as redis:
        with Client(options, redis.url + "|read-only") as client:
            client.put(KEY, ACTION, ARTIFACT)
            client.flush()
            assert not client.get("action", KEY)
        assert command(redis, "DBSIZE") == ":0\r\n"


def takes_the_documented_configuration(options):
    with Redis(configuration=replaced(documented("redis"), {"PASSWORD": "abc"})) as redis:
        keep_an_entry(options, redis.url.replace("://", "://ci@") + "|password", CLC_REMOTE_PASSWORD="abc")
        with Client(options, redis.url) as client:
            assert client.get("action", KEY) and client.get("artifact", sha256(ARTIFACT)), client.trouble()
            client.put(sha256(b"another"), ACTION, b"another")
            client.flush()
            assert "NOPERM to SET" in client.trouble()[0], client.trouble()


def leaves_a_dead_server_alone(options):
    with Client(options, f"redis://127.0.0.1:{free_port()} redis+unix:///nowhere/socket") as client:
        for _ in range(3):
            answer = client.get("action", KEY)
            assert not answer and answer.milliseconds < 5000, answer.milliseconds
        client.put(KEY, ACTION, ARTIFACT)
        assert client.flush().milliseconds < 5000
        trouble = client.trouble()
        assert len(trouble) == 2 and all("not used any more" in line for line in trouble), trouble


def connects_again(options):
    """Where the server closes connections on which nothing was said for a while."""
    with Redis("--timeout", "1", "--requirepass", "abc") as redis:
        keep_an_entry(options, redis.url + "/1|password=P", P="abc")
        with Client(options, redis.url + "/1|password=P", P="abc") as client:
            assert client.get("action", KEY)
            time.sleep(3)
            assert client.get("artifact", sha256(ARTIFACT)), client.trouble()
            assert client.trouble() == [""], client.trouble()


def notices_a_server_that_goes(options):
    with Redis() as redis:
        with Client(options, redis.url) as client:
            assert not client.get("action", KEY)
            redis.process.kill()
            redis.process.wait()
            answer = client.get("action", KEY)
            assert not answer and answer.milliseconds < 5000, answer.milliseconds
            assert "not used any more" in client.trouble()[0], client.trouble()


TESTS = [keeps_entries, keeps_entries_of_any_size, speaks_through_a_socket, speaks_tls, uses_its_database,
         gives_its_password, gives_its_name, says_everything_in_one_round_trip, notices_what_is_not_its_own,
         survives_a_full_server, sends_nothing_where_it_may_only_read, leaves_a_dead_server_alone,
         takes_the_documented_configuration, connects_again, notices_a_server_that_goes]


if __name__ == "__main__":
    main(__doc__, TESTS)
