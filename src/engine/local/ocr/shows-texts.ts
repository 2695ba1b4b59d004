import type { Raster } from '../scene/scene.js';
import { shareRead } from './legible.js';
import { withReader } from './reader.js';

/** Longest side at which a design's words are searched for, pixels. */
const LONG_SIDE = 960;
/** Minimum share of a text's letters that must be read. Display faces are read with some letters wrong. */
const SHARE = 0.5;
/** Texts with fewer letters are too short to tell. */
const LETTERS = 4;

/**
 * Whether an image shows texts legibly. Texts in scripts that cannot be read, and short ones, count as shown.
 * @param image opaque or not; its transparent parts are seen as they are stored
 * @param folder of the optional model PP-OCR
 * @throws ToolRefusal ENGINE_UNAVAILABLE {reason: 'damaged', file}
 */
export async function showsTexts(image: Raster, texts: readonly string[], folder: string): Promise<boolean> {
  return withReader(folder, async (reader) => {
    const boxes = await reader.find(image, LONG_SIDE);
    const lines = (await reader.read(image, boxes)).map(({ text }) => text);
    return texts
      .filter((text) => text.length >= LETTERS)
      .every((text) => (shareRead(text, lines, reader.alphabet) ?? 1) >= SHARE);
  });
}
