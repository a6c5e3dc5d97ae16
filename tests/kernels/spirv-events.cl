// Arrays of events stay arrays, whose elements are found by number: the size of an event is a driver's own.
// RUN: %clc compile %s -t spirv64:1.2 -o - | %disasm | FileCheck %s --implicit-check-not='{{OpVariable %%_ptr_Function_spirv_Event|AccessChain %%_ptr_Function_uchar}}'
// RUN: %clc compile %s -t spirv32:1.2 -o - | %disasm | FileCheck %s --implicit-check-not='{{OpVariable %%_ptr_Function_spirv_Event|AccessChain %%_ptr_Function_uchar}}'
// CHECK: OpTypeArray %spirv_Event %uint_4
// CHECK-LABEL: %as = OpFunction
// CHECK: OpVariable %_ptr_Function__arr_spirv_Event_uint_4 Function
// CHECK: OpInBoundsPtrAccessChain %_ptr_Function_spirv_Event %{{[^ ]+}} %{{(uint|ulong)}}_0 %{{(uint|ulong)}}_3
// RUN: %clc compile %s -t spirv64:1.2 -O0 -o - | %disasm | FileCheck %s --check-prefix=O0
// RUN: %clc compile %s -t spirv64:1.6 -O0 -o - | %disasm | FileCheck %s --check-prefix=O0
// RUN: %clc compile %s -t spirv32:1.2 -O0 -o - | %disasm | FileCheck %s --check-prefix=O0
// O0-LABEL: %as = OpFunction
// O0: OpVariable %_ptr_Function__arr_spirv_Event_uint_4 Function
// RUN: %clc compile %s -t nvptx:sm_90 -t amdgcn:gfx90a -O0 -o - | %valid
kernel void as(global int4*a,local int4*l,int n,int s){ event_t f[4]; f[0]=async_work_group_copy(l,a,n,(event_t)0); f[1]=async_work_group_strided_copy(l+n,a+n,n,s,0); f[2]=async_work_group_copy(l+2*n,a,n,(event_t)0); f[3]=f[0]; wait_group_events(2,f); wait_group_events(1,f+2); a[n]=l[n^1]; }
kernel void loop(global int4*a,local int4*l,int n){ event_t f[4]; for(int i=0;i<4;++i) f[i]=async_work_group_copy(l+n*i,a+n*i,n,0); wait_group_events(4,f);  a[n]=l[n^1]; }
kernel void one(global int4*a,local int4*l,int n){ event_t f[1]; f[0]=async_work_group_copy(l,a,n,0); wait_group_events(1,f);  a[n]=l[n^1]; }
kernel void two(global int4*a,local int4*l,int n){ event_t e[2],f; int m=get_local_size(0); f=async_work_group_copy(l,a,n,0); e[m&1]=f; e[(m&1)^1]=async_work_group_copy(l+n,a+n,n,f); wait_group_events(2,e);  a[n]=l[n^1]; }
