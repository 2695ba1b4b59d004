import { ball, type Part } from '../model.js';
import { iridescent, type ModelBuilder } from './look.js';

/** Drops of liquid colour; neighbouring ones merge. */
export const blobs: ModelBuilder = ({ random, paint }) => {
  const skin = { ...paint(iridescent({ p: [random.range(0, 1)], seed: random.int(1, 99) })), iridescence: 1 };
  const big = Array.from({ length: 5 }, (_, i): Part =>
    ball(
      random.range(0.42, 0.72),
      [(i - 2) * 0.52 + random.range(-0.1, 0.1), 0.75 + random.range(-0.26, 0.3), random.range(-0.25, 0.25)],
      skin,
      i === 0 ? {} : { blend: 0.55 },
    ),
  );
  const upper = [
    ball(0.46, [1.1, 2.35, -0.1], skin),
    ball(0.4, [1.5, 2.15, 0.1], skin, { blend: 0.5 }),
    ball(0.26, [0.85, 2.7, 0], skin, { blend: 0.4 }),
  ];
  const lone = ball(random.range(0.3, 0.44), [-1.15, 2.2, 0.1], skin);
  const small = Array.from({ length: 4 }, (): Part[] => [
    ball(random.range(0.08, 0.2), [random.range(-1.9, 1.9), random.range(0, 3), random.range(-0.8, 0.4)], skin),
  ]);
  return { groups: [big, upper, [lone], ...small], reach: 2, height: 3 };
};

/** Soap bubbles of all sizes. */
export const bubbles: ModelBuilder = ({ random }) => {
  const place = Array.from({ length: 15 }, (_, i): Part[] => {
    const r = i < 3 ? random.range(0.55, 0.85) : random.range(0.12, 0.42);
    const skin = iridescent({
      through: 'film',
      a: '#dfe8ff',
      p: [random.range(0, 1)],
      seed: i,
      roughness: 0.03,
      f0: 0.05,
      soft: 0,
    });
    return [ball(r, [random.range(-2, 2), random.range(0.2, 3.2), random.range(-1.2, 0.8)], skin)];
  });
  return { groups: place, reach: 2.2, height: 3.2 };
};
