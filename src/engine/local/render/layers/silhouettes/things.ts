/** Small objects. */
import { adjust, css, hex, mix } from '../../../scene/colour.js';
import type { Pen } from '../pen.js';
import type { Silhouette } from './silhouette.js';

function umbrella(pen: Pen): void {
  const cloth = pen.colour(hex('#d0463f'));
  pen.limb(
    [
      [50, 10, 1.2],
      [50, 92, 1.2],
    ],
    hex('#5b3d28'),
  );
  pen.stroke('M 50 90 C 50 102 62 102 62 92', 2.4, hex('#5b3d28'));
  const rib = [-2, 16, 33, 50, 67, 84, 102];
  for (let k = 0; k < 6; k += 1) {
    const [a, b] = [rib[k] ?? 0, rib[k + 1] ?? 0];
    pen.path(
      `M 50 6 C ${50 + (a - 50) * 0.75} 8 ${a} 26 ${a} 46 Q ${(a + b) / 2} 38 ${b} 46 C ${b} 26 ${50 + (b - 50) * 0.75} 8 50 6 Z`,
      k % 2 ? cloth : mix(cloth, hex('#fff4e4'), 0.14),
      [-2, 102],
    );
  }
  pen.limb(
    [
      [50, 6, 0.9],
      [50, 0, 0.5],
    ],
    hex('#5b3d28'),
  );
}

function lantern(pen: Pen): void {
  const paper = pen.colour(hex('#e2583c'));
  pen.line(
    [
      [50, -10],
      [50, 8],
    ],
    1,
    hex('#3a2a22'),
  );
  pen.rect(36, 8, 28, 6, hex('#4a3524'));
  pen.path('M 36 14 C 10 24 10 68 36 78 L 64 78 C 90 68 90 24 64 14 Z', paper, [16, 84]);
  for (const x of [0.35, 0.7])
    for (const s of [-1, 1])
      pen.stroke(
        `M ${50 + s * 12 * x} 14 C ${50 + s * 33 * x} 28 ${50 + s * 33 * x} 64 ${50 + s * 12 * x} 78`,
        0.8,
        adjust(paper, { lightness: 0.78 }),
      );
  pen.rect(38, 78, 24, 5, hex('#4a3524'));
  for (const x of [46, 50, 54])
    pen.line(
      [
        [x, 83],
        [x, 99],
      ],
      1,
      hex('#d9a83c'),
    );
  pen.glow((light) => {
    light.halo(50, 46, 56, mix(paper, [255, 210, 120], 0.6), pen.night ? 0.75 : 0.25);
    light.halo(50, 48, 24, [255, 225, 160], pen.night ? 0.9 : 0.3);
  });
}

function kite(pen: Pen): void {
  const cloth = pen.colour(hex('#e0563f'));
  const other = pen.lighting.palette.accent2;
  pen.poly(
    [
      [50, 0],
      [16, 38],
      [50, 38],
    ],
    cloth,
  );
  pen.poly(
    [
      [50, 0],
      [84, 38],
      [50, 38],
    ],
    mix(cloth, hex('#fff2d4'), 0.6),
  );
  pen.poly(
    [
      [16, 38],
      [50, 84],
      [50, 38],
    ],
    mix(other, cloth, 0.2),
  );
  pen.poly(
    [
      [84, 38],
      [50, 84],
      [50, 38],
    ],
    adjust(cloth, { lightness: 0.84 }),
  );
  pen.line(
    [
      [50, 0],
      [50, 84],
    ],
    0.9,
    hex('#5b4030'),
  );
  pen.line(
    [
      [16, 38],
      [84, 38],
    ],
    0.9,
    hex('#5b4030'),
  );
  const sway = Math.sin(pen.lighting.seconds * 3) * 6;
  pen.stroke(
    `M 50 84 C ${40 + sway} 96 ${62 - sway} 108 48 122 C ${38 + sway} 132 ${58 - sway} 142 46 154`,
    1,
    hex('#5b4030'),
  );
  for (const [x, y] of [
    [51, 100],
    [52, 118],
    [46, 138],
  ] as const) {
    pen.poly(
      [
        [x, y],
        [x - 8, y - 4],
        [x - 7, y + 5],
      ],
      cloth,
    );
    pen.poly(
      [
        [x, y],
        [x + 8, y - 5],
        [x + 8, y + 4],
      ],
      cloth,
    );
  }
  pen.stroke('M 50 40 C 90 120 150 200 240 330', 0.4, hex('#d8d2c6'));
}

function sword(pen: Pen): void {
  const steel = hex('#cfd6de');
  pen.poly(
    [
      [46, 64],
      [45, 12],
      [50, -4],
      [50, 64],
    ],
    steel,
  );
  pen.poly(
    [
      [54, 64],
      [55, 12],
      [50, -4],
      [50, 64],
    ],
    adjust(steel, { lightness: 0.72 }),
  );
  pen.line(
    [
      [50, 10],
      [50, 62],
    ],
    0.8,
    adjust(steel, { lightness: 0.55 }),
  );
  const gold = pen.colour(hex('#c79b3c'));
  pen.limb(
    [
      [26, 63, 2.2],
      [38, 66, 2.6],
      [50, 66, 3.4],
      [62, 66, 2.6],
      [74, 63, 2.2],
    ],
    gold,
  );
  pen.limb(
    [
      [50, 69, 2.8],
      [50, 80, 3.2],
      [50, 90, 2.6],
    ],
    hex('#4a2f22'),
  );
  for (let k = 0; k < 5; k += 1)
    pen.line(
      [
        [47, 72 + k * 4],
        [53, 74 + k * 4],
      ],
      0.9,
      gold,
    );
  pen.oval(50, 95, 5, 5, gold);
}

function guitar(pen: Pen): void {
  const wood = pen.colour(hex('#b56a2c'));
  pen.blob(
    [
      [50, 54],
      [62, 56],
      [66, 64],
      [63, 72],
      [70, 80],
      [72, 91],
      [64, 100],
      [50, 102],
      [36, 100],
      [28, 91],
      [30, 80],
      [37, 72],
      [34, 64],
      [38, 56],
    ],
    adjust(wood, { lightness: 0.6 }),
  );
  pen.blob(
    [
      [50, 55.6],
      [60.6, 57.4],
      [64, 64],
      [61, 72],
      [68, 80],
      [70, 90],
      [62.6, 98],
      [50, 100],
      [37.4, 98],
      [30, 90],
      [32, 80],
      [39, 72],
      [36, 64],
      [39.4, 57.4],
    ],
    wood,
  );
  pen.oval(50, 73, 8, 7.6, hex('#24160f'));
  pen.stroke('M 41 73 A 9 8.6 0 1 1 59 73 A 9 8.6 0 1 1 41 73', 0.9, hex('#efe0b8'));
  pen.rect(46.6, 12, 6.8, 58, hex('#4a2f20'));
  for (let k = 0; k < 12; k += 1)
    pen.line(
      [
        [46.8, 16 + k * 3.9],
        [53.2, 16 + k * 3.9],
      ],
      0.4,
      hex('#d8cfae'),
    );
  pen.poly(
    [
      [45, 12],
      [43.6, -4],
      [56.4, -4],
      [55, 12],
    ],
    adjust(wood, { lightness: 0.62 }),
  );
  for (const y of [-1, 3, 7]) for (const s of [-1, 1]) pen.oval(50 + s * 8, y, 2, 1.5, hex('#d9d4c8'));
  pen.rect(42, 86, 16, 2.8, hex('#3a2418'));
  for (let k = 0; k < 6; k += 1)
    pen.line(
      [
        [47.2 + k * 1.1, -2],
        [46.4 + k * 1.4, 87],
      ],
      0.24,
      '#f4efe0',
    );
}

function fire(pen: Pen): void {
  for (const [x, turn] of [
    [30, -0.2],
    [70, 0.2],
    [50, 0],
  ] as const)
    pen.limb(
      [
        [x - 22, 96 + turn * 20, 4.6],
        [x + 22, 96 - turn * 20, 4.2],
      ],
      hex('#4b3022'),
    );
  pen.limb(
    [
      [-14, 100, 5],
      [114, 100, 5],
    ],
    css(hex('#57504b'), 0),
  );
  pen.glow((light) => {
    light.halo(50, 62, 90, [255, 120, 40], 0.42);
    const layers: readonly (readonly [number, string])[] = [
      [1, '#e8481e'],
      [0.76, '#ff8a26'],
      [0.5, '#ffc64a'],
      [0.26, '#fff3c0'],
    ];
    for (const [k, colour] of layers) {
      for (let tongue = 0; tongue < 5; tongue += 1) {
        const x = 50 + (tongue - 2) * 12 * k;
        const sway = Math.sin(pen.lighting.seconds * 6 + tongue * 1.9) * 5 + (tongue - 2) * -2;
        const top = 94 - (78 - Math.abs(tongue - 2) * 18) * k - Math.cos(pen.lighting.seconds * 5 + tongue * 2.3) * 6;
        const w = 15 * k + 3;
        light.path(
          `M ${x - w} 96 C ${x - w * 1.3} ${80 - 8 * k} ${x - w * 0.3 + sway} ${(96 + top) / 2} ${x + sway} ${top} C ${x + w * 0.5 + sway} ${(96 + top) / 2 + 6} ${x + w * 1.4} ${80 - 4 * k} ${x + w} 96 Z`,
          colour,
        );
      }
    }
    for (let k = 0; k < 14; k += 1) light.oval(pen.vary(10, 90), pen.vary(-50, 50), 0.9, 0.9, '#ffb45a');
  });
}

/** Things by subject. */
export const THINGS = {
  umbrella: { habit: 'ground', size: 0.26, wide: 1, draw: umbrella },
  lantern: { habit: 'air', size: 0.16, wide: 0.9, draw: lantern, flock: 7, turns: false },
  kite: { habit: 'air', size: 0.17, wide: 0.9, draw: kite },
  sword: { habit: 'ground', size: 0.4, wide: 0.5, draw: sword },
  guitar: { habit: 'ground', size: 0.42, wide: 0.5, draw: guitar },
  fire: { habit: 'ground', size: 0.17, wide: 1.1, draw: fire },
} as const satisfies Record<string, Silhouette>;
