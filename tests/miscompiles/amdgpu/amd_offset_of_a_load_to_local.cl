// The second of three loads straight to local memory wrote over the first on gfx90a, in copies of a group: a
// constant of its address in global memory went into the instruction, which adds it to the address in local memory, too.
// report: none: found by tests of asynchronous copies
// options: -cl-std=CL1.2
// global: 64
// local: 64
// offset: 0
// argument: results 256
// argument: value 4 3
// expected: 0 85336 0 86701 0 88066 0 89431 0 90796 0 92161 0 93526 0 94891 0 96256 0 97621 0 98986 0 100351 0 101716 0 103081 0 104446 0 105811 0 107176 0 108541 0 109906 0 111271 0 112636 0 114001 0 115366 0 116731 0 118096 0 119461 0 120826 0 122191 0 123556 0 124921 0 126286 0 127651 449 456 463 470 477 484 491 498 505 512 519 526 533 540 547 554 561 568 575 582 589 596 603 610 617 624 631 638 645 652 659 666 673 680 687 694 701 708 715 722 729 736 743 750 757 764 771 778 785 792 799 806 813 820 827 834 841 848 855 862 869 876 883 890 897 904 911 918 925 932 939 946 953 960 967 974 981 988 995 1002 1009 1016 1023 1030 1037 1044 1051 1058 1065 1072 1079 1086 1093 1100 1107 1114 1121 1128 1135 1142 1149 1156 1163 1170 1177 1184 1191 1198 1205 1212 1219 1226 1233 1240 1247 1254 1261 1268 1275 1282 1289 1296 1303 1310 1317 1324 1331 1338 1345 1352 1359 1366 1373 1380 1387 1394 1401 1408 1415 1422 1429 1436 1443 1450 1457 1464 1471 1478 1485 1492 1499 1506 1513 1520 1527 1534 1541 1548 1555 1562 1569 1576 1583 1590 1597 1604 1611 1618 1625 1632 1639 1646 1653 1660 1667 1674 1681 1688 1695 1702 1709 1716 1723 1730 1737 1744 1751 1758 1765 1772 1779 1786
__attribute__((reqd_work_group_size(64, 1, 1))) kernel void entry(global ulong* results, uint rounds) {
  local uint box[192];
  const uint item = (uint)get_local_id(0);
  for (uint i = item; i < 256; i += 64) results[i] = i * 7 + 1;
  barrier(CLK_GLOBAL_MEM_FENCE);
  uint total = 0;
  for (uint r = 0; r < rounds; ++r) {
    event_t copied = async_work_group_copy(box, (global const uint*)results + 2 + 64 * r, 192, 0);
    wait_group_events(1, &copied);
    total = total * 3 + box[item ^ 1] + 5 * box[64 + (item ^ 1)] + 9 * box[128 + (item ^ 1)];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  results[item] = total;
}
