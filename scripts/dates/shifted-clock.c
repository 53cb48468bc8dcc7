// A clock that is CLOCK_AHEAD seconds ahead and otherwise the machine's own, by LD_PRELOAD. Not libfaketime: it wraps
// epoll_wait, too, and a signal that interrupts the wait then sees the true time, so that PostgreSQL's limits on locks
// and statements never run out (docs/decisions/0032-shifted-clocks.md).
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static time_t ahead(void) {
  const char *seconds = getenv("CLOCK_AHEAD");
  return seconds ? atoll(seconds) : 0;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  static time_t shift;
  static int known;
  if (!known) {
    shift = ahead();
    known = 1;
  }
  int failed = syscall(SYS_clock_gettime, clock, now);
  if (!failed && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += shift;
  return failed;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  (void)zone;
  struct timespec precise;
  int failed = clock_gettime(CLOCK_REALTIME, &precise);
  if (failed) return failed;
  now->tv_sec = precise.tv_sec;
  now->tv_usec = precise.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *out) {
  struct timespec now;
  if (clock_gettime(CLOCK_REALTIME, &now)) return -1;
  if (out) *out = now.tv_sec;
  return now.tv_sec;
}
