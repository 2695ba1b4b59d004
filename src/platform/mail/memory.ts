import { StoreUnavailable } from '../unavailable.js';
import type { MailOutbox, MailPort, OutgoingMail } from './port.js';
import { pageOf } from './page.js';

/** In-memory mail, for tests. */
export function createMemoryMail(): MailPort & { readonly outbox: MailOutbox } {
  const mails = new Map<string, OutgoingMail>();
  let closed = false;
  const assertOpen = (): void => {
    if (closed) throw new StoreUnavailable('mail', 'closed', 'the outbox was closed');
  };
  return {
    send: async (mail) => {
      assertOpen();
      if (!mails.has(mail.id)) mails.set(mail.id, { ...mail });
      return { outcome: 'taken' };
    },
    outbox: {
      list: async (limit, after) => {
        assertOpen();
        const { items, next } = pageOf([...mails.values()], limit, after);
        const summaries = items.map(({ id, at, to, language, subject }) => ({ id, at, to, language, subject }));
        return next === undefined ? { items: summaries } : { items: summaries, next };
      },
      get: async (id) => {
        assertOpen();
        return mails.get(id);
      },
      sweep: async (before) => {
        assertOpen();
        const old = [...mails.values()].filter(({ at }) => at < before);
        for (const { id } of old) mails.delete(id);
        return old.length;
      },
    },
    ping: async () => assertOpen(),
    close: async () => {
      closed = true;
    },
  };
}
