import { z } from 'zod';
import { Broadcast } from '../../platform/signals/broadcast.js';
import type { Signals } from '../../platform/signals/port.js';

/** Told on the EventBus of every process once a user's notices are others. A hint for whoever watches: it may be missed or come twice. */
export class NoticesChanged {
  constructor(readonly userId: string) {}
}

const news = z.object({ userId: z.string() });

/** What one process tells the others of notices. */
export function noticesBroadcast(signals: Signals): Broadcast<z.infer<typeof news>> {
  return new Broadcast(signals, 'identity.notices', news);
}
