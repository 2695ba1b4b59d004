import { z } from 'zod';
import { Broadcast } from '../../platform/signals/broadcast.js';
import type { Signals } from '../../platform/signals/port.js';
import type { BalanceDocument } from './balance.projection.js';
import { APP_NAMES, USAGE_TYPES } from '../credits.shared.js';

/**
 * Published on the EventBus of every process once the changed balance is readable. Only a hint: it may be lost or
 * arrive twice.
 */
export class BalanceChanged {
  constructor(
    readonly userId: string,
    readonly appName: BalanceDocument['appName'],
    readonly usageType: BalanceDocument['usageType'],
  ) {}
}

const balanceNews = z.object({ userId: z.string(), appName: z.enum(APP_NAMES), usageType: z.enum(USAGE_TYPES) });

/** Sends balance changes to the other processes. */
export function balanceBroadcast(signals: Signals): Broadcast<z.infer<typeof balanceNews>> {
  return new Broadcast(signals, 'credits.balances', balanceNews);
}
