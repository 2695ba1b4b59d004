/** Trees, flowers, and stones on the ground beside them. */
import { adjust, hex, mix, type Rgb } from '../../../scene/colour.js';
import type { Joint, Pen, Point } from '../pen.js';
import type { Silhouette } from './silhouette.js';

/** The season's leaf colours in plain light; the palette's own are already lit. */
function leafColours(pen: Pen): readonly [Rgb, Rgb, Rgb] {
  switch (pen.lighting.season) {
    case 'spring':
      return [hex('#3f8a44'), hex('#79b955'), hex('#bfe07c')];
    case 'summer':
      return [hex('#1f5c38'), hex('#3f8a45'), hex('#8fbf52')];
    case 'autumn':
      return [hex('#8a3a20'), hex('#d0702a'), hex('#f2b544')];
    case 'winter':
      return [hex('#5f7076'), hex('#a9bac2'), hex('#eef4f8')];
  }
}

/** A cloud of leaves: many small clumps, dark below and light towards the sun. */
type Tones = readonly [Rgb | string, Rgb | string, Rgb | string];

function foliage(pen: Pen, cx: number, cy: number, rx: number, ry: number, tones: Tones, clumps: number): void {
  const toSun = pen.lighting.side * (pen.place.flip ? -1 : 1);
  for (let layer = 0; layer < 3; layer += 1) {
    const tone = tones[layer] ?? tones[0];
    const count = Math.round(clumps * [1, 0.8, 0.55][layer]!);
    for (let k = 0; k < count; k += 1) {
      const angle = pen.vary(0, Math.PI * 2);
      const reach = Math.sqrt(pen.vary(0, 1)) * [1, 0.82, 0.72][layer]!;
      const x = cx + Math.cos(angle) * rx * reach + toSun * rx * 0.12 * layer;
      const y = cy + Math.sin(angle) * ry * reach - ry * 0.13 * layer;
      const r = Math.min(rx, ry) * pen.vary(0.16, 0.3) * (layer === 0 ? 1.25 : 1 - layer * 0.22);
      const points: Point[] = [];
      for (let q = 0; q < 9; q += 1)
        points.push([
          x + Math.cos((q / 9) * 6.283) * r * pen.vary(0.72, 1.22),
          y + Math.sin((q / 9) * 6.283) * r * pen.vary(0.6, 0.95),
        ]);
      pen.blob(points, tone);
    }
  }
}

function trunk(pen: Pen, colour: Rgb, top: number, r: number): void {
  const lean = pen.vary(-4, 4);
  pen.poly(
    [
      [50 - r * 2.1, 101],
      [50 - r * 0.9, 90],
      [50 + r * 0.9, 90],
      [50 + r * 2, 101],
    ],
    colour,
  );
  pen.limb(
    [
      [50, 96, r * 1.1],
      [50, 90, r],
      [50 + lean * 0.5, 74, r * 0.72],
      [50 + lean, top, r * 0.4],
    ],
    colour,
  );
  pen.limb(
    [
      [50 + lean * 0.4, 76, r * 0.45],
      [58, 62, r * 0.3],
      [68, 50, r * 0.14],
    ],
    colour,
  );
  pen.limb(
    [
      [50 + lean * 0.4, 72, r * 0.45],
      [40, 58, r * 0.3],
      [30, 48, r * 0.14],
    ],
    colour,
  );
}

function tree(pen: Pen): void {
  const leaves = leafColours(pen);
  const own =
    pen.place.colour === undefined
      ? leaves
      : ([
          adjust(pen.colour(leaves[1]), { lightness: 0.72 }),
          pen.colour(leaves[1]),
          adjust(pen.colour(leaves[1]), { lightness: 1.18 }),
        ] as const);
  const requested = pen.place.colour;
  const blossom =
    pen.lighting.season === 'spring' &&
    (requested === 'pink' ||
      requested === 'white' ||
      (requested === undefined && pen.random.chance(pen.lighting.blossoming ? 1 : 0.6)));
  const white =
    requested === 'white' || (requested === undefined && !pen.lighting.blossoming && pen.random.chance(0.3));
  const petals = white ? (['#e3d0d8', '#f8ecf0', '#ffffff'] as const) : (['#e08fb0', '#f6b6cd', '#ffe6ef'] as const);
  const tones: Tones = blossom ? [pen.thin(hex(petals[0])), pen.thin(hex(petals[1])), pen.thin(hex(petals[2]))] : own;
  if (pen.lighting.season === 'winter' && pen.place.colour === undefined) {
    bare(pen);
    return;
  }
  trunk(pen, hex('#5d4232'), 40, 4.4);
  const shape = pen.random.int(0, 2);
  if (shape === 0) foliage(pen, 50, 36, 36, 32, tones, 46);
  else if (shape === 1) {
    foliage(pen, 36, 42, 24, 20, tones, 26);
    foliage(pen, 65, 38, 25, 21, tones, 26);
    foliage(pen, 50, 22, 25, 20, tones, 26);
  } else foliage(pen, 50, 38, 27, 36, tones, 42);
  if (blossom) flowers(pen, tones);
}

/** Single flowers over a crown, so that blossom does not look like coloured leaves. */
function flowers(pen: Pen, tones: Tones): void {
  for (let k = 0; k < 130; k += 1) {
    const angle = pen.vary(0, Math.PI * 2);
    const reach = Math.sqrt(pen.vary(0, 1));
    const r = pen.vary(0.7, 1.7);
    pen.oval(
      50 + Math.cos(angle) * 29 * reach,
      35 + Math.sin(angle) * 27 * reach,
      r,
      r * 0.85,
      tones[k % 3] ?? tones[2],
    );
  }
}

function bare(pen: Pen): void {
  const bark = hex('#4d3d36');
  const branch = (x: number, y: number, angle: number, length: number, r: number, depth: number): void => {
    const nx = x + Math.cos(angle) * length;
    const ny = y + Math.sin(angle) * length;
    pen.limb(
      [
        [x, y, r],
        [(x + nx) / 2 + pen.vary(-1.4, 1.4), (y + ny) / 2, r * 0.84],
        [nx, ny, r * 0.62],
      ],
      bark,
      [x - 8, x + 8],
    );
    if (depth > 0 && depth < 5)
      pen.line(
        [
          [x, y - r],
          [nx, ny - r * 0.6],
        ],
        Math.max(0.35, r * 0.5),
        hex('#f4f8fb'),
      );
    if (depth >= 5) return;
    for (const turn of depth === 0 ? [-0.55, 0.02, 0.5] : [-0.42, 0.4])
      branch(nx, ny, angle + turn + pen.vary(-0.2, 0.2), length * pen.vary(0.64, 0.8), r * 0.62, depth + 1);
  };
  branch(50, 100, -Math.PI / 2, 30, 3.8, 0);
}

function pine(pen: Pen): void {
  const winter = pen.lighting.season === 'winter';
  const green = pen.colour(hex('#23503c'));
  pen.rect(47.8, 86, 4.4, 14.5, hex('#4a3526'));
  pen.poly(
    [
      [50, 0],
      [65, 89],
      [35, 89],
    ],
    adjust(green, { lightness: 0.72 }),
  );
  const tiers = pen.random.int(8, 11);
  for (let k = tiers - 1; k >= 0; k -= 1) {
    const t = k / (tiers - 1);
    const y = 6 + t * 84;
    const half = 3.6 + t * 23 * pen.vary(0.86, 1.12);
    const drop = 8 + t * 5;
    const edge: Point[] = [[50, y - drop * 1.15]];
    const teeth = 5;
    for (let q = 0; q <= teeth * 2; q += 1) {
      const u = 1 - q / teeth;
      edge.push([50 + u * half, y + (q % 2 ? -2.6 : 1.2) * (0.5 + t) + Math.abs(u) * 3.4]);
    }
    pen.poly(edge, adjust(green, { lightness: 0.86 + 0.26 * (k % 2) + (1 - t) * 0.12 }));
    if (winter)
      pen.poly(
        [
          [50, y - drop],
          [50 + half * 0.72, y + 1],
          [50 + half * 0.3, y - 1.6],
          [50, y + 0.6],
          [50 - half * 0.34, y - 1.8],
          [50 - half * 0.7, y + 1],
        ],
        hex('#f2f6fa'),
      );
  }
  pen.poly(
    [
      [49.2, 8],
      [50, -3],
      [50.8, 8],
    ],
    green,
  );
}

/** One frond: a bent rib with leaflets hanging from both sides of it, longest at its middle. */
function frond(pen: Pen, top: Point, angle: number, length: number, tone: Rgb): void {
  const droop = 10 + 20 * Math.abs(Math.cos(angle)) ** 1.5;
  const mid: Point = [top[0] + Math.cos(angle) * length * 0.55, top[1] + Math.sin(angle) * length * 0.75 - 3];
  const end: Point = [top[0] + Math.cos(angle) * length, top[1] + Math.sin(angle) * length * 0.42 + droop];
  const at = (t: number): Point => [
    (1 - t) ** 2 * top[0] + 2 * t * (1 - t) * mid[0] + t * t * end[0],
    (1 - t) ** 2 * top[1] + 2 * t * (1 - t) * mid[1] + t * t * end[1],
  ];
  const upper: Point[] = [];
  const lower: Point[] = [];
  const out = Math.cos(angle) < 0 ? -1 : 1;
  for (let q = 0; q <= 17; q += 1) {
    const t = q / 17;
    const [x, y] = at(t);
    const leaflet = Math.sin(Math.PI * Math.min(1, 0.12 + t * 0.86)) ** 0.7;
    upper.push([x, y], [x + out * 3.4 * leaflet, y - 2.2 * leaflet + t * 2]);
    lower.unshift([x + out * (1.5 + 2.2 * t) * leaflet, y + pen.vary(8.5, 11.5) * leaflet], [x + out * 0.6, y + 1.2]);
  }
  pen.poly([...upper, end, ...lower], tone);
  pen.line([0, 0.25, 0.5, 0.75, 1].map(at), 0.55, adjust(tone, { lightness: 1.25 }));
}

function palm(pen: Pen): void {
  const green = pen.colour(hex('#3f9150'));
  const lean = pen.vary(6, 24);
  const top: Point = [50 + lean, 25];
  const bark = hex('#94714e');
  // The stem starts flat and curves upright, as palms at a shore do.
  const stem = (t: number): Point => [
    44 + lean * 1.1 * t ** 0.7 + (top[0] - 44 - lean * 1.1) * t ** 2,
    101 + (top[1] - 101) * t,
  ];
  pen.limb(
    [0.04, 0.12, 0.35, 0.65, 1].map((t): Joint => [...stem(t), t < 0.05 ? 3.4 : 2.7 - 1.2 * t]),
    bark,
  );
  for (let k = 1; k < 24; k += 1) {
    const [x, y] = stem(k / 24);
    const half = 2.7 - 1.2 * (k / 24);
    pen.stroke(
      `M ${x - half} ${y - 0.5} Q ${x} ${y + 1.1} ${x + half} ${y - 0.5}`,
      0.42,
      adjust(bark, { lightness: 0.66 }),
    );
  }
  const sway = Math.sin(pen.lighting.seconds * 1.3) * 0.05;
  for (const [count, from, to, light, size] of [
    [7, 0.98, 2.02, 0.68, 1],
    [8, 1.02, 1.98, 0.88, 0.98],
    [6, 1.12, 1.88, 1.1, 0.84],
  ] as const) {
    for (let k = 0; k < count; k += 1)
      frond(
        pen,
        top,
        Math.PI * (from + (k / (count - 1)) * (to - from)) + pen.vary(-0.1, 0.1) + sway,
        pen.vary(32, 42) * size,
        adjust(green, { lightness: light * pen.vary(0.94, 1.06) }),
      );
  }
  for (const [x, y] of [
    [-2.4, 2],
    [1.6, 3],
    [0, 5],
  ] as const)
    pen.oval(top[0] + x, top[1] + y, 2.1, 2.3, hex('#6b4524'));
}

function birch(pen: Pen): void {
  const leaves = leafColours(pen);
  const bark = hex('#efe9de');
  const lean = pen.vary(-3, 3);
  pen.limb(
    [
      [50, 101, 2.6],
      [50 + lean * 0.3, 66, 2],
      [50 + lean, 30, 1.2],
      [50 + lean, 8, 0.4],
    ],
    bark,
  );
  for (const [x, y, tx, ty] of [
    [50, 60, 62, 44],
    [50, 52, 38, 36],
    [50, 42, 60, 26],
  ] as const)
    pen.limb(
      [
        [x + lean * 0.4, y, 0.9],
        [tx, ty, 0.3],
      ],
      bark,
    );
  for (let k = 0; k < 16; k += 1) {
    const y = 26 + k * 4.5 + pen.vary(-1.4, 1.4);
    pen.line(
      [
        [48.4 + pen.vary(0, 1.6), y],
        [50.4 + pen.vary(0, 1.2), y + 0.4],
      ],
      pen.vary(0.5, 1.3),
      hex('#2c2726'),
    );
  }
  if (pen.lighting.season !== 'winter') {
    foliage(pen, 50 + lean, 24, 15, 22, leaves, 26);
    foliage(pen, 40, 40, 10, 10, leaves, 9);
    foliage(pen, 61, 42, 10, 11, leaves, 9);
  }
}

function cactus(pen: Pen): void {
  const green = pen.colour(hex('#4f8a55'));
  const arm = (side: number, y: number, out: number, top: number): void =>
    pen.limb(
      [
        [50, y, 5],
        [50 + side * out * 0.7, y - 1, 5.6],
        [50 + side * out, y - 8, 5.8],
        [50 + side * out, top, 5],
      ],
      adjust(green, { lightness: side < 0 ? 0.86 : 1 }),
    );
  arm(-1, pen.vary(62, 70), 24, pen.vary(30, 40));
  arm(1, pen.vary(50, 58), 23, pen.vary(18, 30));
  pen.limb(
    [
      [50, 100, 9],
      [50, 50, 9.6],
      [50, 10, 8],
    ],
    green,
  );
  for (const x of [44, 47.6, 51.6, 55.4])
    pen.line(
      [
        [x, 96],
        [x, 12],
      ],
      0.6,
      adjust(green, { lightness: 0.66 }),
    );
  for (const [x, y] of [
    [50, 1],
    [73, 17],
    [26, 30],
  ] as const)
    for (let k = 0; k < 5; k += 1)
      pen.oval(x + Math.cos(k * 1.26) * 2.6, y + Math.sin(k * 1.26) * 1.8, 2.2, 1.7, hex('#f07aa6'));
}

function stem(pen: Pen, top: number, leaves: boolean): number {
  const lean = pen.vary(-5, 5) + Math.sin(pen.lighting.seconds * 1.5 + pen.place.x) * 1.5;
  const green = hex('#3f8a45');
  pen.limb(
    [
      [50, 101, 1.5],
      [50 + lean * 0.2, 74, 1.3],
      [50 + lean, top, 1.1],
    ],
    green,
  );
  if (leaves) {
    pen.path('M 50 92 C 40 84 32 70 30 56 C 40 62 48 74 51 88 Z', green, [30, 51]);
    pen.path('M 50 88 C 60 80 66 70 70 58 C 60 62 52 74 50 84 Z', adjust(green, { lightness: 0.8 }), [50, 70]);
  }
  return 50 + lean;
}

function flower(pen: Pen): void {
  const hue = pen.colour(
    hex(['#e8587a', '#f2b13c', '#8f6ad6', '#f4f1ea', '#e2633f', '#5a8ae0'][pen.random.int(0, 5)] ?? '#e8587a'),
  );
  const x = stem(pen, 26, true);
  const petals = pen.random.int(6, 9);
  const turn = pen.vary(0, 1);
  for (let k = 0; k < petals; k += 1) {
    const angle = (k / petals) * Math.PI * 2 + turn;
    pen.oval(
      x + Math.cos(angle) * 12,
      20 + Math.sin(angle) * 10.5,
      9.4,
      5.6,
      adjust(hue, { lightness: 0.86 + 0.16 * (k % 2) }),
      angle,
    );
  }
  pen.oval(x, 20, 6, 5.4, hue[0] > 220 && hue[1] > 160 && hue[2] < 120 ? hex('#8a4a22') : hex('#f3c443'));
}

function tulip(pen: Pen): void {
  const hue = pen.colour(
    hex(['#e0443e', '#f2a93c', '#d9589a', '#8f4fb5', '#f6ead2'][pen.random.int(0, 4)] ?? '#e0443e'),
  );
  const x = stem(pen, 34, true);
  pen.path(
    `M ${x - 13} 10 C ${x - 17} 28 ${x - 9} 40 ${x} 40 C ${x + 9} 40 ${x + 17} 28 ${x + 13} 10 C ${x + 8} 14 ${x + 6} 18 ${x + 5} 20 C ${x + 3} 12 ${x} 4 ${x} 2 C ${x} 4 ${x - 3} 12 ${x - 5} 20 C ${x - 6} 18 ${x - 8} 14 ${x - 13} 10 Z`,
    adjust(hue, { lightness: 0.84 }),
    [x - 15, x + 15],
  );
  pen.path(`M ${x} 3 C ${x - 10} 14 ${x - 10} 32 ${x} 39.6 C ${x + 10} 32 ${x + 10} 14 ${x} 3 Z`, hue, [x - 9, x + 9]);
}

function sunflower(pen: Pen): void {
  const hue = pen.colour(hex('#f4b92e'));
  const x = stem(pen, 24, false);
  for (const s of [-1, 1])
    pen.path(
      `M 50 ${66 - s * 6} C ${50 + s * 10} ${54 - s * 6} ${50 + s * 24} ${52 - s * 6} ${50 + s * 30} ${58 - s * 6} C ${50 + s * 24} ${68 - s * 6} ${50 + s * 10} ${72 - s * 6} 50 ${66 - s * 6} Z`,
      adjust(hex('#4b8f42'), { lightness: s > 0 ? 1 : 0.8 }),
      [20, 80],
    );
  for (const [count, r, w, k] of [
    [17, 19, 4.4, 0.84],
    [15, 15.6, 4, 1.05],
  ] as const) {
    for (let q = 0; q < count; q += 1) {
      const angle = (q / count) * Math.PI * 2 + w;
      pen.oval(
        x + Math.cos(angle) * r * 0.86,
        22 + Math.sin(angle) * r * 0.86,
        7.4,
        w * 0.72,
        adjust(hue, { lightness: k + 0.05 * (q % 2) }),
        angle,
      );
    }
  }
  pen.oval(x, 22, 11, 11, hex('#4d2f1b'));
  for (let k = 0; k < 40; k += 1) {
    const r = Math.sqrt(k / 40) * 10;
    pen.oval(x + Math.cos(k * 2.4) * r, 22 + Math.sin(k * 2.4) * r, 0.6, 0.6, hex('#8a5a2c'));
  }
}

function grass(pen: Pen): void {
  const tones = leafColours(pen);
  for (let k = 0; k < 26; k += 1) {
    const x = pen.vary(2, 98);
    const bend = pen.vary(-16, 16) + Math.sin(pen.lighting.seconds * 1.7 + x * 0.1) * 4;
    const top = pen.vary(4, 60);
    pen.path(
      `M ${x - 1.6} 101 Q ${x + bend * 0.2} ${(100 + top) / 2} ${x + bend} ${top} Q ${x + bend * 0.35 + 1.6} ${(104 + top) / 2} ${x + 1.8} 101 Z`,
      tones[k % 3] ?? tones[0],
      [x - 6, x + 6],
    );
  }
}

function mushroom(pen: Pen): void {
  const cap = pen.colour(hex(['#cc3d30', '#b9773f', '#8a5fb0'][pen.random.int(0, 2)] ?? '#cc3d30'));
  pen.path('M 42 52 C 42 70 39 84 36 98 C 44 101 56 101 64 98 C 61 84 58 70 58 52 Z', hex('#f1e7d4'), [36, 64]);
  pen.path('M 38 64 C 44 70 56 70 62 64 C 60 58 40 58 38 64 Z', hex('#dccdb2'), [36, 64]);
  pen.path('M 4 52 C 6 20 28 2 50 2 C 72 2 94 20 96 52 C 84 60 16 60 4 52 Z', cap, [4, 96]);
  pen.path('M 8 53.6 C 28 60 72 60 92 53.6 C 78 50 22 50 8 53.6 Z', hex('#e5d6ba'), [8, 92]);
  for (const [x, y, r] of [
    [32, 22, 6],
    [56, 14, 5],
    [74, 32, 6.4],
    [48, 36, 7],
    [18, 40, 4.6],
    [86, 45, 3],
  ] as const)
    pen.oval(x, y, r, r * 0.78, hex('#f8f1e2'));
  if (pen.night) pen.glow((p) => p.halo(50, 40, 52, adjust(cap, { lightness: 1.2 }), 0.34));
}

function rock(pen: Pen): void {
  const stone = pen.colour(hex('#8a817b'));
  const jag = (): number => pen.vary(-4, 4);
  const outline: Point[] = [
    [-8, 101],
    [2, 66 + jag()],
    [20, 34 + jag()],
    [44, 8 + jag()],
    [62, 12 + jag()],
    [84, 42 + jag()],
    [100, 72 + jag()],
    [110, 101],
  ];
  pen.poly(outline, stone);
  pen.poly(
    [outline[2]!, outline[3]!, [46, 44 + jag()], [34, 78], [16, 101], [-8, 101], outline[1]!],
    adjust(stone, { lightness: 1.1 }),
  );
  pen.poly([outline[3]!, outline[4]!, [70, 56 + jag()], [46, 44]], adjust(stone, { lightness: 1.2 }));
  pen.poly([outline[5]!, outline[6]!, outline[7]!, [62, 101], [70, 56]], adjust(stone, { lightness: 0.7 }));
}

function leaf(pen: Pen): void {
  const tones = leafColours(pen);
  const hue = pen.colour(pen.lighting.season === 'winter' ? hex('#a8642c') : pen.random.pick(tones));
  const edge: Point[] = [[50, 92]];
  const lobes: readonly Point[] = [
    [30, 84],
    [34, 74],
    [6, 70],
    [16, 60],
    [0, 42],
    [22, 44],
    [22, 24],
    [38, 40],
    [50, 0],
  ];
  edge.push(
    ...lobes,
    ...[...lobes]
      .reverse()
      .slice(1)
      .map(([x, y]): Point => [100 - x, y]),
  );
  pen.poly(edge, hue);
  const vein = mix(hue, hex('#fff1cf'), 0.4);
  pen.line(
    [
      [50, 104],
      [50, 10],
    ],
    1.6,
    vein,
  );
  for (const [x, y, s] of [
    [8, 45, 74],
    [92, 45, 74],
    [24, 28, 58],
    [76, 28, 58],
    [12, 69, 84],
    [88, 69, 84],
  ] as const)
    pen.line(
      [
        [50, s],
        [x, y],
      ],
      0.9,
      vein,
    );
}

/** Plants and stones by subject. */
export const PLANTS = {
  tree: { habit: 'ground', size: 0.42, wide: 0.8, draw: tree },
  pine: { habit: 'ground', size: 0.42, wide: 0.55, draw: pine },
  palm: { habit: 'ground', size: 0.54, wide: 0.8, draw: palm, flock: 2 },
  birch: { habit: 'ground', size: 0.46, wide: 0.5, draw: birch },
  cactus: { habit: 'ground', size: 0.28, wide: 0.7, draw: cactus },
  flower: { habit: 'carpet', size: 0.14, wide: 0.6, draw: flower, flock: 12 },
  tulip: { habit: 'carpet', size: 0.16, wide: 0.5, draw: tulip, flock: 14 },
  sunflower: { habit: 'carpet', size: 0.27, wide: 0.6, draw: sunflower, flock: 9 },
  grass: { habit: 'carpet', size: 0.12, wide: 1, draw: grass, flock: 16 },
  mushroom: { habit: 'ground', size: 0.18, wide: 1, draw: mushroom, flock: 3 },
  rock: { habit: 'ground', size: 0.17, wide: 1.3, draw: rock, flock: 2 },
  leaf: { habit: 'air', size: 0.08, wide: 1, draw: leaf, flock: 12 },
} as const satisfies Record<string, Silhouette>;
