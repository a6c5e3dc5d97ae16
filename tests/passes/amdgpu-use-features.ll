; Functions get the features once of clc-opt, which takes -mattr for them as well, and once of the pass.
; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx1100 -mattr=-real-true16,+wavefrontsize64 -passes=amdgpu-use-features -S %s | FileCheck %s
; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx1100 -passes=amdgpu-use-features -S %s | FileCheck %s --check-prefix=NONE

; CHECK: define void @with_features() #[[FEATURES:[0-9]+]]
define void @with_features() #0 {
  ret void
}

; CHECK: attributes #[[FEATURES]] = {{.*}}"target-features"="+dl-insts,-real-true16,+wavefrontsize64,-real-true16,+wavefrontsize64"
; NONE: "target-features"="+dl-insts"
attributes #0 = { "target-features"="+dl-insts" }
