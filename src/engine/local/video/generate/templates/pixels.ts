/** Effects on the pixels of a frame: old film, glitch, soaking paper, nightfall. */
import { createRandom, hashPoint } from '../../../scene/random.js';
import { field, soften, stretchField, valueAt, type Field } from '../../../photo/planes.js';
import { sprite, type Ready, type Setting } from './effect.js';
import { valueIn, type Effect } from './timeline.js';

type Of<K extends Effect['kind']> = Extract<Effect, { readonly kind: K }>;

const GRAIN_SIDE = 256;

/** Film grain: soft specks around 0. */
function grainOf(seed: number): Int8Array {
  const specks = field(GRAIN_SIDE, GRAIN_SIDE);
  for (let i = 0; i < specks.data.length; i += 1)
    specks.data[i] = hashPoint(i % GRAIN_SIDE, Math.floor(i / GRAIN_SIDE), seed) - 0.5;
  const soft = soften(specks, 1);
  return Int8Array.from(soft.data, (value, i) => 70 * value + 14 * specks.data[i]!);
}

/** Old film: sepia, grain, vignette, a flickering lamp, dust and scratches, and gate weave. */
export function projector({ strength }: Of<'projector'>, { width, height, unit, random }: Setting): Ready {
  const grain = grainOf(random('grain').int(0, 0x7fffffff));
  const rim = Float32Array.from(
    { length: width * height },
    (_, i) =>
      1 -
      0.62 *
        strength *
        Math.min(1, Math.hypot(((i % width) / width - 0.5) * 1.5, (Math.floor(i / width) / height - 0.5) * 1.5)) ** 3,
  );
  return {
    paint: (context, { frame }) => {
      const shake = random(`gate ${frame}`);
      const [x, y] = [shake.gaussian() * unit * 0.0012, shake.gaussian() * unit * 0.0024];
      const held = sprite(width, height, (own) => {
        own.drawImage(context.canvas, 0, 0);
      });
      context.drawImage(held, x - width * 0.01, y - height * 0.01, width * 1.02, height * 1.02);
      context.lineCap = 'round';
      for (let k = shake.int(0, 3); k > 0; k -= 1) {
        const at = shake.range(0, width);
        context.strokeStyle = `rgba(255, 248, 226, ${shake.range(0.12, 0.4)})`;
        context.lineWidth = unit * shake.range(0.0012, 0.0026);
        context.beginPath();
        context.moveTo(at, 0);
        context.lineTo(at + shake.range(-2, 2), height);
        context.stroke();
      }
      for (let k = shake.int(1, 7); k > 0; k -= 1) {
        context.fillStyle = shake.chance(0.6) ? 'rgba(24, 16, 8, 0.75)' : 'rgba(255, 250, 236, 0.7)';
        context.beginPath();
        context.ellipse(
          shake.range(0, width),
          shake.range(0, height),
          unit * shake.range(0.001, 0.006),
          unit * shake.range(0.001, 0.003),
          shake.range(0, 3),
          0,
          Math.PI * 2,
        );
        context.fill();
      }
    },
    work: (data, { frame }) => {
      const chance = random(`lamp ${frame}`);
      const lamp = 1 + strength * (0.05 * chance.gaussian() * 0.6 + 0.04 * Math.sin(frame * 1.9));
      const [left, top] = [chance.int(0, GRAIN_SIDE - 1), chance.int(0, GRAIN_SIDE - 1)];
      for (let y = 0, i = 0; y < height; y += 1) {
        const row = ((y + top) % GRAIN_SIDE) * GRAIN_SIDE;
        for (let x = 0; x < width; x += 1, i += 1) {
          const at = i * 4;
          const light = 0.3 * data[at]! + 0.59 * data[at + 1]! + 0.11 * data[at + 2]!;
          const tone = (16 + light * 0.93 + grain[row + ((x + left) % GRAIN_SIDE)]! * strength) * lamp * rim[i]!;
          data[at] = tone * 1.06 + 8;
          data[at + 1] = tone * 0.94 + 3;
          data[at + 2] = tone * 0.72;
        }
      }
    },
  };
}

/** Glitch: bands of rows that are shifted, separated colours, dark scan lines. */
export function glitch({ strength }: Of<'glitch'>, { width, height, random }: Setting): Ready {
  return {
    work: (data, { image, frame }) => {
      const bad = valueIn(strength, image);
      if (bad < 0.02) return;
      // Each fault is held for two frames, otherwise it looks like noise.
      const chance = random(`fault ${Math.floor(frame / 2)}`);
      const held = new Uint8ClampedArray(data);
      const apart = Math.round(width * 0.02 * bad * chance.range(0.6, 1.3)) + 1;
      for (let y = 0; y < height;) {
        const tall = Math.max(2, Math.round(height * chance.range(0.008, 0.12)));
        const aside = chance.chance(0.42) ? Math.round(width * chance.range(-0.11, 0.11) * bad) : 0;
        for (const end = Math.min(height, y + tall); y < end; y += 1) {
          const line = y % 3 === 0 ? 1 - 0.22 * bad : 1;
          for (let x = 0; x < width; x += 1) {
            const at = (y * width + x) * 4;
            const from = (shift: number): number => (y * width + ((((x - aside + shift) % width) + width) % width)) * 4;
            data[at] = held[from(apart)]! * line;
            data[at + 1] = held[from(0) + 1]! * line;
            data[at + 2] = held[from(-apart) + 2]! * line;
          }
        }
      }
    },
  };
}

/**
 * When each pixel of the paper is soaked: the distance from a few drops, made uneven like paper. 0 the first to 1 the
 * last.
 */
function soaking(width: number, height: number, seed: number, index: number): Field {
  const [w, h] = [Math.ceil(width / 4), Math.ceil(height / 4)];
  const chance = createRandom(seed, `drops ${index}`);
  const drops = Array.from({ length: 5 }, () => ({
    x: chance.range(0.12, 0.88) * w,
    y: chance.range(0.15, 0.85) * h,
    late: chance.range(0, 0.3),
  }));
  const noise = [24, 10, 4].map((cell, octave) => {
    const rough = field(Math.ceil(w / cell) + 2, Math.ceil(h / cell) + 2);
    for (let i = 0; i < rough.data.length; i += 1)
      rough.data[i] = hashPoint(i % rough.width, Math.floor(i / rough.width), seed + octave + 11 * index) - 0.5;
    return stretchField(soften(rough, 0), w, h);
  });
  const out = field(w, h);
  const reach = Math.hypot(w, h);
  for (let i = 0; i < out.data.length; i += 1) {
    const [x, y] = [i % w, Math.floor(i / w)];
    const near = drops.reduce(
      (min, drop) => Math.min(min, Math.hypot(x - drop.x, y - drop.y) / reach + drop.late * 0.4),
      9,
    );
    out.data[i] = near + 0.13 * noise[0]!.data[i]! + 0.07 * noise[1]!.data[i]! + 0.035 * noise[2]!.data[i]!;
  }
  // Ranked, so that the same area soaks at the beginning as at the end.
  const order = Uint32Array.from(out.data.keys()).sort((one, other) => out.data[one]! - out.data[other]!);
  order.forEach((place, rank) => {
    out.data[place] = rank / order.length;
  });
  return stretchField(out, width, height);
}

const PAPER = [247, 242, 231] as const;
/** Width of the soaked area's rim, as a share of the whole range. */
const RIM = 0.055;

/** The image soaks through blank paper from a few drops, with a dark rim of colour as drying water leaves it. */
export function soak({ open }: Of<'soak'>, { width, height, images, random }: Setting): Ready {
  const seed = random('soak').int(0, 0x7fffffff);
  const late = images.map((_, index) => soaking(width, height, seed, index));
  const grain = grainOf(seed);
  return {
    work: (data, { image, index }) => {
      const way = valueIn(open, image) * (1 + 2 * RIM) - RIM;
      const map = late[index];
      if (map === undefined || way >= 1 + RIM) return;
      for (let i = 0; i < width * height; i += 1) {
        const depth = (way - map.data[i]!) / RIM;
        if (depth >= 3) continue;
        const share = Math.min(1, Math.max(0, depth));
        const rim = depth > 0 ? 1 - 0.34 * Math.exp(-((depth - 0.75) ** 2) * 5) : 1;
        const fibre = grain[(Math.floor(i / width) % GRAIN_SIDE) * GRAIN_SIDE + ((i % width) % GRAIN_SIDE)]! * 0.5;
        for (let k = 0; k < 3; k += 1)
          data[i * 4 + k] = (PAPER[k]! + fibre) * (1 - share) + data[i * 4 + k]! * share * rim;
      }
    },
  };
}

/** Probability that a pixel is sky, 0..1: smooth and connected to the upper edge. */
function skyOf({
  width,
  height,
  data,
}: {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}): Field {
  const w = 160;
  const h = Math.max(8, Math.round((160 * height) / width));
  const light = field(w, h);
  for (let i = 0; i < light.data.length; i += 1) {
    const at = (Math.floor((Math.floor(i / w) * height) / h) * width + Math.floor(((i % w) * width) / w)) * 4;
    light.data[i] = (0.3 * data[at]! + 0.59 * data[at + 1]! + 0.11 * data[at + 2]!) / 255;
  }
  const smooth = soften(light, 1);
  const sky = field(w, h);
  for (let x = 0; x < w; x += 1) {
    // Down each column until a step in colour.
    for (let y = 0; y < h * 0.7; y += 1) {
      const [i, above] = [y * w + x, Math.max(0, y - 2) * w + x];
      if (Math.abs(smooth.data[i]! - smooth.data[above]!) > 0.035 || Math.abs(light.data[i]! - smooth.data[i]!) > 0.03)
        break;
      sky.data[i] = 1;
    }
  }
  return soften(sky, 2);
}

/** Nightfall over the video: the light dims and turns blue, and stars appear in the sky. */
export function night({ dark }: Of<'night'>, { width, height, unit, images, random }: Setting): Ready {
  const skies = images.map(skyOf);
  const chance = random('stars');
  const stars = Array.from({ length: 260 }, () => ({
    x: chance.next(),
    y: chance.next() ** 1.4 * 0.7,
    size: unit * (0.0014 + 0.0034 * chance.next() ** 3),
    phase: chance.range(0, 6.3),
    late: chance.range(0, 0.5),
  }));
  return {
    paint: (context, { progress, seconds, index }) => {
      const depth = valueIn(dark, progress);
      const sky = skies[index];
      if (depth <= 0 || sky === undefined) return;
      const fall = context.createLinearGradient(0, 0, 0, height);
      const tone = (red: number, green: number, blue: number): string =>
        `rgb(${[red, green, blue].map((value) => Math.round(255 + (value - 255) * depth)).join(', ')})`;
      fall.addColorStop(0, tone(20, 30, 78));
      fall.addColorStop(0.55, tone(52, 66, 128));
      fall.addColorStop(1, tone(44, 54, 100));
      context.globalCompositeOperation = 'multiply';
      context.fillStyle = fall;
      context.fillRect(0, 0, width, height);
      context.globalCompositeOperation = 'lighter';
      for (const star of stars) {
        const open = valueAt(sky, star.x * sky.width, star.y * sky.height);
        const shine =
          Math.min(1, Math.max(0, (depth - 0.4 - star.late * 0.4) / 0.3)) *
          Math.min(1, open * 1.5) *
          (0.72 + 0.28 * Math.sin(seconds * 3 + star.phase));
        if (shine <= 0.02) continue;
        const r = star.size * 3.2;
        const glow = context.createRadialGradient(
          star.x * width,
          star.y * height,
          0,
          star.x * width,
          star.y * height,
          r,
        );
        glow.addColorStop(0, `rgba(255, 252, 240, ${shine})`);
        glow.addColorStop(0.3, `rgba(214, 226, 255, ${0.7 * shine})`);
        glow.addColorStop(1, 'rgba(160, 186, 255, 0)');
        context.fillStyle = glow;
        context.fillRect(star.x * width - r, star.y * height - r, r * 2, r * 2);
      }
      context.globalCompositeOperation = 'source-over';
    },
  };
}
