"""Execution of the Remote Execution API: a farm in this process, which runs what it is given, and can be told to lie."""
import functools
import os
import subprocess
import tempfile
import threading

import farm
from farm import Farm, api
from servers import sha256

try:
    from buildstream._protos.google.longrunning import operations_pb2 as operations
except ImportError:
    operations = None


@functools.cache
def digest_of(path):
    with open(path, "rb") as file:
        return sha256(file.read())


class ExecutionFarm(Farm):
    """A Farm that executes. It has the compiler already, by its digest, so that nobody waits for the upload. `wrong` may name
    Execute, and `lie` changes a result before it is sent."""

    def __init__(self, libexec, lie=None, executes=True, **options):
        self.executes, self.lie, self.here = executes, lie, {}
        self.executed, self.begun, self.cancelled, self.lock = [], threading.Event(), threading.Event(), threading.Lock()
        self.results_of, self.program = {}, None
        for folder in (libexec, os.path.join(libexec, "../../share/clc/builtins")):
            for name in os.listdir(folder):
                if name == "clc-worker" or name.endswith(".bc"):
                    self.here[digest_of(os.path.join(folder, name))] = os.path.join(folder, name)
        super().__init__(workers=options.pop("workers", 128), **options)

    def serve(self, service, methods):
        if service == "Capabilities":
            self.serve("Execution", {"Execute": (api.ExecuteRequest, self.execute),
                                     "WaitExecution": (api.WaitExecutionRequest, self.wait_execution)})
            self.serve("Operations", {"CancelOperation": (operations.CancelOperationRequest, self.cancel)})
        super().serve(service, methods)

    def capabilities(self, request, context):
        known = super().capabilities(request, context)
        known.execution_capabilities.exec_enabled = self.executes
        return known

    def find_missing(self, request, context):
        answer = super().find_missing(request, context)
        missing = [digest for digest in answer.missing_blob_digests if digest.hash not in self.here]
        return api.FindMissingBlobsResponse(missing_blob_digests=missing)

    def place(self, digest, folder):
        """The input tree, at this place."""
        os.makedirs(folder, exist_ok=True)
        directory = api.Directory.FromString(self.blobs[digest.hash])
        names = [node.name for node in directory.files] + [node.name for node in directory.directories]
        assert [node.name for node in directory.directories] == sorted(node.name for node in directory.directories), names
        for node in directory.files:
            path = os.path.join(folder, node.name)
            if node.digest.hash not in self.here:
                with open(path, "wb") as file:
                    file.write(self.blobs[node.digest.hash])
            elif node.name == "clc-worker":
                self.program = self.here[node.digest.hash]  # not copied: it is large
        for node in directory.directories:
            self.place(node.digest, os.path.join(folder, node.name))

    def compiled(self, digest):
        """The output of an action, which is made once."""
        with self.lock:
            if digest in self.results_of:
                return self.results_of[digest]
        action = api.Action.FromString(self.blobs[digest])
        command = api.Command.FromString(self.blobs[action.command_digest.hash])
        assert not command.environment_variables, command
        with tempfile.TemporaryDirectory(prefix="clc-root-") as root:
            self.place(action.input_root_digest, root)
            subprocess.run([self.program, *command.arguments[1:]], cwd=root, env={}, check=True, stdin=subprocess.DEVNULL)
            with open(os.path.join(root, command.output_paths[0]), "rb") as file:
                data = file.read()
        with self.lock:
            self.results_of[digest] = data
        return data

    def execute(self, request, context):
        context.add_callback(self.cancelled.set)
        digest = request.action_digest.hash
        self.executed.append(digest)
        yield operations.Operation(name="operation of " + digest)
        yield self.operation(self.result(self.compiled(digest)), digest)

    def result(self, data):
        self.blobs[sha256(data)] = data
        result = api.ActionResult()
        result.output_files.add(path="replies", digest=api.Digest(hash=sha256(data), size_bytes=len(data)), contents=data)
        if self.lie:
            self.lie(self, result)
        return result

    @staticmethod
    def operation(result, digest):
        done = operations.Operation(name="operation of " + digest, done=True)
        done.response.Pack(api.ExecuteResponse(result=result))
        return done

    @staticmethod
    def cancel(_request, _context):
        return b""

    def wait_execution(self, request, context):
        context.abort(farm.grpc.StatusCode.NOT_FOUND, "no such operation")
        yield  # pylint: disable=unreachable
