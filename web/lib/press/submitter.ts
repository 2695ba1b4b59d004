import { readFailure } from '@/lib/errors/failure';
import { createStore, type ReadableStore } from '@/lib/store';
import { advance, initialPressState, noteOf, type Offer, type Press, type PressEffect, type PressEvent, type PressState, type Question, type SessionStatus, type User } from './press';

/** How a press is priced and carried out, and who is told of the outcome. */
export interface SubmitHandlers<Wish, Answer, Reason> {
  /** Current price; called once network and session are there. */
  readonly offer: (press: Press<Wish>) => Promise<Offer<Reason>>;
  /** Sends the request with the press's id. */
  readonly send: (press: Press<Wish>, price: number) => Promise<Answer>;
  readonly onTaken: (press: Press<Wish>, answer: Answer) => void;
  readonly onAsk: (press: Press<Wish>, question: Question<Reason>) => void;
  /** Called with the server's refusal; the press is over. */
  readonly onRefused: (press: Press<Wish>, error: unknown) => void;
}

/** Network, session and timers that a press depends on. Each `on…` returns its unsubscribe function. */
export interface PressEnvironment {
  readonly online: () => boolean;
  readonly onNetwork: (listener: () => void) => () => void;
  readonly session: () => { readonly session: SessionStatus; readonly user: User | undefined };
  readonly onSession: (listener: () => void) => () => void;
  /** Requests a new session. */
  readonly renew: () => void;
  /** Sets a timer, milliseconds. @returns cancels it */
  readonly after: (ms: number, listener: () => void) => () => void;
}

/** Pauses after consecutive attempts that did not reach the server, milliseconds. */
const PAUSES_MS = [1_000, 2_000, 5_000, 15_000] as const;

/** What a failed call means for a press. A crash in the server counts as a refusal, since it may happen every time. */
export function outcomeOf(error: unknown): 'unreached' | 'expired' | 'refused' {
  const failure = readFailure(error);
  if (failure.kind === 'network' || failure.kind === 'aborted' || (failure.kind === 'html' && failure.status >= 502)) return 'unreached';
  return failure.kind === 'product' && failure.code === 'UNAUTHORIZED' ? 'expired' : 'refused';
}

export interface Submitter<Wish, Reason> extends ReadableStore<PressState<Wish, Reason>> {
  /** Starts a press; ignored while one is under way. */
  readonly press: (press: Press<Wish>) => void;
  readonly withdraw: () => void;
}

/** Dispatches an event. @returns whether it ended the press */
type Dispatch<Wish, Reason> = (event: PressEvent<Wish, Reason>) => boolean;

async function askPrice<Wish, Answer, Reason>(errand: SubmitHandlers<Wish, Answer, Reason>, hear: Dispatch<Wish, Reason>, press: Press<Wish>, asked: number): Promise<void> {
  try {
    hear({ kind: 'offered', asked, offer: await errand.offer(press) });
  } catch (error) {
    // Reading the price is safe to repeat: everything but a refusal is retried.
    const outcome = outcomeOf(error);
    const why = outcome === 'refused' && readFailure(error).kind !== 'product' ? 'unreached' : outcome;
    if (hear({ kind: 'not-offered', asked, why })) errand.onRefused(press, error);
  }
}

async function send<Wish, Answer, Reason>(errand: SubmitHandlers<Wish, Answer, Reason>, hear: Dispatch<Wish, Reason>, press: Press<Wish>, price: number): Promise<void> {
  try {
    const answer = await errand.send(press, price);
    hear({ kind: 'answered', answer: 'taken' });
    errand.onTaken(press, answer);
  } catch (error) {
    if (hear({ kind: 'answered', answer: outcomeOf(error) })) errand.onRefused(press, error);
  }
}

/** Carries out presses one at a time, each exactly once. It subscribes to its environment only while a press is under way. */
export function createSubmitter<Wish, Answer, Reason>(errand: SubmitHandlers<Wish, Answer, Reason>, around: PressEnvironment): Submitter<Wish, Reason> {
  // The server renders the page without knowing network or session; the initial state must match that.
  const { initial, get, set, subscribe } = createStore(initialPressState<Wish, Reason>(true, 'loading', undefined));
  const { session, user } = around.session();
  set(initialPressState(around.online(), session, user));
  let stops: readonly (() => void)[] = [];
  let stopPause: (() => void) | undefined;

  const hear = (event: PressEvent<Wish, Reason>): void => {
    const { state, effects } = advance(get(), event);
    if (noteOf(state) === undefined) forget();
    set(state);
    for (const effect of effects) perform(effect);
  };
  const heard: Dispatch<Wish, Reason> = (event) => {
    const before = get().status;
    hear(event);
    return before.step !== 'idle' && get().status.step === 'idle';
  };
  const look = (): void => {
    if (around.online() !== get().online) hear({ kind: 'network', online: around.online() });
    const now = around.session();
    const state = get();
    if (now.session !== state.session || now.user?.id !== state.user?.id || now.user?.member !== state.user?.member) hear({ kind: 'session', ...now });
  };
  const follow = (): void => {
    if (stops.length === 0 && noteOf(get()) !== undefined) stops = [around.onNetwork(look), around.onSession(look)];
    look();
  };
  const forget = (): void => {
    for (const stop of stops) stop();
    stopPause?.();
    [stops, stopPause] = [[], undefined];
  };
  const perform = (effect: PressEffect<Wish, Reason>): void => {
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
      // Read the environment before the press and again after it: the press itself may change it.
      look();
      hear({ kind: 'pressed', press });
      follow();
    },
    withdraw: () => hear({ kind: 'withdrawn' }),
    initial,
    get,
    subscribe,
  };
}
