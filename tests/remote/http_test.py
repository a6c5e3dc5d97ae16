#!/usr/bin/env python3
"""The remote cache against real nginx servers.

usage: http_test.py --driver PROGRAM --module FILE
"""
import base64
import json
import os
import sys
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import output_of, run  # noqa: E402

from servers import (ACTION, ARTIFACT, KEY, Client, Nginx, documented, free_port, keep_an_entry, main, need_tls, program,
                     replaced, sha256)

def keeps_entries(options):
    with Nginx() as nginx:
        with Client(options, nginx.url) as client:
            assert not client.get("action", KEY) and not client.get("artifact", sha256(ARTIFACT))
            assert client.trouble() == [""], client.trouble()
        keep_an_entry(options, nginx.url)
        with open(nginx.path("cas/" + sha256(ARTIFACT)), "rb") as file:
            assert file.read() == ARTIFACT
        with open(nginx.path("ac/" + KEY), encoding="utf-8") as file:
            result = json.load(file)
        assert base64.b64decode(result["stdoutRaw"]) == ACTION and result["exitCode"] == 0
        assert result["outputFiles"][0]["digest"] == {"hash": sha256(ARTIFACT), "sizeBytes": str(len(ARTIFACT))}
        assert [line.split("/")[1] for line in nginx.requests()[2:]] == ["cas", "ac", "ac", "cas"], nginx.requests()


def keeps_entries_of_any_size(options):
    with Nginx() as nginx:
        artifacts = [b"", b"x", os.urandom(16384), os.urandom(20 << 20)]
        with Client(options, nginx.url) as client:
            for artifact in artifacts:
                client.put(sha256(artifact + b"key"), artifact[:100000], artifact)
            client.flush()
            assert client.trouble() == [""], client.trouble()
        with Client(options, nginx.url) as client:
            for artifact in artifacts:
                assert client.get("action", sha256(artifact + b"key")).digest == sha256(artifact[:100000])
                assert client.get("artifact", sha256(artifact)).digest == sha256(artifact), client.trouble()


def uploads_many_at_once_and_each_once(options):
    with Nginx() as nginx:
        with Client(options, nginx.url) as client:
            for i in range(100):  # of 10 artifacts
                client.put(sha256(b"key %d" % i), b"action %d" % i, b"artifact %d" % (i % 10))
            client.flush()
            client.put(sha256(b"key 1"), b"action 1", b"artifact 1")
            client.put(sha256(b"key new"), b"action new", b"artifact 1")
            client.flush()
            assert client.trouble() == [""], client.trouble()
        asked = nginx.requests()
        assert len(asked) == len(set(asked)) == 10 + 100 + 1, asked
        last_artifact = max(i for i, line in enumerate(asked) if "/cas/" in line)
        assert last_artifact < min(i for i, line in enumerate(asked) if "/ac/" in line), "an action before an artifact"


def works_below_a_path(options):
    with Nginx() as nginx:
        keep_an_entry(options, nginx.url + "/team%20one/clc/")
        assert os.path.exists(nginx.path("team one/clc/ac/" + KEY))


def sends_nothing_where_it_may_only_read(options):
    with Nginx() as nginx:
        with Client(options, nginx.url + "|read-only") as client:
            client.put(KEY, ACTION, ARTIFACT)
            client.flush()
            assert "clc-remote" not in client.libraries()
        assert nginx.requests() == []


def keeps_tools_and_programs_at_home(options):
    with Nginx() as nginx:
        with Client(options, nginx.url) as client:
            for kind in ("program", "memo"):
                assert not client.get(kind, KEY)
            assert "clc-remote" not in client.libraries()
        assert nginx.requests() == []


def loads_no_more_than_it_needs(options):
    for tls in (False, True)[:1 + options.tls]:
        with Nginx(tls=tls) as nginx, Client(options, nginx.url) as client:
            client.trouble()
            client.flush()
            assert not any(name in client.libraries() for name in ("clc-remote", "libhiredis", "libcurl"))
            client.get("action", KEY)
            assert "clc-remote" in client.libraries()
            assert ("libcurl" in client.libraries()) == tls


def asks_servers_in_their_order(options):
    with Nginx() as first, Nginx() as second:
        keep_an_entry(options, second.url)
        with Client(options, f"{first.url}|read-only  {second.url}") as client:
            assert client.get("action", KEY) and client.get("artifact", sha256(ARTIFACT))
            client.put(sha256(b"other"), ACTION, ARTIFACT)
            client.flush()
        assert [line.split()[0] for line in first.requests()] == ["GET", "GET"]
        assert [line.split()[0] for line in second.requests()][-4:] == ["GET", "GET", "PUT", "PUT"]


def leaves_a_dead_server_alone(options):
    with Nginx() as living:
        keep_an_entry(options, living.url)
        dead = f"http://127.0.0.1:{free_port()}"
        with Client(options, f"{dead} {living.url}") as client:
            for _ in range(3):
                answer = client.get("artifact", sha256(ARTIFACT))
                assert answer and answer.milliseconds < 5000, answer.milliseconds
            trouble = client.trouble()
            assert len(trouble) == 1 and dead in trouble[0] and "not used any more" in trouble[0], trouble


def takes_no_swapped_blob(options):
    with Nginx() as nginx:
        keep_an_entry(options, nginx.url)
        with open(nginx.path("cas/" + sha256(ARTIFACT)), "r+b") as file:
            file.write(b"X")
        with Client(options, nginx.url) as client:
            assert not client.get("artifact", sha256(ARTIFACT))
            trouble = client.trouble()
            assert len(trouble) == 1 and "digest" in trouble[0], trouble
            # The next upload mends it.
            client.put(KEY, ACTION, ARTIFACT)
            client.flush()
            assert client.get("artifact", sha256(ARTIFACT))


BASIC = 'auth_basic "cache"; auth_basic_user_file {folder}/users;'


def user_file(user, password):
    return f"{user}:{output_of(program('openssl'), 'passwd', '-apr1', password).strip()}\n"


def gives_name_and_password(options):
    secret = "geheim: 100% \"ü\""
    with Nginx(location=BASIC, files={"users": user_file("bob", secret)}) as nginx:
        url = nginx.url.replace("://", "://bob@")
        keep_an_entry(options, url + "|password", CLC_REMOTE_PASSWORD=secret)
        keep_an_entry(options, url + "|password=OURS", OURS=secret)
        netrc = os.path.join(nginx.folder, "netrc file")
        with open(netrc, "w", encoding="utf-8") as file:
            file.write('machine elsewhere login bob password wrong\n\nmachine 127.0.0.1\n  login bob\n  password "'
                       + secret.replace('"', '\\"') + '"\n')
        keep_an_entry(options, nginx.url + "|netrc=" + netrc.replace(" ", "%20"))
        os.rename(netrc, os.path.join(nginx.folder, ".netrc"))
        keep_an_entry(options, url + "|netrc", HOME=nginx.folder)
        for servers, environment, reason in (
                (url + "|password", {"CLC_REMOTE_PASSWORD": "wrong-secret"}, "answered 401"),
                (url + "|password", {}, "not set"),
                (url + "|password=" + "Hunter2", {}, "not set"),
                (url + "|password=CI_PASSWORD", {}, "the environment variable CI_PASSWORD, which |password names, is not set"),
                (url + "|netrc", {}, ".netrc"),
                (url.replace("bob", "eve") + "|netrc", {"HOME": nginx.folder}, "no password"),
                (nginx.url, {}, "answered 401")):
            with Client(options, servers, **environment) as client:
                assert not client.get("action", KEY)
                trouble = "\n".join(client.trouble())
                assert reason in trouble, (servers, trouble)
                assert not any(word in trouble for word in ("wrong-secret", "Hunter2", secret)), trouble


TOKEN = 'if ($http_authorization != "Bearer T0ken/+=") {{ return 403; }}'


def gives_a_token(options):
    with Nginx(location=TOKEN) as nginx:
        keep_an_entry(options, nginx.url + "|token", CLC_REMOTE_TOKEN="T0ken/+=")
        with Client(options, nginx.url + "|token", CLC_REMOTE_TOKEN="wrong-secret") as client:
            assert not client.get("action", KEY)
            trouble = "\n".join(client.trouble())
            assert "answered 403" in trouble and "wrong-secret" not in trouble, trouble


def speaks_tls(options):
    need_tls(options)
    with Nginx(tls=True) as nginx:
        keep_an_entry(options, f"{nginx.url}|ca={nginx.certificate}")
        for servers in (nginx.url,  # unknown authority, another name
                        f"{nginx.url}|ca={nginx.certificate}".replace("localhost", "127.0.0.1"),
                        f"{nginx.url}|ca=/nowhere"):
            with Client(options, servers) as client:
                assert not client.get("action", KEY)
                assert "ertificate" in client.trouble()[0] or "/nowhere" in client.trouble()[0], client.trouble()


def goes_on_reading_where_it_may_not_write(options):
    with Nginx(location="limit_except GET {{ deny all; }}") as nginx:
        with Client(options, nginx.url) as client:
            client.put(KEY, ACTION, ARTIFACT)
            client.flush()
            trouble = client.trouble()
            assert len(trouble) == 1 and "answered 403 to an upload" in trouble[0], trouble
            os.makedirs(nginx.path("ac"))
            os.makedirs(nginx.path("cas"))
            with open(nginx.path("cas/" + sha256(ARTIFACT)), "wb") as file:
                file.write(ARTIFACT)
            assert client.get("artifact", sha256(ARTIFACT))
            client.put(sha256(b"second"), ACTION, ARTIFACT)
            client.flush()
        assert len([line for line in nginx.requests() if line.startswith("PUT")]) == 1, nginx.requests()


def sends_no_action_without_its_artifact(options):
    with Nginx(max_body="1k") as nginx:
        with Client(options, nginx.url) as client:
            client.put(KEY, ACTION, ARTIFACT)
            client.flush()
            assert "answered 413" in client.trouble()[0], client.trouble()
        assert not os.path.exists(nginx.path("ac/" + KEY))


def follows_no_redirects(options):
    """Wherever one leads to, it is not where the credentials and the entries belong."""
    with Nginx(more="location /old/ {{ rewrite ^/old/(.*)$ /$1 redirect; }}") as nginx:
        keep_an_entry(options, nginx.url)
        with Client(options, nginx.url + "/old") as client:
            assert not client.get("action", KEY)
            assert "answered 302" in client.trouble()[0], client.trouble()


def keeps_its_connection(options):
    """For as long as the server does."""
    with Nginx(more="keepalive_requests 3;") as nginx:
        with Client(options, nginx.url) as client:
            for i in range(10):
                assert not client.get("action", sha256(b"%d" % i))
            assert client.trouble() == [""], client.trouble()
    with Nginx(more="keepalive_timeout 1s;") as nginx:
        keep_an_entry(options, nginx.url)
        with Client(options, nginx.url) as client:
            assert client.get("action", KEY)
            time.sleep(1.5)
            assert client.get("artifact", sha256(ARTIFACT)), client.trouble()
            assert client.trouble() == [""], client.trouble()


def takes_the_documented_configuration(options):
    need_tls(options)
    text = documented("nginx").replace("{", "{{").replace("}", "}}")
    text = replaced(text, {"listen 443": "listen 127.0.0.1:{port}", "server_name cache.example": "server_name localhost",
                           "/etc/ssl/private/cache.example.pem": "{folder}/certificate.pem",
                           "/etc/ssl/private/cache.example.key": "{folder}/key.pem",
                           "/srv/clc-cache": "{folder}/data", "/etc/nginx/clc-cache.users": "{folder}/users"})
    with Nginx(text, tls=True, files={"users": user_file("ci", "abc")}) as nginx:
        attributes = f"|ca={nginx.certificate}"
        keep_an_entry(options, nginx.url.replace("://", "://ci@") + "|password" + attributes, CLC_REMOTE_PASSWORD="abc")
        with Client(options, nginx.url + attributes) as client:
            assert client.get("action", KEY) and client.get("artifact", sha256(ARTIFACT)), client.trouble()
            client.put(sha256(b"another"), ACTION, b"another")
            client.flush()
            assert "answered 401 to an upload" in client.trouble()[0], client.trouble()
        with Client(options, nginx.url + "/elsewhere" + attributes) as client:
            assert not client.get("action", KEY) and client.trouble() == [""]
        with Client(options, nginx.url.replace("://", "://ci@") + "|password" + attributes,
                    CLC_REMOTE_PASSWORD="abc") as client:
            client.put(sha256(b"large"), ACTION, bytes(64 << 20))
            client.flush()
            assert client.get("action", sha256(b"large")), client.trouble()
            client.put(sha256(b"too large"), ACTION, bytes((64 << 20) + 1))
            client.flush()
            assert client.trouble() == ["1 not sent to any server: larger than 64 MB"], client.trouble()


def refuses_what_makes_no_sense(options):
    for servers in ("localhost:80", "ftp://host", "http://", "http://bob:secret@host", "http://host|reed-only",
                    "http://host|timeout=soon", "http://host|password=not-a-name%", "http://host http://host:0"):
        done = run(options.driver, options.module, env={**os.environ, "CLC_REMOTE": servers}, input="")
        assert done.returncode == 2 and done.stderr.startswith("CLC_REMOTE: server "), (servers, done)
        assert "secret" not in done.stderr.replace("not the secret", ""), done.stderr


def works_without_its_module(options):
    class Elsewhere:
        driver = options.driver
        module = "/nowhere/clc-remote.so"

    with Client(Elsewhere, "http://127.0.0.1:1") as client:
        assert not client.get("action", KEY)
        client.put(KEY, ACTION, ARTIFACT)
        client.flush()
        assert client.trouble()[0].startswith("CLC_REMOTE is not used: /nowhere/clc-remote.so"), client.trouble()


def needs_no_servers(options):
    with Client(options, " \t ") as client:
        assert not client.get("action", KEY)
        client.put(KEY, ACTION, ARTIFACT)
        client.flush()
        assert client.trouble() == [""] and "clc-remote" not in client.libraries()


TESTS = [keeps_entries, keeps_entries_of_any_size, uploads_many_at_once_and_each_once, works_below_a_path,
         sends_nothing_where_it_may_only_read, keeps_tools_and_programs_at_home, loads_no_more_than_it_needs,
         asks_servers_in_their_order, leaves_a_dead_server_alone, takes_no_swapped_blob, gives_name_and_password,
         gives_a_token, speaks_tls, goes_on_reading_where_it_may_not_write, sends_no_action_without_its_artifact,
         follows_no_redirects, keeps_its_connection,
         takes_the_documented_configuration, refuses_what_makes_no_sense, works_without_its_module, needs_no_servers]


if __name__ == "__main__":
    main(__doc__, TESTS)
