import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { PlacedEvent } from './events.shared.js';
import { EVENT_NAMES, type EventName } from './names.shared.js';
import { FUNNEL_IDS, FUNNELS, STEPS } from './report.shared.js';
import { BATCHES_KEPT, withBatch, type VisitDocument } from './visit.js';

const now = { day: '2026-01-31', status: 'anon' } as const;
/** Of an event its name alone is looked at. */
const batch = (id: string, ...names: readonly EventName[]) => ({
  batch: id,
  events: names.map((name) => ({ event: { name }, area: 'home' }) as PlacedEvent),
});
const taken = (
  known: VisitDocument | undefined,
  given: ReturnType<typeof batch>,
  at: Parameters<typeof withBatch>[2] = now,
) => {
  const step = withBatch(known, given, at);
  if (step === 'repeated') throw new Error('repeated');
  return {
    visit: step.visit,
    counted: step.counts.map(({ facet, value, n }) => `${facet} ${value} ${n}`.replace('all  ', 'visit ')),
  };
};

describe('a visit', () => {
  it('counts once, and each step that it reaches once', () => {
    const first = taken(undefined, batch('b1', 'page_view'));
    expect(first.counted).toEqual(['visit 1']);
    const second = taken(
      first.visit,
      batch('b2', 'createflow_start', 'createflow_form_submit', 'createflow_form_submit'),
    );
    expect(second.counted).toEqual(['create createflow_start 1', 'create createflow_form_submit 1']);
    const third = taken(second.visit, batch('b3', 'createflow_form_submit', 'creation_success'));
    expect(third.counted).toEqual(['create creation_success 1', 'join creation_success 1']);
    expect(taken(third.visit, batch('b4', 'createflow_start', 'creation_success')).counted).toEqual([]);
  });

  it('counts a batch that comes again for nothing', () => {
    const { visit } = taken(undefined, batch('b1', 'page_view'));
    expect(withBatch(visit, batch('b1', 'page_view', 'sign_up'), now)).toBe('repeated');
  });

  it('stays of the day and the status it began with', () => {
    const { visit } = taken(undefined, batch('b1', 'page_view'));
    const later = withBatch(visit, batch('b2', 'creation_success', 'sign_up'), { day: '2026-02-01', status: 'free' });
    expect(later).toMatchObject({
      visit: { day: '2026-01-31', touched: '2026-02-01', status: 'anon' },
      counts: [
        { status: 'anon', facet: 'join' },
        { status: 'anon', value: 'signed_in' },
      ],
    });
  });

  it('reaches a step only with all before it, in whatever order they come, and is remembered in a few words however long it lasts', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.constantFrom(...EVENT_NAMES), { minLength: 1, maxLength: 4 }), { maxLength: 80 }),
        (batches) => {
          let visit: VisitDocument | undefined;
          const counts = new Map<string, number>();
          for (const [index, names] of batches.entries()) {
            const step = taken(visit, batch(`b${index}`, ...names));
            visit = step.visit;
            for (const key of step.counted) counts.set(key, (counts.get(key) ?? 0) + 1);
          }
          const seen = new Set(batches.flat());
          for (const funnel of FUNNEL_IDS) {
            for (const [index, step] of FUNNELS[funnel].entries()) {
              expect(counts.get(`${funnel} ${step} 1`) ?? 0).toBe(
                FUNNELS[funnel].slice(0, index + 1).every((name) => STEPS[name].some((event) => seen.has(event)))
                  ? 1
                  : 0,
              );
            }
          }
          expect(visit?.batches.length ?? 0).toBeLessThanOrEqual(BATCHES_KEPT);
          expect(visit?.seen.length ?? 0).toBeLessThanOrEqual(EVENT_NAMES.length);
        },
      ),
    );
  });
});
