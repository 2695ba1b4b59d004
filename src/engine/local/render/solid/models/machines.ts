import { ball, box, cone, drum, lathe, limb, oval, plate, ring, type Part, type Vec3 } from '../model.js';
import { rounded, spline } from '../profile.js';
import { glossy, matte, metal, satin, shade, shining, type ModelBuilder } from './look.js';

/** A friendly robot: a screen as its face, one antenna, soft shell. */
export const robot: ModelBuilder = ({ paint, main, palette, random }) => {
  const shell = paint(satin('#efe3d6', { roughness: 0.36, f0: 0.045 }));
  const joint = satin(main(shade(palette.hero, -0.2)), { roughness: 0.5 });
  const screen = glossy('#0b0d14', {
    pattern: 'face',
    c: random.pick(['#b8f4ee', '#ffe3a0', '#a9d8ff', '#c6ffb8']),
    p: [0.34, 0.06, 0.135, random.pick([0, 1])],
    roughness: 0.12,
  });
  const lampColour = shining('#ffdfa6', 0.9);
  const ear = (side: number): Part[] => [drum(0.25, 0.11, [side * 1.0, 2.3, 0], joint, 0.05, { turn: [0, 0, 90] })];
  const arm = (side: number): Part[][] => [
    [ball(0.25, [side * 0.9, 1.22, 0], joint)],
    [limb([side * 0.98, 1.12, 0], [side * 1.16, 0.5, 0.12], 0.23, 0.26, shell)],
    [ball(0.21, [side * 1.2, 0.26, 0.18], joint)],
  ];
  const leg = (side: number): Part[][] => [
    [limb([side * 0.36, 0.3, 0], [side * 0.38, -0.2, 0], 0.2, 0.2, joint)],
    [box([0.3, 0.2, 0.42], [side * 0.4, -0.42, 0.1], shell, 0.18)],
  ];
  return {
    groups: [
      [
        box([0.98, 0.7, 0.72], [0, 2.3, 0], shell, 0.4),
        box([0.76, 0.49, 0.3], [0, 2.3, 0.72], shell, 0.22, { op: 'cut', blend: 0.05 }),
      ],
      [box([0.76, 0.49, 0.2], [0, 2.3, 0.43], screen, 0.16)],
      ear(-1),
      ear(1),
      [limb([0, 2.95, 0], [0, 3.32, 0], 0.05, 0.04, joint)],
      [ball(0.12, [0, 3.42, 0], lampColour)],
      [drum(0.26, 0.2, [0, 1.52, 0], joint, 0.05)],
      [oval([0.86, 0.72, 0.62], [0, 0.86, 0], shell), drum(0.6, 0.3, [0, 0.44, 0], shell, 0.2, { blend: 0.3 })],
      [drum(0.15, 0.05, [0.3, 1.02, 0.54], lampColour, 0.03, { turn: [76, 16, 0] })],
      [ring(0.16, 0.03, [0.3, 1.02, 0.55], joint, { turn: [76, 16, 0] })],
      ...arm(-1),
      ...arm(1),
      ...leg(-1),
      ...leg(1),
    ].map((parts) =>
      parts.map((part) => ({
        ...part,
        at: [part.at?.[0] ?? 0, (part.at?.[1] ?? 0) + 0.62, part.at?.[2] ?? 0] as Vec3,
      })),
    ),
    glows: [{ kind: 'halo', at: [0, 4.04, 0], radius: 0.34, colour: '#ffd08a', strength: 0.35 }],
    reach: 1.35,
    height: 4.15,
  };
};

/** A small rounded car. */
export const car: ModelBuilder = ({ paint, palette }) => {
  const body = paint(glossy(palette.hero, { roughness: 0.1, f0: 0.055 }));
  const window_ = glossy('#16202c', { roughness: 0.05, f0: 0.07 });
  const tyre = matte('#24242a', { roughness: 0.9 });
  const chrome = metal('#d3d7dc', { roughness: 0.14 });
  const low = rounded([
    [-1.75, 0.34, 0.1],
    [1.75, 0.34, 0.12],
    [1.8, 0.72, 0.2],
    [1.6, 0.95, 0.3],
    [0.6, 1.02, 0.2],
    [-1.5, 1.05, 0.3],
    [-1.8, 0.9, 0.2],
  ]);
  const high = rounded([
    [-1.3, 0.9, 0.05],
    [1.0, 0.9, 0.05],
    [0.42, 1.58, 0.3],
    [-0.85, 1.62, 0.35],
  ]);
  const glazing = rounded([
    [-1.12, 1.02, 0.08],
    [0.78, 1.02, 0.06],
    [0.34, 1.48, 0.14],
    [-0.8, 1.5, 0.18],
  ]);
  const wheel = (x: number, z: number): Part[][] => [
    [drum(0.4, 0.16, [x, 0.4, z], tyre, 0.09, { turn: [90, 0, 0] })],
    [drum(0.23, 0.02, [x, 0.4, z + Math.sign(z) * 0.155], chrome, 0.015, { turn: [90, 0, 0] })],
  ];
  const arch = (x: number): Part =>
    drum(0.5, 1.2, [x, 0.4, 0], tyre, 0.02, { turn: [90, 0, 0], op: 'cut', blend: 0.03 });
  return {
    groups: [
      [
        plate(low, 0.8, [0, 0, 0], body, {}, 0.22),
        plate(high, 0.68, [0, 0, 0], body, { blend: 0.12 }, 0.24),
        arch(-1.05),
        arch(1.05),
      ],
      [
        plate(glazing, 0.698, [0, 0, 0], window_, {}, 0.1),
        box([0.045, 0.4, 1], [-0.22, 1.3, 0], body, 0.02, { op: 'cut' }),
      ],
      [
        plate(
          rounded([
            [0.5, 1.0],
            [1.02, 0.96],
            [0.46, 1.56],
            [0.3, 1.5],
          ]),
          0.54,
          [0.02, 0.02, 0],
          window_,
          {},
          0.08,
        ),
      ],
      ...wheel(-1.05, 0.7),
      ...wheel(1.05, 0.7),
      ...wheel(-1.05, -0.7),
      ...wheel(1.05, -0.7),
      [oval([0.07, 0.15, 0.16], [1.72, 0.74, 0.52], shining('#fff1c9', 0.9))],
      [oval([0.07, 0.15, 0.16], [1.72, 0.74, -0.52], shining('#fff1c9', 0.9))],
      [oval([0.05, 0.1, 0.18], [-1.77, 0.8, 0.52], shining('#ff3b2f', 0.8))],
      [box([0.08, 0.08, 0.76], [1.78, 0.44, 0], chrome, 0.06)],
      [box([0.08, 0.08, 0.76], [-1.78, 0.46, 0], chrome, 0.06)],
      [box([0.13, 0.025, 0.02], [-0.42, 0.86, 0.81], chrome, 0.015)],
    ],
    reach: 1.95,
    height: 1.65,
  };
};

/** A hot-air balloon with its basket. */
export const balloon: ModelBuilder = ({ main, palette }) => {
  const skin = satin(main(palette.hero), { pattern: 'sectors', b: '#fdf3e0', p: [6, 0], roughness: 0.5, soft: 0.35 });
  const envelope = spline([
    [0.26, 1.3],
    [0.5, 1.62],
    [1.06, 2.3],
    [1.34, 3.0],
    [1.26, 3.65],
    [0.86, 4.22],
    [0.35, 4.46],
    [0, 4.5],
  ]);
  const basket = matte('#a8713f', { pattern: 'waffle', b: '#7c4f28', p: [26, 9] });
  const rope = matte('#5b4430');
  const ropes = [-1, 1].flatMap((x) =>
    [-1, 1].map((z): Part => limb([x * 0.2, 0.55, z * 0.2], [x * 0.24, 1.4, z * 0.24], 0.014, 0.014, rope)),
  );
  return {
    groups: [
      [lathe([[0, 1.3], ...envelope], [0, 0, 0], skin, { ribs: [24, 0.035], slack: 0.9 })],
      [drum(0.28, 0.05, [0, 1.3, 0], satin(palette.dark), 0.03)],
      ropes,
      [
        box([0.29, 0.27, 0.29], [0, 0.3, 0], basket, 0.08),
        box([0.22, 0.3, 0.22], [0, 0.55, 0], basket, 0.05, { op: 'cut' }),
      ],
      [
        box([0.31, 0.04, 0.31], [0, 0.57, 0], matte('#6b4426'), 0.035),
        box([0.23, 0.2, 0.23], [0, 0.57, 0], basket, 0.04, { op: 'cut' }),
      ],
      [ring(1.345, 0.025, [0, 3.0, 0], satin(palette.accent))],
    ],
    glows: [{ kind: 'flame', at: [0, 1.05, 0], radius: 0.13, height: 0.22, colour: '#ff9a3c', strength: 0.9 }],
    reach: 1.4,
    height: 4.5,
  };
};

/** A floating lifebuoy, best seen from above. */
export const lifebuoy: ModelBuilder = ({ main }) => {
  const colour = main('#ee5a36');
  const skin = satin('#faf6ee', { pattern: 'sectors', b: colour, p: [4, 0.4], roughness: 0.34, f0: 0.045 });
  const rope = matte('#f2e6cc', { soft: 0.2 });
  const clip = [0, 1, 2, 3].map((i): Part => {
    const angle = ((i * 90 + 22.5 + 5.7) * Math.PI) / 180;
    return ring(0.43, 0.028, [1.05 * Math.cos(angle), 0.16, 1.05 * Math.sin(angle)], rope, {
      turn: [90, (-angle * 180) / Math.PI + 0, 0],
    });
  });
  const loops = [0, 1, 2, 3].flatMap((i) =>
    Array.from({ length: 8 }, (_, k): Part => {
      const point = (s: number): Vec3 => {
        const angle = ((i * 90 + 28 + s * 90) * Math.PI) / 180;
        const r = 1.47 + 0.14 * Math.sin(Math.PI * s);
        return [r * Math.cos(angle), 0.16, r * Math.sin(angle)];
      };
      return limb(point(k / 8), point((k + 1) / 8), 0.028, 0.028, rope);
    }),
  );
  return {
    groups: [
      [ring(1.05, 0.4, [0, 0.16, 0], skin)],
      ...clip.map((part) => [part]),
      ...[0, 8, 16, 24].map((from) => loops.slice(from, from + 8)),
    ],
    reach: 1.6,
    height: 0.6,
  };
};

/** Abstract shapes. */
export const sphere: ModelBuilder = ({ paint, palette }) => ({
  groups: [[ball(1, [0, 1, 0], paint(glossy(palette.hero)))]],
  reach: 1,
  height: 2,
});
export const cube: ModelBuilder = ({ paint, palette }) => ({
  groups: [[box([0.85, 0.85, 0.85], [0, 0.85, 0], paint(satin(palette.hero)), 0.08, { turn: [0, 34, 0] })]],
  reach: 1.2,
  height: 1.7,
});
export const coneForm: ModelBuilder = ({ paint, palette }) => ({
  groups: [[cone(0.95, 0.02, 1.05, [0, 1.09, 0], paint(satin(palette.hero)), { round: 0.04 })]],
  reach: 1,
  height: 2.2,
});
export const torus: ModelBuilder = ({ paint, palette }) => ({
  groups: [[ring(0.78, 0.32, [0, 1.1, 0], paint(glossy(palette.hero)), { turn: [72, 24, 0] })]],
  reach: 1.1,
  height: 2.2,
});

export const heart: ModelBuilder = ({ paint }) => {
  const outline = spline(
    [
      [0, -1.0],
      [0.62, -0.42],
      [1.02, 0.16],
      [0.98, 0.64],
      [0.62, 0.88],
      [0.24, 0.8],
      [0, 0.5],
      [-0.24, 0.8],
      [-0.62, 0.88],
      [-0.98, 0.64],
      [-1.02, 0.16],
      [-0.62, -0.42],
    ],
    true,
  );
  return {
    groups: [
      [plate(outline, 0.46, [0, 1.05, 0], paint(glossy('#e0263f', { roughness: 0.1 })), { turn: [0, -14, 0] }, 0.4)],
    ],
    reach: 1.05,
    height: 2,
  };
};
export const star: ModelBuilder = ({ paint }) => {
  const tips = rounded(
    Array.from({ length: 10 }, (_, i): [number, number, number] => {
      const angle = Math.PI / 2 + (i * Math.PI) / 5,
        r = i % 2 === 0 ? 1.15 : 0.56;
      return [r * Math.cos(angle), r * Math.sin(angle), 0.16];
    }),
  );
  return {
    groups: [
      [plate(tips, 0.36, [0, 0.98, 0], paint(glossy('#f7bf2c', { roughness: 0.12 })), { turn: [0, -16, 0] }, 0.31)],
    ],
    reach: 1.15,
    height: 2.1,
  };
};

/** A brilliant-cut diamond: table, crown, girdle and pavilion as planes. */
export const diamond: ModelBuilder = ({ glass: tinted }) => {
  const planes: [number, number, number, number][] = [[0, 1, 0, 0.42]];
  const facet = (angle: number, pitch: number, reach: number): void => {
    const [s, c] = [Math.sin((pitch * Math.PI) / 180), Math.cos((pitch * Math.PI) / 180)];
    planes.push([s * Math.cos(angle), c, s * Math.sin(angle), reach]);
  };
  for (let i = 0; i < 8; i += 1) {
    const angle = (i / 8) * Math.PI * 2;
    facet(angle, 34, 0.68);
    facet(angle + Math.PI / 8, 46, 0.785);
    facet(angle, 90, 1.06);
    facet(angle, 137, 0.735);
    facet(angle + Math.PI / 8, 131, 0.775);
  }
  return {
    groups: [
      [
        {
          shape: { kind: 'convex', planes, reach: 1.2 },
          paint: { ...tinted('#a9dcff', 0.5), f0: 0.17, roughness: 0.02, ior: 1.75 },
          at: [0, 1.12, 0],
          turn: [10, 12, -8],
        },
      ],
    ],
    reach: 1.1,
    height: 1.7,
  };
};

/** A cluster of pointed crystals. */
export const crystal: ModelBuilder = ({ glass: tinted, random }) => {
  const stone = { ...tinted('#a77bea', 0.85), f0: 0.1, ior: 1.4 };
  const prism = (at: Vec3, turn: Vec3, r: number, height: number): Part[] => {
    const planes: [number, number, number, number][] = [[0, -1, 0, 0.1]];
    for (let i = 0; i < 6; i += 1) {
      const angle = (i / 6) * Math.PI * 2;
      planes.push([Math.cos(angle), 0, Math.sin(angle), r]);
      const s = Math.sin(0.98 + 0.08 * (i % 3)),
        c = Math.cos(0.98 + 0.08 * (i % 3));
      planes.push([Math.cos(angle) * s, c, Math.sin(angle) * s, height * c]);
    }
    return [
      {
        shape: { kind: 'convex', planes, reach: height + 0.1, half: [r * 1.2, height + 0.1, r * 1.2] },
        paint: stone,
        at,
        turn,
      },
    ];
  };
  const small = Array.from({ length: 6 }, (_, i): Part[] => {
    const angle = (i / 6) * Math.PI * 2 + 0.4,
      lean = random.range(24, 40);
    return prism(
      [0.34 * Math.cos(angle), 0.05, 0.34 * Math.sin(angle)],
      [lean * Math.sin(angle), 20 * i, -lean * Math.cos(angle)],
      random.range(0.16, 0.24),
      random.range(0.95, 1.5),
    );
  });
  return {
    groups: [
      prism([0, 0.05, 0], [0, 10, 0], 0.4, 2.4),
      prism([-0.4, 0.05, 0.1], [6, 0, 16], 0.28, 1.8),
      prism([0.42, 0.05, 0], [-4, 30, -20], 0.3, 1.6),
      ...small,
      [oval([0.95, 0.24, 0.8], [0, 0.06, 0], matte('#5d5668', { bump: [0.5, 6] }), { rough: [0.12, 2.5], slack: 0.7 })],
    ],
    reach: 1.25,
    height: 2.5,
  };
};

export const pyramid: ModelBuilder = ({ paint }) => {
  const s = Math.cos(0.88),
    c = Math.sin(0.88);
  const planes: [number, number, number, number][] = [
    [0, -1, 0, 0],
    [c, s, 0, 1.9 * s],
    [-c, s, 0, 1.9 * s],
    [0, s, c, 1.9 * s],
    [0, s, -c, 1.9 * s],
  ];
  return {
    groups: [
      [
        {
          shape: { kind: 'convex', planes, reach: 2.6 },
          paint: paint(matte('#d9b06a', { pattern: 'bands', b: '#b98c4a', p: [34], bump: [0.1, 7] })),
          at: [0, 0, 0],
          turn: [0, 30, 0],
        },
      ],
    ],
    reach: 2.2,
    height: 1.9,
  };
};

const span = (r: number, height: number): [number, number][] =>
  Array.from({ length: 25 }, (_, i) => [r * Math.cos((i / 24) * Math.PI), height + r * Math.sin((i / 24) * Math.PI)]);
/** The outline of a round arch: opening `inner` wide, `outer` including its walls, with its spring line at `height`. */
export const archOutline = (inner: number, outer: number, height: number): [number, number][] => [
  [outer, 0],
  ...span(outer, height),
  [-outer, 0],
  [-inner, 0],
  ...span(inner, height).reverse(),
  [inner, 0],
];
const WIDE = archOutline(0.95, 1.35, 1.5),
  NARROW = archOutline(0.5, 0.8, 1.5);

/** Arches one behind the other, with steps through them. */
export const arch: ModelBuilder = ({ paint, palette }) => ({
  groups: [
    [plate(WIDE, 0.26, [0, 0.2, 0], paint(matte(palette.arch)))],
    [plate(NARROW, 0.22, [0, 0.4, -0.9], paint(matte(palette.hero)))],
    [box([1.5, 0.1, 1.3], [0, 0.1, -0.1], matte(palette.plinth), 0.02)],
    [box([0.8, 0.1, 0.7], [0, 0.3, -0.6], matte(palette.plinth), 0.02)],
    [ball(0.3, [0.2, 0.7, -0.5], glossy(palette.accent))],
  ],
  reach: 1.5,
  height: 3.1,
});
