/** Buildings and other permanent structures. Windows are lit at night. */
import { adjust, css, hex, type Rgb } from '../../../scene/colour.js';
import type { Pen, Point } from '../pen.js';
import type { Silhouette } from './silhouette.js';

const WARM = '#ffd27a';

/** Window panes at the given positions: dark by day, some of them lit at night. */
function panes(
  pen: Pen,
  places: readonly (readonly [x: number, y: number, w: number, h: number])[],
  chance = 0.8,
): void {
  const lit = places.filter(() => pen.random.chance(chance));
  for (const [x, y, w, h] of places) pen.rect(x, y, w, h, hex('#3a4654'));
  if (pen.night)
    pen.glow((lamp) => {
      for (const [x, y, w, h] of lit) {
        lamp.rect(x, y, w, h, WARM);
        if (w > 3.4) lamp.halo(x + w / 2, y + h / 2, Math.max(w, h) * 2, [255, 190, 100], 0.18);
      }
    });
}

function house(pen: Pen): void {
  const wall = pen.colour(hex(['#ecdcc0', '#d9a78a', '#c9d3d6', '#e8e2d4'][pen.random.int(0, 3)] ?? '#ecdcc0'));
  const roof = hex(['#a8493a', '#5b4a46', '#7a5a3a'][pen.random.int(0, 2)] ?? '#a8493a');
  pen.rect(72, 8, 8, 26, adjust(roof, { lightness: 0.8 }));
  pen.rect(8, 46, 84, 54, wall);
  pen.poly(
    [
      [0, 48],
      [24, 10],
      [76, 10],
      [100, 48],
    ],
    roof,
  );
  for (let k = 1; k < 5; k += 1)
    pen.line(
      [
        [24 - k * 4.8, 10 + k * 7.6],
        [76 + k * 4.8, 10 + k * 7.6],
      ],
      0.5,
      adjust(roof, { lightness: 0.78 }),
    );
  pen.poly(
    [
      [-1, 48],
      [101, 48],
      [101, 51],
      [-1, 51],
    ],
    adjust(wall, { lightness: 0.72 }),
  );
  const snowy = pen.lighting.season === 'winter';
  if (snowy)
    pen.path(
      'M -2 49 L 23 9 Q 50 5 77 9 L 102 49 Q 94 52 88 47 Q 78 53 70 48 Q 60 53 50 48 Q 40 53 31 48 Q 20 53 12 47 Q 4 52 -2 49 Z',
      hex('#f3f7fb'),
      [0, 100],
    );
  pen.rect(43, 68, 14, 32, adjust(roof, { lightness: 0.62 }));
  pen.oval(54.4, 85, 1, 1, hex('#e0c070'));
  panes(
    pen,
    [
      [18, 60, 15, 16],
      [67, 60, 15, 16],
    ],
    0.95,
  );
  for (const x of [25.5, 74.5]) {
    pen.line(
      [
        [x, 60],
        [x, 76],
      ],
      0.8,
      wall,
    );
    pen.line(
      [
        [x - 7.5, 68],
        [x + 7.5, 68],
      ],
      0.8,
      wall,
    );
  }
  pen.poly(
    [
      [36, 32],
      [50, 18],
      [64, 32],
    ],
    snowy ? hex('#e3ebf3') : adjust(roof, { lightness: 0.9 }),
  );
  pen.rect(40, 32, 20, 12, wall);
  panes(pen, [[45, 33, 10, 9]], 0.9);
  if (pen.night || pen.lighting.season === 'winter')
    for (let k = 0; k < 5; k += 1)
      pen.soft(
        77 + k * 3 + Math.sin(k + pen.lighting.seconds) * 2,
        4 - k * 7,
        5 + k * 2,
        pen.seen([225, 225, 232], 0.7),
        0.16,
      );
}

function battlement(pen: Pen, x: number, y: number, w: number, stone: Rgb): void {
  const n = Math.max(3, Math.round(w / 5));
  for (let k = 0; k < n; k += 1) pen.rect(x + (k * w) / n, y - 4, (w / n) * 0.6, 4.4, stone);
}

function castle(pen: Pen): void {
  const stone = pen.colour(hex('#b3a893'));
  const roof = hex('#4f5f86');
  const tower = (x: number, w: number, top: number, spire: boolean, k: number): void => {
    const own = adjust(stone, { lightness: k });
    pen.rect(x, top, w, 100 - top, own);
    if (spire) {
      pen.rect(x - 1.6, top - 3, w + 3.2, 5, adjust(own, { lightness: 0.9 }));
      pen.poly(
        [
          [x - 3, top - 2],
          [x + w / 2, top - w * 1.7],
          [x + w + 3, top - 2],
        ],
        adjust(roof, { lightness: k }),
      );
      pen.line(
        [
          [x + w / 2, top - w * 1.7],
          [x + w / 2, top - w * 1.7 - 6],
        ],
        0.5,
        hex('#40342c'),
      );
      pen.poly(
        [
          [x + w / 2, top - w * 1.7 - 6],
          [x + w / 2 + 6, top - w * 1.7 - 4],
          [x + w / 2, top - w * 1.7 - 2],
        ],
        pen.lighting.palette.accent,
      );
    } else {
      pen.rect(x - 1.4, top - 1, w + 2.8, 4, own);
      battlement(pen, x - 1.4, top, w + 2.8, own);
    }
    panes(
      pen,
      [
        [x + w / 2 - 1.1, top + 8, 2.2, 6],
        [x + w / 2 - 1.1, top + 24, 2.2, 6],
      ],
      0.75,
    );
  };
  tower(40, 20, 28, true, 0.82);
  tower(24, 11, 40, true, 0.88);
  tower(68, 12, 36, true, 0.86);
  pen.rect(0, 66, 100, 35, stone);
  battlement(pen, 0, 66, 100, stone);
  tower(-8, 17, 50, true, 1);
  tower(91, 17, 54, true, 0.98);
  tower(32, 10, 58, false, 1.03);
  tower(58, 10, 58, false, 1);
  pen.path('M 42 101 L 42 84 C 42 74 58 74 58 84 L 58 101 Z', hex('#3b2c22'));
  for (let k = 0; k < 26; k += 1)
    pen.rect(pen.vary(0, 96), pen.vary(70, 98), pen.vary(2, 4.4), 1.2, adjust(stone, { lightness: 0.86 }));
}

function tower(pen: Pen): void {
  const stone = pen.colour(hex('#a79a86'));
  pen.poly(
    [
      [36, 101],
      [39, 22],
      [61, 22],
      [64, 101],
    ],
    stone,
  );
  pen.rect(34, 16, 32, 8, adjust(stone, { lightness: 0.92 }));
  battlement(pen, 34, 16, 32, stone);
  pen.poly(
    [
      [35, 13],
      [50, -14],
      [65, 13],
    ],
    hex('#8a4436'),
  );
  panes(pen, [
    [47, 32, 6, 10],
    [47, 56, 6, 9],
    [47, 78, 6, 9],
  ]);
  for (let k = 0; k < 22; k += 1)
    pen.rect(pen.vary(39, 58), pen.vary(26, 97), 3.4, 1.2, adjust(stone, { lightness: 0.84 }));
}

function skyscraper(pen: Pen): void {
  const glass = pen.colour(hex(['#5b7896', '#6d6f88', '#4d6f7a'][pen.random.int(0, 2)] ?? '#5b7896'));
  const steps = pen.random.int(1, 3);
  const cells: [number, number, number, number][] = [];
  for (let k = steps - 1; k >= 0; k -= 1) {
    const half = 17 - k * 3.6;
    const top = 12 + (steps - 1 - k) * 13 + (k === steps - 1 ? 0 : 4);
    pen.rect(50 - half, top, half * 2, 101 - top, adjust(glass, { lightness: 1 - k * 0.05 }));
    for (let y = top + 2; y < 98 && k === 0; y += 3)
      for (let x = 50 - half + 1.6; x < 50 + half - 2; x += 3.5) cells.push([x, y, 2.3, 1.7]);
    if (k > 0)
      for (let y = top + 2; y < top + 16; y += 3)
        for (let x = 50 - half + 1.6; x < 50 + half - 2; x += 3.5) cells.push([x, y, 2.3, 1.7]);
  }
  panes(pen, cells, 0.5);
  pen.limb(
    [
      [50, 13, 0.9],
      [50, -6, 0.3],
    ],
    hex('#5a6068'),
  );
  if (pen.night) pen.glow((lamp) => lamp.halo(50, -6, 4, [255, 70, 60], 0.95));
}

function lighthouse(pen: Pen): void {
  const white = hex('#f3efe6');
  const band = pen.colour(hex('#c23b35'));
  pen.blob(
    [
      [14, 101],
      [26, 92],
      [50, 89],
      [76, 93],
      [88, 101],
      [50, 104],
    ],
    hex('#6b625b'),
  );
  pen.poly(
    [
      [37, 94],
      [42.5, 26],
      [57.5, 26],
      [63, 94],
    ],
    white,
  );
  for (const [a, b] of [
    [36, 48],
    [60, 72],
    [84, 94],
  ] as const) {
    const half = (y: number): number => 7.5 + ((y - 26) / 68) * 5.5;
    pen.poly(
      [
        [50 - half(a), a],
        [50 + half(a), a],
        [50 + half(b), b],
        [50 - half(b), b],
      ],
      band,
    );
  }
  pen.rect(39, 23, 22, 3.4, hex('#2f3138'));
  pen.rect(43.6, 11, 12.8, 12, hex('#c9dbe0'));
  for (const x of [43.6, 49.7, 55.8]) pen.rect(x, 11, 0.9, 12, hex('#2f3138'));
  pen.path('M 41.6 11 C 43 4 47 2 50 1 C 53 2 57 4 58.4 11 Z', band);
  pen.line(
    [
      [50, 2],
      [50, -4],
    ],
    0.7,
    hex('#2f3138'),
  );
  pen.rect(47, 83, 6, 11, hex('#43352c'));
  panes(
    pen,
    [
      [48.4, 40, 3.2, 5],
      [48.4, 58, 3.2, 5],
    ],
    0.6,
  );
  if (pen.lighting.palette.darkness > 0.15) {
    pen.glow((lamp) => {
      const turn = Math.sin(pen.lighting.seconds * 0.8) * 0.1;
      for (const side of [-1, 1]) {
        for (let k = 0; k < 5; k += 1)
          lamp.path(
            `M 50 17 L ${50 + side * 475} ${17 - 55 + k * 11 + side * turn * 225 - 15} L ${50 + side * 475} ${17 + 55 - k * 11 + side * turn * 225 - 15} Z`,
            `rgba(255, 236, 180, ${0.035 + k * 0.012})`,
          );
      }
      lamp.rect(44.6, 12, 10.8, 10, '#fff3c4');
      lamp.halo(50, 17, 30, [255, 226, 150], 0.9);
    });
  }
}

function bridge(pen: Pen): void {
  const steel = pen.colour(hex('#a8483a'));
  const deck = 74;
  for (const x of [-36, 136]) {
    for (const dx of [-4, 4])
      pen.poly(
        [
          [x + dx - 2.4, 101],
          [x + dx - 1.8, -2],
          [x + dx + 1.8, -2],
          [x + dx + 2.4, 101],
        ],
        adjust(steel, { lightness: dx < 0 ? 0.82 : 1 }),
      );
    for (const y of [4, 26, 50]) pen.rect(x - 6, y, 12, 3, steel);
  }
  const cable = (from: number, to: number, sag: number): void => {
    pen.stroke(`M ${from} 0 Q ${(from + to) / 2} ${sag} ${to} 0`, 1.5, steel);
    for (let k = 1; k < 20; k += 1) {
      const t = k / 20;
      const x = from + (to - from) * t;
      pen.line(
        [
          [x, 2 * t * (1 - t) * sag],
          [x, deck],
        ],
        0.45,
        adjust(steel, { lightness: 0.85 }),
      );
    }
  };
  cable(-36, 136, 132);
  pen.stroke(`M -36 0 Q -80 50 -120 ${deck}`, 1.5, steel);
  pen.stroke(`M 136 0 Q 180 50 220 ${deck}`, 1.5, steel);
  pen.rect(-150, deck, 400, 5, adjust(steel, { lightness: 0.72 }));
  pen.rect(-150, deck - 1.4, 400, 1.6, steel);
  if (pen.night)
    pen.glow((lamp) => {
      for (let x = -140; x < 245; x += 11) {
        lamp.rect(x, deck - 4, 1.2, 1.2, '#ffe2a0');
        lamp.halo(x, deck - 3.4, 4, [255, 210, 130], 0.5);
      }
    });
}

function windmill(pen: Pen): void {
  const wall = pen.colour(hex('#efe6d4'));
  pen.poly(
    [
      [30, 101],
      [38, 46],
      [62, 46],
      [70, 101],
    ],
    wall,
  );
  pen.path('M 35 48 C 37 34 44 28 50 27 C 56 28 63 34 65 48 Z', hex('#6f4630'), [34, 66]);
  pen.path('M 45 101 L 45 86 C 45 80 55 80 55 86 L 55 101 Z', hex('#5a3d2b'));
  panes(pen, [
    [47, 58, 6, 7],
    [47, 71, 6, 6],
  ]);
  const turn = pen.vary(0, 1.5) + pen.lighting.seconds * 0.7;
  for (let k = 0; k < 4; k += 1) {
    const a = turn + (k * Math.PI) / 2;
    const [c, s] = [Math.cos(a), Math.sin(a)];
    const at = (along: number, across: number): Point => [50 + c * along - s * across, 38 + s * along + c * across];
    pen.poly([at(8, 1), at(46, 1), at(46, 10), at(8, 8)], hex('#f7f2e6'));
    for (let q = 0; q < 6; q += 1) pen.line([at(8 + q * 7.6, 1), at(8 + q * 7.6, 8.4 + q * 0.3)], 0.5, hex('#6b4b35'));
    pen.line([at(8, 4.8), at(46, 5.4)], 0.5, hex('#6b4b35'));
    pen.line([[50, 38], at(48, 0)], 1.6, hex('#6b4b35'));
  }
  pen.oval(50, 38, 2.6, 2.6, hex('#4a3324'));
}

function pagoda(pen: Pen): void {
  const red = pen.colour(hex('#b4402f'));
  const roof = hex('#3a4348');
  pen.rect(14, 96, 72, 5, hex('#8f877d'));
  for (let k = 0; k < 5; k += 1) {
    const y = 82 - k * 16.6;
    const half = 27 - k * 3.6;
    pen.rect(50 - half * 0.72, y, half * 1.44, 15, adjust(red, { lightness: 1 - k * 0.02 }));
    for (let q = -2; q <= 2; q += 1) pen.rect(50 + q * half * 0.32 - 0.5, y, 1, 15, adjust(red, { lightness: 0.68 }));
    panes(
      pen,
      [
        [50 - half * 0.5, y + 4, half * 0.28, 7],
        [50 + half * 0.22, y + 4, half * 0.28, 7],
      ],
      0.9,
    );
    pen.path(
      `M ${50 - half * 1.42} ${y - 1.5} C ${50 - half * 1.1} ${y + 3} ${50 - half * 0.8} ${y + 3} 50 ${y + 2.4} C ${50 + half * 0.8} ${y + 3} ${50 + half * 1.1} ${y + 3} ${50 + half * 1.42} ${y - 1.5} C ${50 + half} ${y - 1} ${50 + half * 0.8} ${y - 5} ${50 + half * 0.6} ${y - 8} L ${50 - half * 0.6} ${y - 8} C ${50 - half * 0.8} ${y - 5} ${50 - half} ${y - 1} ${50 - half * 1.42} ${y - 1.5} Z`,
      roof,
      [20, 80],
    );
  }
  pen.limb(
    [
      [50, 8, 1.6],
      [50, -8, 0.5],
    ],
    hex('#c9a24a'),
  );
  for (const y of [4, 0, -4]) pen.oval(50, y, 2.6, 0.8, hex('#c9a24a'));
}

function church(pen: Pen): void {
  const wall = pen.colour(hex('#ece5d6'));
  const roof = hex('#5a5f6b');
  pen.poly(
    [
      [44, 62],
      [98, 62],
      [98, 101],
      [44, 101],
    ],
    wall,
  );
  const covered = pen.lighting.season === 'winter' ? hex('#f3f7fb') : roof;
  pen.poly(
    [
      [38, 63],
      [52, 40],
      [96, 40],
      [103, 63],
    ],
    covered,
  );
  pen.rect(18, 38, 28, 63, adjust(wall, { lightness: 1.02 }));
  pen.poly(
    [
      [14, 40],
      [32, -2],
      [50, 40],
    ],
    roof,
  );
  if (covered !== roof)
    pen.poly(
      [
        [22, 21],
        [32, -2],
        [34, 18],
        [29, 30],
        [20, 34],
      ],
      covered,
    );
  pen.line(
    [
      [32, -2],
      [32, -14],
    ],
    1.3,
    hex('#5b4630'),
  );
  pen.line(
    [
      [28, -9],
      [36, -9],
    ],
    1.3,
    hex('#5b4630'),
  );
  pen.path('M 26 101 L 26 86 C 26 78 38 78 38 86 L 38 101 Z', hex('#5b3f2c'));
  pen.oval(32, 50, 4.6, 4.6, hex('#2d3540'));
  panes(
    pen,
    [
      [30, 62, 4, 10],
      [54, 70, 6, 16],
      [68, 70, 6, 16],
      [82, 70, 6, 16],
    ],
    1,
  );
}

function pyramid(pen: Pen): void {
  const sand = pen.colour(hex('#d8b37c'));
  pen.poly(
    [
      [50, 0],
      [-26, 101],
      [66, 101],
    ],
    sand,
  );
  pen.poly(
    [
      [50, 0],
      [66, 101],
      [126, 101],
    ],
    adjust(sand, { lightness: 0.68 }),
  );
  for (let k = 1; k < 15; k += 1) {
    const t = k / 15;
    pen.line(
      [
        [50 - 76 * t, 101 * t],
        [50 + 16 * t, 101 * t],
      ],
      0.35,
      adjust(sand, { lightness: 0.85 }),
    );
    pen.line(
      [
        [50 + 16 * t, 101 * t],
        [50 + 76 * t, 101 * t],
      ],
      0.35,
      adjust(sand, { lightness: 0.58 }),
    );
  }
}

function tent(pen: Pen): void {
  const cloth = pen.colour(hex('#d9753a'));
  pen.poly(
    [
      [36, 18],
      [98, 22],
      [128, 100],
      [74, 100],
    ],
    adjust(cloth, { lightness: 0.78 }),
  );
  pen.poly(
    [
      [36, 18],
      [-14, 100],
      [74, 100],
    ],
    cloth,
  );
  pen.poly(
    [
      [36, 24],
      [24, 100],
      [50, 100],
    ],
    hex('#3a2c26'),
  );
  pen.poly(
    [
      [36, 24],
      [24, 100],
      [14, 100],
    ],
    adjust(cloth, { lightness: 0.9 }),
  );
  for (const [x, y, tx] of [
    [-14, 100, -26],
    [128, 100, 140],
  ] as const)
    pen.line(
      [
        [x + (tx < 0 ? 14 : -14), y - 30],
        [tx, y],
      ],
      0.6,
      hex('#d6cbb5'),
    );
  if (pen.night)
    pen.glow((lamp) => {
      lamp.poly(
        [
          [36, 26],
          [25, 99],
          [49, 99],
        ],
        '#ffce7a',
      );
      lamp.halo(36, 76, 46, [255, 180, 90], 0.5);
    });
}

function lamp(pen: Pen): void {
  const iron = pen.colour(hex('#2c2e33'));
  pen.limb(
    [
      [50, 100, 3.4],
      [50, 93, 2.2],
      [50, 88, 1.2],
      [50, 24, 1],
    ],
    iron,
  );
  pen.limb(
    [
      [46, 30, 0.9],
      [54, 30, 0.9],
    ],
    iron,
  );
  pen.poly(
    [
      [43, 8],
      [57, 8],
      [54.4, 24],
      [45.6, 24],
    ],
    hex('#e9dcb6'),
  );
  pen.poly(
    [
      [40.6, 8.6],
      [59.4, 8.6],
      [54, 2],
      [46, 2],
    ],
    iron,
  );
  pen.oval(50, 1, 1.6, 1.8, iron);
  for (const x of [43.4, 50, 56.6])
    pen.line(
      [
        [x, 8],
        [50 + (x - 50) * 0.68, 24],
      ],
      0.8,
      iron,
    );
  if (pen.lighting.palette.darkness > 0.15)
    pen.glow((light) => {
      light.poly(
        [
          [44, 9],
          [56, 9],
          [54, 23],
          [46, 23],
        ],
        '#ffe3a0',
      );
      light.halo(50, 16, 22, [255, 205, 120], 0.5);
    });
}

function ferriswheel(pen: Pen): void {
  const steel = pen.colour(hex('#d8d3c8'));
  const turn = pen.lighting.seconds * 0.12;
  pen.limb(
    [
      [50, 46, 1.4],
      [26, 101, 1.8],
    ],
    steel,
  );
  pen.limb(
    [
      [50, 46, 1.4],
      [74, 101, 1.8],
    ],
    steel,
  );
  for (const r of [40, 36])
    pen.stroke(`M ${50 - r} 46 A ${r} ${r} 0 1 1 ${50 + r} 46 A ${r} ${r} 0 1 1 ${50 - r} 46`, 1, steel);
  const cabins: Rgb[] = ['#d9483f', '#f0b33c', '#3f8fd0', '#57a86a', '#8f5fb5'].map(hex);
  for (let k = 0; k < 16; k += 1) {
    const a = (k / 16) * Math.PI * 2 + turn;
    const [x, y] = [50 + Math.cos(a) * 40, 46 + Math.sin(a) * 40];
    pen.line(
      [
        [50, 46],
        [x, y],
      ],
      0.5,
      steel,
    );
    pen.blob(
      [
        [x - 3.2, y + 1],
        [x + 3.2, y + 1],
        [x + 3, y + 5.6],
        [x, y + 7],
        [x - 3, y + 5.6],
      ],
      cabins[k % cabins.length] ?? steel,
    );
  }
  pen.oval(50, 46, 3, 3, adjust(steel, { lightness: 0.7 }));
  if (pen.night)
    pen.glow((lamps) => {
      for (let k = 0; k < 48; k += 1) {
        const a = (k / 48) * Math.PI * 2 + turn;
        lamps.oval(50 + Math.cos(a) * 38, 46 + Math.sin(a) * 38, 0.8, 0.8, k % 3 ? '#ffd884' : '#ff8aa8');
      }
      lamps.halo(50, 46, 52, [255, 160, 120], 0.16);
    });
}

function fountain(pen: Pen): void {
  const stone = pen.colour(hex('#b9b2a6'));
  const water = (alpha: number): string => css(pen.seen(hex('#dcf0f8'), 0.9), alpha);
  pen.path('M -4 84 C 0 96 10 100 20 101 L 80 101 C 90 100 100 96 104 84 Z', stone, [-4, 104]);
  pen.oval(50, 84, 54, 6, adjust(stone, { lightness: 1.1 }));
  pen.oval(50, 84, 48, 4.6, hex('#6fa9c0'));
  pen.limb(
    [
      [50, 84, 6],
      [50, 70, 3.6],
      [50, 58, 4.6],
    ],
    stone,
  );
  pen.path('M 24 54 C 28 62 40 64 50 64 C 60 64 72 62 76 54 Z', stone, [24, 76]);
  pen.oval(50, 54, 26, 3.4, hex('#7fb4c8'));
  pen.limb(
    [
      [50, 54, 2.4],
      [50, 40, 1.6],
      [50, 34, 2.4],
    ],
    stone,
  );
  for (const s of [-1, 1]) {
    for (const [reach, top] of [
      [16, 4],
      [24, 10],
      [9, 0],
    ] as const)
      pen.stroke(
        `M 50 34 C ${50 + s * reach * 0.3} ${top} ${50 + s * reach * 0.8} ${top} ${50 + s * reach} 53`,
        1.5,
        water(0.7),
      );
    for (const x of [24, 21, 26])
      pen.stroke(
        `M ${50 + s * x} 55 C ${50 + s * (x + 7)} 58 ${50 + s * (x + 9)} 70 ${50 + s * (x + 10)} 83`,
        1.2,
        water(0.55),
      );
  }
  pen.limb(
    [
      [50, 34, 1.2],
      [50, 6, 0.6],
    ],
    water(0.8),
  );
}

function fence(pen: Pen): void {
  const wood = pen.colour(hex('#e7dcc8'));
  for (const y of [42, 72]) pen.rect(-70, y, 240, 7, adjust(wood, { lightness: 0.84 }));
  for (let x = -66; x < 165; x += 15)
    pen.poly(
      [
        [x, 101],
        [x, 18],
        [x + 4.5, 8],
        [x + 9, 18],
        [x + 9, 101],
      ],
      adjust(wood, { lightness: pen.vary(0.93, 1.05) }),
    );
}

/** Buildings by subject. */
export const BUILDINGS = {
  house: { habit: 'far', size: 0.28, wide: 1.1, draw: house },
  castle: { habit: 'far', size: 0.4, wide: 1.2, draw: castle },
  tower: { habit: 'far', size: 0.44, wide: 0.5, draw: tower },
  skyscraper: { habit: 'far', size: 0.6, wide: 0.5, draw: skyscraper },
  lighthouse: { habit: 'far', size: 0.42, wide: 0.5, draw: lighthouse },
  bridge: { habit: 'far', size: 0.3, wide: 2.6, draw: bridge, turns: false },
  windmill: { habit: 'far', size: 0.4, wide: 0.9, draw: windmill },
  pagoda: { habit: 'far', size: 0.42, wide: 0.8, draw: pagoda, turns: false },
  church: { habit: 'far', size: 0.36, wide: 1, draw: church },
  pyramid: { habit: 'far', size: 0.3, wide: 1.6, draw: pyramid },
  tent: { habit: 'ground', size: 0.17, wide: 1.5, draw: tent },
  lamp: { habit: 'ground', size: 0.36, wide: 0.4, draw: lamp, turns: false },
  ferriswheel: { habit: 'far', size: 0.44, wide: 1, draw: ferriswheel, turns: false },
  fountain: { habit: 'ground', size: 0.28, wide: 1.1, draw: fountain, turns: false },
  fence: { habit: 'ground', size: 0.1, wide: 2.4, draw: fence, turns: false },
} as const satisfies Record<string, Silhouette>;
