; RUN: split-file %s %t
; RUN: clc-opt -mtriple=spirv64 -passes=spirv-split-long-tables -S %t/tables.ll | FileCheck %t/tables.ll
; 8{...} stands for eight times what lies between the braces.
; RUN: sed -e ':again' -e 's/8{\([^{}]*\)}/\1\1\1\1\1\1\1\1/' -e 't again' %t/addresses.ll > %t/long.ll
; RUN: clc-opt -mtriple=spirv64 -passes=spirv-split-long-tables -S %t/long.ll | FileCheck %t/addresses.ll

;--- tables.ll
%named = type { i32, [4 x i32] }
%long = type { [32769 x i16], i8 }

; CHECK: @number = addrspace(1) global i32 1
@number = addrspace(1) global i32 1

; Numbers become bytes in pieces, with the lowest byte first and zeros in the gaps. The second piece begins at 32768:
; the array ends at 24 + 32769, so that there are 25 bytes of it and one of padding before the i16.
; CHECK: @bytes = internal unnamed_addr addrspace(2) constant { [32768 x i8], [40 x i8] }
; CHECK-SAME: { [32768 x i8] c"\01\00\00\00\01\02\03\04\01\00\FE\FF\00\00\80?\FF\FF\FF\FF\FF\FF\FF\FE\00\00
; CHECK-SAME: [40 x i8] c"{{((\\00){26})}}\02\01\00<\00\00\01\00\00\00\03\02\01\00" }, align 8
@bytes = internal unnamed_addr addrspace(2) constant { i8, i32, <2 x i16>, float, i64, [32769 x i8], i16, [2 x half], i1, i24 } { i8 1, i32 67305985, <2 x i16> <i16 1, i16 -2>, float 1.0, i64 -72057594037927937, [32769 x i8] zeroinitializer, i16 258, [2 x half] [half 0xH3C00, half 0xH0000], i1 true, i24 66051 }, align 8

; The alignment of the numbers stays, and so does a greater one.
; CHECK: @aligned_as_numbers = addrspace(2) constant { [32768 x i8], [32768 x i8], [32768 x i8], [32768 x i8], [8 x i8] } { [32768 x i8] c"\05\00{{[\\0]*}}", [32768 x i8] zeroinitializer, [32768 x i8] zeroinitializer, [32768 x i8] zeroinitializer, [8 x i8] zeroinitializer }, align 4
@aligned_as_numbers = addrspace(2) constant { i32, [32769 x i32] } { i32 5, [32769 x i32] zeroinitializer }
; CHECK: @aligned_more = addrspace(2) constant {{.*}}, align 64
@aligned_more = addrspace(2) constant { i32, [32769 x i32] } { i32 5, [32769 x i32] zeroinitializer }, align 64
; CHECK: @packed = addrspace(2) constant { [32768 x i8], [6 x i8] } { [32768 x i8] c"\01\02\00\00\00\00{{[\\0]*}}", [6 x i8] zeroinitializer }, align 1
@packed = addrspace(2) constant <{ i8, i32, [32769 x i8] }> <{ i8 1, i32 2, [32769 x i8] zeroinitializer }>
; What is undefined becomes 0.
; CHECK: @undefined_part = addrspace(2) constant { [32768 x i8], [2 x i8] } { [32768 x i8] zeroinitializer, [2 x i8] c"\00\07" }, align 1
@undefined_part = addrspace(2) constant { [32769 x i8], i8 } { [32769 x i8] undef, i8 7 }
; CHECK: @variable = internal addrspace(1) global { [32768 x i8], [2 x i8] } { [32768 x i8] zeroinitializer, [2 x i8] c"\00\07" }, section "tables", align 1
@variable = internal addrspace(1) global { [32769 x i8], i8 } { [32769 x i8] zeroinitializer, i8 7 }, section "tables"
; The 9 lies at 65540 + 65538.
; CHECK: @nested = addrspace(2) constant { [32768 x i8], [32768 x i8], [32768 x i8], [32768 x i8], [8 x i8] } { [32768 x i8] zeroinitializer, [32768 x i8] zeroinitializer, [32768 x i8] zeroinitializer, [32768 x i8] zeroinitializer, [8 x i8] c"\00\00\00\00\00\00\09\00" }, align 2
@nested = addrspace(2) constant [2 x %long] [%long zeroinitializer, %long { [32769 x i16] zeroinitializer, i8 9 }]

; With addresses, the pieces are of the elements.
; CHECK: @address = internal addrspace(2) constant { { [32768 x i32], [1 x i32] }, ptr addrspace(1) } { { [32768 x i32], [1 x i32] } zeroinitializer, ptr addrspace(1) @number }, align 8
@address = internal addrspace(2) constant { [32769 x i32], ptr addrspace(1) } { [32769 x i32] zeroinitializer, ptr addrspace(1) @number }
; CHECK: @packed_address = addrspace(2) constant <{ i8, { [32768 x i8], [32768 x i8] }, ptr addrspace(1) }> <{ i8 1, { [32768 x i8], [32768 x i8] } zeroinitializer, ptr addrspace(1) @number }>, align 1
@packed_address = addrspace(2) constant <{ i8, [65536 x i8], ptr addrspace(1) }> <{ i8 1, [65536 x i8] zeroinitializer, ptr addrspace(1) @number }>
; CHECK: @nested_address = addrspace(2) constant [2 x { { [32768 x i32], [1 x i32] }, ptr addrspace(1) }] [{ { [32768 x i32], [1 x i32] }, ptr addrspace(1) } { { [32768 x i32], [1 x i32] } zeroinitializer, ptr addrspace(1) @number }, { { [32768 x i32], [1 x i32] }, ptr addrspace(1) } zeroinitializer], align 8
@nested_address = addrspace(2) constant [2 x { [32769 x i32], ptr addrspace(1) }] [{ [32769 x i32], ptr addrspace(1) } { [32769 x i32] zeroinitializer, ptr addrspace(1) @number }, { [32769 x i32], ptr addrspace(1) } zeroinitializer]
; An address as numbers, and undefined elements.
; CHECK: @address_in_vector = addrspace(2) constant { { [32768 x i32], [1 x i32] }, <2 x i32> } { { [32768 x i32], [1 x i32] } undef, <2 x i32> bitcast (i64 ptrtoint (ptr addrspace(1) @number to i64) to <2 x i32>) }, align 8
@address_in_vector = addrspace(2) constant { [32769 x i32], <2 x i32> } { [32769 x i32] poison, <2 x i32> bitcast (i64 ptrtoint (ptr addrspace(1) @number to i64) to <2 x i32>) }
; CHECK: @address_in_number = addrspace(2) constant { { [32768 x i32], [1 x i32] }, i64 } { { [32768 x i32], [1 x i32] } zeroinitializer, i64 ptrtoint (ptr addrspace(1) @number to i64) }, align 8
@address_in_number = addrspace(2) constant { [32769 x i32], i64 } { [32769 x i32] zeroinitializer, i64 ptrtoint (ptr addrspace(1) @number to i64) }

; Tables without numbers, and those elsewhere, stay.
; CHECK: @zeros = addrspace(2) constant [32769 x i32] zeroinitializer
@zeros = addrspace(2) constant [32769 x i32] zeroinitializer
; CHECK: @undefined = internal addrspace(3) global [32769 x i32] undef
@undefined = internal addrspace(3) global [32769 x i32] undef
; CHECK: @elsewhere = external addrspace(2) constant [32769 x i32]
@elsewhere = external addrspace(2) constant [32769 x i32]
; Short ones stay, too.
; CHECK: @short = addrspace(2) constant { i32, [32768 x i32] } { i32 1, [32768 x i32] zeroinitializer }
@short = addrspace(2) constant { i32, [32768 x i32] } { i32 1, [32768 x i32] zeroinitializer }
; CHECK: @short_array = addrspace(2) constant [3 x i32] [i32 1, i32 2, i32 3]
@short_array = addrspace(2) constant [3 x i32] [i32 1, i32 2, i32 3]
; CHECK: @structures = addrspace(2) constant [2 x %named] [%named { i32 1, [4 x i32] zeroinitializer }, %named zeroinitializer]
@structures = addrspace(2) constant [2 x %named] [%named { i32 1, [4 x i32] zeroinitializer }, %named zeroinitializer]
; CHECK: @short_addresses = addrspace(2) constant [2 x ptr addrspace(1)] [ptr addrspace(1) @number, ptr addrspace(1) null]
@short_addresses = addrspace(2) constant [2 x ptr addrspace(1)] [ptr addrspace(1) @number, ptr addrspace(1) null]

; CHECK-LABEL: @read(
; CHECK-NEXT: %p = getelementptr { [32769 x i32], ptr addrspace(1) }, ptr addrspace(2) @address, i64 0, i32 0, i64 %i
; CHECK-NEXT: %x = load i32, ptr addrspace(2) %p
; CHECK-NEXT: %y = load i8, ptr addrspace(2) @packed
define i32 @read(i64 %i) {
  %p = getelementptr { [32769 x i32], ptr addrspace(1) }, ptr addrspace(2) @address, i64 0, i32 0, i64 %i
  %x = load i32, ptr addrspace(2) %p
  %y = load i8, ptr addrspace(2) @packed
  ret i32 %x
}

;--- addresses.ll
@n = global i32 1
; CHECK: @table = constant { [32768 x ptr], [2 x ptr] } { [32768 x ptr] zeroinitializer, [2 x ptr] [ptr @n, ptr null] }, align 8
@table = constant [32770 x ptr] [8{8{8{8{8{ptr null, }}}}}ptr @n, ptr null]
