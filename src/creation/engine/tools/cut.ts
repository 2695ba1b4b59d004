/** The hard cut: seeds from faces, border and saliency, colour models by grabCut (Rother, Kolmogorov, Blake 2004), small pieces tidied. */
import type { Raster } from '../scene/scene.js';
import type { FaceBox } from './faces.js';
import { withOpenCv } from './opencv.js';
import { field, labPlanes, soften, type Field } from './planes.js';
import { saliencyOf, type Saliency } from './saliency.js';

/** What a pixel is taken for before the cut, in the numbers of OpenCV's GrabCutClasses. */
const CLASS = { ground: 0, subject: 1, likelyGround: 2, likelySubject: 3 } as const;
const ROUNDS = 4;

/** 1 subject, 0 ground, and what stood out. */
export interface Cut {
  readonly mask: Field;
  readonly saliency: Saliency;
}

/**
 * Cuts the subject of a small picture out.
 * @param small about 300 to 400 pixels on the longer side, opaque
 * @param faces in its pixels
 */
export async function cut(small: Raster, faces: readonly FaceBox[]): Promise<Cut> {
  const planes = labPlanes(small);
  const radius = 1;
  const saliency = saliencyOf([soften(planes[0], radius), soften(planes[1], radius), soften(planes[2], radius)]);
  const seeds = seedsOf(saliency.map, faces);
  const mask = await grabCut(small, seeds);
  return { mask: tidy(mask, saliency.map), saliency };
}

/** The lightness that parts a field's values into two groups best (Otsu 1979). */
export function threshold(values: Float32Array): number {
  const bins = new Float64Array(64);
  for (const value of values) bins[Math.min(63, Math.floor(value * 64))]! += 1;
  let total = 0;
  for (let k = 0; k < 64; k += 1) total += k * bins[k]!;
  let below = 0;
  let sum = 0;
  let best = 0;
  let at = 32;
  for (let k = 0; k < 63; k += 1) {
    below += bins[k]!;
    sum += k * bins[k]!;
    const above = values.length - below;
    if (below === 0 || above === 0) continue;
    const between = below * above * (sum / below - (total - sum) / above) ** 2;
    if (between > best) { best = between; at = k; }
  }
  return (at + 1) / 64;
}

/** Where a person whose face is seen here is likely to be: 1 surely, 0 surely not. */
function personAt(face: FaceBox, x: number, y: number): number {
  const cx = face.x + face.width / 2;
  const cy = face.y + face.height / 2;
  const u = (x - cx) / face.width;
  const v = (y - cy) / face.height;
  if (Math.hypot(u / 0.42, v / 0.52) < 1) return 1;
  const head = Math.hypot(u / 0.95, (v + 0.12) / 1.15);
  const shoulders = 0.55 + 1.15 * Math.min(1, Math.max(0, (v - 0.55) / 0.9));
  const torso = v > 0.5 ? Math.abs(u) / shoulders : 9;
  const nearest = Math.min(head, torso);
  return nearest < 1 ? 0.75 : Math.max(0, 0.75 - (nearest - 1) * 0.7);
}

function seedsOf(map: Field, faces: readonly FaceBox[]): Uint8Array {
  const { width, height, data } = map;
  const split = Math.min(0.62, Math.max(0.2, threshold(data)));
  const ring = Math.max(2, Math.round(Math.min(width, height) * 0.02));
  const seeds = new Uint8Array(width * height);
  for (let y = 0, i = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, i += 1) {
      const person = faces.reduce((most, face) => Math.max(most, personAt(face, x, y)), 0);
      const likely = faces.length > 0 ? 0.35 * data[i]! + 0.75 * person : data[i]!;
      const edge = x < ring || y < ring || x >= width - ring || y >= height - ring;
      if (person === 1) seeds[i] = CLASS.subject;
      else if (faces.length > 0) seeds[i] = likely > 0.55 ? CLASS.likelySubject : edge && likely < 0.3 ? CLASS.ground : CLASS.likelyGround;
      else if (likely > split) seeds[i] = CLASS.likelySubject;
      else seeds[i] = likely < split * 0.35 && edge ? CLASS.ground : CLASS.likelyGround;
    }
  }
  return seeds;
}

async function grabCut(small: Raster, seeds: Uint8Array): Promise<Field> {
  const { width, height } = small;
  const out = field(width, height);
  const subjects = seeds.reduce((sum, seed) => sum + (seed & 1), 0);
  // The colour models need pixels of both kinds.
  if (subjects < 40 || subjects > seeds.length - 40) return { ...out, data: Float32Array.from(seeds, (seed) => seed & 1) };
  await withOpenCv((cv, keep) => {
    const picture = keep(new cv.Mat(height, width, cv.CV_8UC3));
    for (let i = 0; i < width * height; i += 1) for (let k = 0; k < 3; k += 1) picture.data[i * 3 + k] = small.data[i * 4 + k]!;
    const mask = keep(new cv.Mat(height, width, cv.CV_8UC1));
    mask.data.set(seeds);
    const ground = keep(new cv.Mat());
    const subject = keep(new cv.Mat());
    cv.grabCut(picture, mask, new cv.Rect(0, 0, 1, 1), ground, subject, ROUNDS, cv.GC_INIT_WITH_MASK);
    out.data.set(Float32Array.from(mask.data as Uint8Array, (seed) => seed & 1));
  });
  return out;
}

/** Labels of connected pieces of equal value (4 neighbours), and each piece's size and mean saliency. */
function pieces(mask: Field, map: Field): { readonly labels: Int32Array; readonly list: { readonly value: number; size: number; salient: number; atEdge: boolean }[] } {
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
        if (next >= 0 && next < labels.length && labels[next] === -1 && mask.data[next] === piece.value) { labels[next] = label; stack.push(next); }
      }
    }
  }
  return { labels, list };
}

/** Drops islands that are small beside the subject, and fills pinholes; holes that one looks through stay. */
function tidy(mask: Field, map: Field): Field {
  const { labels, list } = pieces(mask, map);
  const largest = list.reduce((most, piece) => (piece.value === 1 ? Math.max(most, piece.salient) : most), 0);
  const whole = mask.data.length;
  const values = list.map((piece) => {
    if (piece.value === 1) return piece.salient >= largest * 0.06 && piece.size > whole * 0.0004 ? 1 : 0;
    return !piece.atEdge && piece.size < whole * 0.0004 ? 1 : 0;
  });
  return { width: mask.width, height: mask.height, data: Float32Array.from(labels, (label) => values[label]!) };
}
