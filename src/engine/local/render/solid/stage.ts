import { linear } from './memory.js';
import type { Hex, Vec3 } from './model.js';

/** Backdrops, in the kernel's order. */
export const BACKDROPS = ['cove', 'gradient', 'space', 'pool', 'ground'] as const;
export type Backdrop = (typeof BACKDROPS)[number];

/** Surroundings of objects on the ground, in the kernel's order. */
const SURROUNDINGS = [
  'open',
  'shore',
  'quay',
  'lake',
  'forest',
  'jungle',
  'peaks',
  'dunes',
  'street',
  'city',
  'snow',
  'meadow',
  'table',
  'floor',
  'road',
] as const;
export type Surroundings = (typeof SURROUNDINGS)[number];

/** A distant light; `towards` points at it and need not be normalised. `strength` multiplies the colour. */
export interface Light {
  readonly towards: Vec3;
  readonly colour: Hex;
  readonly strength: number;
}

/** Camera, light and surroundings of an image. */
export interface Stage {
  readonly camera: {
    readonly eye: Vec3;
    readonly target: Vec3;
    /** Degrees across the shorter side. */
    readonly view: number;
    readonly roll?: number;
  };
  readonly key: Light;
  readonly rim: Light;
  /** Ambient light from the whole sky, and from the ground below. */
  readonly sky: { readonly colour: Hex; readonly strength: number };
  readonly bounce: { readonly colour: Hex; readonly strength: number };
  /** Sharpness of shadow edges: 4 very soft to 30 hard. */
  readonly penumbra: number;
  readonly backdrop: Backdrop;
  /**
   * Colours of the backdrop: floor and wall, or bottom and top; `accent` is the ground, nebula, light spot or caustics.
   */
  readonly low: Hex;
  readonly high: Hex;
  readonly accent: Hex;
  readonly wallZ?: number;
  readonly fillet?: number;
  readonly haze?: number;
  readonly hazeColour?: Hex;
  readonly exposure?: number;
  readonly vignette?: number;
  /** Brightness of the softbox reflected in glossy surfaces. */
  readonly box?: number;
  readonly ring?: {
    readonly at: Vec3;
    readonly axis: Vec3;
    readonly inner: number;
    readonly outer: number;
    readonly colour: Hex;
  };
  /** A planet's atmosphere: a glow around a sphere. */
  readonly air?: { readonly at: Vec3; readonly radius: number; readonly colour: Hex; readonly strength: number };
  readonly hills?: number;
  readonly clouds?: number;
  readonly sun?: number;
  readonly night?: number;
  /** Vignette in the cove, light spot of the gradient, or ripples of the ground. */
  readonly spot?: number;
  /**
   * For the backdrop `ground`: the place, the colour of its leaves, water, paving or wall, and whether it is covered by
   * snow.
   */
  readonly place?: { readonly kind: Surroundings; readonly tint: Hex; readonly white: boolean };
  readonly falling?: 'snow' | 'rain';
  readonly seed: number;
}

const WORLD_FLOATS = 96;

const minus = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
function unit(a: Vec3): Vec3 {
  const length = Math.hypot(...a) || 1;
  return [a[0] / length, a[1] / length, a[2] / length];
}
const lights = (colour: Hex, strength: number): number[] => linear(colour).map((v) => v * strength);

/** The camera's axes: right, up and forward. */
export function cameraAxes(eye: Vec3, target: Vec3, roll = 0): { right: Vec3; up: Vec3; forward: Vec3 } {
  const forward = unit(minus(target, eye));
  const flat = Math.abs(forward[1]) > 0.999;
  const right0 = unit(cross(forward, flat ? [0, 0, -1] : [0, 1, 0]));
  const up0 = cross(right0, forward);
  const [s, c] = [Math.sin((roll * Math.PI) / 180), Math.cos((roll * Math.PI) / 180)];
  const turn = (a: Vec3, b: Vec3, x: number, y: number): Vec3 => [
    a[0] * x + b[0] * y,
    a[1] * x + b[1] * y,
    a[2] * x + b[2] * y,
  ];
  return { right: turn(right0, up0, c, s), up: turn(up0, right0, c, -s), forward };
}

/** The stage in the layout of the kernel's World structure. */
export function stageFloats(stage: Stage, seconds: number): Float32Array {
  const { eye, target, view, roll } = stage.camera;
  const { right, up, forward } = cameraAxes(eye, target, roll);
  const ring = stage.ring;
  const air = stage.air;
  const numbers = [
    ...eye,
    ...right,
    ...up,
    ...forward,
    Math.tan((view * Math.PI) / 360),
    seconds,
    ...unit(stage.key.towards),
    ...lights(stage.key.colour, stage.key.strength),
    stage.penumbra,
    ...lights(stage.sky.colour, stage.sky.strength),
    ...lights(stage.bounce.colour, stage.bounce.strength),
    ...unit(stage.rim.towards),
    ...lights(stage.rim.colour, stage.rim.strength),
    BACKDROPS.indexOf(stage.backdrop),
    ...linear(stage.low),
    ...linear(stage.high),
    ...linear(stage.accent),
    stage.wallZ ?? -3.2,
    stage.fillet ?? 0.5,
    stage.seed % 65_521,
    stage.haze ?? 0,
    ...linear(stage.hazeColour ?? stage.high),
    stage.exposure ?? 1,
    stage.vignette ?? 0.18,
    stage.box ?? 1.5,
    ...(ring
      ? [...ring.at, ...unit(ring.axis), ring.inner, ring.outer, ...linear(ring.colour), 1]
      : Array.from({ length: 12 }, () => 0)),
    ...(air ? [...air.at, air.radius, ...linear(air.colour), air.strength] : Array.from({ length: 8 }, () => 0)),
    stage.hills ?? 0,
    stage.clouds ?? 0,
    stage.sun ?? 0,
    0,
    stage.night ?? 0,
    stage.spot ?? 0.35,
    SURROUNDINGS.indexOf(stage.place?.kind ?? 'open'),
    ...linear(stage.place?.tint ?? '#000000'),
    stage.place?.white ? 1 : 0,
    stage.falling === 'rain' ? 2 : stage.falling === 'snow' ? 1 : 0,
  ];
  const floats = new Float32Array(WORLD_FLOATS);
  floats.set(numbers);
  return floats;
}
