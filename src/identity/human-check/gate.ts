import type { HumanCheck, WorkChallenge } from './port.js';

/** The human check where an installation has one; without, everybody is let through. */
export class HumanGate {
  constructor(private readonly check: HumanCheck | undefined) {}

  /** @returns undefined where nothing is asked for */
  challenge(): WorkChallenge | undefined {
    return this.check?.challenge();
  }

  /** @param answer absent where nobody was asked yet. @throws StoreUnavailable */
  async lets(answer: string | undefined): Promise<boolean> {
    return this.check === undefined || (answer !== undefined && (await this.check.passes(answer)));
  }
}
