#define _GNU_SOURCE
#include "CPUFeatures.h"

#if defined(__linux__)

#include <errno.h>
#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#endif

int penumbra_cpu_level(void) {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("x86-64-v4")) return 4;
  if (__builtin_cpu_supports("x86-64-v3")) return 3;
  if (__builtin_cpu_supports("x86-64-v2")) return 2;
#endif
  return 1;
}

#if defined(__linux__)

/// Cores granted by `quota` microseconds in every `period`, rounded up; 0 for no limit.
static int cores_of_quota(long long quota, long long period) {
  if (quota <= 0 || period <= 0) return 0;
  long long cores = (quota + period - 1) / period;
  return cores > INT_MAX ? 0 : (int)cores;
}

/// Reads up to two numbers of a one-line file; "max" counts as -1. Returns how many there were.
static int read_numbers(const char *path, long long *first, long long *second) {
  FILE *file = fopen(path, "re");
  if (!file) return 0;
  char line[128];
  char *read = fgets(line, sizeof line, file);
  fclose(file);
  if (!read) return 0;
  int count = 0;
  char *save = NULL;
  for (char *word = strtok_r(line, " \t\n", &save); word && count < 2;
       word = strtok_r(NULL, " \t\n", &save)) {
    long long value = strcmp(word, "max") == 0 ? -1 : strtoll(word, NULL, 10);
    *(count == 0 ? first : second) = value;
    count++;
  }
  return count;
}

/// The smaller of two limits, where 0 is none.
static int tighter(int a, int b) {
  if (a == 0) return b;
  if (b == 0) return a;
  return a < b ? a : b;
}

/// The tightest quota of a group and of the groups above it, of version 2 or 1; 0 for none.
///
/// `path` is the group's path below `mount` and is cut as the walk goes up.
static int quota_of_groups(const char *mount, char *path, int version) {
  int limit = 0;
  for (;;) {
    char name[PATH_MAX];
    long long quota = 0;
    long long period = 0;
    if (version == 2) {
      if (snprintf(name, sizeof name, "%s%s/cpu.max", mount, path) < (int)sizeof name &&
          read_numbers(name, &quota, &period) == 2)
        limit = tighter(limit, cores_of_quota(quota, period));
    } else {
      long long unused = 0;
      if (snprintf(name, sizeof name, "%s%s/cpu.cfs_quota_us", mount, path) < (int)sizeof name &&
          read_numbers(name, &quota, &unused) >= 1 &&
          snprintf(name, sizeof name, "%s%s/cpu.cfs_period_us", mount, path) <
              (int)sizeof name &&
          read_numbers(name, &period, &unused) >= 1)
        limit = tighter(limit, cores_of_quota(quota, period));
    }
    char *slash = strrchr(path, '/');
    if (!slash) return limit;
    *slash = '\0';
  }
}

/// Whether a comma-separated list of controllers names "cpu".
static int names_cpu(const char *list) {
  for (const char *at = list; *at;) {
    size_t length = strcspn(at, ",");
    if (length == 3 && strncmp(at, "cpu", 3) == 0) return 1;
    at += length + (at[length] == ',');
  }
  return 0;
}

int penumbra_quota_cores(const char *groups, const char *mount) {
  FILE *file = fopen(groups, "re");
  if (!file) return 0;
  int limit = 0;
  char line[PATH_MAX + 256];
  // Lines are hierarchy:controllers:path; version 2 is the one with no controllers.
  while (fgets(line, sizeof line, file)) {
    char *controllers = strchr(line, ':');
    char *path = controllers ? strchr(controllers + 1, ':') : NULL;
    if (!path) continue;
    *controllers++ = '\0';
    *path++ = '\0';
    path[strcspn(path, "\n")] = '\0';
    // "/" is the mount point itself; inside a container the path may not exist below it, and the
    // walk upwards then ends at the mount point, which is the container's own group.
    if (strcmp(path, "/") == 0) *path = '\0';
    char root[PATH_MAX];
    if (*controllers == '\0') {
      limit = tighter(limit, quota_of_groups(mount, path, 2));
    } else if (names_cpu(controllers)) {
      const char *folders[] = {"cpu,cpuacct", "cpu"};
      for (size_t i = 0; i < 2; i++) {
        char copy[PATH_MAX];
        if (snprintf(root, sizeof root, "%s/%s", mount, folders[i]) >= (int)sizeof root) continue;
        if (snprintf(copy, sizeof copy, "%s", path) >= (int)sizeof copy) continue;
        limit = tighter(limit, quota_of_groups(root, copy, 1));
      }
    }
  }
  fclose(file);
  return limit;
}

int penumbra_usable_cores(void) {
  int n = 1;
  // A machine may have more processors than one cpu_set_t holds.
  for (int capacity = 1024; capacity <= 1 << 20; capacity *= 2) {
    cpu_set_t *set = CPU_ALLOC(capacity);
    if (!set) break;
    size_t size = CPU_ALLOC_SIZE(capacity);
    CPU_ZERO_S(size, set);
    int failed = sched_getaffinity(0, size, set) != 0;
    int reason = failed ? errno : 0;
    if (!failed) n = CPU_COUNT_S(size, set);
    CPU_FREE(set);
    if (!failed || reason != EINVAL) break;
  }
  if (n < 1) n = 1;
  int quota = penumbra_quota_cores("/proc/self/cgroup", "/sys/fs/cgroup");
  return quota > 0 && quota < n ? quota : n;
}

#else

#include <unistd.h>

int penumbra_quota_cores(const char *groups, const char *mount) {
  (void)groups;
  (void)mount;
  return 0;
}

int penumbra_usable_cores(void) {
  long n = sysconf(_SC_NPROCESSORS_ONLN);
  return n > 0 ? (int)n : 1;
}

#endif
