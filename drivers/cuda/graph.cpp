// Command buffers as CUDA's graphs, where libcuda.so.1 has them.
#include <bit>

#include "clc_cuda.h"
#include "cuda/device.h"

namespace clc::cuda {
namespace {

// Commands of a stream that is captured go to a graph instead of the GPU.
class Capture {
 public:
  Capture(CudaDevice& device, StreamHandle stream) : stream_(stream) {
    // Other threads may allocate meanwhile.
    constexpr int k_relaxed = 2;
    device.check(cuda().cuStreamBeginCapture_v2(stream, k_relaxed), "capture a stream");
  }
  ~Capture() {
    if (is_captured_ || cuda().cuStreamEndCapture(stream_, &graph_) == k_success) cuda().cuGraphDestroy(graph_);
  }
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;

  Graph end(CudaDevice& device) {
    device.check(cuda().cuStreamEndCapture(stream_, &graph_), "capture a stream");
    is_captured_ = true;
    return graph_;
  }

 private:
  StreamHandle stream_;
  Graph graph_ = nullptr;
  bool is_captured_ = false;
};

bool has_graphs() {
  const Api& api = cuda();
  return api.cuStreamBeginCapture_v2 != nullptr && api.cuStreamEndCapture != nullptr && api.cuGraphDestroy != nullptr &&
         api.cuGraphInstantiateWithFlags != nullptr && api.cuGraphLaunch != nullptr &&
         api.cuGraphExecDestroy != nullptr;
}

}  // namespace

CudaGraph::CudaGraph(CudaDevice& device, Graph graph) : device_(device) {
  device_.check(cuda().cuGraphInstantiateWithFlags(&graph_, graph, 0), "make a graph");
}

CudaGraph::~CudaGraph() {
  try {
    const InContext scope(device_);
    cuda().cuGraphExecDestroy(graph_);
  } catch (const front::Failure&) {
    // gone with the context
  }
}

void CudaGraph::launch(StreamHandle stream) {
  const InContext scope(device_);
  device_.check(cuda().cuGraphLaunch(graph_, stream), "launch a graph");
}

std::unique_ptr<front::Recording> CudaDevice::record(const std::function<void(front::Stream&)>& give) {
  if (!has_graphs()) return nullptr;
  const InContext scope(*this);
  const auto stream = make_stream();
  Capture capture(*this, std::bit_cast<StreamHandle>(stream->answer(CL_QUEUE_CUDA_STREAM_CLC).value()));
  give(*stream);
  return std::make_unique<CudaGraph>(*this, capture.end(*this));
}

}  // namespace clc::cuda
