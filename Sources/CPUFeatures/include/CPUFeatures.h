#ifndef PENUMBRA_CPU_FEATURES_H
#define PENUMBRA_CPU_FEATURES_H

/// The x86-64 micro-architecture level of this processor: 1 (baseline), 2, 3 or 4; 1 elsewhere.
/// A level counts only when the operating system saves its registers (XGETBV).
int penumbra_cpu_level(void);

/// How many processors this process may use: the scheduler's affinity mask, cut by the CPU quota
/// of the control group (v1 and v2), rounded up; at least 1.
int penumbra_usable_cores(void);

/// The cores that the CPU quotas of control groups grant, rounded up; 0 where there is no limit.
/// `groups` is a file like /proc/self/cgroup, `mount` the folder where the groups are mounted; the
/// groups above a group count too.
int penumbra_quota_cores(const char *groups, const char *mount);

#endif
