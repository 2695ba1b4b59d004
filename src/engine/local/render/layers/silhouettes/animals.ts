/** Four-legged animals. All face right in their box. */
import { adjust, hex, type Rgb } from '../../../scene/colour.js';
import type { Joint, Pen, Point } from '../pen.js';
import type { Silhouette } from './silhouette.js';

/** A single shading for all parts of an animal, so that its joints do not show. */
const WHOLE: Point = [2, 104];

interface Trunk {
  readonly hip: Joint;
  readonly middle: Joint;
  readonly shoulder: Joint;
  /** Radii of a leg at the top, the joint and the foot. */
  readonly leg: readonly [number, number, number];
  /** Reach of a stride, in box units. */
  readonly stride: number;
  readonly foot?: Rgb;
}

function leg(
  pen: Pen,
  top: Joint,
  reach: number,
  hind: boolean,
  radii: readonly [number, number, number],
  colour: Rgb,
  foot: Rgb,
  lift = 0,
): void {
  const [x, y, r] = top;
  const length = 98 - lift - y;
  const bend = hind ? -0.1 : 0.06;
  const knee: Joint = [x + reach * 0.45 + length * bend, y + length * 0.52, radii[1]];
  const ankle: Joint = [x + reach * 0.8 + (hind ? length * 0.03 : 0), y + length * 0.8, radii[2]];
  pen.limb(
    [
      [x, y, r],
      [x + reach * 0.2, y + length * 0.25, (radii[0] + r) / 2.4],
      knee,
      ankle,
      [x + reach, 98 - lift - radii[2] * 0.4, radii[2] * 1.05],
    ],
    colour,
    WHOLE,
  );
  pen.limb(
    [
      [x + reach - 0.5, 98 - lift, radii[2] * 1.1],
      [x + reach + radii[2] * 1.2, 98.6 - lift, radii[2] * 0.95],
    ],
    foot,
  );
}

/** Radians of a gallop in a second. */
const GALLOP = 9;
/** Legs of an animal that runs, stretched and gathered in turn, or that jumps, stretched. */
function gallop(pen: Pen, spec: Trunk, colour: Rgb): void {
  const { hip, middle, shoulder, leg: radii, stride } = spec;
  const far = adjust(colour, { lightness: 0.66 });
  const foot = spec.foot ?? adjust(colour, { lightness: 0.55 });
  const phase = pen.place.act === 'jump' ? 0 : pen.lighting.seconds * GALLOP;
  const long = Math.max(stride, 8) * 3;
  const pair = (late: number, paint: Rgb, hoof: Rgb): void => {
    const open = Math.cos(phase + late);
    const lift = 12 + 6 * open;
    leg(pen, [hip[0] + late, hip[1] + 3, hip[2] * 0.78], -long * open - 2, true, radii, paint, hoof, lift);
    leg(pen, [shoulder[0] + late, shoulder[1] + 3, shoulder[2] * 0.64], long * open, false, radii, paint, hoof, lift);
  };
  pair(0.7, far, adjust(foot, { lightness: 0.8 }));
  pen.limb([hip, middle, shoulder], colour, WHOLE);
  pair(0, colour, foot);
}

/** An animal that sleeps, curled up with its tail around it. */
function curled(pen: Pen, coat: Rgb, tip: Rgb, ears: 'pointed' | 'hanging'): void {
  const dark = adjust(coat, { lightness: 0.74 });
  pen.oval(46, 78, 46, 21, coat);
  pen.oval(20, 80, 21, 18, adjust(coat, { lightness: 0.92 }));
  if (ears === 'pointed')
    for (const x of [72, 86])
      pen.poly(
        [
          [x - 6, 74],
          [x, 56],
          [x + 7, 73],
        ],
        dark,
      );
  pen.oval(80, 82, 17, 14, coat);
  pen.oval(92, 88, 9, 7, adjust(coat, { lightness: 1.08 }));
  if (ears === 'hanging') pen.oval(68, 83, 6, 13, dark, 0.25);
  pen.oval(99, 86, 2.2, 1.8, hex('#1a1513'));
  pen.stroke('M 82 80 q 3.5 3 7 0', 1.3, hex('#17120f'));
  pen.limb(
    [
      [6, 88, 6],
      [30, 97, 6.5],
      [58, 96, 6],
    ],
    coat,
  );
  pen.limb(
    [
      [58, 96, 6],
      [70, 96, 3],
    ],
    tip,
  );
}

/** Body and legs in mid-stride; each animal has its own neck, head and tail. */
function trunk(pen: Pen, spec: Trunk, colour: Rgb): void {
  if (pen.place.act === 'run' || pen.place.act === 'jump') return gallop(pen, spec, colour);
  const { hip, middle, shoulder, leg: radii, stride } = spec;
  const far = adjust(colour, { lightness: 0.66 });
  const foot = spec.foot ?? adjust(colour, { lightness: 0.55 });
  const step = pen.vary(-1, 1) * stride;
  leg(
    pen,
    [hip[0] + 4, hip[1] + 4, hip[2] * 0.55],
    -step + stride * 0.5,
    true,
    radii,
    far,
    adjust(foot, { lightness: 0.8 }),
  );
  leg(
    pen,
    [shoulder[0] + 3, shoulder[1] + 5, shoulder[2] * 0.5],
    step + stride * 0.6,
    false,
    radii,
    far,
    adjust(foot, { lightness: 0.8 }),
  );
  pen.limb([hip, middle, shoulder], colour, WHOLE);
  leg(pen, [hip[0] - 1, hip[1] + 2, hip[2] * 0.82], step - stride * 0.3, true, radii, colour, foot);
  leg(pen, [shoulder[0] - 1, shoulder[1] + 3, shoulder[2] * 0.66], -step * 0.8, false, radii, colour, foot);
}

const eye = (pen: Pen, x: number, y: number, r = 0.9): void => pen.oval(x, y, r, r, hex('#17120f'));

function horse(pen: Pen): void {
  const coat = pen.colour(hex(['#7a4a2c', '#4f3323', '#a9825c', '#d9d3c8'][pen.random.int(0, 3)] ?? '#7a4a2c'));
  const mane = adjust(coat, { lightness: 0.42 });
  pen.limb(
    [
      [12, 38, 3.5],
      [3, 46, 4.2],
      [0, 64, 3.4],
      [4, 82, 0.8],
    ],
    mane,
  );
  trunk(
    pen,
    { hip: [22, 44, 12.5], middle: [46, 47, 12], shoulder: [66, 44, 12.5], leg: [6, 3, 2.1], stride: 9 },
    coat,
  );
  pen.limb(
    [
      [66, 42, 12.5],
      [78, 27, 8.6],
      [87, 12, 5.6],
    ],
    coat,
    WHOLE,
  );
  pen.limb(
    [
      [86, 11.5, 6],
      [94, 19, 4.8],
      [101, 27, 3.5],
    ],
    coat,
    WHOLE,
  );
  pen.poly(
    [
      [83, 8],
      [85, -1],
      [89, 7],
    ],
    coat,
  );
  pen.blob(
    [
      [86, 2],
      [80, 9],
      [73, 20],
      [62, 32],
      [57, 36],
      [63, 24],
      [70, 12],
      [78, 4],
    ],
    mane,
  );
  eye(pen, 91, 13);
}

function deer(pen: Pen): void {
  const coat = pen.colour(hex('#a5683c'));
  trunk(pen, { hip: [22, 56, 9], middle: [42, 58, 8.4], shoulder: [58, 55, 9], leg: [4.2, 2, 1.3], stride: 8 }, coat);
  pen.oval(13, 52, 3, 5, hex('#f0e6d6'), 0.5);
  pen.limb(
    [
      [59, 52, 8.5],
      [67, 40, 5.2],
      [71, 29, 4],
    ],
    coat,
    WHOLE,
  );
  pen.limb(
    [
      [71, 28, 4.4],
      [77, 31, 3.3],
      [83, 34, 2],
    ],
    coat,
    WHOLE,
  );
  pen.blob(
    [
      [68, 27],
      [61, 23],
      [59, 19],
      [66, 22],
    ],
    coat,
  );
  const horn = hex('#5b4330');
  const antler = (dx: number, w: number): void => {
    pen.stroke(
      `M ${71 + dx} 25 C ${66 + dx} 16 ${62 + dx} 10 ${65 + dx * 2} -2 M ${66.5 + dx} 14 C ${70 + dx} 10 ${73 + dx} 8 ${73 + dx * 1.6} 1 M ${64.6 + dx * 1.3} 7 C ${60 + dx} 4 ${59 + dx} 2 ${57 + dx * 1.5} -4 M ${69 + dx} 20 C ${74 + dx} 18 ${76 + dx} 14 ${78 + dx} 11`,
      w,
      horn,
    );
  };
  antler(0, 1.9);
  antler(4, 1.5);
  eye(pen, 74, 27.5, 0.8);
}

function canine(pen: Pen, coat: Rgb, chest: Rgb, tail: readonly Joint[], snout: number, ears: number): void {
  pen.limb(tail, coat);
  trunk(
    pen,
    { hip: [22, 54, 11], middle: [42, 54, 11], shoulder: [62, 50, 13.5], leg: [5.4, 3, 2.5], stride: 9 },
    coat,
  );
  pen.limb(
    [
      [62, 48, 13],
      [71, 37, 10.5],
      [77, 28, 8.6],
    ],
    coat,
    WHOLE,
  );
  pen.blob(
    [
      [70, 44],
      [77, 36],
      [80, 44],
      [74, 58],
      [68, 62],
    ],
    chest,
  );
  pen.limb(
    [
      [76, 26, 9.2],
      [84, 30, 6],
      [88 + snout * 5, 33.5, 3.2],
    ],
    coat,
    WHOLE,
  );
  pen.poly(
    [
      [67, 21],
      [70, 7 - ears],
      [77, 18],
    ],
    coat,
  );
  pen.poly(
    [
      [75, 19],
      [80, 6 - ears],
      [84, 20],
    ],
    adjust(coat, { lightness: 0.8 }),
  );
  pen.oval(90.5 + snout * 5, 32.4, 1.9, 1.6, hex('#1a1513'));
  eye(pen, 81.5, 25.4, 1.1);
}

function wolf(pen: Pen): void {
  const coat = pen.colour(hex('#6d6f76'));
  if (pen.place.act === 'sleep') return curled(pen, coat, hex('#b9b8b6'), 'pointed');
  const howling = pen.place.act === undefined && pen.random.chance(0.55);
  if (!howling) {
    canine(
      pen,
      coat,
      hex('#b9b8b6'),
      [
        [14, 50, 5],
        [3, 60, 5.8],
        [-4, 76, 3],
        [-5, 84, 0.8],
      ],
      1,
      0,
    );
    return;
  }
  pen.limb(
    [
      [14, 50, 5],
      [4, 60, 5.6],
      [-2, 76, 3],
      [-3, 84, 0.8],
    ],
    coat,
  );
  trunk(
    pen,
    { hip: [22, 56, 11], middle: [42, 55, 11], shoulder: [60, 50, 13.5], leg: [5.4, 3, 2.5], stride: 4 },
    coat,
  );
  pen.limb(
    [
      [60, 48, 13.5],
      [70, 34, 10],
      [75, 22, 8],
    ],
    coat,
    WHOLE,
  );
  pen.limb(
    [
      [74, 22, 8.6],
      [81, 12, 5.4],
      [86, 1, 2.6],
    ],
    coat,
    WHOLE,
  );
  pen.poly(
    [
      [79, 17],
      [89, 9],
      [83, 19],
    ],
    coat,
  );
  pen.poly(
    [
      [67, 24],
      [60, 13],
      [71, 15],
    ],
    coat,
  );
  pen.blob(
    [
      [70, 46],
      [79, 32],
      [80, 44],
      [74, 56],
    ],
    hex('#b9b8b6'),
  );
}

const fox = (pen: Pen): void => {
  const coat = pen.colour(hex('#d4692a'));
  if (pen.place.act === 'sleep') return curled(pen, coat, hex('#f4eadb'), 'pointed');
  canine(
    pen,
    coat,
    hex('#f4eadb'),
    [
      [15, 52, 4],
      [2, 55, 8],
      [-15, 64, 8.5],
      [-25, 72, 2.5],
    ],
    1.3,
    4,
  );
  pen.blob(
    [
      [-14, 58],
      [-12, 71],
      [-20, 74],
      [-28, 73],
      [-22, 64],
    ],
    hex('#f4eadb'),
  );
  pen.blob(
    [
      [82, 33],
      [90, 34],
      [92, 36],
      [84, 37],
    ],
    hex('#f4eadb'),
  );
};

const dog = (pen: Pen): void => {
  const coat = pen.colour(hex(['#8a5a34', '#c89a5e', '#3a3330', '#e3dac9'][pen.random.int(0, 3)] ?? '#8a5a34'));
  const ear = adjust(coat, { lightness: 0.6 });
  if (pen.place.act === 'sleep') return curled(pen, coat, ear, 'hanging');
  pen.limb(
    [
      [14, 46, 4.4],
      [4, 36, 4],
      [0, 22, 3],
      [4, 14, 1.4],
    ],
    coat,
  );
  trunk(
    pen,
    { hip: [22, 54, 11.5], middle: [42, 55, 11], shoulder: [60, 51, 13], leg: [5.8, 3.6, 3.1], stride: 8 },
    coat,
  );
  pen.limb(
    [
      [60, 48, 12.5],
      [68, 36, 10],
      [73, 26, 9],
    ],
    coat,
    WHOLE,
  );
  pen.limb(
    [
      [73, 23, 11],
      [82, 27, 8],
      [92, 31, 5.8],
    ],
    coat,
    WHOLE,
  );
  pen.blob(
    [
      [66, 14],
      [74, 15],
      [75, 26],
      [70, 42],
      [63, 42],
      [61, 28],
    ],
    ear,
  );
  pen.oval(96.4, 27.6, 2.7, 2.2, hex('#1a1513'));
  pen.stroke('M 95 34 C 91 37 87 37 84 35', 1, hex('#2a1c16'));
  eye(pen, 82, 20.5, 1.5);
  pen.limb(
    [
      [60, 42, 2],
      [66, 45, 2.2],
      [72, 42, 2],
    ],
    hex('#c93c38'),
  );
};

function cat(pen: Pen): void {
  const coat = pen.colour(hex(['#2c2a2e', '#c98443', '#8d8a88', '#efe7da'][pen.random.int(0, 3)] ?? '#2c2a2e'));
  const dark = adjust(coat, { lightness: 0.72 });
  if (pen.place.act === 'sleep') return curled(pen, coat, dark, 'pointed');
  const sway = Math.sin(pen.lighting.seconds * 2) * 3;
  pen.limb(
    [
      [30, 94, 4.2],
      [12, 95, 4.4],
      [2, 84, 4],
      [3 + sway, 68, 3.4],
      [9 + sway, 60, 2.2],
    ],
    dark,
  );
  pen.blob(
    [
      [46, 34],
      [60, 36],
      [68, 52],
      [71, 74],
      [72, 96],
      [60, 99],
      [34, 99],
      [24, 94],
      [23, 78],
      [30, 60],
      [38, 46],
    ],
    coat,
  );
  pen.limb(
    [
      [36, 82, 12],
      [36, 90, 10],
      [44, 96, 4.5],
      [50, 97, 3.6],
    ],
    coat,
    WHOLE,
  );
  pen.limb(
    [
      [62, 56, 7],
      [64, 76, 5],
      [64, 93, 4.2],
      [68, 97, 3.6],
    ],
    coat,
    WHOLE,
  );
  pen.limb(
    [
      [56, 62, 6],
      [56, 80, 4.4],
      [56, 94, 4],
      [60, 97.4, 3.4],
    ],
    dark,
    [48, 68],
  );
  pen.blob(
    [
      [58, 12],
      [68, 13],
      [75, 21],
      [76, 30],
      [70, 39],
      [60, 42],
      [50, 39],
      [45, 30],
      [47, 20],
    ],
    coat,
  );
  pen.poly(
    [
      [46.5, 22],
      [45, 1],
      [58, 13],
    ],
    coat,
  );
  pen.poly(
    [
      [64, 13],
      [75.5, 1],
      [75.5, 23],
    ],
    coat,
  );
  pen.poly(
    [
      [49, 16],
      [48, 7],
      [54.5, 13.5],
    ],
    hex('#c98a86'),
  );
  pen.poly(
    [
      [67, 13.5],
      [73, 7],
      [73, 16.5],
    ],
    hex('#c98a86'),
  );
  for (const x of [56, 68]) {
    pen.oval(x, 26, 3, 3.2, hex('#d8c65a'));
    pen.oval(x + 0.3, 26, 0.9, 2.8, '#120f10');
  }
  pen.poly(
    [
      [61, 31.5],
      [65, 31.5],
      [63, 34],
    ],
    hex('#d98f8f'),
  );
  for (const side of [-1, 1])
    for (const k of [0, 1])
      pen.line(
        [
          [63 + side * 4, 33 + k],
          [63 + side * 19, 30 + k * 5],
        ],
        0.4,
        '#e8e2da',
      );
}

function bear(pen: Pen): void {
  const coat = pen.colour(hex('#5a3d2b'));
  trunk(pen, { hip: [24, 50, 20], middle: [44, 50, 20], shoulder: [64, 45, 21], leg: [10, 7.4, 6.6], stride: 9 }, coat);
  pen.limb(
    [
      [66, 42, 20],
      [80, 40, 15],
      [88, 40, 12.5],
    ],
    coat,
    WHOLE,
  );
  pen.limb(
    [
      [90, 40, 12],
      [99, 45, 7.4],
      [105, 47, 5],
    ],
    coat,
    WHOLE,
  );
  pen.oval(81, 27.5, 4.6, 4.6, coat);
  pen.oval(91, 27, 4, 4, adjust(coat, { lightness: 0.75 }));
  pen.oval(108.6, 45, 2.5, 2, hex('#15110f'));
  eye(pen, 97, 37.5, 1.3);
  pen.oval(4, 42, 4, 4, coat);
}

function rabbit(pen: Pen): void {
  const coat = pen.colour(hex(['#a58767', '#efe9df', '#7c7168'][pen.random.int(0, 2)] ?? '#a58767'));
  const dark = adjust(coat, { lightness: 0.76 });
  pen.oval(10, 80, 8, 8, hex('#f6f2ea'));
  pen.blob(
    [
      [20, 62],
      [36, 50],
      [54, 52],
      [66, 64],
      [68, 80],
      [62, 96],
      [30, 98],
      [15, 94],
      [12, 78],
    ],
    coat,
  );
  pen.limb(
    [
      [62, 74, 6],
      [64, 88, 4.6],
      [68, 96, 3.8],
    ],
    dark,
    [55, 74],
  );
  pen.limb(
    [
      [30, 80, 17],
      [34, 92, 7],
      [46, 96, 4.2],
      [54, 96.5, 3.6],
    ],
    coat,
    WHOLE,
  );
  pen.limb(
    [
      [66, 42, 4.6],
      [58, 22, 5.6],
      [56, 3, 2.2],
    ],
    dark,
  );
  pen.limb(
    [
      [70, 42, 4.8],
      [70, 20, 5.8],
      [72, 0, 2.2],
    ],
    coat,
  );
  pen.limb(
    [
      [70.4, 34, 1.8],
      [70.4, 20, 2.6],
      [71.6, 7, 1],
    ],
    hex('#d6a29a'),
  );
  pen.blob(
    [
      [60, 44],
      [70, 39],
      [82, 42],
      [91, 51],
      [90, 60],
      [80, 66],
      [66, 66],
      [57, 56],
    ],
    coat,
  );
  eye(pen, 79, 50, 2.2);
  pen.oval(91, 54.5, 1.7, 1.3, hex('#c47f7c'));
}

function elephant(pen: Pen): void {
  const skin = pen.colour(hex('#85817f'));
  const dark = adjust(skin, { lightness: 0.8 });
  pen.limb(
    [
      [6, 40, 2],
      [1, 54, 1.4],
      [3, 68, 1.2],
    ],
    dark,
  );
  trunk(
    pen,
    {
      hip: [22, 42, 20],
      middle: [44, 41, 23],
      shoulder: [64, 40, 21],
      leg: [9, 8, 7.6],
      stride: 7,
      foot: adjust(skin, { lightness: 0.72 }),
    },
    skin,
  );
  pen.limb(
    [
      [78, 28, 17],
      [88, 32, 13],
    ],
    skin,
    WHOLE,
  );
  pen.limb(
    [
      [93, 36, 9.5],
      [101, 50, 6.6],
      [103, 68, 4.8],
      [101, 84, 3.6],
      [107, 90, 2.6],
    ],
    skin,
    WHOLE,
  );
  pen.path('M 92 47 C 97 58 108 62 117 56 C 109 58 101 53 98 44 Z', hex('#f2ead8'), [90, 118]);
  pen.blob(
    [
      [76, 14],
      [66, 13],
      [57, 20],
      [54, 34],
      [58, 50],
      [67, 57],
      [74, 50],
      [80, 38],
      [82, 24],
    ],
    dark,
  );
  pen.stroke('M 61 22 C 58 32 60 44 67 52', 0.8, adjust(skin, { lightness: 0.62 }));
  eye(pen, 91, 28, 1.4);
}

function giraffe(pen: Pen): void {
  const coat = pen.colour(hex('#e0b46c'));
  const patch = hex('#8a5426');
  pen.limb(
    [
      [22, 60, 1.4],
      [18, 72, 1],
      [19, 80, 1.6],
    ],
    patch,
  );
  trunk(
    pen,
    { hip: [29, 61, 7.4], middle: [40, 59, 8], shoulder: [52, 56, 8.6], leg: [3.6, 1.9, 1.5], stride: 5 },
    coat,
  );
  pen.limb(
    [
      [52, 54, 8],
      [59, 36, 4.8],
      [64, 18, 3.5],
      [66, 8, 3.2],
    ],
    coat,
    WHOLE,
  );
  pen.limb(
    [
      [66, 7, 3.4],
      [72, 9.5, 2.8],
      [77, 12, 1.9],
    ],
    coat,
    WHOLE,
  );
  for (const x of [64, 66.6]) {
    pen.line(
      [
        [x, 5],
        [x - 0.6, -0.6],
      ],
      0.9,
      coat,
    );
    pen.oval(x - 0.7, -1, 0.9, 0.9, patch);
  }
  pen.poly(
    [
      [63, 6],
      [58, 4],
      [62, 8],
    ],
    coat,
  );
  pen.stroke('M 50 46 C 55 34 59 22 62.6 9', 1.1, patch);
  const spots: readonly Joint[] = [
    [28, 58, 2.6],
    [34, 62, 2.7],
    [34, 55, 2.3],
    [40, 57, 2.8],
    [41, 64, 2.2],
    [46, 60, 2.6],
    [47, 53, 2.2],
    [53, 56, 2.4],
    [53, 48, 2],
    [56, 42, 1.8],
    [58.6, 36, 1.6],
    [57.6, 31, 1.3],
    [61.4, 29, 1.4],
    [61.4, 22, 1.2],
    [63.8, 16, 1.1],
    [28, 67, 1.6],
    [50, 66, 1.7],
  ];
  for (const [x, y, r] of spots)
    pen.poly(
      [
        [x - r, y - r * 0.4],
        [x, y - r],
        [x + r, y - r * 0.2],
        [x + r * 0.6, y + r],
        [x - r * 0.7, y + r * 0.8],
      ],
      patch,
    );
  eye(pen, 70, 6.4, 0.7);
}

function lion(pen: Pen): void {
  const coat = pen.colour(hex('#d29a4e'));
  const mane = hex('#8a4f22');
  pen.limb(
    [
      [12, 46, 2.6],
      [0, 54, 2.2],
      [-6, 70, 2],
      [-2, 82, 1.6],
    ],
    coat,
  );
  pen.oval(-2, 84, 3.6, 4.6, mane);
  trunk(
    pen,
    { hip: [21, 52, 12], middle: [42, 53, 11.5], shoulder: [62, 49, 14], leg: [6.6, 4.4, 4], stride: 9 },
    coat,
  );
  const ring: Point[] = [];
  for (let k = 0; k < 26; k += 1) {
    const angle = (k / 26) * Math.PI * 2;
    const r = (k % 2 ? 23 : 19) + pen.vary(-1, 1);
    ring.push([72 + Math.cos(angle) * r * 0.92, 37 + Math.sin(angle) * r * 1.1]);
  }
  pen.blob(ring, mane);
  pen.blob(
    [
      [72, 20],
      [82, 20],
      [90, 27],
      [96, 36],
      [97, 43],
      [90, 49],
      [80, 50],
      [71, 45],
      [67, 33],
    ],
    coat,
  );
  pen.oval(70, 22, 4.6, 4.6, coat);
  pen.blob(
    [
      [88, 36],
      [97, 38],
      [97, 44],
      [90, 48],
      [84, 45],
    ],
    hex('#f1ddb6'),
  );
  pen.poly(
    [
      [94, 35],
      [99, 36.5],
      [97, 40],
    ],
    hex('#3a231a'),
  );
  eye(pen, 85, 31, 1.5);
}

function cow(pen: Pen): void {
  const coat = pen.colour(hex(['#efe8dc', '#8a4f30'][pen.random.int(0, 1)] ?? '#efe8dc'));
  pen.limb(
    [
      [8, 40, 1.8],
      [2, 54, 1.4],
      [3, 72, 1.2],
      [4, 79, 2.4],
    ],
    adjust(coat, { lightness: 0.7 }),
  );
  trunk(
    pen,
    {
      hip: [20, 46, 15],
      middle: [42, 48, 17],
      shoulder: [66, 46, 15.5],
      leg: [6, 3.8, 3.4],
      stride: 6,
      foot: hex('#2e2622'),
    },
    coat,
  );
  for (const [x, y, r] of [
    [22, 42, 9],
    [42, 40, 10],
    [62, 48, 8],
    [34, 57, 6],
  ] as const) {
    pen.blob(
      [
        [x - r, y],
        [x - r * 0.3, y - r * 0.8],
        [x + r * 0.8, y - r * 0.6],
        [x + r, y + r * 0.3],
        [x + r * 0.2, y + r * 0.8],
        [x - r * 0.7, y + r * 0.6],
      ],
      hex('#2d2624'),
    );
  }
  pen.oval(32, 66, 7, 4.6, hex('#dfa79b'));
  pen.limb(
    [
      [68, 42, 13],
      [80, 34, 9.6],
      [86, 29, 8],
    ],
    coat,
    WHOLE,
  );
  pen.limb(
    [
      [86, 27, 8.4],
      [93, 38, 6.4],
      [97, 46, 5],
    ],
    coat,
    WHOLE,
  );
  pen.oval(98, 47, 5, 4.2, hex('#dfa79b'));
  pen.blob(
    [
      [82, 24],
      [72, 22],
      [68, 27],
      [78, 29],
    ],
    adjust(coat, { lightness: 0.75 }),
  );
  pen.path('M 83 20 C 78 14 80 6 87 6 C 83 10 84 15 89 19 Z', hex('#e6dbc4'), [76, 92]);
  eye(pen, 90.5, 29, 1.3);
}

function sheep(pen: Pen): void {
  const wool = pen.colour(hex('#f1ebdf'));
  const face = hex('#3b3230');
  for (const [x, k] of [
    [27, 0.7],
    [63, 0.7],
    [32, 1],
    [58, 1],
  ] as const)
    pen.limb(
      [
        [x, 70, 3.4],
        [x + 0.6, 86, 2.6],
        [x, 97.5, 2.8],
      ],
      adjust(face, { lightness: k }),
    );
  const rim: Point[] = [];
  for (let k = 0; k < 30; k += 1) {
    const angle = (k / 30) * Math.PI * 2;
    const r = k % 2 ? 1 : 0.89;
    rim.push([45 + Math.cos(angle) * 35 * r, 51 + Math.sin(angle) * 27 * r]);
  }
  pen.blob(rim, wool);
  for (let k = 0; k < 16; k += 1)
    pen.stroke(
      `M ${20 + (k % 5) * 11 + pen.vary(0, 3)} ${36 + Math.floor(k / 5) * 11} q 3 5 7 0`,
      0.9,
      adjust(wool, { lightness: 0.82 }),
    );
  pen.blob(
    [
      [78, 30],
      [87, 31],
      [93, 40],
      [95, 51],
      [90, 57],
      [84, 55],
      [77, 43],
    ],
    face,
  );
  pen.blob(
    [
      [68, 32],
      [74, 25],
      [83, 25],
      [87, 31],
      [80, 36],
      [71, 38],
    ],
    wool,
  );
  pen.blob(
    [
      [77, 37],
      [68, 41],
      [64, 46],
      [72, 46],
      [78, 42],
    ],
    face,
  );
  pen.oval(87, 41, 1.5, 1.5, hex('#efe6d6'));
  pen.oval(87.4, 41, 0.8, 0.9, '#141010');
}

function camel(pen: Pen): void {
  const coat = pen.colour(hex('#c1905a'));
  const two = pen.random.chance(0.3);
  pen.limb(
    [
      [9, 46, 1.8],
      [3, 58, 1.3],
      [5, 72, 2],
    ],
    adjust(coat, { lightness: 0.7 }),
  );
  trunk(
    pen,
    { hip: [20, 52, 11.5], middle: [40, 53, 13], shoulder: [60, 52, 12], leg: [5.4, 2.7, 2.4], stride: 7 },
    coat,
  );
  if (two) {
    pen.blob(
      [
        [16, 44],
        [20, 30],
        [27, 23],
        [33, 30],
        [36, 44],
      ],
      coat,
    );
    pen.blob(
      [
        [42, 44],
        [47, 29],
        [53, 22],
        [59, 30],
        [63, 44],
      ],
      coat,
    );
  } else
    pen.blob(
      [
        [18, 46],
        [28, 33],
        [36, 19],
        [43, 18],
        [49, 29],
        [60, 45],
      ],
      coat,
    );
  pen.limb(
    [
      [63, 50, 10.5],
      [76, 54, 6.6],
      [85, 42, 4.8],
      [86, 26, 4.4],
    ],
    coat,
    WHOLE,
  );
  pen.limb(
    [
      [86, 24, 5.2],
      [93, 25, 4.3],
      [100, 29, 3.4],
    ],
    coat,
    WHOLE,
  );
  pen.poly(
    [
      [82, 21],
      [81, 14],
      [86, 19],
    ],
    coat,
  );
  eye(pen, 91, 22.6, 1.1);
}

/** Land mammals by subject. */
export const ANIMALS = {
  horse: { habit: 'ground', size: 0.36, wide: 1.15, draw: horse },
  deer: { habit: 'ground', size: 0.38, wide: 0.9, draw: deer },
  wolf: { habit: 'ground', size: 0.3, wide: 1.05, draw: wolf },
  fox: { habit: 'ground', size: 0.25, wide: 1.3, draw: fox },
  dog: { habit: 'ground', size: 0.26, wide: 1.05, draw: dog },
  cat: { habit: 'ground', size: 0.26, wide: 0.8, draw: cat },
  bear: { habit: 'ground', size: 0.34, wide: 1.15, draw: bear },
  rabbit: { habit: 'ground', size: 0.2, wide: 0.95, draw: rabbit },
  elephant: { habit: 'ground', size: 0.42, wide: 1.4, draw: elephant },
  giraffe: { habit: 'ground', size: 0.56, wide: 0.6, draw: giraffe },
  lion: { habit: 'ground', size: 0.32, wide: 1.1, draw: lion },
  cow: { habit: 'ground', size: 0.32, wide: 1.1, draw: cow },
  sheep: { habit: 'ground', size: 0.23, wide: 1, draw: sheep, flock: 4 },
  camel: { habit: 'ground', size: 0.36, wide: 1.1, draw: camel },
} as const satisfies Record<string, Silhouette>;
