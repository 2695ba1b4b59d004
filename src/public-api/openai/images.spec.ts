import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ASPECTS } from '../../engine/sizes.shared.js';
import { formFields } from './forms.js';
import { aspectOf, creationBody, generation, modelFor, unmaskedProcedure } from './images.js';

const model = (id: string, more: object = {}) => ({
  id,
  tier: 'free' as const,
  longSide: 1_024,
  procedures: ['text2Image.create'],
  ...more,
});

describe('a request of an image client', () => {
  it('gets the offered shape that is nearest to its size', () => {
    expect(['1024x1024', '1792x1024', '1024x1792', '1536x1024', '816x1024', 'auto'].map(aspectOf)).toEqual([
      '1:1',
      '16:9',
      '9:16',
      '3:2',
      '4:5',
      undefined,
    ]);
    const side = fc.integer({ min: 16, max: 8_192 });
    fc.assert(
      fc.property(side, side, (width, height) => {
        const chosen = aspectOf(`${width}x${height}`);
        const error = ({ width: w, height: h }: { width: number; height: number }): number =>
          Math.abs(Math.log(width / height / (w / h)));
        const smallest = Math.min(...Object.values(ASPECTS).map(error));
        expect(chosen === undefined ? NaN : error(ASPECTS[chosen])).toBeCloseTo(smallest, 9);
      }),
    );
  });

  it('names its model, or gets one that everyone may use', () => {
    const models = [model('plus', { tier: 'pro' }), model('first'), model('large', { longSide: 2_048 })];
    expect(modelFor(models, { model: 'other', quality: 'high' })).toBe('other');
    expect(modelFor(models, { model: undefined, quality: 'auto' })).toBe('first');
    expect(modelFor(models, { model: undefined, quality: 'hd' })).toBe('large');
    expect(modelFor([], { model: undefined, quality: 'auto' })).toBeUndefined();
  });

  it('is an edit by instruction where a model serves that, and otherwise a restyle', () => {
    const restyle = model('restyle', { procedures: ['image2Image.create'] });
    const instruct = model('instruct', { procedures: ['imageTools.editByInstruction'] });
    expect(unmaskedProcedure([restyle, instruct], undefined)).toBe('imageTools.editByInstruction');
    expect(unmaskedProcedure([restyle, instruct], 'restyle')).toBe('image2Image.create');
    expect(unmaskedProcedure([restyle], undefined)).toBe('image2Image.create');
  });

  it('becomes the input of the creation, without fields that the procedure does not have', () => {
    const request = generation.parse({ prompt: 'a fox', n: 2, size: '1024x1792', style: 'ink', maxCredits: 4 });
    expect(creationBody('text2Image.create', request, 'preview')).toEqual({
      model: 'preview',
      prompt: 'a fox',
      count: 2,
      aspect: '9:16',
      style: 'ink',
      maxCredits: 4,
    });
    expect(creationBody('imageTools.editByInstruction', request, 'm')).toEqual({
      model: 'm',
      prompt: 'a fox',
      count: 2,
      maxCredits: 4,
    });
  });

  it('has numbers also in a form, where a text that is none is refused', () => {
    const form = new FormData();
    for (const [name, value] of [
      ['prompt', '12'],
      ['n', '2'],
      ['stream', 'false'],
    ] as const)
      form.set(name, value);
    expect(formFields(form)).toEqual({ prompt: '12', n: 2, stream: false });
    form.set('n', 'two');
    expect(generation.safeParse(formFields(form)).success).toBe(false);
  });
});
