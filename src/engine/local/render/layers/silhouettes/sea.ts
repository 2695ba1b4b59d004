/** Sea animals and vessels. */
import { adjust, css, hex, mix } from '../../../scene/colour.js';
import type { Pen, Point } from '../pen.js';
import type { Silhouette } from './silhouette.js';

function whale(pen: Pen): void {
  const skin = pen.colour(hex('#3c5470'));
  pen.path(
    'M 128 52 C 122 30 92 20 58 24 C 28 28 2 44 -24 46 C -34 40 -44 36 -56 38 C -52 46 -46 50 -40 52 C -46 56 -50 62 -52 70 C -42 68 -34 62 -26 56 C 0 66 30 84 66 84 C 104 84 130 74 128 52 Z',
    skin,
    [-50, 128],
  );
  pen.path(
    'M 128 54 C 118 64 96 66 70 62 C 58 68 40 72 22 72 C 36 80 50 84 66 84 C 104 84 130 74 128 54 Z',
    mix(skin, hex('#e9eef2'), 0.72),
    [20, 128],
  );
  for (let k = 0; k < 6; k += 1)
    pen.stroke(
      `M ${122 - k * 3} ${62 + k * 3} C ${100 - k * 4} ${70 + k * 2.4} ${80 - k * 4} ${70 + k * 2.2} ${62 - k * 5} ${68 + k * 2}`,
      0.7,
      mix(skin, hex('#ffffff'), 0.3),
    );
  pen.path('M 74 68 C 66 82 52 94 36 98 C 42 86 48 74 58 66 Z', adjust(skin, { lightness: 0.7 }), [36, 74]);
  pen.oval(104, 54, 1.8, 1.6, hex('#0e1116'));
  pen.stroke('M 127 58 C 116 60 108 60 100 57', 0.9, adjust(skin, { lightness: 0.5 }));
  const spray = css(pen.seen(hex('#eaf4f8'), 0.9), 0.5);
  for (const reach of [-20, -12, -4, 5, 13])
    pen.stroke(`M 92 26 C 92 8 ${92 + reach * 0.4} -4 ${92 + reach} ${-2 + Math.abs(reach) * 0.5}`, 1.6, spray);
}

function dolphin(pen: Pen): void {
  const skin = pen.colour(hex('#5d7a93'));
  pen.path(
    'M 104 66 C 96 64 92 62 88 56 C 80 36 62 24 44 26 C 24 28 6 48 -6 70 C -14 74 -22 80 -26 90 C -16 88 -8 84 -2 82 C 2 88 8 94 18 96 C 16 88 12 80 8 74 C 18 62 30 56 46 58 C 62 60 76 68 90 70 C 96 71 102 70 104 66 Z',
    skin,
    [-20, 104],
  );
  pen.path(
    'M 98 68.6 C 86 68 76 62 62 57 C 48 53 30 54 14 70 C 26 60 38 56 48 58.4 C 62 61 76 68.6 90 70.4 Z',
    mix(skin, hex('#f2f5f6'), 0.8),
    [14, 98],
  );
  pen.path('M 52 27 C 44 18 34 12 24 10 C 28 18 30 26 32 30 Z', adjust(skin, { lightness: 0.8 }), [24, 52]);
  pen.path('M 64 57 C 62 70 54 80 44 84 C 46 74 48 64 52 56 Z', adjust(skin, { lightness: 0.72 }), [44, 64]);
  pen.oval(82, 56, 1.5, 1.5, hex('#0f141a'));
  pen.stroke('M 103 66.5 C 96 66 91 65 87 62', 0.7, adjust(skin, { lightness: 0.5 }));
}

function fish(pen: Pen): void {
  const skin = pen.colour(
    hex(['#f0862f', '#3f8fd6', '#f3c53c', '#e2566d', '#57b7a8'][pen.random.int(0, 4)] ?? '#f0862f'),
  );
  const fin = adjust(skin, { lightness: 0.78 });
  const wag = Math.sin(pen.lighting.seconds * 5 + pen.vary(0, 6)) * 5;
  pen.path(
    `M 8 50 C -8 ${36 + wag} -18 ${24 + wag} -26 ${20 + wag} C -20 ${40 + wag} -20 ${60 + wag} -26 ${80 + wag} C -16 ${76 + wag} -6 ${64 + wag} 8 50 Z`,
    fin,
    [-26, 8],
  );
  pen.path('M 30 28 C 42 6 66 4 76 12 C 70 18 68 24 70 30 Z', fin, [30, 76]);
  pen.path('M 40 74 C 46 92 60 96 68 92 C 64 86 62 80 62 74 Z', fin, [40, 68]);
  pen.path(
    'M 108 52 C 98 28 70 20 48 24 C 28 28 14 38 2 50 C 14 64 28 76 48 78 C 72 80 98 76 108 52 Z',
    skin,
    [0, 108],
  );
  const stripe = mix(skin, hex('#fff8ea'), 0.85);
  pen.path(
    'M 76 24.4 C 70 40 70 62 77 77 C 72 79 67 79 64 79 C 57 62 57 40 63 23 C 68 22.4 72 23 76 24.4 Z',
    stripe,
    [56, 78],
  );
  pen.path('M 38 27 C 31 42 31 60 39 76 C 35 75 31 73 28 72 C 23 60 23 44 28 31 Z', stripe, [22, 40]);
  pen.path('M 62 54 C 54 50 46 54 42 62 C 50 66 58 64 62 58 Z', fin, [42, 62]);
  pen.oval(90, 44, 5, 5.4, hex('#fdfaf2'));
  pen.oval(91.4, 44, 2.8, 3.2, '#14110f');
  pen.stroke('M 107 55 C 103 57 100 57 98 56', 1.2, adjust(skin, { lightness: 0.5 }));
}

function jellyfish(pen: Pen): void {
  const hue = pen.colour(hex(['#e58ac0', '#8aa8f0', '#f0b07a', '#a58af0'][pen.random.int(0, 3)] ?? '#e58ac0'));
  const draw = (alpha: number): void => {
    const tint = (lightness: number, a: number): string => {
      const [r, g, b] = adjust(hue, { lightness });
      return `rgba(${r}, ${g}, ${b}, ${a * alpha})`;
    };
    for (let k = 0; k < 9; k += 1) {
      const x = 22 + k * 7;
      const sway = Math.sin(pen.lighting.seconds * 1.6 + k * 1.1 + pen.place.x) * 7;
      pen.stroke(
        `M ${x} 40 C ${x - 6 + sway} 56 ${x + 7} 70 ${x - 3 + sway} ${88 + (k % 3) * 8}`,
        k % 2 ? 0.9 : 1.5,
        tint(1.1, 0.6),
      );
    }
    for (const x of [40, 50, 60])
      pen.path(
        `M ${x - 4} 40 C ${x - 12} 54 ${x + 8} 62 ${x - 4} 84 C ${x + 10} 70 ${x + 0} 58 ${x + 5} 40 Z`,
        tint(1.18, 0.5),
      );
    pen.path(
      'M 10 40 C 8 14 28 0 50 0 C 72 0 92 14 90 40 C 86 46 82 40 77 44 C 72 48 68 41 63 45 C 58 48 54 42 50 45 C 46 48 42 41 37 45 C 32 48 28 41 23 44 C 18 46 13 44 10 40 Z',
      tint(1, 0.72),
    );
    pen.path('M 22 38 C 20 18 34 8 50 8 C 66 8 80 18 78 38 C 66 32 34 32 22 38 Z', tint(1.2, 0.5));
    pen.soft(40, 14, 22, [255, 255, 255], 0.45 * alpha);
  };
  draw(1);
  pen.glow(() => draw(0.35));
}

function coral(pen: Pen): void {
  const hue = pen.colour(hex(['#f0697a', '#f2995a', '#c86bd0', '#f4d06a'][pen.random.int(0, 3)] ?? '#f0697a'));
  const branch = (x: number, y: number, angle: number, length: number, r: number, depth: number): void => {
    const nx = x + Math.cos(angle) * length;
    const ny = y + Math.sin(angle) * length;
    pen.limb(
      [
        [x, y, r],
        [(x + nx) / 2 + pen.vary(-2, 2), (y + ny) / 2, r * 0.9],
        [nx, ny, r * 0.76],
      ],
      adjust(hue, { lightness: 0.78 + depth * 0.07 }),
      [x - 10, x + 10],
    );
    if (depth >= 4 || length < 5) return;
    for (const turn of depth === 0 ? [-0.6, -0.1, 0.5] : [-0.5, 0.42])
      branch(nx, ny, angle + turn + pen.vary(-0.16, 0.16), length * pen.vary(0.68, 0.84), r * 0.74, depth + 1);
  };
  branch(50, 100, -Math.PI / 2, 28, 7, 0);
}

function turtle(pen: Pen): void {
  const skin = hex('#7d9a5f');
  const shell = pen.colour(hex('#5f6b35'));
  const row = Math.sin(pen.lighting.seconds * 2) * 6;
  pen.path(`M 74 54 C 92 ${64 + row} 100 ${84 + row} 92 ${100 + row} C 80 ${90 + row} 66 76 60 64 Z`, skin, [60, 100]);
  pen.path(
    `M 66 40 C 76 ${22 - row} 74 ${6 - row} 64 ${-2 - row} C 54 ${10 - row} 50 26 52 38 Z`,
    adjust(skin, { lightness: 0.72 }),
    [50, 76],
  );
  pen.path('M 12 60 C -2 66 -12 76 -14 86 C -2 86 12 78 22 68 Z', skin, [-14, 22]);
  pen.limb(
    [
      [84, 46, 9],
      [98, 40, 9],
      [106, 41, 6],
    ],
    skin,
  );
  pen.oval(103, 38, 1.6, 1.6, '#12140c');
  pen.path('M -2 56 C 8 30 34 20 56 24 C 80 28 94 42 90 54 C 80 68 58 74 36 72 C 18 70 6 64 -2 56 Z', shell, [0, 90]);
  const plates: readonly Point[][] = [
    [
      [36, 30],
      [54, 30],
      [60, 44],
      [50, 56],
      [34, 54],
      [28, 42],
    ],
    [
      [62, 33],
      [76, 38],
      [82, 48],
      [70, 56],
      [58, 54],
      [64, 44],
    ],
    [
      [26, 34],
      [32, 31],
      [25, 42],
      [30, 54],
      [18, 56],
      [8, 52],
    ],
  ];
  for (const plate of plates) pen.poly(plate, mix(shell, hex('#b59a52'), 0.5));
}

function octopus(pen: Pen): void {
  const skin = pen.colour(hex('#c4574f'));
  for (let k = 0; k < 8; k += 1) {
    const side = k < 4 ? -1 : 1;
    const i = k % 4;
    const x = 50 + side * (4 + i * 6);
    const reach = side * (14 + i * 13);
    const curl = Math.sin(pen.lighting.seconds * 1.4 + k) * 5;
    pen.limb(
      [
        [x, 54, 7],
        [x + reach * 0.5, 70 + i * -2, 5.4],
        [x + reach, 86 - i * 5 + curl, 3.8],
        [x + reach * 1.25, 92 - i * 10 + curl, 2.6],
        [x + reach * 1.1, 80 - i * 10, 1],
      ],
      adjust(skin, { lightness: i % 2 ? 0.8 : 1 }),
    );
  }
  pen.blob(
    [
      [50, 0],
      [68, 6],
      [76, 22],
      [72, 40],
      [66, 54],
      [50, 60],
      [34, 54],
      [28, 40],
      [24, 22],
      [32, 6],
    ],
    skin,
  );
  for (const s of [-1, 1]) {
    pen.oval(50 + s * 11, 42, 6, 6.4, hex('#f6ead0'));
    pen.oval(50 + s * 11, 42.6, 4.4, 2, '#1a0f10');
  }
  for (const [x, y, r] of [
    [42, 14, 3],
    [58, 20, 2.4],
    [50, 28, 2],
    [64, 30, 2],
  ] as const)
    pen.oval(x, y, r, r, adjust(skin, { lightness: 1.14 }));
}

function sailboat(pen: Pen): void {
  const hull = pen.colour(hex('#7c3f2a'));
  const sail = pen.place.colour === undefined ? hex('#f7f1e4') : mix(hull, hex('#ffffff'), 0.55);
  pen.limb(
    [
      [50, 90, 0.9],
      [50, 2, 0.6],
    ],
    hex('#6b4f38'),
  );
  pen.path('M 48 6 C 30 34 20 58 15 80 C 26 83 38 83 48 82 Z', sail, [14, 48]);
  pen.path('M 52 10 C 66 34 78 58 84 81 C 72 84 62 84 52 82 Z', adjust(sail, { lightness: 0.94 }), [52, 92]);
  for (const y of [30, 50, 66])
    pen.line(
      [
        [48, y],
        [48 - (y - 6) * 0.42, y + 2],
      ],
      0.35,
      adjust(sail, { lightness: 0.75 }),
    );
  pen.limb(
    [
      [14, 84, 0.7],
      [50, 85, 0.9],
    ],
    hex('#6b4f38'),
  );
  pen.path('M 8 87 C 30 90 70 90 96 85 C 92 94 86 99 80 100 L 24 100 C 16 98 11 93 8 87 Z', hull, [8, 96]);
  pen.path('M 9 88.4 C 30 91.6 70 91.6 95 86.6 L 94 88.4 C 70 93.4 30 93.4 10 90.2 Z', hex('#f1e4cc'), [8, 96]);
  pen.poly(
    [
      [50, 2],
      [60, 5],
      [50, 8],
    ],
    pen.lighting.palette.accent,
  );
}

function ship(pen: Pen): void {
  const hull = pen.colour(hex('#27405e'));
  const white = hex('#f1eee6');
  pen.path('M -30 78 L 128 70 C 124 84 116 96 108 100 L -20 100 C -26 94 -30 86 -30 78 Z', hull, [-30, 128]);
  pen.path('M -27 92 L 118 92 C 114 96 112 98 108 100 L -20 100 C -23 98 -25 95 -27 92 Z', hex('#9e3b32'), [-30, 128]);
  pen.poly(
    [
      [-22, 62],
      [88, 60],
      [96, 72],
      [-22, 77],
    ],
    white,
  );
  pen.poly(
    [
      [-14, 50],
      [72, 48],
      [80, 60],
      [-14, 63],
    ],
    adjust(white, { lightness: 0.97 }),
  );
  pen.poly(
    [
      [30, 38],
      [62, 37],
      [68, 49],
      [30, 50],
    ],
    white,
  );
  for (const x of [-2, 14]) {
    pen.poly(
      [
        [x, 50],
        [x + 2, 26],
        [x + 12, 26],
        [x + 13, 50],
      ],
      hex('#c8503c'),
    );
    pen.poly(
      [
        [x + 1.8, 28],
        [x + 2, 23],
        [x + 12, 23],
        [x + 12.1, 28],
      ],
      hex('#232226'),
    );
  }
  pen.line(
    [
      [70, 50],
      [70, 16],
    ],
    1,
    hex('#d9d4c8'),
  );
  pen.line(
    [
      [70, 20],
      [110, 72],
    ],
    0.3,
    hex('#5b5a58'),
  );
  const windows = (colour: string): void => {
    for (let row = 0; row < 3; row += 1)
      for (let k = 0; k < 14 - row * 3; k += 1)
        pen.rect(
          -17 + k * 7.2 + (row === 2 ? 50 : 0),
          [66, 53.5, 41][row] ?? 66,
          row === 2 ? 3 : 3.2,
          3.4,
          row === 2 && k > 3 ? 'rgba(0,0,0,0)' : colour,
        );
  };
  windows('#33465c');
  if (pen.night)
    pen.glow((lamp) => {
      windows('#ffd88a');
      lamp.halo(70, 16, 6, [255, 220, 150], 0.9);
    });
}

/** Sea life and vessels by subject. */
export const SEA = {
  whale: { habit: 'deep', size: 0.24, wide: 1.9, draw: whale, sink: 0.34 },
  dolphin: { habit: 'deep', size: 0.2, wide: 1.3, draw: dolphin, flock: 2 },
  fish: { habit: 'deep', size: 0.1, wide: 1.4, draw: fish, flock: 6, sink: 0.06 },
  jellyfish: { habit: 'deep', size: 0.24, wide: 0.9, draw: jellyfish, flock: 3, sink: 0.3, turns: false },
  coral: { habit: 'ground', size: 0.26, wide: 1, draw: coral, flock: 4 },
  turtle: { habit: 'deep', size: 0.18, wide: 1.3, draw: turtle, sink: 0.36 },
  octopus: { habit: 'deep', size: 0.28, wide: 1.3, draw: octopus, sink: 0.42, turns: false },
  sailboat: { habit: 'afloat', size: 0.28, wide: 0.95, draw: sailboat },
  ship: { habit: 'afloat', size: 0.2, wide: 1.7, draw: ship },
} as const satisfies Record<string, Silhouette>;
