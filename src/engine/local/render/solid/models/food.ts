import { ball, box, cone, drum, headed, lathe, limb, plate, ring, type Paint, type Part, type Vec3 } from '../model.js';
import { rounded, spline } from '../profile.js';
import { glossy, matte, metal, satin, shade, waxy, type Look, type ModelBuilder } from './look.js';

const LEAF = spline(
  [
    [0, 0],
    [0.16, 0.17],
    [0.42, 0.2],
    [0.72, 0],
    [0.42, -0.2],
    [0.16, -0.17],
  ],
  true,
);
const leaf = (at: Vec3, heading: number, lean: number, size = 1): Part =>
  plate(
    LEAF,
    0.022,
    at,
    satin('#4f9a3d', { pattern: 'veins', b: '#a8d67c', c: '#39802f', p: [7], soft: 0.4 }),
    { turn: headed(heading, lean), size, slack: 0.8, bend: 0.25 },
    0.015,
  );
const STALK = matte('#6b4a2a');

export const apple: ModelBuilder = ({ paint, main }) => {
  const skin = paint(
    glossy('#c81f2b', { pattern: 'blush', b: shade(main('#e8b23a'), 0.1), p: [1.15, 2.1, 0.6], roughness: 0.16 }),
  );
  const outline = spline([
    [0, 0.16],
    [0.22, 0.04],
    [0.5, 0.06],
    [0.82, 0.5],
    [0.97, 1.05],
    [0.84, 1.52],
    [0.52, 1.7],
    [0.22, 1.6],
    [0.06, 1.4],
    [0, 1.36],
  ]);
  return {
    groups: [
      [lathe(outline, [0, 0, 0], skin, { ribs: [5, 0.012] })],
      [limb([0, 1.36, 0], [0.1, 1.98, 0.02], 0.035, 0.055, STALK)],
      [leaf([0.06, 1.76, 0.03], -28, 24, 0.95)],
    ],
    reach: 0.97,
    height: 1.95,
  };
};

/** A whole fruit with a leaf, and a half showing its flesh. */
function citrus(skin: Paint, flesh: string, oval_: boolean): ReturnType<ModelBuilder> {
  const cut: Paint = satin(skin.a, { pattern: 'citrus', b: flesh, c: '#fff4d8', p: [0.8], roughness: 0.25, soft: 0.5 });
  const fruit = spline([
    [0, 0],
    [0.12, 0.02],
    [0.2, 0.1],
    [0.5, 0.26],
    [0.76, 0.62],
    [0.82, 1.0],
    [0.74, 1.42],
    [0.46, 1.8],
    [0.22, 1.95],
    [0.16, 2.06],
    [0, 2.08],
  ]);
  const whole: Part = oval_
    ? lathe(fruit, [-0.25, 0.8, 0.1], skin, { turn: headed(-12, 82), size: 0.98 })
    : { shape: { kind: 'ellipsoid', radii: [0.95, 0.92, 0.95] }, at: [-0.3, 0.92, 0], paint: skin, slack: 0.92 };
  const half = ball(0.8, [0.92, 0.72, 0.72], skin, {});
  const tilt = { turn: [64, 0, -14] as Vec3 };
  return {
    groups: [
      [whole],
      [
        oval_ ? { ...half, shape: { kind: 'ellipsoid', radii: [0.8, 0.9, 0.8] }, slack: 0.92, ...tilt } : half,
        { ...box([1.2, 1.2, 1.2], [0.92 - 0.26, 0.72 + 0.51, 0.72 + 1.05], cut, 0.01), ...tilt, op: 'cut' },
      ],
      [drum(0.79, 0.03, [0.92, 0.72, 0.72], cut, 0.02, tilt)],
      ...(oval_
        ? [[leaf([-1.15, 1.0, -0.1], 150, 30, 1.1)]]
        : [
            [limb([-0.3, 1.8, 0], [-0.28, 1.95, 0], 0.07, 0.05, STALK)],
            [leaf([-0.28, 1.86, 0.02], -30, 22, 1.05)],
            [leaf([-0.3, 1.86, 0], 160, 34, 0.9)],
          ]),
    ],
    reach: 1.5,
    height: 1.95,
  };
}
export const orange: ModelBuilder = ({ paint }) =>
  citrus(paint(satin('#f28a1c', { bump: [0.16, 17], roughness: 0.34, f0: 0.045 })), '#ff9d2e', false);
export const lemon: ModelBuilder = ({ paint }) =>
  citrus(paint(satin('#f7cf2e', { bump: [0.14, 17], roughness: 0.34, f0: 0.045 })), '#ffe45c', true);

export const cherry: ModelBuilder = ({ paint }) => {
  const skin = paint(glossy('#b0122b', { roughness: 0.07, f0: 0.06 }));
  const outline = spline([
    [0, 0],
    [0.3, 0.05],
    [0.62, 0.4],
    [0.68, 0.75],
    [0.52, 1.12],
    [0.26, 1.2],
    [0.06, 1.1],
    [0, 1.06],
  ]);
  const stem = (points: readonly Vec3[]): Part[] =>
    points
      .slice(1)
      .map((to, i) =>
        limb(points[i] ?? to, to, 0.036 - i * 0.002, 0.034 - i * 0.002, matte('#6d8a34'), { blend: 0.02 }),
      );
  return {
    groups: [
      [lathe(outline, [-0.66, 0, 0.1], skin, { turn: [0, 0, 5] })],
      [lathe(outline, [0.72, 0, -0.1], skin, { turn: [0, 0, -6], size: 0.95 })],
      stem([
        [-0.66, 1.08, 0.1],
        [-0.56, 1.6, 0.08],
        [-0.28, 2.1, 0.05],
        [0.12, 2.55, 0],
      ]),
      stem([
        [0.7, 1.02, -0.1],
        [0.66, 1.6, -0.06],
        [0.44, 2.15, 0],
        [0.12, 2.55, 0],
      ]),
      [ball(0.08, [0.12, 2.55, 0], matte('#6b4a2a'))],
      [leaf([0.12, 2.52, 0.02], -14, 4, 1.35)],
    ],
    reach: 1.4,
    height: 2.65,
  };
};

export const cake: ModelBuilder = ({ main, palette }) => {
  const cream = waxy(main('#fff1e2'), { roughness: 0.5 });
  const sponge = matte('#e2b070', { pattern: 'bands', b: '#fff0de', p: [13, 0.9], bump: [0.2, 14] });
  const icing = waxy(main(palette.hero), { roughness: 0.25, f0: 0.045 });
  const drips = Array.from({ length: 15 }, (_, i): Part => {
    const angle = (i / 15) * Math.PI * 2;
    const low = 1.32 - 0.34 * (0.5 + 0.5 * Math.sin(i * 2.4)) - 0.05;
    return limb(
      [1.12 * Math.sin(angle), low, 1.12 * Math.cos(angle)],
      [1.12 * Math.sin(angle), 1.62, 1.12 * Math.cos(angle)],
      0.105,
      0.12,
      icing,
      { blend: 0.12 },
    );
  });
  const berry = glossy('#c9142f', { roughness: 0.14 });
  const candles = [-0.42, 0, 0.42].map((x, i): Part[] => [
    drum(
      0.055,
      0.3,
      [x, 2.02, i === 1 ? -0.2 : 0.16],
      satin(i === 1 ? palette.accent : '#fdfaf4', { pattern: 'bands', b: '#e0607e', p: [30] }),
      0.02,
    ),
  ]);
  return {
    groups: [
      [drum(1.1, 0.7, [0, 0.82, 0], sponge, 0.08)],
      [drum(1.12, 0.12, [0, 1.56, 0], icing, 0.1), ...drips],
      ...candles,
      [{ shape: { kind: 'sphere', r: 0.17 }, paint: cream, at: [0, 1.72, 0], around: 10, out: [0.86, 0, 0] }],
      [
        {
          shape: { kind: 'ellipsoid', radii: [0.12, 0.13, 0.12] },
          paint: berry,
          at: [0, 1.92, 0],
          around: 10,
          out: [0.86, 0, 0],
          slack: 0.9,
        },
      ],
      [
        lathe(
          rounded([
            [0, 0],
            [0.5, 0, 0.02],
            [0.4, 0.06, 0.03],
            [1.5, 0.08, 0.03],
            [1.5, 0.14, 0.03],
            [0, 0.14],
          ]),
          [0, 0, 0],
          glossy('#f6f1ea', { roughness: 0.15 }),
        ),
      ],
    ],
    glows: [-0.42, 0, 0.42].flatMap((x, i) => [
      {
        kind: 'flame' as const,
        at: [x, 2.5, i === 1 ? -0.2 : 0.16] as const,
        radius: 0.12,
        height: 0.2,
        colour: '#ff8a24',
        strength: 0.8,
        lights: 0.06,
      },
      { kind: 'halo' as const, at: [x, 2.48, 0] as const, radius: 0.36, colour: '#ff9a3c', strength: 0.18 },
    ]),
    reach: 1.5,
    height: 2.7,
  };
};

const SPRINKLES = ['#ff5d8f', '#ffd23f', '#3bceac', '#4d9de0', '#ffffff', '#a06cd5'];

function sprinkles(look: Look, count: number, ring_: number, tube: number): Part[][] {
  const paints = SPRINKLES.map((a) => glossy(a, { roughness: 0.25 }));
  const parts = Array.from({ length: count }, (_, i): Part => {
    const round = ((i + look.random.range(-0.3, 0.3)) / count) * Math.PI * 2;
    const up = look.random.range(0.55, 2.5);
    const r = ring_ + tube * Math.cos(up);
    const at: Vec3 = [r * Math.cos(round), tube * Math.sin(up) + 0.42, r * Math.sin(round)];
    const twist = look.random.range(0, Math.PI * 2);
    const out: Vec3 = [Math.cos(up) * Math.cos(round), Math.sin(up), Math.cos(up) * Math.sin(round)];
    const side: Vec3 = [-Math.sin(round), 0, Math.cos(round)];
    const top: Vec3 = [out[1] * side[2], out[2] * side[0] - out[0] * side[2], -out[1] * side[0]];
    const half = 0.075;
    const along = (k: 0 | 1 | 2): number => half * (Math.cos(twist) * side[k] + Math.sin(twist) * top[k]);
    return limb(
      [at[0] - along(0), at[1] - along(1), at[2] - along(2)],
      [at[0] + along(0), at[1] + along(1), at[2] + along(2)],
      0.033,
      0.033,
      paints[i % paints.length] ?? matte('#ffffff'),
    );
  });
  return Array.from({ length: Math.ceil(parts.length / 4) }, (_, i) => parts.slice(i * 4, i * 4 + 4));
}

export const donut: ModelBuilder = (look) => {
  const dough = matte('#d99a52', { pattern: 'belt', b: '#f3cf96', p: [0, 0.07], bump: [0.12, 9], soft: 0.3 });
  const icing = look.paint(glossy('#f27fa5', { roughness: 0.16, soft: 0.35 }));
  return {
    groups: [
      [ring(0.76, 0.42, [0, 0.42, 0], dough)],
      [
        ring(0.76, 0.45, [0, 0.43, 0], icing),
        { ...box([1.6, 0.6, 1.6], [0, 1.16, 0], icing, 0.02), op: 'keep', blend: 0.1, rough: [0.1, 2.6], slack: 0.75 },
      ],
      ...sprinkles(look, 44, 0.76, 0.455),
    ],
    reach: 1.2,
    height: 0.9,
  };
};

export const icecream: ModelBuilder = (look) => {
  const waffle = matte('#b9752f', { pattern: 'waffle', b: '#e7b163', p: [13, 4], bump: [0.06, 10] });
  const flavours = [look.main('#f7a8b8'), '#fbf0d5', look.palette.accent];
  const scoop = (y: number, x: number, r: number, a: string): Part[] => {
    const paint = waxy(a, { bump: [0.2, 8], roughness: 0.45 });
    return [
      ball(r, [x, y, 0], paint, { rough: [0.035, 5], slack: 0.85 }),
      {
        shape: { kind: 'torus', ring: r * 0.82, tube: r * 0.2 },
        at: [x, y - r * 0.5, 0],
        paint,
        blend: 0.12,
        rough: [0.05, 5],
        slack: 0.8,
      },
    ];
  };
  return {
    groups: [
      [
        cone(0.05, 0.6, 0.9, [0, 0.92, 0], waffle, { round: 0.02 }),
        cone(0.01, 0.5, 0.9, [0, 1.1, 0], waffle, { op: 'cut' }),
      ],
      scoop(2.06, 0, 0.62, flavours[0] ?? '#ffffff'),
      scoop(2.78, 0.04, 0.52, flavours[1] ?? '#ffffff'),
      [ball(0.16, [0.06, 3.4, 0.05], glossy('#c3122f', { roughness: 0.08 }))],
      [limb([0.06, 3.5, 0.05], [0.2, 3.78, 0.02], 0.02, 0.018, matte('#6d8a34'))],
      ...[
        [-0.3, 2.95, 0.42],
        [0.35, 2.6, 0.42],
        [0.1, 3.1, 0.42],
        [-0.42, 2.2, 0.42],
        [0.45, 2.2, 0.4],
        [0, 2.35, 0.58],
        [-0.15, 2.72, 0.5],
      ].map(([x = 0, y = 0, z = 0], i): Part[] => [
        limb(
          [x - 0.06, y, z],
          [x + 0.05, y + 0.06 * (i % 3), z + 0.02],
          0.028,
          0.028,
          glossy(SPRINKLES[i % SPRINKLES.length] ?? '#ffffff'),
        ),
      ]),
      [
        lathe(
          rounded([
            [0.3, 0],
            [0.55, 0, 0.04],
            [0.46, 0.5, 0.05],
            [0.34, 0.5, 0.03],
            [0.2, 0.06, 0.02],
          ]),
          [0, 0, 0],
          metal('#d8dbe0'),
        ),
      ],
    ],
    reach: 0.8,
    height: 3.5,
  };
};

export const egg: ModelBuilder = ({ paint, palette }) => {
  const shell = paint(
    satin('#f3dcc0', { pattern: 'speckle', b: '#a97a54', p: [9, 0.16, 0.5], roughness: 0.5, soft: 0.25 }),
  );
  const outline = spline([
    [0, 0],
    [0.3, 0.06],
    [0.64, 0.42],
    [0.72, 0.82],
    [0.6, 1.36],
    [0.36, 1.78],
    [0.14, 1.93],
    [0, 1.95],
  ]);
  const stand = rounded([
    [0, 0],
    [0.5, 0, 0.03],
    [0.52, 0.08, 0.04],
    [0.16, 0.2, 0.1],
    [0.16, 0.36, 0.1],
    [0.66, 0.7, 0.2],
    [0.7, 1.0, 0.03],
    [0.62, 1.0, 0.03],
    [0.3, 0.6, 0.1],
    [0, 0.5],
  ]);
  return {
    groups: [[lathe(outline, [0, 0.48, 0], shell)], [lathe(stand, [0, 0, 0], glossy(palette.hero))]],
    reach: 0.75,
    height: 2.45,
  };
};

export const watermelon: ModelBuilder = () => {
  const flesh = satin('#e23e47', {
    pattern: 'melon',
    b: '#2d7a3a',
    c: '#e9f2c8',
    p: [1.4],
    roughness: 0.35,
    soft: 0.4,
  });
  const wedge = [
    ...Array.from({ length: 25 }, (_, i): [number, number] => [
      1.4 * Math.cos(Math.PI + (i / 24) * Math.PI),
      1.4 * Math.sin(Math.PI + (i / 24) * Math.PI),
    ]),
  ];
  const slice = plate(wedge, 0.2, [0, 1.42, 0.25], flesh, { turn: [-5, -8, 0] }, 0.025);
  const tri = rounded([
    [0, 0, 0.03],
    [-0.62, -1.18, 0.02],
    [-0.3, -1.3, 0.2],
    [0, -1.33, 0.2],
    [0.3, -1.3, 0.2],
    [0.62, -1.18, 0.02],
  ]);
  const piece = plate(
    tri,
    0.14,
    [1.2, 1.33, 0.9],
    satin('#e23e47', { pattern: 'melon', b: '#2d7a3a', c: '#e9f2c8', p: [1.36], roughness: 0.35, soft: 0.4 }),
    { turn: [-14, -20, 6] },
    0.02,
  );
  return { groups: [[slice], [piece]], reach: 1.5, height: 1.6 };
};

export const burger: ModelBuilder = () => {
  const bun = satin('#d98f3d', { pattern: 'seeds', b: '#fbeecb', p: [5.2, 0.2, 0.8, 2.0], roughness: 0.32, soft: 0.3 });
  const top = spline([
    [0, 2.42],
    [0.45, 2.36],
    [0.92, 2.08],
    [1.16, 1.72],
    [1.1, 1.56],
    [0.9, 1.52],
  ]);
  const patty = matte('#5a3018', { bump: [0.5, 9], roughness: 0.6 });
  const lettuce = satin('#7fbf3f', { soft: 0.5, pattern: 'rise', b: '#b8de6a', p: [1.3, 1.5] });
  const cheese = glossy('#f8b62d', { roughness: 0.35, soft: 0.5 });
  return {
    groups: [
      [lathe([[0, 1.52], ...[...top].reverse()], [0, 0, 0], bun)],
      [
        lathe(
          rounded([
            [0, 0.06],
            [0.9, 0.06, 0.1],
            [1.12, 0.26, 0.2],
            [1.1, 0.5, 0.1],
            [0, 0.5],
          ]),
          [0, 0, 0],
          satin('#d1873a', { soft: 0.3 }),
        ),
      ],
      [drum(1.14, 0.19, [0, 0.72, 0], patty, 0.15, { rough: [0.05, 4], slack: 0.8 })],
      [
        box([0.92, 0.035, 0.92], [0, 0.96, 0], cheese, 0.03, { turn: [0, 45, 0], bend: 0.09, slack: 0.8 }),
        drum(1.16, 0.6, [0, 0.9, 0], cheese, 0.02, { op: 'keep', blend: 0.04, size: 1.08 }),
      ],
      [drum(0.98, 0.085, [0, 1.12, 0], glossy('#d4342b', { roughness: 0.2, soft: 0.3 }), 0.05)],
      [drum(1.2, 0.05, [0, 1.34, 0], lettuce, 0.04, { rough: [0.16, 3.4], slack: 0.6 })],
    ],
    reach: 1.25,
    height: 2.4,
  };
};

export const bread: ModelBuilder = () => {
  const crust = satin('#d89a4e', {
    pattern: 'crust',
    b: '#8e4d1e',
    p: [3, -0.1, 0.62],
    roughness: 0.5,
    soft: 0.2,
    bump: [0.12, 7],
  });
  const crumb = matte('#f6e3bd', { pattern: 'speckle', b: '#e3c48f', p: [11, 0.28, 0.6], soft: 0.4, bump: [0.3, 12] });
  const outline = spline(
    [
      [-0.62, -0.52],
      [0.62, -0.52],
      [0.66, -0.1],
      [0.72, 0.2],
      [0.6, 0.52],
      [0, 0.66],
      [-0.6, 0.52],
      [-0.72, 0.2],
      [-0.66, -0.1],
    ],
    true,
  );
  const inner = outline.map(([x, y]) => [x * 0.9, y * 0.9] as const);
  const slice = (at: Vec3, turn: Vec3): Part[][] => [
    [plate(outline, 0.1, at, crust, { turn }, 0.04)],
    [plate(inner, 0.112, at, crumb, { turn }, 0.02)],
  ];
  const scores = [-0.9, -0.4, 0.1].map((x): Part =>
    limb([x - 0.1, 1.28, -0.42], [x + 0.26, 1.28, 0.2], 0.06, 0.06, crumb, { op: 'cut', blend: 0.06 }),
  );
  return {
    groups: [
      [
        plate(outline, 1.15, [-0.35, 0.56, -0.3], crust, { turn: [0, 74, 0] }, 0.2),
        ...scores.map((part) => ({ ...part })),
      ],
      ...slice([0.98, 0.56, 0.25], [-4, 62, 0]),
      ...slice([1.15, 0.5, 0.72], [-26, 48, 0]),
    ],
    reach: 1.6,
    height: 1.3,
  };
};

export const pumpkin: ModelBuilder = ({ paint }) => {
  const skin = paint(satin('#e8771c', { pattern: 'spines', b: '#f0913a', p: [11, 0.5, 0], roughness: 0.36, f0: 0.04 }));
  const outline = spline([
    [0, 0.2],
    [0.3, 0.06],
    [0.7, 0.02],
    [1.14, 0.36],
    [1.28, 0.86],
    [1.1, 1.36],
    [0.66, 1.62],
    [0.3, 1.58],
    [0, 1.4],
  ]);
  const stalk = matte('#6f7a35');
  const vine = Array.from({ length: 12 }, (_, i): Vec3 => [
    0.2 + 0.09 * i,
    1.62 + 0.16 * Math.sin(i * 1.3) + 0.01 * i,
    0.3 + 0.14 * Math.cos(i * 1.3),
  ]);
  return {
    groups: [
      [lathe(outline, [0, 0, 0], skin, { ribs: [11, 0.19], slack: 0.8 })],
      [
        limb([0, 1.38, 0], [0.06, 1.8, 0], 0.2, 0.12, stalk, { ribs: [6, 0.05] }),
        limb([0.06, 1.8, 0], [0.26, 2.1, 0.04], 0.12, 0.13, stalk, { blend: 0.08 }),
      ],
      vine.slice(1).map((to, i) => limb(vine[i] ?? to, to, 0.024, 0.024, matte('#7f9a3f'))),
      [leaf([0.1, 1.62, 0.25], -52, 14, 1.5)],
    ],
    reach: 1.3,
    height: 2.05,
  };
};
