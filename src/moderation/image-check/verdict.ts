import type { Scores } from './port.js';

/** Of an image, or of several images of one video. */
export type Verdict = 'passes' | 'refused';

/**
 * From so much on an image is refused: Porn and Hentai together, as an image may be a little of both. "Sexy" is no reason, for
 * people in summer clothes and groups score high on it; they come to 0.85 here. The figures this was chosen by: docs/creations.md.
 */
export const REFUSED_FROM = 0.9;

/** How much speaks against an image, 0 to 1. */
export function against({ Porn, Hentai }: Scores): number {
  return Porn + Hentai;
}

/** Judges what is known of an image, or of each image looked at of a video: one that is refused is enough. */
export function verdictOf(images: readonly Scores[]): Verdict {
  return images.some((scores) => against(scores) >= REFUSED_FROM) ? 'refused' : 'passes';
}
