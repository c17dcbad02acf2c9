/* bcryptprimitives.dll, which Debian's Wine lacks and which Rust's standard library asks for seeds. */
#include <windows.h>
#include <ntsecapi.h>

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T length) {
  return RtlGenRandom(bytes, (ULONG)length);
}
