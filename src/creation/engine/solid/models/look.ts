import type { Random } from '../../scene/random.js';
import type { Hex, Paint } from '../model.js';

export * from '../paints.js';

/** What a model may choose its colours from: the prompt's wishes first, then the picture's palette. */
export interface Look {
  /** The object's main colour if the prompt names one, else the given one. */
  main(fallback: Hex): Hex;
  /** The main surface: the prompt's material and colour over the given paint. */
  paint(fallback: Paint): Paint;
  /** Coloured glass, of the prompt's colour if it names one. */
  glass(fallback: Hex): Paint;
  readonly dark: Hex;
  readonly light: Hex;
  readonly accent: Hex;
  readonly random: Random;
}
