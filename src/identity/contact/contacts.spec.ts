import { describe, expect, it } from '@jest/globals';
import type { UserId } from '../../platform/http/security/session-user.js';
import { createMemoryDocumentStore } from '../../platform/documents/memory.js';
import { contactDocument, Contacts, CONTACTS, type NewContact } from './contacts.js';

const [visitor, account] = ['visitor' as UserId, 'account' as UserId]; // a test's own users

const message = (id: string, at: number): NewContact => ({
  id,
  at,
  name: 'Ada',
  email: 'ada@example.org',
  emailKey: 'key',
  topic: 'other',
  message: 'Hello',
  language: 'en',
  userId: visitor,
  isOwnAddress: false,
});

describe('messages of a visitor who becomes part of an account', () => {
  it('go along, one that is sent while they go too', async () => {
    const kept = await createMemoryDocumentStore().collection(CONTACTS, (stored) => contactDocument.parse(stored));
    let isSent = false;
    const contacts: Contacts = new Contacts(
      Object.assign(Object.create(kept) as typeof kept, {
        find: async (query: Parameters<typeof kept.find>[0]) => {
          const page = await kept.find(query);
          if (!isSent) {
            isSent = true;
            await contacts.take(message('late', 2), { writer: false, operator: false });
          }
          return page;
        },
      }),
    );
    await contacts.take(message('early', 1), { writer: false, operator: false });
    await contacts.mergeVisitor(visitor, account);
    expect([(await contacts.find('early'))?.userId, (await contacts.find('late'))?.userId]).toEqual([account, account]);
  });
});
