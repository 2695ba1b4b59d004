import type { Failure } from './failure';

/** What handlers may do. */
export interface Reactions {
  /** "We've updated our website" with a button that loads the page anew. */
  refreshNotice(): void;
  /** A network error, with a way to write to us. */
  networkTrouble(): void;
  relogin(): void;
  /** Words for an identifier; of an unknown one its own message. */
  say(failure: Failure): void;
}

/** One rule of the chain: either reacts, or lets the next one look. */
export type Handler = (failure: Failure, reactions: Reactions, next: () => void) => void;

/** Nobody asked for the answer any more. */
const ignoreAborts: Handler = (failure, _reactions, next) => {
  if (failure.kind !== 'aborted') next();
};

/** HTML with 403 or 502: the website was changed under the page. */
const newWebsite: Handler = (failure, reactions, next) => {
  const changed = failure.kind === 'html' && (failure.status === 403 || failure.status === 502);
  const asked = failure.kind === 'product' && failure.identifier === 'REFRESH_PAGE';
  if (changed || asked) reactions.refreshNotice();
  else next();
};

/** Any other HTML, and a server that was not reached. */
const network: Handler = (failure, reactions, next) => {
  if (failure.kind === 'html' || failure.kind === 'network') reactions.networkTrouble();
  else next();
};

/** No session, or one that has ended. */
const unauthorized: Handler = (failure, reactions, next) => {
  if (failure.kind === 'product' && failure.code === 'UNAUTHORIZED') reactions.relogin();
  else next();
};

const words: Handler = (failure, reactions) => reactions.say(failure);

/** The rules of specification section 8, in order. Rules for popups of plans join before `words` when there are plans. */
export const CHAIN: readonly Handler[] = [ignoreAborts, newWebsite, network, unauthorized, words];

/** Runs a failure along the chain. */
export function runChain(failure: Failure, reactions: Reactions, chain: readonly Handler[] = CHAIN): void {
  const step = (index: number): void => chain[index]?.(failure, reactions, () => step(index + 1));
  step(0);
}
