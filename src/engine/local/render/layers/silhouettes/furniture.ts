/** Furniture, seen from the front. */
import { adjust, hex, type Rgb } from '../../../scene/colour.js';
import type { Pen } from '../pen.js';
import type { Silhouette } from './silhouette.js';

const WOOD = hex('#8a5a34');
const CLOTH = ['#3f7a78', '#a8503f', '#50648c', '#b58a3a'].map(hex);
const SPINES = ['#b5473c', '#2f5d8a', '#d9a441', '#4c7a5a', '#7a4a78', '#d8cfbd', '#37424e'].map(hex);
const dim = (colour: Rgb, lightness: number): Rgb => adjust(colour, { lightness });
/** A box with rounded corners. */
const soft = (x: number, y: number, w: number, h: number, r: number): string =>
  `M ${x + r} ${y} h ${w - 2 * r} q ${r} 0 ${r} ${r} v ${h - 2 * r} q 0 ${r} ${-r} ${r} h ${2 * r - w} q ${-r} 0 ${-r} ${-r} v ${2 * r - h} q 0 ${-r} ${r} ${-r} Z`;
function panel(pen: Pen, x: number, y: number, w: number, h: number, r: number, colour: Rgb): void {
  pen.path(soft(x, y, w, h, r), colour, [x, x + w]);
}

function sofa(pen: Pen): void {
  const cloth = pen.colour(pen.random.pick(CLOTH));
  for (const x of [-44, 138]) pen.rect(x, 92, 6, 8, WOOD);
  panel(pen, -46, 0, 192, 70, 12, dim(cloth, 0.86));
  for (const x of [-34, 52]) panel(pen, x, 6, 82, 48, 9, cloth);
  panel(pen, -46, 62, 192, 32, 6, dim(cloth, 0.74));
  for (const x of [-36, 51]) panel(pen, x, 50, 85, 24, 8, dim(cloth, 1.12));
  for (const x of [-60, 136]) panel(pen, x, 30, 24, 66, 10, dim(cloth, 0.94));
  const cushion = adjust(cloth, { lightness: 1.35 });
  pen.blob(
    [
      [100, 22],
      [128, 18],
      [132, 48],
      [104, 52],
    ],
    cushion,
  );
}

function bed(pen: Pen): void {
  const cover = pen.colour(pen.random.pick(CLOTH));
  const sheet = hex('#f1ece2');
  panel(pen, -44, 0, 188, 78, 8, WOOD);
  panel(pen, -36, 8, 172, 60, 6, dim(WOOD, 1.18));
  for (const x of [-36, 128]) pen.rect(x, 90, 8, 10, dim(WOOD, 0.7));
  panel(pen, -40, 52, 180, 42, 6, sheet);
  for (const x of [-28, 56]) panel(pen, x, 34, 72, 30, 13, hex('#fbf8f1'));
  pen.path('M -42 64 C 0 58 100 58 142 64 L 142 94 L -42 94 Z', cover, [-42, 142]);
  pen.path('M -42 64 C 0 58 100 58 142 64 L 142 70 C 100 64 0 64 -42 70 Z', dim(cover, 1.3), [-42, 142]);
}

function table(pen: Pen): void {
  const wood = pen.colour(WOOD);
  for (const x of [-26, 116]) {
    pen.rect(x, 14, 10, 86, dim(wood, 0.8));
  }
  for (const x of [-8, 100]) pen.rect(x, 14, 7, 74, dim(wood, 0.6));
  pen.rect(-30, 10, 160, 12, dim(wood, 0.72));
  panel(pen, -40, 0, 180, 12, 4, dim(wood, 1.15));
}

function shelf(pen: Pen): void {
  const wood = pen.colour(WOOD);
  panel(pen, 16, 0, 68, 100, 1.5, wood);
  for (let row = 0; row < 4; row += 1) {
    const top = 4 + row * 24;
    pen.rect(20, top, 60, 20, dim(wood, 0.5));
    let x = 21;
    while (x < 74) {
      const wide = pen.vary(2.4, 5);
      const tall = pen.vary(12, 18.5);
      if (pen.random.chance(0.88)) pen.rect(x, top + 20 - tall, wide, tall, pen.random.pick(SPINES));
      x += wide + 0.4;
    }
  }
}

function fireplace(pen: Pen): void {
  const stone = pen.colour(hex('#b9a690'));
  const flame = (x: number, tall: number, colour: string): void =>
    pen.path(
      `M ${x - 9} 94 C ${x - 13} ${94 - tall * 0.5} ${x - 2} ${94 - tall * 0.6} ${x} ${94 - tall} C ${x + 3} ${94 - tall * 0.6} ${x + 13} ${94 - tall * 0.5} ${x + 9} 94 Z`,
      colour,
    );
  panel(pen, -2, 6, 104, 94, 1, stone);
  for (let row = 0; row < 6; row += 1)
    for (let k = 0; k < 5; k += 1)
      panel(
        pen,
        -1 + k * 20.6 + (row % 2) * 5,
        8 + row * 15.3,
        row % 2 === 1 && k === 4 ? 15 : 19.6,
        14.3,
        2,
        dim(stone, pen.vary(0.86, 1.12)),
      );
  pen.path('M 18 98 L 18 52 C 18 34 82 34 82 52 L 82 98 Z', hex('#1d1512'), [18, 82]);
  panel(pen, -10, 0, 120, 9, 2, WOOD);
  pen.rect(-6, 96, 112, 4, dim(stone, 0.7));
  for (const [x, turn] of [
    [40, 0.12],
    [60, -0.14],
  ] as const)
    pen.oval(x, 93, 19, 4, hex('#5a3a24'), turn);
  const flicker = Math.sin(pen.lighting.seconds * 7) * 3;
  pen.glow((light) => {
    light.halo(50, 80, 46, [255, 150, 60], 0.8);
  });
  for (const [x, tall] of [
    [36, 24],
    [50, 38],
    [64, 27],
  ] as const) {
    flame(x, tall + flicker, '#f08a24');
    flame(x, (tall + flicker) * 0.62, '#ffd45e');
  }
}

function chair(pen: Pen): void {
  const wood = pen.colour(WOOD);
  for (const x of [24, 70]) pen.rect(x, 56, 6, 44, dim(wood, 0.62));
  for (const x of [18, 76]) pen.rect(x, 0, 6, 100, wood);
  for (const y of [6, 20, 34]) panel(pen, 22, y, 56, 8, 2, dim(wood, 1.1));
  panel(pen, 12, 54, 76, 10, 4, dim(wood, 1.2));
}

function bench(pen: Pen): void {
  const wood = pen.colour(hex('#94693f'));
  const iron = hex('#33373b');
  for (const x of [-40, 132]) {
    pen.rect(x, 4, 5, 96, iron);
    pen.rect(x - 5, 62, 16, 5, iron);
  }
  for (const y of [6, 22, 38]) panel(pen, -46, y, 192, 11, 3, wood);
  panel(pen, -48, 58, 196, 9, 3, dim(wood, 1.2));
  panel(pen, -48, 67, 196, 5, 2, dim(wood, 0.7));
}

function rug(pen: Pen): void {
  const cloth = pen.colour(pen.random.pick(CLOTH));
  pen.oval(50, 50, 300, 46, dim(cloth, 0.8));
  pen.oval(50, 50, 276, 40, hex('#efe3cc'));
  pen.oval(50, 50, 258, 36, cloth);
  pen.oval(50, 50, 120, 17, hex('#efe3cc'));
  pen.oval(50, 50, 106, 14, dim(cloth, 0.8));
}

/** A floor lamp. */
export function floorLamp(pen: Pen): void {
  const shade = pen.colour(hex('#ecd9ae'));
  const metal = hex('#57504a');
  pen.oval(50, 98, 13, 2.4, metal);
  pen.rect(49, 22, 2, 76, metal);
  pen.path('M 40 0 L 60 0 L 70 25 L 30 25 Z', shade, [30, 70]);
  pen.glow((light) => light.halo(50, 22, 34, [255, 214, 140], pen.night ? 0.9 : 0.4));
}

/** Furniture by subject. */
export const FURNITURE = {
  sofa: { habit: 'ground', size: 0.27, wide: 2.2, draw: sofa, turns: false },
  bed: { habit: 'ground', size: 0.29, wide: 1.95, draw: bed, turns: false },
  table: { habit: 'ground', size: 0.24, wide: 1.85, draw: table, turns: false },
  shelf: { habit: 'ground', size: 0.5, wide: 0.7, draw: shelf, turns: false },
  fireplace: { habit: 'ground', size: 0.36, wide: 1.2, draw: fireplace, turns: false },
  chair: { habit: 'ground', size: 0.3, wide: 0.8, draw: chair },
  bench: { habit: 'ground', size: 0.2, wide: 2.1, draw: bench, turns: false },
  rug: { habit: 'ground', size: 0.09, wide: 6.1, draw: rug, turns: false },
} as const satisfies Record<string, Silhouette>;
