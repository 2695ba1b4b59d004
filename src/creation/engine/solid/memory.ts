import type { Glow, Hex, Matrix, Model, Paint, Part, Placement, Shape, Vec3 } from './model.js';
import { PATTERNS, apply, times, turning } from './model.js';
import type { Outline } from './profile.js';

/** Floats per record, as solid-scene.h lays them out. */
export const PRIM_FLOATS = 40;
export const GROUP_FLOATS = 8;
export const MATERIAL_FLOATS = 32;
export const GLOW_FLOATS = 12;

const SHAPES: readonly Shape['kind'][] = ['sphere', 'ellipsoid', 'box', 'cylinder', 'cone', 'torus', 'limb', 'lathe', 'extrude', 'convex', 'petal'];
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

/** A profile still to be baked: its polygon and the head of its grid. */
export interface ProfileGrid {
  readonly points: Float32Array;
  readonly head: readonly [left: number, bottom: number, cell: number, columns: number, rows: number, margin: number];
  readonly lathe: boolean;
  /** Offset in floats within the data block; the grid's values follow the six floats of the head. */
  readonly offset: number;
}

interface Ball { readonly centre: Vec3; readonly r: number }

/** The smallest ball round two. */
function around(a: Ball, b: Ball): Ball {
  const [x, y, z] = [b.centre[0] - a.centre[0], b.centre[1] - a.centre[1], b.centre[2] - a.centre[2]];
  const gap = Math.hypot(x, y, z);
  if (gap + b.r <= a.r) return a;
  if (gap + a.r <= b.r) return b;
  const r = (gap + a.r + b.r) / 2;
  const t = gap === 0 ? 0 : (r - a.r) / gap;
  return { centre: [a.centre[0] + x * t, a.centre[1] + y * t, a.centre[2] + z * t], r };
}

function outlineBall(outline: Outline, lathe: boolean, half: number): Ball {
  const xs = outline.map(([x]) => x);
  const ys = outline.map(([, y]) => y);
  const [left, right] = lathe ? [-Math.max(...xs), Math.max(...xs)] : [Math.min(...xs), Math.max(...xs)];
  const [low, high] = [Math.min(...ys), Math.max(...ys)];
  const centre: Vec3 = [(left + right) / 2, (low + high) / 2, 0];
  const r = Math.max(...outline.map(([x, y]) => Math.hypot((lathe ? Math.abs(x) : x - centre[0]), y - centre[1])));
  return { centre, r: Math.hypot(r, half) };
}

function shapeBall(shape: Shape): Ball {
  const origin: Vec3 = [0, 0, 0];
  switch (shape.kind) {
    case 'sphere': return { centre: origin, r: shape.r };
    case 'ellipsoid': return { centre: origin, r: Math.max(...shape.radii) };
    case 'box': return { centre: origin, r: Math.hypot(...shape.half) };
    case 'cylinder': return { centre: origin, r: Math.hypot(shape.r, shape.half) };
    case 'cone': return { centre: origin, r: Math.hypot(Math.max(shape.low, shape.high), shape.half) };
    case 'torus': return { centre: origin, r: shape.ring + shape.tube };
    case 'limb': return around({ centre: origin, r: shape.low }, { centre: [0, shape.length, 0], r: shape.high });
    case 'lathe': return outlineBall(shape.outline, true, 0);
    case 'extrude': return outlineBall(shape.outline, false, shape.half);
    case 'convex': return { centre: origin, r: shape.reach };
    case 'petal': {
      const open = Math.min(shape.open * 1.15, Math.PI);
      const swell = shape.radius * (1 + (shape.ruffle ?? 0) * 1.6);
      if (open > Math.PI / 2) return { centre: [0, shape.radius, 0], r: swell + shape.thick };
      const rise = shape.radius * (1 - Math.cos(open));
      return { centre: [0, rise * 0.5, 0], r: Math.hypot(swell * Math.sin(open), rise * 0.5) + shape.thick + (swell - shape.radius) };
    }
    default: return shape satisfies never;
  }
}

function shapeNumbers(shape: Shape): readonly number[] {
  switch (shape.kind) {
    case 'sphere': return [shape.r];
    case 'ellipsoid': return shape.radii;
    case 'box': return shape.half;
    case 'cylinder': return [shape.r, shape.half];
    case 'cone': return [shape.low, shape.high, shape.half];
    case 'torus': return [shape.ring, shape.tube];
    case 'limb': return [shape.low, shape.high, shape.length];
    case 'lathe': return [Math.max(...shape.outline.map(([x]) => x))];
    case 'extrude': return [shape.half, Math.min(shape.bevel ?? 0.02, shape.half * 0.9)];
    case 'convex': return [shape.reach];
    case 'petal': return [shape.radius, shape.thick, shape.open, shape.ruffle ?? 0, shape.waves ?? 5, shape.phase ?? 0, shape.narrow ?? 0, shape.notch ?? 0];
    default: return shape satisfies never;
  }
}

/** The arrays of a scene, filled model by model and then copied into the kernel's memory. */
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
    let bounds: Ball | undefined;
    for (const part of parts) {
      const reach = this.#prim(part, placement, turn);
      if (part.op === undefined || !bounds) bounds = bounds ? around(bounds, reach) : reach;
    }
    if (!bounds) return;
    const paint = parts[0]?.paint;
    const shadowless = paint?.through === undefined && (paint?.emission ?? 0) < 0.9 ? 0 : paint?.through === 'glass' ? 0 : 1;
    this.groups.push(...bounds.centre, bounds.r * 1.01 + 0.01, first, parts.length, shadowless, paint?.through === 'glass' ? 1 : 0);
  }

  #prim(part: Part, placement: Placement, turn: Matrix): Ball {
    const own = part.turn?.length === 9 ? part.turn : turning(part.turn ?? [0, 0, 0]);
    const full = times(turn, own);
    const scale = placement.size * (part.size ?? 1);
    const offset = apply(turn, part.at ?? [0, 0, 0]);
    const at: Vec3 = [0, 1, 2].map((k) => (offset[k] ?? 0) * placement.size + (placement.at[k] ?? 0)) as unknown as Vec3;
    const inverse = [full[0], full[3], full[6], full[1], full[4], full[7], full[2], full[5], full[8]].map((v) => v / scale);
    const tilt = ((part.tilt ?? 0) * Math.PI) / 180;
    const out = part.out ?? [0, 0, 0];
    const numbers = shapeNumbers(part.shape);
    const { data, count } = this.#data(part.shape);
    this.prims.push(
      SHAPES.indexOf(part.shape.kind), this.#material(part.paint), part.op === 'cut' ? 1 : part.op === 'keep' ? 2 : 0, (part.blend ?? 0) * placement.size,
      ...inverse, ...at, scale * (part.slack ?? 1),
      ...Array.from({ length: 8 }, (_, i) => numbers[i] ?? 0),
      part.round ?? 0, part.shell ?? 0, part.around ?? 0, part.ribs?.[0] ?? 0, part.ribs?.[1] ?? 0, part.rough?.[0] ?? 0, part.rough?.[1] ?? 1, part.bend ?? 0,
      data, count, ...out, Math.sin(tilt), Math.cos(tilt),
    );
    const local = shapeBall(part.shape);
    const swell = (part.round ?? 0) + (part.shell ?? 0) + Math.abs(part.rough?.[0] ?? 0) * 1.5 + (part.blend ?? 0) * 0.25;
    const bent = Math.abs(part.bend ?? 0) * local.r * local.r;
    const far = Math.hypot(...local.centre);
    const folded: Ball = part.around
      ? { centre: [0, out[1], 0], r: Math.hypot(out[0], out[2]) + local.r + far }
      : local;
    const centre = apply(full, folded.centre);
    return {
      centre: [centre[0] * scale + at[0], centre[1] * scale + at[1], centre[2] * scale + at[2]],
      r: (folded.r + swell + bent) * scale,
    };
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
    this.profiles.push({ points: Float32Array.from(outline.flat()), head: [start, low - margin, cell, columns, rows, margin], lathe, offset });
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
      PATTERNS.indexOf(paint.pattern ?? 'plain'), ...a, ...(paint.b ? linear(paint.b) : a), ...(paint.c ? linear(paint.c) : a),
      paint.roughness ?? 0.6, paint.f0 ?? 0.03, paint.metal ? 1 : 0, paint.through === 'glass' ? 1 : paint.through === 'film' ? 2 : 0,
      ...(paint.absorb ?? [0, 0, 0]), paint.emission ?? 0, paint.iridescence ?? 0, paint.soft ?? 0,
      p[0] ?? 0, p[1] ?? 0, p[2] ?? 0, p[3] ?? 0, paint.bump?.[0] ?? 0, paint.bump?.[1] ?? 1, paint.seed ?? 1, 1.3, 0, 0, 0, 0,
    );
    this.#paints.set(paint, index);
    return index;
  }

  #glow(glow: Glow, placement: Placement, turn: Matrix): void {
    const at = apply(turn, glow.at);
    const kind = { halo: 0, steam: 1, flame: 2 }[glow.kind];
    this.glows.push(
      ...at.map((v, k) => v * placement.size + (placement.at[k] ?? 0)), glow.radius * placement.size, ...linear(glow.colour),
      glow.strength, (glow.lights ?? 0) * placement.size, kind, (glow.height ?? glow.radius) * placement.size, 11 + this.glows.length,
    );
  }
}
