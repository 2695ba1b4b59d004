import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRoots } from '../../../src/credits/proof/check/root-files.js';
import { stampsBeside, stampWords, storedStamps } from '../../../src/credits/proof/check/root-stamps.js';
import { RootDeliveries } from '../../../src/credits/proof/deliver/deliveries.js';
import { RecipientLanguages } from '../../../src/credits/proof/deliver/recipient-languages.js';
import { rootBody, rootFile } from '../../../src/credits/proof/root.shared.js';
import { RootStore } from '../../../src/credits/proof/root-store.js';
import { bodyHash, signingKey } from '../../../src/credits/proof/signing-key.js';
import { httpAuthority } from '../../../src/credits/proof/stamp/authority.js';
import { stampAndDeliver } from '../../../src/credits/proof/stamp/stamp-and-deliver.js';
import { certificatesIn, RootStamps } from '../../../src/credits/proof/stamp/stamps.js';
import { createMemoryDocumentStore } from '../../../src/platform/documents/memory.js';
import type { DocumentStore } from '../../../src/platform/documents/port.js';
import { createMemoryMail } from '../../../src/platform/mail/memory.js';
import { systemRandom } from '../../../src/platform/random.js';
import { createWriteOnceFolder } from '../../../src/platform/write-once/folder.js';
import type { WriteOnce } from '../../../src/platform/write-once/port.js';
import { StampAuthority, type Fault } from '../../support/stamp/authority.js';

const key = signingKey('a secret of tests alone, and longer than needed');
const NOW = Date.parse('2026-11-23T00:05:00Z');
/** No answer takes longer than this in these tests. */
const TIMEOUT_MS = 2_000;

describe('time stamps of roots', () => {
  let authority: StampAuthority;
  let stranger: StampAuthority;
  let url: string;
  let documents: DocumentStore;
  let store: RootStore;
  let stamps: RootStamps;
  let folder: string;
  let previous: string;

  beforeAll(async () => {
    authority = await StampAuthority.create(() => NOW + 1_000);
    stranger = await StampAuthority.create(() => NOW);
    url = await authority.listen();
  });
  afterAll(() => authority.close());
  beforeEach(async () => {
    authority.fault = 'none';
    folder = await mkdtemp(join(tmpdir(), 'kinora-stamps-'));
    documents = createMemoryDocumentStore();
    store = await RootStore.open(documents);
    await store.publish(key.publicKey);
    previous = '0'.repeat(64);
    stamps = await open();
  });
  afterEach(() => rm(folder, { recursive: true }));

  const open = (timeoutMs = TIMEOUT_MS): Promise<RootStamps> =>
    RootStamps.open(documents, {
      store,
      ask: httpAuthority(url, timeoutMs),
      authorities: certificatesIn(authority.root, 'a test'),
      random: systemRandom,
      clock: { now: () => NOW },
    });

  const deliveriesTo = (files: WriteOnce): Promise<RootDeliveries> =>
    RootDeliveries.open(documents, {
      store,
      stamps,
      copies: [{ name: 'folder', place: 'f1', files }],
      mail: createMemoryMail(),
      mailTo: [],
      languages: new RecipientLanguages(),
      origin: undefined,
      log: { warn: () => undefined },
    });

  async function sign(...days: readonly string[]): Promise<void> {
    for (const day of days) {
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
  }

  it('begin with the newest root, which covers the earlier ones, and then follow each', async () => {
    await sign('2026-11-20', '2026-11-21');
    expect(await stamps.stampDue()).toEqual(['2026-11-21']);
    expect(await stamps.stampDue()).toEqual([]);
    await sign('2026-11-22', '2026-11-23');
    expect(await stamps.stampDue()).toEqual(['2026-11-22', '2026-11-23']);
    expect(await stamps.of('2026-11-22')).toMatchObject({ at: NOW + 1_000, isTrusted: true });
    expect(await storedStamps(stamps, store, stamps.authorities)).toMatchObject([
      { day: '2026-11-21' },
      { day: '2026-11-22' },
      { day: '2026-11-23', stamp: { at: NOW + 1_000 } },
    ]);
  });

  const faults: readonly (readonly [Fault, string])[] = [
    ['wrong-nonce', 'other-nonce'],
    ['wrong-imprint', 'other-imprint'],
    ['rejection', 'rejected'],
    ['garbage', 'unreadable'],
    ['forged-time', 'not-signed'],
    ['old-time', 'other-time'],
    ['unfit', 'unfit-certificate'],
    ['huge', 'unavailable'],
    ['unavailable', 'unavailable'],
  ];
  it.each(faults)('are asked for again after the answer %s', async (fault, reason) => {
    await sign('2026-11-22');
    authority.fault = fault;
    await expect(stamps.stampDue()).rejects.toMatchObject({ store: 'time-stamp authority' });
    expect(await stamps.failure()).toEqual({ at: NOW, day: '2026-11-22', fault: reason });
    expect(await stamps.of('2026-11-22')).toBeUndefined();
    authority.fault = 'none';
    expect(await stamps.stampDue()).toEqual(['2026-11-22']);
    expect(await stamps.failure()).toBeUndefined();
  });

  it('are not waited for longer than the time limit', async () => {
    await sign('2026-11-22');
    authority.fault = 'hang';
    await expect((await open(50)).stampDue()).rejects.toMatchObject({ reason: 'unreachable' });
  });

  it('are not asked for without an authority', async () => {
    await sign('2026-11-22');
    const none = await RootStamps.open(documents, {
      store,
      ask: undefined,
      authorities: undefined,
      random: systemRandom,
      clock: { now: () => NOW },
    });
    expect([none.isConfigured, await none.stampDue()]).toEqual([false, []]);
  });

  it('made before a failure are delivered without waiting for the rest', async () => {
    await sign('2026-11-20');
    await stamps.stampDue();
    await sign('2026-11-21', '2026-11-22');
    const request = httpAuthority(url, TIMEOUT_MS);
    const ask = async (bytes: Uint8Array): Promise<Uint8Array> => {
      const answer = await request(bytes);
      authority.fault = 'unavailable';
      return answer;
    };
    const failing = await RootStamps.open(documents, {
      store,
      ask,
      authorities: stamps.authorities,
      random: systemRandom,
      clock: { now: () => NOW },
    });
    const files = createWriteOnceFolder({ folder, random: systemRandom });
    const deliveries = await deliveriesTo(files);
    await expect(stampAndDeliver(failing, deliveries)).rejects.toMatchObject({ store: 'time-stamp authority' });
    for (const message of await documents.pendingMessages(100, 0)) await deliveries.consumer.handle(message);
    expect((await files.names()).filter((name) => name.endsWith('.tsr'))).toEqual(['2026-11-20.tsr', '2026-11-21.tsr']);
  });

  it('are delivered beside their roots, and verified there', async () => {
    await sign('2026-11-21', '2026-11-22');
    await stamps.stampDue();
    const files = createWriteOnceFolder({ folder, random: systemRandom });
    const deliveries = await deliveriesTo(files);
    await deliveries.requestAll();
    for (const message of await documents.pendingMessages(100, 0)) await deliveries.consumer.handle(message);
    expect(await files.names()).toEqual([
      '2026-11-21.json',
      '2026-11-22.json',
      '2026-11-22.tsr',
      `key-${key.publicKey.kid}.json`,
    ]);

    const verify = async (path: string, trusted: readonly string[] | undefined) =>
      stampsBeside(path, await readRoots(path), trusted);
    const [verdict] = await verify(folder, [authority.root]);
    expect(verdict && stampWords(verdict)).toMatch(
      /^The root of 2026-11-22 existed at 2026-11-23T00:05:01\.000Z, as the time-stamp authority with the certificate [0-9a-f]{64} confirms\.$/,
    );
    expect(await verify(join(folder, '2026-11-22.json'), [authority.root])).toEqual([verdict]);
    expect(await verify(join(folder, '2026-11-21.json'), [authority.root])).toEqual([]);
    expect(await verify(folder, undefined)).toMatchObject([{ stamp: { isTrusted: false } }]);
    expect(await verify(folder, [stranger.root])).toMatchObject([{ fault: 'untrusted' }]);
  });

  it('of another root, of no root, or of nothing are named', async () => {
    await sign('2026-11-21', '2026-11-22');
    await stamps.stampDue();
    const stamp = (await stamps.of('2026-11-22'))?.response ?? new Uint8Array();
    const root = await store.signedOf('2026-11-21');
    await writeFile(join(folder, '2026-11-21.json'), root === undefined ? '' : rootFile('2026-11-21', root.signed));
    await writeFile(join(folder, '2026-11-21.tsr'), stamp);
    await writeFile(join(folder, '2026-11-22.tsr'), stamp);
    await writeFile(join(folder, '2026-11-21-copy.tsr'), 'nothing');
    const verdicts = await stampsBeside(folder, await readRoots(folder), undefined);
    expect(verdicts).toMatchObject([{ fault: 'unreadable' }, { fault: 'other-imprint' }, { fault: 'no-root' }]);
    expect(verdicts.map(stampWords)).toEqual([
      `${join(folder, '2026-11-21-copy.tsr')}: this is no time stamp.`,
      `${join(folder, '2026-11-21.tsr')}: this is the time stamp of something else than the root of 2026-11-21.`,
      `${join(folder, '2026-11-22.tsr')}: there is no root of 2026-11-22 for this time stamp.`,
    ]);
    expect(() => certificatesIn('no certificate', 'ca.pem')).toThrow('ca.pem does not contain certificates in PEM.');
  });
});
