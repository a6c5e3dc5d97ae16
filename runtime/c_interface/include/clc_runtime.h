/* Loads packages of compiled OpenCL kernels: the C interface of clc, in libclc-runtime.so.
 *
 * Errors. A function that can fail gives a clc_status, and on failure leaves what its last parameter points to as it
 * was. clc_error_message() has the text. Null, where it is not named as allowed, is CLC_ERROR_USAGE.
 *
 * Ownership. What clc_…_open, clc_…_from_memory, clc_choose and clc_program_load give is the caller's, until it is
 * given to the function that closes it. Texts and structs belong to the object that they were got from, and live as
 * long as it does. Only the library makes these structs: a later version adds members at their ends, so do not copy
 * them or take their size.
 *
 * Threads. Every function may be called from several threads at once, with the same objects too. An object must not be
 * closed while another thread uses it.
 *
 * OpenCL. The library links no OpenCL loader: it opens libOpenCL.so.1 (on Windows OpenCL.dll) at the first call that
 * needs one. Packages can be opened, listed and verified without. A struct such as _cl_context is the one behind
 * CL/cl.h's cl_context.
 */
#ifndef CLC_RUNTIME_H
#define CLC_RUNTIME_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct _cl_command_queue;
struct _cl_context;
struct _cl_device_id;
struct _cl_event;
struct _cl_kernel;
struct _cl_mem;
struct _cl_platform_id;
struct _cl_program;

typedef enum clc_status {
  CLC_SUCCESS = 0,
  CLC_ERROR_USAGE = 1,       /* the caller asked for something that makes no sense */
  CLC_ERROR_IO = 2,          /* a file could not be read, or memory is short */
  CLC_ERROR_DAMAGED = 3,     /* bytes that are not what they claim to be */
  CLC_ERROR_UNAVAILABLE = 4, /* no OpenCL, no such device, or no variant that fits it */
  CLC_ERROR_UNTRUSTED = 5,   /* none of the keys signed the package */
  CLC_ERROR_OPENCL = 6,      /* an OpenCL call failed */
  CLC_ERROR_INTERNAL = 7     /* a mistake of this library */
} clc_status;

/* The text of the last failure in this thread: what was wrong, where, and what to do. Empty when nothing failed yet.
 * It belongs to the library and stays until the next call of this thread fails. */
const char* clc_error_message(void);

/* The name of a status, such as CLC_ERROR_IO; "unknown status" for other numbers. It lives forever. */
const char* clc_status_name(clc_status status);

/* The version of the library, such as "0.1.0". It lives forever. */
const char* clc_runtime_version(void);

/* ---- OpenCL ---- */

/* Opens this OpenCL loader, a name for dlopen, in the place of libOpenCL.so.1. Call it before anything that needs
 * OpenCL: when a loader is open already, another one is CLC_ERROR_USAGE. CLC_ERROR_UNAVAILABLE: it cannot be opened, or
 * lacks a function of OpenCL 1.2. A failure leaves all as it was. */
clc_status clc_use_opencl(const char* library);

/* Opens the OpenCL loader, if that was not done yet. CLC_ERROR_UNAVAILABLE: there is none, or it lacks a function of
 * OpenCL 1.2. A later call tries again. */
clc_status clc_need_opencl(void);

/* Selects a device: "" or null takes the first GPU, else the first device; "cpu", "gpu" and "accelerator" the first of
 * that kind; "#2" the third; another text the first whose device, vendor or platform name contains it. `platform` may
 * be null. Both results are OpenCL's. CLC_ERROR_UNAVAILABLE: no OpenCL or no such device; the text lists what there is.
 */
clc_status clc_select_device(const char* pattern, struct _cl_platform_id** platform, struct _cl_device_id** device);

/* ---- Packages ---- */

typedef struct clc_package clc_package;

/* Opens a package: a folder or a file; "-" is standard input. Its manifest is checked, its binaries when they are read.
 * Loading from a package runs its native code: open those of whom you trust, or demand a signature.
 * CLC_ERROR_IO, CLC_ERROR_DAMAGED. Close it with clc_package_close. */
clc_status clc_package_open(const char* path, clc_package** package);

/* Does the same for a package that one of `count` Ed25519 keys of 32 bytes each, one behind the other, signed.
 * CLC_ERROR_UNTRUSTED: none of them did. `keys` may be null where `count` is 0, which trusts nobody. */
clc_status clc_package_open_signed(const char* path, const unsigned char* keys, size_t count, clc_package** package);

/* Opens a package in one file that is in memory. The bytes stay the caller's, and must outlive the package. */
clc_status clc_package_from_memory(const void* bytes, size_t size, clc_package** package);

/* Does the same with keys, as clc_package_open_signed. */
clc_status clc_package_from_memory_signed(const void* bytes, size_t size, const unsigned char* keys, size_t count,
                                          clc_package** package);

/* Closes a package. Choices and programs that were made of it stay. Null does nothing. */
void clc_package_close(clc_package* package);

/* Reads every binary of the package and checks its size and digest. CLC_ERROR_IO, CLC_ERROR_DAMAGED. */
clc_status clc_package_verify(const clc_package* package);

typedef enum clc_argument_kind {
  CLC_ARGUMENT_VALUE = 0,
  CLC_ARGUMENT_BUFFER = 1,
  CLC_ARGUMENT_LOCAL = 2, /* only a size is given */
  CLC_ARGUMENT_IMAGE = 3,
  CLC_ARGUMENT_SAMPLER = 4,
  CLC_ARGUMENT_PIPE = 5,
  CLC_ARGUMENT_QUEUE = 6
} clc_argument_kind;

typedef struct clc_argument {
  const char* name;
  const char* type;          /* as OpenCL C spells it: "float*" */
  const char* plain_type;    /* the same without typedefs */
  const char* address_space; /* "global", "constant", "local", or "" */
  const char* access;        /* of images and pipes: "read_only", "write_only", "read_write"; else "" */
  clc_argument_kind kind;
  int is_const; /* qualifiers of what a pointer points to: 1 or 0 */
  int is_volatile;
  int is_restrict;
  uint64_t size; /* bytes of the argument itself; a pointer's own */
  uint64_t alignment;
} clc_argument;

typedef struct clc_kernel {
  const char* name;
  size_t argument_count;
  const clc_argument* const* arguments;
  uint64_t required_work_group_size[3]; /* zeros: none */
} clc_kernel;

typedef struct clc_interface {
  size_t kernel_count;
  const clc_kernel* const* kernels; /* sorted by name */
} clc_interface;

/* A product of cooperative matrices that a chip has an instruction for: M by K elements times K by N, added to M by N,
 * by one sub-group. Types are those of OpenCL C, and "bfloat16", "tf32", "e4m3", "e5m2", "e4m3fnuz" and "e5m2fnuz". */
typedef struct clc_matrix_unit {
  uint64_t rows;    /* M */
  uint64_t columns; /* N */
  uint64_t depth;   /* K */
  const char* a;
  const char* b;
  const char* sum;
  int saturates; /* 1: sums may be clamped */
} clc_matrix_unit;

typedef struct clc_variant {
  const char* target; /* "nvptx:sm_90" */
  const char* format; /* "driver", "cubin", "hsaco", "ptx", "spirv", … */
  const char* sha256;
  uint64_t size;
  const clc_interface* interface; /* what this kind of target has */
  size_t matrix_unit_count;
  const clc_matrix_unit* const* matrix_units; /* of the target's chip */
} clc_variant;

typedef struct clc_module {
  const char* name;
  const char* configuration_of; /* of a tuned source: the name to load it by; else "" */
  size_t variant_count;
  const clc_variant* const* variants; /* best first */
} clc_module;

typedef struct clc_contents {
  const char* generator; /* "clc 0.1.0" */
  const char* sha256;    /* of the manifest: identifies the package */
  const char*
      signed_by; /* the key, 64 hexadecimal digits, unchecked unless keys were demanded; "" without a signature */
  const char* manifest; /* docs/package-format.md: JSON */
  size_t module_count;
  const clc_module* const* modules; /* sorted by name */
} clc_contents;

/* Gives the modules, kernels and arguments of a package. They live as long as the package. */
clc_status clc_package_contents(const clc_package* package, const clc_contents** contents);

/* ---- Choosing ---- */

typedef struct clc_refusal {
  const char* target;
  const char* reason;
} clc_refusal;

typedef struct clc_choice {
  const char* module; /* the one that the device gets: of a tuned source a configuration */
  size_t fitting_count;
  const clc_variant* const* fitting; /* best first, in the order in which clc_program_load tries them */
  size_t refused_count;
  const clc_refusal* const* refused; /* each other variant, and why */
} clc_choice;

/* Tells which variants of a module, its add-ons' too, fit a device, and why the others do not. That none fits is no
 * error. CLC_ERROR_USAGE: no such module. CLC_ERROR_UNAVAILABLE: no OpenCL. CLC_ERROR_OPENCL: the device does not
 * answer. Give it back with clc_choice_close. */
clc_status clc_choose(const clc_package* package, const char* module, struct _cl_device_id* device,
                      const clc_choice** choice);

/* Null does nothing. */
void clc_choice_close(const clc_choice* choice);

/* ---- Keeping what drivers finish ---- */

typedef struct clc_cache clc_cache;

typedef struct clc_cache_counts {
  uint64_t hits;
  uint64_t misses;
  uint64_t kept;
  uint64_t refused; /* thrown away because the driver refused them */
} clc_cache_counts;

/* Opens a cache for the binaries that drivers finish from PTX and SPIR-V. A null folder is that of `clc cache where`,
 * with its variables; `most_bytes` of 0 is the usual limit. Nothing is written before something is kept. A cache that
 * cannot be used is no error: all that it is asked for is a miss. Close it with clc_cache_close. */
clc_status clc_cache_open(const char* folder, uint64_t most_bytes, clc_cache** cache);

/* Programs that were loaded with the cache stay. Null does nothing. */
void clc_cache_close(clc_cache* cache);

/* CLC_ERROR_IO, with the first thing that went wrong with the cache, if anything did. */
clc_status clc_cache_check(const clc_cache* cache);

/* Writes how often this cache served programs of this process. The caller owns the struct, which never grows. */
clc_status clc_cache_count(const clc_cache* cache, clc_cache_counts* counts);

/* ---- Loading ---- */

typedef struct clc_program clc_program;

typedef struct clc_parameter {
  const char* name;
  const char* value;
} clc_parameter;

typedef struct clc_loaded {
  struct _cl_program* program; /* built for the device. It is the clc_program's: clRetainProgram makes it yours, too */
  const char* module;          /* of a tuned source the configuration */
  const clc_variant* variant;
  const char* build_log;
  int cache_hit;          /* 1: it came from the cache */
  int cache_kept;         /* 1: the next load will find it there */
  const char* cache_note; /* why it was not kept, or why the driver refused what was; or "" */
  size_t parameter_count;
  const clc_parameter* const* parameters; /* macros of a tuned module's configuration */
} clc_loaded;

/* Loads a module for a device of the caller's context: chooses, checks digests, creates and builds the program and
 * every kernel of its interface. No source is compiled. `only_target` restricts the choice to one target, and may be
 * null; so may `cache`. CLC_ERROR_USAGE: no such module. CLC_ERROR_DAMAGED: the package is. Else the text lists each
 * variant with the reason why it was not loaded: CLC_ERROR_UNAVAILABLE when none fits the device (or there is no
 * OpenCL), CLC_ERROR_OPENCL when the driver refused those that do. Close it with clc_program_close. */
clc_status clc_program_load(const clc_package* package, const char* module, struct _cl_context* context,
                            struct _cl_device_id* device, const char* only_target, const clc_cache* cache,
                            clc_program** program);

/* Releases the program. Kernels that were made of it stay, as OpenCL has it. Null does nothing. */
void clc_program_close(clc_program* program);

/* Gives the built program and what was loaded. It lives as long as the clc_program. */
clc_status clc_program_loaded(const clc_program* program, const clc_loaded** loaded);

/* ---- Kernels with checks ---- */

/* The memory of an argument that is a pointer. */
typedef struct clc_given_memory {
  size_t argument;        /* its index */
  struct _cl_mem* buffer; /* null: no buffer */
  uint64_t size;          /* without a buffer: bytes of local or shared memory; 0: a null pointer */
} clc_given_memory;

typedef struct clc_launch_to_check {
  const char* kernel_name;
  struct _cl_kernel* kernel; /* of the loaded program, with its arguments set */
  struct _cl_command_queue* queue;
  const clc_given_memory* memory; /* one for each argument that is a pointer to global, constant or local memory */
  size_t memory_count;
  uint64_t groups;         /* work-groups of the launch */
  uint64_t items_of_group; /* work-items of each, at most */
  int stops;               /* 1: items end at their first fault, where no barrier waits for them */
} clc_launch_to_check;

typedef struct clc_checked_launch clc_checked_launch;

/* Sets the last argument of a kernel that `clc compile --sanitize` made, of which interfaces do not tell: call it
 * before each clEnqueueNDRangeKernel, and clc_checks_end behind it. A kernel without checks gives a null launch. The
 * caller owns `wanted`, which never grows. Keep other threads from setting arguments of this kernel until it is
 * enqueued. CLC_ERROR_USAGE: no such kernel, or memory that is missing. */
clc_status clc_checks_begin(const clc_program* program, const clc_launch_to_check* wanted, clc_checked_launch** launch);

/* Waits for the event of the launch, and keeps what was found; a null event is a launch that failed. The clc_program
 * may be closed. Ends the clc_checked_launch in any case; null does nothing. */
clc_status clc_checks_end(clc_checked_launch* launch, struct _cl_event* event);

typedef struct clc_check_report {
  const char* check; /* "bounds", "uninitialised", "race", "barrier" or "arithmetic" */
  const char* kernel;
  const char* file;
  uint64_t line; /* 0: not known */
  uint64_t column;
  const char* other_file; /* of a race or barrier: the other place */
  uint64_t other_line;
  uint64_t other_column;
  uint64_t global_id[3]; /* of the work-item */
  uint64_t group_id[3];
  const char* message; /* with the values */
  uint64_t count;      /* how often it happened */
  const char* text;    /* a line for people: place, check, message, kernel and item */
} clc_check_report;

typedef struct clc_check_findings {
  size_t report_count;
  const clc_check_report* const* reports; /* each place of the source once */
  size_t not_checked_count;
  const char* const* not_checked; /* "kernel k: a load of unknown memory in line 3" */
} clc_check_findings;

/* Gives what launches that have ended found since the last call. Give it back with clc_check_findings_close. */
clc_status clc_checks_take(const clc_program* program, const clc_check_findings** findings);

/* Null does nothing. */
void clc_check_findings_close(const clc_check_findings* findings);

/* ---- Coverage ---- */

/* Gives a kernel of a program that was compiled with --coverage what its next launch counts in, as a last argument that
 * interfaces do not name. Call it before each clEnqueueNDRangeKernel of the kernel in `queue`, with the sizes of that
 * launch; `local` may be null. `name` is the kernel's. Keep other threads from setting arguments of this kernel until
 * it is enqueued. CLC_ERROR_USAGE: the program does not count. */
clc_status clc_program_count_launch(clc_program* program, const char* name, struct _cl_kernel* kernel,
                                    struct _cl_command_queue* queue, unsigned dimensions, const size_t* global,
                                    const size_t* local);

/* Waits for the launches that were announced so, and gives how often regions and branches of the kernels ran, as
 * `clc coverage` reads it. The text lives as long as the program. clc_program_close writes the same to the folder
 * CLC_COVERAGE_DIR. CLC_ERROR_USAGE: the program does not count. */
clc_status clc_program_coverage(clc_program* program, const char** counts);

#ifdef __cplusplus
}
#endif

#endif
