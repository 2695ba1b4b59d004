import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { countsOf, MAX_VALUES, withCounts, type Count } from './counts.js';
import { analyticsEvent, type PlacedEvent } from './events.shared.js';
import { EVENT_NAMES } from './names.shared.js';
import { OTHER } from './report.shared.js';

const who = { status: 'anon', group: 'B' } as const;
const placed = (event: PlacedEvent['event'], more: Partial<PlacedEvent> = {}): PlacedEvent => ({
  event,
  area: 'home',
  ...more,
});
const facetsOf = (event: PlacedEvent): readonly string[] =>
  countsOf(event, who).map(({ facet, value }) => `${facet}=${value}`);

describe('what an event adds to the counts', () => {
  it('is one for itself, for the group, the area and each of its own facets', () => {
    expect(
      facetsOf(
        placed(
          {
            name: 'createflow_form_submit',
            createflow_form_id: 'f1',
            model_name: 'preview',
            form_type: 'text_to_image',
            flow: 'easy',
          },
          { area: 'ai_image', after: 'tool' },
        ),
      ),
    ).toEqual([
      'all=',
      'group=B',
      'area=ai_image',
      'after=tool',
      'form_type=text_to_image',
      'flow=easy',
      'model_name=preview',
    ]);
  });

  it('names a work that is shown to all, and none of one’s own', () => {
    const seen = { name: 'content_exposure', content_id: '01-sunset', content_tags: ['neon', 'neon'] } as const;
    expect(facetsOf(placed({ ...seen, content_tags: [...seen.content_tags], author_id: 'kinora' }))).toEqual(
      expect.arrayContaining(['content_id=01-sunset', 'content_tag=neon']),
    );
    expect(facetsOf(placed({ ...seen, content_tags: [...seen.content_tags], author_id: 'self' })).join()).not.toContain(
      '01-sunset',
    );
  });

  it('has nothing of what a person wrote, of a transaction or of a price', () => {
    const all = [
      ...facetsOf(placed({ name: 'cancel_sub', reasons: ['price'], extra_text: 'my words' })),
      ...facetsOf(
        placed({
          name: 'sub_button_click',
          period_type: 'yearly',
          plan_type: 'pro',
          credits: 800,
          price: 234,
          currency: 'USD',
        }),
      ),
      ...facetsOf(
        placed({
          name: 'sub_submit',
          type: 'upgrade',
          prebook_id: 'pre-1',
          payment_channel: 'card',
          payment_method: 'normal_payment',
        }),
      ),
    ].join();
    for (const kept of ['reason=price', 'plan_type=pro', 'payment_channel=card']) expect(all).toContain(kept);
    for (const left of ['my words', '234', 'pre-1']) expect(all).not.toContain(left);
  });
});

describe('the schema of events', () => {
  it('has each event’s name once, and no other', () => {
    expect(analyticsEvent.options.map(({ shape }) => shape.name.value).sort()).toEqual([...EVENT_NAMES].sort());
  });

  it.each([
    [
      'an address in an id',
      { name: 'content_click', content_id: 'ada@example.org', author_id: 'kinora', content_tags: [] },
    ],
    ['a property of no event', { name: 'page_view', email: 'ada' }],
    ['an event of no name', { name: 'mouse_move' }],
    ['a sign-in of no method', { name: 'login', method: 'anonymous' }],
    [
      'too many tags',
      {
        name: 'content_click',
        content_id: 'a',
        author_id: 'kinora',
        content_tags: Array.from({ length: 11 }, () => 'x'),
      },
    ],
  ])('refuses %s', (_what, event) => {
    expect(analyticsEvent.safeParse(event).success).toBe(false);
  });
});

describe('a day', () => {
  const count = fc.record({
    event: fc.constantFrom('page_view', 'content_click', 'visit'),
    status: fc.constantFrom('anon', 'free'),
    facet: fc.constantFrom('all', 'content_id', 'area'),
    value: fc.string({ maxLength: 3 }),
    n: fc.integer({ min: 1, max: 5 }),
  }) as fc.Arbitrary<Count>; // each field is one of its type's
  const total = (counts: readonly { readonly n: number }[]): number => counts.reduce((sum, { n }) => sum + n, 0);

  it('loses no count, has each key once, and is the same however what it is told is parted', () => {
    fc.assert(
      fc.property(fc.array(count, { maxLength: 60 }), fc.nat(60), (counts, cut) => {
        const whole = withCounts({ day: '2026-01-01', counts: [] }, counts);
        const parted = withCounts(
          withCounts({ day: '2026-01-01', counts: [] }, counts.slice(0, cut)),
          counts.slice(cut),
        );
        expect(parted).toEqual(whole);
        expect(total(whole.counts)).toBe(total(counts));
        expect(new Set(whole.counts.map(({ e, s, f, v }) => JSON.stringify([e, s, f, v]))).size).toBe(
          whole.counts.length,
        );
      }),
    );
  });

  it('does not grow with what strangers call things: what finds no place is counted together', () => {
    const many = Array.from({ length: 5 * MAX_VALUES }, (_, index): Count => ({
      event: 'content_click',
      status: 'anon',
      facet: 'content_id',
      value: `c${index}`,
      n: 1,
    }));
    const { counts } = withCounts({ day: '2026-01-01', counts: [] }, many);
    expect(counts).toHaveLength(MAX_VALUES + 1);
    expect(counts.find(({ v }) => v === OTHER)?.n).toBe(4 * MAX_VALUES);
    expect(
      withCounts({ day: '2026-01-01', counts }, [
        { event: 'content_click', status: 'anon', facet: 'content_id', value: 'c0', n: 1 },
      ]).counts.find(({ v }) => v === 'c0')?.n,
    ).toBe(2);
  });
});
