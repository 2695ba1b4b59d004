import type { HumanCheck, HumanChallenge } from './port.js';

/** The human check where an installation has one; without, everybody is let through. */
export class HumanGate {
  constructor(private readonly check: HumanCheck | undefined) {}

  /** Whether anything is ever requested. */
  get isOn(): boolean {
    return this.check !== undefined;
  }

  /** @returns undefined where nothing is requested */
  challenge(): HumanChallenge | undefined {
    return this.check?.challenge();
  }

  /** @param answer absent where no one was asked yet. @throws StoreUnavailable */
  async lets(answer: string | undefined): Promise<boolean> {
    return this.check === undefined || (answer !== undefined && (await this.check.passes(answer)));
  }
}
