/**
 * State machine of a press on a button that spends credits, until it is carried out, refused, withdrawn or needs a
 * decision of the user. It waits for network, session and price, in any order. Pure: `submitter.ts` carries out the
 * effects.
 */

/** The user of a session. */
export interface User {
  readonly id: string;
  /** True for an account, false for an anonymous visitor. */
  readonly member: boolean;
}

export interface Press<Payload> {
  /** Request id: made once and sent with every attempt, so that the server carries the request out once. */
  readonly id: string;
  readonly payload: Payload;
  /** Price shown on the button, whole credits; undefined if it was not known yet. */
  readonly said?: number | undefined;
  /** The user at the time of the press; undefined if no session was known yet. */
  readonly by?: User | undefined;
  /** True if it was kept for so long that the user no longer expects it. */
  readonly late?: boolean | undefined;
}

/** Current price of a press, or the reason why it cannot be carried out as it is. */
export type Offer<Reason> =
  | { readonly kind: 'price'; readonly price: number; readonly available: number }
  | { readonly kind: 'not'; readonly reason: Reason };

/** A decision that the user has to make before anything is charged. Prices in whole credits. */
export type Question<Reason> =
  | { readonly kind: 'dearer'; readonly price: number; readonly said: number }
  | { readonly kind: 'short'; readonly price: number; readonly available: number }
  /** A different user is signed in than the one who pressed. */
  | { readonly kind: 'someone-else' }
  | { readonly kind: 'late' }
  | { readonly kind: 'not'; readonly reason: Reason };

/** `out`: the user has an account and must sign in. `failed`: no session could be created. */
export type SessionStatus = 'loading' | 'ready' | 'out' | 'failed';

interface Underway<Payload> {
  readonly press: Press<Payload>;
  /** Consecutive attempts that did not reach the server. */
  readonly failures: number;
  /** How often the session was renewed because the server no longer accepted it. */
  readonly renewals: number;
  /** Price and user of an attempt without an answer: the server may have carried it out. */
  readonly unanswered?: { readonly price: number; readonly by: string | undefined } | undefined;
}

export type PressStatus<Payload, Reason> =
  | { readonly step: 'idle' }
  /** `pausing`: waits before the next attempt. */
  | (Underway<Payload> & { readonly step: 'waiting'; readonly pausing: boolean })
  | (Underway<Payload> & {
      readonly step: 'sending';
      readonly price: number;
      /** Id of the user that it is sent for. */
      readonly by: string | undefined;
    })
  | { readonly step: 'asking'; readonly press: Press<Payload>; readonly question: Question<Reason> };

export interface PressState<Payload, Reason> {
  readonly status: PressStatus<Payload, Reason>;
  readonly online: boolean;
  readonly session: SessionStatus;
  readonly user: User | undefined;
  /** Number of the last price request; answers to earlier ones are ignored. */
  readonly attempt: number;
}

export type PressEvent<Payload, Reason> =
  | { readonly kind: 'pressed'; readonly press: Press<Payload> }
  | { readonly kind: 'network'; readonly online: boolean }
  | { readonly kind: 'session'; readonly session: SessionStatus; readonly user: User | undefined }
  | { readonly kind: 'offered'; readonly attempt: number; readonly offer: Offer<Reason> }
  /** No price: the server was not reached, did not accept the session, or refused. */
  | { readonly kind: 'not-offered'; readonly attempt: number; readonly why: 'unreached' | 'expired' | 'refused' }
  /** Outcome of sending the request. */
  | { readonly kind: 'answered'; readonly answer: 'taken' | 'refused' | 'unreached' | 'expired' }
  /** The pause before the next attempt is over. */
  | { readonly kind: 'resumed' }
  | { readonly kind: 'withdrawn' };

/** Side effects that `submitter.ts` carries out after an event. */
export type PressEffect<Payload, Reason> =
  | { readonly kind: 'offer'; readonly press: Press<Payload>; readonly attempt: number }
  | { readonly kind: 'send'; readonly press: Press<Payload>; readonly price: number }
  | { readonly kind: 'ask'; readonly press: Press<Payload>; readonly question: Question<Reason> }
  /** Request a new session. */
  | { readonly kind: 'renew' }
  /** Wait before the next attempt; the length follows from `failures`. */
  | { readonly kind: 'pause'; readonly failures: number };

/** Maximum number of session renewals per press before the refusal is shown. */
export const MAX_RENEWALS = 2;

export const initialPressState = <Payload, Reason>(
  online: boolean,
  session: SessionStatus,
  user: User | undefined,
): PressState<Payload, Reason> => ({ status: { step: 'idle' }, online, session, user, attempt: 0 });

/**
 * Whether a press of one user may be carried out for another: an anonymous visitor may get a new id with a new session.
 */
const isSamePerson = (by: User | undefined, user: User | undefined): boolean =>
  by === undefined || (user !== undefined && (by.id === user.id || (!by.member && !user.member)));

function questionOf<Payload, Reason>(press: Press<Payload>, offer: Offer<Reason>): Question<Reason> | undefined {
  if (offer.kind === 'not') return offer;
  const { price, available } = offer;
  if (press.said !== undefined && price > press.said) return { kind: 'dearer', price, said: press.said };
  return price > available ? { kind: 'short', price, available } : undefined;
}

type State<Payload, Reason> = PressState<Payload, Reason>;
type Waiting<Payload, Reason> = Extract<PressStatus<Payload, Reason>, { step: 'waiting' }>;

/** Whether neither the network nor a pause holds the press back. */
const isFree = <Payload, Reason>({ status, online }: State<Payload, Reason>): boolean =>
  status.step === 'waiting' && !status.pausing && online;
const needsSession = <Payload, Reason>(state: State<Payload, Reason>): boolean =>
  isFree(state) && (state.session === 'failed' || state.session === 'out');
const canGoOn = <Payload, Reason>(state: State<Payload, Reason>): boolean => isFree(state) && state.session === 'ready';

function waitingAfter<Payload, Reason>(
  status: Underway<Payload>,
  why: 'unreached' | 'expired',
): Waiting<Payload, Reason> {
  const { press, failures, renewals, unanswered } = status;
  return why === 'unreached'
    ? { step: 'waiting', press, failures: failures + 1, renewals, unanswered, pausing: true }
    : { step: 'waiting', press, failures: 0, renewals: renewals + 1, unanswered, pausing: false };
}

/** Status after the server was not reached or did not accept the session. */
function backToWaiting<Payload, Reason>(
  state: State<Payload, Reason>,
  status: Underway<Payload>,
  why: 'unreached' | 'expired' | 'refused',
): State<Payload, Reason> {
  if (why === 'refused' || (why === 'expired' && status.renewals >= MAX_RENEWALS))
    return { ...state, status: { step: 'idle' } };
  return { ...state, status: waitingAfter(status, why), ...(why === 'expired' ? { session: 'loading' as const } : {}) };
}

function applyOffer<Payload, Reason>(
  state: State<Payload, Reason>,
  event: Extract<PressEvent<Payload, Reason>, { kind: 'offered' | 'not-offered' }>,
): State<Payload, Reason> {
  const { status } = state;
  if (status.step !== 'waiting' || event.attempt !== state.attempt || !canGoOn(state)) return state;
  if (event.kind === 'not-offered') return backToWaiting(state, status, event.why);
  const { press, failures, renewals } = status;
  const question = questionOf(press, event.offer);
  if (question !== undefined) return { ...state, status: { step: 'asking', press, question } };
  return event.offer.kind === 'price'
    ? { ...state, status: { step: 'sending', press, price: event.offer.price, by: state.user?.id, failures, renewals } }
    : state;
}

function applyAnswer<Payload, Reason>(
  state: State<Payload, Reason>,
  answer: Extract<PressEvent<Payload, Reason>, { kind: 'answered' }>['answer'],
): State<Payload, Reason> {
  const { status } = state;
  if (status.step !== 'sending') return state;
  switch (answer) {
    case 'taken':
    case 'refused':
      return { ...state, status: { step: 'idle' } };
    case 'unreached':
      return backToWaiting(
        state,
        { ...status, unanswered: status.unanswered ?? { price: status.price, by: status.by } },
        'unreached',
      );
    case 'expired':
      return backToWaiting(state, status, 'expired');
  }
}

/** A press that got no session tries again later; otherwise it continues at the next event. */
function applySession<Payload, Reason>(
  state: State<Payload, Reason>,
  session: SessionStatus,
  user: User | undefined,
): State<Payload, Reason> {
  const { status } = state;
  const next = { ...state, session, user };
  const hasFailed = session === 'failed' && state.session !== 'failed' && status.step === 'waiting' && !status.pausing;
  return hasFailed ? { ...next, status: waitingAfter(status, 'unreached') } : next;
}

function applyEvent<Payload, Reason>(
  state: State<Payload, Reason>,
  event: PressEvent<Payload, Reason>,
): State<Payload, Reason> {
  const { status } = state;
  switch (event.kind) {
    case 'pressed':
      // A second press while one is under way counts as the same press.
      return status.step === 'waiting' || status.step === 'sending'
        ? state
        : { ...state, status: { step: 'waiting', press: event.press, failures: 0, renewals: 0, pausing: false } };
    case 'network':
      // Try at once when the network is back.
      return {
        ...state,
        online: event.online,
        status: status.step === 'waiting' && event.online && !state.online ? { ...status, pausing: false } : status,
      };
    case 'session':
      return applySession(state, event.session, event.user);
    case 'offered':
    case 'not-offered':
      return applyOffer(state, event);
    case 'answered':
      return applyAnswer(state, event.answer);
    case 'resumed':
      return status.step === 'waiting' && status.pausing ? { ...state, status: { ...status, pausing: false } } : state;
    case 'withdrawn':
      return status.step === 'waiting' || status.step === 'asking' ? { ...state, status: { step: 'idle' } } : state;
  }
}

/** Transitions that need no answer: another user, too late, or a request that was sent already. */
function applyWithoutAnswer<Payload, Reason>(state: State<Payload, Reason>): State<Payload, Reason> {
  const { status, user } = state;
  if (status.step !== 'waiting' || !canGoOn(state)) return state;
  const { press, failures, renewals, unanswered } = status;
  const isOther = unanswered === undefined ? !isSamePerson(press.by, user) : unanswered.by !== user?.id;
  if (isOther) return { ...state, status: { step: 'asking', press, question: { kind: 'someone-else' } } };
  if (unanswered !== undefined)
    return {
      ...state,
      status: { step: 'sending', press, price: unanswered.price, by: unanswered.by, failures, renewals, unanswered },
    };
  return press.late === true ? { ...state, status: { step: 'asking', press, question: { kind: 'late' } } } : state;
}

function effectsOf<Payload, Reason>(
  before: State<Payload, Reason>,
  after: State<Payload, Reason>,
): readonly PressEffect<Payload, Reason>[] {
  const { status } = after;
  if (status.step === 'sending')
    return before.status.step === 'sending' ? [] : [{ kind: 'send', press: status.press, price: status.price }];
  if (status.step === 'asking')
    return before.status === status ? [] : [{ kind: 'ask', press: status.press, question: status.question }];
  if (status.step === 'idle') return [];
  const hadRenewals = before.status.step === 'waiting' || before.status.step === 'sending' ? before.status.renewals : 0;
  const isRenewing = status.renewals > hadRenewals || (needsSession(after) && !needsSession(before));
  const isPausing = status.pausing && !(before.status.step === 'waiting' && before.status.pausing);
  return [
    ...(isRenewing ? [{ kind: 'renew' as const }] : []),
    ...(isPausing ? [{ kind: 'pause' as const, failures: status.failures }] : []),
  ];
}

/** The state after an event, and the effects to carry out. */
export function advance<Payload, Reason>(
  before: State<Payload, Reason>,
  event: PressEvent<Payload, Reason>,
): { readonly state: State<Payload, Reason>; readonly effects: readonly PressEffect<Payload, Reason>[] } {
  const after = applyWithoutAnswer(applyEvent(before, event));
  const effects = effectsOf(before, after);
  const { status } = after;
  if (
    status.step !== 'waiting' ||
    !canGoOn(after) ||
    (canGoOn(before) && before.status.step === 'waiting' && before.status.press === status.press)
  )
    return { state: after, effects };
  const attempt = after.attempt + 1;
  return { state: { ...after, attempt }, effects: [...effects, { kind: 'offer', press: status.press, attempt }] };
}

/** The note shown while a press is under way. */
export type PressNote = 'starting' | 'offline' | 'unreachable';

export function noteOf<Payload, Reason>({ status, online, session }: State<Payload, Reason>): PressNote | undefined {
  if (status.step !== 'waiting' && status.step !== 'sending') return undefined;
  if (!online) return 'offline';
  return status.failures > 0 || session === 'failed' ? 'unreachable' : 'starting';
}
