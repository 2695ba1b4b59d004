/**
 * Finds the wall visible between a person's arms and trunk. A cut-out treats such enclosed areas as part of the person.
 */
import { toLab, type Lab } from '../../scene/colour.js';
import type { Raster } from '../../scene/scene.js';
import type { Face } from '../landmarks.js';
import { apart, middleColour } from './colour-stats.js';

/** Rows over which the wall's colour is measured. */
const ROWS = 8;
/** Maximum colour distance (OKLab) to the wall, and how much nearer to it than to the clothes. */
const WALL = { near: 0.045, sure: 0.4 } as const;
/** A pixel below the first alpha is wall, from the second on person. */
const ALPHA = { wall: 10, person: 128 } as const;
/**
 * Gaps are searched from these distances beside and below the chin: in face widths, and in distances from brow to chin.
 */
const FROM = { beside: 0.7, below: 1.1 } as const;

/**
 * Removes areas of the wall's colour that an arm may enclose from a cut-out.
 * @param figure a person, straight alpha; it is not changed
 * @returns the same with those areas transparent; unchanged when the wall is not plain or resembles the clothes
 */
export function withoutGaps(figure: Raster, { points }: Face): Raster {
  const { width, height } = figure;
  const chin = points[8]!;
  const [across, long] = [Math.abs(points[16]!.x - points[0]!.x), chin.y - points[19]!.y];
  const data = new Uint8ClampedArray(figure.data);
  const colourAt = (at: number): Lab => toLab([figure.data[at]!, figure.data[at + 1]!, figure.data[at + 2]!]);
  const read = (top: number, from: number, to: number, counts: (alpha: number) => boolean): Lab | undefined => {
    const found: Lab[] = [];
    for (let y = top; y < Math.min(height, top + ROWS); y += 2)
      for (let x = Math.max(0, Math.round(from)); x < Math.min(width, to); x += 3) {
        const at = (y * width + x) * 4;
        if (counts(figure.data[at + 3]!)) found.push(colourAt(at));
      }
    return middleColour(found);
  };
  for (let top = Math.max(0, Math.round(chin.y + FROM.below * long)); top < height; top += ROWS) {
    const worn = read(top, chin.x - 0.4 * across, chin.x + 0.4 * across, (alpha) => alpha >= ALPHA.person);
    const walls = [
      read(top, 0, chin.x, (alpha) => alpha < ALPHA.wall),
      read(top, chin.x, width, (alpha) => alpha < ALPHA.wall),
    ].filter((wall) => wall !== undefined);
    if (worn === undefined || walls.length === 0) continue;
    for (let y = top; y < Math.min(height, top + ROWS); y += 1)
      for (let x = 0; x < width; x += 1) {
        const at = (y * width + x) * 4;
        if (Math.abs(x - chin.x) < FROM.beside * across || data[at + 3] === 0) continue;
        const colour = colourAt(at);
        const away = Math.min(...walls.map((wall) => apart(colour, wall)));
        if (away < WALL.near && away < WALL.sure * apart(colour, worn)) data[at + 3] = 0;
      }
  }
  return { width, height, data };
}
