import { codeOf, wordsOf } from '../../kernel/thrown.js';
import { isDiskFull } from '../../platform/data-folder/on-disk.js';
import type { InstallProblem, InstallReason } from './faults.shared.js';

/** A model cannot be installed or run. The message is the detail. */
export class InstallFault extends Error {
  constructor(
    readonly reason: InstallReason,
    detail: string,
  ) {
    super(detail);
    this.name = 'InstallFault';
  }

  get problem(): InstallProblem {
    return { reason: this.reason, detail: this.message };
  }
}

const UNWRITABLE = new Set(['EACCES', 'EPERM', 'EROFS']);

/**
 * The fault of an error of the file system: `room` or `unwritable`; a fault as it is; undefined for any other error.
 */
export function diskFaultOf(error: unknown): InstallFault | undefined {
  if (error instanceof InstallFault) return error;
  if (isDiskFull(error)) return new InstallFault('room', wordsOf(error));
  return UNWRITABLE.has(codeOf(error) ?? '') ? new InstallFault('unwritable', wordsOf(error)) : undefined;
}
