import type { Millis } from '../../kernel/clock.js';

/** What one doubling of votes is worth, in milliseconds of age: 12 hours. */
export const DOUBLING_MS = 43_200_000;

/** Age of an account, in milliseconds, from which its likes count as votes: 3 days. */
export const VOTER_AGE_MS = 259_200_000;

/**
 * A work's place in "trending": the highest comes first. A work counts as published 12 hours later for each doubling of
 * `votes + 1`; between two powers of two the bonus is linear. Works lose their place because newer ones start higher.
 * A rank changes only with the work's own votes, and no job recalculates it.
 * @param votes likes that count (`isVote`), a whole number of 0 or more
 * @returns an integer in milliseconds
 */
export function rankOf(publishedAt: Millis, votes: number): number {
  const count = votes + 1;
  let doublings = 0;
  let power = 1;
  while (power * 2 <= count) {
    power *= 2;
    doublings += 1;
  }
  return publishedAt + doublings * DOUBLING_MS + Math.floor((DOUBLING_MS * (count - power)) / power);
}

/**
 * Whether a like counts as a vote: not the author's own, and of an account that has had an address for three days.
 * @param memberSince when the address was verified; undefined for a visitor
 */
export const isVote = (by: string, owner: string, memberSince: Millis | undefined, at: Millis): boolean =>
  by !== owner && memberSince !== undefined && at - memberSince >= VOTER_AGE_MS;
