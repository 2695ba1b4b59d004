/** The hard cut: seeds from faces, border and saliency, colour models by grabCut (Rother, Kolmogorov, Blake 2004), small pieces tidied. */
import type { Raster } from '../../scene/scene.js';
import type { FaceBox } from '../../people/faces.js';
import { withOpenCv } from '../opencv.js';
import { pieces } from '../pieces.js';
import { distanceTo, field, labPlanes, soften, type Field } from '../planes.js';
import { saliencyOf, type Saliency } from './saliency.js';
import { withThinParts } from './thin-parts.js';

/** What a pixel is taken for before the cut, in the numbers of OpenCV's GrabCutClasses. */
export const CLASS = { ground: 0, subject: 1, likelyGround: 2, likelySubject: 3 } as const;
const ITERATIONS = 4;

/** 1 subject, 0 ground, and what stood out. */
export interface Cut {
  readonly mask: Field;
  readonly saliency: Saliency;
  /** How good a cut it is, 0..1. */
  readonly worth: number;
}

type Planes = readonly [Field, Field, Field];

/**
 * Cuts the subject of a small image out. The border is read in two ways; the cut that runs along the stronger edges wins.
 * @param small about 300 to 400 pixels on the longer side, opaque
 * @param faces in its pixels
 */
export async function cut(small: Raster, faces: readonly FaceBox[]): Promise<Cut> {
  const planes = labPlanes(small);
  const smooth = [soften(planes[0], 1), soften(planes[1], 1), soften(planes[2], 1)] as const;
  let best: Cut | undefined;
  for (const reading of ['colours', 'sides'] as const) {
    const saliency = saliencyOf(planes, reading);
    const mask = tidy(await grabCut(small, seedsOf(smooth, saliency.map, faces)), saliency.map);
    const worth = worthOf(smooth, mask, saliency.map);
    if (best === undefined || worth > best.worth * CLEARLY) best = { mask, saliency, worth };
    // A face says more of where the subject is than either reading of the border.
    if (faces.length > 0 || best.worth > GOOD) break;
  }
  // One reading is always made.
  const found = best!;
  return { ...found, mask: withThinParts(planes, found.mask, found.saliency.map) };
}

/** A cut worth this needs no second reading; the second must be better by this factor, for it takes a bright sky for a subject more easily. */
const GOOD = 0.66;
const CLEARLY = 1.35;

/** Steps of colour at each pixel, over two pixels. */
function steps([l, a, b]: Planes): Field {
  const { width, height } = l;
  const out = field(width, height);
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const i = y * width + x;
      const across = Math.abs(l.data[i + 1]! - l.data[i - 1]!) + 2 * (Math.abs(a.data[i + 1]! - a.data[i - 1]!) + Math.abs(b.data[i + 1]! - b.data[i - 1]!));
      const down = Math.abs(l.data[i + width]! - l.data[i - width]!) + 2 * (Math.abs(a.data[i + width]! - a.data[i - width]!) + Math.abs(b.data[i + width]! - b.data[i - width]!));
      out.data[i] = Math.max(across, down);
    }
  }
  return out;
}

/** A step of colour that is surely an edge. */
const EDGE = 0.12;

/** How good a cut is, 0..1: it runs along edges, is of one piece rather than ragged, of a fair size, and mostly off the border. */
function worthOf(planes: Planes, mask: Field, map: Field): number {
  const { width, height, data } = mask;
  const strength = steps(planes);
  let rim = 0;
  let edge = 0;
  let size = 0;
  let salient = 0;
  let border = 0;
  for (let y = 0, i = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, i += 1) {
      if (data[i] !== 1) continue;
      size += 1;
      salient += map.data[i]!;
      if (x === 0 || y === 0 || x === width - 1) border += 1;
      if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) continue;
      if (data[i - 1] === 1 && data[i + 1] === 1 && data[i - width] === 1 && data[i + width] === 1) continue;
      rim += 1;
      edge += Math.min(1, strength.data[i]! / EDGE);
    }
  }
  if (size === 0 || rim === 0) return 0;
  const share = size / data.length;
  // How well the cut agrees with what stood out: the harmonic mean of how much of it is held and how much held is it.
  const held = (2 * salient) / (size + map.data.reduce((sum, value) => sum + value, 0));
  const fair = Math.min(1, share / 0.02) * Math.min(1, (1 - share) / 0.3);
  const ragged = Math.min(1, 14 / (rim / Math.sqrt(size)));
  return (edge / rim) * fair * ragged ** 0.5 * Math.max(0.1, 1 - (2.5 * border) / (rim + border)) * held;
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

/** Minimum share of the most outstanding piece's weight that another needs to be taken for subject, and to be left open. */
const PIECE = { subject: 0.3, open: 0.12 } as const;

/** For each pixel whether the piece it is in is a strong one: 1 subject, 0.5 perhaps, 0 ground. */
function strongPieces(planes: Planes, map: Field, split: number): Float32Array {
  const over = { ...map, data: Float32Array.from(map.data, (value) => (value > split ? 1 : 0)) };
  const { labels, list } = pieces(over, map);
  const strength = steps(planes);
  const { width } = map;
  const edges = list.map(() => ({ sum: 0, count: 0 }));
  for (let i = 2 * width + 2; i < labels.length - 2 * width - 2; i += 1) {
    const label = labels[i]!;
    if (over.data[i] !== 1 || (labels[i - 1] === label && labels[i + 1] === label && labels[i - width] === label && labels[i + width] === label)) continue;
    // The map is soft: its edge lies a pixel or two beside the image's.
    let max = 0;
    for (const step of [0, -2, 2, -2 * width, 2 * width, -1, 1, -width, width]) max = Math.max(max, strength.data[i + step]!);
    edges[label]!.sum += Math.min(1, max / EDGE);
    edges[label]!.count += 1;
  }
  const weights = list.map((piece, k) => (piece.value === 1 ? piece.salient * (edges[k]!.sum / Math.max(1, edges[k]!.count)) ** 2 : 0));
  const top = Math.max(...weights, 1e-6);
  return Float32Array.from(labels, (label) => (weights[label]! >= top * PIECE.subject ? 1 : weights[label]! >= top * PIECE.open ? 0.5 : 0));
}

/** How far from what surely stands out the subject may reach, as a share of the longer side. */
const REACH = 0.12;

function seedsOf(planes: Planes, map: Field, faces: readonly FaceBox[]): Uint8Array {
  const { width, height, data } = map;
  const split = Math.min(0.4, Math.max(0.2, threshold(data)));
  const ring = Math.max(2, Math.round(Math.min(width, height) * 0.02));
  const core = Math.max(split, 0.6);
  const strong = strongPieces(planes, map, core);
  const far = distanceTo(width, height, (i) => data[i]! > core && strong[i] === 1);
  const reach = Math.max(width, height) * REACH;
  const seeds = new Uint8Array(width * height);
  for (let y = 0, i = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, i += 1) {
      const edge = x < ring || y < ring || x >= width - ring || y >= height - ring;
      if (faces.length > 0) {
        const person = faces.reduce((max, face) => Math.max(max, personAt(face, x, y)), 0);
        const likely = 0.35 * data[i]! + 0.75 * person;
        seeds[i] = person === 1 ? CLASS.subject : likely > 0.55 ? CLASS.likelySubject : edge && likely < 0.3 ? CLASS.ground : CLASS.likelyGround;
      } else if (data[i]! > core) seeds[i] = strong[i] === 1 ? CLASS.likelySubject : strong[i] === 0 ? CLASS.ground : CLASS.likelyGround;
      else seeds[i] = far.data[i]! > reach || data[i]! < split * (edge ? 0.5 : 0.3) ? CLASS.ground : CLASS.likelyGround;
    }
  }
  return seeds;
}

/**
 * Parts a subject from its ground by their colours.
 * @param seeds a {@link CLASS} for each pixel
 * @param rounds of learning colours and cutting
 * @returns 1 subject, 0 ground; as the seeds say where those know too little of either
 */
export async function grabCut(small: Raster, seeds: Uint8Array, rounds: number = ITERATIONS): Promise<Field> {
  const { width, height } = small;
  const out = field(width, height);
  const subjects = seeds.reduce((sum, seed) => sum + (seed & 1), 0);
  // The colour models need pixels of both kinds.
  if (subjects < 40 || subjects > seeds.length - 40) return { ...out, data: Float32Array.from(seeds, (seed) => seed & 1) };
  await withOpenCv((cv, keep) => {
    const image = keep(new cv.Mat(height, width, cv.CV_8UC3));
    for (let i = 0; i < width * height; i += 1) for (let k = 0; k < 3; k += 1) image.data[i * 3 + k] = small.data[i * 4 + k]!;
    const mask = keep(new cv.Mat(height, width, cv.CV_8UC1));
    mask.data.set(seeds);
    const ground = keep(new cv.Mat());
    const subject = keep(new cv.Mat());
    // Its colour models begin from a random draw: the same one each time.
    cv.setRNGSeed(1);
    cv.grabCut(image, mask, new cv.Rect(0, 0, 1, 1), ground, subject, rounds, cv.GC_INIT_WITH_MASK);
    out.data.set(Float32Array.from(mask.data, (seed) => seed & 1));
  });
  return out;
}

/** Share of the image below which an island is dust and a hole is a button or a badge in the ground's colour. */
const SMALL = { island: 0.0004, hole: 0.0022 } as const;

/** Drops islands that are small beside the subject unless they stand out strongly, and fills small holes; those that one looks through stay. */
function tidy(mask: Field, map: Field): Field {
  const { labels, list } = pieces(mask, map);
  const largest = list.reduce((max, piece) => (piece.value === 1 ? Math.max(max, piece.salient) : max), 0);
  const whole = mask.data.length;
  const values = list.map((piece) => {
    if (piece.value === 1) return piece.size > whole * SMALL.island && (piece.salient >= largest * 0.06 || piece.salient > piece.size * 0.75) ? 1 : 0;
    return !piece.atEdge && piece.size < whole * SMALL.hole ? 1 : 0;
  });
  return { width: mask.width, height: mask.height, data: Float32Array.from(labels, (label) => values[label]!) };
}
