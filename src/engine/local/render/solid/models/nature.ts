import { ball, box, drum, headed, lathe, limb, oval, plate, times, turning, type Part, type Vec3 } from '../model.js';
import { rounded, spline } from '../profile.js';
import { clay, glossy, matte, satin, shade, waxy, type ModelBuilder } from './look.js';

const GOLDEN = 137.508;

interface Petals {
  readonly a: string;
  readonly b: string;
  readonly c: string;
}

/**
 * One petal: its root at the origin, pointing outwards in its heading, leaning up by `lean` degrees; a bowl, or
 * `arched` over.
 */
function petal(
  colours: Petals,
  heading: number,
  lean: number,
  length: number,
  root: Vec3,
  ruffle: number,
  seed: number,
  arched = false,
): Part {
  const radius = length * (arched ? 1.15 : 1.25);
  return {
    shape: {
      kind: 'petal',
      radius,
      thick: 0.016,
      open: arched ? 0.9 : 0.78,
      ruffle,
      waves: 5 + (seed % 3),
      phase: seed * 1.7,
      narrow: 0.62,
      notch: arched ? 0.14 : 0.07,
    },
    paint: matte(colours.a, {
      pattern: 'petals',
      b: colours.b,
      c: colours.c,
      p: [length * 0.95, 9],
      soft: 0.75,
      roughness: 0.6,
      seed: seed % 5,
    }),
    at: root,
    turn: arched ? times(headed(heading, lean), turning([180, 0, 0])) : headed(heading, lean),
  };
}

/** A full bloom seen from above: rings of ruffled petals, smaller and steeper towards the heart. */
export const flower: ModelBuilder = (look) => {
  const main = look.main(look.random.pick(['#e59a86', '#d9637f', '#e8b0c0', '#c95f9a', '#e9a25b']));
  const colours: Petals = { a: main, b: shade(main, -0.55), c: shade(main, 0.7) };
  const rings = [
    [9, 1.18, 15, 0],
    [9, 1.06, 25, 0.1],
    [8, 0.92, 35, 0.19],
    [7, 0.76, 45, 0.27],
    [6, 0.58, 55, 0.33],
    [5, 0.38, 64, 0.37],
  ] as const;
  const groups = rings.flatMap(([count, length, lean, rise], ring) =>
    Array.from({ length: count }, (_, i): Part[] => {
      const heading = (i / count) * 360 + ring * 19 + look.random.range(-4, 4);
      const out = 0.1 + 0.085 * (5 - ring);
      const angle = (heading * Math.PI) / 180;
      return [
        petal(
          colours,
          heading,
          lean + (i % 2 === 0 ? 5 : -4) + look.random.range(-2, 2),
          length * look.random.range(0.93, 1.07),
          [out * Math.cos(angle), rise, -out * Math.sin(angle)],
          0.045,
          ring * 16 + i,
          true,
        ),
      ];
    }),
  );
  const heart = Array.from({ length: 26 }, (_, i): Part => {
    const r = 0.05 * Math.sqrt(i),
      angle = (i * GOLDEN * Math.PI) / 180;
    return ball(
      0.042,
      [r * Math.cos(angle), 0.62 - r * r * 1.4, r * Math.sin(angle)],
      matte(i % 3 === 0 ? '#f2c53d' : '#d99a1f', { soft: 0.3 }),
      { blend: 0.01 },
    );
  });
  return { groups: [...groups, heart], reach: 1.75, height: 0.8 };
};

/** A rose: a bud wound of petals, opening outwards, on a thorny stem. */
export const rose: ModelBuilder = (look) => {
  const main = look.main('#c4153a');
  const colours: Petals = { a: main, b: shade(main, -0.5), c: shade(main, 0.22) };
  const petals = Array.from({ length: 27 }, (_, i): Part[] => {
    const t = i / 26;
    const heading = i * GOLDEN;
    const lean = 82 - 66 * t ** 1.15;
    const length = 0.42 + 0.5 * t ** 0.7;
    const angle = (heading * Math.PI) / 180,
      out = 0.03 + 0.13 * t;
    return [
      petal(
        colours,
        heading,
        lean,
        length,
        [out * Math.cos(angle), 2.0 + 0.12 * (1 - t), -out * Math.sin(angle)],
        0.03 + 0.02 * t,
        i,
      ),
    ];
  });
  const green = satin('#3f7d3a', { soft: 0.3 });
  const blade = spline(
    [
      [0, 0],
      [0.18, 0.2],
      [0.46, 0.24],
      [0.85, 0],
      [0.46, -0.24],
      [0.18, -0.2],
    ],
    true,
  );
  const leaves = [
    [-0.02, 1.25, 20, 24],
    [0.03, 0.9, 200, 20],
    [0, 0.55, 310, 28],
  ].map(([x = 0, y = 0, heading = 0, lean = 0]): Part[] => [
    plate(
      blade,
      0.02,
      [x, y, 0],
      satin('#3c8040', { pattern: 'veins', b: '#84b86a', c: '#2f6a34', p: [8], soft: 0.35 }),
      { turn: headed(heading, lean), slack: 0.8, bend: 0.22 },
      0.014,
    ),
  ]);
  return {
    groups: [
      ...petals,
      [
        limb([0, 0.02, 0], [0.04, 0.9, 0], 0.055, 0.05, green),
        limb([0.04, 0.9, 0], [0, 1.95, 0], 0.05, 0.06, green, { blend: 0.03 }),
        oval([0.17, 0.13, 0.17], [0, 1.96, 0], green, { blend: 0.08 }),
      ],
      ...leaves,
    ],
    reach: 1.0,
    height: 2.9,
  };
};

export const mushroom: ModelBuilder = ({ paint, random }) => {
  const cap = paint(
    glossy('#c9272b', { pattern: 'seeds', b: '#fff6ea', p: [2.4, 0.27, 0.62, 1.02], roughness: 0.28, soft: 0.3 }),
  );
  const stem = waxy('#f6ead6', { bump: [0.06, 5] });
  const dome = spline([
    [0, 2.2],
    [0.5, 2.1],
    [0.96, 1.68],
    [1.14, 1.2],
    [1.08, 1.02],
    [0.84, 1.06],
    [0.4, 1.16],
  ]);
  const stalk = spline([
    [0.44, 0],
    [0.46, 0.12],
    [0.32, 0.6],
    [0.3, 1.2],
  ]);
  const one = (at: Vec3, size: number, lean: number): Part[][] => [
    [lathe([[0, 1.16], ...[...dome].reverse()], at, cap, { size, turn: [0, 40, lean] })],
    [
      lathe([[0, 0], ...stalk, [0, 1.2]], at, stem, { size, turn: [0, 0, lean] }),
      {
        shape: { kind: 'torus', ring: 0.33, tube: 0.07 },
        paint: stem,
        at: [at[0] - Math.sin((lean * Math.PI) / 180) * 0.85 * size, at[1] + 0.85 * size, at[2]],
        size,
        blend: 0.06,
        ribs: [16, 0.04],
      },
    ],
  ];
  return {
    groups: [
      ...one([0, 0, 0], 1, random.range(-4, 4)),
      ...one([1.05, 0, 0.55], 0.46, -10),
      ...one([-0.95, 0, 0.7], 0.34, 12),
    ],
    reach: 1.35,
    height: 2.2,
  };
};

export const cactus: ModelBuilder = ({ paint, palette }) => {
  const skin = paint(
    satin('#4c9a58', { pattern: 'spines', b: '#f4f0d0', p: [12, 0.5, 7], roughness: 0.55, soft: 0.15 }),
  );
  const clayPot = clay(palette.accent === '#4f8f97' ? '#c9734a' : '#c8704a');
  const column = (from: Vec3, to: Vec3, r: number, blend: number): Part =>
    limb(from, to, r, r * 0.94, skin, { ribs: [12, 0.09], blend, slack: 0.85 });
  return {
    groups: [
      [
        column([0, 0.7, 0], [0, 2.5, 0], 0.42, 0),
        column([-0.3, 1.35, 0], [-0.86, 1.5, 0.06], 0.2, 0.12),
        column([-0.88, 1.5, 0.06], [-0.9, 2.1, 0.06], 0.2, 0.1),
        column([0.3, 1.7, 0], [0.78, 1.78, 0.04], 0.18, 0.12),
        column([0.8, 1.78, 0.04], [0.82, 2.4, 0.04], 0.18, 0.1),
      ],
      [
        lathe(
          rounded([
            [0, 0],
            [0.52, 0, 0.04],
            [0.7, 0.62, 0.02],
            [0.78, 0.62, 0.04],
            [0.8, 0.84, 0.04],
            [0.68, 0.84, 0.03],
            [0.64, 0.72, 0.02],
            [0, 0.72],
          ]),
          [0, 0, 0],
          clayPot,
        ),
      ],
      [drum(0.66, 0.05, [0, 0.74, 0], matte('#5b3d2a', { bump: [0.6, 14] }), 0.03)],
      [
        {
          shape: { kind: 'ellipsoid', radii: [0.17, 0.05, 0.09] },
          paint: waxy('#f2629b'),
          at: [0.02, 2.98, 0.05],
          around: 7,
          out: [0.15, 0, 0],
          tilt: -32,
          slack: 0.85,
        },
        ball(0.08, [0.02, 3, 0.05], matte('#f7d04a')),
      ],
    ],
    reach: 1.05,
    height: 3.05,
  };
};

export const rock: ModelBuilder = ({ paint }) => {
  const stone = paint(
    matte('#8c8a86', { pattern: 'crust', b: '#6f6a63', p: [2.2, 0, 1], bump: [0.4, 6], roughness: 0.85 }),
  );
  const lump = (at: Vec3, radii: Vec3, turn: Vec3): Part[] => [
    oval(radii, at, stone, { turn, rough: [0.2, 1.25], slack: 0.66 }),
  ];
  return {
    groups: [
      lump([0, 0.75, 0], [1.15, 0.85, 0.9], [0, 20, 6]),
      lump([1.25, 0.34, 0.6], [0.55, 0.42, 0.48], [10, 70, 0]),
      lump([-1.05, 0.24, 0.85], [0.4, 0.3, 0.36], [0, 140, 20]),
    ],
    reach: 1.6,
    height: 1.7,
  };
};

/** A large leaf on its stem. */
export const leaf: ModelBuilder = ({ paint }) => {
  const green = paint(satin('#4fa050', { pattern: 'veins', b: '#c5e39a', c: '#2f7d43', p: [4.2], soft: 0.5 }));
  const blade = spline(
    [
      [0, 0],
      [0.28, 0.5],
      [0.9, 0.82],
      [1.6, 0.62],
      [2.35, 0],
      [1.6, -0.62],
      [0.9, -0.82],
      [0.28, -0.5],
    ],
    true,
  );
  return {
    groups: [
      [plate(blade, 0.03, [-0.1, 0.42, 0], green, { turn: headed(8, 62), bend: 0.06, slack: 0.8 }, 0.02)],
      [limb([-0.1, 0.44, 0], [-0.34, 0.02, 0.02], 0.04, 0.055, satin('#7fae57'))],
    ],
    reach: 1.0,
    height: 2.5,
  };
};

/** A scallop: ribs fanning out from the hinge, with a pearl in front. */
export const shell: ModelBuilder = ({ paint }) => {
  const skin = paint(
    satin('#f6cdb4', { pattern: 'fans', b: '#dd8a72', p: [11], roughness: 0.34, f0: 0.045, soft: 0.35 }),
  );
  const ribs = Array.from({ length: 13 }, (_, i): Part[] => {
    const angle = ((i - 6) / 6) * 1.08;
    const long = 1.95 - (0.28 * Math.abs(i - 6)) / 6;
    const point = (t: number, out: number): Vec3 => [
      long * t * Math.sin(angle),
      0.16 + long * t * Math.cos(angle),
      out * Math.cos(angle * 0.8),
    ];
    return [
      limb(point(0, 0), point(0.5, 0.3), 0.06, 0.135, skin, { blend: i === 0 ? 0 : 0.07 }),
      limb(point(0.5, 0.3), point(1, 0.12), 0.135, 0.2, skin, { blend: 0.07 }),
    ];
  }).flat();
  const ears = [-1, 1].map((side): Part =>
    box([0.3, 0.13, 0.06], [side * 0.26, 0.14, 0.0], skin, 0.05, { blend: 0.08, turn: [0, 0, side * -8] }),
  );
  const leaned = [...ribs, ...ears];
  const pearl = glossy('#f4ece6', { roughness: 0.1, f0: 0.08, iridescence: 0.18 });
  return { groups: [leaned, [ball(0.27, [0.78, 0.27, 0.95], pearl)]], reach: 1.7, height: 2.1 };
};
