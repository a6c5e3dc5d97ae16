// NVIDIA's GPUs as devices of the driver's front, through CUDA's driver API. README.md describes the conventions of
// kernels, which the compiler's targets `cuda:sm_NN` follow.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "cuda/cuda_api.h"
#include "front/device.h"

namespace clc::cuda {

front::DeviceFacts facts_of(DeviceNumber device);

class CudaDevice : public front::Device {
 public:
  explicit CudaDevice(DeviceNumber number) : number_(number), facts_(facts_of(number)) {}
  const front::DeviceFacts& facts() const override { return facts_; }
  std::unique_ptr<front::Memory> allocate(std::size_t size) override;
  std::unique_ptr<front::Memory> allocate_shared(std::size_t size) override;
  std::unique_ptr<front::Image> make_image(const front::ImageShape& shape, const front::ImageBuffer& buffer) override;
  front::PipeHead empty_pipe(cl_uint packets) const override;
  std::shared_ptr<front::Code> load(const std::uint8_t* bytes, std::size_t size) override;
  std::unique_ptr<front::Stream> make_stream() override;
  std::unique_ptr<front::Stream> make_unordered_stream() override;
  std::unique_ptr<front::Memory> adopt_memory(cl_mem_properties property, std::uint64_t address,
                                              std::size_t size) override;
  std::unique_ptr<front::Stream> adopt_stream(cl_queue_properties property, std::uint64_t stream) override;
  std::unique_ptr<front::Recording> record(const std::function<void(front::Stream&)>& give) override;

  DeviceNumber number() const { return number_; }
  // The device's primary context, which the CUDA runtime in the same process uses too. Retained at the first call.
  Context context();
  // Throws when a call has failed; `what` ends "cannot …". An error after which CUDA ends the context is told on
  // standard error once, and every later call throws it again.
  void check(Result result, const char* what, cl_int code = CL_OUT_OF_RESOURCES);
  // Throws when the context is lost.
  void check_context();
  // Lets kernels of this device use memory of another one. Throws where the hardware cannot.
  void reach(CudaDevice& other);

 private:
  void lose(Result result);

  const DeviceNumber number_;
  const front::DeviceFacts facts_;
  std::mutex mutex_;
  std::atomic<Context> context_{nullptr};
  std::set<const CudaDevice*> reached_;
  std::string loss_;  // why no command runs any more
  std::atomic<bool> is_lost_{false};
};

// Makes a device's context the thread's, which may be the application's and have another.
class InContext {
 public:
  explicit InContext(CudaDevice& device);
  ~InContext();
  InContext(const InContext&) = delete;
  InContext& operator=(const InContext&) = delete;

 private:
  bool is_pushed_ = false;
};

// Device memory. Maps show pinned memory of the host, which is allocated at the first map.
class CudaMemory : public front::Memory {
 public:
  CudaMemory(CudaDevice& device, std::size_t size);
  // The application's memory.
  CudaMemory(CudaDevice& device, DevicePointer address, std::size_t size);
  ~CudaMemory() override;
  std::uint8_t* shadow() override;
  std::optional<std::uint64_t> answer(cl_mem_info info, std::size_t offset) override;
  DevicePointer address() const { return address_; }
  CudaDevice& device() const { return device_; }

 private:
  CudaDevice& device_;
  const std::size_t size_;
  DevicePointer address_ = 0;
  const bool is_own_ = true;
  std::mutex mutex_;
  std::uint8_t* shadow_ = nullptr;
};

// Managed memory, which migrates to whoever uses it.
class CudaSharedMemory : public front::Memory {
 public:
  CudaSharedMemory(CudaDevice& device, std::size_t size);
  ~CudaSharedMemory() override;
  std::uint8_t* host() override { return reinterpret_cast<std::uint8_t*>(address_); }

 private:
  CudaDevice& device_;
  DevicePointer address_ = 0;
};

// A graph that is ready to be launched.
class CudaGraph : public front::Recording {
 public:
  CudaGraph(CudaDevice& device, Graph graph);
  ~CudaGraph() override;
  void launch(StreamHandle stream);

 private:
  CudaDevice& device_;
  ReadyGraph graph_ = nullptr;
};

struct CudaKernel {
  Function function = nullptr;
  std::size_t dynamic_bytes = 0;  // of shared memory, in front of that of local arguments
  std::size_t most_bytes = 0;     // of dynamic shared memory
};

class CudaCode : public front::Code {
 public:
  // Throws CL_INVALID_BINARY, with a sentence.
  CudaCode(CudaDevice& device, const std::uint8_t* bytes, std::size_t size);
  ~CudaCode() override;
  const std::vector<front::KernelFacts>& kernels() const override { return facts_; }
  std::uint64_t global_variable_bytes() const override { return variable_bytes_; }
  const CudaKernel& kernel(std::size_t index) const { return kernels_[index]; }

 private:
  void read_kernels();
  void add_kernel(front::KernelFacts facts, std::size_t dynamic_bytes);

  CudaDevice& device_;
  Module module_ = nullptr;
  std::uint64_t variable_bytes_ = 0;
  std::vector<CudaKernel> kernels_;
  std::vector<front::KernelFacts> facts_;
};

std::unique_ptr<front::Stream> make_cuda_stream(CudaDevice& device);
// The application's stream.
std::unique_ptr<front::Stream> make_cuda_stream(CudaDevice& device, StreamHandle stream);

}  // namespace clc::cuda
