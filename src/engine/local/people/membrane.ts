/**
 * Interpolates smoothly over a hole from the values at its rim (Laplace's equation): the smooth part of Poisson cloning
 * (Pérez 2003).
 */
import { field, stretchField, type Field } from '../photo/planes.js';

/** Sweeps at each size, and the factor of successive over-relaxation. */
const SWEEPS = 40;
const OVER = 1.7;
/** Below this side the coarse solution starts from nothing. */
const SMALLEST = 12;

/** Both fields at half the size: the mean of the known values; known where any value is. */
function halved(values: Field, known: Uint8Array): { readonly values: Field; readonly known: Uint8Array } {
  const small = field(Math.ceil(values.width / 2), Math.ceil(values.height / 2));
  const counts = new Uint8Array(small.data.length);
  for (let y = 0, i = 0; y < values.height; y += 1)
    for (let x = 0; x < values.width; x += 1, i += 1) {
      if (known[i] === 0) continue;
      const at = (y >> 1) * small.width + (x >> 1);
      small.data[at]! += values.data[i]!;
      counts[at]! += 1;
    }
  for (let at = 0; at < counts.length; at += 1) if (counts[at]! > 0) small.data[at]! /= counts[at]!;
  return { values: small, known: counts };
}

/**
 * @param values known values; others are ignored
 * @param known one byte per pixel: non-zero where a value is known
 * @returns unchanged where known; in between as smooth as possible. At the field's edge the slope is zero.
 */
export function membrane(values: Field, known: Uint8Array): Field {
  const { width, height } = values;
  const out = field(width, height);
  if (Math.min(width, height) > SMALLEST) {
    const small = halved(values, known);
    out.data.set(stretchField(membrane(small.values, small.known), width, height).data);
  }
  for (let i = 0; i < known.length; i += 1) if (known[i] !== 0) out.data[i] = values.data[i]!;
  const { data } = out;
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    for (let y = 0, i = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1, i += 1) {
        if (known[i] !== 0) continue;
        const around =
          data[x > 0 ? i - 1 : i]! +
          data[x + 1 < width ? i + 1 : i]! +
          data[y > 0 ? i - width : i]! +
          data[y + 1 < height ? i + width : i]!;
        data[i]! += OVER * (around / 4 - data[i]!);
      }
  }
  return out;
}
