import type { Scores } from './port.js';

/** Of a picture, or of several pictures of one film. */
export type Verdict = 'passes' | 'refused';

/**
 * From so much on a picture is refused: Porn and Hentai together, as a picture may be a little of both. "Sexy" is no reason, for
 * people in summer clothes and groups score high on it; they come to 0.85 here. The figures this was chosen by: docs/creations.md.
 */
export const REFUSED_FROM = 0.9;

/** How much speaks against a picture, 0 to 1. */
export function against({ Porn, Hentai }: Scores): number {
  return Porn + Hentai;
}

/** Judges what is known of a picture, or of each picture looked at of a film: one that is refused is enough. */
export function verdictOf(pictures: readonly Scores[]): Verdict {
  return pictures.some((scores) => against(scores) >= REFUSED_FROM) ? 'refused' : 'passes';
}
