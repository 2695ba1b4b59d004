import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { UserId } from '../../kernel/ids.js';
import { createMemoryDocumentStore } from '../../platform/documents/memory.js';
import { StoreUnavailable } from '../../platform/unavailable.js';
import { mailboxDocument, mailboxOf, MAILBOXES, SignUpGrants } from './sign-up-grants.js';

const idOf = (nth: number): UserId => `u${nth}` as UserId; // a test's own users
const YEAR = 366 * 86_400_000;

describe('the mailbox of an address', () => {
  it.each([
    ['ada@example.org', 'ada@example.org'],
    ['ada+kinora@example.org', 'ada@example.org'],
    ['a.d.a@example.org', 'a.d.a@example.org'],
    ['a.d.a+1@gmail.com', 'ada@gmail.com'],
    ['ada@googlemail.com', 'ada@gmail.com'],
    ['a_d-a.1@pm.me', 'ada1@proton.me'],
    ['ada-shop@yahoo.com', 'ada@yahoo.com'],
    ['ada-shop@example.org', 'ada-shop@example.org'],
    ['+ada@example.org', '+ada@example.org'],
  ])('%s is %s', (address, mailbox) => {
    expect(mailboxOf(address)).toBe(mailbox);
  });

  it('is its own mailbox', () => {
    const local = fc.stringMatching(/^[a-z][a-z0-9.+_-]{0,20}$/);
    fc.assert(
      fc.property(local, fc.constantFrom('gmail.com', 'pm.me', 'yahoo.com', 'example.org'), (name, domain) => {
        const mailbox = mailboxOf(`${name}@${domain}`);
        expect(mailboxOf(mailbox)).toBe(mailbox);
      }),
    );
  });
});

describe('the credits of a new account', () => {
  const world = async (take: () => Promise<boolean> = async () => true) => {
    const collection = await createMemoryDocumentStore().collection(MAILBOXES, (stored) =>
      mailboxDocument.parse(stored),
    );
    return {
      collection,
      grants: new SignUpGrants(collection, { take, giveBack: async () => undefined }, Buffer.alloc(32, 1)),
    };
  };
  const ask = (grants: SignUpGrants, email: string, nth: number, at = 0) =>
    grants.allow({ email, userId: idOf(nth), ip: '203.0.113.9' }, at);

  it('are given once a mailbox, whatever its address looks like, and to the same user when it is asked again', async () => {
    const { grants, collection } = await world();
    expect(await ask(grants, 'ada+1@gmail.com', 1)).toBe(true);
    expect(await ask(grants, 'ada+1@gmail.com', 1)).toBe(true);
    expect(await ask(grants, 'a.da@googlemail.com', 2)).toBe(false);
    expect(JSON.stringify((await collection.find({ limit: 10 })).items)).not.toContain('ada');
  });

  it('are given to one of many who ask at once', async () => {
    const { grants } = await world();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, nth) => ask(grants, `ada+${nth}@example.org`, nth)),
    );
    expect(answers.filter(Boolean)).toHaveLength(1);
  });

  it('that come to nothing are given back to the caps: of those who ask at once all but one, and where the mailbox cannot be written', async () => {
    const { collection } = await world();
    let counted = 0;
    const caps = {
      take: async () => {
        counted += 1;
        return true;
      },
      giveBack: async () => {
        counted -= 1;
      },
    };
    const key = Buffer.alloc(32, 1);
    await Promise.all(
      Array.from({ length: 20 }, (_, nth) =>
        ask(new SignUpGrants(collection, caps, key), `ada+${nth}@example.org`, nth),
      ),
    );
    expect(counted).toBe(1);
    const broken: typeof collection = {
      ...collection,
      get: async () => undefined,
      put: async () => {
        throw new StoreUnavailable('documents', 'failed', 'away');
      },
    };
    await expect(ask(new SignUpGrants(broken, caps, key), 'bea@example.org', 1)).rejects.toThrow(StoreUnavailable);
    expect(counted).toBe(1);
  });

  it('are not given beyond the caps, and the mailbox may ask on another day', async () => {
    let open = false;
    const { grants } = await world(async () => open);
    expect(await ask(grants, 'ada@example.org', 1)).toBe(false);
    open = true;
    expect(await ask(grants, 'ada@example.org', 1)).toBe(true);
  });

  it('may be given again when a year is over', async () => {
    const { grants } = await world();
    await ask(grants, 'ada@example.org', 1);
    await grants.sweep(YEAR);
    expect(await ask(grants, 'ada@example.org', 2, YEAR)).toBe(false);
    await grants.sweep(YEAR + 1);
    expect(await ask(grants, 'ada@example.org', 2, YEAR + 1)).toBe(true);
  });
});
