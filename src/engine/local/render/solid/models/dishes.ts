/** Served dishes: food on a plate, in a bowl, on a board. */
import {
  ball,
  box,
  drum,
  headed,
  lathe,
  limb,
  oval,
  plate,
  ring,
  type Hex,
  type Model,
  type Paint,
  type Part,
  type Vec3,
} from '../model.js';
import { rounded, spline } from '../profile.js';
import { glossy, matte, satin, waxy, type Look, type ModelBuilder } from './look.js';

const TURN = Math.PI * (3 - Math.sqrt(5));
/** The k-th of several points spread evenly over a disc of radius 1 (Vogel's spiral). */
const spread = (k: number, count: number): readonly [x: number, z: number] => {
  const r = Math.sqrt((k + 0.5) / count);
  return [r * Math.cos(k * TURN), r * Math.sin(k * TURN)];
};
const degreesOf = (k: number): number => ((k * TURN) / Math.PI) * 180;

const LEAF = spline(
  [
    [0, 0],
    [0.16, 0.15],
    [0.4, 0.18],
    [0.66, 0],
    [0.4, -0.18],
    [0.16, -0.15],
  ],
  true,
);
const BASIL = satin('#3f9438', { pattern: 'veins', b: '#9bd070', c: '#2f7a2b', p: [7], soft: 0.4 });
const leaf = (at: Vec3, heading: number, lean: number, size: number, paint = BASIL): Part =>
  plate(LEAF, 0.02, at, paint, { turn: headed(heading, lean), size, slack: 0.8, bend: 0.25 }, 0.015);
/** A leaf that lies on what is below it. */
const lying = (at: Vec3, heading: number, size: number): Part =>
  plate(LEAF, 0.02, at, BASIL, { turn: [90, heading, 0], size, slack: 0.8 }, 0.015);

const white = ({ palette }: Look): Paint => glossy(palette.light, { roughness: 0.2 });
/** A flat plate of radius 1.6, whose middle is 0.12 high. */
const dish = (look: Look): Part[] => [
  lathe(
    rounded([
      [0, 0],
      [0.8, 0, 0.03],
      [1.6, 0.24, 0.03],
      [1.6, 0.31, 0.03],
      [1.1, 0.14, 0.08],
      [0, 0.12],
    ]),
    [0, 0, 0],
    look.paint(white(look)),
  ),
];
/** A bowl of radius 1.4 and height 1.05, open above. */
const bowl = (china: Paint): Part[] => [
  lathe(
    rounded([
      [0, 0],
      [0.55, 0, 0.03],
      [0.6, 0.1, 0.05],
      [1.15, 0.45, 0.3],
      [1.42, 1.05, 0.03],
      [1.34, 1.05, 0.03],
      [1.07, 0.52, 0.3],
      [0.5, 0.18, 0.1],
      [0, 0.18],
    ]),
    [0, 0, 0],
    china,
  ),
];
const slices = (count: number, radius: number, y: number, of: (at: Vec3, k: number) => Part[]): Part[][] =>
  Array.from({ length: count }, (_, k) => {
    const [x, z] = spread(k, count);
    return of([x * radius, y, z * radius], k);
  });

/** Spaghetti in a mound, with tomato sauce, meatballs and basil. */
export const pasta: ModelBuilder = (look) => {
  const strand = waxy('#f0c75e', { roughness: 0.34, f0: 0.04, soft: 0.5 });
  const sauce = glossy('#b3261a', { roughness: 0.18, soft: 0.3, bump: [0.35, 9] });
  const meat = matte('#6b3a20', { bump: [0.5, 11], roughness: 0.55 });
  const loops = Array.from({ length: 34 }, (_, k): Part => {
    const level = k / 34;
    const [x, z] = spread((k * 7) % 34, 34);
    const wide = 0.72 - 0.36 * level;
    return ring(
      wide * (0.72 + 0.28 * Math.sin(k * 2.1) ** 2),
      0.052,
      [x * (0.62 - 0.42 * level), 0.24 + 0.6 * level, z * (0.62 - 0.42 * level)],
      strand,
      { turn: [Math.sin(k * 1.7) * (12 + 14 * level), degreesOf(k), Math.cos(k * 2.3) * (10 + 14 * level)] },
    );
  });
  return {
    groups: [
      dish(look),
      [oval([0.98, 0.42, 0.98], [0, 0.26, 0], waxy('#dcae48', { soft: 0.4 }))],
      loops.slice(0, 12),
      loops.slice(12, 24),
      loops.slice(24),
      [
        oval([0.58, 0.2, 0.56], [0, 0.86, 0], sauce, { rough: [0.09, 4], slack: 0.6 }),
        ...[0.3, 1.5, 2.5, 3.7, 5].map((a, k) =>
          limb(
            [0.3 * Math.cos(a), 0.9, 0.3 * Math.sin(a)],
            [(0.68 + 0.07 * (k % 2)) * Math.cos(a), 0.66, (0.68 + 0.07 * (k % 2)) * Math.sin(a)],
            0.17,
            0.1,
            sauce,
            { blend: 0.12 },
          ),
        ),
      ],
      [ball(0.2, [-0.28, 1.06, 0.24], meat)],
      [ball(0.19, [0.3, 1.04, 0.16], meat)],
      [ball(0.18, [0.02, 1.1, -0.22], meat)],
      [leaf([0.02, 1.1, 0.3], 200, 28, 0.62), leaf([0.04, 1.1, 0.3], -20, 30, 0.66)],
    ],
    reach: 1.6,
    height: 1.35,
  };
};

/** A bowl of soup with vegetables and herbs, steaming. */
export const soup: ModelBuilder = (look) => {
  const broth = glossy('#d9792b', { roughness: 0.12, pattern: 'halo', b: '#eda04a', p: [0.5, 1.2] });
  const carrot = satin('#f08a24', { soft: 0.4 });
  const leek = satin('#a9cf6a', { soft: 0.5, pattern: 'rise', b: '#e4efb4', p: [0.8, 1.0] });
  return {
    groups: [
      bowl(look.paint(white(look))),
      [drum(1.24, 0.03, [0, 0.84, 0], broth, 0.01)],
      ...slices(11, 0.95, 0.87, (at, k) => [
        k % 3 === 0
          ? ring(0.12, 0.045, at, leek)
          : k % 3 === 1
            ? drum(0.17, 0.045, at, carrot, 0.03, { turn: [8 * Math.sin(k), 0, 8 * Math.cos(k)] })
            : lying(at, degreesOf(k), 0.42),
      ]),
    ],
    glows: [{ kind: 'steam', at: [0, 1.7, 0], radius: 1, height: 1, colour: '#ffffff', strength: 0.42 }],
    reach: 1.42,
    height: 1.9,
  };
};

/** A bowl of salad: lettuce, tomatoes, cucumber and onion rings. */
export const salad: ModelBuilder = (look) => {
  const green = (hex: Hex, b: Hex): Paint => satin(hex, { pattern: 'veins', b, c: hex, p: [6], soft: 0.5 });
  const greens = [green('#5fae34', '#c3e58c'), green('#86c440', '#d9f0a0'), green('#3f8f35', '#a6d67a')] as const;
  const tomato = glossy('#d92c22', { roughness: 0.14, soft: 0.3 });
  const skin = satin('#2f7a35');
  const flesh = satin('#cfe8a4', { soft: 0.5 });
  const cucumber = (at: Vec3, turn: Vec3): Part[] => [
    drum(0.25, 0.05, at, skin, 0.02, { turn }),
    drum(0.215, 0.056, at, flesh, 0.02, { turn }),
  ];
  return {
    groups: [
      bowl(white(look)),
      [oval([1.22, 0.42, 1.22], [0, 0.82, 0], satin('#4f9a36', { bump: [0.6, 7], soft: 0.4 }))],
      ...slices(26, 1.05, 1.0, ([x, y, z], k) => [
        leaf(
          [x * 0.8, y + 0.16 * (1 - Math.hypot(x, z)), z * 0.8],
          degreesOf(k) * -1 + 20 * Math.sin(k),
          18 + 26 * Math.abs(Math.sin(k * 1.9)),
          0.95,
          greens[k % 3] ?? greens[0],
        ),
      ]),
      [ball(0.24, [0.5, 1.28, 0.5], tomato)],
      [ball(0.23, [-0.55, 1.28, 0.42], tomato)],
      [ball(0.22, [0.12, 1.38, -0.3], tomato)],
      [ball(0.21, [-0.1, 1.3, 0.78], tomato)],
      ...[cucumber([0.02, 1.42, 0.2], [62, 10, 12]), cucumber([0.72, 1.25, -0.02], [50, -60, 10])].flatMap((part) =>
        part.map((one) => [one]),
      ),
      ...cucumber([-0.45, 1.34, -0.05], [58, 50, -14]).map((one) => [one]),
      [ring(0.22, 0.035, [0.3, 1.46, 0.1], satin('#b78bc0', { soft: 0.5 }), { turn: [70, 30, 0] })],
    ],
    reach: 1.42,
    height: 1.6,
  };
};

/** Three pieces of rice with fish and three rolls, on a slate. */
export const sushi: ModelBuilder = ({ paint }) => {
  const slate = paint(matte('#3b4047', { bump: [0.15, 8] }));
  const rice = waxy('#f8f4ea', { bump: [0.5, 15], roughness: 0.6 });
  const salmon = glossy('#f58152', { pattern: 'bands', b: '#fbc3a0', p: [9, 0.6], roughness: 0.2, soft: 0.5 });
  const tuna = glossy('#c4263a', { roughness: 0.2, soft: 0.4 });
  const seaweed = satin('#16231b', { bump: [0.2, 16] });
  const nigiri = (x: number, top: Paint): Part[][] => [
    [oval([0.3, 0.22, 0.58], [x, 0.32, -0.42], rice)],
    [oval([0.36, 0.13, 0.72], [x, 0.55, -0.42], top, { bend: 0.1, slack: 0.7 })],
  ];
  const roll = (x: number, heart: Hex): Part[][] => [
    [drum(0.36, 0.24, [x, 0.36, 0.72], seaweed, 0.03)],
    [drum(0.325, 0.245, [x, 0.37, 0.72], rice, 0.03)],
    [drum(0.13, 0.25, [x, 0.385, 0.72], glossy(heart, { soft: 0.4 }), 0.03)],
  ];
  return {
    groups: [
      [box([1.75, 0.06, 1.25], [0, 0.06, 0.1], slate, 0.03)],
      ...nigiri(-1.05, salmon),
      ...nigiri(0, tuna),
      ...nigiri(1.05, salmon),
      ...roll(-0.95, '#f58152'),
      ...roll(-0.05, '#7fb24a'),
      ...roll(0.85, '#f58152'),
      [ball(0.17, [1.48, 0.24, 0.85], matte('#a9c65a', { bump: [0.5, 9] }))],
    ],
    reach: 1.75,
    height: 0.8,
  };
};

/** A pizza with tomato, cheese, salami and basil, on a wooden board. */
export const pizza: ModelBuilder = () => {
  const board = matte('#b07a45', { pattern: 'wood', b: '#7e5129', p: [2.4], roughness: 0.5, f0: 0.03 });
  const crust = matte('#d79a4f', { pattern: 'crust', b: '#8e4d1e', p: [3, 0.1, 0.5], bump: [0.3, 8], soft: 0.2 });
  const cheese = waxy('#f4cf6b', {
    pattern: 'speckle',
    b: '#fbe7a8',
    p: [5, 0.3, 0.6],
    bump: [0.35, 6],
    roughness: 0.4,
  });
  const salami = glossy('#a92a20', { pattern: 'speckle', b: '#d2685a', p: [14, 0.3, 0.5], roughness: 0.3 });
  return {
    groups: [
      [drum(1.85, 0.07, [0, 0.07, 0], board, 0.04), box([0.32, 0.07, 0.5], [1.5, 0.07, -1.6], board, 0.04)],
      [
        drum(1.55, 0.06, [0, 0.2, 0], crust, 0.04),
        ring(1.5, 0.15, [0, 0.27, 0], crust, { blend: 0.06, rough: [0.06, 3], slack: 0.7 }),
      ],
      [drum(1.43, 0.05, [0, 0.25, 0], glossy('#b8301d', { roughness: 0.25 }), 0.03, { rough: [0.05, 3], slack: 0.7 })],
      [drum(1.36, 0.06, [0, 0.28, 0], cheese, 0.05, { rough: [0.1, 2.6], slack: 0.6 })],
      ...slices(11, 1.16, 0.35, (at, k) => [
        drum(0.23, 0.025, at, salami, 0.02, { turn: [3 * Math.sin(k * 2), 0, 3 * Math.cos(k * 3)] }),
      ]),
      ...slices(7, 0.95, 0.4, ([x, y, z], k) => [lying([-x, y, -z], degreesOf(k + 3), 0.56)]),
    ],
    reach: 1.85,
    height: 0.6,
  };
};

/** Fried potatoes in a paper box. */
export const fries: ModelBuilder = ({ paint }): Model => {
  const paper = paint(satin('#d3291f'));
  const potato = waxy('#f2c14e', { pattern: 'rise', b: '#e0a030', p: [1.2, 2.2], roughness: 0.45 });
  const front = rounded([
    [-0.62, 0, 0.06],
    [0.62, 0, 0.06],
    [0.86, 1.5, 0.08],
    [0.4, 1.22, 0.3],
    [-0.4, 1.22, 0.3],
    [-0.86, 1.5, 0.08],
  ]);
  const back = rounded([
    [-0.62, 0, 0.06],
    [0.62, 0, 0.06],
    [0.88, 1.72, 0.3],
    [-0.88, 1.72, 0.3],
  ]);
  const sticks = Array.from({ length: 22 }, (_, k): Part[] => {
    const [x, z] = [-0.66 + 1.32 * ((k * 0.618) % 1), -0.2 + 0.4 * ((k * 0.381) % 1)];
    return [
      box([0.075, 0.72 + 0.16 * Math.sin(k * 2.2), 0.075], [x, 1.42 + 0.14 * Math.sin(k * 3.1), z], potato, 0.02, {
        turn: [z * 24, k * 31, -x * 15],
      }),
    ];
  });
  return {
    groups: [
      [plate(front, 0.03, [0, 0, 0.3], paper, { turn: [5, 0, 0] })],
      [plate(back, 0.03, [0, 0, -0.3], paper, { turn: [-5, 0, 0] })],
      [box([0.64, 0.6, 0.3], [0, 0.6, 0], paper, 0.03)],
      ...sticks,
    ],
    reach: 0.95,
    height: 2.35,
  };
};
