import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** Resources of a process as the system reports them. Strings are those of Linux control groups, version 2. */
export interface Allowed {
  readonly cores: number;
  /** `cpu.max`: quota and period in microseconds, or `max`. */
  readonly cpuMax: string | undefined;
  /** `memory.max`: bytes, or `max`. */
  readonly memoryMax: string | undefined;
}

/**
 * Number of heavy jobs that a process may run at once: its cores, fewer if a container limits CPU or memory; at least
 * one.
 * @param bytesEach memory that one job may need
 */
export function heavyAtOnce({ cores, cpuMax, memoryMax }: Allowed, bytesEach: number): number {
  const [quota, period] = (cpuMax ?? '').trim().split(/\s+/).map(Number);
  const byQuota =
    quota !== undefined && period !== undefined && quota > 0 && period > 0 ? Math.ceil(quota / period) : Infinity;
  const memory = Number((memoryMax ?? '').trim());
  const byMemory = memory > 0 ? Math.floor(memory / bytesEach) : Infinity;
  return Math.max(1, Math.min(cores, byQuota, byMemory));
}

function said(file: string): string | undefined {
  try {
    return readFileSync(`/sys/fs/cgroup/${file}`, 'utf8');
  } catch {
    // No such limit, or no control groups.
    return undefined;
  }
}

/** Resources of this process. Node 20 ignores a container's CPU limit when it counts cores. */
export function allowedHere(): Allowed {
  return { cores: availableParallelism(), cpuMax: said('cpu.max'), memoryMax: said('memory.max') };
}
