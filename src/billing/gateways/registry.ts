import { PLATFORM_NAMES, type PaymentPlatform, type PlatformName } from '../plans/plan.shared.js';
import type { PaymentGateway } from './port.js';

/** The name of the gateway at which money is only played with. */
export const SANDBOX = 'sandbox';

/** Who takes payments in this installation, by name and by the kind of platform. Each adds itself while the process starts. */
export class BillingGateways {
  private readonly gateways = new Map<string, PaymentGateway>();

  /** Says of a gateway that it is there. @throws Error when another has its name, or is of its kind */
  add(gateway: PaymentGateway): void {
    const { name, platform: { platformName } } = gateway;
    if (this.gateways.has(name)) throw new Error(`there are two gateways called ${name}`);
    if (this.ofKind(platformName) !== undefined) throw new Error(`there are two gateways of the kind ${platformName}`);
    this.gateways.set(name, gateway);
  }

  byName(name: string): PaymentGateway | undefined {
    return this.gateways.get(name);
  }

  /** Whoever takes payments of a kind now. */
  ofKind(platformName: PlatformName): PaymentGateway | undefined {
    return [...this.gateways.values()].find(({ platform }) => platform.platformName === platformName);
  }

  /** One of each kind, in the order of `PLATFORM_NAMES`; one without an adapter is neither shown nor enabled. */
  get platforms(): readonly PaymentPlatform[] {
    return PLATFORM_NAMES.map((platformName) => this.ofKind(platformName)?.platform ?? { platformName, enable: false, visible: false });
  }

  /** Whether money is only played with. */
  get isSandbox(): boolean {
    return this.gateways.has(SANDBOX);
  }
}
