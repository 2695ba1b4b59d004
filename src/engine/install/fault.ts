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
