import { PLATFORM_NAMES, type PaymentPlatform } from './plan.shared.js';

/** The payment platforms that have an adapter in this process, by kind. None of them is asked before it is added. */
export class PaymentPlatforms {
  private readonly added = new Map<PaymentPlatform['platformName'], PaymentPlatform>();

  /** Says of a kind that it is there. @throws Error when it was added before */
  add(platform: PaymentPlatform): void {
    if (this.added.has(platform.platformName)) throw new Error(`there are two payment platforms of the kind ${platform.platformName}`);
    this.added.set(platform.platformName, platform);
  }

  /** One of each kind, in the order of the specification; one without an adapter is neither shown nor enabled. */
  get all(): readonly PaymentPlatform[] {
    return PLATFORM_NAMES.map((platformName) => this.added.get(platformName) ?? { platformName, enable: false, visible: false });
  }
}
