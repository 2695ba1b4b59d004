import type { Arrangement } from '../../../sizes.shared.js';
import type { Box, TypeStyle } from '../../type/setting.js';

/** Positions of a product and its text, in hundredths of the width, for a left-to-right page. */
export interface PromoLayout {
  /** Box of the text, and its position in it. */
  readonly words: Box;
  readonly anchor: TypeStyle['anchor'];
  readonly headline: TypeStyle;
  readonly sub: TypeStyle;
  /** Box of the product and its plinth. The product stands at the lower edge, centred. */
  readonly product: Box;
  /** A coloured panel under the text. */
  readonly panel?: Box;
}

const HEADLINES = {
  centre: { face: 'serif', weight: 700, leading: 1.08, tracking: -0.012, align: 'middle', anchor: 'top' },
  beside: { face: 'sans', weight: 820, leading: 1.02, tracking: -0.034, align: 'start', anchor: 'top' },
  panel: { face: 'condensed', weight: 650, leading: 1.1, tracking: -0.006, align: 'start', anchor: 'top' },
} as const satisfies Readonly<Record<Arrangement, Omit<TypeStyle, 'size'>>>;

/** Upright pages place the text in a strip across, wide ones in a column beside the product. */
const isUpright = (height: number): boolean => height > 110;

function boxes(arrangement: Arrangement, height: number): Pick<PromoLayout, 'words' | 'anchor' | 'product' | 'panel'> {
  const upright = isUpright(height);
  switch (arrangement) {
    case 'centre': {
      const top = height * (upright ? 0.06 : 0.065);
      const tall = height * (upright ? 0.24 : 0.25);
      const from = top + tall + height * 0.02;
      return {
        words: { x: 9, y: top, width: 82, height: tall },
        anchor: 'middle',
        product: { x: 14, y: from, width: 72, height: height * 0.955 - from },
      };
    }
    case 'beside':
      return upright
        ? {
            words: { x: 7.5, y: height * 0.055, width: 80, height: height * 0.27 },
            anchor: 'top',
            product: { x: 20, y: height * 0.34, width: 76, height: height * 0.62 },
          }
        : {
            words: { x: 6, y: height * 0.1, width: 41, height: height * 0.8 },
            anchor: 'middle',
            product: { x: 51, y: height * 0.09, width: 45, height: height * 0.86 },
          };
    case 'panel':
      return upright
        ? {
            panel: { x: 0, y: height * 0.7, width: 100, height: height * 0.3 },
            words: { x: 7.5, y: height * 0.725, width: 85, height: height * 0.25 },
            anchor: 'middle',
            product: { x: 12, y: height * 0.07, width: 76, height: height * 0.59 },
          }
        : {
            panel: { x: 0, y: 0, width: 42, height },
            words: { x: 5, y: height * 0.1, width: 32, height: height * 0.8 },
            anchor: 'middle',
            product: { x: 47, y: height * 0.09, width: 48, height: height * 0.86 },
          };
    default:
      return arrangement satisfies never;
  }
}

/**
 * The positions of an arrangement on a page.
 * @param height in hundredths of the width
 */
export function placesOf(arrangement: Arrangement, height: number): PromoLayout {
  const found = boxes(arrangement, height);
  const scale = isUpright(height) ? 1.15 : Math.min(1, 0.35 + height / 140);
  const headline = {
    ...HEADLINES[arrangement],
    size: { max: (arrangement === 'centre' ? 11 : 12.5) * scale, min: 2.1 },
  };
  return {
    ...found,
    headline,
    sub: {
      face: 'sans',
      weight: 480,
      leading: 1.34,
      align: headline.align,
      anchor: 'top',
      size: { max: 3.9 * scale, min: 1.6 },
    },
  };
}
