/** Effects painted with the image itself: a radial burst, a light leak, a kaleidoscope. */
import type { Raster } from '../../../scene/scene.js';
import { sprite, type Moment, type Ready, type Setting } from './effect.js';
import { valueIn, type Effect } from './timeline.js';

type Of<K extends Effect['kind']> = Extract<Effect, { readonly kind: K }>;

/** Number of frame copies in a burst. */
const COPIES = 7;

/** The image blurred outwards, with a flash over it. */
export function burst({ strength }: Of<'burst'>, { width, height }: Setting): Ready {
  return {
    paint: (context, { image }) => {
      const power = valueIn(strength, image);
      if (power < 0.02) return;
      const held = sprite(width, height, (own) => {
        own.drawImage(context.canvas, 0, 0);
      });
      for (let copy = 1; copy <= COPIES; copy += 1) {
        const grown = 1 + power * 0.042 * copy;
        context.globalAlpha = 1 / (copy + 1);
        context.drawImage(held, (width * (1 - grown)) / 2, (height * (1 - grown)) / 2, width * grown, height * grown);
      }
      context.globalAlpha = 1;
      const flash = context.createRadialGradient(
        width / 2,
        height / 2,
        0,
        width / 2,
        height / 2,
        Math.hypot(width, height) / 2,
      );
      flash.addColorStop(0, `rgba(255, 252, 244, ${0.62 * power ** 2})`);
      flash.addColorStop(1, `rgba(255, 244, 224, ${0.22 * power ** 2})`);
      context.fillStyle = flash;
      context.fillRect(0, 0, width, height);
    },
  };
}

/** Colours of the light from its middle outwards, with the delay and the size of each as shares of the longer side. */
const LIGHTS = [
  { colour: '255, 196, 92', behind: 0, size: 0.34, strength: 1, height: 0.35 },
  { colour: '255, 104, 44', behind: 0.13, size: 0.46, strength: 0.95, height: 0.62 },
  { colour: '232, 40, 96', behind: 0.26, size: 0.4, strength: 0.75, height: 0.2 },
] as const;

/** A warm light leak that crosses the video from one side to the other. */
export function leak({ at }: Of<'leak'>, { width, height }: Setting): Ready {
  const long = Math.max(width, height);
  return {
    paint: (context, { progress, seconds }) => {
      // Light is only visible on surfaces darker than white.
      context.globalCompositeOperation = 'multiply';
      context.fillStyle = 'rgb(206, 184, 178)';
      context.fillRect(0, 0, width, height);
      context.globalCompositeOperation = 'screen';
      for (const { colour, behind, size, strength, height: high } of LIGHTS) {
        const x = (valueIn(at, progress) - behind) * width;
        const y = (high + 0.08 * Math.sin(seconds * 1.3 + behind * 9)) * height;
        const r = long * size * (1 + 0.06 * Math.sin(seconds * 2.1 + behind * 5));
        const glow = context.createRadialGradient(x, y, 0, x, y, r);
        glow.addColorStop(0, `rgba(${colour}, ${strength})`);
        glow.addColorStop(0.4, `rgba(${colour}, ${strength * 0.62})`);
        glow.addColorStop(1, `rgba(${colour}, 0)`);
        context.fillStyle = glow;
        context.fillRect(0, 0, width, height);
      }
      context.globalCompositeOperation = 'source-over';
    },
  };
}

/** Wedges of a kaleidoscope, each next to its mirror image. */
const WEDGES = 12;
/** Grid squares along a side in which the richest spot of an image is searched, and pixels between two samples. */
const LOOK = { squares: 12, step: 4 } as const;
/**
 * Radius of the kaleidoscope's orbit around that spot, as a share of each side, and its minimum distance from an edge.
 */
const ROUND = { reach: 0.1, edge: 0.22 } as const;
/** Share of an image's time, at both ends, in which the kaleidoscope moves from one image's spot to the next. */
const LEAVING = 0.18;

interface Spot {
  readonly x: number;
  readonly y: number;
}

/** The richest spot of an image, as shares of its sides: many colours, and colours that are rare elsewhere. */
function liveliest({ width, height, data }: Raster): Spot {
  const count = LOOK.squares * LOOK.squares;
  const sums = Array.from({ length: count }, () => new Float64Array(7));
  for (let y = 0; y < height; y += LOOK.step) {
    for (let x = 0; x < width; x += LOOK.step) {
      const sum =
        sums[Math.floor((y * LOOK.squares) / height) * LOOK.squares + Math.floor((x * LOOK.squares) / width)]!;
      sum[6]! += 1;
      for (let k = 0; k < 3; k += 1) {
        const value = data[(y * width + x) * 4 + k]!;
        sum[k]! += value;
        sum[3 + k]! += value * value;
      }
    }
  }
  const means = sums.map((sum) => [0, 1, 2].map((k) => sum[k]! / Math.max(1, sum[6]!)));
  const whole = [0, 1, 2].map((k) => means.reduce((all, mean) => all + mean[k]!, 0) / count);
  const lively = sums.map((sum, at) =>
    [0, 1, 2].reduce(
      (all, k) =>
        all +
        Math.sqrt(Math.max(0, sum[3 + k]! / Math.max(1, sum[6]!) - means[at]![k]! ** 2)) +
        0.6 * Math.abs(means[at]![k]! - whole[k]!),
      0,
    ),
  );
  // Neighbouring squares are included, so that a region wins rather than a single square.
  const about = (at: number): number => {
    const [column, row] = [at % LOOK.squares, Math.floor(at / LOOK.squares)];
    let sum = 0;
    for (let y = Math.max(0, row - 1); y <= Math.min(LOOK.squares - 1, row + 1); y += 1)
      for (let x = Math.max(0, column - 1); x <= Math.min(LOOK.squares - 1, column + 1); x += 1)
        sum += lively[y * LOOK.squares + x]!;
    return sum;
  };
  const best = lively.reduce((max, _, at) => (about(at) > about(max) ? at : max), 0);
  const within = (place: number): number =>
    Math.min(1 - ROUND.edge, Math.max(ROUND.edge, (place + 0.5) / LOOK.squares));
  return { x: within(best % LOOK.squares), y: within(Math.floor(best / LOOK.squares)) };
}

/** The spot that the kaleidoscope shows. It moves to the next image's spot during a change. */
function lookedAt(spots: readonly Spot[], { index, image }: Pick<Moment, 'index' | 'image'>): Spot {
  const own = spots[index] ?? { x: 0.5, y: 0.5 };
  const [other, way] =
    image > 1 - LEAVING
      ? [spots[index + 1] ?? own, (image - 1 + LEAVING) / LEAVING / 2]
      : image < LEAVING
        ? [spots[index - 1] ?? own, (LEAVING - image) / LEAVING / 2]
        : [own, 0];
  const share = way * way * (3 - 2 * way);
  return { x: own.x + (other.x - own.x) * share, y: own.y + (other.y - own.y) * share };
}

/** A kaleidoscope: a wedge of the image mirrored around the middle, while the image rotates behind it. */
export function mirrors({ turns }: Of<'mirrors'>, { width, height, images }: Setting): Ready {
  const spots = images.map(liveliest);
  const reach = Math.hypot(width, height) / 2 + 2;
  const step = (Math.PI * 2) / WEDGES;
  return {
    paint: (context, { progress, seconds, index, image }) => {
      // Mirrored at its sides, so that it tiles without a seam however far a wedge reaches.
      const endless = sprite(width * 2, height * 2, (own) => {
        for (const [across, down] of [
          [1, 1],
          [-1, 1],
          [1, -1],
          [-1, -1],
        ] as const) {
          own.setTransform(across, 0, 0, down, across < 0 ? width * 2 : 0, down < 0 ? height * 2 : 0);
          own.drawImage(context.canvas, 0, 0);
        }
      });
      const glass = context.createPattern(endless, 'repeat');
      if (glass === null) throw new Error('no pattern of the image');
      // The view circles the richest spot, because a wedge of plain sky would only show stripes.
      const spot = lookedAt(spots, { index, image });
      const [x, y] = [
        width * (spot.x + ROUND.reach * Math.sin(seconds * 0.6)),
        height * (spot.y + ROUND.reach * Math.cos(seconds * 0.8)),
      ];
      for (let wedge = 0; wedge < WEDGES; wedge += 1) {
        context.save();
        context.translate(width / 2, height / 2);
        // The first wedge begins at the vertical axis, so that left and right are symmetric.
        context.rotate(-Math.PI / 2 + (wedge + (wedge % 2)) * step);
        if (wedge % 2 === 1) context.scale(1, -1);
        context.beginPath();
        context.moveTo(-1, -0.6);
        context.lineTo(reach * 1.2, -0.6);
        context.lineTo(Math.cos(step) * reach * 1.2, Math.sin(step) * reach * 1.2 + 0.6);
        context.closePath();
        context.clip();
        context.rotate(Math.PI * 2 * turns * progress);
        context.translate(-x, -y);
        context.fillStyle = glass;
        context.fillRect(x - reach * 1.3, y - reach * 1.3, reach * 2.6, reach * 2.6);
        context.restore();
      }
    },
  };
}
