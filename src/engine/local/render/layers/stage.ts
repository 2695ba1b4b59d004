/** State shared by the painters of one image: the scene, its colours in linear light, the camera and the sun. */
import { createCanvas, type Canvas, type SKRSContext2D } from '@napi-rs/canvas';

import { paletteFor, type Palette, type Rgb } from '../../scene/palette.js';
import { createRandom, type Random } from '../../scene/random.js';
import type { ScenePlace, Scene, SubjectId } from '../../scene/scene.js';
import { linear, Painter, type Box, type LayerParams, type Light, type Tone } from './painter.js';
import { SILHOUETTES } from './silhouettes/catalogue.js';

/** Position of the sun or moon in pixels, and the direction of its light in world axes (x right, y up, z away). */
export interface Sun {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly moon: boolean;
  readonly visible: boolean;
  readonly from: readonly [number, number, number];
}

/** An image being painted. */
export interface Stage {
  readonly scene: Scene;
  readonly palette: Palette;
  readonly painter: Painter;
  readonly width: number;
  readonly height: number;
  /** Side in pixels of a square with the image's area; drawn sizes are relative to it. */
  readonly unit: number;
  readonly horizon: number;
  readonly sun: Sun;
  readonly seconds: number;
  /** Leaves out particles in the foreground, which are drawn separately for each moment. */
  readonly airApart: boolean;
  random(label: string): Random;
  seed(label: string): number;
  has(place: ScenePlace): boolean;
  wants(subject: SubjectId): boolean;
  /** A cleared canvas of the image's size, the same one each time. */
  canvas(): SKRSContext2D;
  /** Blends the canvas into the image, or only its part in `box` when nothing was drawn elsewhere. */
  compose(params?: Omit<LayerParams, 'left' | 'top'>, box?: Box): void;
}

/** Open country, where a low moon can be behind a creature. */
const BEFORE_THE_MOON: readonly ScenePlace[] = [
  'mountains',
  'hills',
  'meadow',
  'desert',
  'canyon',
  'sky',
  'forest',
  'village',
  'garden',
  'volcano',
];
const SUN_HEIGHT = {
  dawn: 0.17,
  morning: 0.5,
  noon: 0.8,
  afternoon: 0.5,
  sunset: 0.2,
  dusk: 0.06,
  night: 0.6,
} as const;
const HORIZON = { wide: 0.57, medium: 0.57, close: 0.6, aerial: 0.34, symmetric: 0.56, minimal: 0.66 } as const;

function sunOf(scene: Scene, width: number, height: number, horizon: number, unit: number): Sun {
  const random = createRandom(scene.seed, 'sun');
  const centred = scene.framing === 'symmetric';
  const side = random.chance(0.5) ? 1 : -1;
  const away = centred ? 0 : side * random.range(0.11, 0.21);
  const named = scene.subjects.find((subject) => subject.id === 'sun' || subject.id === 'moon');
  const up = (named?.id === 'moon' ? 0.6 : SUN_HEIGHT[scene.time]) * random.range(0.92, 1.08);
  const moon = scene.time === 'night' || (named?.id === 'moon' && scene.time !== 'noon');
  const scale =
    { small: 0.75, normal: named?.id === 'moon' ? 2.1 : 1.35, large: 2.9 }[named?.size ?? 'small'] *
    (scene.framing === 'minimal' ? 1.7 : 1);
  const dim =
    scene.weather === 'overcast' ||
    scene.weather === 'rain' ||
    scene.weather === 'storm' ||
    scene.weather === 'snow' ||
    scene.weather === 'fog';
  const visible = named !== undefined || (!dim && scene.time !== 'noon' && scene.time !== 'dusk');
  const tilt = { dawn: 0.34, morning: 0.6, noon: 0.95, afternoon: 0.62, sunset: 0.36, dusk: 0.5, night: 0.62 }[
    scene.time
  ];
  // A creature named with the moon stands in front of it, so the moon is lower and larger.
  const before =
    named?.id === 'moon' &&
    moon &&
    scene.subjects.some((subject) => SILHOUETTES[subject.id]?.habit === 'ground') &&
    scene.places.every((place) => BEFORE_THE_MOON.includes(place));
  const x = side * 0.8;
  const z = scene.time === 'sunset' || scene.time === 'dawn' ? -0.05 : -0.3;
  const length = Math.hypot(x, tilt, z);
  return {
    x: width * (0.5 + away),
    y: before ? horizon * 0.62 : Math.max(horizon - horizon * up * (named?.size === 'large' ? 0.8 : 1), height * 0.1),
    radius: unit * (before ? Math.max(0.115, 0.026 * scale) : 0.026 * scale),
    moon,
    visible,
    from: [x / length, tilt / length, z / length],
  };
}

/**
 * Prepares an image without painting.
 * @param width pixels, 16 to 2048
 * @param height pixels, 16 to 2048
 * @param seconds moment of the animation
 * @param airApart leaves out what drawAir draws
 */
export function openStage(scene: Scene, width: number, height: number, seconds: number, airApart = false): Stage {
  const unit = Math.sqrt(width * height);
  // With only sky, the horizon is below the image.
  const open =
    scene.places.every((place) => place === 'sky') &&
    scene.subjects.every((subject) => {
      const habit = SILHOUETTES[subject.id]?.habit;
      return habit === undefined || habit === 'air';
    });
  const horizon = Math.round(
    height * (open ? 1.12 : HORIZON[scene.framing] * createRandom(scene.seed, 'horizon').range(0.98, 1.02)),
  );
  const painter = new Painter(width, height);
  let canvas: Canvas | undefined;
  const without = new Set<string>(scene.without);
  return {
    scene,
    palette: paletteFor(scene),
    painter,
    width,
    height,
    unit,
    horizon,
    sun: sunOf(scene, width, height, horizon, unit),
    seconds,
    airApart,
    random: (label) => createRandom(scene.seed, label),
    seed: (label) => createRandom(scene.seed, label).int(0, 65_000),
    has: (place) => scene.places.includes(place) && !without.has(place),
    wants: (subject) => scene.subjects.some((one) => one.id === subject) && !without.has(subject),
    canvas() {
      canvas ??= createCanvas(width, height);
      const context = canvas.getContext('2d');
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.globalAlpha = 1;
      context.globalCompositeOperation = 'source-over';
      context.clearRect(0, 0, width, height);
      return context;
    },
    compose(params = {}, box = { left: 0, top: 0, right: width, bottom: height }) {
      if (canvas) {
        painter.layer(canvas.data(), width, box, params);
      }
    },
  };
}

/** A palette's pair of colours as a tone. */
export function toneOf(pair: { readonly light: Rgb; readonly shade: Rgb }, gain = 1): Tone {
  return { light: linear(pair.light, gain), shade: linear(pair.shade, gain) };
}

/** One of the six ridge colours, 0 far to 5 near; fractional values are interpolated. */
export function ridgeTone(palette: Palette, at: number): Light {
  const index = Math.min(4, Math.max(0, Math.floor(at)));
  const share = Math.min(1, Math.max(0, at - index));
  const far = linear(palette.ridges[index] ?? palette.haze);
  const near = linear(palette.ridges[index + 1] ?? palette.ink);
  return mixLight(far, near, share);
}

/** Interpolates between two lights, 0 the first and 1 the second. */
export function mixLight(a: Light, b: Light, share: number): Light {
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share];
}

/** A light times a number. */
export function scaleLight(a: Light, gain: number): Light {
  return [a[0] * gain, a[1] * gain, a[2] * gain];
}
