/** Parts of people that several postures share. */
import { adjust, hex, type Rgb } from '../../../scene/colour.js';
import { PIGMENTS } from '../../../scene/palette.js';
import type { Pen } from '../pen.js';

const SKIN = ['#f0c8a0', '#d9a066', '#a86b3c', '#6d4327'].map(hex);
const CLOTH = ['#c0453a', '#2f5d8a', '#e0a63c', '#4c7a5a', '#7a4a78', '#d9d2c4', '#394150'].map(hex);

/** Which way somebody looks: 1 to the right, −1 to the left. */
export type Side = 1 | -1;

export interface Body {
  readonly skin: Rgb;
  readonly hair: Rgb;
  readonly top: Rgb;
  readonly low: Rgb;
}

/** Skin, hair and clothes of somebody. */
export function dress(pen: Pen): Body {
  return {
    skin: pen.random.pick(SKIN),
    hair: hex(['#2a1d17', '#4a3020', '#8a5a2c', '#1a171a'][pen.random.int(0, 3)] ?? '#2a1d17'),
    top: pen.colour(pen.random.pick(CLOTH)),
    low: hex(['#2b3444', '#4a4038', '#39424a'][pen.random.int(0, 2)] ?? '#2b3444'),
  };
}

/** A head on its neck, which looks to the right, or to the left where `side` is −1. */
export function head(pen: Pen, x: number, y: number, r: number, body: Body, long: boolean, side: Side = 1): void {
  const h = r * side;
  pen.limb(
    [
      [x, y + r, r * 0.42],
      [x, y + r * 1.9, r * 0.5],
    ],
    body.skin,
  );
  if (long)
    pen.limb(
      [
        [x - h * 0.4, y, r],
        [x - h * 0.9, y + r * 1.5, r * 0.8],
        [x - h * 1.1, y + r * 3, r * 0.35],
      ],
      body.hair,
    );
  pen.oval(x, y, r * 0.9, r * 1.08, body.skin);
  pen.path(
    `M ${x - h} ${y + r * 0.5} C ${x - h * 1.3} ${y - r * 1.3} ${x + h * 0.9} ${y - r * 1.6} ${x + h * 0.9} ${y - r * 0.2} C ${x + h * 0.3} ${y - r * 0.5} ${x - h * 0.3} ${y - r * 0.4} ${x - h * 0.45} ${y + r * 0.2} Z`,
    body.hair,
    [x - r, x + r],
  );
}

/** A hand that is somewhere else than beside the body: where it is, and where its elbow is. */
export interface Reach {
  readonly elbow: readonly [x: number, y: number];
  readonly hand: readonly [x: number, y: number];
}

/** An arm from its shoulder to a hand. */
export function stretched(
  pen: Pen,
  shoulder: readonly [number, number],
  { elbow, hand }: Reach,
  body: Body,
  k: number,
): void {
  pen.limb(
    [
      [...shoulder, 3.4 * k],
      [...elbow, 2.7 * k],
      [...hand, 2 * k],
    ],
    body.top,
  );
  pen.oval(hand[0], hand[1], 2.3 * k, 2.3 * k, body.skin);
}

/** What a hand holds, with the hand at (x, y). */
export function carried(pen: Pen, x: number, y: number): void {
  const held = pen.place.holds;
  if (held === undefined) return;
  const tint = (own: string): Rgb =>
    held.colour === undefined || held.colour === 'rainbow' ? hex(own) : PIGMENTS[held.colour];
  switch (held.id) {
    case 'umbrella': {
      const [cx, cy, cloth] = [x - 6, y - 42, tint('#c0392f')];
      pen.limb(
        [
          [x, y + 7, 0.7],
          [cx, cy - 14, 0.7],
        ],
        hex('#3a3330'),
      );
      pen.path(
        `M ${cx - 28} ${cy + 2} C ${cx - 24} ${cy - 20} ${cx + 24} ${cy - 20} ${cx + 28} ${cy + 2} Q ${cx + 19} ${cy - 4} ${cx + 9.5} ${cy + 1} Q ${cx} ${cy - 5} ${cx - 9.5} ${cy + 1} Q ${cx - 19} ${cy - 4} ${cx - 28} ${cy + 2} Z`,
        cloth,
        [cx - 28, cx + 28],
      );
      for (const dx of [-9.5, 9.5])
        pen.stroke(
          `M ${cx} ${cy - 14.5} Q ${cx + dx} ${cy - 10} ${cx + dx} ${cy + 1}`,
          0.6,
          adjust(cloth, { lightness: 0.7 }),
        );
      return;
    }
    case 'balloon':
      pen.stroke(`M ${x} ${y + 4} Q ${x + 6} ${y - 16} ${x + 4} ${y - 34}`, 0.5, '#5a5450');
      pen.oval(x + 4, y - 46, 11, 13, tint('#d8362f'));
      pen.oval(x + 0.5, y - 50, 2.4, 3.6, adjust(tint('#d8362f'), { lightness: 1.5 }));
      return;
    case 'flower':
    case 'rose':
    case 'tulip':
      for (const [k, dx] of [-6, -2, 2, 6].entries()) {
        pen.stroke(`M ${x} ${y + 7} L ${x + dx} ${y - 9 - (k % 2) * 3}`, 0.9, hex('#3f8a3c'));
        pen.oval(
          x + dx,
          y - 11 - (k % 2) * 3.5,
          3.6,
          3.4,
          tint(['#d8465a', '#f0c23c', '#e88ab0', '#c23a48'][k] ?? '#d8465a'),
        );
        pen.oval(x + dx, y - 11 - (k % 2) * 3.5, 1.2, 1.1, hex('#f7e7a0'));
      }
      return;
    default:
      held.id satisfies never;
  }
}
