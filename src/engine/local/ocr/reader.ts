/** Finding and reading text in images, by the optional model PP-OCR (adr/0096). */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Raster } from '../scene/scene.js';
import { findText, type TextBox } from './find-text.js';
import { withNetworks } from './networks.js';
import { alphabetOf, readLine, type ReadLine } from './read-line.js';

export interface Reader {
  /** Lines of text in an opaque image, from top to bottom. @param longSide at which it is searched, pixels */
  find(image: Raster, longSide: number): Promise<readonly TextBox[]>;
  /** What is read in such lines. */
  read(image: Raster, boxes: readonly TextBox[]): Promise<readonly ReadLine[]>;
  /** Characters that can be read. */
  readonly alphabet: ReadonlySet<string>;
}

/**
 * Opens a reader for as long as `work` lasts.
 * @param folder of the installed model
 * @throws ToolRefusal ENGINE_UNAVAILABLE {reason: 'damaged', file}; what `work` throws
 */
export const withReader = <T>(folder: string, work: (reader: Reader) => Promise<T>): Promise<T> =>
  withNetworks(folder, async (run) => {
    const alphabet = alphabetOf(await readFile(join(folder, 'characters.txt'), 'utf8'));
    return work({
      alphabet: new Set(alphabet),
      find: (image, longSide) => findText(image, longSide, run),
      read: async (image, boxes) => {
        const lines: ReadLine[] = [];
        for (const box of boxes) lines.push(await readLine(image, box, alphabet, run));
        return lines;
      },
    });
  });
