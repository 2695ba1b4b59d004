/** Connected components of an image. */
import type { Field } from './planes.js';

/** Labels of connected pieces of equal value (4-neighbourhood), with each piece's size and mean saliency. */
export function pieces(
  mask: Field,
  map: Field,
): {
  readonly labels: Int32Array;
  readonly list: { readonly value: number; size: number; salient: number; atEdge: boolean }[];
} {
  const { width, height } = mask;
  const labels = new Int32Array(width * height).fill(-1);
  const list: { readonly value: number; size: number; salient: number; atEdge: boolean }[] = [];
  const stack: number[] = [];
  for (let seed = 0; seed < labels.length; seed += 1) {
    if (labels[seed] !== -1) continue;
    const piece = { value: mask.data[seed]!, size: 0, salient: 0, atEdge: false };
    const label = list.push(piece) - 1;
    labels[seed] = label;
    stack.push(seed);
    for (let i = stack.pop(); i !== undefined; i = stack.pop()) {
      const x = i % width;
      const y = (i - x) / width;
      piece.size += 1;
      piece.salient += map.data[i]!;
      piece.atEdge ||= x === 0 || y === 0 || x === width - 1 || y === height - 1;
      for (const next of [x > 0 ? i - 1 : -1, x < width - 1 ? i + 1 : -1, i - width, i + width]) {
        if (next >= 0 && next < labels.length && labels[next] === -1 && mask.data[next] === piece.value) {
          labels[next] = label;
          stack.push(next);
        }
      }
    }
  }
  return { labels, list };
}
