# Tests of what clc, clc-worker and clc-driver say to each other.
if(CLC_BUILD_COMPILER)
  add_executable(clc_protocol_tests
    support/catch_main.cpp
    unit/protocol_codec_test.cpp
    unit/protocol_file_facts_test.cpp
    unit/protocol_found_texts_test.cpp
    unit/protocol_source_roots_test.cpp
  )
  clc_common(clc_protocol_tests)
  target_include_directories(clc_protocol_tests PRIVATE ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/support)
  target_link_libraries(clc_protocol_tests PRIVATE clc_protocol ${clc_catch2} Threads::Threads)
  add_test(NAME protocol COMMAND clc_protocol_tests)
endif()
