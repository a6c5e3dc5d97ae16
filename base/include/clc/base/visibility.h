// CLC_HIDDEN: the visibility of namespace clc in public headers.
#pragma once

// A shared library or plug-in exports nothing of clc: in one process others may hold another version, and a library
// that exports inline variables is never unloaded. Programs export nothing anyway, and there GCC would warn of every
// class that has a member of these types. -DCLC_HIDDEN= leaves everything visible.
#ifndef CLC_HIDDEN
#if defined(__GNUC__) && defined(__ELF__) && defined(__PIC__) && !defined(__PIE__)
#define CLC_HIDDEN __attribute__((visibility("hidden")))
#else
#define CLC_HIDDEN
#endif
#endif
