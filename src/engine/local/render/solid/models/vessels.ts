import { ball, box, drum, lathe, limb, oval, plate, ring, type Part } from '../model.js';
import { ellipse, rounded, spline } from '../profile.js';
import { glossy, matte, metal, satin, shade, shining, waxy, type ModelBuilder } from './look.js';

const BRASS = '#c99a4a';

/** A square-shouldered flask with a label and a stopper. */
export const bottle: ModelBuilder = ({ glass: tinted, palette }) => {
  const body = tinted('#cf7410', 2.6);
  const label = matte('#f4f0ea', { pattern: 'label', b: palette.dark, p: [0.56, 0.36] });
  return {
    groups: [
      [box([0.56, 0.86, 0.36], [0, 0.86, 0], body, 0.2), drum(0.2, 0.24, [0, 1.86, 0], body, 0.03, { blend: 0.14 })],
      [
        box([0.566, 0.4, 0.367], [0, 0.82, 0], label, 0.205),
        box([2, 0.36, 2], [0, 0.82, 0], label, 0.01, { op: 'keep' }),
      ],
      [drum(0.25, 0.27, [0, 2.24, 0], satin(palette.dark, { roughness: 0.35 }), 0.05)],
    ],
    reach: 0.62,
    height: 2.5,
  };
};

/** A turned vase with a stripe of another colour and two dry twigs. */
export const vase: ModelBuilder = ({ paint, palette, random }) => {
  const skin = paint(satin(palette.hero, { pattern: 'belt', b: palette.light, p: [0.95, 0.09], roughness: 0.38 }));
  const outside = spline([
    [0.42, 0],
    [0.5, 0.05],
    [0.78, 0.55],
    [0.82, 0.95],
    [0.6, 1.45],
    [0.3, 1.75],
    [0.3, 1.95],
    [0.4, 2.1],
  ]);
  const inside = [
    [0.34, 2.1],
    [0.24, 1.95],
    [0.22, 1.75],
    [0.1, 1.6],
    [0, 1.55],
  ] as const;
  const twig = matte('#9a7448');
  const twigs = [-1, 1].flatMap((side): Part[] => {
    const lean = side * random.range(0.22, 0.42);
    const top = random.range(3.0, 3.35);
    const buds = [0.5, 0.68, 0.84, 1].map((t) =>
      oval(
        [0.07, 0.11, 0.07],
        [lean * t * t * 1.6 + 0.09 * Math.sin(t * 9), 1.8 + (top - 1.8) * t, side * 0.1 * t],
        matte(palette.accent),
        { turn: [0, 0, -lean * 40] },
      ),
    );
    return [
      limb([0, 1.6, 0], [lean * 0.5, 2.4, side * 0.05], 0.025, 0.02, twig),
      limb([lean * 0.5, 2.4, side * 0.05], [lean * 1.6, top, side * 0.1], 0.02, 0.012, twig),
      ...buds,
    ];
  });
  return {
    groups: [[lathe([[0, 0], ...outside, ...inside], [0, 0, 0], skin)], ...twigs.map((part) => [part])],
    reach: 0.85,
    height: 2.8,
  };
};

/** A steaming coffee on its saucer. */
export const cup: ModelBuilder = ({ paint, palette }) => {
  const china = paint(glossy(palette.light, { roughness: 0.18 }));
  const bowl = rounded([
    [0, 0.1],
    [0.45, 0.1, 0.12],
    [0.8, 0.55, 0.4],
    [0.86, 1.25, 0.03],
    [0.78, 1.25, 0.03],
    [0.72, 0.6, 0.4],
    [0.4, 0.22, 0.1],
    [0, 0.22],
  ]);
  const dish = rounded([
    [0, 0],
    [0.5, 0, 0.02],
    [1.35, 0.16, 0.03],
    [1.35, 0.22, 0.03],
    [0.55, 0.09, 0.05],
    [0, 0.09],
  ]);
  const coffee = glossy('#4a2410', { pattern: 'halo', b: '#b9814a', p: [0.4, 0.74], roughness: 0.2 });
  return {
    groups: [
      [
        lathe(bowl, [0, 0, 0], china),
        ring(0.36, 0.085, [0.9, 0.72, 0], china, { turn: [90, 0, 0], blend: 0.06 }),
        drum(0.74, 0.5, [0, 0.95, 0], china, 0.1, { op: 'cut' }),
      ],
      [drum(0.765, 0.02, [0, 1.08, 0], coffee, 0.01)],
      [lathe(dish, [0, 0, 0], china)],
    ],
    glows: [{ kind: 'steam', at: [0, 1.95, 0], radius: 0.75, height: 0.95, colour: '#ffffff', strength: 0.42 }],
    reach: 1.35,
    height: 2.1,
  };
};

/** A burning candle in a brass dish. */
export const candle: ModelBuilder = ({ paint }) => {
  const wax = paint(waxy('#f3e6cf', { pattern: 'embers', b: '#ffb469', p: [0.2, 0.86], emission: 0.22 }));
  const brass = metal(BRASS);
  const drips: Part[] = [
    [0.42, 0.2, 0.9],
    [-0.4, 0.25, 0.7],
    [0.1, 0.46, 1.1],
  ].map(([x = 0, z = 0, low = 0]) => limb([x, low, z], [x * 0.96, 1.75, z * 0.96], 0.085, 0.07, wax, { blend: 0.1 }));
  return {
    groups: [
      [
        drum(0.46, 0.9, [0, 0.98, 0], wax, 0.08),
        oval([0.34, 0.12, 0.34], [0, 1.92, 0], wax, { op: 'cut', blend: 0.1 }),
        ...drips,
      ],
      [limb([0, 1.75, 0], [0.02, 2.02, 0], 0.025, 0.02, matte('#2b2018'))],
      [
        lathe(
          rounded([
            [0, 0],
            [0.8, 0, 0.03],
            [0.98, 0.22, 0.03],
            [0.9, 0.22, 0.03],
            [0.74, 0.08, 0.05],
            [0, 0.08],
          ]),
          [0, 0, 0],
          brass,
        ),
        ring(0.2, 0.045, [1.08, 0.2, 0], brass, { turn: [90, 0, 0] }),
      ],
    ],
    glows: [
      {
        kind: 'flame',
        at: [0.02, 2.32, 0],
        radius: 0.26,
        height: 0.42,
        colour: '#ff8a24',
        strength: 0.9,
        lights: 0.75,
      },
      { kind: 'halo', at: [0.02, 2.3, 0], radius: 1.15, colour: '#ff9a3c', strength: 0.32 },
    ],
    reach: 1,
    height: 2.7,
  };
};

/** A lantern of glass and metal with a light in it. */
export const lantern: ModelBuilder = ({ paint, palette }) => {
  const frame = paint(metal(shade(palette.dark, 0.12), { roughness: 0.35 }));
  const pane = shining('#ffcf7a', 0.85, { pattern: 'embers', b: '#ff9a3d', p: [-0.2, 0.75] });
  return {
    groups: [
      [drum(0.72, 0.1, [0, 0.1, 0], frame, 0.04), drum(0.58, 0.07, [0, 0.26, 0], frame, 0.03, { blend: 0.03 })],
      [drum(0.48, 0.56, [0, 0.88, 0], pane, 0.06)],
      [
        {
          shape: { kind: 'cylinder', r: 0.035, half: 0.56 },
          paint: frame,
          at: [0, 0.88, 0],
          around: 6,
          out: [0.56, 0, 0],
          round: 0.015,
        },
      ],
      [ring(0.56, 0.035, [0, 0.88, 0], frame)],
      [
        lathe(
          rounded([
            [0, 1.42],
            [0.68, 1.42, 0.03],
            [0.72, 1.5, 0.03],
            [0.3, 1.86, 0.12],
            [0.16, 1.98, 0.03],
            [0, 1.98],
          ]),
          [0, 0, 0],
          frame,
        ),
      ],
      [ring(0.22, 0.04, [0, 2.18, 0], frame, { turn: [90, 20, 0] })],
    ],
    glows: [{ kind: 'halo', at: [0, 0.9, 0], radius: 1.25, colour: '#ffab4a', strength: 0.42, lights: 1.1 }],
    reach: 0.75,
    height: 2.4,
  };
};

/** A lit table lamp. */
export const lamp: ModelBuilder = ({ paint, palette }) => {
  const foot = paint(satin(palette.hero, { roughness: 0.3 }));
  const cloth = shining('#ffe0a8', 0.3, { pattern: 'embers', b: '#ffd08a', p: [-0.5, 0.5], soft: 0.6 });
  const body = spline([
    [0.34, 0.1],
    [0.2, 0.22],
    [0.36, 0.6],
    [0.3, 0.9],
    [0.1, 1.15],
    [0.06, 1.5],
  ]);
  return {
    groups: [
      [
        lathe([[0, 0.06], ...body, [0, 1.5]], [0, 0, 0], foot),
        drum(0.48, 0.06, [0, 0.06, 0], foot, 0.03, { blend: 0.05 }),
      ],
      [
        lathe(
          [
            [0.94, 1.35],
            [0.98, 1.37],
            [0.6, 2.35],
            [0.56, 2.33],
          ],
          [0, 0, 0],
          cloth,
          { slack: 0.9 },
        ),
      ],
      [limb([0, 1.5, 0], [0, 1.75, 0], 0.04, 0.04, metal(BRASS))],
      [ball(0.2, [0, 1.86, 0], shining('#fff3d6', 1.1))],
    ],
    glows: [{ kind: 'halo', at: [0, 1.75, 0], radius: 1.6, colour: '#ffc070', strength: 0.2, lights: 0.5 }],
    reach: 1,
    height: 2.4,
  };
};

/** Books in a stack, the top one turned. */
export const book: ModelBuilder = ({ main, palette, random }) => {
  const covers = [main(palette.hero), palette.accent, palette.dark];
  const groups = covers.reverse().flatMap((colour, i): Part[][] => {
    const y = 0.21 + i * 0.42;
    const turn = [0, random.range(-16, 16) + (i === 2 ? 14 : 0), 0] as const;
    const cover = satin(colour, { pattern: 'cover', b: '#e8c67a', p: [0.78, 1.04] });
    const paper = matte('#f4ead6', { pattern: 'pages', b: '#cdbfa2', p: [95] });
    const half = { turn, at: [0, y, 0] as const };
    return [
      [
        { ...box([0.78, 0.205, 1.04], [0, 0, 0], cover, 0.03), ...half },
        {
          ...box([0.9, 0.155, 1.2], [0, 0, 0], cover, 0.01),
          ...half,
          at: [0.08 * Math.cos((turn[1] * Math.PI) / 180), y, -0.08 * Math.sin((turn[1] * Math.PI) / 180)],
          op: 'cut',
        },
        {
          ...box([0.05, 0.205, 1.04], [0, 0, 0], cover, 0.03),
          turn,
          at: [-0.74 * Math.cos((turn[1] * Math.PI) / 180), y, 0.74 * Math.sin((turn[1] * Math.PI) / 180)],
        },
      ],
      [{ ...box([0.72, 0.16, 0.98], [0, 0, 0], paper, 0.01), ...half }],
    ];
  });
  return { groups, reach: 1.15, height: 1.3 };
};

/** A wooden chair. */
export const chair: ModelBuilder = ({ paint, palette }) => {
  const wood = paint(satin('#b9824f', { pattern: 'wood', b: '#8a5a32', p: [2.4] }));
  const cushion = matte(palette.hero, { soft: 0.3 });
  const leg = (x: number, z: number): Part => limb([x * 1.12, 0.05, z * 1.12], [x, 1.05, z], 0.05, 0.075, wood);
  return {
    groups: [
      [leg(-0.5, 0.5)],
      [leg(0.5, 0.5)],
      [leg(-0.5, -0.5)],
      [leg(0.5, -0.5)],
      [box([0.68, 0.06, 0.66], [0, 1.08, 0], wood, 0.05)],
      [box([0.6, 0.08, 0.58], [0, 1.2, 0], cushion, 0.075)],
      [limb([-0.56, 1.05, -0.56], [-0.58, 2.5, -0.78], 0.065, 0.055, wood)],
      [limb([0.56, 1.05, -0.56], [0.58, 2.5, -0.78], 0.065, 0.055, wood)],
      [box([0.66, 0.16, 0.05], [0, 2.38, -0.76], wood, 0.045, { turn: [-8, 0, 0] })],
      [box([0.58, 0.07, 0.035], [0, 1.98, -0.69], wood, 0.03, { turn: [-8, 0, 0] })],
      [box([0.58, 0.07, 0.035], [0, 1.64, -0.64], wood, 0.03, { turn: [-8, 0, 0] })],
    ],
    reach: 0.9,
    height: 2.55,
  };
};

/** A wrapped box with a ribbon and a bow. */
export const gift: ModelBuilder = ({ paint, palette }) => {
  const paper = paint(satin(palette.hero, { pattern: 'dots', b: shade(palette.hero, 0.3), p: [2.6, 0.13] }));
  const ribbon = glossy(palette.accent, { roughness: 0.3, soft: 0.2 });
  const loop = (side: number): Part[] => [
    ring(0.3, 0.075, [side * 0.36, 1.93, 0], ribbon, { turn: [90, side * 28, side * 24], ribs: [0, 0] }),
  ];
  return {
    groups: [
      [box([0.85, 0.68, 0.85], [0, 0.68, 0], paper, 0.04)],
      [box([0.93, 0.17, 0.93], [0, 1.46, 0], paper, 0.04)],
      [box([0.17, 0.69, 0.865], [0, 0.69, 0], ribbon, 0.03)],
      [box([0.865, 0.69, 0.17], [0, 0.69, 0], ribbon, 0.03)],
      [box([0.17, 0.185, 0.945], [0, 1.46, 0], ribbon, 0.03)],
      [box([0.945, 0.185, 0.17], [0, 1.46, 0], ribbon, 0.03)],
      [...loop(-1), ...loop(1), ball(0.15, [0, 1.76, 0], ribbon, { blend: 0.1 })],
      [
        limb([0, 1.72, 0.05], [0.42, 1.67, 0.62], 0.05, 0.06, ribbon, { blend: 0.05 }),
        limb([0, 1.72, 0.05], [-0.48, 1.67, 0.56], 0.05, 0.06, ribbon, { blend: 0.02 }),
      ],
    ],
    reach: 1.15,
    height: 2.2,
  };
};

export const clock: ModelBuilder = ({ paint, palette }) => {
  const shell = paint(glossy(palette.hero, { roughness: 0.22 }));
  const brass = metal(BRASS);
  const face = matte('#fbf7ee', { pattern: 'dial', b: '#2a2730', c: palette.accent, p: [0.86] });
  const hand = satin('#2a2730');
  const bell = (side: number): Part[] => [
    oval([0.36, 0.3, 0.36], [side * 0.56, 2.1, 0], brass, { turn: [0, 0, side * -32] }),
    box([0.6, 0.3, 0.6], [side * 0.41, 1.86, 0], brass, 0.02, { op: 'cut', turn: [0, 0, side * -32] }),
  ];
  return {
    groups: [
      [
        drum(1, 0.34, [0, 1.1, 0], shell, 0.1, { turn: [90, 0, 0] }),
        drum(0.88, 0.2, [0, 1.1, 0.34], shell, 0.02, { op: 'cut', turn: [90, 0, 0], blend: 0.03 }),
      ],
      [plate(ellipse(0, 0, 0.88), 0.02, [0, 1.1, 0.17], face, {}, 0.01)],
      [limb([0, 1.1, 0.24], [-0.3, 1.44, 0.24], 0.045, 0.03, hand)],
      [limb([0, 1.1, 0.27], [0.42, 1.5, 0.27], 0.03, 0.02, hand)],
      [limb([0, 1.1, 0.29], [0.1, 0.62, 0.29], 0.015, 0.012, satin(palette.accent))],
      [ball(0.075, [0, 1.1, 0.28], brass)],
      bell(-1),
      bell(1),
      [limb([-0.42, 0.28, 0], [-0.62, 0.06, 0.08], 0.09, 0.07, brass)],
      [limb([0.42, 0.28, 0], [0.62, 0.06, 0.08], 0.09, 0.07, brass)],
      [ring(0.24, 0.045, [0, 2.3, 0], brass, { turn: [90, 0, 0] })],
      [limb([0, 2.05, 0], [0, 2.26, 0], 0.05, 0.04, brass)],
    ],
    reach: 1.05,
    height: 2.5,
  };
};

/** An old upright key. */
export const key: ModelBuilder = ({ paint }) => {
  const gold = paint(metal('#d9a441', { roughness: 0.18 }));
  const bow = [0, 1, 2].map((i): Part => {
    const angle = (i * 2 * Math.PI) / 3 + Math.PI / 2;
    return ring(0.24, 0.085, [0.3 * Math.cos(angle), 2.2 + 0.3 * Math.sin(angle), 0], gold, {
      turn: [90, 0, 0],
      blend: 0.05,
    });
  });
  return {
    groups: [
      [
        ...bow,
        limb([0, 0.12, 0], [0, 1.75, 0], 0.085, 0.085, gold, { blend: 0.04 }),
        ring(0.1, 0.06, [0, 1.68, 0], gold, { blend: 0.03 }),
        ring(0.1, 0.05, [0, 1.5, 0], gold, { blend: 0.03 }),
        box([0.24, 0.11, 0.06], [0.3, 0.26, 0], gold, 0.02),
        box([0.18, 0.09, 0.06], [0.24, 0.58, 0], gold, 0.02),
        box([0.07, 0.2, 0.06], [0.46, 0.4, 0], gold, 0.02),
      ],
    ],
    reach: 0.6,
    height: 2.8,
  };
};

/** A crown with points, pearls and stones. */
export const crown: ModelBuilder = ({ paint, palette }) => {
  const gold = paint(metal('#e0ac3f', { roughness: 0.2 }));
  const stone = glossy('#c21f4a', { roughness: 0.05, f0: 0.12 });
  const band = rounded([
    [0.88, 0.05, 0.03],
    [1.0, 0.05, 0.03],
    [1.02, 0.42, 0.03],
    [0.92, 0.42, 0.03],
  ]);
  return {
    groups: [
      [lathe(band, [0, 0, 0], gold), ring(0.98, 0.06, [0, 0.08, 0], gold), ring(1.0, 0.05, [0, 0.42, 0], gold)],
      [
        {
          shape: { kind: 'cone', low: 0.3, high: 0.03, half: 0.42 },
          paint: gold,
          at: [0, 0.82, 0],
          around: 8,
          out: [1.08, 0, 0],
          tilt: -9,
          slack: 0.8,
          round: 0.02,
        },
        lathe(
          rounded([
            [0, 0.2],
            [0.93, 0.2],
            [1.04, 1.5],
            [0, 1.5],
          ]),
          [0, 0, 0],
          gold,
          { op: 'cut' },
        ),
        lathe(
          [
            [1.12, -1],
            [3, -1],
            [3, 2],
            [1.25, 2],
            [1.02, 0.3],
          ],
          [0, 0, 0],
          gold,
          { op: 'cut' },
        ),
      ],
      [{ shape: { kind: 'sphere', r: 0.1 }, paint: glossy('#fdf8ee'), at: [0, 1.3, 0], around: 8, out: [1.14, 0, 0] }],
      [{ shape: { kind: 'sphere', r: 0.1 }, paint: stone, at: [0, 0.24, 0], around: 8, out: [1.0, 0, 0] }],
      [oval([0.9, 0.55, 0.9], [0, 0.3, 0], matte(shade(palette.dark, 0.05), { a: '#7a1230', soft: 0.4 }))],
    ],
    reach: 1.15,
    height: 1.5,
  };
};

const pawnOutline = rounded([
  [0, 0],
  [0.62, 0, 0.02],
  [0.62, 0.16, 0.05],
  [0.44, 0.26, 0.06],
  [0.4, 0.34, 0.05],
  [0.2, 0.95, 0.4],
  [0.2, 1.06, 0.03],
  [0.36, 1.12, 0.03],
  [0.36, 1.18, 0.03],
  [0.16, 1.24, 0.03],
  [0, 1.24],
]);

/** A knight with a pawn of the other side behind it. */
export const chess: ModelBuilder = ({ paint, palette }) => {
  const own = paint(glossy(palette.light, { roughness: 0.2 }));
  const other = glossy('#2c2329', { roughness: 0.2 });
  const base = rounded([
    [0, 0],
    [0.72, 0, 0.02],
    [0.72, 0.18, 0.06],
    [0.5, 0.3, 0.08],
    [0.46, 0.42, 0.04],
    [0.54, 0.48, 0.04],
    [0.54, 0.54, 0.04],
    [0, 0.56],
  ]);
  const head = spline(
    [
      [-0.42, 0.5],
      [0.44, 0.5],
      [0.36, 0.82],
      [0.14, 1.12],
      [0.24, 1.34],
      [0.5, 1.26],
      [0.66, 1.3],
      [0.72, 1.48],
      [0.5, 1.78],
      [0.3, 2.02],
      [0.16, 2.14],
      [0.12, 2.36],
      [-0.02, 2.14],
      [-0.3, 1.96],
      [-0.54, 1.5],
      [-0.52, 0.95],
    ],
    true,
  );
  const pawn = (x: number, z: number): Part[] => [
    lathe(pawnOutline, [x, 0, z], other),
    ball(0.3, [x, 1.44, z], other, { blend: 0.04 }),
  ];
  return {
    groups: [
      [lathe(base, [0, 0, 0], own)],
      [
        plate(head, 0.3, [0, 0, 0], own, { turn: [0, -24, 0] }, 0.2),
        ball(0.07, [0.26, 1.78, 0.38], own, { op: 'cut' }),
      ],
      pawn(-1.25, -0.7),
      pawn(1.3, -0.95),
    ],
    reach: 1.4,
    height: 2.4,
  };
};
