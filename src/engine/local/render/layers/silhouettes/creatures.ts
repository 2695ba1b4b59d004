/** Birds, insects, reptiles and beasts of legend. */
import { adjust, hex, mix } from '../../../scene/colour.js';
import type { Pen, Point } from '../pen.js';
import type { Silhouette } from './silhouette.js';

function bird(pen: Pen): void {
  const plumage = pen.colour(hex('#2e3138'));
  const lift = Math.sin(pen.vary(0, 6.28) + pen.lighting.seconds * 7) * 20 + 10;
  const wing = (side: number, reach: number, colour: typeof plumage): void => {
    const root = 50 + side * 3;
    const elbow: Point = [50 + side * reach * 0.48, 56 - lift - 12];
    const tip: Point = [50 + side * reach, 58 - lift * 0.55 + 4];
    pen.path(
      `M ${root} 54 C ${root + side * 8} ${50 - lift * 0.5} ${elbow[0] - side * 8} ${elbow[1]} ${elbow[0]} ${elbow[1]} C ${elbow[0] + side * 16} ${elbow[1]} ${tip[0] - side * 14} ${tip[1] - 10} ${tip[0]} ${tip[1]} C ${tip[0] - side * 18} ${tip[1] - 2} ${elbow[0] + side * 8} ${elbow[1] + 13} ${elbow[0]} ${elbow[1] + 14} C ${elbow[0] - side * 10} ${elbow[1] + 15} ${root + side * 10} 60 ${root - side * 2} 66 Z`,
      colour,
      [50 - reach, 50 + reach],
    );
  };
  wing(-1, 74, adjust(plumage, { lightness: 0.85 }));
  pen.path(
    'M 72 56 C 68 51 62 52 58 55 C 50 56 42 60 36 66 L 26 74 L 40 71 C 50 70 58 66 63 61 L 74 58 Z',
    plumage,
    [26, 74],
  );
  wing(1, 66, plumage);
}

function owl(pen: Pen): void {
  const coat = pen.colour(hex('#7d6147'));
  const pale = hex('#e9dcc3');
  pen.path('M 18 94 L 82 94 C 84 98 88 100 94 102 L 6 102 C 12 100 16 98 18 94 Z', hex('#5b4433'), [10, 90]);
  pen.oval(50, 94.4, 32, 2.6, hex('#8a6a4c'));
  pen.blob(
    [
      [50, 8],
      [68, 12],
      [77, 26],
      [79, 50],
      [72, 76],
      [60, 91],
      [50, 95],
      [40, 91],
      [28, 76],
      [21, 50],
      [23, 26],
      [32, 12],
    ],
    coat,
  );
  pen.poly(
    [
      [24, 24],
      [25, 2],
      [42, 14],
    ],
    coat,
  );
  pen.poly(
    [
      [58, 14],
      [75, 2],
      [76, 24],
    ],
    coat,
  );
  pen.blob(
    [
      [50, 44],
      [62, 48],
      [65, 66],
      [58, 84],
      [50, 89],
      [42, 84],
      [35, 66],
      [38, 48],
    ],
    mix(coat, pale, 0.7),
  );
  for (let row = 0; row < 4; row += 1)
    for (let k = 0; k < 4 - (row % 2); k += 1)
      pen.stroke(`M ${39 + k * 6 + (row % 2) * 3} ${54 + row * 8} q 2.6 4.4 5.2 0`, 1.1, coat);
  pen.blob(
    [
      [22, 42],
      [30, 50],
      [33, 72],
      [30, 84],
      [24, 74],
      [19, 56],
    ],
    adjust(coat, { lightness: 0.72 }),
  );
  pen.blob(
    [
      [78, 42],
      [70, 50],
      [67, 72],
      [70, 84],
      [76, 74],
      [81, 56],
    ],
    adjust(coat, { lightness: 0.72 }),
  );
  for (const x of [38.5, 61.5]) {
    pen.oval(x, 28, 11.5, 12, pale);
    pen.oval(x, 28, 7.4, 7.6, hex('#f2b32e'));
    pen.oval(x, 28, 4.2, 4.4, '#14100e');
    pen.oval(x + 1.6, 26, 1.3, 1.3, '#fff7e4');
  }
  pen.poly(
    [
      [46.5, 34],
      [53.5, 34],
      [50, 43],
    ],
    hex('#d9962f'),
  );
  for (const x of [42, 58])
    for (const k of [-3, 0, 3])
      pen.limb(
        [
          [x + k, 92, 1.6],
          [x + k, 97, 1.8],
        ],
        hex('#c98f3a'),
      );
}

function butterfly(pen: Pen): void {
  const hue = pen.colour(hex(['#e8762c', '#3f7fd1', '#e7b93c', '#b25bb8'][pen.random.int(0, 3)] ?? '#e8762c'));
  const dark = hex('#221a1d');
  const fold = 0.72 + 0.28 * Math.sin(pen.lighting.seconds * 9 + pen.vary(0, 6));
  for (const side of [-1, 1]) {
    const x = (dx: number): number => 50 + side * dx * fold;
    const up: Point[] = [
      [x(2), 48],
      [x(14), 24],
      [x(34), 8],
      [x(50), 10],
      [x(51), 26],
      [x(42), 44],
      [x(24), 54],
    ];
    const low: Point[] = [
      [x(2), 54],
      [x(22), 54],
      [x(38), 62],
      [x(40), 78],
      [x(29), 93],
      [x(18), 88],
      [x(7), 70],
    ];
    pen.blob(low, dark);
    pen.blob(up, dark);
    const inset = (points: readonly Point[], cx: number, cy: number, k: number): Point[] =>
      points.map(([px, py]) => [cx + (px - cx) * k, cy + (py - cy) * k]);
    pen.blob(inset(low, x(20), 70, 0.84), hue);
    pen.blob(inset(up, x(26), 32, 0.86), hue);
    pen.blob(inset(up, x(14), 42, 0.42), mix(hue, [255, 245, 210], 0.45));
    for (const [a, b] of [
      [46, 16],
      [47, 26],
      [36, 84],
    ] as const)
      pen.oval(x(a), b, 1.9 * fold, 1.9, hex('#fff3dc'));
    for (const [a, b] of [
      [44, 20],
      [40, 36],
      [34, 70],
    ] as const)
      pen.line(
        [
          [x(4), 50],
          [x(a), b],
        ],
        0.9,
        dark,
      );
    pen.stroke(`M 50 36 C ${x(4)} 26 ${x(8)} 20 ${x(13)} 16`, 0.9, dark);
  }
  pen.limb(
    [
      [50, 36, 2.4],
      [50, 50, 3],
      [50, 78, 1.2],
    ],
    dark,
  );
}

function dragon(pen: Pen): void {
  const skin = pen.colour(hex('#3f6b4f'));
  const belly = mix(skin, hex('#e6c98a'), 0.6);
  const beat = Math.sin(pen.lighting.seconds * 3) * 6;
  const wing = (dx: number, shade: number): void => {
    const membrane = mix(adjust(skin, { lightness: shade }), hex('#a8452f'), 0.45);
    const tip: Point = [40 + dx, -6 + beat];
    pen.path(
      `M ${58 + dx * 0.3} 44 C ${60 + dx} 20 ${54 + dx} 4 ${tip[0]} ${tip[1]} C ${22 + dx} 4 ${4 + dx} 16 ${-10 + dx} 36 C ${-2 + dx} 33 ${6 + dx} 34 ${11 + dx} 42 C ${17 + dx} 36 ${24 + dx} 38 ${28 + dx} 48 C ${34 + dx} 42 ${42 + dx} 46 ${46 + dx * 0.5} 56 Z`,
      membrane,
      [-10, 70],
    );
    for (const [x, y] of [
      [-10, 36],
      [11, 42],
      [28, 48],
    ] as const)
      pen.limb(
        [
          [tip[0] + 2, tip[1] + 2, 1.2],
          [(tip[0] + x + dx) / 2 - 2, (tip[1] + y) / 2 - 2, 0.9],
          [x + dx, y, 0.4],
        ],
        adjust(skin, { lightness: shade * 0.8 }),
      );
    pen.limb(
      [
        [58 + dx * 0.3, 46, 4],
        [59 + dx * 0.8, 20, 2.6],
        [tip[0], tip[1], 1.2],
      ],
      adjust(skin, { lightness: shade }),
    );
  };
  wing(20, 0.7);
  pen.limb(
    [
      [48, 66, 6],
      [52, 80, 4],
      [48, 92, 3],
      [54, 97, 3],
    ],
    adjust(skin, { lightness: 0.7 }),
  );
  pen.limb(
    [
      [38, 66, 8],
      [22, 76, 6],
      [2, 76, 4],
      [-14, 64, 2.8],
      [-26, 66, 0.8],
    ],
    skin,
  );
  pen.poly(
    [
      [-24, 60],
      [-38, 60],
      [-28, 66],
      [-36, 76],
      [-22, 71],
    ],
    adjust(skin, { lightness: 0.8 }),
  );
  pen.limb(
    [
      [36, 68, 9],
      [52, 62, 13],
      [68, 56, 10],
    ],
    skin,
    [26, 80],
  );
  pen.limb(
    [
      [42, 74, 5],
      [54, 70, 6.5],
      [68, 63, 4],
    ],
    belly,
  );
  pen.limb(
    [
      [66, 56, 9],
      [78, 46, 6.6],
      [80, 32, 5.4],
      [86, 24, 5],
    ],
    skin,
    [58, 96],
  );
  pen.blob(
    [
      [82, 18],
      [92, 16],
      [104, 23],
      [109, 27],
      [107, 31],
      [95, 33],
      [85, 31],
    ],
    skin,
  );
  pen.poly(
    [
      [86, 18],
      [76, 6],
      [74, 3],
      [82, 20],
    ],
    hex('#e6d9b8'),
  );
  pen.poly(
    [
      [90, 17],
      [84, 5],
      [83, 2],
      [86, 18],
    ],
    hex('#cdbd97'),
  );
  pen.stroke('M 108 30 C 102 31 96 31 92 29', 0.7, hex('#1c1512'));
  pen.oval(94, 22.4, 1.8, 1.3, hex('#ffcf3a'));
  for (const [x, y] of [
    [70, 46],
    [73, 39],
    [74.5, 31],
    [77, 23],
    [30, 60],
    [18, 68],
    [4, 70],
  ] as const)
    pen.poly(
      [
        [x - 2, y + 2.4],
        [x - 2.6, y - 4],
        [x + 2.6, y + 1.6],
      ],
      adjust(skin, { lightness: 0.6 }),
    );
  pen.limb(
    [
      [40, 68, 8],
      [44, 80, 5.6],
      [36, 90, 3.4],
      [42, 97, 3],
    ],
    skin,
  );
  pen.limb(
    [
      [66, 62, 5.4],
      [72, 74, 3.6],
      [70, 84, 2.6],
      [75, 88, 2.2],
    ],
    skin,
  );
  wing(0, 1);
}

function swan(pen: Pen): void {
  const white = pen.colour(hex('#f8f5ef'));
  pen.blob(
    [
      [0, 64],
      [14, 62],
      [34, 54],
      [56, 56],
      [72, 66],
      [76, 80],
      [68, 94],
      [44, 99],
      [20, 96],
      [6, 84],
    ],
    white,
  );
  pen.limb(
    [
      [68, 76, 10],
      [78, 58, 6.6],
      [72, 38, 5],
      [66, 22, 4.4],
      [72, 9, 4.2],
      [80, 9, 4.8],
    ],
    white,
    [58, 90],
  );
  pen.blob(
    [
      [74, 5],
      [84, 5],
      [88, 11],
      [84, 15],
      [75, 15],
    ],
    white,
  );
  pen.poly(
    [
      [86, 8.4],
      [97, 15],
      [86, 15.6],
    ],
    hex('#e2852f'),
  );
  pen.blob(
    [
      [81, 8],
      [87, 7.6],
      [88, 11],
      [84, 12],
    ],
    hex('#221c1c'),
  );
  for (const [x, y, k] of [
    [-6, 56, 0.96],
    [0, 48, 0.93],
    [8, 42, 0.9],
  ] as const)
    pen.path(`M 62 72 C 48 48 26 44 ${x} ${y} C 14 72 30 88 56 86 Z`, adjust(white, { lightness: k }), [0, 70]);
}

function penguin(pen: Pen): void {
  const black = pen.colour(hex('#23262e'));
  const belly = hex('#f6f2ea');
  pen.limb(
    [
      [24, 46, 5.4],
      [14, 60, 4.6],
      [12, 74, 1.6],
    ],
    black,
  );
  pen.limb(
    [
      [76, 46, 5.4],
      [85, 60, 4.6],
      [88, 73, 1.6],
    ],
    adjust(black, { lightness: 0.8 }),
  );
  for (const x of [38, 62])
    pen.blob(
      [
        [x - 10, 98],
        [x - 6, 92],
        [x + 6, 92],
        [x + 11, 98],
        [x, 100],
      ],
      hex('#e5953a'),
    );
  pen.blob(
    [
      [50, 16],
      [66, 26],
      [77, 48],
      [78, 72],
      [68, 92],
      [50, 97],
      [32, 92],
      [22, 72],
      [23, 48],
      [34, 26],
    ],
    black,
  );
  pen.blob(
    [
      [50, 32],
      [63, 38],
      [69, 56],
      [67, 78],
      [50, 92],
      [33, 78],
      [31, 56],
      [37, 38],
    ],
    belly,
  );
  pen.blob(
    [
      [50, 1],
      [62, 5],
      [68, 16],
      [64, 28],
      [50, 34],
      [36, 28],
      [32, 16],
      [38, 5],
    ],
    black,
  );
  for (const s of [-1, 1]) {
    pen.blob(
      [
        [50 + s * 4, 14],
        [50 + s * 10, 10],
        [50 + s * 14, 16],
        [50 + s * 9, 24],
        [50 + s * 2, 22],
      ],
      belly,
    );
    pen.oval(50 + s * 8, 15.5, 2, 2.2, '#131116');
    pen.blob(
      [
        [50 + s * 12, 30],
        [50 + s * 20, 33],
        [50 + s * 16, 39],
      ],
      hex('#f0b441'),
    );
  }
  pen.poly(
    [
      [44.5, 18.5],
      [55.5, 18.5],
      [50, 26.5],
    ],
    hex('#e5953a'),
  );
}

function snail(pen: Pen): void {
  const skin = hex('#c9a878');
  const shell = pen.colour(hex('#a65f36'));
  pen.path(
    'M -4 98 C 10 90 20 86 40 86 C 64 88 76 84 80 66 C 80 54 90 48 97 54 C 104 62 98 82 88 92 C 84 98 78 99 70 99 L 0 99 Z',
    skin,
    [0, 100],
  );
  for (const [x, y] of [
    [90, 30],
    [103, 36],
  ] as const) {
    pen.limb(
      [
        [93, 56, 2.6],
        [(93 + x) / 2 + 2, 44, 1.6],
        [x, y, 1.6],
      ],
      skin,
    );
    pen.oval(x, y - 1, 3, 3, hex('#2a201c'));
  }
  pen.oval(40, 54, 38, 37, shell);
  const spiral: Point[] = [];
  for (let k = 0; k < 70; k += 1) {
    const angle = 0.4 + k * 0.235;
    const r = 36 * (1 - k / 74);
    spiral.push([40 + Math.cos(angle) * r, 54 + Math.sin(angle) * r * 0.97]);
  }
  pen.line(spiral, 3, adjust(shell, { lightness: 0.58 }));
  pen.soft(30, 40, 20, [255, 240, 220], 0.35);
}

function dinosaur(pen: Pen): void {
  const skin = pen.colour(hex('#6f8f56'));
  const belly = mix(skin, hex('#e8ddb0'), 0.55);
  const dark = adjust(skin, { lightness: 0.7 });
  if (pen.random.chance(0.5)) {
    pen.limb(
      [
        [26, 58, 12],
        [4, 66, 7],
        [-22, 74, 4],
        [-46, 70, 1],
      ],
      skin,
    );
    for (const x of [30, 62])
      pen.limb(
        [
          [x, 66, 8],
          [x + 1, 84, 5.4],
          [x, 97, 5.6],
        ],
        dark,
      );
    pen.limb(
      [
        [28, 58, 15],
        [46, 58, 18],
        [62, 56, 14],
      ],
      skin,
      [14, 76],
    );
    pen.limb(
      [
        [34, 68, 6],
        [48, 70, 7],
        [60, 66, 5],
      ],
      belly,
    );
    for (const x of [24, 56])
      pen.limb(
        [
          [x, 66, 9],
          [x - 1, 84, 6],
          [x - 2, 97, 6.2],
        ],
        skin,
      );
    pen.limb(
      [
        [62, 54, 12],
        [76, 38, 7],
        [84, 18, 4.8],
        [90, 4, 4],
      ],
      skin,
      [56, 98],
    );
    pen.limb(
      [
        [90, 3, 4.8],
        [98, 5, 4],
        [104, 8, 2.8],
      ],
      skin,
    );
    pen.oval(94, 1.6, 0.9, 0.9, '#14100e');
    return;
  }
  pen.limb(
    [
      [36, 50, 12],
      [14, 56, 8],
      [-10, 62, 5],
      [-34, 58, 1],
    ],
    skin,
  );
  pen.limb(
    [
      [48, 58, 9],
      [56, 74, 6],
      [48, 86, 3.6],
      [54, 97, 4],
    ],
    dark,
  );
  pen.limb(
    [
      [32, 54, 12],
      [48, 50, 15],
      [62, 40, 12],
    ],
    skin,
    [20, 78],
  );
  pen.limb(
    [
      [42, 62, 6],
      [56, 56, 7],
      [66, 44, 5],
    ],
    belly,
  );
  pen.limb(
    [
      [62, 38, 11],
      [70, 24, 8.6],
      [76, 16, 8],
    ],
    skin,
    [54, 88],
  );
  pen.blob(
    [
      [70, 4],
      [84, 2],
      [100, 9],
      [105, 15],
      [102, 19],
      [86, 21],
      [73, 23],
      [67, 14],
    ],
    skin,
  );
  pen.blob(
    [
      [76, 22],
      [90, 22],
      [101, 22],
      [98, 28],
      [84, 30],
      [74, 28],
    ],
    adjust(skin, { lightness: 0.85 }),
  );
  for (let k = 0; k < 6; k += 1)
    pen.poly(
      [
        [82 + k * 3.4, 20],
        [85 + k * 3.4, 20],
        [83.5 + k * 3.4, 23.6],
      ],
      hex('#f4eedc'),
    );
  pen.oval(84, 8, 1.7, 1.5, hex('#f4c534'));
  pen.limb(
    [
      [66, 46, 4],
      [74, 52, 2.6],
      [80, 50, 1.6],
    ],
    dark,
  );
  pen.limb(
    [
      [38, 58, 12],
      [46, 74, 8],
      [36, 86, 4.4],
      [44, 97, 4.6],
    ],
    skin,
  );
  pen.limb(
    [
      [42, 97.4, 3.4],
      [54, 98, 2.4],
    ],
    skin,
  );
}

/** Feathered, winged and scaled creatures by subject. */
export const CREATURES = {
  bird: { habit: 'air', size: 0.075, wide: 1.6, draw: bird, flock: 7 },
  owl: { habit: 'ground', size: 0.3, wide: 0.8, draw: owl, turns: false },
  butterfly: { habit: 'air', size: 0.14, wide: 1.1, draw: butterfly, flock: 3, turns: false },
  dragon: { habit: 'air', size: 0.4, wide: 1.4, draw: dragon },
  swan: { habit: 'afloat', size: 0.19, wide: 1.1, draw: swan, flock: 2 },
  penguin: { habit: 'ground', size: 0.25, wide: 0.75, draw: penguin, flock: 3, turns: false },
  snail: { habit: 'ground', size: 0.16, wide: 1.2, draw: snail },
  dinosaur: { habit: 'ground', size: 0.44, wide: 1.5, draw: dinosaur },
} as const satisfies Record<string, Silhouette>;
