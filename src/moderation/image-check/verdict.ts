import type { ImageCheck, ImageModeration, Scores } from './port.js';

/**
 * Score against an image, 0 to 1. Porn and Hentai are added, because an image may be partly both. "Sexy" does not
 * count, because people in summer clothes and groups score high on it; such images reach 0.85 here. Measurements:
 * docs/creations.md.
 */
export function against({ Porn, Hentai }: Scores): number {
  return Porn + Hentai;
}

/** Score against an image, or against the frames of a video: 0 to 100, that of the worst one. */
export const scoreOf = (images: readonly Scores[]): number =>
  Math.min(100, Math.max(0, ...images.map((scores) => Math.floor(against(scores) * 100 + 1e-9))));

/** Judges images by the classes of a network. */
export const byClasses = (network: ImageModeration): ImageCheck => ({
  name: network.name,
  check: async (image, signal) => scoreOf([await network.score(image, signal)]),
  close: () => network.close(),
});
