import type { HumanCheck, HumanChallenge } from './port.js';

/** The installation's human check. If none is configured, every request passes. */
export class HumanGate {
  constructor(private readonly check: HumanCheck | undefined) {}

  /** Whether a human check is configured. */
  get isOn(): boolean {
    return this.check !== undefined;
  }

  /** @returns undefined when no check is configured */
  challenge(): HumanChallenge | undefined {
    return this.check?.challenge();
  }

  /**
   * @param answer absent before a challenge was answered
   * @throws StoreUnavailable
   */
  async lets(answer: string | undefined): Promise<boolean> {
    return this.check === undefined || (answer !== undefined && (await this.check.passes(answer)));
  }
}
