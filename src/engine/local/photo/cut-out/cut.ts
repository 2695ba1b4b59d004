/**
 * The hard cut: seeds from people, faces, border and saliency, colour models by GrabCut (Rother, Kolmogorov, Blake
 * 2004), then removal of small pieces.
 */
import type { Raster } from '../../scene/scene.js';
import type { FaceBox } from '../../people/faces.js';
import { personMask } from '../../people/person-mask.js';
import { withOpenCv } from '../opencv.js';
import { pieces } from '../pieces.js';
import { distanceTo, field, labPlanes, soften, stretchField, valueAt, type Field } from '../planes.js';
import { saliencyOf, type Saliency } from './saliency.js';
import { withThinParts } from './thin-parts.js';

/** Initial class of a pixel, with the values of OpenCV's GrabCutClasses. */
export const CLASS = { ground: 0, subject: 1, likelyGround: 2, likelySubject: 3 } as const;
const ITERATIONS = 4;

/** Mask with 1 subject and 0 background, and the saliency map. */
export interface Cut {
  readonly mask: Field;
  readonly saliency: Saliency;
  /** Quality of the cut, 0..1. */
  readonly worth: number;
  /** The same of its outline alone: it follows edges and is not ragged. */
  readonly outline: number;
  /** Of a cut that follows people alone: the undecided pixels for each one that is likely a person. */
  readonly doubt?: number;
}

type Planes = readonly [Field, Field, Field];

/**
 * Cuts the subject out of a small image: the people in it, else what differs from its border. The border is read in two
 * ways, and the cut that follows stronger edges wins.
 * @param small about 300 to 400 pixels on the longer side, opaque
 * @param faces in its pixels
 */
export async function cut(small: Raster, faces: readonly FaceBox[]): Promise<Cut> {
  const planes = labPlanes(small);
  const smooth = [soften(planes[0], 1), soften(planes[1], 1), soften(planes[2], 1)] as const;
  const people = await peopleIn(small);
  const ofPeople = async ({ map }: People): Promise<Omit<Cut, 'saliency'>> => {
    const mask = tidy(await grabCut(small, seedsOfPeople(map)), map);
    return { mask, ...worthOf(smooth, mask, map) };
  };
  if (people !== undefined && (faces.length > 0 ? holds(people, faces) : people.doubt < DOUBT.none)) {
    return { ...(await ofPeople(people)), saliency: saliencyOf(planes, 'colours'), doubt: people.doubt };
  }
  let best: Cut | undefined;
  for (const reading of ['colours', 'sides'] as const) {
    const saliency = saliencyOf(planes, reading);
    const mask = tidy(await grabCut(small, seedsOf(smooth, saliency.map, faces)), saliency.map);
    const quality = worthOf(smooth, mask, saliency.map);
    if (best === undefined || quality.worth > best.worth * CLEARLY) best = { mask, saliency, ...quality };
    // A face locates the subject better than either reading of the border.
    if (faces.length > 0 || best.worth > GOOD) break;
  }
  // At least one reading is always made.
  const found = best!;
  if (people !== undefined && faces.length === 0 && people.doubt < DOUBT.some) {
    const other = await ofPeople(people);
    if (other.worth > found.worth * BETTER) return { ...other, saliency: found.saliency };
  }
  return { ...found, mask: withThinParts(planes, found.mask, found.saliency.map) };
}

/**
 * A cut of this quality needs no second reading. The second one must be better by this factor, because it mistakes a
 * bright sky for a subject more easily.
 */
const GOOD = 0.66;
const CLEARLY = 1.35;

/** Colour gradient at each pixel, over two pixels. */
function steps([l, a, b]: Planes): Field {
  const { width, height } = l;
  const out = field(width, height);
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const i = y * width + x;
      const across =
        Math.abs(l.data[i + 1]! - l.data[i - 1]!) +
        2 * (Math.abs(a.data[i + 1]! - a.data[i - 1]!) + Math.abs(b.data[i + 1]! - b.data[i - 1]!));
      const down =
        Math.abs(l.data[i + width]! - l.data[i - width]!) +
        2 * (Math.abs(a.data[i + width]! - a.data[i - width]!) + Math.abs(b.data[i + width]! - b.data[i - width]!));
      out.data[i] = Math.max(across, down);
    }
  }
  return out;
}

/** A colour gradient that is certainly an edge. */
const EDGE = 0.12;

/**
 * Quality of a cut, 0..1: it follows edges, is compact rather than ragged, has a plausible size, and mostly avoids the
 * border.
 */
function worthOf(planes: Planes, mask: Field, map: Field): Pick<Cut, 'worth' | 'outline'> {
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
  if (size === 0 || rim === 0) return { worth: 0, outline: 0 };
  const share = size / data.length;
  // Agreement of the cut with the saliency map: the harmonic mean of precision and recall.
  const held = (2 * salient) / (size + map.data.reduce((sum, value) => sum + value, 0));
  const fair = Math.min(1, share / 0.02) * Math.min(1, (1 - share) / 0.3);
  const ragged = Math.min(1, 14 / (rim / Math.sqrt(size)));
  const outline = (edge / rim) * ragged ** 0.5;
  return { worth: outline * fair * Math.max(0.1, 1 - (2.5 * border) / (rim + border)) * held, outline };
}

/** The value that best splits a field into two groups (Otsu 1979). */
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
    if (between > best) {
      best = between;
      at = k;
    }
  }
  return (at + 1) / 64;
}

/** Probability of a person at a position, given the face: 1 certain, 0 excluded. */
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

/** Probabilities of a person: without doubt, likely, and excluded. */
const PERSON = { sure: 0.95, likely: 0.5, excluded: 0.1 } as const;
/** Share of the image below which people are too small to be its subject. */
const MIN_PEOPLE = 0.015;
/**
 * Without a face, doubt below which people, animals and other near subjects are cut as found, and below which that cut
 * is compared with the others. Of 20 photographs without people, one found nothing that is below the first, and two
 * below the second.
 */
const DOUBT = { none: 0.15, some: 0.65 } as const;
/** How much better the cut of people must be than that of the border's readings. */
const BETTER = 1.1;

/** Probability of a person at each pixel, and `doubt`: the undecided pixels for each one that is likely a person. */
interface People {
  readonly map: Field;
  readonly doubt: number;
}

/** Finds people in a small image; undefined when there are hardly any pixels of them. */
async function peopleIn(small: Raster): Promise<People | undefined> {
  const map = stretchField(await personMask(small), small.width, small.height);
  const count = (is: (value: number) => boolean): number =>
    map.data.reduce((sum, value) => sum + (is(value) ? 1 : 0), 0);
  const likely = count((value) => value > PERSON.likely);
  if (likely < map.data.length * MIN_PEOPLE) return undefined;
  return { map, doubt: count((value) => value > PERSON.excluded && value < 1 - PERSON.excluded) / likely };
}

/** Whether every face belongs to the people found. Faces of drawings do not. */
const holds = ({ map }: People, faces: readonly FaceBox[]): boolean =>
  faces.every(({ x, y, width, height }) => valueAt(map, x + width / 2, y + height / 2) > PERSON.likely);

const seedsOfPeople = ({ data }: Field): Uint8Array =>
  Uint8Array.from(data, (value) =>
    value > PERSON.sure
      ? CLASS.subject
      : value > PERSON.likely
        ? CLASS.likelySubject
        : value > PERSON.excluded
          ? CLASS.likelyGround
          : CLASS.ground,
  );

/** Minimum weight of a piece, as a share of the most salient piece's, to be subject, and to be undecided. */
const PIECE = { subject: 0.3, open: 0.12 } as const;

/** Strength of the piece that each pixel is in: 1 subject, 0.5 undecided, 0 background. */
function strongPieces(planes: Planes, map: Field, split: number): Float32Array {
  const over = { ...map, data: Float32Array.from(map.data, (value) => (value > split ? 1 : 0)) };
  const { labels, list } = pieces(over, map);
  const strength = steps(planes);
  const { width } = map;
  const edges = list.map(() => ({ sum: 0, count: 0 }));
  for (let i = 2 * width + 2; i < labels.length - 2 * width - 2; i += 1) {
    const label = labels[i]!;
    if (
      over.data[i] !== 1 ||
      (labels[i - 1] === label && labels[i + 1] === label && labels[i - width] === label && labels[i + width] === label)
    )
      continue;
    // The map is blurred: its edge is a pixel or two away from the image's edge.
    let max = 0;
    for (const step of [0, -2, 2, -2 * width, 2 * width, -1, 1, -width, width])
      max = Math.max(max, strength.data[i + step]!);
    edges[label]!.sum += Math.min(1, max / EDGE);
    edges[label]!.count += 1;
  }
  const weights = list.map((piece, k) =>
    piece.value === 1 ? piece.salient * (edges[k]!.sum / Math.max(1, edges[k]!.count)) ** 2 : 0,
  );
  const top = Math.max(...weights, 1e-6);
  return Float32Array.from(labels, (label) =>
    weights[label]! >= top * PIECE.subject ? 1 : weights[label]! >= top * PIECE.open ? 0.5 : 0,
  );
}

/** Maximum distance of the subject from certainly salient pixels, as a share of the longer side. */
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
        seeds[i] =
          person === 1
            ? CLASS.subject
            : likely > 0.55
              ? CLASS.likelySubject
              : edge && likely < 0.3
                ? CLASS.ground
                : CLASS.likelyGround;
      } else if (data[i]! > core)
        seeds[i] = strong[i] === 1 ? CLASS.likelySubject : strong[i] === 0 ? CLASS.ground : CLASS.likelyGround;
      else seeds[i] = far.data[i]! > reach || data[i]! < split * (edge ? 0.5 : 0.3) ? CLASS.ground : CLASS.likelyGround;
    }
  }
  return seeds;
}

/**
 * Separates a subject from its background by colour.
 * @param seeds a {@link CLASS} for each pixel
 * @param rounds of learning colours and cutting
 * @returns 1 subject, 0 background; as the seeds say when they contain too few pixels of either class
 */
export async function grabCut(small: Raster, seeds: Uint8Array, rounds: number = ITERATIONS): Promise<Field> {
  const { width, height } = small;
  const out = field(width, height);
  const subjects = seeds.reduce((sum, seed) => sum + (seed & 1), 0);
  // The colour models need pixels of both classes.
  if (subjects < 40 || subjects > seeds.length - 40)
    return { ...out, data: Float32Array.from(seeds, (seed) => seed & 1) };
  await withOpenCv((cv, keep) => {
    const image = keep(new cv.Mat(height, width, cv.CV_8UC3));
    for (let i = 0; i < width * height; i += 1)
      for (let k = 0; k < 3; k += 1) image.data[i * 3 + k] = small.data[i * 4 + k]!;
    const mask = keep(new cv.Mat(height, width, cv.CV_8UC1));
    mask.data.set(seeds);
    const ground = keep(new cv.Mat());
    const subject = keep(new cv.Mat());
    // GrabCut initialises its colour models randomly; a fixed seed keeps the result deterministic.
    cv.setRNGSeed(1);
    cv.grabCut(image, mask, new cv.Rect(0, 0, 1, 1), ground, subject, rounds, cv.GC_INIT_WITH_MASK);
    out.data.set(Float32Array.from(mask.data, (seed) => seed & 1));
  });
  return out;
}

/** Share of the image below which an island is noise, and a hole is a button or a badge in the background's colour. */
const SMALL = { island: 0.0004, hole: 0.0022 } as const;

/**
 * Drops islands that are small beside the subject unless they are very salient, and fills small holes. Holes through
 * which the background shows stay open.
 */
function tidy(mask: Field, map: Field): Field {
  const { labels, list } = pieces(mask, map);
  const largest = list.reduce((max, piece) => (piece.value === 1 ? Math.max(max, piece.salient) : max), 0);
  const whole = mask.data.length;
  const values = list.map((piece) => {
    if (piece.value === 1)
      return piece.size > whole * SMALL.island && (piece.salient >= largest * 0.06 || piece.salient > piece.size * 0.75)
        ? 1
        : 0;
    return !piece.atEdge && piece.size < whole * SMALL.hole ? 1 : 0;
  });
  return { width: mask.width, height: mask.height, data: Float32Array.from(labels, (label) => values[label]!) };
}
