"""Certificates, good and bad, for the tests of TLS, made by the command `openssl` in a folder."""
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import succeed  # noqa: E402

from servers import program

CONFIG = """
[ca]
default_ca = authority
[authority]
database = {folder}/index
serial = {folder}/serial
new_certs_dir = {folder}
default_md = sha256
policy = any
unique_subject = no
copy_extensions = copy
[any]
commonName = supplied
[req]
distinguished_name = name
[name]
"""


class Authority:
    """Signs what it is asked to. Its own certificate is `certificate`."""

    def __init__(self, folder, name="authority"):
        self.folder = os.path.join(folder, name)
        os.mkdir(self.folder)
        self.config = self.path("config")
        for file, text in (("config", CONFIG.format(folder=self.folder)), ("index", ""), ("serial", "01\n")):
            with open(self.path(file), "w", encoding="utf-8") as out:
                out.write(text)
        self.certificate, self.key = self.path("own.pem"), self.path("own.key")
        self.openssl("req", "-x509", *self.new_key(self.key), "-days", "2", "-subj", f"/CN={name}",
                     "-addext", "basicConstraints=critical,CA:TRUE", "-out", self.certificate)

    def path(self, name):
        return os.path.join(self.folder, name)

    def openssl(self, command, *arguments):
        succeed(program("openssl"), command, "-config", self.config, *arguments)

    @staticmethod
    def new_key(path, bits=None):
        kind = ["rsa:" + str(bits)] if bits else ["ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]
        return ["-newkey", *kind, "-nodes", "-keyout", path]

    def issue(self, name, host="DNS:localhost", start=None, end=None, extensions=(), bits=None, digest="sha256"):
        """(certificate, key): files. Times are as `openssl ca` takes them: 20200101000000Z."""
        request, certificate, key = (self.path(f"{name}.{ending}") for ending in ("request", "pem", "key"))
        self.openssl("req", "-new", *self.new_key(key, bits), "-subj", f"/CN={name}", "-out", request,
                     *(part for text in (f"subjectAltName={host}", *extensions) for part in ("-addext", text)))
        times = ["-startdate", start, "-enddate", end] if start else ["-days", "2"]
        self.openssl("ca", "-batch", "-notext", "-md", digest, "-cert", self.certificate, "-keyfile", self.key,
                     "-in", request, "-out", certificate, *times)
        return certificate, key
