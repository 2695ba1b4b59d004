/** People. They are small in an image, so posture matters more than faces. */
import { adjust, hex, type Rgb } from '../../../scene/colour.js';
import type { Joint, Pen } from '../pen.js';
import { isPosed, posed } from './people-acting.js';
import { carried, dress, head, stretched, type Body, type Reach, type Side } from './people-parts.js';
import type { Silhouette } from './silhouette.js';

function walker(
  pen: Pen,
  x: number,
  body: Body,
  tall: number,
  kind: 'man' | 'woman',
  side: Side = 1,
  reach?: Reach,
): void {
  const y = (at: number): number => 100 - (100 - at) * tall;
  const k = tall;
  const step = pen.vary(3.5, 6) * k;
  const arm = (dx: number, colour: Rgb): void => {
    pen.limb(
      [
        [x, y(21), 3.4 * k],
        [x + dx * 0.5, y(34), 2.6 * k],
        [x + dx, y(46), 2 * k],
      ],
      colour,
    );
    pen.oval(x + dx * 1.05, y(48), 2 * k, 2.4 * k, body.skin);
  };
  arm(-7 * side * k, adjust(body.top, { lightness: 0.7 }));
  const legColour = kind === 'woman' ? body.skin : body.low;
  const leg = (dx: number, colour: Rgb): void => {
    pen.limb(
      [
        [x, y(50), 5.2 * k],
        [x + dx * 0.6 + 1, y(73), 3.3 * k],
        [x + dx, y(95), 2.4 * k],
      ],
      colour,
    );
    pen.limb(
      [
        [x + dx - 0.5, y(98), 2 * k],
        [x + dx + 4.4 * side * k, y(98.6), 1.4 * k],
      ],
      hex('#2a2422'),
    );
  };
  leg(-step, adjust(legColour, { lightness: 0.7 }));
  leg(step, legColour);
  if (kind === 'woman') {
    pen.path(
      `M ${x - 6 * k} ${y(18)} C ${x - 7 * k} ${y(30)} ${x - 4.5 * k} ${y(36)} ${x - 5 * k} ${y(41)} C ${x - 9 * k} ${y(56)} ${x - 13 * k} ${y(68)} ${x - 14 * k} ${y(77)} C ${x - 5 * k} ${y(80)} ${x + 6 * k} ${y(80)} ${x + 12 * k} ${y(76)} C ${x + 9 * k} ${y(62)} ${x + 6 * k} ${y(50)} ${x + 5 * k} ${y(41)} C ${x + 4.6 * k} ${y(35)} ${x + 7 * k} ${y(28)} ${x + 6 * k} ${y(18)} Z`,
      body.top,
      [x - 13 * k, x + 12 * k],
    );
  } else {
    pen.path(
      `M ${x - 8.4 * k} ${y(18)} C ${x - 9 * k} ${y(34)} ${x - 7 * k} ${y(44)} ${x - 7 * k} ${y(54)} L ${x + 7 * k} ${y(54)} C ${x + 7 * k} ${y(44)} ${x + 9 * k} ${y(34)} ${x + 8.4 * k} ${y(18)} C ${x + 4 * k} ${y(14.5)} ${x - 4 * k} ${y(14.5)} ${x - 8.4 * k} ${y(18)} Z`,
      body.top,
      [x - 9 * k, x + 9 * k],
    );
  }
  head(pen, x + 0.8 * side * k, y(6.8), 6 * k, body, kind === 'woman', side);
  if (reach === undefined) arm(7.4 * side * k, body.top);
  else stretched(pen, [x + 5 * side * k, y(21)], reach, body, k);
}

/** Somebody alone, who may do something, and hold something in the front hand. */
function single(pen: Pen, kind: 'man' | 'woman'): void {
  const body = dress(pen);
  const { act, holds } = pen.place;
  if (isPosed(act)) return posed(pen, kind, body, act);
  if (act === 'wave') {
    if (holds === undefined) return walker(pen, 50, body, 1, kind, 1, { elbow: [64, 20], hand: [67, 3] });
    stretched(pen, [45, 22], { elbow: [35, 19], hand: [31, 3] }, body, 1);
  }
  if (holds === undefined) return walker(pen, 50, body, 1, kind);
  const hand = [64, 33] as const;
  carried(pen, ...hand);
  walker(pen, 50, body, 1, kind, 1, { elbow: [59, 36], hand });
}
const man = (pen: Pen): void => single(pen, 'man');
const woman = (pen: Pen): void => single(pen, 'woman');
const person = (pen: Pen): void => (pen.random.chance(0.5) ? man(pen) : woman(pen));

function child(pen: Pen): void {
  const body = dress(pen);
  const holds = pen.place.holds !== undefined;
  const { act } = pen.place;
  const up = pen.random.chance(0.5) || holds || act === 'jump';
  for (const s of [-1, 1]) {
    pen.limb(
      [
        [50 + s * 6, 66, 6],
        [50 + s * 8, 82, 4.4],
        [50 + s * 9, 96, 3.6],
      ],
      s < 0 ? adjust(body.low, { lightness: 0.75 }) : body.low,
    );
    pen.limb(
      [
        [50 + s * 9, 97, 3.2],
        [50 + s * 9 + 5, 98, 2.4],
      ],
      hex('#b9473c'),
    );
    pen.limb(
      (act === 'wave' ? s > 0 : up)
        ? [
            [50 + s * 9, 40, 4.2],
            [50 + s * 20, 28, 3.4],
            [50 + s * 26, 16, 3],
          ]
        : [
            [50 + s * 9, 40, 4.2],
            [50 + s * 17, 52, 3.4],
            [50 + s * 20, 62, 3],
          ],
      body.top,
    );
  }
  pen.blob(
    [
      [41, 36],
      [59, 36],
      [62, 52],
      [63, 70],
      [50, 73],
      [37, 70],
      [38, 52],
    ],
    body.top,
  );
  head(pen, 50, 18, 14, body, pen.random.chance(0.5));
  if (holds) carried(pen, 76, 16);
}

function couple(pen: Pen): void {
  const a = dress(pen);
  const b = dress(pen);
  const second = pen.random.chance(0.5) ? 'man' : 'woman';
  switch (pen.place.act) {
    case 'handshake':
      walker(pen, 26, a, 1, 'man', 1, { elbow: [38, 35], hand: [50, 37] });
      return walker(pen, 74, b, 0.97, second, -1, { elbow: [62, 36], hand: [50.6, 37.4] });
    case 'hug':
      stretched(pen, [40, 22], { elbow: [52, 27], hand: [66, 31] }, a, 1);
      walker(pen, 57, b, 0.95, 'woman', -1, { elbow: [46, 33], hand: [36, 36] });
      return walker(pen, 43, a, 1, 'man', 1, { elbow: [55, 33], hand: [66, 37] });
    case 'handhold':
      walker(pen, 33, a, 1, 'man', 1, { elbow: [42, 38], hand: [49, 48] });
      return walker(pen, 66, b, 0.94, 'woman', -1, { elbow: [57, 39], hand: [50.4, 48.6] });
    default:
      walker(pen, 34, a, 1, 'man');
      return walker(pen, 66, b, 0.93, 'woman');
  }
}

function dancer(pen: Pen): void {
  const body = dress(pen);
  const dressColour = pen.colour(hex('#c93b5c'));
  pen.limb(
    [
      [49, 52, 5],
      [49, 72, 3.2],
      [50, 88, 2.3],
      [51, 98, 1.4],
    ],
    body.skin,
  );
  pen.limb(
    [
      [46, 53, 5],
      [28, 58, 3.4],
      [12, 50, 2.4],
      [2, 44, 1.1],
    ],
    adjust(body.skin, { lightness: 0.82 }),
  );
  pen.path(
    'M 40 42 C 22 48 4 60 -4 74 C 12 70 22 74 32 70 C 44 76 58 72 72 76 C 74 62 64 48 57 42 Z',
    dressColour,
    [-4, 74],
  );
  pen.path(
    'M 40 42 C 26 52 14 62 8 70 C 24 66 42 66 58 69 C 62 58 60 48 57 42 Z',
    adjust(dressColour, { lightness: 1.1 }),
    [0, 70],
  );
  pen.blob(
    [
      [42, 22],
      [55, 22],
      [57, 32],
      [56, 44],
      [41, 44],
      [40, 32],
    ],
    dressColour,
  );
  const arms: readonly Joint[][] = [
    [
      [43, 24, 3],
      [32, 14, 2.3],
      [24, -2, 1.4],
    ],
    [
      [54, 24, 3],
      [68, 18, 2.3],
      [82, 22, 1.3],
    ],
  ];
  for (const arm of arms) pen.limb(arm, body.skin);
  head(pen, 50, 10, 5.8, body, false);
  pen.oval(46, 3.4, 3.2, 3.2, body.hair);
}

function crowd(pen: Pen): void {
  for (let row = 0; row < 3; row += 1) {
    for (let k = 0; k < 9 - row; k += 1) {
      const body = dress(pen);
      const shade = 0.62 + row * 0.2;
      const dim: Body = {
        skin: adjust(body.skin, { lightness: shade }),
        hair: adjust(body.hair, { lightness: shade }),
        top: adjust(body.top, { lightness: shade }),
        low: body.low,
      };
      walker(
        pen,
        -34 + k * 21 + row * 11 + pen.vary(-4, 4),
        dim,
        pen.vary(0.78, 0.9) + row * 0.07,
        pen.random.chance(0.5) ? 'man' : 'woman',
      );
    }
  }
}

function knight(pen: Pen): void {
  const steel = hex('#a9b0ba');
  const dark = adjust(steel, { lightness: 0.62 });
  const cape = pen.colour(hex('#9c2f33'));
  pen.path('M 42 20 C 30 40 20 70 18 96 C 34 92 52 92 66 96 C 66 66 60 40 58 20 Z', cape, [18, 66]);
  for (const s of [-1, 1]) {
    pen.limb(
      [
        [50 + s * 6, 52, 6.4],
        [50 + s * 8, 74, 4.8],
        [50 + s * 9, 95, 4],
      ],
      s < 0 ? dark : steel,
    );
    pen.limb(
      [
        [50 + s * 9, 97.4, 3],
        [50 + s * 9 + 6, 98, 2],
      ],
      dark,
    );
    pen.oval(50 + s * 7.6, 74, 4.4, 4, steel);
  }
  pen.blob(
    [
      [38, 20],
      [62, 20],
      [64, 34],
      [60, 48],
      [62, 58],
      [50, 62],
      [38, 58],
      [40, 48],
      [36, 34],
    ],
    steel,
  );
  pen.line(
    [
      [50, 22],
      [50, 58],
    ],
    0.8,
    dark,
  );
  pen.limb(
    [
      [37, 22, 5],
      [28, 36, 4],
      [32, 48, 3.4],
    ],
    dark,
  );
  pen.limb(
    [
      [63, 22, 5],
      [72, 34, 4],
      [76, 42, 3.4],
    ],
    steel,
  );
  pen.limb(
    [
      [76, 46, 1.4],
      [76, 38, 1.4],
    ],
    hex('#5b3f2a'),
  );
  pen.rect(70, 36.6, 12, 2, hex('#c49a3c'));
  pen.poly(
    [
      [74.6, 36.6],
      [77.4, 36.6],
      [76.8, -8],
      [76, -11],
      [75.2, -8],
    ],
    hex('#dfe5ec'),
  );
  pen.blob(
    [
      [20, 36],
      [38, 36],
      [38, 54],
      [29, 68],
      [20, 54],
    ],
    cape,
  );
  pen.poly(
    [
      [28, 39],
      [30, 39],
      [30, 46],
      [36, 46],
      [36, 48.4],
      [30, 48.4],
      [30, 62],
      [28, 62],
      [28, 48.4],
      [22, 48.4],
      [22, 46],
      [28, 46],
    ],
    hex('#e7d28c'),
  );
  pen.blob(
    [
      [42, 4],
      [50, 0],
      [58, 4],
      [59, 14],
      [56, 20],
      [44, 20],
      [41, 14],
    ],
    steel,
  );
  pen.rect(43, 9, 15, 2.2, '#14151a');
  pen.limb(
    [
      [50, 0, 1.4],
      [44, -7, 3],
      [34, -6, 1.2],
    ],
    cape,
  );
}

function hiker(pen: Pen): void {
  const body = dress(pen);
  pen.blob(
    [
      [32, 18],
      [42, 17],
      [44, 30],
      [43, 44],
      [33, 45],
      [29, 32],
    ],
    pen.colour(hex('#b5562f')),
  );
  pen.limb(
    [
      [31, 15, 3.2],
      [43, 15, 3.2],
    ],
    hex('#4d6a55'),
  );
  walker(pen, 49, body, 1, 'man');
  pen.limb(
    [
      [68, 34, 0.8],
      [73, 99, 0.7],
    ],
    hex('#6b4d33'),
  );
  pen.limb(
    [
      [52, 22, 3],
      [62, 34, 2.5],
      [69, 38, 2],
    ],
    body.top,
  );
  pen.path('M 40 5 C 46 -3 56 -3 61 4 L 66 6 L 38 7.4 Z', hex('#6b5334'), [38, 66]);
}

/** People by subject. */
export const PEOPLE = {
  person: { habit: 'ground', size: 0.3, wide: 0.45, draw: person },
  man: { habit: 'ground', size: 0.31, wide: 0.45, draw: man },
  woman: { habit: 'ground', size: 0.3, wide: 0.45, draw: woman },
  child: { habit: 'ground', size: 0.2, wide: 0.6, draw: child },
  couple: { habit: 'ground', size: 0.31, wide: 0.8, draw: couple },
  dancer: { habit: 'ground', size: 0.38, wide: 0.9, draw: dancer },
  crowd: { habit: 'ground', size: 0.24, wide: 2, draw: crowd },
  knight: { habit: 'ground', size: 0.34, wide: 0.7, draw: knight },
  hiker: { habit: 'ground', size: 0.29, wide: 0.6, draw: hiker },
} as const satisfies Record<string, Silhouette>;
