import { ball, box, drum, lathe, limb, oval, plate, ring, type Glow, type Part } from '../model.js';
import { rounded, spline } from '../profile.js';
import { glass, glossy, matte, metal, satin, shade, shining, type ModelBuilder } from './look.js';

export const moon: ModelBuilder = ({ main, random }) => ({
  groups: [
    [
      ball(
        1,
        [0, 1, 0],
        matte(main('#cfcbc2'), {
          pattern: 'craters',
          b: shade(main('#cfcbc2'), -0.3),
          p: [2.9],
          bump: [0.2, 7],
          seed: random.int(1, 9000),
          roughness: 0.95,
          f0: 0.01,
        }),
        { turn: [random.range(-60, 60), random.range(0, 360), 0] },
      ),
    ],
  ],
  reach: 1,
  height: 2,
});

const LANDS = [
  ['#14467f', '#4f7f3c', '#b79a62'],
  ['#0f5c6e', '#7a8f3f', '#d3b779'],
  ['#5a2f6e', '#c46a4a', '#f0c48a'],
  ['#7a2f24', '#b5583a', '#e0a070'],
] as const;

export const planet: ModelBuilder = ({ main, random }) => {
  const [sea, land, high] = random.pick(LANDS);
  return {
    groups: [
      [
        ball(
          1,
          [0, 1, 0],
          satin(main(sea), {
            pattern: 'land',
            b: land,
            c: high,
            p: [1.5, random.range(-0.06, 0.1), 0.8],
            seed: random.int(1, 9000),
            roughness: 0.55,
            f0: 0.02,
          }),
          { turn: [18, random.range(0, 360), 14] },
        ),
      ],
    ],
    reach: 1,
    height: 2,
  };
};

const GASES = [
  ['#e3cf9f', '#a04a4a', '#f6ead0'],
  ['#d9b98a', '#8a5a3c', '#f3dfc0'],
  ['#9fc3e0', '#4a6fae', '#e8f3fa'],
  ['#d9a9c9', '#7a4a8f', '#f8e3ee'],
] as const;

/** The ball of a ringed planet; the stage draws the ring. */
export const ringedplanet: ModelBuilder = ({ main, random }) => {
  const [a, b, c] = random.pick(GASES);
  return {
    groups: [
      [
        ball(
          1,
          [0, 1, 0],
          matte(main(a), {
            pattern: 'gas',
            b: main(a) === a ? b : shade(main(a), -0.5),
            c,
            p: [4.6],
            seed: random.int(1, 9000),
            roughness: 0.9,
            f0: 0.01,
          }),
          { turn: [0, random.range(0, 360), 20] },
        ),
      ],
    ],
    reach: 2.2,
    height: 2,
  };
};

/** A picture-book rocket with flame and smoke. */
export const rocket: ModelBuilder = ({ paint, main, palette }) => {
  const white = glossy('#f4f2ee', { pattern: 'belt', b: main('#d93a3a'), p: [1.32, 0.07], roughness: 0.2 });
  const red = paint(glossy(main('#d93a3a'), { roughness: 0.18 }));
  const hull = spline([
    [0.42, 0.5],
    [0.62, 0.95],
    [0.68, 1.5],
    [0.6, 2.1],
    [0.42, 2.6],
  ]);
  const nose = spline([
    [0.42, 2.6],
    [0.26, 2.9],
    [0.1, 3.15],
    [0, 3.25],
  ]);
  const fin = rounded([
    [0.45, 1.3, 0.1],
    [0.95, 0.8, 0.2],
    [1.08, 0.0, 0.1],
    [0.8, 0.35, 0.2],
    [0.4, 0.55, 0.05],
  ]);
  const fins = [30, 150, 270].map((heading): Part[] => [
    plate(fin, 0.07, [0, 0.1, 0], red, { turn: [0, heading, 0] }, 0.06),
  ]);
  const puffs = [
    [-0.75, 0.02, 0.2, 0.42],
    [0.7, 0, 0.1, 0.46],
    [0.1, -0.1, 0.55, 0.4],
    [-0.3, -0.15, -0.4, 0.5],
    [1.2, -0.12, -0.1, 0.3],
    [-1.25, -0.1, 0, 0.32],
  ].map(([x = 0, y = 0, z = 0, r = 0.3]): Part =>
    ball(r, [x, y - 0.7, z], matte('#f2f0f4', { soft: 0.6 }), { blend: 0.14, rough: [0.03, 3], slack: 0.85 }),
  );
  const flame: Glow[] = [
    { kind: 'flame', at: [0, -0.12, 0], radius: 0.5, height: -0.6, colour: '#ff7a1a', strength: 1.1, lights: 0.9 },
    { kind: 'halo', at: [0, -0.1, 0], radius: 1.0, colour: '#ff8a3a', strength: 0.4 },
  ];
  return {
    groups: [
      [lathe([[0, 0.5], ...hull, [0, 2.6]], [0, 0, 0], white)],
      [lathe([[0, 2.58], ...nose], [0, 0, 0], red)],
      [
        lathe(
          rounded([
            [0, 0.3],
            [0.42, 0.3, 0.03],
            [0.34, 0.56, 0.03],
            [0, 0.56],
          ]),
          [0, 0, 0],
          metal('#8f949c'),
        ),
      ],
      ...fins,
      [ring(0.24, 0.065, [0, 1.86, 0.62], metal('#c9cdd3'), { turn: [86, 0, 0] })],
      [
        oval(
          [0.24, 0.24, 0.08],
          [0, 1.86, 0.6],
          glossy(shade(palette.hero, -0.1), { a: '#3b8fd9', roughness: 0.04, f0: 0.08 }),
        ),
      ],
      puffs,
    ],
    glows: flame,
    reach: 1.15,
    height: 3.2,
  };
};

/** A floating astronaut. */
export const astronaut: ModelBuilder = ({ paint, palette }) => {
  const suit = paint(satin('#f1f0ee', { roughness: 0.5, soft: 0.2 }));
  const trim = satin(palette.accent);
  const visor = metal('#e8a33c', { roughness: 0.04 });
  const arm = (
    side: number,
    hand: readonly [number, number, number],
    elbow: readonly [number, number, number],
  ): Part[] => [
    limb([side * 0.5, 1.62, 0], [side * elbow[0], elbow[1], elbow[2]], 0.24, 0.2, suit),
    limb([side * elbow[0], elbow[1], elbow[2]], [side * hand[0], hand[1], hand[2]], 0.2, 0.16, suit, { blend: 0.05 }),
  ];
  return {
    groups: [
      [
        ball(0.66, [0, 2.36, 0], suit),
        drum(0.46, 0.1, [0, 1.84, 0], suit, 0.06, { blend: 0.08 }),
        oval([0.5, 0.4, 0.4], [0, 2.36, 0.4], suit, { op: 'cut', blend: 0.06 }),
      ],
      [oval([0.52, 0.42, 0.5], [0, 2.36, 0.2], visor)],
      [box([0.54, 0.5, 0.36], [0, 1.3, 0], suit, 0.28), oval([0.5, 0.36, 0.4], [0, 0.92, 0], suit, { blend: 0.2 })],
      [box([0.5, 0.62, 0.24], [0, 1.4, -0.46], suit, 0.12)],
      [box([0.28, 0.17, 0.08], [0, 1.4, 0.36], satin('#d8dade'), 0.04)],
      [
        ball(0.05, [-0.12, 1.42, 0.45], shining('#ff5d5d', 0.8)),
        ball(0.05, [0.02, 1.42, 0.45], shining('#5dd6ff', 0.8)),
        ball(0.05, [0.15, 1.42, 0.45], shining('#7dff9a', 0.8)),
      ],
      arm(-1, [1.3, 2.12, 0.3], [0.95, 1.5, 0.15]),
      arm(1, [1.22, 0.95, 0.4], [0.9, 1.3, 0.1]),
      [ball(0.2, [-1.36, 2.24, 0.32], trim)],
      [ball(0.2, [1.3, 0.84, 0.44], trim)],
      [
        limb([-0.26, 0.78, 0], [-0.4, 0.22, 0.3], 0.27, 0.23, suit),
        limb([-0.4, 0.22, 0.3], [-0.42, -0.3, 0.05], 0.23, 0.2, suit, { blend: 0.05 }),
      ],
      [
        limb([0.26, 0.78, 0], [0.36, 0.2, 0.12], 0.27, 0.23, suit),
        limb([0.36, 0.2, 0.12], [0.5, -0.32, -0.1], 0.23, 0.2, suit, { blend: 0.05 }),
      ],
      [box([0.2, 0.14, 0.3], [-0.43, -0.46, 0.14], trim, 0.12)],
      [box([0.2, 0.14, 0.3], [0.53, -0.48, 0.0], trim, 0.12)],
      [ring(0.24, 0.045, [-1.12, 1.8, 0.22], trim, { turn: [20, 0, 40] })],
      [
        limb([0.5, 2.9, -0.1], [0.5, 3.2, -0.1], 0.025, 0.02, metal('#b9bdc4')),
        ball(0.06, [0.5, 3.24, -0.1], shining('#ff5d5d', 0.9)),
      ],
    ].map((parts) => parts.map((part) => ({ ...part }))),
    reach: 1.5,
    height: 3.2,
  };
};

/** A flying saucer with its beam. */
export const ufo: ModelBuilder = ({ paint, palette }) => {
  const hull = paint(glossy('#b4bcc9', { roughness: 0.2, f0: 0.16 }));
  const saucer = spline([
    [0.5, 0.0],
    [0.9, 0.12],
    [1.5, 0.34],
    [1.72, 0.48],
    [1.5, 0.62],
    [0.95, 0.76],
    [0.7, 0.84],
  ]);
  return {
    groups: [
      [lathe([[0, 0], ...saucer, [0, 0.86]], [0, 0, 0], hull)],
      [ring(1.7, 0.075, [0, 0.48, 0], satin(palette.dark))],
      [
        oval([0.72, 0.66, 0.72], [0, 0.84, 0], glass('#7fe0d4', 0.5)),
        box([1, 0.5, 1], [0, 0.3, 0], glass('#7fe0d4', 0.5), 0.01, { op: 'cut' }),
      ],
      [
        oval([0.26, 0.34, 0.24], [0, 1.02, 0], glossy('#7ecb4f', { soft: 0.5 })),
        oval([0.14, 0.1, 0.12], [0, 0.8, 0], glossy('#7ecb4f'), { blend: 0.1 }),
      ],
      [
        {
          shape: { kind: 'sphere', r: 0.1 },
          paint: shining('#ffe37a', 1.3),
          at: [0, 0.6, 0],
          around: 12,
          out: [1.36, 0.06, 0],
        },
      ],
      [drum(0.5, 0.05, [0, 0.0, 0], shining('#b8fff0', 1.4), 0.03)],
    ],
    glows: [{ kind: 'halo', at: [0, -0.35, 0], radius: 1.25, colour: '#8affe6', strength: 0.4, lights: 0.8 }],
    reach: 1.75,
    height: 1.55,
  };
};
