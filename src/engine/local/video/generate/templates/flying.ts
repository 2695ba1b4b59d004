/** Snow, hearts and paper in the air: a few sprites at many positions, each at its own distance. */
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import type { Random } from '../../../scene/random.js';
import { sprite, type Moment, type Ready, type Setting } from './effect.js';
import type { Effect, Flying } from './timeline.js';

type FlyingEffect = Extract<Effect, { readonly kind: 'flying' }>;

const SPRITE = 128;

function flake(focus: number): Canvas {
  return sprite(SPRITE, SPRITE, (context) => {
    const half = SPRITE / 2;
    const glow = context.createRadialGradient(half, half, 0, half, half, half);
    glow.addColorStop(0, 'rgba(255, 255, 255, 0.98)');
    glow.addColorStop(focus, 'rgba(252, 254, 255, 0.9)');
    glow.addColorStop(1, 'rgba(240, 247, 255, 0)');
    context.fillStyle = glow;
    context.fillRect(0, 0, SPRITE, SPRITE);
  });
}

function heart(light: string, dark: string): Canvas {
  return sprite(SPRITE, SPRITE, (context) => {
    const s = SPRITE / 100;
    context.beginPath();
    context.moveTo(50 * s, 90 * s);
    context.bezierCurveTo(8 * s, 58 * s, 4 * s, 42 * s, 6 * s, 32 * s);
    context.bezierCurveTo(9 * s, 10 * s, 40 * s, 6 * s, 50 * s, 30 * s);
    context.bezierCurveTo(60 * s, 6 * s, 91 * s, 10 * s, 94 * s, 32 * s);
    context.bezierCurveTo(96 * s, 42 * s, 92 * s, 58 * s, 50 * s, 90 * s);
    context.closePath();
    const fill = context.createRadialGradient(34 * s, 28 * s, 4 * s, 50 * s, 50 * s, 56 * s);
    fill.addColorStop(0, light);
    fill.addColorStop(1, dark);
    context.fillStyle = fill;
    context.fill();
    context.fillStyle = 'rgba(255, 255, 255, 0.55)';
    context.beginPath();
    context.ellipse(29 * s, 27 * s, 10 * s, 6 * s, -0.7, 0, Math.PI * 2);
    context.fill();
  });
}

const paper = (colour: string): Canvas =>
  sprite(SPRITE, SPRITE, (context) => {
    const sheen = context.createLinearGradient(0, 0, SPRITE, SPRITE);
    sheen.addColorStop(0, colour);
    sheen.addColorStop(0.5, colour);
    sheen.addColorStop(0.62, 'rgba(255, 255, 255, 0.85)');
    sheen.addColorStop(0.74, colour);
    context.fillStyle = colour;
    context.fillRect(0, SPRITE * 0.2, SPRITE, SPRITE * 0.6);
    context.globalAlpha = 0.45;
    context.fillStyle = sheen;
    context.fillRect(0, SPRITE * 0.2, SPRITE, SPRITE * 0.6);
  });

const SPRITES: Readonly<Record<Flying, () => readonly Canvas[]>> = {
  flakes: () => [flake(0.55), flake(0.3), flake(0.08)],
  hearts: () => [heart('#ff9db4', '#e0284f'), heart('#ffc2d4', '#f0588c'), heart('#ff8a8a', '#b8123a')],
  papers: () => ['#f4436c', '#ffb800', '#2bb673', '#2f80ed', '#9b51e0', '#ff7a2f', '#16c7d6'].map(paper),
};

/** One flying object. `near` is 0 far to 1 near. */
interface Thing {
  readonly near: number;
  readonly across: number;
  readonly start: number;
  readonly speed: number;
  readonly size: number;
  readonly sprite: Canvas;
  readonly phase: number;
  readonly turning: number;
}

/** Distance beyond the upper and lower edge that objects cover, so that none appears or disappears inside the frame. */
const BEYOND = 0.16;

function thingsOf({ count, speed, size, things }: FlyingEffect, random: Random): readonly Thing[] {
  const sprites = SPRITES[things]();
  const flat = things === 'flakes';
  return Array.from({ length: count }, (): Thing => {
    const near = random.next() ** (flat ? 3.2 : 1.6);
    return {
      near,
      across: random.range(-0.06, 1.06),
      start: random.next(),
      speed: speed * (0.45 + 0.55 * near) * random.range(0.85, 1.15),
      size: size[0] + (size[1] - size[0]) * near,
      // Near flakes are out of focus.
      sprite:
        sprites[flat ? Math.min(sprites.length - 1, Math.floor(near * 4)) : random.int(0, sprites.length - 1)] ??
        sprites[0]!, // never empty
      phase: random.range(0, Math.PI * 2),
      turning: random.range(0.6, 1.6) * (random.chance(0.5) ? 1 : -1),
    };
  }).sort((a, b) => a.near - b.near);
}

function fly(
  context: SKRSContext2D,
  thing: Thing,
  kind: Flying,
  x: number,
  y: number,
  side: number,
  seconds: number,
): void {
  const beat = seconds * thing.turning * 2 + thing.phase;
  context.save();
  context.translate(x, y);
  switch (kind) {
    case 'flakes':
      context.globalAlpha = thing.near > 0.75 ? 0.5 : 0.92 - 0.3 * thing.near;
      break;
    case 'hearts':
      context.globalAlpha = 0.62 + 0.36 * thing.near;
      context.rotate(0.28 * Math.sin(beat));
      break;
    case 'papers':
      context.rotate(beat * 0.9);
      // A tumbling sheet is seen edge-on in between.
      context.scale(1, 0.12 + 0.88 * Math.abs(Math.cos(beat * 1.7)));
      break;
    default:
      kind satisfies never;
  }
  context.drawImage(thing.sprite, -side / 2, -side / 2, side, side);
  context.restore();
}

/** Light on a snowy day; white flakes stand out against it. */
const WINTER = 'rgb(190, 208, 236)';

/** Objects flying through the image. */
export function flying(effect: FlyingEffect, { width, height, unit, random }: Setting): Ready {
  const list = thingsOf(effect, random(`flying ${effect.things}`));
  return {
    paint: (context, { seconds }: Moment) => {
      if (effect.things === 'flakes') {
        context.globalCompositeOperation = 'multiply';
        context.fillStyle = WINTER;
        context.fillRect(0, 0, width, height);
        context.globalCompositeOperation = 'source-over';
      }
      for (const thing of list) {
        const gone = thing.start + (thing.speed * seconds) / (1 + 2 * BEYOND);
        const y = ((gone - Math.floor(gone)) * (1 + 2 * BEYOND) - BEYOND) * height;
        const x = (thing.across + effect.sway * Math.sin(seconds * (0.9 + thing.near) + thing.phase)) * width;
        fly(context, thing, effect.things, x, y, thing.size * unit * 2, seconds);
      }
    },
  };
}
