/** People who run, jump or sit, in side view. All face right in their box. */
import { adjust, hex } from '../../../scene/colour.js';
import type { Act } from '../../../scene/scene.js';
import type { Joint, Pen } from '../pen.js';
import { carried, head, type Body } from './people-parts.js';

type Spot = readonly [x: number, y: number];

/** Where the joints are, in the box of 100 units; a limb begins at the shoulder or the hip. */
interface Posture {
  readonly head: Spot;
  readonly shoulder: Spot;
  readonly hip: Spot;
  /** The limb farther away, then the nearer one. */
  readonly arms: readonly [Limb, Limb];
  readonly legs: readonly [Limb, Limb];
}
interface Limb {
  readonly bend: Spot;
  readonly end: Spot;
}

const POSTURES = {
  run: {
    head: [59, 8],
    shoulder: [55, 22],
    hip: [49, 51],
    arms: [
      { bend: [66, 35], end: [75, 25] },
      { bend: [42, 34], end: [37, 47] },
    ],
    legs: [
      { bend: [44, 73], end: [31, 92] },
      { bend: [65, 63], end: [59, 84] },
    ],
  },
  jump: {
    head: [52, 8],
    shoulder: [51, 22],
    hip: [49, 50],
    arms: [
      { bend: [40, 12], end: [34, -3] },
      { bend: [63, 13], end: [70, -2] },
    ],
    legs: [
      { bend: [41, 68], end: [28, 80] },
      { bend: [60, 65], end: [52, 84] },
    ],
  },
  sit: {
    head: [43, 45],
    shoulder: [40, 60],
    hip: [42, 90],
    arms: [
      { bend: [33, 76], end: [28, 93] },
      { bend: [51, 73], end: [63, 75] },
    ],
    legs: [
      { bend: [58, 74], end: [66, 95] },
      { bend: [64, 71], end: [73, 95] },
    ],
  },
} as const satisfies Partial<Record<Act, Posture>>;
export type Posed = keyof typeof POSTURES;

/** Whether somebody who does this has another posture than a standing one. */
export const isPosed = (act: Act | undefined): act is Posed => act !== undefined && Object.hasOwn(POSTURES, act);

const joints = (from: Spot, { bend, end }: Limb, thick: readonly [number, number, number]): readonly Joint[] => [
  [...from, thick[0]],
  [...bend, thick[1]],
  [...end, thick[2]],
];

/** Somebody in the posture of an act, with what the nearer hand holds. */
export function posed(pen: Pen, kind: 'man' | 'woman', body: Body, act: Posed): void {
  const { head: at, shoulder, hip, arms, legs }: Posture = POSTURES[act];
  const shade = (colour: Body['top'], isFar: boolean): Body['top'] =>
    isFar ? adjust(colour, { lightness: 0.7 }) : colour;
  const arm = (limb: Limb, isFar: boolean): void => {
    pen.limb(joints(shoulder, limb, [3.6, 2.7, 2]), shade(body.top, isFar));
    pen.oval(limb.end[0], limb.end[1], 2.3, 2.3, body.skin);
  };
  const leg = (limb: Limb, isFar: boolean): void => {
    pen.limb(joints(hip, limb, [5.4, 3.6, 2.4]), shade(kind === 'woman' ? body.skin : body.low, isFar));
    pen.limb(
      [
        [limb.end[0], limb.end[1] + 2.4, 2],
        [limb.end[0] + 5, limb.end[1] + 3, 1.4],
      ],
      hex('#2a2422'),
    );
  };
  arm(arms[0], true);
  leg(legs[0], true);
  leg(legs[1], false);
  if (kind === 'woman') skirt(pen, hip, legs, body);
  pen.limb(
    [
      [shoulder[0], shoulder[1] + 3, 6.6],
      [(shoulder[0] + hip[0]) / 2, (shoulder[1] + hip[1]) / 2, 6.4],
      [...hip, 6.6],
    ],
    body.top,
  );
  head(pen, at[0], at[1], 6, body, kind === 'woman');
  carried(pen, ...arms[1].end);
  arm(arms[1], false);
}

/** A skirt over both thighs, down to a little before the knees. */
function skirt(pen: Pen, hip: Spot, legs: Posture['legs'], body: Body): void {
  for (const [index, { bend }] of legs.entries())
    pen.limb(
      [
        [...hip, 7],
        [hip[0] + 0.85 * (bend[0] - hip[0]), hip[1] + 0.85 * (bend[1] - hip[1]), 7.4],
      ],
      index === 0 ? adjust(body.top, { lightness: 0.8 }) : body.top,
    );
}
