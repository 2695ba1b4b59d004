import { describe, expect, it } from '@jest/globals';
import { LOCAL_MODELS } from '@src/creation/procedures/models.shared';
import { countOf, creditUsesOf } from './credit-uses';

describe('what a month of credits makes', () => {
  const makes = creditUsesOf(LOCAL_MODELS);

  it('is told in what the catalogue offers, by the price of each as the Create button has it', () => {
    expect(makes.map(({ kind, model, each }) => [kind, model, each])).toEqual([
      ['picture', 'Preview engine', 1],
      ['film', 'Preview motion', 4],
      ['picture', 'Preview engine Fine', 3],
      ['restyle', 'Preview restyle', 1],
      ['animate', 'Parallax', 4],
      ['upscale', 'ESRGAN', 1],
    ]);
  });

  it('is whole ones', () => expect([countOf({ each: 3 }, 800), countOf({ each: 4 }, 3)]).toEqual([266, 0]));
  it('leaves out what costs nothing, and is nothing without models', () => {
    const free = LOCAL_MODELS.map((model) => ({
      ...model,
      cost: { base: 0, perOutput: 0, perSecond: 0, resolution: [] },
    }));
    expect([creditUsesOf(free), creditUsesOf([])]).toEqual([[], []]);
  });
});
