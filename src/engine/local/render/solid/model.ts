import type { Outline } from './profile.js';

/** x to the right, y up, z towards the camera; scene units (a hero object is about 2 high). */
export type Vec3 = readonly [number, number, number];

/** A colour as `#rrggbb` in sRGB. */
export type Hex = string;

/** Patterns of surface colour, in the kernel's order; solid-paint.h describes the meaning of `p` for each. */
export const PATTERNS = [
  'plain',
  'rise',
  'sectors',
  'bands',
  'marble',
  'wood',
  'speckle',
  'label',
  'gas',
  'land',
  'craters',
  'dial',
  'melon',
  'blush',
  'petals',
  'checks',
  'face',
  'pages',
  'crust',
  'seeds',
  'belt',
  'halo',
  'spines',
  'fans',
  'cover',
  'waffle',
  'dots',
  'veins',
  'frost',
  'embers',
  'citrus',
] as const;
export type Pattern = (typeof PATTERNS)[number];

/** Material of a surface. By default it is plain and matte. */
export interface Paint {
  readonly a: Hex;
  readonly b?: Hex;
  readonly c?: Hex;
  readonly pattern?: Pattern;
  readonly p?: readonly number[];
  /** 0 mirror-like to 1 chalk-like. */
  readonly roughness?: number;
  /** Reflectance at normal incidence, 0..1; 0.04 for most non-metals. */
  readonly f0?: number;
  readonly metal?: boolean;
  readonly through?: 'glass' | 'film';
  /** Absorption of glass per unit of distance, for red, green and blue. */
  readonly absorb?: Vec3;
  /** Index of refraction of glass, 1.3 by default. */
  readonly ior?: number;
  readonly emission?: number;
  readonly iridescence?: number;
  /** Subsurface softness, 0 hard to 1 waxy: light wraps around and shines through. */
  readonly soft?: number;
  /** Strength and scale of surface bumps. */
  readonly bump?: readonly [strength: number, scale: number];
  readonly seed?: number;
}

export type Shape =
  | { readonly kind: 'sphere'; readonly r: number }
  | { readonly kind: 'ellipsoid'; readonly radii: Vec3 }
  | { readonly kind: 'box'; readonly half: Vec3 }
  | { readonly kind: 'cylinder'; readonly r: number; readonly half: number }
  | { readonly kind: 'cone'; readonly low: number; readonly high: number; readonly half: number }
  | { readonly kind: 'torus'; readonly ring: number; readonly tube: number }
  /** From the origin up to y = length, with radius `low` at the start and `high` at the end. */
  | { readonly kind: 'limb'; readonly low: number; readonly high: number; readonly length: number }
  /** Rotated about the y axis. */
  | { readonly kind: 'lathe'; readonly outline: Outline }
  /** Extruded from an outline in the xy plane, `half` thick to either side. */
  | { readonly kind: 'extrude'; readonly outline: Outline; readonly half: number; readonly bevel?: number }
  /** Intersection of half-spaces (normal, distance from the origin). */
  | {
      readonly kind: 'convex';
      readonly planes: readonly (readonly [number, number, number, number])[];
      readonly reach: number;
      /** Half its sides where they are far from cubic. */
      readonly half?: Vec3;
    }
  /** A bowl-shaped sheet at the origin, opening upwards to the polar angle `open` (radians). */
  | {
      readonly kind: 'petal';
      readonly radius: number;
      readonly thick: number;
      readonly open: number;
      readonly ruffle?: number;
      readonly waves?: number;
      readonly phase?: number;
      readonly narrow?: number;
      readonly notch?: number;
    };

/** One primitive of a model. Angles in degrees. */
export interface Part {
  readonly shape: Shape;
  readonly paint: Paint;
  readonly at?: Vec3;
  /** Rotated about x, then y, then z; or by a matrix. */
  readonly turn?: Vec3 | Matrix;
  readonly size?: number;
  /** Boolean operation with the previous parts of its group: union by default, difference, or intersection. */
  readonly op?: 'cut' | 'keep';
  /** Width over which the joint is blended. */
  readonly blend?: number;
  readonly round?: number;
  readonly shell?: number;
  /**
   * 1 mirrors at x = 0; n > 1 repeats n times about the y axis; `out` and `tilt` (about z) place the repeated piece.
   */
  readonly around?: number;
  readonly out?: Vec3;
  readonly tilt?: number;
  readonly ribs?: readonly [count: number, depth: number];
  readonly rough?: readonly [depth: number, scale: number];
  readonly bend?: number;
  /** Step factor, below 1 when the distance is only a bound. */
  readonly slack?: number;
}

/** Light drawn over the scene; with `lights` it also illuminates nearby surfaces. */
export interface Glow {
  readonly kind: 'halo' | 'steam' | 'flame';
  readonly at: Vec3;
  readonly radius: number;
  readonly height?: number;
  readonly colour: Hex;
  readonly strength: number;
  readonly lights?: number;
}

/** An object: groups of parts, each group a separate body. It stands on y = 0 unless it floats. */
export interface Model {
  readonly groups: readonly (readonly Part[])[];
  readonly glows?: readonly Glow[];
  /** Half its width on the ground, and its height, for placing and framing. */
  readonly reach: number;
  readonly height: number;
}

/** Position of a model. Angles in degrees. */
export interface Placement {
  readonly at: Vec3;
  readonly size: number;
  readonly turn: Vec3;
}

export type Matrix = readonly [number, number, number, number, number, number, number, number, number];

/** Rotation matrix about x, then y, then z, in degrees. */
export function turning([dx, dy, dz]: Vec3): Matrix {
  const [x, y, z] = [(dx * Math.PI) / 180, (dy * Math.PI) / 180, (dz * Math.PI) / 180];
  const [sx, cx, sy, cy, sz, cz] = [Math.sin(x), Math.cos(x), Math.sin(y), Math.cos(y), Math.sin(z), Math.cos(z)];
  return [
    cz * cy,
    cz * sy * sx - sz * cx,
    cz * sy * cx + sz * sx,
    sz * cy,
    sz * sy * sx + cz * cx,
    sz * sy * cx - cz * sx,
    -sy,
    cy * sx,
    cy * cx,
  ];
}

/** Leans about the z axis first, then turns about the y axis; degrees. A shape along +x then points outwards. */
export const headed = (heading: number, lean: number): Matrix => times(turning([0, heading, 0]), turning([0, 0, lean]));

/** Matrix product: applies `a` first, then `b`. */
export function times(b: Matrix, a: Matrix): Matrix {
  const cell = (r: number, c: number): number =>
    (b[r * 3] ?? 0) * (a[c] ?? 0) + (b[r * 3 + 1] ?? 0) * (a[3 + c] ?? 0) + (b[r * 3 + 2] ?? 0) * (a[6 + c] ?? 0);
  return [cell(0, 0), cell(0, 1), cell(0, 2), cell(1, 0), cell(1, 1), cell(1, 2), cell(2, 0), cell(2, 1), cell(2, 2)];
}

export function apply(m: Matrix, [x, y, z]: Vec3): Vec3 {
  return [m[0] * x + m[1] * y + m[2] * z, m[3] * x + m[4] * y + m[5] * z, m[6] * x + m[7] * y + m[8] * z];
}

const degrees = (radians: number): number => (radians * 180) / Math.PI;

/** A rod from one point to another. */
export function limb(from: Vec3, to: Vec3, low: number, high: number, paint: Paint, more: Partial<Part> = {}): Part {
  const [x, y, z] = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const length = Math.max(Math.hypot(x, y, z), Math.abs(low - high) + 1e-3);
  const tip = degrees(Math.acos(Math.min(Math.max(y / length, -1), 1)));
  const heading = degrees(Math.atan2(x, z));
  return { shape: { kind: 'limb', low, high, length }, paint, at: from, turn: [tip, heading, 0], ...more };
}
export const ball = (r: number, at: Vec3, paint: Paint, more: Partial<Part> = {}): Part => ({
  shape: { kind: 'sphere', r },
  at,
  paint,
  ...more,
});
export const oval = (radii: Vec3, at: Vec3, paint: Paint, more: Partial<Part> = {}): Part => ({
  shape: { kind: 'ellipsoid', radii },
  at,
  paint,
  slack: 0.9,
  ...more,
});
/** A box of the given half sizes, its edges rounded by `round` within them. */
export function box(half: Vec3, at: Vec3, paint: Paint, round = 0.03, more: Partial<Part> = {}): Part {
  return {
    shape: { kind: 'box', half: [half[0] - round, half[1] - round, half[2] - round] },
    at,
    paint,
    round,
    ...more,
  };
}
export function drum(r: number, half: number, at: Vec3, paint: Paint, round = 0.03, more: Partial<Part> = {}): Part {
  return { shape: { kind: 'cylinder', r: r - round, half: half - round }, at, paint, round, ...more };
}
export const cone = (
  low: number,
  high: number,
  half: number,
  at: Vec3,
  paint: Paint,
  more: Partial<Part> = {},
): Part => ({ shape: { kind: 'cone', low, high, half }, at, paint, ...more });
export const ring = (radius: number, tube: number, at: Vec3, paint: Paint, more: Partial<Part> = {}): Part => ({
  shape: { kind: 'torus', ring: radius, tube },
  at,
  paint,
  ...more,
});
export const lathe = (outline: Outline, at: Vec3, paint: Paint, more: Partial<Part> = {}): Part => ({
  shape: { kind: 'lathe', outline },
  at,
  paint,
  ...more,
});
export const plate = (
  outline: Outline,
  half: number,
  at: Vec3,
  paint: Paint,
  more: Partial<Part> = {},
  bevel = 0.02,
): Part => ({ shape: { kind: 'extrude', outline, half, bevel }, at, paint, ...more });
