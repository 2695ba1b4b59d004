/** Composites a cut-out onto another image: matches its light, adds light wrap at the rim and a shadow at the foot. */
import { fromLab, toLab, type Lab, type Rgb } from '../../scene/colour.js';
import type { OnGrow, Raster } from '../../scene/scene.js';
import { recolour } from '../restyle/grade.js';
import { lightMatch, lightOf } from './light.js';
import { field, soften, stretchField, valueAt, type Field } from '../planes.js';
import { ToolRefusal } from '../../refusal.js';
import { resample, within } from '../resample.js';

/** Longest side of the copies for computing shadow and light wrap. */
const SOFT_SIDE = 512;

/**
 * Puts a cut-out on another image.
 * @param cutOut straight alpha, as matte gives it; its size is the result's
 * @param behind any size: fills the frame, cropped equally on both sides
 * @param on called with the progress at least six times
 * @param match how much of the background's light the subject takes on, 0 none to 1 a full match
 * @returns opaque
 * @throws ToolRefusal INPUT_INVALID_FOR_SERVICE when the cut-out is empty
 */
export async function changeBackground(cutOut: Raster, behind: Raster, on: OnGrow, match = 1): Promise<Raster> {
  on({ fraction: 0.05 });
  const { width, height } = cutOut;
  const ground = await resample(behind, width, height, 'cover');
  on({ fraction: 0.25, partial: ground });
  const size = within(width, height, SOFT_SIDE);
  const small = await resample(cutOut, size.width, size.height);
  const smallGround = await resample(ground, size.width, size.height);
  const alpha = alphaField(small);
  const box = boxOf(alpha);
  if (box === undefined) throw new ToolRefusal('INPUT_INVALID_FOR_SERVICE', { input: 'image', reason: 'no-subject' });
  on({ fraction: 0.4 });
  const light = lightMatch(
    lightOf(small, (i) => alpha.data[i]!),
    lightOf(smallGround, nearBy(size, box)),
  );
  const subject = recolour(cutOut, (own) => partWay(own, light(own), match));
  on({ fraction: 0.6 });
  const shade = shadowOf(alpha, box);
  const wrap = wrapOf(alpha, smallGround);
  on({ fraction: 0.75 });
  const out = compose(subject, ground, shade, wrap);
  on({ fraction: 1, partial: out });
  return out;
}

const partWay = (from: Lab, to: Lab, share: number): Lab => ({
  l: from.l + (to.l - from.l) * share,
  a: from.a + (to.a - from.a) * share,
  b: from.b + (to.b - from.b) * share,
});

/** Bounds of the visible pixels, ends included. */
interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

function alphaField({ width, height, data }: Raster): Field {
  return { width, height, data: Float32Array.from({ length: width * height }, (_, i) => data[i * 4 + 3]! / 255) };
}

function boxOf({ width, height, data }: Field): Box | undefined {
  let box: Box | undefined;
  for (let y = 0, i = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, i += 1) {
      if (data[i]! < 0.5) continue;
      box =
        box === undefined
          ? { left: x, right: x, top: y, bottom: y }
          : { left: Math.min(box.left, x), right: Math.max(box.right, x), top: box.top, bottom: y };
    }
  }
  return box;
}

/** Nearby surroundings light a subject more than distant ones. */
function nearBy(size: { readonly width: number; readonly height: number }, box: Box): (index: number) => number {
  const cx = (box.left + box.right) / 2;
  const cy = (box.top + box.bottom) / 2;
  const reach = 0.6 * Math.hypot(size.width, size.height);
  return (index) =>
    1 / (1 + ((((index % size.width) - cx) ** 2 + (Math.floor(index / size.width) - cy) ** 2) / reach ** 2) * 3);
}

/**
 * Shadow of the subject on the ground: darkest at the contact, fading outwards. Undefined when the lower edge of the
 * image cuts off the foot, because the ground is then not visible.
 */
function shadowOf(alpha: Field, box: Box): Field {
  const { width, height } = alpha;
  const shade = field(width, height);
  if (box.bottom >= height - 2) return shade;
  const tall = box.bottom - box.top + 1;
  // Parts within a tenth of the subject's height above its lowest point stand on the ground.
  const sole = Math.max(2, Math.round(tall * 0.1));
  const flat = 0.16;
  for (let y = box.bottom - sole; y <= box.bottom; y += 1) {
    if (y < 0) continue;
    for (let x = box.left; x <= box.right; x += 1) {
      const weight = alpha.data[y * width + x]!;
      if (weight < 0.3) continue;
      const depth = (box.bottom - y) / sole;
      // Seen from slightly above, the footprint is a flattened copy of the sole.
      const at = Math.min(height - 1, Math.round(box.bottom - depth * sole * flat));
      shade.data[at * width + x] = Math.max(shade.data[at * width + x]!, weight * (1 - depth * 0.7));
    }
  }
  const wide = box.right - box.left + 1;
  const contact = stretched(shade, Math.max(1, wide * 0.02), Math.max(1, tall * 0.008), 2.6);
  const broad = stretched(shade, Math.max(2, wide * 0.09), Math.max(2, tall * 0.025), 5);
  for (let i = 0; i < shade.data.length; i += 1)
    shade.data[i] = Math.min(0.62, 0.5 * Math.min(1, contact.data[i]!) + 0.3 * Math.min(1, broad.data[i]!));
  return shade;
}

/** A blur with separate horizontal and vertical radii, with gain. */
function stretched(source: Field, across: number, down: number, gain: number): Field {
  const squeeze = Math.max(1, across / down);
  const narrow = Math.max(1, Math.round(source.width / squeeze));
  const soft = stretchField(soften(peaks(source, narrow), Math.max(1, Math.round(down))), source.width, source.height);
  for (let i = 0; i < soft.data.length; i += 1) soft.data[i]! *= gain;
  return soft;
}

/** Reduces a field to fewer columns, each the mean of its sources. */
function peaks(source: Field, columns: number): Field {
  const out = field(columns, source.height);
  for (let y = 0; y < source.height; y += 1) {
    for (let x = 0; x < columns; x += 1) {
      const from = Math.floor((x * source.width) / columns);
      const to = Math.max(from + 1, Math.floor(((x + 1) * source.width) / columns));
      let sum = 0;
      for (let column = from; column < to; column += 1) sum += source.data[y * source.width + column]!;
      out.data[y * columns + x] = sum / (to - from);
    }
  }
  return out;
}

/** Light wrap: background light that spills over the rim, its amount and colour. */
interface Wrap {
  readonly amount: Field;
  readonly colour: readonly [Field, Field, Field];
}

function wrapOf(alpha: Field, ground: Raster): Wrap {
  const radius = Math.max(1, Math.round(Math.max(alpha.width, alpha.height) / 170));
  const around = soften(alpha, radius);
  const amount = field(alpha.width, alpha.height);
  for (let i = 0; i < amount.data.length; i += 1) amount.data[i] = Math.max(0, 1 - around.data[i]!);
  const colour = [0, 1, 2].map((k) =>
    soften(
      {
        width: ground.width,
        height: ground.height,
        data: Float32Array.from({ length: ground.width * ground.height }, (_, i) => ground.data[i * 4 + k]!),
      },
      radius * 4,
    ),
  );
  return { amount, colour: [colour[0]!, colour[1]!, colour[2]!] };
}

const WRAP = 0.42;

function compose(subject: Raster, ground: Raster, shade: Field, wrap: Wrap): Raster {
  const { width, height } = subject;
  const data = new Uint8ClampedArray(subject.data.length);
  const scaleX = shade.width / width;
  const scaleY = shade.height / height;
  for (let y = 0, at = 0; y < height; y += 1) {
    const sy = (y + 0.5) * scaleY - 0.5;
    for (let x = 0; x < width; x += 1, at += 4) {
      const sx = (x + 0.5) * scaleX - 0.5;
      const alpha = subject.data[at + 3]! / 255;
      const dark = alpha < 1 ? 1 - valueAt(shade, sx, sy) : 1;
      const rim = alpha > 0 ? WRAP * Math.min(1, 1.4 * valueAt(wrap.amount, sx, sy)) : 0;
      for (let k = 0; k < 3; k += 1) {
        const back = ground.data[at + k]! * dark;
        const own = subject.data[at + k]!;
        // Screen blending: the background light brightens the rim and never darkens it.
        const glow = rim > 0.004 ? own + (255 - own) * (valueAt(wrap.colour[k]!, sx, sy) / 255) ** 1.6 * rim : own;
        data[at + k] = back + (glow - back) * alpha;
      }
      data[at + 3] = 255;
    }
  }
  return { width, height, data };
}

/**
 * A plain studio background: a soft pool of light behind the subject, and a floor that curves up into the wall.
 * @param colour sRGB 0..255
 * @param width pixels
 * @param height pixels
 */
export function studio(colour: Rgb, width: number, height: number): Raster {
  const lab = toLab(colour);
  const data = new Uint8ClampedArray(width * height * 4);
  const horizon = 0.74;
  const tones = Array.from({ length: 512 }, (_, k) => {
    const light = (k / 511) * 1.4 - 0.7;
    return fromLab({
      l: Math.min(0.995, Math.max(0.02, lab.l + light * 0.2)),
      a: lab.a * (1 - Math.abs(light) * 0.12),
      b: lab.b * (1 - Math.abs(light) * 0.12),
    });
  });
  for (let y = 0, at = 0; y < height; y += 1) {
    const v = y / height;
    const t = Math.min(1, Math.max(0, (v - horizon + 0.1) / 0.2));
    const floor = t * t * (3 - 2 * t);
    for (let x = 0; x < width; x += 1, at += 4) {
      const u = (x / width - 0.5) * Math.min(1.6, width / height);
      const pool = Math.exp(-(u * u * 3.2 + (v - 0.42) ** 2 * 4));
      const sheen = Math.exp(-(u * u * 4 + (v - 0.86) ** 2 * 26));
      const value = -0.34 + 0.62 * pool * (1 - floor) + floor * (0.06 + 0.34 * sheen);
      // Dither of almost one level in total; without it a smooth wall shows banding.
      const dither = (((x * 7 + y * 13) % 16) / 16 - 0.5) * 0.9;
      const tone = tones[Math.min(511, Math.max(0, Math.round(((value + 0.7) / 1.4) * 511 + dither)))]!;
      data[at] = tone[0];
      data[at + 1] = tone[1];
      data[at + 2] = tone[2];
      data[at + 3] = 255;
    }
  }
  return { width, height, data };
}
