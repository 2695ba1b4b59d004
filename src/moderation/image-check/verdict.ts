import type { Scores } from './port.js';

/** Verdict on an image, or on several frames of a video. */
export type Verdict = 'passes' | 'refused';

/**
 * Threshold above which an image is refused. Porn and Hentai are added, because an image may be partly both. "Sexy"
 * does not count, because people in summer clothes and groups score high on it; such images reach 0.85 here.
 * Measurements: docs/creations.md.
 */
export const REFUSED_FROM = 0.9;

/** Score against an image, 0 to 1. */
export function against({ Porn, Hentai }: Scores): number {
  return Porn + Hentai;
}

/** Judges an image, or the frames of a video; one refused frame is enough. */
export function verdictOf(images: readonly Scores[]): Verdict {
  return images.some((scores) => against(scores) >= REFUSED_FROM) ? 'refused' : 'passes';
}
