import type { Glow, Hex, Matrix, Model, Paint, Part, Placement, Shape, Vec3 } from './model.js';
import { PATTERNS, apply, times, turning } from './model.js';
import type { Outline } from './profile.js';

/** Floats per record, as in solid-scene.h. */
const PRIM_FLOATS = 40;
export const GROUP_FLOATS = 24;
const MATERIAL_FLOATS = 32;
export const GLOW_FLOATS = 12;

const SHAPES: readonly Shape['kind'][] = [
  'sphere',
  'ellipsoid',
  'box',
  'cylinder',
  'cone',
  'torus',
  'limb',
  'lathe',
  'extrude',
  'convex',
  'petal',
];
const PROFILE_MARGIN_CELLS = 6;
const PROFILE_CELLS = 88;

/** Linear light of an sRGB colour, each channel 0..1. */
export function linear(hex: Hex): Vec3 {
  const value = Number.parseInt(hex.slice(1), 16);
  const channel = (byte: number): number => {
    const x = byte / 255;
    return x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4;
  };
  return [channel((value >> 16) & 255), channel((value >> 8) & 255), channel(value & 255)];
}

/** A profile to be baked: its polygon and the head of its grid. */
export interface ProfileGrid {
  readonly points: Float32Array;
  readonly head: readonly [left: number, bottom: number, cell: number, columns: number, rows: number, margin: number];
  readonly lathe: boolean;
  /** Offset in floats within the data block; the grid's values follow the six floats of the head. */
  readonly offset: number;
}

/** A box along the axes: its centre and half sizes. */
interface Bounds {
  readonly centre: Vec3;
  readonly half: Vec3;
}

/** Space taken by a part: its local box and its transform. */
interface Body {
  readonly local: Bounds;
  readonly full: Matrix;
  readonly scale: number;
  readonly at: Vec3;
}

const STRAIGHT: Matrix = [1, 0, 0, 0, 1, 0, 0, 0, 1];
/** Maximum surface of a rotated box, relative to the unrotated one, for its extra cost to pay off. */
const WORTH_TURNING = 0.8;

const backwards = (m: Matrix): Matrix => [m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]];
const surface = ({ half: [x, y, z] }: Bounds): number => x * y + y * z + z * x;

/** Bounding box of bodies along the rows of a rotation; its centre is in the same axes. */
function boxRound(bodies: readonly Body[], rows: Matrix): Bounds | undefined {
  return bodies
    .map(({ local, full, scale, at }): Bounds => {
      const turned = times(rows, full);
      const [a, b, c, d, e, f, g, h, i] = turned;
      const spread: Matrix = [
        Math.abs(a),
        Math.abs(b),
        Math.abs(c),
        Math.abs(d),
        Math.abs(e),
        Math.abs(f),
        Math.abs(g),
        Math.abs(h),
        Math.abs(i),
      ];
      const centre = apply(turned, local.centre),
        half = apply(spread, local.half),
        moved = apply(rows, at);
      return { centre: axes((k) => centre[k] * scale + moved[k]), half: axes((k) => half[k] * scale) };
    })
    .reduce<Bounds | undefined>((all, box) => (all ? joined(all, box) : box), undefined);
}

/** Centre of the sphere that a petal lies on, when the petal is alone in its group. */
function heartOf([part, ...others]: readonly Part[], [body]: readonly Body[]): Vec3 | undefined {
  if (part?.shape.kind !== 'petal' || others.length > 0 || !body) return undefined;
  const up = apply(body.full, [0, part.shape.radius, 0]);
  return axes((k) => up[k] * body.scale + body.at[k]);
}

const axes = (of: (k: 0 | 1 | 2) => number): Vec3 => [of(0), of(1), of(2)];

/** The smallest box around two. */
function joined(a: Bounds, b: Bounds): Bounds {
  const low = axes((k) => Math.min(a.centre[k] - a.half[k], b.centre[k] - b.half[k]));
  const high = axes((k) => Math.max(a.centre[k] + a.half[k], b.centre[k] + b.half[k]));
  return { centre: axes((k) => (low[k] + high[k]) / 2), half: axes((k) => (high[k] - low[k]) / 2) };
}

function outlineBounds(outline: Outline, lathe: boolean, half: number): Bounds {
  const xs = outline.map(([x]) => x);
  const ys = outline.map(([, y]) => y);
  const right = Math.max(...xs);
  const left = lathe ? -right : Math.min(...xs);
  const [low, high] = [Math.min(...ys), Math.max(...ys)];
  return {
    centre: [(left + right) / 2, (low + high) / 2, 0],
    half: [(right - left) / 2, (high - low) / 2, lathe ? right : half],
  };
}

function shapeBounds(shape: Shape): Bounds {
  const about = (x: number, y: number, z: number, up = 0): Bounds => ({ centre: [0, up, 0], half: [x, y, z] });
  switch (shape.kind) {
    case 'sphere':
      return about(shape.r, shape.r, shape.r);
    case 'ellipsoid':
      return about(...shape.radii);
    case 'box':
      return about(...shape.half);
    case 'cylinder':
      return about(shape.r, shape.half, shape.r);
    case 'cone':
      return about(Math.max(shape.low, shape.high), shape.half, Math.max(shape.low, shape.high));
    case 'torus':
      return about(shape.ring + shape.tube, shape.tube, shape.ring + shape.tube);
    case 'limb': {
      const r = Math.max(shape.low, shape.high);
      return about(r, shape.length / 2 + r, r, shape.length / 2);
    }
    case 'lathe':
      return outlineBounds(shape.outline, true, 0);
    case 'extrude':
      return outlineBounds(shape.outline, false, shape.half);
    case 'convex':
      return about(...(shape.half ?? [shape.reach, shape.reach, shape.reach]));
    case 'petal': {
      const swell = shape.radius * (1 + (shape.ruffle ?? 0) * 1.5) + shape.thick;
      const side = shape.open < Math.PI / 2 ? swell * Math.sin(shape.open) : swell;
      const rise = shape.radius * (1 - Math.cos(shape.open)) + (swell - shape.radius);
      // `narrow` makes the root's side narrower than the front.
      const back = shape.open < 1.2 ? swell * Math.sin(shape.open * (1 - (shape.narrow ?? 0) * 0.5)) : side;
      const drop = swell - shape.radius;
      return { centre: [(side - back) / 2, (rise - drop) / 2, 0], half: [(side + back) / 2, (rise + drop) / 2, side] };
    }
    default:
      return shape satisfies never;
  }
}

function shapeNumbers(shape: Shape): readonly number[] {
  switch (shape.kind) {
    case 'sphere':
      return [shape.r];
    case 'ellipsoid':
      return shape.radii;
    case 'box':
      return shape.half;
    case 'cylinder':
      return [shape.r, shape.half];
    case 'cone':
      return [shape.low, shape.high, shape.half];
    case 'torus':
      return [shape.ring, shape.tube];
    case 'limb':
      return [shape.low, shape.high, shape.length];
    case 'lathe':
      return [Math.max(...shape.outline.map(([x]) => x))];
    case 'extrude':
      return [shape.half, Math.min(shape.bevel ?? 0.02, shape.half * 0.9)];
    case 'convex':
      return [shape.reach];
    case 'petal':
      return [
        shape.radius,
        shape.thick,
        shape.open,
        shape.ruffle ?? 0,
        shape.waves ?? 5,
        shape.phase ?? 0,
        shape.narrow ?? 0,
        shape.notch ?? 0,
      ];
    default:
      return shape satisfies never;
  }
}

/** The arrays of a scene, filled model by model, then copied into the kernel's memory. */
export class SceneMemory {
  readonly prims: number[] = [];
  readonly groups: number[] = [];
  readonly materials: number[] = [];
  readonly glows: number[] = [];
  readonly planes: { readonly offset: number; readonly values: readonly number[] }[] = [];
  readonly profiles: ProfileGrid[] = [];
  dataFloats = 0;
  readonly #paints = new Map<Paint, number>();
  readonly #outlines = new Map<Outline, number>();

  /** Places a model in the scene. */
  add(model: Model, placement: Placement): void {
    const turn = turning(placement.turn);
    for (const parts of model.groups) this.#group(parts, placement, turn);
    for (const glow of model.glows ?? []) this.#glow(glow, placement, turn);
  }

  #group(parts: readonly Part[], placement: Placement, turn: Matrix): void {
    const first = this.prims.length / PRIM_FLOATS;
    const all = parts.map((part) => this.#prim(part, placement, turn));
    const bodies = all.filter((_, i) => i === 0 || parts[i]?.op === undefined);
    const straight = boxRound(bodies, STRAIGHT);
    const rows = backwards(bodies[0]?.full ?? STRAIGHT);
    const along = boxRound(bodies, rows);
    if (!straight || !along) return;
    const turned = surface(along) < surface(straight) * WORTH_TURNING;
    const { half } = turned ? along : straight;
    const centre = turned ? apply(backwards(rows), along.centre) : straight.centre;
    const heart = heartOf(parts, bodies);
    const paint = parts[0]?.paint;
    const shadowless =
      paint?.through === undefined && (paint?.emission ?? 0) < 0.9 ? 0 : paint?.through === 'glass' ? 0 : 1;
    this.groups.push(
      ...centre,
      first,
      ...half.map((side) => side * 1.01 + 0.01),
      parts.length,
      shadowless,
      paint?.through === 'glass' ? 1 : 0,
      turned ? 1 : 0,
      heart ? 1 : 0,
      ...(turned ? rows : STRAIGHT),
      ...(heart ?? [0, 0, 0]),
    );
  }

  #prim(part: Part, placement: Placement, turn: Matrix): Body {
    const own = part.turn?.length === 9 ? part.turn : turning(part.turn ?? [0, 0, 0]);
    const full = times(turn, own);
    const scale = placement.size * (part.size ?? 1);
    const offset = apply(turn, part.at ?? [0, 0, 0]);
    const at = axes((k) => offset[k] * placement.size + placement.at[k]);
    const inverse = [full[0], full[3], full[6], full[1], full[4], full[7], full[2], full[5], full[8]].map(
      (v) => v / scale,
    );
    const tilt = ((part.tilt ?? 0) * Math.PI) / 180;
    const out = part.out ?? [0, 0, 0];
    const numbers = shapeNumbers(part.shape);
    const { data, count } = this.#data(part.shape);
    this.prims.push(
      SHAPES.indexOf(part.shape.kind),
      this.#material(part.paint),
      part.op === 'cut' ? 1 : part.op === 'keep' ? 2 : 0,
      (part.blend ?? 0) * placement.size,
      ...inverse,
      ...at,
      scale * (part.slack ?? 1),
      ...Array.from({ length: 8 }, (_, i) => numbers[i] ?? 0),
      part.round ?? 0,
      part.shell ?? 0,
      part.around ?? 0,
      part.ribs?.[0] ?? 0,
      part.ribs?.[1] ?? 0,
      part.rough?.[0] ?? 0,
      part.rough?.[1] ?? 1,
      part.bend ?? 0,
      data,
      count,
      ...out,
      Math.sin(tilt),
      Math.cos(tilt),
    );
    const local = shapeBounds(part.shape);
    const swell =
      (part.round ?? 0) + (part.shell ?? 0) + Math.abs(part.rough?.[0] ?? 0) * 1.5 + (part.blend ?? 0) * 0.25;
    const bent = Math.abs(part.bend ?? 0) * (Math.abs(local.centre[0]) + local.half[0]) ** 2;
    const far = Math.hypot(...axes((k) => Math.abs(local.centre[k]) + local.half[k]));
    const round = Math.hypot(out[0], out[2]) + far;
    const folded: Bounds = part.around ? { centre: [0, out[1], 0], half: [round, far, round] } : local;
    const grown = axes((k) => folded.half[k] + swell + (k === 1 ? bent : 0));
    return { local: { centre: folded.centre, half: grown }, full, scale, at };
  }

  #data(shape: Shape): { data: number; count: number } {
    if (shape.kind === 'convex') {
      const data = this.dataFloats;
      this.planes.push({ offset: data, values: shape.planes.flat() });
      this.dataFloats += shape.planes.length * 4;
      return { data, count: shape.planes.length };
    }
    if (shape.kind !== 'lathe' && shape.kind !== 'extrude') return { data: 0, count: 0 };
    let data = this.#outlines.get(shape.outline);
    if (data === undefined) {
      data = this.#profile(shape.outline, shape.kind === 'lathe');
      this.#outlines.set(shape.outline, data);
    }
    return { data, count: 0 };
  }

  #profile(outline: Outline, lathe: boolean): number {
    const xs = outline.map(([x]) => x);
    const ys = outline.map(([, y]) => y);
    const [left, right] = [lathe ? 0 : Math.min(...xs), Math.max(...xs)];
    const [low, high] = [Math.min(...ys), Math.max(...ys)];
    const cell = Math.max((lathe ? 1.3 : 1) * (right - left), high - low) / PROFILE_CELLS;
    const margin = cell * PROFILE_MARGIN_CELLS;
    const start = lathe ? -2 * cell : left - margin;
    const columns = Math.ceil((right + margin - start) / cell) + 1;
    const rows = Math.ceil((high - low + 2 * margin) / cell) + 1;
    const offset = this.dataFloats;
    this.profiles.push({
      points: Float32Array.from(outline.flat()),
      head: [start, low - margin, cell, columns, rows, margin],
      lathe,
      offset,
    });
    this.dataFloats += 6 + columns * rows;
    return offset;
  }

  #material(paint: Paint): number {
    const known = this.#paints.get(paint);
    if (known !== undefined) return known;
    const index = this.materials.length / MATERIAL_FLOATS;
    const a = linear(paint.a);
    const p = paint.p ?? [];
    this.materials.push(
      PATTERNS.indexOf(paint.pattern ?? 'plain'),
      ...a,
      ...(paint.b ? linear(paint.b) : a),
      ...(paint.c ? linear(paint.c) : a),
      paint.roughness ?? 0.6,
      paint.f0 ?? 0.03,
      paint.metal ? 1 : 0,
      paint.through === 'glass' ? 1 : paint.through === 'film' ? 2 : 0,
      ...(paint.absorb ?? [0, 0, 0]),
      paint.emission ?? 0,
      paint.iridescence ?? 0,
      paint.soft ?? 0,
      p[0] ?? 0,
      p[1] ?? 0,
      p[2] ?? 0,
      p[3] ?? 0,
      paint.bump?.[0] ?? 0,
      paint.bump?.[1] ?? 1,
      paint.seed ?? 1,
      paint.ior ?? 1.3,
      0,
      0,
      0,
      0,
    );
    this.#paints.set(paint, index);
    return index;
  }

  #glow(glow: Glow, placement: Placement, turn: Matrix): void {
    const at = apply(turn, glow.at);
    const kind = { halo: 0, steam: 1, flame: 2 }[glow.kind];
    this.glows.push(
      ...at.map((v, k) => v * placement.size + (placement.at[k] ?? 0)),
      glow.radius * placement.size,
      ...linear(glow.colour),
      glow.strength,
      (glow.lights ?? 0) * placement.size,
      kind,
      (glow.height ?? glow.radius) * placement.size,
      11 + this.glows.length,
    );
  }
}
