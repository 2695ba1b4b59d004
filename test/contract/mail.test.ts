import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { simpleParser } from 'mailparser';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedMail } from '../../src/platform/mail/embedded.js';
import { createMemoryMail } from '../../src/platform/mail/memory.js';
import type { MailOutbox, MailPort, OutgoingMail } from '../../src/platform/mail/port.js';
import { StoreUnavailable } from '../../src/platform/unavailable.js';

type Kept = MailPort & { readonly outbox: MailOutbox };

const FROM = 'Kinora <no-reply@kinora.example>';
const NOON = Date.UTC(2026, 0, 31, 12);
const letter = (id: string, more: Partial<OutgoingMail> = {}): OutgoingMail => ({
  id,
  at: NOON,
  to: 'ada@example.org',
  language: 'de',
  subject: 'Grüße – تحية',
  text: 'Guten Tag\n',
  html: '<p>Guten Tag</p>',
  ...more,
});
/** Every letter of an outbox, page by page. */
async function pages(outbox: MailOutbox, limit: number): Promise<string[]> {
  const ids: string[] = [];
  let after: string | undefined;
  do {
    const page = await outbox.list(limit, after);
    ids.push(...page.items.map(({ id }) => id));
    after = page.next;
  } while (after !== undefined);
  return ids;
}

describe.each([
  { name: 'memory', make: async () => ({ mail: createMemoryMail(), clear: () => undefined }) },
  {
    name: 'embedded',
    make: async () => {
      const folder = mkdtempSync(join(tmpdir(), 'kinora-mail-'));
      return {
        mail: await openEmbeddedMail({ folder, from: FROM }),
        clear: () => rmSync(folder, { recursive: true, force: true }),
      };
    },
  },
])('letters that stay ($name)', ({ make }) => {
  let mail: Kept;
  let clear: () => void;
  beforeEach(async () => {
    ({ mail, clear } = await make());
  });
  afterEach(async () => {
    await mail.close();
    clear();
  });

  it('are there to be read, whole', async () => {
    await mail.send(letter('one'));
    expect(await mail.outbox.get('one')).toEqual(letter('one'));
    expect(await mail.outbox.list(10)).toEqual({
      items: [{ id: 'one', at: NOON, to: 'ada@example.org', language: 'de', subject: 'Grüße – تحية' }],
    });
    expect(await mail.outbox.get('two')).toBeUndefined();
  });

  it('are one letter for one id, though sent again and at once', async () => {
    await Promise.all(Array.from({ length: 8 }, () => mail.send(letter('one'))));
    await mail.send(letter('one', { subject: 'another' }));
    expect(await pages(mail.outbox, 3)).toEqual(['one']);
    expect((await mail.outbox.get('one'))?.subject).toBe('Grüße – تحية');
  });

  it('are listed newest first, page by page, each once', async () => {
    const moments = fc.uniqueArray(
      fc.record({ at: fc.integer({ min: 0, max: 5 }), n: fc.integer({ min: 0, max: 30 }) }),
      { selector: ({ n }) => n, minLength: 1, maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(moments, fc.integer({ min: 1, max: 5 }), async (given, limit) => {
        const { mail: fresh, clear: gone } = await make();
        for (const { at, n } of given) await fresh.send(letter(`m${n}`, { at: NOON + at }));
        const ids = await pages(fresh.outbox, limit);
        const times = ids.map((id) => given.find(({ n }) => `m${n}` === id)?.at ?? -1);
        expect([...ids].sort()).toEqual(given.map(({ n }) => `m${n}`).sort());
        expect(times).toEqual([...times].sort((a, b) => b - a));
        await fresh.close();
        gone();
      }),
      { numRuns: 20 },
    );
  });

  it('go on from a letter that is gone by now', async () => {
    for (const n of [1, 2, 3]) await mail.send(letter(`m${n}`, { at: NOON + n }));
    const { next } = await mail.outbox.list(2);
    await mail.outbox.sweep(NOON + 3);
    expect(await mail.outbox.list(2, next)).toEqual({ items: [] });
  });

  it('are deleted when they are older than asked', async () => {
    await mail.send(letter('old', { at: NOON - 1 }));
    await mail.send(letter('new'));
    expect(await mail.outbox.sweep(NOON)).toBe(1);
    expect(await pages(mail.outbox, 10)).toEqual(['new']);
    expect(await mail.outbox.get('old')).toBeUndefined();
  });

  it('are refused once the outbox is closed', async () => {
    await mail.close();
    await expect(mail.send(letter('one'))).rejects.toThrow(StoreUnavailable);
    await expect(mail.ping()).rejects.toThrow(StoreUnavailable);
  });
});

describe('the folder of letters', () => {
  let folder: string;
  const open = () => openEmbeddedMail({ folder: join(folder, 'mail'), from: FROM });
  const names = (): string[] => readdirSync(join(folder, 'mail')).sort();
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kinora-mail-'));
  });
  afterEach(() => {
    chmodSync(join(folder, 'mail'), 0o700);
    rmSync(folder, { recursive: true, force: true });
  });

  it('holds letters that a mail program reads', async () => {
    const mail = await open();
    await mail.send(letter('one'));
    const parsed = await simpleParser(readFileSync(join(folder, 'mail', `${NOON}.one.eml`)));
    expect(parsed.subject).toBe('Grüße – تحية');
    expect(parsed.from?.value).toEqual([{ name: 'Kinora', address: 'no-reply@kinora.example' }]);
    expect(parsed.to).toMatchObject({ value: [{ name: '', address: 'ada@example.org' }] });
    expect([parsed.text, parsed.html]).toEqual(['Guten Tag\n', '<p>Guten Tag</p>']);
    expect([parsed.date?.getTime(), parsed.messageId, parsed.headers.get('auto-submitted')]).toEqual([
      NOON,
      '<one@kinora.example>',
      'auto-generated',
    ]);
  });

  it('lets nobody write a header or a further address into a letter', async () => {
    const mail = await open();
    await mail.send(
      letter('one', { to: 'ada@example.org\r\nBcc: eve@example.org', subject: 'a\r\nBcc: eve@example.org' }),
    );
    await mail.send(letter('two', { to: 'ada@example.org, eve@example.org' }));
    for (const id of ['one', 'two']) {
      const text = readFileSync(join(folder, 'mail', `${NOON}.${id}.eml`), 'utf8');
      expect(text).not.toMatch(/^Bcc:/im);
      const { to, bcc } = await simpleParser(text);
      expect(bcc).toBeUndefined();
      expect(Array.isArray(to) ? to.length : 1).toBe(1);
    }
  });

  it('keeps letters over a start anew, and knows what it has', async () => {
    const first = await open();
    await first.send(letter('one'));
    await first.close();
    const second = await open();
    await second.send(letter('one', { subject: 'another' }));
    expect((await second.outbox.get('one'))?.subject).toBe('Grüße – تحية');
    expect(names()).toEqual([`${NOON}.one.eml`, `${NOON}.one.json`]);
  });

  it('clears away what a killed process left half written, and sends that letter again', async () => {
    await (await open()).close();
    writeFileSync(join(folder, 'mail', `${NOON}.one.json`), JSON.stringify(letter('one')));
    writeFileSync(join(folder, 'mail', `${NOON}.one.eml.part`), 'half');
    const mail = await open();
    expect(names()).toEqual([]);
    await mail.send(letter('one'));
    expect(await pages(mail.outbox, 10)).toEqual(['one']);
  });

  it("is nobody else's on this machine", async () => {
    const mail = await open();
    await mail.send(letter('one'));
    expect(statSync(join(folder, 'mail')).mode & 0o077).toBe(0);
    for (const name of names()) expect(statSync(join(folder, 'mail', name)).mode & 0o077).toBe(0);
  });

  it('says that it cannot be used, and keeps no half a letter', async () => {
    const mail = await open();
    rmSync(join(folder, 'mail'), { recursive: true });
    await expect(mail.send(letter('one'))).rejects.toThrow(StoreUnavailable);
    await expect(mail.ping()).rejects.toThrow(StoreUnavailable);
    await open();
    await mail.send(letter('one'));
    expect(names()).toEqual([`${NOON}.one.eml`, `${NOON}.one.json`]);
  });
});
