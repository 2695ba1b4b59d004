import { expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Count } from '../../../src/analytics/counts.js';
import { DayCounts } from '../../../src/analytics/day-counts.js';
import type { EventBatch } from '../../../src/analytics/events.shared.js';
import { reportOf } from '../../../src/analytics/report.js';
import { Visits } from '../../../src/analytics/visits.js';
import { productError } from '../../../src/kernel/errors.shared.js';
import { err, ok } from '../../../src/kernel/result.js';
import { describeAdapters } from '../adapters.js';
import { documentStores } from '../adapters/documents.js';

const DAY = '2026-01-31';
const seen = (value: string): Count => ({
  event: 'content_exposure',
  status: 'anon',
  facet: 'content_id',
  value,
  n: 1,
});
const page = (): Count => ({ event: 'page_view', status: 'anon', facet: 'all', value: '', n: 1 });
const batch = (visit: string): EventBatch => ({
  batch: randomUUID(),
  visit,
  events: [{ event: { name: 'page_view' }, area: 'home' }],
});

describeAdapters(documentStores, 'what is counted', ({ open }) => {
  it('is whole when processes count at the same time, of one part of the day or of several', async () => {
    const { store, dispose } = await open();
    try {
      const processes = await Promise.all([0, 0, 1].map((part) => DayCounts.open(store, part)));
      await Promise.all(
        processes.flatMap((one) =>
          Array.from({ length: 20 }, (_, index) => one.add(DAY, [page(), seen(`w${index % 4}`)])),
        ),
      );
      await processes[2]?.add('2026-02-01', [page()]);
      const documents = await DayCounts.open(store, 5).then((days) => days.read(DAY, DAY));
      expect(documents).toHaveLength(2);
      expect(reportOf(documents, { from: DAY, to: DAY, event: 'content_exposure' })).toMatchObject({
        totals: [{ event: 'page_view', n: 60 }],
        facets: [
          {
            facet: 'content_id',
            values: [
              { value: 'w0', n: 15 },
              { value: 'w1', n: 15 },
              { value: 'w2', n: 15 },
              { value: 'w3', n: 15 },
            ],
          },
        ],
      });
    } finally {
      await dispose();
    }
  });

  it('is forgotten when it is old, and no day later', async () => {
    const { store, dispose } = await open();
    try {
      const days = await DayCounts.open(store, 0);
      for (const day of ['2026-01-29', '2026-01-30', DAY]) await days.add(day, [page()]);
      await days.sweep('2026-01-30');
      expect((await days.read('2026-01-01', '2026-12-31')).map(({ day }) => day)).toEqual(['2026-01-30', DAY]);
    } finally {
      await dispose();
    }
  });

  it('has each batch of a visit once, though two tabs send at the same time and one of them again', async () => {
    const { store, dispose } = await open();
    try {
      const [one, other] = await Promise.all([Visits.open(store), Visits.open(store)]);
      const visit = randomUUID();
      const [a, b] = [batch(visit), batch(visit)];
      const now = { day: DAY, status: 'anon' } as const;
      const free = async () => ok(undefined);
      const noted = await Promise.all([one.note(a, now, free), other.note(b, now, free), other.note(a, now, free)]);
      expect(noted.filter((answer) => answer.ok && answer.value === 'repeated')).toHaveLength(1);
      expect(noted.flatMap((answer) => (!answer.ok || answer.value === 'repeated' ? [] : answer.value.counts))).toEqual(
        [{ event: 'visit', status: 'anon', facet: 'all', value: '', n: 1 }],
      );
      await one.sweep('2026-02-02');
      const refused = err(productError('TOO_MANY_ATTEMPTS', { seconds: 1 }));
      expect(await one.note(a, now, async () => refused)).toEqual(refused);
      expect(await one.note(a, now, free)).toMatchObject({ ok: true, value: { day: DAY } });
      expect(await one.note(b, now, async () => refused)).toMatchObject({ ok: true, value: { counts: [] } });
    } finally {
      await dispose();
    }
  });
});
