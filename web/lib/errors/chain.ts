import type { Failure } from './failure';
import { usageLimit } from './usage-limit';
import { UPGRADE_REASONS, type UpgradeReason } from '@/lib/popups/names';

/** Reactions available to handlers. */
export interface ErrorActions {
  /** Shows that the website was updated, with a reload button. */
  refreshNotice(): void;
  /** Shows a network error with a contact link. */
  networkTrouble(): void;
  relogin(): void;
  /** Opens the popup that offers a plan. */
  upgrade(reason: UpgradeReason, limit?: number): void;
  /** Opens the popup with running and waiting tasks; `limit` is their maximum number. */
  concurrency(limit: number | undefined): void;
  /** Opens the popup with the number of missing credits. */
  notEnough(needed: number | undefined, available: number | undefined): void;
  /** Shows the message of an identifier, or the failure's own message if it is unknown. */
  say(failure: Failure): void;
}

/** One handler of the chain. It reacts, or calls `next`. */
export type Handler = (failure: Failure, reactions: ErrorActions, next: () => void) => void;

/** The request was aborted, so nothing waits for its answer. */
const ignoreAborts: Handler = (failure, _reactions, next) => {
  if (failure.kind !== 'aborted') next();
};

/** HTML with 403 or 502, or a missing chunk: a new version was deployed. */
const newWebsite: Handler = (failure, reactions, next) => {
  const changed =
    failure.kind === 'outdated' || (failure.kind === 'html' && (failure.status === 403 || failure.status === 502));
  const isRefreshRequested = failure.kind === 'product' && failure.identifier === 'REFRESH_PAGE';
  if (changed || isRefreshRequested) reactions.refreshNotice();
  else next();
};

/** Any other HTML, or an unreachable server. */
const network: Handler = (failure, reactions, next) => {
  if (failure.kind === 'html' || failure.kind === 'network') reactions.networkTrouble();
  else next();
};

/** The upgrade reason that the server names; a plan feature in general if it names none. */
function reasonOf(failure: Failure): UpgradeReason {
  const named = failure.kind === 'product' ? failure.params['reason'] : undefined;
  return UPGRADE_REASONS.find((reason) => reason === named) ?? 'ProFeature';
}

/** Limits of videos, and features of paid plans. */
const upgrade: Handler = (failure, reactions, next) => {
  const identifier = identifierOf(failure);
  if (identifier === 'USER_VIDEO_LIMIT')
    reactions.upgrade('VideoUsage', failure.kind === 'product' ? numberOf(failure, 'limit') : undefined);
  else if (identifier === 'PRO_FEATURE') reactions.upgrade(reasonOf(failure));
  else next();
};

/** "Video generating message": the limit of parallel tasks is reached. */
const concurrency: Handler = (failure, reactions, next) => {
  if (failure.kind === 'product' && identifierOf(failure) === 'PARALLEL_TASK_LIMIT')
    reactions.concurrency(numberOf(failure, 'limit'));
  else next();
};

const notEnough: Handler = (failure, reactions, next) => {
  if (failure.kind === 'product' && identifierOf(failure) === 'CREDITS_NOT_ENOUGH')
    reactions.notEnough(numberOf(failure, 'needed'), numberOf(failure, 'available'));
  else next();
};

/** No session, or an expired one. */
const unauthorized: Handler = (failure, reactions, next) => {
  if (failure.kind === 'product' && failure.code === 'UNAUTHORIZED') reactions.relogin();
  else next();
};

/** A usage limit has its identifier at the end of the message. */
const identifierOf = (failure: Failure): string | undefined =>
  failure.kind === 'product' ? (usageLimit(failure.message)?.identifier ?? failure.identifier) : undefined;

function numberOf(failure: Extract<Failure, { kind: 'product' }>, name: string): number | undefined {
  const value = failure.params[name];
  return typeof value === 'number' ? value : undefined;
}

const words: Handler = (failure, reactions) => reactions.say(failure);

/** The handlers of a failure, in order; each passes on what it does not handle. */
export const CHAIN: readonly Handler[] = [
  ignoreAborts,
  newWebsite,
  network,
  upgrade,
  concurrency,
  notEnough,
  unauthorized,
  words,
];

/** Runs a failure along the chain. */
export function runChain(failure: Failure, reactions: ErrorActions, chain: readonly Handler[] = CHAIN): void {
  const step = (index: number): void => chain[index]?.(failure, reactions, () => step(index + 1));
  step(0);
}
