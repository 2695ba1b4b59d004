import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ModelView } from '@src/catalog/model.shared';
import { chosenModel, pictureCost, priceOf, waysOut } from './quote';

const model = (id: string, perOutput: number): ModelView => ({
  id, name: id, procedures: ['text2Image.create'], tier: 'free', engine: 'local', typicalMs: 1_000, priceVersion: 1, longSide: 1_024,
  cost: { base: 0, perOutput, perSecond: 0, resolution: [{ upToPixels: 1_024 * 1_024, percent: 100 }] },
});
const models = [model('plain', 1), model('fine', 3)];
const [plain, fine] = models;

describe('the price on the button', () => {
  it('is the catalogue’s, for each picture', () => {
    expect(priceOf(models[1]!, { aspect: '1:1', count: 4 })).toBe(12);
    expect(pictureCost(models[1]!, '1:1')).toBe(3);
  });
  it('takes the first model when the one asked for is not offered', () => {
    expect(chosenModel(models, 'gone')).toBe(plain);
    expect(chosenModel(models, 'fine')).toBe(fine);
  });
});

describe('the ways out of not having enough credits', () => {
  it('offers fewer pictures, then a cheaper model', () => {
    expect(waysOut(models, models[1]!, { aspect: '1:1', count: 4 }, 7)).toEqual([
      { kind: 'fewer', count: 2, price: 6 },
      { kind: 'cheaper', model: plain, count: 4, price: 4 },
    ]);
  });
  it('offers nothing when nothing can be made', () => {
    expect(waysOut(models, models[0]!, { aspect: '1:1', count: 1 }, 0)).toEqual([]);
  });
  it('never offers what costs more than there is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 1, max: 4 }), fc.constantFrom(...models), (available, count, from) => {
        for (const way of waysOut(models, from, { aspect: '4:5', count }, available)) expect(way.price).toBeLessThanOrEqual(available);
      }),
    );
  });
});
