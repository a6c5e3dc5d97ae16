"""Servers of the Remote Execution API: buildbox-casd, which is a real one, and one in Python that can be told to lie."""
import contextlib
import ctypes
import ctypes.util
import os
import socket
import sys
import tempfile
import threading
from concurrent import futures

from servers import ARTIFACT, KEY, Process, free_port, sha256
from clc_testing import Skipped

FOLDER = os.path.abspath(os.path.join(os.path.dirname(__file__), "../../build/farm"))
sys.path.append(FOLDER)
try:
    import grpc
    from buildstream._protos.build.bazel.remote.execution.v2 import remote_execution_pb2 as api
    from buildstream._protos.google.bytestream import bytestream_pb2 as stream
except ImportError:
    grpc = api = stream = None

PACKAGE = "build.bazel.remote.execution.v2."
MISSING = "what script/setup --farm installs is not there"


class Casd(Process):
    def __init__(self, *options, folder=None, port=None, executes=False, within=()):
        program = os.path.join(FOLDER, "buildstream/subprojects/buildbox/buildbox-casd")
        if grpc is None or not os.path.exists(program):
            raise Skipped(MISSING)
        self.port = port or free_port()
        folder = folder or tempfile.mkdtemp(prefix="clc-casd-")
        self.url = f"grpc://127.0.0.1:{self.port}"
        if executes:
            options += (f"--buildbox-run={os.path.join(os.path.dirname(program), 'buildbox-run')}", "--jobs=2")
        super().__init__([*within, program, f"--bind=127.0.0.1:{self.port}", *options, os.path.join(folder, "cache")], folder, self.port)


class Zstd:
    """libzstd, which Python has none of."""
    library = None

    @classmethod
    def load(cls):
        if cls.library is None:
            cls.library = ctypes.CDLL(ctypes.util.find_library("zstd") or "libzstd.so.1")
            for name in ("ZSTD_compress", "ZSTD_decompress", "ZSTD_compressBound"):
                getattr(cls.library, name).restype = ctypes.c_size_t
        return cls.library

    @classmethod
    def compress(cls, data):
        library = cls.load()
        room = library.ZSTD_compressBound(ctypes.c_size_t(len(data)))
        out = ctypes.create_string_buffer(room)
        size = library.ZSTD_compress(out, ctypes.c_size_t(room), data, ctypes.c_size_t(len(data)), 3)
        return out.raw[:size]

    @classmethod
    def decompress(cls, data, size):
        library = cls.load()
        out = ctypes.create_string_buffer(size + 1)
        got = library.ZSTD_decompress(out, ctypes.c_size_t(size + 1), data, ctypes.c_size_t(len(data)))
        return out.raw[:got] if got <= size else b""


class Farm:
    """A server in this process. `wrong` maps the name of a call to what is done in its place: a function of the farm, the
    request (for Write their iterator), the context and the right function."""

    def __init__(self, zstd=False, inline=True, instance="", wrong=None, certificate=None, workers=32, token=None, host="127.0.0.1"):
        if grpc is None:
            raise Skipped(MISSING)
        self.blobs, self.results, self.partial, self.calls, self.metadata = {}, {}, {}, [], []
        self.zstd, self.inline, self.instance, self.wrong, self.token = zstd, inline, instance, wrong or {}, token
        self.ended = threading.Event()
        self.server = grpc.server(futures.ThreadPoolExecutor(workers), options=[("grpc.max_receive_message_length", 64 << 20)])
        self.serve("Capabilities", {"GetCapabilities": (api.GetCapabilitiesRequest, self.capabilities)})
        self.serve("ActionCache", {"GetActionResult": (api.GetActionResultRequest, self.get_result),
                                   "UpdateActionResult": (api.UpdateActionResultRequest, self.update_result)})
        self.serve("ContentAddressableStorage", {"FindMissingBlobs": (api.FindMissingBlobsRequest, self.find_missing),
                                                 "BatchReadBlobs": (api.BatchReadBlobsRequest, self.batch_read),
                                                 "BatchUpdateBlobs": (api.BatchUpdateBlobsRequest, self.batch_update)})
        self.serve("ByteStream", {"Read": (stream.ReadRequest, self.read), "Write": (stream.WriteRequest, self.write),
                                  "QueryWriteStatus": (stream.QueryWriteStatusRequest, self.write_status)})
        self.certificate = certificate
        if certificate:
            pair = []
            for name in (certificate[1], certificate[0]):
                with open(name, "rb") as file:
                    pair.append(file.read())
            self.port = self.server.add_secure_port(f"{host}:0", grpc.ssl_server_credentials([tuple(pair)]))
        else:
            self.port = self.server.add_insecure_port(f"{host}:0")
        self.name = (f"grpcs://localhost:{self.port}" if certificate else f"grpc://{host}:{self.port}") + (instance and "/" + instance)
        self.url = self.name + (f"|ca={certificate[2]}" if certificate else "")
        self.server.start()

    def serve(self, service, methods):
        handlers = {}
        for name, (request, right) in methods.items():
            kind = {"Write": grpc.stream_unary_rpc_method_handler}.get(name, grpc.unary_unary_rpc_method_handler)
            if name in ("Read", "Execute", "WaitExecution"):
                kind = grpc.unary_stream_rpc_method_handler
            handlers[name] = kind(self.called(name, right), request.FromString,
                                  lambda answer: answer if isinstance(answer, bytes) else answer.SerializeToString())
        full = {"ByteStream": "google.bytestream.", "Operations": "google.longrunning."}.get(service, PACKAGE) + service
        self.server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(full, handlers),))

    def called(self, name, right):
        def call(request, context):
            self.calls.append(name)
            self.metadata.append(dict(context.invocation_metadata()))
            if self.token and self.metadata[-1].get("authorization") != self.token:
                context.abort(grpc.StatusCode.UNAUTHENTICATED, "not with " + str(self.metadata[-1].get("authorization")))
            if name in self.wrong:
                return self.wrong[name](self, request, context, right)
            return right(request, context)
        return call

    def fill(self, action, artifact=ARTIFACT, key=KEY):
        """As if a client had sent the entry."""
        self.blobs[sha256(artifact)] = artifact
        output = api.OutputFile(path="artifact", digest=api.Digest(hash=sha256(artifact), size_bytes=len(artifact)))
        self.results[key] = api.ActionResult(stdout_raw=action, output_files=[output])
        return self

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.ended.set()
        self.server.stop(0).wait(10)

    def capabilities(self, request, context):
        assert request.instance_name == self.instance, request
        known = api.ServerCapabilities()
        known.cache_capabilities.digest_functions.append(api.DigestFunction.SHA256)
        known.cache_capabilities.action_cache_update_capabilities.update_enabled = True
        known.cache_capabilities.max_batch_total_size_bytes = 2 << 20
        if self.zstd:
            known.cache_capabilities.supported_compressors.append(api.Compressor.ZSTD)
        return known

    def get_result(self, request, context):
        found = self.results.get(request.action_digest.hash)
        if found is None or request.instance_name != self.instance:
            context.abort(grpc.StatusCode.NOT_FOUND, "not here")
        answer = api.ActionResult()
        answer.CopyFrom(found)
        for file in answer.output_files:
            if self.inline and file.path in request.inline_output_files and file.digest.size_bytes < 1 << 20:
                file.contents = self.blobs[file.digest.hash]
        return answer

    def update_result(self, request, context):
        for file in request.action_result.output_files:
            if len(self.blobs.get(file.digest.hash, b"")) != file.digest.size_bytes:
                context.abort(grpc.StatusCode.FAILED_PRECONDITION, "a blob is missing")
        self.results[request.action_digest.hash] = request.action_result
        return request.action_result

    def find_missing(self, request, context):
        return api.FindMissingBlobsResponse(
            missing_blob_digests=[digest for digest in request.blob_digests if digest.hash not in self.blobs])

    def batch_read(self, request, context):
        answer = api.BatchReadBlobsResponse()
        for digest in request.digests:
            data = self.blobs.get(digest.hash)
            one = answer.responses.add(digest=digest)
            one.status.code = 5 if data is None else 0
            if data is not None and self.zstd and api.Compressor.ZSTD in request.acceptable_compressors:
                one.data, one.compressor = Zstd.compress(data), api.Compressor.ZSTD
            elif data is not None:
                one.data = data
        return answer

    def batch_update(self, request, context):
        answer = api.BatchUpdateBlobsResponse()
        assert request.ByteSize() < 4 << 20
        for one in request.requests:
            is_right = sha256(one.data) == one.digest.hash and len(one.data) == one.digest.size_bytes
            if is_right:
                self.blobs[one.digest.hash] = one.data
            answer.responses.add(digest=one.digest).status.code = 0 if is_right else 3
        return answer

    def resource(self, name):
        """(is compressed, hash, size) of a resource's name."""
        assert name.startswith(self.instance), name
        words = name.split("/")
        return "compressed-blobs" in words, words[-2], int(words[-1])

    def read(self, request, context, piece=1 << 16):
        is_compressed, digest, _ = self.resource(request.resource_name)
        if digest not in self.blobs:
            context.abort(grpc.StatusCode.NOT_FOUND, "not here")
        data = self.blobs[digest][request.read_offset:]
        data = Zstd.compress(data) if is_compressed else data
        for at in range(0, len(data), piece):
            yield stream.ReadResponse(data=data[at:at + piece])

    def write(self, requests, context):
        name = None
        for request in requests:
            name = name or request.resource_name
            known = self.partial.setdefault(name, b"")
            if request.write_offset != len(known):
                context.abort(grpc.StatusCode.INVALID_ARGUMENT, "not where it ended")
            self.partial[name] = known + request.data
        data = self.partial[name]
        is_compressed, digest, size = self.resource(name)
        blob = Zstd.decompress(data, size) if is_compressed else data
        if sha256(blob) != digest or len(blob) != size:
            context.abort(grpc.StatusCode.INVALID_ARGUMENT, "another blob")
        self.blobs[digest] = blob
        return stream.WriteResponse(committed_size=len(data))

    def write_status(self, request, context):
        if request.resource_name not in self.partial:
            context.abort(grpc.StatusCode.NOT_FOUND, "nothing came")
        return stream.QueryWriteStatusResponse(committed_size=len(self.partial[request.resource_name]))


class Tunnel:
    """Relays bytes to a server, until it is told to cut all connections, or to hold them."""

    def __init__(self, port):
        self.upstream_port = port
        self.connections, self.total = [], 0
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self.listener.getsockname()[1]
        self.url = f"grpc://127.0.0.1:{self.port}"
        self.may_flow = threading.Event()
        self.may_flow.set()
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                try:
                    server = socket.create_connection(("127.0.0.1", self.upstream_port), 20)
                except ConnectionRefusedError:  # it comes back
                    client.close()
                    continue
                self.connections += [client, server]
                for pair in ((client, server), (server, client)):
                    threading.Thread(target=self.relay, args=pair, daemon=True).start()

    def relay(self, source, sink):
        with contextlib.suppress(OSError):
            while data := source.recv(1 << 16):
                self.may_flow.wait(60)
                self.total += len(data)
                sink.sendall(data)
            sink.shutdown(socket.SHUT_WR)

    def cut(self):
        for connection in self.connections:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        self.connections.clear()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.may_flow.set()
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        self.cut()
