/**
 * What covers a fitted garment, and its shading: hair in front of it, the folds and the roundness of the body
 * underneath.
 */
import { toLab, type Lab } from '../../scene/colour.js';
import type { Raster } from '../../scene/scene.js';
import type { Body } from './body.js';
import { middle, partOf, type Face, type Point } from '../landmarks.js';
import { boxMean, distanceTo, field, labPlanes, soften, type Field } from '../../photo/planes.js';
import { resample, within } from '../../photo/resample.js';
import { apart, middleColour } from './colour-stats.js';

/** Longest side at which hair and light are analysed. */
const SIDE = 640;
/** Two colours (OKLab) closer than this cannot be distinguished. */
const ALIKE = 0.09;
/** Maximum length of hair below the chin, heads. */
const FALLS = 2.2;
/** How strongly the folds of the worn clothes are transferred, their limits, and the weight reduction for patterns. */
const FOLDS = { strength: 0.55, min: 0.7, max: 1.2, calm: 0.08 } as const;
/**
 * Darkening towards the body's outline and below what hangs over the garment: the reach as a share of the face's width,
 * and the strength.
 */
const ROUND = { reach: 0.2, dark: 0.2 } as const;
const BELOW = { reach: 0.16, dark: 0.26 } as const;

/** Covering and shading for the whole image, at a smaller size. */
export interface Drape {
  /** 1 where hair hangs in front of the garment. */
  readonly hair: Field;
  /** Factor for the garment's brightness. */
  readonly light: Field;
}

interface Small {
  readonly image: Raster;
  readonly seen: Field;
  readonly scale: number;
  readonly lab: readonly [Field, Field, Field];
}

/** Median colour of a rectangle of a person; undefined when it contains too few of their pixels. */
function colourIn({ image: { width, height, data }, seen, scale }: Small, from: Point, to: Point): Lab | undefined {
  const found: Lab[] = [];
  for (let y = Math.max(0, Math.round(from.y * scale)); y < Math.min(height, to.y * scale); y += 1)
    for (let x = Math.max(0, Math.round(from.x * scale)); x < Math.min(width, to.x * scale); x += 1) {
      const at = y * width + x;
      if (seen.data[at]! > 0.8) found.push(toLab([data[at * 4]!, data[at * 4 + 1]!, data[at * 4 + 2]!]));
    }
  return middleColour(found);
}

/** Hair that hangs from the head over the body. Empty when its colour cannot be distinguished from skin or clothes. */
function hairOver(small: Small, face: Face, { throat, head, faceWidth }: Body): Field {
  const {
    image: { width, height },
    seen,
    scale,
    lab,
  } = small;
  const none = field(width, height);
  const brows = middle([...partOf(face, 'leftBrow'), ...partOf(face, 'rightBrow')]);
  const chin = face.points[8]!;
  const about = ({ x, y }: Point, across: number, up: number, down: number) =>
    colourIn(small, { x: x - across, y: y - up }, { x: x + across, y: y + down });
  const hair = about(brows, faceWidth * 0.45, head * 0.5, -head * 0.3);
  const skin = about(face.points[30]!, faceWidth * 0.22, 0, head * 0.08);
  const worn = about({ x: throat.x, y: throat.y + head * 0.9 }, faceWidth * 0.5, head * 0.3, head * 0.3);
  if (hair === undefined || skin === undefined) return none;
  const others = [skin, ...(worn ? [worn] : [])].map((other) => apart(hair, other));
  if (Math.min(...others) < ALIKE) return none;
  const near = Math.min(0.13, ...others.map((other) => other * 0.5));
  const isHair = (at: number): boolean =>
    seen.data[at]! > 0.3 && apart({ l: lab[0].data[at]!, a: lab[1].data[at]!, b: lab[2].data[at]! }, hair) < near;
  const end = Math.min(height, Math.round((chin.y + FALLS * head) * scale));
  const marks = new Uint8Array(width * height);
  const open: number[] = [];
  const visit = (x: number, y: number): void => {
    const at = y * width + x;
    if (x < 0 || y < 0 || x >= width || y >= end || marks[at] === 1 || !isHair(at)) return;
    marks[at] = 1;
    open.push(at);
  };
  for (let x = Math.round((chin.x - faceWidth) * scale); x < (chin.x + faceWidth) * scale; x += 1)
    for (let y = Math.round((brows.y - head * 0.4) * scale); y < chin.y * scale; y += 1) visit(x, y);
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const [x, y] = [at % width, Math.floor(at / width)];
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
      [1, 1],
      [-1, 1],
    ] as const)
      visit(x + dx, y + dy);
  }
  return boxMean({ width, height, data: Float32Array.from(marks) }, 1);
}

/**
 * Folds of the worn clothes: brightness of each pixel relative to its surroundings. Patterns count less, because they
 * would show through.
 */
function foldsOf({ lab: [light], seen, scale }: Small, worn: Field, faceWidth: number): Field {
  const { width, height } = light;
  const on = field(width, height);
  for (let at = 0; at < on.data.length; at += 1) on.data[at] = worn.data[at]! * seen.data[at]!;
  const weighed = { width, height, data: light.data.map((value, at) => value * on.data[at]!) };
  const mean = (radius: number): Field => {
    const [sum, count] = [soften(weighed, radius), soften(on, radius)];
    return { width, height, data: sum.data.map((value, at) => value / (count.data[at]! + 1e-4)) };
  };
  const unit = faceWidth * scale;
  const [near, wide] = [mean(Math.max(1, Math.round(unit * 0.035))), mean(Math.max(3, Math.round(unit * 0.5)))];
  let [squares, count] = [0, 1e-3];
  for (let at = 0; at < on.data.length; at += 1) {
    squares += on.data[at]! * (near.data[at]! - wide.data[at]!) ** 2;
    count += on.data[at]!;
  }
  const strength = FOLDS.strength * Math.min(1, FOLDS.calm / Math.sqrt(squares / count + 1e-8));
  const out = field(width, height, 1);
  for (let at = 0; at < out.data.length; at += 1) {
    if (on.data[at]! < 0.05) continue;
    out.data[at] = Math.min(
      FOLDS.max,
      Math.max(FOLDS.min, 1 + (strength * (near.data[at]! - wide.data[at]!)) / Math.max(0.18, wide.data[at]!)),
    );
  }
  return out;
}

/**
 * Analyses how a garment hangs on a person.
 * @param person as photographed
 * @param figure the same person cut out, straight alpha
 * @param worn coverage of the garment, 0 to 1, at any size
 */
export async function drapeOf(
  person: Raster,
  figure: Raster,
  worn: (x: number, y: number) => number,
  face: Face,
  body: Body,
): Promise<Drape> {
  const { width, height } = within(person.width, person.height, SIDE);
  const scale = width / person.width;
  const image = await resample(person, width, height);
  const cut = await resample(figure, width, height);
  const seen: Field = {
    width,
    height,
    data: Float32Array.from({ length: width * height }, (_, at) => cut.data[at * 4 + 3]! / 255),
  };
  const small: Small = { image, seen, scale, lab: labPlanes(image) };
  const hair = hairOver(small, face, body);
  const on = field(width, height);
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 1)
      on.data[at] = worn((x + 0.5) / scale, (y + 0.5) / scale) * (1 - hair.data[at]!);
  const light = foldsOf(small, on, body.faceWidth);
  const unit = body.faceWidth * scale;
  const outline = distanceTo(width, height, (at) => seen.data[at]! < 0.5);
  const bare = distanceTo(
    width,
    height,
    (at) =>
      seen.data[at]! >= 0.5 && on.data[at]! < 0.5 && Math.floor(at / width) < (body.throat.y + 0.5 * body.head) * scale,
  );
  for (let at = 0; at < light.data.length; at += 1) {
    const round = Math.max(0, 1 - outline.data[at]! / (ROUND.reach * unit));
    const under = Math.max(0, 1 - bare.data[at]! / (BELOW.reach * unit));
    light.data[at]! *= (1 - ROUND.dark * round * round) * (1 - BELOW.dark * under * under);
  }
  return { hair, light };
}
