import { describe, expect, it } from '@jest/globals';
import { createMemoryDocumentStore } from '../../platform/documents/memory.js';
import { RootStore } from './root-store.js';
import { GetRootDays, GetRootDaysHandler } from './signed-documents.js';
import { dayAfter, rootBody } from './root.shared.js';
import { signingKey } from './signing-key.js';

const key = signingKey('the secret of a test');

/** Which days of September have a root, and whether the last one is due, when these days have one. */
async function september(...days: readonly string[]) {
  const store = await RootStore.open(createMemoryDocumentStore());
  for (const day of days) {
    const signed = key.sign({ day, events: 1, previous: '0'.repeat(64), streams: 1, tree: '0'.repeat(64) });
    await store.settle(day, 1, ['credits-']);
    await store.keep({ signed, body: rootBody.parse(JSON.parse(signed.body)) });
  }
  const { missing, last, isLastDue } = await new GetRootDaysHandler(store).execute(
    new GetRootDays('2026-09-01', '2026-09-30'),
  );
  return { missing, last: last?.day ?? null, isLastDue };
}

/** Both days inclusive. */
function daysFrom(from: string, to: string): readonly string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = dayAfter(day)) days.push(day);
  return days;
}

describe('the roots of a month', () => {
  it('lack the last one until it is signed', async () => {
    expect(await september(...daysFrom('2026-09-10', '2026-09-29'))).toEqual({
      missing: ['2026-09-30'],
      last: null,
      isLastDue: true,
    });
    expect(await september(...daysFrom('2026-09-10', '2026-09-30'))).toEqual({
      missing: [],
      last: '2026-09-30',
      isLastDue: false,
    });
    expect(await september()).toMatchObject({ last: null, isLastDue: true });
  });

  it('never get the last one once a later day has one: it was lost, or nothing was recorded in the month', async () => {
    expect(await september(...daysFrom('2026-09-10', '2026-09-28'), '2026-10-04')).toEqual({
      missing: ['2026-09-29', '2026-09-30'],
      last: null,
      isLastDue: false,
    });
    expect(await september('2026-10-01')).toEqual({ missing: ['2026-09-30'], last: null, isLastDue: false });
  });
});
