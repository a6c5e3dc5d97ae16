// Arrays of events stay arrays, whose elements are found by number: the size of an event is a driver's own.
// RUN: -t spirv64:1.2 -t spirv32:1.2
// CHECK spirv: OpTypeArray %spirv_Event %uint_4
// CHECK spirv: OpVariable %_ptr_Function__arr_spirv_Event_uint_4 Function
// CHECK spirv: OpInBoundsPtrAccessChain %_ptr_Function_spirv_Event %\w+ %(uint|ulong)_0 %(uint|ulong)_3
// CHECK-NOT spirv: OpVariable %_ptr_Function_spirv_Event Function
// CHECK-NOT spirv: OpInBoundsPtrAccessChain %_ptr_Function_uchar
// RUN: -O0 -t spirv64:1.2 -t spirv64:1.6 -t spirv32:1.2 -t nvptx:sm_90 -t amdgcn:gfx90a
// CHECK spirv: OpVariable %_ptr_Function__arr_spirv_Event_uint_4 Function
kernel void as(global int4*a,local int4*l,int n,int s){ event_t f[4]; f[0]=async_work_group_copy(l,a,n,(event_t)0); f[1]=async_work_group_strided_copy(l+n,a+n,n,s,0); f[2]=async_work_group_copy(l+2*n,a,n,(event_t)0); f[3]=f[0]; wait_group_events(2,f); wait_group_events(1,f+2); a[n]=l[n^1]; }
kernel void loop(global int4*a,local int4*l,int n){ event_t f[4]; for(int i=0;i<4;++i) f[i]=async_work_group_copy(l+n*i,a+n*i,n,0); wait_group_events(4,f);  a[n]=l[n^1]; }
kernel void one(global int4*a,local int4*l,int n){ event_t f[1]; f[0]=async_work_group_copy(l,a,n,0); wait_group_events(1,f);  a[n]=l[n^1]; }
kernel void two(global int4*a,local int4*l,int n){ event_t e[2],f; int m=get_local_size(0); f=async_work_group_copy(l,a,n,0); e[m&1]=f; e[(m&1)^1]=async_work_group_copy(l+n,a+n,n,f); wait_group_events(2,e);  a[n]=l[n^1]; }
