import { codeOf } from '../../kernel/thrown.js';
import type { InstallProblem, InstallReason } from './faults.shared.js';

/** A model cannot be installed or run. The message is the detail. */
export class InstallFault extends Error {
  constructor(readonly reason: InstallReason, detail: string) {
    super(detail);
    this.name = 'InstallFault';
  }

  get problem(): InstallProblem {
    return { reason: this.reason, detail: this.message };
  }
}

/** Whether a thrown value says that the disk or the user's quota is full. */
export const isFull = (thrown: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes(codeOf(thrown) ?? '');
