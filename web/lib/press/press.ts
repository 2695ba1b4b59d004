/**
 * A press on a button that spends credits, from the press until it was carried out, refused, withdrawn or asked about. It waits for the
 * network, for the session and for the price, in whatever order they come. Pure: `submitter.ts` does what this decides.
 */

/** Who a session belongs to. */
export interface User {
  readonly id: string;
  /** Whether it is an account, not an anonymous visitor. */
  readonly member: boolean;
}

export interface Press<Wish> {
  /** The request id: minted once, sent with every try, so that the server carries it out once. */
  readonly id: string;
  readonly wish: Wish;
  /** Whole credits that stood on the button; undefined where no price was known yet. */
  readonly said?: number | undefined;
  /** Who pressed; undefined where no session was known yet. */
  readonly by?: User | undefined;
  /** Whether it was kept for so long that nobody expects it any more. */
  readonly late?: boolean | undefined;
}

/** What carrying out a press would take now. `Reason` says why it cannot be done as it is. */
export type Offer<Reason> = { readonly kind: 'price'; readonly price: number; readonly available: number } | { readonly kind: 'not'; readonly reason: Reason };

/** What somebody is asked instead of being charged. Whole credits. */
export type Question<Reason> =
  | { readonly kind: 'dearer'; readonly price: number; readonly said: number }
  | { readonly kind: 'short'; readonly price: number; readonly available: number }
  /** Somebody else is here than the one who pressed. */
  | { readonly kind: 'someone-else' }
  | { readonly kind: 'late' }
  | { readonly kind: 'not'; readonly reason: Reason };

/** `out`: somebody with an account has to sign in. `failed`: no session could be made. */
export type SessionStatus = 'loading' | 'ready' | 'out' | 'failed';

interface Underway<Wish> {
  readonly press: Press<Wish>;
  /** Tries that did not reach the server, since the last one that did. */
  readonly failures: number;
  /** How often a new session was asked for because the server knew the old one no more. */
  readonly renewals: number;
  /** The price it was sent for, and by whom, where no answer came: the server may have taken it. */
  readonly unanswered?: { readonly price: number; readonly by: string | undefined } | undefined;
}

export type PressStatus<Wish, Reason> =
  | { readonly step: 'idle' }
  /** `pausing`: the next try waits for its time. */
  | (Underway<Wish> & { readonly step: 'waiting'; readonly pausing: boolean })
  | (Underway<Wish> & { readonly step: 'sending'; readonly price: number; /** Id of who it is sent for. */ readonly by: string | undefined })
  | { readonly step: 'asking'; readonly press: Press<Wish>; readonly question: Question<Reason> };

export interface PressState<Wish, Reason> {
  readonly standing: PressStatus<Wish, Reason>;
  readonly online: boolean;
  readonly session: SessionStatus;
  readonly user: User | undefined;
  /** Numbers the questions for a price: an answer to an earlier one is not used. */
  readonly asked: number;
}

export type PressEvent<Wish, Reason> =
  | { readonly kind: 'pressed'; readonly press: Press<Wish> }
  | { readonly kind: 'network'; readonly online: boolean }
  | { readonly kind: 'session'; readonly session: SessionStatus; readonly user: User | undefined }
  | { readonly kind: 'offered'; readonly asked: number; readonly offer: Offer<Reason> }
  /** The price could not be had: the server was not reached, or did not know the session. */
  | { readonly kind: 'not-offered'; readonly asked: number; readonly why: 'unreached' | 'expired' | 'refused' }
  /** What came of sending it. */
  | { readonly kind: 'answered'; readonly answer: 'taken' | 'refused' | 'unreached' | 'expired' }
  /** A pause is over. */
  | { readonly kind: 'resumed' }
  | { readonly kind: 'withdrawn' };

/** What is to be done after an event. */
export type PressEffect<Wish, Reason> =
  | { readonly kind: 'offer'; readonly press: Press<Wish>; readonly asked: number }
  | { readonly kind: 'send'; readonly press: Press<Wish>; readonly price: number }
  | { readonly kind: 'ask'; readonly press: Press<Wish>; readonly question: Question<Reason> }
  /** A new session is needed. */
  | { readonly kind: 'renew' }
  /** Another try follows later; `failures` says how long. */
  | { readonly kind: 'pause'; readonly failures: number };

/** How often a press asks for a new session before the refusal is shown. */
export const MAX_RENEWALS = 2;

export const firstState = <Wish, Reason>(online: boolean, session: SessionStatus, user: User | undefined): PressState<Wish, Reason> => ({ standing: { step: 'idle' }, online, session, user, asked: 0 });

/** Whether a press of one user may be carried out for another: a visitor whose session ended is a visitor again. */
const isSamePerson = (by: User | undefined, user: User | undefined): boolean => by === undefined || (user !== undefined && (by.id === user.id || (!by.member && !user.member)));

function questionOf<Wish, Reason>(press: Press<Wish>, offer: Offer<Reason>): Question<Reason> | undefined {
  if (offer.kind === 'not') return offer;
  const { price, available } = offer;
  if (press.said !== undefined && price > press.said) return { kind: 'dearer', price, said: press.said };
  return price > available ? { kind: 'short', price, available } : undefined;
}

type State<Wish, Reason> = PressState<Wish, Reason>;
type Waiting<Wish, Reason> = Extract<PressStatus<Wish, Reason>, { step: 'waiting' }>;

/** Whether a press can go on as far as the network and its pauses are concerned. */
const isFree = <Wish, Reason>({ standing, online }: State<Wish, Reason>): boolean => standing.step === 'waiting' && !standing.pausing && online;
const needsSession = <Wish, Reason>(state: State<Wish, Reason>): boolean => isFree(state) && (state.session === 'failed' || state.session === 'out');
const canGoOn = <Wish, Reason>(state: State<Wish, Reason>): boolean => isFree(state) && state.session === 'ready';

function waitingAfter<Wish, Reason>(standing: Underway<Wish>, why: 'unreached' | 'expired'): Waiting<Wish, Reason> {
  const { press, failures, renewals, unanswered } = standing;
  return why === 'unreached'
    ? { step: 'waiting', press, failures: failures + 1, renewals, unanswered, pausing: true }
    : { step: 'waiting', press, failures: 0, renewals: renewals + 1, unanswered, pausing: false };
}

/** A standing after the server was not reached, or did not know the session. */
function setBack<Wish, Reason>(state: State<Wish, Reason>, standing: Underway<Wish>, why: 'unreached' | 'expired' | 'refused'): State<Wish, Reason> {
  if (why === 'refused' || (why === 'expired' && standing.renewals >= MAX_RENEWALS)) return { ...state, standing: { step: 'idle' } };
  return { ...state, standing: waitingAfter(standing, why), ...(why === 'expired' ? { session: 'loading' as const } : {}) };
}

function heardPrice<Wish, Reason>(state: State<Wish, Reason>, event: Extract<PressEvent<Wish, Reason>, { kind: 'offered' | 'not-offered' }>): State<Wish, Reason> {
  const { standing } = state;
  if (standing.step !== 'waiting' || event.asked !== state.asked || !canGoOn(state)) return state;
  if (event.kind === 'not-offered') return setBack(state, standing, event.why);
  const { press, failures, renewals } = standing;
  const question = questionOf(press, event.offer);
  if (question !== undefined) return { ...state, standing: { step: 'asking', press, question } };
  return event.offer.kind === 'price' ? { ...state, standing: { step: 'sending', press, price: event.offer.price, by: state.user?.id, failures, renewals } } : state;
}

function heardAnswer<Wish, Reason>(state: State<Wish, Reason>, answer: Extract<PressEvent<Wish, Reason>, { kind: 'answered' }>['answer']): State<Wish, Reason> {
  const { standing } = state;
  if (standing.step !== 'sending') return state;
  switch (answer) {
    case 'taken':
    case 'refused':
      return { ...state, standing: { step: 'idle' } };
    case 'unreached':
      return setBack(state, { ...standing, unanswered: standing.unanswered ?? { price: standing.price, by: standing.by } }, 'unreached');
    case 'expired':
      return setBack(state, standing, 'expired');
  }
}

/** A press that failed to get a session tries again later; one that waits for nothing else goes on at the next event. */
function heardSession<Wish, Reason>(state: State<Wish, Reason>, session: SessionStatus, user: User | undefined): State<Wish, Reason> {
  const { standing } = state;
  const next = { ...state, session, user };
  const hasFailed = session === 'failed' && state.session !== 'failed' && standing.step === 'waiting' && !standing.pausing;
  return hasFailed ? { ...next, standing: waitingAfter(standing, 'unreached') } : next;
}

function heard<Wish, Reason>(state: State<Wish, Reason>, event: PressEvent<Wish, Reason>): State<Wish, Reason> {
  const { standing } = state;
  switch (event.kind) {
    case 'pressed':
      // While one is under way another press is the same one.
      return standing.step === 'waiting' || standing.step === 'sending' ? state : { ...state, standing: { step: 'waiting', press: event.press, failures: 0, renewals: 0, pausing: false } };
    case 'network':
      // What came back is worth a try at once.
      return { ...state, online: event.online, standing: standing.step === 'waiting' && event.online && !state.online ? { ...standing, pausing: false } : standing };
    case 'session':
      return heardSession(state, event.session, event.user);
    case 'offered':
    case 'not-offered':
      return heardPrice(state, event);
    case 'answered':
      return heardAnswer(state, event.answer);
    case 'resumed':
      return standing.step === 'waiting' && standing.pausing ? { ...state, standing: { ...standing, pausing: false } } : state;
    case 'withdrawn':
      return standing.step === 'waiting' || standing.step === 'asking' ? { ...state, standing: { step: 'idle' } } : state;
  }
}

/** What does not wait for an answer: who is here, whether it is too late, and what was sent already. */
function settled<Wish, Reason>(state: State<Wish, Reason>): State<Wish, Reason> {
  const { standing, user } = state;
  if (standing.step !== 'waiting' || !canGoOn(state)) return state;
  const { press, failures, renewals, unanswered } = standing;
  const isOther = unanswered === undefined ? !isSamePerson(press.by, user) : unanswered.by !== user?.id;
  if (isOther) return { ...state, standing: { step: 'asking', press, question: { kind: 'someone-else' } } };
  if (unanswered !== undefined) return { ...state, standing: { step: 'sending', press, price: unanswered.price, by: unanswered.by, failures, renewals, unanswered } };
  return press.late === true ? { ...state, standing: { step: 'asking', press, question: { kind: 'late' } } } : state;
}

function effectsOf<Wish, Reason>(before: State<Wish, Reason>, after: State<Wish, Reason>): readonly PressEffect<Wish, Reason>[] {
  const { standing } = after;
  if (standing.step === 'sending') return before.standing.step === 'sending' ? [] : [{ kind: 'send', press: standing.press, price: standing.price }];
  if (standing.step === 'asking') return before.standing === standing ? [] : [{ kind: 'ask', press: standing.press, question: standing.question }];
  if (standing.step === 'idle') return [];
  const hadRenewals = before.standing.step === 'waiting' || before.standing.step === 'sending' ? before.standing.renewals : 0;
  const isRenewing = standing.renewals > hadRenewals || (needsSession(after) && !needsSession(before));
  const isPausing = standing.pausing && !(before.standing.step === 'waiting' && before.standing.pausing);
  return [...(isRenewing ? [{ kind: 'renew' as const }] : []), ...(isPausing ? [{ kind: 'pause' as const, failures: standing.failures }] : [])];
}

/** The state after an event, and what is to be done. */
export function advance<Wish, Reason>(before: State<Wish, Reason>, event: PressEvent<Wish, Reason>): { readonly state: State<Wish, Reason>; readonly effects: readonly PressEffect<Wish, Reason>[] } {
  const after = settled(heard(before, event));
  const effects = effectsOf(before, after);
  const { standing } = after;
  if (standing.step !== 'waiting' || !canGoOn(after) || (canGoOn(before) && before.standing.step === 'waiting' && before.standing.press === standing.press)) return { state: after, effects };
  const asked = after.asked + 1;
  return { state: { ...after, asked }, effects: [...effects, { kind: 'offer', press: standing.press, asked }] };
}

/** What is said while a press is under way. */
export type PressNote = 'starting' | 'offline' | 'unreachable';

export function noteOf<Wish, Reason>({ standing, online, session }: State<Wish, Reason>): PressNote | undefined {
  if (standing.step !== 'waiting' && standing.step !== 'sending') return undefined;
  if (!online) return 'offline';
  return standing.failures > 0 || session === 'failed' ? 'unreachable' : 'starting';
}
