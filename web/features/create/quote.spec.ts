import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ModelView } from '@src/catalog/model.shared';
import { emptyDraft, type Draft } from './draft';
import { chosenModel, priceOf, quoteOf, waysOut } from './quote';
import type { Wish } from './wish';

const model = (id: string, perOutput: number): ModelView => ({
  id, name: id, procedures: ['text2Image.create'], tier: 'free', engine: 'local', typicalMs: 1_000, priceVersion: 1, longSide: 1_024,
  cost: { base: 0, perOutput, perSecond: 0, resolution: [{ upToPixels: 1_024 * 1_024, percent: 100 }, { upToPixels: 4_096 * 4_096, percent: 300 }] },
});
const plain = model('plain', 1);
const fine = model('fine', 3);
const models = [plain, fine];
const words = (change: Partial<Draft>): Wish => ({ procedure: 'text2Image.create', draft: { ...emptyDraft('text2Image.create'), ...change } });
const larger = (side: number): Wish => ({
  procedure: 'imageTools.upscale', draft: { ...emptyDraft('imageTools.upscale'), scale: 4 },
  image: { ref: { from: 'upload', id: 'a' }, url: '/api/x', width: side, height: side, name: '', bytes: 1, notes: [] },
});

describe('the price on the button', () => {
  it('is the catalogue’s, for each picture', () => {
    expect(priceOf(fine, words({ count: 4 }))).toBe(12);
  });
  it('goes by the size of what will be made', () => {
    expect(quoteOf(plain, larger(256))).toMatchObject({ price: 1, plan: { width: 1_024, height: 1_024 } });
    expect(quoteOf(plain, larger(512))).toMatchObject({ price: 3 });
  });
  it('is that of a usual picture while it is still to be chosen', () => {
    expect(priceOf(plain, { ...larger(512), image: undefined })).toBe(1);
  });
  it('is none for what cannot be made, and says why', () => {
    expect(priceOf(plain, larger(2_000))).toBeUndefined();
    expect(quoteOf(plain, larger(2_000))).toMatchObject({ refused: { identifier: 'UPSCALE_SIZE_TOO_LARGE' } });
  });
  it('takes the first model when the one asked for is not offered', () => {
    expect(chosenModel(models, 'gone')).toBe(plain);
    expect(chosenModel(models, 'fine')).toBe(fine);
  });
  it('takes the first that asks for no plan, where there is one', () => {
    const pro = { ...model('pro', 2), tier: 'pro' } as const;
    expect(chosenModel([pro, ...models], undefined)).toBe(plain);
    expect(chosenModel([pro, ...models], 'pro')).toBe(pro);
    expect(chosenModel([pro], undefined)).toBe(pro);
    expect(waysOut([pro, ...models], fine, words({ count: 1 }), 2).map((way) => (way.kind === 'cheaper' ? way.model.id : way.kind))).toEqual(['plain']);
  });
});

describe('the ways out of not having enough credits', () => {
  it('offers fewer pictures, then a cheaper model', () => {
    expect(waysOut(models, fine, words({ count: 4 }), 7)).toEqual([
      { kind: 'fewer', count: 2, price: 6 },
      { kind: 'cheaper', model: plain, count: 4, price: 4 },
    ]);
  });
  it('offers nothing when nothing can be made', () => {
    expect(waysOut(models, plain, words({ count: 1 }), 0)).toEqual([]);
  });
  it('never offers what costs more than there is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 1, max: 4 }), fc.constantFrom(...models), (available, count, from) => {
        for (const way of waysOut(models, from, words({ count, aspect: '4:5' }), available)) expect(way.price).toBeLessThanOrEqual(available);
      }),
    );
  });
});
