import { describe, expect, test } from '@jest/globals';
import { findModel, inOfferedOrder, modelsFor, readCatalogue } from './catalog.js';
import { cost } from './cost.shared.js';
import type { ModelView } from './model.shared.js';
import { LOCAL_MODELS } from '../creation/procedures/models.shared.js';

const [first] = LOCAL_MODELS;

test('preselects the operator’s preferred model, then that of the engine that was connected first, however they are stored', () => {
  const offered = (id: string, connectedAt: number, preferred?: true): ModelView => ({
    id, name: id, procedures: ['text2Image.create'], tier: 'free', relaxed: false, typicalMs: 1, priceVersion: 1, longSide: 1_024, cost: { base: 0, perOutput: 1, perSecond: 0, resolution: [] }, engine: 'remote', connectedAt, ...(preferred === undefined ? {} : { preferred }),
  });
  const models = [offered('late', 3), offered('b', 1), offered('chosen', 9, true), offered('a', 1)];
  expect([models, models.toReversed()].map((some) => inOfferedOrder(some).map(({ id }) => id))).toEqual([['chosen', 'a', 'b', 'late'], ['chosen', 'a', 'b', 'late']]);
});

describe('the catalogue', () => {
  test('finds a model by its id, and none by another', () => {
    expect(findModel('preview')?.name).toBe('Preview engine');
    expect(findModel('something-else')).toBeUndefined();
  });

  test('gives a procedure its models, and none to one that nothing serves', () => {
    expect(modelsFor('text2Image.create').map(({ id }) => id)).toEqual(['preview', 'preview-fine']);
    expect(modelsFor('nobody.makes')).toEqual([]);
  });

  test('prices a picture at 1 and a fine one at 3 credits, whatever the shape', () => {
    for (const shortSide of [0.25, 0.5625, 0.8, 1]) {
      for (const [id, price] of [['preview', 1], ['preview-fine', 3]] as const) {
        const model = findModel(id);
        if (!model) throw new Error(`no ${id}`);
        expect(cost(model.cost, { outputs: 4, pixels: model.longSide * model.longSide * shortSide, seconds: 0 })).toBe(4 * price);
      }
    }
  });

  test.each([
    ['two models of one id', [first, first]],
    ['a negative price', [{ ...first, cost: { ...first?.cost, perOutput: -1 } }]],
    ['part of a credit', [{ ...first, cost: { ...first?.cost, base: 0.5 } }]],
    ['resolution steps out of order', [{ ...first, cost: { ...first?.cost, resolution: [{ upToPixels: 2, percent: 100 }, { upToPixels: 1, percent: 100 }] } }]],
    ['no model at all', []],
  ])('refuses %s at start', (_what, seed) => {
    expect(() => readCatalogue(seed)).toThrow();
  });
});
