import { afterEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountStream } from '../../../src/credits/index.js';
import { createAccountLoop } from '../../../src/credits/commands.js';
import { ProofModule } from '../../../src/credits/proof/proof.module.js';
import { RootStore } from '../../../src/credits/proof/root-store.js';
import { createMemoryDocumentStore } from '../../../src/platform/documents/memory.js';
import type { DocumentStore } from '../../../src/platform/documents/port.js';
import { createMemoryEventStore } from '../../../src/platform/event-store/memory.js';
import { account, startCredits, type TestCredits } from '../../support/people/credits.js';
import { until } from '../../support/until.js';

const DAY = 86_400_000;
const NOON = Date.UTC(2026, 10, 20, 12);

describe('a start', () => {
  let credits: TestCredits | undefined;
  afterEach(() => credits?.close());

  const clock = { time: NOON, now: (): number => clock.time };
  const newest = async (documents: DocumentStore): Promise<string | undefined> =>
    (await (await RootStore.open(documents)).newest())?.body.day;

  it('signs what is due by itself, and says and signs nothing once the roots were dropped', async () => {
    clock.time = NOON;
    const events = createMemoryEventStore(clock);
    const stream = accountStream(account('ann'));
    expect(
      await createAccountLoop(events, () => undefined).execute(stream, {
        type: 'grant',
        at: NOON,
        grantId: 'g',
        source: 'signup',
        amount: 5,
        eligibility: 'any',
      }),
    ).toMatchObject({ ok: true });
    const documents = createMemoryDocumentStore();
    credits = await startCredits({ events, documents, now: NOON + 2 * DAY, modules: [ProofModule] });
    await until(
      () => newest(documents),
      (day) => day === '2026-11-21',
    );
    expect((await credits.health.check()).checks['ledger roots']).toMatchObject({ ok: true, words: 'well' });
    await credits.close();

    const fresh = createMemoryDocumentStore();
    credits = await startCredits({ events, documents: fresh, now: NOON + 3 * DAY, modules: [ProofModule] });
    const { health, errors } = credits;
    const { checks } = await until(
      () => health.check(),
      (report) => report.checks['ledger roots']?.words !== 'well',
    );
    expect(checks['ledger roots']).toMatchObject({
      ok: true,
      words: expect.stringContaining(
        'the log notes that a root was signed for 2026-11-21, but this installation has none',
      ),
    });
    expect(errors).toEqual(['signed ledger roots are missing; no root is signed']);
    expect(await newest(fresh)).toBeUndefined();
  });

  it('says in its health why nothing is signed while a copy outside cannot be read, and signs once it can', async () => {
    clock.time = NOON;
    const home = mkdtempSync(join(tmpdir(), 'kinora-copy-'));
    const folder = join(home, 'copy');
    writeFileSync(folder, 'no folder');
    try {
      const events = createMemoryEventStore(clock);
      expect(
        await createAccountLoop(events, () => undefined).execute(accountStream(account('ann')), {
          type: 'grant',
          at: NOON,
          grantId: 'g',
          source: 'signup',
          amount: 5,
          eligibility: 'any',
        }),
      ).toMatchObject({ ok: true });
      const documents = createMemoryDocumentStore();
      credits = await startCredits({
        events,
        documents,
        now: NOON + 2 * DAY,
        modules: [ProofModule],
        roots: { folder, mailTo: [] },
      });
      const { health } = credits;
      const { checks } = await until(
        () => health.check(),
        (report) => report.checks['ledger roots']?.words !== 'well',
      );
      expect(checks['ledger roots']).toMatchObject({
        ok: true,
        words: expect.stringContaining('copy of the ledger roots (folder) failed'),
      });
      expect(await newest(documents)).toBeUndefined();
      rmSync(folder);
      await credits.close();
      credits = await startCredits({
        events,
        documents,
        now: NOON + 2 * DAY,
        modules: [ProofModule],
        roots: { folder, mailTo: [] },
      });
      await until(
        () => newest(documents),
        (day) => day === '2026-11-21',
      );
    } finally {
      rmSync(home, { recursive: true });
    }
  });
});
