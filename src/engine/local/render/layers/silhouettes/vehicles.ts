/** Land vehicles and aircraft. */
import { adjust, hex, mix } from '../../../scene/colour.js';
import type { Pen } from '../pen.js';
import type { Silhouette } from './silhouette.js';

const GLASS = hex('#4d6172');

function wheel(pen: Pen, x: number, y: number, r: number): void {
  pen.oval(x, y, r, r, hex('#1d1c1f'));
  pen.oval(x, y, r * 0.58, r * 0.58, hex('#aab0b6'));
  pen.oval(x, y, r * 0.2, r * 0.2, hex('#3d3f44'));
}

function headlamps(pen: Pen, x: number, y: number, reach: number): void {
  if (!pen.night) return;
  pen.glow((lamp) => {
    lamp.path(
      `M ${x} ${y - 2} L ${x + reach} ${y - 10} L ${x + reach} ${y + 18} L ${x} ${y + 2} Z`,
      'rgba(255, 236, 180, 0.13)',
    );
    lamp.halo(x, y, 12, [255, 236, 190], 1);
  });
}

function car(pen: Pen): void {
  const paint = pen.colour(
    hex(['#c2402f', '#2f6a9a', '#e0b23c', '#3b7a66', '#d8d4cb'][pen.random.int(0, 4)] ?? '#c2402f'),
  );
  pen.path(
    'M -56 74 C -56 58 -48 52 -30 49 L -12 46 C 2 26 16 18 42 18 C 68 18 82 28 96 46 C 122 48 142 52 150 62 C 154 70 154 78 152 84 L -54 84 C -56 80 -56 78 -56 74 Z',
    paint,
    [-50, 150],
  );
  pen.path('M -2 46 C 8 31 18 25 36 25 L 38 46 Z', GLASS, [-2, 40]);
  pen.path('M 44 25 C 64 25 74 32 86 46 L 45 46 Z', GLASS, [44, 90]);
  pen.rect(-54, 76, 206, 7, adjust(paint, { lightness: 0.55 }));
  pen.line(
    [
      [41, 48],
      [41, 76],
    ],
    0.7,
    adjust(paint, { lightness: 0.6 }),
  );
  pen.rect(46, 54, 9, 2, adjust(paint, { lightness: 0.6 }));
  pen.oval(146, 62, 5, 4.6, hex('#fdf2cf'));
  pen.rect(-56, 60, 5, 7, hex('#b3302a'));
  for (const x of [-14, 108]) {
    pen.oval(x, 82, 20, 20, hex('#141416'));
    wheel(pen, x, 83, 17);
  }
  headlamps(pen, 148, 62, 150);
  if (pen.night) pen.glow((lamp) => lamp.halo(-54, 63, 14, [255, 60, 40], 0.9));
}

function bus(pen: Pen): void {
  const paint = pen.colour(hex(['#c9463a', '#e3ad3a', '#3f7fae'][pen.random.int(0, 2)] ?? '#c9463a'));
  pen.path('M -56 10 C -56 4 -52 0 -46 0 L 142 0 C 150 0 155 6 156 14 L 160 58 L 160 86 L -56 86 Z', paint, [-56, 160]);
  pen.rect(-56, 62, 216, 5, mix(paint, hex('#ffffff'), 0.75));
  const windows = (colour: string): void => {
    for (let k = 0; k < 6; k += 1) pen.rect(-48 + k * 29, 14, 25, 32, colour);
  };
  windows('#3c4a58');
  pen.path('M 128 14 L 150 14 L 154 50 L 128 50 Z', GLASS, [128, 154]);
  pen.oval(155, 72, 4, 4, hex('#fdf2cf'));
  for (const x of [-18, 114]) wheel(pen, x, 86, 15);
  headlamps(pen, 157, 72, 110);
  if (pen.night) pen.glow(() => windows('#ffdf9c'));
}

function tram(pen: Pen): void {
  const paint = pen.colour(hex('#d9a33a'));
  pen.stroke('M 36 0 L 56 -16 L 76 0', 1.6, hex('#33353a'));
  pen.line(
    [
      [-160, -17],
      [260, -17],
    ],
    0.8,
    hex('#33353a'),
  );
  pen.path(
    'M -70 90 L -76 40 L -70 6 C -68 2 -64 0 -60 0 L 160 0 C 164 0 168 2 170 6 L 176 40 L 170 90 Z',
    mix(paint, hex('#fff6e0'), 0.8),
    [-76, 176],
  );
  pen.path('M -73 56 L 173 56 L 170 90 L -70 90 Z', paint, [-76, 176]);
  const windows = (colour: string): void => {
    for (let k = 0; k < 8; k += 1) pen.rect(-62 + k * 28.6, 14, 23, 32, colour);
  };
  windows('#3c4a58');
  for (const x of [-30, -4, 104, 130]) wheel(pen, x, 91, 9);
  pen.line(
    [
      [-200, 100],
      [300, 100],
    ],
    1.4,
    hex('#5a5652'),
  );
  headlamps(pen, 172, 68, 90);
  if (pen.night) pen.glow(() => windows('#ffe0a0'));
}

function train(pen: Pen): void {
  const paint = pen.colour(hex('#7a2f2c'));
  const iron = hex('#2a2c31');
  for (const x of [-190, -72]) {
    pen.rect(x, 18, 108, 60, paint);
    pen.rect(x - 3, 12, 114, 8, iron);
    for (let k = 0; k < 5; k += 1) pen.rect(x + 8 + k * 19.5, 30, 14, 20, hex('#4c5863'));
    for (const w of [18, 90]) wheel(pen, x + w, 88, 11);
    pen.rect(x + 106, 74, 14, 4, iron);
  }
  pen.rect(48, 12, 34, 66, paint);
  pen.rect(44, 6, 42, 8, iron);
  pen.rect(54, 22, 20, 20, hex('#4c5863'));
  pen.path('M 82 30 L 150 30 C 158 30 160 40 160 52 C 160 64 158 74 150 76 L 82 76 Z', iron, [82, 160]);
  pen.path('M 134 30 L 131 4 L 127 -4 L 153 -4 L 149 4 L 146 30 Z', iron, [128, 150]);
  for (const [x, h] of [
    [98, 14],
    [116, 11],
  ] as const)
    pen.path(`M ${x - 6} 31 L ${x - 6} ${31 - h} Q ${x} ${24 - h} ${x + 6} ${31 - h} L ${x + 6} 31 Z`, hex('#b98f3c'), [
      x - 6,
      x + 6,
    ]);
  for (const x of [92, 110, 128]) pen.rect(x, 30, 2.4, 46, hex('#b98f3c'));
  pen.poly(
    [
      [150, 76],
      [178, 98],
      [150, 98],
    ],
    hex('#8f3a30'),
  );
  for (const [x, r] of [
    [66, 14],
    [100, 14],
    [132, 11],
  ] as const)
    wheel(pen, x, 99 - r, r);
  pen.line(
    [
      [58, 88],
      [134, 88],
    ],
    2.6,
    hex('#aeb4ba'),
  );
  pen.line(
    [
      [-230, 100],
      [240, 100],
    ],
    1.6,
    hex('#5a5652'),
  );
  for (let k = 0; k < 11; k += 1)
    pen.soft(
      138 - k * 22 - pen.lighting.seconds * 3,
      -14 - k * 5 + Math.sin(k * 1.7) * 5,
      14 + k * 3.4,
      [226, 224, 224],
      0.62 - k * 0.035,
    );
  headlamps(pen, 159, 40, 130);
  if (pen.night)
    pen.glow((lamp) => {
      for (const x of [-190, -72]) for (let k = 0; k < 5; k += 1) lamp.rect(x + 8 + k * 19.5, 30, 14, 20, '#ffd890');
      lamp.rect(54, 22, 20, 20, '#ffb764');
    });
}

function plane(pen: Pen): void {
  const paint = pen.colour(hex('#e9ebee'));
  const dark = adjust(paint, { lightness: 0.78 });
  pen.path('M 62 46 L 20 8 L 34 8 L 86 44 Z', dark, [20, 86]);
  pen.path(
    'M 118 52 C 112 42 96 40 80 40 L -6 44 L -22 20 L -34 20 L -26 48 C -22 54 -10 58 4 60 L 84 62 C 104 62 118 60 118 52 Z',
    paint,
    [-30, 118],
  );
  pen.path('M -20 46 L -44 36 L -34 36 L -8 46 Z', dark, [-44, -8]);
  pen.path('M -26 47 L -34 20 L -22 20 L -8 44 Z', pen.lighting.palette.accent, [-34, -8]);
  pen.path('M 70 54 L 8 94 L 24 94 L 92 56 Z', paint, [8, 92]);
  for (const [x, y] of [
    [44, 70],
    [30, 80],
  ] as const)
    pen.oval(x + 12, y, 8, 3.6, hex('#5b6470'));
  for (let k = 0; k < 15; k += 1) pen.oval(4 + k * 6, 49, 1.3, 1.7, hex('#42566b'));
  pen.path('M 106 44 C 112 45 115 48 116 50 L 104 49 Z', hex('#42566b'), [100, 118]);
  if (pen.night)
    pen.glow((lamp) => {
      lamp.halo(10, 94, 9, [255, 70, 60], 1);
      lamp.halo(118, 52, 7, [255, 255, 255], 0.8);
    });
}

function balloon(pen: Pen): void {
  const hue = pen.colour(
    hex(['#d9503f', '#e9ad3c', '#3f86b8', '#7d5bb0', '#4d9a72'][pen.random.int(0, 4)] ?? '#d9503f'),
  );
  const light = mix(hue, hex('#fff2d8'), 0.78);
  const gores = 7;
  for (let k = 0; k < gores; k += 1) {
    const a = -1 + (2 * k) / gores;
    const b = -1 + (2 * (k + 1)) / gores;
    const wide = (t: number): number => Math.sin((t * Math.PI) / 2) * 38;
    const [l, r] = [wide(a), wide(b)];
    const toSun = pen.lighting.side * (pen.place.flip ? -1 : 1);
    const key = 0.72 + 0.32 * (0.5 + (0.5 * toSun * (a + b)) / 2);
    pen.path(
      `M 50 -2 C ${50 + l * 0.9} -2 ${50 + l * 1.32} 26 ${50 + l} 44 C ${50 + l * 0.8} 58 ${50 + l * 0.3} 70 ${50 + l * 0.2} 80 L ${50 + r * 0.2} 80 C ${50 + r * 0.3} 70 ${50 + r * 0.8} 58 ${50 + r} 44 C ${50 + r * 1.32} 26 ${50 + r * 0.9} -2 50 -2 Z`,
      adjust(k % 2 ? light : hue, { lightness: key }),
      [4, 96],
    );
  }
  for (const x of [-5, 5])
    pen.line(
      [
        [50 + x * 1.4, 80],
        [50 + x, 90],
      ],
      0.4,
      hex('#4a3a2c'),
    );
  pen.path('M 44 90 L 56 90 L 55 100 L 45 100 Z', hex('#8a5f38'), [44, 56]);
  pen.rect(43.4, 89.4, 13.2, 1.8, hex('#5b3d25'));
  if (pen.night)
    pen.glow((lamp) => {
      lamp.halo(50, 66, 38, [255, 170, 80], 0.55);
      lamp.halo(50, 82, 8, [255, 220, 150], 1);
    });
}

function bicycle(pen: Pen): void {
  const paint = pen.colour(hex('#c2453a'));
  const dark = hex('#26262a');
  for (const x of [14, 100]) {
    pen.stroke(`M ${x - 26} 73 A 26 26 0 1 1 ${x + 26} 73 A 26 26 0 1 1 ${x - 26} 73`, 2.6, dark);
    for (let k = 0; k < 12; k += 1)
      pen.line(
        [
          [x, 73],
          [x + Math.cos(k * 0.5236) * 25, 73 + Math.sin(k * 0.5236) * 25],
        ],
        0.4,
        hex('#9aa0a6'),
      );
  }
  pen.line(
    [
      [14, 73],
      [52, 74],
      [40, 34],
      [14, 73],
    ],
    2.8,
    paint,
  );
  pen.line(
    [
      [52, 74],
      [86, 30],
      [40, 36],
    ],
    2.8,
    paint,
  );
  pen.line(
    [
      [84, 22],
      [100, 73],
    ],
    2.8,
    paint,
  );
  pen.line(
    [
      [84, 22],
      [92, 17],
      [98, 20],
    ],
    2.2,
    dark,
  );
  pen.line(
    [
      [40, 35],
      [37, 26],
    ],
    2.4,
    hex('#8c9298'),
  );
  pen.limb(
    [
      [28, 25, 2.4],
      [46, 25.6, 1.8],
    ],
    dark,
  );
  pen.oval(52, 74, 5.4, 5.4, hex('#6a7076'));
  pen.line(
    [
      [52, 74],
      [58, 86],
    ],
    1.8,
    dark,
  );
  pen.limb(
    [
      [54, 87, 1],
      [62, 87, 1],
    ],
    dark,
  );
}

function helicopter(pen: Pen): void {
  const paint = pen.colour(hex('#c04a3a'));
  pen.path(
    'M 104 58 C 102 36 82 26 56 26 C 34 26 20 32 10 40 L -58 36 L -62 24 L -70 24 L -68 46 L 8 58 C 18 74 40 80 64 80 C 90 80 106 74 104 58 Z',
    paint,
    [-60, 104],
  );
  pen.path('M 102 56 C 98 40 84 32 66 31 L 64 56 Z', GLASS, [64, 104]);
  pen.rect(40, 34, 18, 20, GLASS);
  pen.limb(
    [
      [54, 26, 2],
      [54, 14, 1.6],
    ],
    hex('#3a3c42'),
  );
  pen.line(
    [
      [-24, 12],
      [132, 14],
    ],
    2,
    'rgba(50, 52, 58, 0.85)',
  );
  pen.line(
    [
      [-76, 14],
      [-60, 44],
    ],
    1.4,
    hex('#3a3c42'),
  );
  for (const x of [36, 76])
    pen.line(
      [
        [x, 79],
        [x - 3, 93],
      ],
      1.6,
      hex('#3a3c42'),
    );
  pen.stroke('M 12 94 L 96 94 C 102 94 106 92 107 88', 2.2, hex('#3a3c42'));
  if (pen.night)
    pen.glow((lamp) => {
      lamp.halo(-66, 26, 9, [255, 70, 60], 1);
      lamp.halo(92, 76, 12, [255, 245, 210], 0.9);
    });
}

/** Vehicles by subject. */
export const VEHICLES = {
  car: { habit: 'ground', size: 0.15, wide: 2.1, draw: car },
  bus: { habit: 'ground', size: 0.2, wide: 2.2, draw: bus },
  tram: { habit: 'ground', size: 0.2, wide: 2.5, draw: tram },
  train: { habit: 'ground', size: 0.15, wide: 3.6, draw: train },
  plane: { habit: 'air', size: 0.17, wide: 1.6, draw: plane },
  balloon: { habit: 'air', size: 0.26, wide: 0.9, draw: balloon, turns: false },
  bicycle: { habit: 'ground', size: 0.2, wide: 1.4, draw: bicycle },
  helicopter: { habit: 'air', size: 0.18, wide: 1.8, draw: helicopter },
} as const satisfies Record<string, Silhouette>;
