import type { BalanceDocument } from './balance.projection.js';

/** Told on the EventBus once a changed balance can be read. A hint for whoever watches: it may be missed or come twice. */
export class BalanceChanged {
  constructor(
    readonly userId: string,
    readonly appName: BalanceDocument['appName'],
    readonly usageType: BalanceDocument['usageType'],
  ) {}
}
