import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** What a process may use, as the system says it. Texts are those of Linux' control groups, version 2. */
export interface Allowed {
  readonly cores: number;
  /** `cpu.max`: quota and period in microseconds, or `max`. */
  readonly cpuMax: string | undefined;
  /** `memory.max`: bytes, or `max`. */
  readonly memoryMax: string | undefined;
}

/**
 * How many pieces of heavy work a process may do at once: its cores, fewer where a container gives it less of them or too little
 * memory; one at least.
 * @param bytesEach what one piece may need
 */
export function heavyAtOnce({ cores, cpuMax, memoryMax }: Allowed, bytesEach: number): number {
  const [quota, period] = (cpuMax ?? '').trim().split(/\s+/).map(Number);
  const byQuota = quota !== undefined && period !== undefined && quota > 0 && period > 0 ? Math.ceil(quota / period) : Infinity;
  const memory = Number((memoryMax ?? '').trim());
  const byMemory = memory > 0 ? Math.floor(memory / bytesEach) : Infinity;
  return Math.max(1, Math.min(cores, byQuota, byMemory));
}

function said(file: string): string | undefined {
  try {
    return readFileSync(`/sys/fs/cgroup/${file}`, 'utf8');
  } catch {
    // No such limit, or not a system that has them.
    return undefined;
  }
}

/** What this process may use. Node 20 counts a container's cores by the machine's. */
export function allowedHere(): Allowed {
  return { cores: availableParallelism(), cpuMax: said('cpu.max'), memoryMax: said('memory.max') };
}
