import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { verifyLedger } from '../../../src/credits/cli.js';
import { openEventStoreDb } from '../../../src/platform/event-store/eventstoredb.js';
import { layoutMissing, startLayout, type Layout, type Member, type Reached } from '../../support/servers/layout.js';
import { describeWith, everyTest } from '../../support/needs.js';
import { arrive, type Person } from '../../support/people/person.js';

const MINUTES = 60_000;
const quiet = (): void => {};
/** Longer than any call to a server is given. */
const HANGING_MS = 8_000;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describeWith(
  layoutMissing === undefined ? 'here' : undefined,
  layoutMissing ?? '',
  'an installation of two api, two workers and two projectors',
  () => {
    let layout: Layout;

    beforeAll(async () => {
      layout = await startLayout({ projectors: 2, env: { VISITOR_GRANTS_PER_ADDRESS: '0' } });
    }, 4 * MINUTES);
    afterAll(() => layout.stop(), MINUTES);

    /** Every chain of the ledger, as the operator's command walks them. */
    async function verifyChains(): Promise<void> {
      const events = await openEventStoreDb({
        url: layout.env['EVENT_STORE_URL'] ?? '',
        log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
      });
      try {
        const { streams, broken } = await verifyLedger(events);
        expect([...broken]).toEqual([]);
        expect(streams).toBeGreaterThan(0);
      } finally {
        await events.close();
      }
    }

    /**
     * People submit, something breaks while a creation is being made, they submit again meanwhile, and it is mended:
     * each gets what they paid for, once.
     */
    async function survives(breaks: () => Promise<void>, mends: () => Promise<void>): Promise<void> {
      const urls = layout.api.map(({ url }) => url);
      const people: Person[] = await Promise.all([0, 1].map((n) => arrive([...urls.slice(n), ...urls.slice(0, n)])));
      const first = await Promise.all(people.map((person) => person.submit(randomUUID(), 2)));
      await people[0]?.untilBegun(first[0] ?? '');
      await breaks();
      const later = Promise.all(people.map((person) => person.submit(randomUUID(), 1)));
      await pause(1_000);
      await mends();
      const second = await later;
      for (const [n, person] of people.entries()) await person.expectFairEnd([first[n] ?? '', second[n] ?? '']);
      await verifyChains();
    }

    const anew = (members: () => readonly Member[]) => async (): Promise<void> => {
      for (const member of members()) await member.start();
    };

    it(
      'outlives the worker that is at work killed in the middle, by another that comes',
      async () => {
        const [one, other] = layout.workers;
        if (one === undefined || other === undefined) throw new Error('there are two workers');
        // Alone, it is the one at work.
        expect(await other.stop()).toBe(0);
        await survives(
          () => one.kill9(),
          () => other.start(),
        );
        await one.start();
      },
      4 * MINUTES,
    );

    // Of two projectors one is at work: killed and started one after the other, it is killed once at least.
    it.each([
      ['an api and a projector', () => [...layout.api.slice(0, 1), ...layout.projectors.slice(0, 1)]],
      ['every worker and the other projector', () => [...layout.workers, ...layout.projectors.slice(1)]],
    ] as const)(
      'outlives %s killed in the middle',
      async (_, members) => {
        await survives(async () => {
          for (const member of members()) await member.kill9();
        }, anew(members));
      },
      4 * MINUTES,
    );

    const servers: readonly (readonly [string, () => Reached])[] = [
      ['Redis', () => layout.redis],
      ['the document server', () => layout.documents],
      ['the event store', () => layout.events],
    ];

    const outages: readonly (readonly [
      string,
      (reached: Reached) => { readonly breaks: () => Promise<void>; readonly mends: () => Promise<void> },
    ])[] = [
      [
        'killed and started again',
        ({ service }) => ({ breaks: () => service.kill9(), mends: () => service.restart() }),
      ],
      [
        'hanging for a while',
        ({ service }) => ({
          breaks: async () => {
            await service.pause();
            await pause(HANGING_MS);
          },
          mends: async () => service.resume(),
        }),
      ],
      [
        'cut in the middle of an answer, again and again',
        ({ proxy }) => ({
          breaks: async () => {
            for (let cuts = 0; cuts < 5; cuts += 1) await proxy.cutNextAnswer();
          },
          mends: async () => {},
        }),
      ],
    ];
    // Every server meets one kind of outage and every kind one server; the nightly run has all nine pairs.
    const pairs = servers.flatMap(([server, reached], row) =>
      outages.flatMap(([outage, of], column) => (everyTest || row === column ? [{ server, outage, reached, of }] : [])),
    );

    it.each(pairs)(
      'outlives $server $outage',
      async ({ reached, of }) => {
        const { breaks, mends } = of(reached());
        await survives(breaks, mends);
      },
      4 * MINUTES,
    );

    it(
      'says that it is not ready while a server is away, and is again when it is back',
      async () => {
        const health = async (): Promise<number> => (await fetch(`${layout.api[0]?.url}/api/health/ready`)).status;
        for (const [, reached] of servers) {
          await reached().service.kill9();
          while ((await health()) !== 503) await pause(200);
          await reached().service.restart();
          while ((await health()) !== 200) await pause(200);
        }
      },
      4 * MINUTES,
    );
  },
);
