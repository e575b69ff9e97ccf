// As long as Clang ends with a list of events that are 0, repairEventLists is needed.
// REQUIRES: llvm-22
// RUN: not --crash clang -cc1 -triple x86_64-unknown-linux-gnu -cl-std=CL3.0 -emit-llvm-only %s
// RUN: clang -cc1 -triple x86_64-unknown-linux-gnu -cl-std=CL3.0 -emit-llvm-only -DONE %s
void take(event_t *);
kernel void k() {
#ifdef ONE
  event_t e = 0;
  take(&e);
#else
  event_t e[2] = {0, 0};
  take(e);
#endif
}
