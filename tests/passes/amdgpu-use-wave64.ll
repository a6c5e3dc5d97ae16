; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx1030 -passes=amdgpu-use-wave64 -S %s | FileCheck %s

; CHECK: define void @with_features() #[[FEATURES:[0-9]+]]
define void @with_features() #0 {
  ret void
}

; CHECK: define void @without_features() 
define void @without_features() #1 {
  ret void
}

; CHECK: define void @without_attributes()
define void @without_attributes() {
  ret void
}

; CHECK: attributes #[[FEATURES]] = {{.*}}"target-features"="+dl-insts,-wavefrontsize32,+wavefrontsize64"
; CHECK-NOT: target-features
attributes #0 = { "target-features"="+dl-insts" }
attributes #1 = { nounwind }
