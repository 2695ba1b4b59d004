import { expect, test } from '@jest/globals';
import { cost } from '../../catalog/cost.shared.js';
import { findLocalModel } from './models.shared.js';

test('an image costs 1 credit and a fine one 3, whatever the shape', () => {
  for (const shortSide of [0.25, 0.5625, 0.8, 1]) {
    for (const [id, price] of [
      ['preview', 1],
      ['preview-fine', 3],
    ] as const) {
      const model = findLocalModel(id);
      if (!model) throw new Error(`no ${id}`);
      expect(cost(model.cost, { outputs: 4, pixels: model.longSide * model.longSide * shortSide, seconds: 0 })).toBe(
        4 * price,
      );
    }
  }
});

test('a model is found by its id, and none by another', () => {
  expect(findLocalModel('preview')?.name).toBe('Preview engine');
  expect(findLocalModel('something-else')).toBeUndefined();
});
