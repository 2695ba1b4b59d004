import type { RewardsView } from '@src/rewards/rewards.view.shared';

/** Streak days after which a member is asked for a review. */
const REVIEW_FROM_DAY = 3;

/**
 * The popup that is due without being asked for. Only members who have created something and check in on consecutive
 * days see one: a reminder that keeps their streak, and once a request for a review.
 */
export function unaskedPopup(
  { today, missions }: RewardsView,
  wasReviewRequested: boolean,
): 'dailyCheckIn' | 'review' | undefined {
  const hasCreated = missions.some(({ id, state }) => id !== 'first-publication' && state !== 'open');
  if (!hasCreated) return undefined;
  if (today.state === 'open') return today.day > 1 ? 'dailyCheckIn' : undefined;
  return today.day >= REVIEW_FROM_DAY && !wasReviewRequested ? 'review' : undefined;
}

/** Pages on which nothing is being made or paid. */
const CALM: readonly string[] = ['/home', '/explore', '/creations', '/credits', '/projects', '/notifications'];

/** Whether a popup may open on a page without being asked for. @param path without language */
export const isCalm = (path: string): boolean => CALM.includes(path);

const REVIEW_KEY = 'kinora.review-requested';
type Shelf = Pick<Storage, 'getItem' | 'setItem'>;
const ownShelf = (): Shelf => localStorage;

/** Whether this browser has asked for a review; true where nothing can be stored. */
export function wasReviewRequested(shelfOf = ownShelf): boolean {
  try {
    return shelfOf().getItem(REVIEW_KEY) !== null;
  } catch {
    return true;
  }
}

export function storeReviewRequested(shelfOf = ownShelf): void {
  try {
    shelfOf().setItem(REVIEW_KEY, '1');
  } catch {
    // Without storage nobody is asked.
  }
}
