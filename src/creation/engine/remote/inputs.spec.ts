import { describe, expect, it } from '@jest/globals';
import { inputFields, inputOf, takes } from './inputs.js';
import type { RemoteJob } from './port.js';

const job: RemoteJob = { model: 'any', prompt: 'a lake', negativePrompt: 'fog', seed: 7, width: 1_024, height: 576 };
const fields = (properties: Record<string, unknown>, more: Record<string, unknown> = {}) => inputFields({ $ref: '#/components/schemas/Input' }, { Input: { type: 'object', properties: { prompt: { type: 'string' }, ...properties } }, ...more });

describe('a job in the words of a hosted model', () => {
  it('says only what the model takes, and what to leave out with the words where there is no place for it', () => {
    expect(inputOf(fields({}), job)).toEqual({ prompt: 'a lake\n\nWithout: fog' });
    expect(inputOf(fields({ negative_prompt: { type: 'string' } }), job)).toEqual({ prompt: 'a lake', negative_prompt: 'fog' });
  });

  it('asks for one picture, without loss, of the seed as far as the model counts', () => {
    const schema = fields({ num_images: { type: 'integer' }, seed: { type: 'integer', maximum: 4 }, output_format: { allOf: [{ $ref: '#/components/schemas/format' }] } }, { format: { enum: ['jpg', 'png'] } });
    expect(inputOf(schema, { ...job, negativePrompt: '' })).toEqual({ prompt: 'a lake', num_images: 1, seed: 2, output_format: 'png' });
  });

  it.each([
    ['sides, in the model\'s steps and bounds', { width: { type: 'integer', maximum: 512, multipleOf: 32 }, height: { type: 'integer', maximum: 512, multipleOf: 32 } }, { width: 512, height: 288 }],
    ['sides that are the model\'s own when the shape is', { width: { type: 'integer' }, height: { type: 'integer' }, aspect_ratio: { enum: ['1:1', 'custom'] } }, { width: 1_024, height: 576, aspect_ratio: 'custom' }],
    ['the nearest shape', { aspect_ratio: { enum: ['1:1', '4:3', '16:9', 'match_input_image'] } }, { aspect_ratio: '16:9' }],
    ['the nearest size', { size: { enum: ['1024x1024', '1536x1024', '1024x1536'] } }, { size: '1536x1024' }],
    ['a size by its sides', { image_size: { anyOf: [{ $ref: '#/components/schemas/ImageSize' }, { enum: ['square_hd'] }] } }, { image_size: { width: 1_024, height: 576 } }],
    ['a size by its name', { image_size: { enum: ['square_hd', 'portrait_16_9', 'landscape_16_9'] } }, { image_size: 'landscape_16_9' }],
  ])('asks for %s', (_, properties, asked) => {
    expect(inputOf(fields(properties, { ImageSize: { type: 'object', properties: { width: {}, height: {} } } }), { ...job, negativePrompt: '' })).toEqual({ prompt: 'a lake', ...asked });
  });

  it('gives the picture to start from by the model\'s own name for it, as a list where it takes several', () => {
    const from = { ...job, negativePrompt: '', image: { png: new Uint8Array(), strength: 0 } };
    expect(inputOf(fields({ image_url: { type: 'string' }, strength: { type: 'number', minimum: 0.1 } }), from, 'https://x/1.png')).toEqual({ prompt: 'a lake', image_url: 'https://x/1.png', strength: 0.1 });
    expect(inputOf(fields({ image_input: { anyOf: [{ type: 'array' }, { type: 'null' }] } }), from, 'https://x/1.png')).toEqual({ prompt: 'a lake', image_input: ['https://x/1.png'] });
  });

  it('says what a model cannot take', () => {
    expect(takes(fields({}))).toEqual({ words: true, picture: false });
    expect(takes(fields({ input_image: {} }))).toEqual({ words: true, picture: true });
    expect(() => inputOf(fields({}), { ...job, image: { png: new Uint8Array(), strength: 1 } }, 'https://x/1.png')).toThrow(/starts from no picture/);
    expect(() => inputOf(inputFields({ properties: { image: {} } }, {}), job)).toThrow(/takes no words/);
    expect(() => inputFields({}, undefined)).toThrow(/no fields/);
  });

  it('follows a schema that refers to itself no further than it must', () => {
    expect(takes(inputFields({ $ref: '#/components/schemas/A' }, { A: { allOf: [{ $ref: '#/components/schemas/A' }], properties: { prompt: { $ref: '#/components/schemas/A' } } } }))).toEqual({ words: true, picture: false });
  });
});
