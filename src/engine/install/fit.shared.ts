/** How sd-server is built: for which processor. */
export type Backend = 'cpu' | 'cuda' | 'vulkan';

/** What a machine has. */
export interface MachineFacts {
  /** Memory that its processes may use, bytes: that of the machine, or of its container. */
  readonly memoryBytes: number;
  readonly cores: number;
  /** Free bytes on the disk of the models. */
  readonly freeBytes: number;
  /** Its GPU; absent if none was found. */
  readonly gpu?: {
    readonly name: string;
    readonly backend: Exclude<Backend, 'cpu'>;
    /** Whether a build for it is possible: its compiler is there. */
    readonly isBuildable: boolean;
  };
}

/** What a machine can have too little of. */
export const MISFIT_REASONS = ['memory', 'cores', 'disk'] as const;

/** Why a model does not fit: what it needs, and what there is, in bytes or cores. */
export interface Misfit {
  readonly reason: (typeof MISFIT_REASONS)[number];
  readonly needs: number;
  readonly has: number;
}

/** What a model needs. */
export interface Needs {
  readonly memoryBytes: number;
  readonly cores: number;
  /** Bytes still to be downloaded. */
  readonly diskBytes: number;
}

/** Memory for Kinora and the system beside a model, bytes. */
export const KEPT_MEMORY = 2_000_000_000;
/** Disk space that stays free after a download, bytes. */
export const KEPT_DISK = 1_000_000_000;

/** The processor that sd-server is built for. */
export const backendFor = ({ gpu }: Pick<MachineFacts, 'gpu'>): Backend =>
  gpu?.isBuildable === true ? gpu.backend : 'cpu';

/**
 * Whether a model fits a machine.
 * @param taken memory of the models that run already, bytes
 * @returns undefined if it fits; otherwise the first reason against it. More memory, cores or disk never makes a
 *   model that fits one that does not
 */
export function misfitOf(needs: Needs, machine: MachineFacts, taken = 0): Misfit | undefined {
  const memory = Math.max(0, machine.memoryBytes - KEPT_MEMORY - taken);
  if (memory < needs.memoryBytes) return { reason: 'memory', needs: needs.memoryBytes, has: memory };
  if (backendFor(machine) === 'cpu' && machine.cores < needs.cores)
    return { reason: 'cores', needs: needs.cores, has: machine.cores };
  if (needs.diskBytes > 0 && machine.freeBytes < needs.diskBytes + KEPT_DISK)
    return { reason: 'disk', needs: needs.diskBytes + KEPT_DISK, has: machine.freeBytes };
  return undefined;
}
