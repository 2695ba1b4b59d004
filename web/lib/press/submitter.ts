import { readFailure } from '@/lib/errors/failure';
import { createStore, type ReadableStore } from '@/lib/store';
import {
  advance,
  initialPressState,
  noteOf,
  type Offer,
  type Press,
  type PressEffect,
  type PressEvent,
  type PressState,
  type Question,
  type SessionStatus,
  type User,
} from './press';

/** How a press is priced and carried out, and the callbacks for its outcome. */
export interface SubmitHandlers<Payload, Answer, Reason> {
  /** Current price; called once network and session are there. */
  readonly offer: (press: Press<Payload>) => Promise<Offer<Reason>>;
  /** Sends the request with the press's id. */
  readonly send: (press: Press<Payload>, price: number) => Promise<Answer>;
  readonly onTaken: (press: Press<Payload>, answer: Answer) => void;
  readonly onAsk: (press: Press<Payload>, question: Question<Reason>) => void;
  /** Called with the server's refusal; the press is over. */
  readonly onRefused: (press: Press<Payload>, error: unknown) => void;
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
  if (failure.kind === 'network' || failure.kind === 'aborted' || (failure.kind === 'html' && failure.status >= 502))
    return 'unreached';
  return failure.kind === 'product' && failure.code === 'UNAUTHORIZED' ? 'expired' : 'refused';
}

export interface Submitter<Payload, Reason> extends ReadableStore<PressState<Payload, Reason>> {
  /** Starts a press; ignored while one is under way. */
  readonly press: (press: Press<Payload>) => void;
  readonly withdraw: () => void;
}

/** Dispatches an event. @returns whether it ended the press */
type Dispatch<Payload, Reason> = (event: PressEvent<Payload, Reason>) => boolean;

async function askPrice<Payload, Answer, Reason>(
  handlers: SubmitHandlers<Payload, Answer, Reason>,
  dispatch: Dispatch<Payload, Reason>,
  press: Press<Payload>,
  attempt: number,
): Promise<void> {
  try {
    dispatch({ kind: 'offered', attempt, offer: await handlers.offer(press) });
  } catch (error) {
    // Reading the price is safe to repeat: everything but a refusal is retried.
    const outcome = outcomeOf(error);
    const why = outcome === 'refused' && readFailure(error).kind !== 'product' ? 'unreached' : outcome;
    if (dispatch({ kind: 'not-offered', attempt, why })) handlers.onRefused(press, error);
  }
}

async function send<Payload, Answer, Reason>(
  handlers: SubmitHandlers<Payload, Answer, Reason>,
  dispatch: Dispatch<Payload, Reason>,
  press: Press<Payload>,
  price: number,
): Promise<void> {
  try {
    const answer = await handlers.send(press, price);
    dispatch({ kind: 'answered', answer: 'taken' });
    handlers.onTaken(press, answer);
  } catch (error) {
    if (dispatch({ kind: 'answered', answer: outcomeOf(error) })) handlers.onRefused(press, error);
  }
}

/**
 * Carries out presses one at a time, each exactly once. It subscribes to its environment only while a press is under
 * way.
 */
export function createSubmitter<Payload, Answer, Reason>(
  handlers: SubmitHandlers<Payload, Answer, Reason>,
  around: PressEnvironment,
): Submitter<Payload, Reason> {
  // The server renders the page without knowing network or session; the initial state must match that.
  const { initial, get, set, subscribe } = createStore(initialPressState<Payload, Reason>(true, 'loading', undefined));
  const { session, user } = around.session();
  set(initialPressState(around.online(), session, user));
  let stops: readonly (() => void)[] = [];
  let stopPause: (() => void) | undefined;

  const dispatch = (event: PressEvent<Payload, Reason>): void => {
    const { state, effects } = advance(get(), event);
    if (noteOf(state) === undefined) forget();
    set(state);
    for (const effect of effects) perform(effect);
  };
  const dispatchIfOpen: Dispatch<Payload, Reason> = (event) => {
    const before = get().status;
    dispatch(event);
    return before.step !== 'idle' && get().status.step === 'idle';
  };
  const look = (): void => {
    if (around.online() !== get().online) dispatch({ kind: 'network', online: around.online() });
    const now = around.session();
    const state = get();
    if (now.session !== state.session || now.user?.id !== state.user?.id || now.user?.member !== state.user?.member)
      dispatch({ kind: 'session', ...now });
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
  const perform = (effect: PressEffect<Payload, Reason>): void => {
    switch (effect.kind) {
      case 'offer':
        return void askPrice(handlers, dispatchIfOpen, effect.press, effect.attempt);
      case 'send':
        return void send(handlers, dispatchIfOpen, effect.press, effect.price);
      case 'ask':
        return handlers.onAsk(effect.press, effect.question);
      case 'renew':
        return around.renew();
      case 'pause':
        stopPause?.();
        stopPause = around.after(PAUSES_MS[Math.min(effect.failures, PAUSES_MS.length) - 1] ?? PAUSES_MS[0], () =>
          dispatch({ kind: 'resumed' }),
        );
    }
  };
  return {
    press: (press) => {
      // Read the environment before the press and again after it: the press itself may change it.
      look();
      dispatch({ kind: 'pressed', press });
      follow();
    },
    withdraw: () => dispatch({ kind: 'withdrawn' }),
    initial,
    get,
    subscribe,
  };
}
