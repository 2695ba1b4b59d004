import { describe, expect, test } from '@jest/globals';
import { inOfferedOrder, LocalModels, readCatalogue } from './catalog.js';
import { listedModel, type ModelView } from './model.shared.js';

const model = (id: string, change: Partial<ModelView> = {}): ModelView => ({
  id,
  name: id,
  procedures: ['text2Image.create'],
  tier: 'free',
  relaxed: false,
  typicalMs: 1,
  priceVersion: 1,
  longSide: 1_024,
  engine: 'local',
  cost: { base: 0, perOutput: 1, perSecond: 0, resolution: [{ upToPixels: 1_024 * 1_024, percent: 100 }] },
  ...change,
});
const first = model('first');

test('preselects the operator’s preferred model, then that of the engine that was connected first, however they are stored', () => {
  const offered = (id: string, connectedAt: number, preferred?: true) =>
    model(id, { engine: 'remote', connectedAt, ...(preferred === undefined ? {} : { preferred }) });
  const models = [offered('late', 3), offered('b', 1), offered('chosen', 9, true), offered('a', 1)];
  expect([models, models.toReversed()].map((some) => inOfferedOrder(some).map(({ id }) => id))).toEqual([
    ['chosen', 'a', 'b', 'late'],
    ['chosen', 'a', 'b', 'late'],
  ]);
});

describe('the models of the local engine', () => {
  const local = new LocalModels({
    models: [
      first,
      model('voice', { procedures: ['video.speak', 'text2Image.create'] }),
      model('other', { procedures: ['video.speak'] }),
    ],
    needsSpeech: new Set(['voice', 'other']),
    needsOptional: new Map([['voice', 'kokoro' as const]]),
  });

  test('are found by their id, and none by another', () => {
    expect(local.find('voice')?.name).toBe('voice');
    expect(local.find('something-else')).toBeUndefined();
  });

  test('are those of a procedure in their order, and none of one that nothing serves', () => {
    expect(local.serving('text2Image.create').map(({ id }) => id)).toEqual(['first', 'voice']);
    expect(local.serving('nobody.makes')).toEqual([]);
    expect(local.serving().map(({ id }) => id)).toEqual(['first', 'voice', 'other']);
  });

  test('say what they need of the machine', () => {
    expect(['first', 'voice', 'other'].map((id) => [local.needsSpeech(id), local.optionalModelOf(id)])).toEqual([
      [false, undefined],
      [true, 'kokoro'],
      [true, undefined],
    ]);
  });

  test.each([
    ['two models of one id', [first, first]],
    ['a negative price', [model('first', { cost: { ...first.cost, perOutput: -1 } })]],
    ['part of a credit', [model('first', { cost: { ...first.cost, base: 0.5 } })]],
    [
      'resolution steps out of order',
      [
        model('first', {
          cost: {
            ...first.cost,
            resolution: [
              { upToPixels: 2, percent: 100 },
              { upToPixels: 1, percent: 100 },
            ],
          },
        }),
      ],
    ],
    ['no model at all', []],
  ])('are refused at startup for %s', (_what, models) => {
    expect(readCatalogue([first])).toEqual([first]);
    expect(() => new LocalModels({ models, needsSpeech: new Set(), needsOptional: new Map() })).toThrow();
  });
});

test('every visitor learns whether a model takes LoRAs, but not which', () => {
  const own = model('x00000001-flux-abcdef', { engine: 'remote' });
  const loras = Array.from({ length: 200 }, (_, number) => `l00000000-lora-${number}`);
  expect(listedModel({ ...own, loras })).toEqual({ ...own, takesLoras: true });
  expect(listedModel({ ...own, loras: [] })).toEqual(own);
  expect(listedModel(own)).toEqual(own);
});
