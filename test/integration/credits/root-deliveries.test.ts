import { beforeEach, describe, expect, it } from '@jest/globals';
import type { RootsCopy } from '../../../src/credits/proof/deliver/copies.js';
import { newestIn, newestInEach } from '../../../src/credits/proof/deliver/copies.js';
import { CopyDiffers, RootDeliveries } from '../../../src/credits/proof/deliver/deliveries.js';
import { RecipientLanguages } from '../../../src/credits/proof/deliver/recipient-languages.js';
import { RootStore } from '../../../src/credits/proof/root-store.js';
import { bodyHash, signingKey } from '../../../src/credits/proof/signing-key.js';
import { rootBody } from '../../../src/credits/proof/root.shared.js';
import { createMemoryDocumentStore } from '../../../src/platform/documents/memory.js';
import type { DocumentStore, PendingMessage } from '../../../src/platform/documents/port.js';
import { createMemoryMail } from '../../../src/platform/mail/memory.js';
import { StoreUnavailable } from '../../../src/platform/unavailable.js';

const key = signingKey('a secret of tests alone, and longer than needed');
const stranger = signingKey('the secret of somebody else, just as long as it');
const DAYS = ['2026-11-20', '2026-11-21', '2026-11-22'];

/** Files in memory that may be unreachable. */
function memoryFiles() {
  const kept = new Map<string, string>();
  const place = { isAway: false, kept };
  const reach = (): void => {
    if (place.isAway) throw new StoreUnavailable('a test', 'unreachable', 'away');
  };
  const files: RootsCopy['files'] = {
    put: async (name, bytes) => {
      reach();
      const content = Buffer.from(bytes).toString('latin1');
      const before = kept.get(name);
      if (before === undefined) kept.set(name, content);
      return before === undefined ? 'written' : before === content ? 'kept' : 'differs';
    },
    get: async (name) => kept.get(name),
    names: async () => {
      reach();
      return [...kept.keys()].sort();
    },
    close: async () => undefined,
  };
  return { place, files };
}

describe('signed roots outside the installation', () => {
  let documents: DocumentStore;
  let store: RootStore;
  let folder: ReturnType<typeof memoryFiles>;
  let bucket: ReturnType<typeof memoryFiles>;
  let mail: ReturnType<typeof createMemoryMail>;
  let deliveries: RootDeliveries;
  let languages: RecipientLanguages;

  beforeEach(async () => {
    documents = createMemoryDocumentStore();
    store = await RootStore.open(documents);
    await store.publish(key.publicKey);
    languages = new RecipientLanguages();
    [folder, bucket, mail] = [memoryFiles(), memoryFiles(), createMemoryMail()];
    let previous = '0'.repeat(64);
    for (const day of DAYS) {
      await store.settle(day, 0, ['credits-']);
      const signed = key.sign({
        day,
        events: 0,
        previous,
        streams: 0,
        tree: 'a'.repeat(64),
        covers: [{ prefix: 'credits-', events: 0, streams: 0 }],
      });
      await store.keep({ signed, body: rootBody.parse(JSON.parse(signed.body)) });
      previous = bodyHash(signed.body);
    }
    const copies: readonly RootsCopy[] = [
      { name: 'folder', place: 'f1', files: folder.files },
      { name: 'bucket', place: 'b1', files: bucket.files },
    ];
    deliveries = await openDeliveries(copies);
  });

  const openDeliveries = (copies: readonly RootsCopy[]): Promise<RootDeliveries> =>
    RootDeliveries.open(documents, {
      store,
      stamps: { of: async () => undefined, among: async () => [] },
      copies,
      mail,
      mailTo: ['finance@kinora.example'],
      languages,
      origin: 'https://kinora.example',
      log: { warn: () => undefined },
    });

  /** Delivers as the relay does. @returns the messages that have to be delivered again */
  async function deliver(): Promise<readonly string[]> {
    const failed: string[] = [];
    const done: string[] = [];
    for (const message of await documents.pendingMessages(100, 0)) {
      await deliveries.consumer.handle(message satisfies PendingMessage).then(
        () => done.push(message.id),
        () => failed.push(message.id),
      );
    }
    await documents.settleMessages(done);
    return failed;
  }

  it.each([
    ['de-AT', 'de', 'Wurzel des Ledgers vom 2026-11-22'],
    ['ar', 'ar', 'جذر دفتر الأستاذ ليوم 2026-11-22'],
    ['fr', 'en', 'Ledger root of 2026-11-22'],
  ])('are in an email in the language of the recipient, here %s', async (wanted, language, subject) => {
    languages.use((address) => Promise.resolve(address === 'finance@kinora.example' ? wanted : undefined));
    await deliveries.requestAll();
    expect(await deliver()).toEqual([]);
    const [sent] = (await mail.outbox.list(10)).items;
    const letter = sent === undefined ? undefined : await mail.outbox.get(sent.id);
    expect(letter).toMatchObject({
      subject,
      text: expect.stringContaining('npm run ledger -- verify --roots root.json') as unknown,
    });
    expect(letter?.html).toContain(`<div lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`);
    expect(letter?.text).not.toMatch(/\{\w+\}/);
    expect(
      letter?.text
        .split('\n')
        .map((line) =>
          line.startsWith('{')
            ? rootBody.parse(JSON.parse((JSON.parse(line) as { readonly body: string }).body)).day
            : undefined,
        )
        .filter((day) => day !== undefined),
    ).toEqual(['2026-11-22']); // the signed root as it was written
  });

  it('are each in every copy, and the newest is in an email', async () => {
    await deliveries.requestAll();
    expect(await deliver()).toEqual([]);
    for (const { place } of [folder, bucket])
      expect([...place.kept.keys()].sort()).toEqual([
        ...DAYS.map((day) => `${day}.json`),
        `key-${key.publicKey.kid}.json`,
      ]);
    expect((await mail.outbox.list(10)).items.map(({ subject, to }) => [subject, to])).toEqual([
      ['Ledger root of 2026-11-22', 'finance@kinora.example'],
    ]);
  });

  it('are requested once, and reach a place that was away without delay for the others', async () => {
    bucket.place.isAway = true;
    await deliveries.requestAll();
    expect(await deliver()).toEqual(DAYS.toReversed().map((day) => `ledger-root.bucket.b1.${day}`));
    expect(folder.place.kept.size).toBe(4);
    bucket.place.isAway = false;
    await deliveries.requestAll();
    expect(await deliver()).toEqual([]);
    expect(bucket.place.kept.size).toBe(4);
    expect(await documents.pendingMessages(100, 0)).toEqual([]);
  });

  it('all reach a folder that takes the place of another', async () => {
    await deliveries.requestAll();
    expect(await deliver()).toEqual([]);
    const other = memoryFiles();
    deliveries = await openDeliveries([{ name: 'folder', place: 'f2', files: other.files }]);
    await deliveries.requestAll();
    expect(await deliver()).toEqual([]);
    expect([...other.place.kept.keys()].filter((name) => !name.startsWith('key-')).sort()).toEqual(
      DAYS.map((day) => `${day}.json`),
    );
  });

  it('are told of every copy that can be read, beside the one that cannot', async () => {
    await deliveries.requestAll();
    await deliver();
    bucket.place.isAway = true;
    const copies: readonly RootsCopy[] = [
      { name: 'folder', place: 'f1', files: folder.files },
      { name: 'bucket', place: 'b1', files: bucket.files },
    ];
    await expect(newestInEach(copies, [key.publicKey])).rejects.toMatchObject({
      name: 'CopiesUnread',
      message: expect.stringContaining('(bucket) failed: a test unreachable: away'),
      read: [{ body: { day: '2026-11-22' } }],
    });
  });

  it('are never written over another root', async () => {
    folder.place.kept.set('2026-11-21.json', 'another');
    await deliveries.requestAll();
    const messages = await documents.pendingMessages(100, 0);
    const other = messages.find(({ id }) => id === 'ledger-root.folder.f1.2026-11-21');
    await expect(other && deliveries.consumer.handle(other)).rejects.toThrow(CopyDiffers);
    expect(folder.place.kept.get('2026-11-21.json')).toBe('another');
  });

  it('tell the newest that was signed, and nothing that anybody else put there', async () => {
    const copy: RootsCopy = { name: 'folder', place: 'f1', files: folder.files };
    expect(await newestIn(copy, [key.publicKey])).toBeUndefined();
    await deliveries.requestAll();
    await deliver();
    const theirs = stranger.sign({
      day: '2099-01-01',
      events: 0,
      previous: '0'.repeat(64),
      streams: 0,
      tree: 'a'.repeat(64),
    });
    folder.place.kept.set('2099-01-01.json', JSON.stringify(theirs));
    folder.place.kept.set('2099-01-02.json', 'no root');
    folder.place.kept.set('2099-01-03.json', folder.place.kept.get('2026-11-20.json') ?? '');
    expect((await newestIn(copy, [key.publicKey]))?.body.day).toBe('2026-11-22');
  });
});
