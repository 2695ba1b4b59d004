import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  advance,
  initialPressState,
  MAX_RENEWALS,
  noteOf,
  type Press,
  type PressEffect,
  type PressEvent,
  type PressState,
  type SessionStatus,
  type User,
} from './press';

type State = PressState<string, string>;
type Event = PressEvent<string, string>;
type Effect = PressEffect<string, string>;

const ada: User = { id: 'ada', member: false };
const press = (id: string, said?: number, by?: User): Press<string> => ({ id, payload: 'a lighthouse', said, by });

/** Applies events in order. Returns the last state and all effects. */
function run(from: State, ...events: readonly Event[]): { readonly state: State; readonly effects: readonly Effect[] } {
  let state = from;
  const effects: Effect[] = [];
  for (const event of events) {
    const next = advance(state, event);
    state = next.state;
    effects.push(...next.effects);
  }
  return { state, effects };
}
const ready = initialPressState<string, string>(true, 'ready', ada);
const kinds = (effects: readonly Effect[]): readonly string[] => effects.map(({ kind }) => kind);
const priced = (attempt: number, price: number, available = 10): Event => ({
  kind: 'offered',
  attempt,
  offer: { kind: 'price', price, available },
});

describe('a press', () => {
  it('asks for the price and is sent for it', () => {
    const { state, effects } = run(ready, { kind: 'pressed', press: press('p1', 1) }, priced(1, 1));
    expect(effects).toEqual([
      { kind: 'offer', press: press('p1', 1), attempt: 1 },
      { kind: 'send', press: press('p1', 1), price: 1 },
    ]);
    expect(noteOf(state)).toBe('starting');
  });

  it('before network and session are there is kept until both are, whichever comes first', () => {
    const early = initialPressState<string, string>(false, 'loading', undefined);
    const kept = run(early, { kind: 'pressed', press: press('p1') });
    expect([kept.effects, noteOf(kept.state)]).toEqual([[], 'offline']);
    const network: Event = { kind: 'network', online: true };
    const session: Event = { kind: 'session', session: 'ready', user: ada };
    expect(kinds(run(kept.state, network, session).effects)).toEqual(['offer']);
    expect(kinds(run(kept.state, session, network).effects)).toEqual(['offer']);
  });

  it('is asked about where the price has risen, and is not where it has fallen', () => {
    const attempt = run(ready, { kind: 'pressed', press: press('p1', 1) }, priced(1, 3));
    expect(attempt.state.status).toMatchObject({ step: 'asking', question: { kind: 'dearer', price: 3, said: 1 } });
    expect(run(ready, { kind: 'pressed', press: press('p1', 3) }, priced(1, 1)).state.status).toMatchObject({
      step: 'sending',
      price: 1,
    });
  });

  it('is asked about where the credits do not cover it, and where it is late', () => {
    expect(run(ready, { kind: 'pressed', press: press('p1') }, priced(1, 11)).state.status).toMatchObject({
      question: { kind: 'short', price: 11, available: 10 },
    });
    expect(run(ready, { kind: 'pressed', press: { ...press('p1'), late: true } }).state.status).toMatchObject({
      question: { kind: 'late' },
    });
  });

  it('is one with what is pressed while it is under way', () => {
    expect(
      kinds(
        run(ready, { kind: 'pressed', press: press('p1') }, { kind: 'pressed', press: press('p2') }, priced(1, 1), {
          kind: 'pressed',
          press: press('p3'),
        }).effects,
      ),
    ).toEqual(['offer', 'send']);
  });

  it('is sent again as it was where no answer came, whatever it costs meanwhile', () => {
    const { state, effects } = run(
      ready,
      { kind: 'pressed', press: press('p1', 1) },
      priced(1, 1),
      { kind: 'answered', answer: 'unreached' },
      { kind: 'resumed' },
    );
    expect(kinds(effects)).toEqual(['offer', 'send', 'pause', 'send']);
    expect(effects.at(-1)).toEqual({ kind: 'send', press: press('p1', 1), price: 1 });
    expect(noteOf(state)).toBe('unreachable');
  });

  it('goes on under a new session at the price that it then has', () => {
    const { effects } = run(
      ready,
      { kind: 'pressed', press: press('p1', 1, ada) },
      priced(1, 1),
      { kind: 'answered', answer: 'expired' },
      { kind: 'session', session: 'ready', user: { id: 'another', member: false } },
      priced(2, 1),
    );
    expect(kinds(effects)).toEqual(['offer', 'send', 'renew', 'offer', 'send']);
  });

  it('is not carried out for somebody else, nor twice where the first may have been', () => {
    const eve: User = { id: 'eve', member: true };
    expect(
      run(ready, { kind: 'session', session: 'ready', user: eve }, { kind: 'pressed', press: press('p1', 1, ada) })
        .state.status,
    ).toMatchObject({ question: { kind: 'someone-else' } });
    const bob: User = { id: 'bob', member: false };
    const lost = run(
      ready,
      { kind: 'pressed', press: press('p1') },
      priced(1, 1),
      { kind: 'answered', answer: 'unreached' },
      { kind: 'session', session: 'ready', user: bob },
      { kind: 'resumed' },
    );
    expect(lost.state.status).toMatchObject({ question: { kind: 'someone-else' } });
  });

  it('asks for a session where there is none, and again after a pause', () => {
    const out = run(
      initialPressState<string, string>(true, 'failed', undefined),
      { kind: 'pressed', press: press('p1') },
      { kind: 'session', session: 'loading', user: undefined },
      { kind: 'session', session: 'failed', user: undefined },
      { kind: 'resumed' },
    );
    expect(kinds(out.effects)).toEqual(['renew', 'pause', 'renew']);
  });

  it('gives up on a server that knows no session that it makes', () => {
    const expired: readonly Event[] = [
      { kind: 'answered', answer: 'expired' },
      { kind: 'session', session: 'ready', user: ada },
    ];
    const again = (attempt: number): readonly Event[] => [...expired, priced(attempt, 1)];
    const tries = Array.from({ length: MAX_RENEWALS }, (_, index) => again(index + 2)).flat();
    const { state, effects } = run(ready, { kind: 'pressed', press: press('p1') }, priced(1, 1), ...tries, {
      kind: 'answered',
      answer: 'expired',
    });
    expect([state.status.step, kinds(effects).filter((kind) => kind === 'renew').length]).toEqual([
      'idle',
      MAX_RENEWALS,
    ]);
  });

  it('does not use a price that was asked for before the session changed', () => {
    const stale = run(
      ready,
      { kind: 'pressed', press: press('p1') },
      { kind: 'session', session: 'loading', user: undefined },
      { kind: 'session', session: 'ready', user: ada },
      priced(1, 1),
    );
    expect(kinds(stale.effects)).toEqual(['offer', 'offer']);
    expect(kinds(run(stale.state, priced(2, 1)).effects)).toEqual(['send']);
  });

  it('that was withdrawn is not carried out', () => {
    const { state, effects } = run(ready, { kind: 'pressed', press: press('p1') }, { kind: 'withdrawn' }, priced(1, 1));
    expect([state.status.step, kinds(effects)]).toEqual(['idle', ['offer']]);
  });
});

/** Outcome of a sent request. */
type Answered = 'answers' | 'answer-lost' | 'request-lost' | 'refuses' | 'forgets-session';
/** Events around a page, in any order. */
type Happening =
  | { readonly kind: 'press' | 'online' | 'offline' | 'time' | 'withdraw' | Answered }
  | { readonly kind: 'session'; readonly session: SessionStatus; readonly user: number }
  | { readonly kind: 'price'; readonly price: number; readonly lost: boolean };

const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ kind: 'press' as const }) },
  fc.constantFrom(
    ...(
      [
        'online',
        'offline',
        'time',
        'withdraw',
        'answers',
        'answer-lost',
        'request-lost',
        'refuses',
        'forgets-session',
      ] as const
    ).map((kind) => ({ kind })),
  ),
  fc.record({
    kind: fc.constant('session' as const),
    session: fc.constantFrom<SessionStatus>('loading', 'ready', 'out', 'failed'),
    user: fc.nat(2),
  }),
  fc.record({ kind: fc.constant('price' as const), price: fc.nat(12), lost: fc.boolean() }),
);
const users: readonly User[] = [
  { id: 'v1', member: false },
  { id: 'v2', member: false },
  { id: 'm', member: true },
];

/** A page and its server: requests created, asked, refused and withdrawn, by press. */
class World {
  state: State = initialPressState<string, string>(true, 'loading', undefined);
  readonly made: string[] = [];
  readonly ends = new Map<string, string[]>();
  private offer: Extract<Effect, { kind: 'offer' }> | undefined;
  private sent: { readonly press: Press<string>; readonly owner: string } | undefined;
  private presses = 0;

  private dispatch(event: Event): void {
    const before = this.state;
    const { state, effects } = advance(before, event);
    this.state = state;
    for (const effect of effects) {
      if (effect.kind === 'offer') this.offer = effect;
      if (effect.kind === 'send') {
        expect(effect.press.said === undefined || effect.price <= effect.press.said).toBe(true);
        // A request is sent with the current session.
        this.sent = { press: effect.press, owner: this.state.user?.id ?? '' };
      }
      if (effect.kind === 'ask') this.end(effect.press.id, 'asked');
    }
    const { status } = before;
    if (event.kind === 'withdrawn' && status.step === 'waiting') this.end(status.press.id, 'withdrawn');
  }

  private end(id: string, how: string): void {
    this.ends.set(id, [...(this.ends.get(id) ?? []), how]);
  }

  /** The server accepts a request once per id and owner. */
  private take(id: string, owner: string): void {
    const name = `${id} ${owner}`;
    if (!this.made.includes(name)) this.made.push(name);
  }

  private answer(kind: Answered): void {
    const { sent } = this;
    if (sent === undefined) return;
    this.sent = undefined;
    const { id } = sent.press;
    if (kind === 'answers' || kind === 'answer-lost') this.take(id, sent.owner);
    this.dispatch({
      kind: 'answered',
      answer: (
        {
          answers: 'taken',
          'answer-lost': 'unreached',
          'request-lost': 'unreached',
          refuses: 'refused',
          'forgets-session': 'expired',
        } as const
      )[kind],
    });
    if (kind === 'answers') this.end(id, 'made');
    else if (this.state.status.step === 'idle') this.end(id, 'refused');
  }

  private price({ price, lost }: Extract<Happening, { kind: 'price' }>): void {
    const { offer } = this;
    if (offer === undefined) return;
    this.offer = undefined;
    this.dispatch(
      lost
        ? { kind: 'not-offered', attempt: offer.attempt, why: 'unreached' }
        : { kind: 'offered', attempt: offer.attempt, offer: { kind: 'price', price, available: 10 } },
    );
  }

  happen(one: Happening): void {
    switch (one.kind) {
      case 'press': {
        const { step } = this.state.status;
        this.presses += 1;
        const id = `p${this.presses}`;
        if (step === 'idle' || step === 'asking') this.ends.set(id, []);
        return this.dispatch({
          kind: 'pressed',
          press: { id, payload: 'a lighthouse', said: this.presses % 2 === 0 ? undefined : 5, by: this.state.user },
        });
      }
      case 'online':
      case 'offline':
        return this.dispatch({ kind: 'network', online: one.kind === 'online' });
      case 'time':
        return this.dispatch({ kind: 'resumed' });
      case 'withdraw':
        return this.dispatch({ kind: 'withdrawn' });
      case 'session':
        return this.dispatch({
          kind: 'session',
          session: one.session,
          user: one.session === 'ready' ? users[one.user] : undefined,
        });
      case 'price':
        return this.price(one);
      default:
        return this.answer(one.kind);
    }
  }

  /** In the end everything arrives: network, session, time, price and answer. */
  settle(): void {
    for (let round = 0; round < 8 && noteOf(this.state) !== undefined; round++) {
      for (const one of [
        { kind: 'online' },
        { kind: 'time' },
        { kind: 'session', session: 'ready', user: 0 },
        { kind: 'price', price: 1, lost: false },
        { kind: 'answers' },
      ] as const)
        this.happen(one);
    }
  }
}

it('ends in exactly one creation, question, refusal or withdrawal, in whatever order things happen', () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 60 }), (happenings) => {
      const world = new World();
      for (const one of happenings) world.happen(one);
      world.settle();
      for (const ends of world.ends.values()) expect(ends).toHaveLength(1);
      for (const [id, [end]] of world.ends) {
        const made = world.made.filter((name) => name.startsWith(`${id} `)).length;
        expect(made).toBeLessThanOrEqual(1);
        if (end === 'made') expect(made).toBe(1);
      }
    }),
    { numRuns: 2_000 },
  );
});
