import { z } from 'zod';
import { Broadcast } from '../../platform/signals/broadcast.js';
import type { Signals } from '../../platform/signals/port.js';

/**
 * Published on the EventBus of every process when a user's notifications have changed. Only a hint: it may be lost or
 * repeated.
 */
export class NoticesChanged {
  constructor(readonly userId: string) {}
}

const news = z.object({ userId: z.string() });

/** Broadcast to other processes about changed notifications. */
export function noticesBroadcast(signals: Signals): Broadcast<z.infer<typeof news>> {
  return new Broadcast(signals, 'identity.notices', news);
}
