/** Subjects in the sky and in space, except those painted by the kernel (stars, aurora, gas, sun and moon). */
import { adjust, css, hex, mix, type Rgb } from '../../../scene/colour.js';
import { RAINBOW } from '../../../scene/palette.js';
import type { Pen, Point } from '../pen.js';
import type { Silhouette } from './silhouette.js';

function planet(pen: Pen): void {
  const hue = pen.colour(
    hex(['#c98a5a', '#5a86c2', '#b0647a', '#6aa38a', '#d8b872'][pen.random.int(0, 4)] ?? '#c98a5a'),
  );
  const lit = -pen.lighting.side * (pen.place.flip ? -1 : 1);
  pen.oval(50, 50, 50, 50, css(hue));
  const band = (y: number, tall: number, k: number, sway: number): void => {
    const half = Math.sqrt(Math.max(0, 2500 - (y - 50) ** 2));
    pen.path(
      `M ${50 - half} ${y} Q 50 ${y + sway} ${50 + half} ${y} Q 50 ${y + tall + sway} ${50 - half} ${y} Z`,
      css(adjust(hue, { lightness: k }), 0.75),
    );
  };
  for (let k = 0; k < 9; k += 1)
    band(6 + k * 10.5 + pen.vary(-2, 2), pen.vary(5, 13), k % 2 ? 1.18 : 0.84, pen.vary(6, 10));
  for (let k = 0; k < 6; k += 1)
    pen.oval(
      pen.vary(24, 76),
      pen.vary(26, 76),
      pen.vary(2, 8),
      pen.vary(1, 3),
      css(adjust(hue, { lightness: pen.vary(0.76, 1.2) }), 0.6),
    );
  for (let k = 0; k < 22; k += 1) {
    const t = k / 22;
    const edge = 100 * (t - 0.5);
    const x = 50 + lit * edge;
    pen.path(
      `M 50 0 A 50 50 0 0 ${lit > 0 ? 1 : 0} 50 100 A ${Math.abs(x - 50) + 0.01} 50 0 0 ${x > 50 === lit > 0 ? (lit > 0 ? 0 : 1) : lit > 0 ? 1 : 0} 50 0 Z`,
      `rgba(4, 5, 14, ${0.028 + 0.06 * t})`,
    );
  }
  pen.glow((air) => air.halo(50 - lit * 30, 38, 58, mix(hue, [200, 225, 255], 0.6), 0.16));
}

function comet(pen: Pen): void {
  pen.glow((light) => {
    for (let k = 0; k < 16; k += 1) {
      const w = 15 * (1 - k / 17);
      light.path(
        `M 90 ${86 - w * 0.2} C ${60 - k * 3} ${70 - k} ${10 - k * 5} ${40 - w} ${-60 - k * 8} ${4 - w * 1.4} C ${10 - k * 5} ${40 + w * 0.7} ${60 - k * 3} ${86 + w * 0.4} 90 ${88 + w * 0.3} Z`,
        css(k < 8 ? [150, 190, 255] : [255, 240, 214], 0.035),
      );
    }
    light.halo(91, 87, 22, [220, 235, 255], 1);
    light.oval(91, 87, 4.4, 4.4, '#ffffff');
  });
  pen.soft(91, 87, 10, [255, 255, 255], 0.4);
}

function rainbow(pen: Pen): void {
  RAINBOW.forEach((colour, index) => {
    const r = 150 - index * 3.4;
    pen.stroke(
      `M ${50 - r} 100 A ${r} ${r * 0.66} 0 0 1 ${50 + r} 100`,
      4.2,
      css(mix(colour, [255, 255, 255], 0.18), 0.4),
    );
  });
}

function lightning(pen: Pen): void {
  const bolts: Point[][] = [];
  const fork = (x: number, y: number, length: number, lean: number, depth: number): void => {
    const points: Point[] = [[x, y]];
    let [px, py] = [x, y];
    for (let k = 0; k < length; k += 1) {
      px += pen.vary(-6, 6) + lean;
      py += pen.vary(5, 9);
      points.push([px, py]);
      if (depth < 2 && pen.random.chance(0.2))
        fork(px, py, Math.round(length * 0.45), lean + pen.vary(-5, 5), depth + 1);
    }
    bolts.push(points);
  };
  fork(50, -14, 15, pen.vary(-1.2, 1.2), 0);
  pen.glow((light) => {
    for (const bolt of bolts) light.line(bolt, 4.6, 'rgba(150, 160, 255, 0.22)');
    bolts.forEach((bolt, index) => light.line(bolt, index === bolts.length - 1 ? 1.5 : 0.7, '#f4f2ff'));
    light.halo(50, -8, 70, [170, 175, 255], 0.16, 0.5);
  });
  pen.soft(50, 0, 30, [200, 205, 255], 0.25);
}

function cloud(pen: Pen): void {
  const { palette } = pen.lighting;
  const toSun = pen.lighting.side * (pen.place.flip ? -1 : 1);
  const light = mix(palette.cloud.light, [255, 255, 255], pen.night ? 0.05 : 0.35);
  const puffs: [number, number, number][] = [];
  for (let k = 0; k < 30; k += 1) {
    const x = pen.vary(-66, 166);
    const dome = Math.max(0.14, 1 - ((x - 50) / 116) ** 2);
    const r = pen.vary(11, 27) * (0.5 + 0.5 * dome);
    puffs.push([x, 90 - r * 0.6 - pen.vary(0, 62) * dome, r]);
  }
  puffs.sort((a, b) => a[1] - b[1]);
  for (const [x, y, r] of puffs) {
    pen.soft(x, y + r * 0.2, r * 1.6, mix(palette.cloud.shade, light, 0.42), 0.85);
    pen.soft(x + toSun * r * 0.32, y - r * 0.34, r * 1.25, light, 0.95);
  }
}

function satellite(pen: Pen): void {
  const gold = pen.colour(hex('#c9a24a'));
  for (const s of [-1, 1]) {
    pen.rect(s > 0 ? 64 : -34, 34, 70, 30, hex('#27467c'));
    for (let k = 1; k < 7; k += 1)
      pen.line(
        [
          [(s > 0 ? 64 : -34) + k * 10, 34],
          [(s > 0 ? 64 : -34) + k * 10, 64],
        ],
        0.8,
        hex('#8fb0dc'),
      );
    pen.line(
      [
        [s > 0 ? 64 : -34, 49],
        [s > 0 ? 134 : 36, 49],
      ],
      0.8,
      hex('#8fb0dc'),
    );
    pen.rect(s > 0 ? 58 : 36, 47, 7, 4, hex('#9a9fa8'));
  }
  pen.rect(38, 22, 24, 54, gold);
  pen.rect(38, 40, 24, 3, adjust(gold, { lightness: 0.6 }));
  pen.path('M 30 84 C 36 98 64 98 70 84 C 60 78 40 78 30 84 Z', hex('#dfe3e8'));
  pen.line(
    [
      [50, 84],
      [50, 102],
    ],
    1.4,
    hex('#9a9fa8'),
  );
  pen.line(
    [
      [50, 22],
      [56, 4],
    ],
    1.2,
    hex('#9a9fa8'),
  );
  pen.glow((lamp) => lamp.halo(56, 4, 8, [255, 90, 70], 1));
}

function ufo(pen: Pen): void {
  const hull = pen.colour(hex('#9aa6b4'));
  pen.path('M 28 40 C 28 12 72 12 72 40 Z', 'rgba(150, 226, 230, 0.8)');
  pen.oval(50, 34, 6, 9, hex('#6fae6a'));
  pen.path(
    'M -22 52 C -8 36 20 34 50 34 C 80 34 108 36 122 52 C 108 66 78 72 50 72 C 22 72 -8 66 -22 52 Z',
    hull,
    [-22, 122],
  );
  pen.path('M 18 66 C 30 78 70 78 82 66 Z', adjust(hull, { lightness: 0.6 }), [18, 82]);
  pen.glow((light) => {
    for (let k = 0; k < 6; k += 1)
      light.path(
        `M ${32 + k * 2} 73 L ${68 - k * 2} 73 L ${104 - k * 6} 190 L ${-4 + k * 6} 190 Z`,
        'rgba(170, 255, 210, 0.05)',
      );
    for (let k = 0; k < 9; k += 1)
      light.oval(-6 + k * 14, 55 + 4 * Math.sin((k / 8) * Math.PI), 2.8, 2.2, k % 2 ? '#ffe08a' : '#8af0ff');
    light.halo(50, 73, 24, [190, 255, 220], 0.9, 0.5);
  });
}

function rocket(pen: Pen): void {
  const body = hex('#eef0f2');
  const fin = pen.colour(hex('#d0463a'));
  pen.path('M 34 58 C 20 66 16 76 16 88 L 36 78 Z', fin, [16, 36]);
  pen.path('M 66 58 C 80 66 84 76 84 88 L 64 78 Z', adjust(fin, { lightness: 0.8 }), [64, 84]);
  pen.path(
    'M 50 -4 C 64 10 70 30 68 52 C 67 66 64 76 62 82 L 38 82 C 36 76 33 66 32 52 C 30 30 36 10 50 -4 Z',
    body,
    [30, 70],
  );
  pen.path('M 50 -4 C 57 3 62 11 65 20 L 35 20 C 38 11 43 3 50 -4 Z', fin, [34, 66]);
  pen.oval(50, 38, 8.6, 8.6, adjust(body, { lightness: 0.6 }));
  pen.oval(50, 38, 6.4, 6.4, hex('#3f86b8'));
  pen.rect(41, 82, 18, 5, hex('#5b6068'));
  pen.glow((fire) => {
    const lick = 6 * Math.sin(pen.lighting.seconds * 20);
    fire.path(`M 40 87 C 34 104 42 120 50 ${140 + lick} C 58 120 66 104 60 87 Z`, '#ff8a2c');
    fire.path(`M 44 87 C 41 98 46 108 50 ${120 + lick} C 54 108 59 98 56 87 Z`, '#fff0b8');
    fire.halo(50, 100, 34, [255, 160, 70], 0.7);
  });
}

function astronaut(pen: Pen): void {
  const suit = pen.colour(hex('#f0f1f4'));
  const dark = adjust(suit, { lightness: 0.74 });
  pen.blob(
    [
      [30, 34],
      [70, 34],
      [74, 60],
      [68, 70],
      [32, 70],
      [26, 60],
    ],
    adjust(suit, { lightness: 0.66 }),
  );
  pen.limb(
    [
      [34, 42, 8],
      [16, 50, 7],
      [6, 36, 6],
    ],
    dark,
  );
  pen.limb(
    [
      [66, 42, 8],
      [84, 48, 7],
      [92, 62, 6],
    ],
    suit,
  );
  pen.limb(
    [
      [41, 70, 9],
      [34, 86, 8],
      [24, 98, 6.6],
    ],
    dark,
  );
  pen.limb(
    [
      [59, 70, 9],
      [64, 88, 8],
      [62, 101, 6.6],
    ],
    suit,
  );
  pen.blob(
    [
      [34, 36],
      [66, 36],
      [68, 56],
      [64, 74],
      [36, 74],
      [32, 56],
    ],
    suit,
  );
  pen.rect(40, 50, 20, 12, hex('#8a93a2'));
  pen.oval(45, 56, 2, 2, hex('#d9503f'));
  pen.oval(52, 56, 2, 2, hex('#4d9a72'));
  pen.oval(50, 18, 21, 20, suit);
  pen.path('M 35 18 C 35 7 65 7 66 17 C 66 29 58 32 50 32 C 41 32 35 28 35 18 Z', hex('#22314e'), [34, 66]);
  pen.path(
    'M 39 15 C 42 9 50 8 55 10 C 48 11 43 15 41 21 Z',
    mix(pen.lighting.palette.glow, hex('#ffffff'), 0.5),
    [36, 60],
  );
  for (const [x, y] of [
    [6, 34],
    [92, 64],
  ] as const)
    pen.oval(x, y, 6, 6, hex('#6d7684'));
}

function iceberg(pen: Pen): void {
  const ice: Rgb = pen.colour(hex('#d9ecf5'));
  const jag = (): number => pen.vary(-6, 6);
  const top: Point[] = [
    [-30, 101],
    [-20, 70 + jag()],
    [6, 52 + jag()],
    [22, 14 + jag()],
    [40, 0 + jag()],
    [54, 20 + jag()],
    [74, 30 + jag()],
    [92, 62 + jag()],
    [126, 78 + jag()],
    [134, 101],
  ];
  pen.poly(top, ice);
  const at = (index: number): Point => top[index] ?? [0, 0];
  pen.poly([at(4), at(5), [60, 60], [44, 101], [30, 101], [34, 50]], adjust(ice, { lightness: 0.86 }));
  pen.poly([at(6), at(7), [96, 101], [66, 101], [70, 62]], adjust(ice, { lightness: 0.78 }));
  pen.poly([at(7), at(8), at(9), [96, 101]], adjust(ice, { lightness: 0.92 }));
  pen.poly([at(2), at(3), [24, 60], [8, 101], [-10, 101]], mix(ice, [255, 255, 255], 0.6));
}

/** Sky and space by subject. */
export const HEAVENS = {
  planet: { habit: 'air', size: 0.34, wide: 1, draw: planet },
  comet: { habit: 'air', size: 0.3, wide: 1.5, draw: comet },
  rainbow: { habit: 'far', size: 0.34, wide: 3, draw: rainbow, turns: false },
  lightning: { habit: 'air', size: 0.4, wide: 0.6, draw: lightning },
  cloud: { habit: 'air', size: 0.16, wide: 2.4, draw: cloud, flock: 2 },
  satellite: { habit: 'air', size: 0.16, wide: 1.7, draw: satellite },
  ufo: { habit: 'air', size: 0.15, wide: 1.5, draw: ufo, turns: false },
  rocket: { habit: 'air', size: 0.34, wide: 0.8, draw: rocket },
  astronaut: { habit: 'air', size: 0.34, wide: 1, draw: astronaut },
  iceberg: { habit: 'afloat', size: 0.22, wide: 1.7, draw: iceberg },
} as const satisfies Record<string, Silhouette>;
