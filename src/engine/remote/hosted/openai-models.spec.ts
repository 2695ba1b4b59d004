import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { editFields, operationsOfModel, qualityIn, sizeFor, sizesOf } from './openai-models.js';

describe('a model of OpenAI', () => {
  it.each([
    ['gpt-image-1', 1_600, 900, '1536x1024'],
    ['gpt-image-1.5', 900, 1_600, '1024x1536'],
    ['gpt-image-1-mini', 1_000, 1_000, '1024x1024'],
    ['dall-e-3', 1_600, 900, '1792x1024'],
    ['dall-e-2', 1_600, 900, '1024x1024'],
    ['gpt-image-2', 1_600, 900, '1360x768'],
    ['gpt-image-2-2026-04-21', 100, 900, '592x1776'],
  ])('%s is asked for the size nearest in shape to %d × %d: %s', (model, width, height, size) => {
    expect(sizeFor({ model, width, height })).toBe(size);
  });

  it('that makes any size is asked for sides in steps of 16, at most three to one, of about a megapixel', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8_000 }), fc.integer({ min: 1, max: 8_000 }), (width, height) => {
        const [across = 0, down = 0] = sizeFor({ model: 'gpt-image-2', width, height }).split('x').map(Number);
        expect([
          across % 16,
          down % 16,
          Math.max(across / down, down / across) <= 3.01,
          across * down > 1_000_000 && across * down < 1_100_000,
        ]).toEqual([0, 0, true, true]);
      }),
    );
    expect(sizesOf('gpt-image-2')).toBeUndefined();
    expect(sizesOf('gpt-image-1')).toHaveLength(3);
  });

  it('follows instructions about one or several images if it is a GPT Image, and keeps details where it has a setting for that', () => {
    expect(
      ['gpt-image-1', 'chatgpt-image-latest', 'gpt-image-2'].map((model) =>
        operationsOfModel(model).includes('compose'),
      ),
    ).toEqual([true, true, true]);
    expect(
      ['dall-e-2', 'dall-e-3', 'sora-2', 'flux'].map((model) => operationsOfModel(model).includes('edit')),
    ).toEqual([false, false, false, false]);
    const fidelity = (model: string) => editFields({ model, operation: 'edit' })['input_fidelity'];
    expect(['gpt-image-1', 'gpt-image-1.5', 'gpt-image-1-mini', 'gpt-image-2'].map(fidelity)).toEqual([
      'high',
      'high',
      undefined,
      undefined,
    ]);
    expect(editFields({ model: 'gpt-image-1', operation: 'inpaint' })).toEqual({});
  });

  it('has the quality that its name ends with, if it knows it', () => {
    expect(qualityIn('gpt-image-1:high')).toEqual({ model: 'gpt-image-1', quality: 'high' });
    expect(qualityIn('dall-e-3:hd')).toEqual({ model: 'dall-e-3', quality: 'hd' });
    for (const model of ['gpt-image-1', 'gpt-image-1:hd', 'dall-e-2:hd', 'flux:high'])
      expect(qualityIn(model)).toEqual({ model });
  });
});
