/**
 * Why a model could not be installed or does not run:
 * - `room`: the disk is full or would be; `bytes` are missing
 * - `unwritable`: the files of the model may not be written: the folder's rights, or a disk that can only be read
 * - `away`: the hub or its mirror does not answer, or its answer is cut off again and again
 * - `registry`: the address of a package registry is unknown
 * - `gone`: it has no such file; `denied`: it requires an account
 * - `unstated`: it states no size and checksum; `corrupt`: the bytes differ from the stated ones
 * - `tools`: programs that a build needs are missing; `build`: the build failed
 * - `start`: the server did not start or ended again and again; `memory`: it needed more than its limit
 * - `trial`: it started, but made no image
 */
export const INSTALL_REASONS = [
  'room',
  'unwritable',
  'away',
  'registry',
  'gone',
  'denied',
  'unstated',
  'corrupt',
  'tools',
  'build',
  'start',
  'memory',
  'trial',
] as const;
export type InstallReason = (typeof INSTALL_REASONS)[number];

/** Those of packages of a registry. */
export const PACKAGE_REASONS = [
  'room',
  'unwritable',
  'away',
  'registry',
  'gone',
  'denied',
  'corrupt',
] as const satisfies readonly InstallReason[];
export type PackageReason = (typeof PACKAGE_REASONS)[number];

/** A fault as stored and shown: the reason and, in the words of the cause, a detail for the operator. */
export interface InstallProblem {
  readonly reason: InstallReason;
  readonly detail: string;
}
