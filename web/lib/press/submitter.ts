import { readFailure } from '@/lib/errors/failure';
import { advance, firstState, noteOf, type Offer, type Press, type PressEffect, type PressEvent, type PressState, type Question, type SessionStatus, type User } from './press';

/** What a press asks for, and how it is done. */
export interface Errand<DraftRequest, Answer, Reason> {
  /** What it would take now; asked once the network and the session are there. */
  readonly offer: (press: Press<DraftRequest>) => Promise<Offer<Reason>>;
  /** Sends it, under the press's id. */
  readonly send: (press: Press<DraftRequest>, price: number) => Promise<Answer>;
  readonly onTaken: (press: Press<DraftRequest>, answer: Answer) => void;
  readonly onAsk: (press: Press<DraftRequest>, question: Question<Reason>) => void;
  /** Told of the server's refusal; the press is over. */
  readonly onRefused: (press: Press<DraftRequest>, error: unknown) => void;
}

/** What a press waits for. Each `on…` returns what stops it. */
export interface Surroundings {
  readonly online: () => boolean;
  readonly onNetwork: (listener: () => void) => () => void;
  readonly session: () => { readonly session: SessionStatus; readonly user: User | undefined };
  readonly onSession: (listener: () => void) => () => void;
  /** Asks for a new session. */
  readonly renew: () => void;
  /** Milliseconds. */
  readonly after: (ms: number, listener: () => void) => () => void;
}

/** How long a press waits after tries that did not reach the server, in milliseconds. */
const PAUSES_MS = [1_000, 2_000, 5_000, 15_000] as const;

/** What a failed call means for a press. What broke off in the server is shown, for it may break off each time. */
export function outcomeOf(error: unknown): 'unreached' | 'expired' | 'refused' {
  const failure = readFailure(error);
  if (failure.kind === 'network' || failure.kind === 'aborted' || (failure.kind === 'html' && failure.status >= 502)) return 'unreached';
  return failure.kind === 'product' && failure.code === 'UNAUTHORIZED' ? 'expired' : 'refused';
}

export interface Submitter<DraftRequest, Reason> {
  /** Does nothing while a press is under way. */
  readonly press: (press: Press<DraftRequest>) => void;
  readonly withdraw: () => void;
  readonly get: () => PressState<DraftRequest, Reason>;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Tells a submitter of an event. @returns whether that was the end of a press */
type Heard<DraftRequest, Reason> = (event: PressEvent<DraftRequest, Reason>) => boolean;

async function askPrice<DraftRequest, Answer, Reason>(errand: Errand<DraftRequest, Answer, Reason>, hear: Heard<DraftRequest, Reason>, press: Press<DraftRequest>, asked: number): Promise<void> {
  try {
    hear({ kind: 'offered', asked, offer: await errand.offer(press) });
  } catch (error) {
    // The price is only asked for: whatever kept it from coming, but a refusal, is tried again.
    const outcome = outcomeOf(error);
    const why = outcome === 'refused' && readFailure(error).kind !== 'product' ? 'unreached' : outcome;
    if (hear({ kind: 'not-offered', asked, why })) errand.onRefused(press, error);
  }
}

async function send<DraftRequest, Answer, Reason>(errand: Errand<DraftRequest, Answer, Reason>, hear: Heard<DraftRequest, Reason>, press: Press<DraftRequest>, price: number): Promise<void> {
  try {
    const answer = await errand.send(press, price);
    hear({ kind: 'answered', answer: 'taken' });
    errand.onTaken(press, answer);
  } catch (error) {
    if (hear({ kind: 'answered', answer: outcomeOf(error) })) errand.onRefused(press, error);
  }
}

/** Carries out presses one at a time, each exactly once. It follows its surroundings only while a press is under way. */
export function createSubmitter<DraftRequest, Answer, Reason>(errand: Errand<DraftRequest, Answer, Reason>, around: Surroundings): Submitter<DraftRequest, Reason> {
  const { session, user } = around.session();
  let state = firstState<DraftRequest, Reason>(around.online(), session, user);
  const listeners = new Set<() => void>();
  let stops: readonly (() => void)[] = [];
  let stopPause: (() => void) | undefined;

  const hear = (event: PressEvent<DraftRequest, Reason>): void => {
    const { state: next, effects } = advance(state, event);
    state = next;
    if (noteOf(state) === undefined) forget();
    for (const listener of listeners) listener();
    for (const effect of effects) perform(effect);
  };
  const heard: Heard<DraftRequest, Reason> = (event) => {
    const before = state.standing;
    hear(event);
    return before.step !== 'idle' && state.standing.step === 'idle';
  };
  const look = (): void => {
    if (around.online() !== state.online) hear({ kind: 'network', online: around.online() });
    const now = around.session();
    if (now.session !== state.session || now.user?.id !== state.user?.id || now.user?.member !== state.user?.member) hear({ kind: 'session', ...now });
  };
  const follow = (): void => {
    if (stops.length === 0 && noteOf(state) !== undefined) stops = [around.onNetwork(look), around.onSession(look)];
    look();
  };
  const forget = (): void => {
    for (const stop of stops) stop();
    stopPause?.();
    [stops, stopPause] = [[], undefined];
  };
  const perform = (effect: PressEffect<DraftRequest, Reason>): void => {
    switch (effect.kind) {
      case 'offer':
        return void askPrice(errand, heard, effect.press, effect.asked);
      case 'send':
        return void send(errand, heard, effect.press, effect.price);
      case 'ask':
        return errand.onAsk(effect.press, effect.question);
      case 'renew':
        return around.renew();
      case 'pause':
        stopPause?.();
        stopPause = around.after(PAUSES_MS[Math.min(effect.failures, PAUSES_MS.length) - 1] ?? PAUSES_MS[0], () => hear({ kind: 'resumed' }));
    }
  };
  return {
    press: (press) => {
      // As things are now, then as they become; what changes with the press itself is seen too.
      look();
      hear({ kind: 'pressed', press });
      follow();
    },
    withdraw: () => hear({ kind: 'withdrawn' }),
    get: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
