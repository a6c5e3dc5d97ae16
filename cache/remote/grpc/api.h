// Messages of the Remote Execution API, version 2, as far as clc speaks it: their names and numbers are those of its
// definitions (build/bazel/remote/execution/v2/remote_execution.proto, google/bytestream/bytestream.proto,
// google/longrunning/operations.proto).
#pragma once

#include <string>
#include <vector>

#include "proto.h"

namespace clc::cache::api {

constexpr int k_sha256 = 1;     // DigestFunction
constexpr int k_identity = 0;   // Compressor
constexpr int k_zstd = 1;       // Compressor
constexpr int k_executing = 3;  // ExecutionStage

struct Digest {
  std::string hash;
  std::int64_t size_bytes = 0;
};
template <class F>
void fields(F& f, FieldsOf<F, Digest>& digest) {
  f(1, digest.hash);
  f(2, digest.size_bytes);
}

// google.rpc.Status, whose text is not read: it may be what we sent.
struct Status {
  int code = 0;
};
template <class F>
void fields(F& f, FieldsOf<F, Status>& status) {
  f(1, status.code);
}

struct Timestamp {
  std::int64_t seconds = 0;
  int nanos = 0;
};
template <class F>
void fields(F& f, FieldsOf<F, Timestamp>& time) {
  f(1, time.seconds);
  f(2, time.nanos);
}

struct Property {
  std::string name, value;
};
template <class F>
void fields(F& f, FieldsOf<F, Property>& property) {
  f(1, property.name);
  f(2, property.value);
}

struct Platform {
  std::vector<Property> properties;
};
template <class F>
void fields(F& f, FieldsOf<F, Platform>& platform) {
  f(1, platform.properties);
}

struct FileNode {
  std::string name;
  Digest digest;
  bool is_executable = false;
};
template <class F>
void fields(F& f, FieldsOf<F, FileNode>& file) {
  f(1, file.name);
  f(2, file.digest);
  f(4, file.is_executable);
}

struct DirectoryNode {
  std::string name;
  Digest digest;
};
template <class F>
void fields(F& f, FieldsOf<F, DirectoryNode>& folder) {
  f(1, folder.name);
  f(2, folder.digest);
}

struct Directory {
  std::vector<FileNode> files;
  std::vector<DirectoryNode> directories;
};
template <class F>
void fields(F& f, FieldsOf<F, Directory>& folder) {
  f(1, folder.files);
  f(2, folder.directories);
}

struct Command {
  std::vector<std::string> arguments, output_files;
  Platform platform;
  std::vector<std::string> output_paths;
  std::vector<Property> environment = {};  // EnvironmentVariable, which has the same fields
  std::string working_folder = {};
};
template <class F>
void fields(F& f, FieldsOf<F, Command>& command) {
  f(1, command.arguments);
  f(2, command.environment);
  f(3, command.output_files);
  f(5, command.platform);
  f(6, command.working_folder);
  f(7, command.output_paths);
}

struct Action {
  Digest command_digest, input_root_digest;
  Timestamp timeout;  // a Duration, which has the same fields
  Platform platform;
  bool do_not_cache = false;
};
template <class F>
void fields(F& f, FieldsOf<F, Action>& action) {
  f(1, action.command_digest);
  f(2, action.input_root_digest);
  f(6, action.timeout);
  f(7, action.do_not_cache);
  f(10, action.platform);
}

struct OutputFile {
  std::string path;
  Digest digest;
  std::string contents;
};
template <class F>
void fields(F& f, FieldsOf<F, OutputFile>& file) {
  f(1, file.path);
  f(2, file.digest);
  f(5, file.contents);
}

struct ExecutedActionMetadata {
  Timestamp execution_start, execution_completed;
};
template <class F>
void fields(F& f, FieldsOf<F, ExecutedActionMetadata>& metadata) {
  f(7, metadata.execution_start);
  f(8, metadata.execution_completed);
}

struct ActionResult {
  std::vector<OutputFile> output_files;
  int exit_code = 0;
  std::string stdout_raw;
  Digest stdout_digest;
  std::string stderr_raw = {};
  Digest stderr_digest = {};
  ExecutedActionMetadata execution_metadata = {};
};
template <class F>
void fields(F& f, FieldsOf<F, ActionResult>& result) {
  f(2, result.output_files);
  f(4, result.exit_code);
  f(5, result.stdout_raw);
  f(6, result.stdout_digest);
  f(7, result.stderr_raw);
  f(8, result.stderr_digest);
  f(9, result.execution_metadata);
}

struct GetActionResultRequest {
  std::string instance_name;
  Digest action_digest;
  bool inline_stdout = false;
  std::vector<std::string> inline_output_files;
};
template <class F>
void fields(F& f, FieldsOf<F, GetActionResultRequest>& request) {
  f(1, request.instance_name);
  f(2, request.action_digest);
  f(3, request.inline_stdout);
  f(5, request.inline_output_files);
}

struct UpdateActionResultRequest {
  std::string instance_name;
  Digest action_digest;
  ActionResult action_result;
};
template <class F>
void fields(F& f, FieldsOf<F, UpdateActionResultRequest>& request) {
  f(1, request.instance_name);
  f(2, request.action_digest);
  f(3, request.action_result);
}

struct FindMissingBlobsRequest {
  std::string instance_name;
  std::vector<Digest> blob_digests;
};
template <class F>
void fields(F& f, FieldsOf<F, FindMissingBlobsRequest>& request) {
  f(1, request.instance_name);
  f(2, request.blob_digests);
}

struct FindMissingBlobsResponse {
  std::vector<Digest> missing_blob_digests;
};
template <class F>
void fields(F& f, FieldsOf<F, FindMissingBlobsResponse>& response) {
  f(2, response.missing_blob_digests);
}

struct BlobToUpdate {
  Digest digest;
  std::string data;
};
template <class F>
void fields(F& f, FieldsOf<F, BlobToUpdate>& blob) {
  f(1, blob.digest);
  f(2, blob.data);
}

struct BatchUpdateBlobsRequest {
  std::string instance_name;
  std::vector<BlobToUpdate> requests;
};
template <class F>
void fields(F& f, FieldsOf<F, BatchUpdateBlobsRequest>& request) {
  f(1, request.instance_name);
  f(2, request.requests);
}

struct UpdatedBlob {
  Digest digest;
  Status status;
};
template <class F>
void fields(F& f, FieldsOf<F, UpdatedBlob>& blob) {
  f(1, blob.digest);
  f(2, blob.status);
}

struct BatchUpdateBlobsResponse {
  std::vector<UpdatedBlob> responses;
};
template <class F>
void fields(F& f, FieldsOf<F, BatchUpdateBlobsResponse>& response) {
  f(1, response.responses);
}

struct BatchReadBlobsRequest {
  std::string instance_name;
  std::vector<Digest> digests;
  std::vector<int> acceptable_compressors;
};
template <class F>
void fields(F& f, FieldsOf<F, BatchReadBlobsRequest>& request) {
  f(1, request.instance_name);
  f(2, request.digests);
  f(3, request.acceptable_compressors);
}

struct ReadBlob {
  std::string data;
  Status status;
  int compressor = 0;
};
template <class F>
void fields(F& f, FieldsOf<F, ReadBlob>& blob) {
  f(2, blob.data);
  f(3, blob.status);
  f(4, blob.compressor);
}

struct BatchReadBlobsResponse {
  std::vector<ReadBlob> responses;
};
template <class F>
void fields(F& f, FieldsOf<F, BatchReadBlobsResponse>& response) {
  f(1, response.responses);
}

struct GetCapabilitiesRequest {
  std::string instance_name;
};
template <class F>
void fields(F& f, FieldsOf<F, GetCapabilitiesRequest>& request) {
  f(1, request.instance_name);
}

struct ActionCacheUpdateCapabilities {
  bool update_enabled = false;
};
template <class F>
void fields(F& f, FieldsOf<F, ActionCacheUpdateCapabilities>& capabilities) {
  f(1, capabilities.update_enabled);
}

struct CacheCapabilities {
  std::vector<int> digest_functions;
  ActionCacheUpdateCapabilities action_cache_update;
  std::int64_t max_batch_total_size_bytes = 0;
  std::vector<int> supported_compressors;
};
template <class F>
void fields(F& f, FieldsOf<F, CacheCapabilities>& capabilities) {
  f(1, capabilities.digest_functions);
  f(2, capabilities.action_cache_update);
  f(4, capabilities.max_batch_total_size_bytes);
  f(6, capabilities.supported_compressors);
}

struct ExecutionCapabilities {
  bool exec_enabled = false;
};
template <class F>
void fields(F& f, FieldsOf<F, ExecutionCapabilities>& capabilities) {
  f(2, capabilities.exec_enabled);
}

struct ServerCapabilities {
  CacheCapabilities cache;
  ExecutionCapabilities execution;
};
template <class F>
void fields(F& f, FieldsOf<F, ServerCapabilities>& capabilities) {
  f(1, capabilities.cache);
  f(2, capabilities.execution);
}

struct ReadRequest {
  std::string resource_name;
  std::int64_t read_offset = 0;
};
template <class F>
void fields(F& f, FieldsOf<F, ReadRequest>& request) {
  f(1, request.resource_name);
  f(2, request.read_offset);
}

struct ReadResponse {
  std::string data;
};
template <class F>
void fields(F& f, FieldsOf<F, ReadResponse>& response) {
  f(10, response.data);
}

struct WriteRequest {
  std::string resource_name;
  std::int64_t write_offset = 0;
  bool finish_write = false;
  std::string data;
};
template <class F>
void fields(F& f, FieldsOf<F, WriteRequest>& request) {
  f(1, request.resource_name);
  f(2, request.write_offset);
  f(3, request.finish_write);
  f(10, request.data);
}

struct QueryWriteStatusRequest {
  std::string resource_name;
};
template <class F>
void fields(F& f, FieldsOf<F, QueryWriteStatusRequest>& request) {
  f(1, request.resource_name);
}

// Also the answer to QueryWriteStatus.
struct WriteResponse {
  std::int64_t committed_size = 0;
};
template <class F>
void fields(F& f, FieldsOf<F, WriteResponse>& response) {
  f(1, response.committed_size);
}

struct ExecuteRequest {
  std::string instance_name;
  bool skip_cache_lookup = false;
  Digest action_digest;
  std::vector<std::string> inline_output_files;
};
template <class F>
void fields(F& f, FieldsOf<F, ExecuteRequest>& request) {
  f(1, request.instance_name);
  f(3, request.skip_cache_lookup);
  f(6, request.action_digest);
  f(12, request.inline_output_files);
}

struct ExecuteResponse {
  ActionResult result;
  bool cached_result = false;
  Status status;
};
template <class F>
void fields(F& f, FieldsOf<F, ExecuteResponse>& response) {
  f(1, response.result);
  f(2, response.cached_result);
  f(3, response.status);
}

struct ExecuteOperationMetadata {
  int stage = 0;
};
template <class F>
void fields(F& f, FieldsOf<F, ExecuteOperationMetadata>& metadata) {
  f(1, metadata.stage);
}

// A message of any type.
struct Any {
  std::string type_url, value;
};
template <class F>
void fields(F& f, FieldsOf<F, Any>& any) {
  f(1, any.type_url);
  f(2, any.value);
}

struct Operation {
  std::string name;
  Any metadata;
  bool done = false;
  Any response;
};
template <class F>
void fields(F& f, FieldsOf<F, Operation>& operation) {
  f(1, operation.name);
  f(2, operation.metadata);
  f(3, operation.done);
  f(5, operation.response);
}

// The request of WaitExecution and of CancelOperation.
struct NameOfOperation {
  std::string name;
};
template <class F>
void fields(F& f, FieldsOf<F, NameOfOperation>& request) {
  f(1, request.name);
}

}  // namespace clc::cache::api
