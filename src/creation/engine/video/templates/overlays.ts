/** Effects that are painted with the picture itself: a burst from the middle, light that leaks in, mirrors. */
import { sprite, type Ready, type Setting } from './effect.js';
import { valueIn, type Effect } from './timeline.js';

type Of<K extends Effect['kind']> = Extract<Effect, { readonly kind: K }>;

/** Copies of the frame that a burst is made of. */
const COPIES = 7;

/** The picture drawn outwards, and a flash over it. */
export function burst({ strength }: Of<'burst'>, { width, height }: Setting): Ready {
  return {
    paint: (context, { picture }) => {
      const power = valueIn(strength, picture);
      if (power < 0.02) return;
      const held = sprite(width, height, (own) => { own.drawImage(context.canvas, 0, 0); });
      for (let copy = 1; copy <= COPIES; copy += 1) {
        const grown = 1 + power * 0.042 * copy;
        context.globalAlpha = 1 / (copy + 1);
        context.drawImage(held, (width * (1 - grown)) / 2, (height * (1 - grown)) / 2, width * grown, height * grown);
      }
      context.globalAlpha = 1;
      const flash = context.createRadialGradient(width / 2, height / 2, 0, width / 2, height / 2, Math.hypot(width, height) / 2);
      flash.addColorStop(0, `rgba(255, 252, 244, ${0.62 * power ** 2})`);
      flash.addColorStop(1, `rgba(255, 244, 224, ${0.22 * power ** 2})`);
      context.fillStyle = flash;
      context.fillRect(0, 0, width, height);
    },
  };
}

/** Colours of the light, from its middle outwards; how far each lags behind, and how large it is, as shares of the longer side. */
const LIGHTS = [
  { colour: '255, 196, 92', behind: 0, size: 0.34, strength: 1, height: 0.35 },
  { colour: '255, 104, 44', behind: 0.13, size: 0.46, strength: 0.95, height: 0.62 },
  { colour: '232, 40, 96', behind: 0.26, size: 0.4, strength: 0.75, height: 0.2 },
] as const;

/** Warm light that goes over the film from one side to the other. */
export function leak({ at }: Of<'leak'>, { width, height }: Setting): Ready {
  const long = Math.max(width, height);
  return {
    paint: (context, { film, seconds }) => {
      // Light is seen only before what is not quite white.
      context.globalCompositeOperation = 'multiply';
      context.fillStyle = 'rgb(206, 184, 178)';
      context.fillRect(0, 0, width, height);
      context.globalCompositeOperation = 'screen';
      for (const { colour, behind, size, strength, height: high } of LIGHTS) {
        const x = (valueIn(at, film) - behind) * width;
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

/** Wedges of a kaleidoscope, each beside its own mirror image. */
const WEDGES = 12;

/** The picture as a kaleidoscope: a wedge of it, mirrored round the middle, while the picture turns behind it. */
export function mirrors({ turns }: Of<'mirrors'>, { width, height }: Setting): Ready {
  const reach = Math.hypot(width, height) / 2 + 2;
  const step = (Math.PI * 2) / WEDGES;
  return {
    paint: (context, { film, seconds }) => {
      // Mirrored at its sides, so that it goes on without a seam however far a wedge looks.
      const endless = sprite(width * 2, height * 2, (own) => {
        for (const [across, down] of [[1, 1], [-1, 1], [1, -1], [-1, -1]] as const) {
          own.setTransform(across, 0, 0, down, across < 0 ? width * 2 : 0, down < 0 ? height * 2 : 0);
          own.drawImage(context.canvas, 0, 0);
        }
      });
      const glass = context.createPattern(endless, 'repeat');
      if (glass === null) throw new Error('no pattern of the picture');
      // What is seen goes round in the picture, so that each part of it is once the pattern's middle.
      const [x, y] = [width * (0.5 + 0.2 * Math.sin(seconds * 0.6)), height * (0.5 + 0.2 * Math.cos(seconds * 0.8))];
      for (let wedge = 0; wedge < WEDGES; wedge += 1) {
        context.save();
        context.translate(width / 2, height / 2);
        // The first begins at the upright axis, so that left and right mirror each other.
        context.rotate(-Math.PI / 2 + (wedge + (wedge % 2)) * step);
        if (wedge % 2 === 1) context.scale(1, -1);
        context.beginPath();
        context.moveTo(-1, -0.6);
        context.lineTo(reach * 1.2, -0.6);
        context.lineTo(Math.cos(step) * reach * 1.2, Math.sin(step) * reach * 1.2 + 0.6);
        context.closePath();
        context.clip();
        context.rotate(Math.PI * 2 * turns * film);
        context.translate(-x, -y);
        context.fillStyle = glass;
        context.fillRect(x - reach * 1.3, y - reach * 1.3, reach * 2.6, reach * 2.6);
        context.restore();
      }
    },
  };
}
