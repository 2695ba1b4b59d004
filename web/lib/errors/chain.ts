import type { Failure } from './failure';
import { usageLimit } from './usage-limit';
import { UPGRADE_REASONS, type UpgradeReason } from '@/lib/popups/names';

/** What handlers may do. */
export interface ErrorActions {
  /** "We've updated our website" with a button that loads the page anew. */
  refreshNotice(): void;
  /** A network error, with a way to write to us. */
  networkTrouble(): void;
  relogin(): void;
  /** The popup that offers a plan. */
  upgrade(reason: UpgradeReason, limit?: number): void;
  /** The popup that says what is running or waiting; `limit` is how many there may be. */
  concurrency(limit: number | undefined): void;
  /** The popup that says how many credits are missing. */
  notEnough(needed: number | undefined, available: number | undefined): void;
  /** Words for an identifier; of an unknown one its own message. */
  say(failure: Failure): void;
}

/** One rule of the chain: either reacts, or lets the next one look. */
export type Handler = (failure: Failure, reactions: ErrorActions, next: () => void) => void;

/** Nobody asked for the answer any more. */
const ignoreAborts: Handler = (failure, _reactions, next) => {
  if (failure.kind !== 'aborted') next();
};

/** HTML with 403 or 502, and a part of the page that is gone: the website was changed under it. */
const newWebsite: Handler = (failure, reactions, next) => {
  const changed = failure.kind === 'outdated' || (failure.kind === 'html' && (failure.status === 403 || failure.status === 502));
  const isRefreshRequested = failure.kind === 'product' && failure.identifier === 'REFRESH_PAGE';
  if (changed || isRefreshRequested) reactions.refreshNotice();
  else next();
};

/** Any other HTML, and a server that was not reached. */
const network: Handler = (failure, reactions, next) => {
  if (failure.kind === 'html' || failure.kind === 'network') reactions.networkTrouble();
  else next();
};

/** What a plan is needed for, as the server names it; a feature of plans where it does not. */
function reasonOf(failure: Failure): UpgradeReason {
  const named = failure.kind === 'product' ? failure.params['reason'] : undefined;
  return UPGRADE_REASONS.find((reason) => reason === named) ?? 'ProFeature';
}

/** Limits of videos and features that belong to plans. */
const upgrade: Handler = (failure, reactions, next) => {
  const identifier = identifierOf(failure);
  if (identifier === 'USER_VIDEO_LIMIT') reactions.upgrade('VideoUsage', failure.kind === 'product' ? numberOf(failure, 'limit') : undefined);
  else if (identifier === 'PRO_FEATURE') reactions.upgrade(reasonOf(failure));
  else next();
};

/** "Video generating message": as many are under way as may be. */
const concurrency: Handler = (failure, reactions, next) => {
  if (failure.kind === 'product' && identifierOf(failure) === 'PARALLEL_TASK_LIMIT') reactions.concurrency(numberOf(failure, 'limit'));
  else next();
};

const notEnough: Handler = (failure, reactions, next) => {
  if (failure.kind === 'product' && identifierOf(failure) === 'CREDITS_NOT_ENOUGH') reactions.notEnough(numberOf(failure, 'needed'), numberOf(failure, 'available'));
  else next();
};

/** No session, or one that has ended. */
const unauthorized: Handler = (failure, reactions, next) => {
  if (failure.kind === 'product' && failure.code === 'UNAUTHORIZED') reactions.relogin();
  else next();
};

/** A usage limit carries its identifier last in the message. */
const identifierOf = (failure: Failure): string | undefined => (failure.kind === 'product' ? (usageLimit(failure.message)?.identifier ?? failure.identifier) : undefined);

function numberOf(failure: Extract<Failure, { kind: 'product' }>, name: string): number | undefined {
  const value = failure.params[name];
  return typeof value === 'number' ? value : undefined;
}

const words: Handler = (failure, reactions) => reactions.say(failure);

/** The handlers of a failure, in order; each passes on what it does not handle. */
export const CHAIN: readonly Handler[] = [ignoreAborts, newWebsite, network, upgrade, concurrency, notEnough, unauthorized, words];

/** Runs a failure along the chain. */
export function runChain(failure: Failure, reactions: ErrorActions, chain: readonly Handler[] = CHAIN): void {
  const step = (index: number): void => chain[index]?.(failure, reactions, () => step(index + 1));
  step(0);
}
