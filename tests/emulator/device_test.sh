#!/bin/sh
# device_test.sh PROGRAM PACKAGE DEVICE CHECK…: runs the checks of clc_device_tests whose names begin so.
program=$1 package=$2 device=$3
shift 3
status=0
for check in "$@"; do
  "$program" --package "$package" --device "$device" --only "$check" || status=1
done
exit $status
