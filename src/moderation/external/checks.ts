import sharp from 'sharp';
import { CATEGORIES } from '../category.shared.js';
import type { ImageCheck } from '../image-check/port.js';
import type { TextCheck } from '../text-check/port.js';
import { worstOf, type ModerationApi } from './api.js';

/** Longer side in pixels of images that are sent. */
const SIDE = 1_024;
/** Pixel limit; every accepted or generated image is smaller. */
const MAX_PIXELS = 100_000_000;

/** Judges texts by an external API, which names no words. The API recognises the language itself. */
export function createExternalTextCheck(api: ModerationApi): TextCheck {
  return {
    check: async (text) => {
      const scores = await api.judge(text);
      return CATEGORIES.flatMap((category) =>
        scores[category] === 0 ? [] : [{ category, score: scores[category], words: [] }],
      );
    },
  };
}

/**
 * Judges images by an external API; the worst category counts. Sends a smaller copy without metadata, of an animation
 * its first frame.
 */
export function createExternalImageCheck(api: ModerationApi): ImageCheck {
  return {
    name: api.model,
    check: async (image, signal) => {
      const copy = await sharp(image, { limitInputPixels: MAX_PIXELS, failOn: 'none' })
        .rotate()
        .flatten({ background: '#fff' })
        .resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true })
        .toColourspace('srgb')
        .jpeg({ quality: 85 })
        .toBuffer();
      const url = `data:image/jpeg;base64,${copy.toString('base64')}`;
      return worstOf(await api.judge([{ type: 'image_url', image_url: { url } }], signal));
    },
    close: async () => undefined,
  };
}

/** Judges by several checks. All must answer, and the findings of all count, so that the stricter one prevails. */
export function allTextChecks(checks: readonly TextCheck[]): TextCheck {
  return {
    check: async (text, language) => (await Promise.all(checks.map((one) => one.check(text, language)))).flat(),
  };
}

/** Judges by several checks. All must answer, and the highest score counts. */
export function allImageChecks(checks: readonly ImageCheck[]): ImageCheck {
  return {
    name: checks.map(({ name }) => name).join('+'),
    check: async (image, signal) => Math.max(...(await Promise.all(checks.map((one) => one.check(image, signal))))),
    close: async () => {
      await Promise.all(checks.map((one) => one.close()));
    },
  };
}
