import { PLATFORM_NAMES, type PaymentPlatform, type PlatformName } from '../plans/plan.shared.js';
import type { PaymentGateway } from './port.js';

/** Name of the gateway that uses play money. */
export const SANDBOX = 'sandbox';

/** The gateways of this installation, by name and by kind of platform. Each registers itself during startup. */
export class BillingGateways {
  private readonly gateways = new Map<string, PaymentGateway>();

  /**
   * Registers a gateway.
   * @throws Error when its name or its kind is already taken
   */
  add(gateway: PaymentGateway): void {
    const {
      name,
      platform: { platformName },
    } = gateway;
    if (this.gateways.has(name)) throw new Error(`two gateways are called ${name}`);
    if (this.ofKind(platformName) !== undefined) throw new Error(`two gateways are of the kind ${platformName}`);
    this.gateways.set(name, gateway);
  }

  byName(name: string): PaymentGateway | undefined {
    return this.gateways.get(name);
  }

  /** Names of the gateways, in the order of registration. */
  get names(): readonly string[] {
    return [...this.gateways.keys()];
  }

  /** The current gateway of a kind. */
  ofKind(platformName: PlatformName): PaymentGateway | undefined {
    return [...this.gateways.values()].find(({ platform }) => platform.platformName === platformName);
  }

  /**
   * One platform per kind, in the order of `PLATFORM_NAMES`; a kind without an adapter is neither visible nor enabled.
   */
  get platforms(): readonly PaymentPlatform[] {
    return PLATFORM_NAMES.map(
      (platformName) => this.ofKind(platformName)?.platform ?? { platformName, enable: false, visible: false },
    );
  }

  /** Whether payments use play money. */
  get isSandbox(): boolean {
    return this.gateways.has(SANDBOX);
  }
}
