import { describe, expect, it } from '@jest/globals';
import { inputFields } from './hosted/fields.js';
import { operationsOf } from './hosted/operations.js';
import { inputOf } from './inputs.js';
import type { RemoteJob } from './port.js';

const job: RemoteJob = {
  operation: 'text-to-image',
  model: 'any',
  prompt: 'a lake',
  negativePrompt: 'fog',
  seed: 7,
  width: 1_024,
  height: 576,
};
const fields = (properties: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  inputFields(
    { $ref: '#/components/schemas/Input' },
    { Input: { type: 'object', properties: { prompt: { type: 'string' }, ...properties } }, ...more },
  );

describe('a job in the words of a hosted model', () => {
  it('says only what the model takes, and what to leave out with the words where there is no place for it', () => {
    expect(inputOf(fields({}), job)).toEqual({ prompt: 'a lake\n\nWithout: fog' });
    expect(inputOf(fields({ negative_prompt: { type: 'string' } }), job)).toEqual({
      prompt: 'a lake',
      negative_prompt: 'fog',
    });
  });

  it('asks for one picture, without loss, of the seed as far as the model counts', () => {
    const schema = fields(
      {
        num_images: { type: 'integer' },
        seed: { type: 'integer', maximum: 4 },
        output_format: { allOf: [{ $ref: '#/components/schemas/format' }] },
      },
      { format: { enum: ['jpg', 'png'] } },
    );
    expect(inputOf(schema, { ...job, negativePrompt: '' })).toEqual({
      prompt: 'a lake',
      num_images: 1,
      seed: 2,
      output_format: 'png',
    });
  });

  it.each([
    [
      "sides, in the model's steps and bounds",
      {
        width: { type: 'integer', maximum: 512, multipleOf: 32 },
        height: { type: 'integer', maximum: 512, multipleOf: 32 },
      },
      { width: 512, height: 288 },
    ],
    [
      "sides that are the model's own when the shape is",
      { width: { type: 'integer' }, height: { type: 'integer' }, aspect_ratio: { enum: ['1:1', 'custom'] } },
      { width: 1_024, height: 576, aspect_ratio: 'custom' },
    ],
    [
      'the nearest shape',
      { aspect_ratio: { enum: ['1:1', '4:3', '16:9', 'match_input_image'] } },
      { aspect_ratio: '16:9' },
    ],
    ['the nearest size', { size: { enum: ['1024x1024', '1536x1024', '1024x1536'] } }, { size: '1536x1024' }],
    [
      'a size by its sides',
      { image_size: { anyOf: [{ $ref: '#/components/schemas/ImageSize' }, { enum: ['square_hd'] }] } },
      { image_size: { width: 1_024, height: 576 } },
    ],
    [
      'a size by its name',
      { image_size: { enum: ['square_hd', 'portrait_16_9', 'landscape_16_9'] } },
      { image_size: 'landscape_16_9' },
    ],
  ])('asks for %s', (_, properties, expected) => {
    expect(
      inputOf(fields(properties, { ImageSize: { type: 'object', properties: { width: {}, height: {} } } }), {
        ...job,
        negativePrompt: '',
      }),
    ).toEqual({ prompt: 'a lake', ...expected });
  });

  it("gives the picture to start from by the model's own name for it, as a list where it takes several", () => {
    const from = {
      ...job,
      operation: 'image-to-image' as const,
      negativePrompt: '',
      image: { png: new Uint8Array(), width: 1_024, strength: 0 },
    };
    expect(
      inputOf(fields({ image_url: { type: 'string' }, strength: { type: 'number', minimum: 0.1 } }), from, {
        image: 'https://x/1.png',
      }),
    ).toEqual({ prompt: 'a lake', image_url: 'https://x/1.png', strength: 0.1 });
    expect(
      inputOf(fields({ image_input: { anyOf: [{ type: 'array' }, { type: 'null' }] } }), from, {
        image: 'https://x/1.png',
      }),
    ).toEqual({ prompt: 'a lake', image_input: ['https://x/1.png'] });
  });

  it.each([
    ['the shortest choice that is long enough', { duration: { enum: [4, 6, 8] } }, 5, { duration: 6 }],
    ['a choice in words', { duration: { enum: ['5s', '10s', 'auto'] } }, 8, { duration: '10s' }],
    ['whole seconds', { seconds: { type: 'integer', minimum: 5, maximum: 12 } }, 3, { seconds: 5 }],
    ['a length in letters', { duration: { type: 'string' } }, 8, { duration: '8' }],
    [
      "frames at the model's usual rate",
      {
        num_frames: { type: 'integer', minimum: 9, maximum: 161 },
        frame_rate: { type: 'integer', minimum: 15, maximum: 60, default: 30 },
      },
      5,
      { num_frames: 151, frame_rate: 30 },
    ],
    [
      'as many frames as it makes, at a slower rate',
      { num_frames: { type: 'integer', maximum: 161 }, fps: { type: 'integer', minimum: 15, default: 30 } },
      8,
      { num_frames: 161, fps: 20 },
    ],
    ['nothing of a length that the model does not ask for', {}, 8, {}],
    [
      'the nearest lines, and a file that every player knows',
      { resolution: { enum: ['480p', '720p', '1080P'] }, output_format: { enum: ['webm', 'mp4', 'png'] } },
      5,
      { resolution: '480p', output_format: 'mp4' },
    ],
  ])('asks of a film for %s', (_, properties, seconds, expected) => {
    expect(inputOf(fields(properties), { ...job, negativePrompt: '', width: 848, height: 480, seconds })).toEqual({
      prompt: 'a lake',
      ...expected,
    });
  });

  it.each([
    ['choices', { duration: { enum: [5, 8] } }],
    ['whole seconds', { duration: { type: 'integer', maximum: 8 } }],
    ['frames', { num_frames: { type: 'integer', maximum: 121 } }],
    [
      'frames at the slowest rate',
      { num_frames: { type: 'integer', maximum: 121 }, fps: { type: 'integer', minimum: 15 } },
    ],
  ])('asks for no film that the model makes only shorter, by its %s', (_, properties) => {
    expect(() => inputOf(fields(properties), { ...job, seconds: 10 })).toThrow(/no video of 10 s/);
    expect(() => inputOf(fields(properties), { ...job, seconds: 3 })).not.toThrow();
  });

  it('lets a film go as far from its first picture as it does', () => {
    const from = {
      ...job,
      negativePrompt: '',
      seconds: 5,
      image: { png: new Uint8Array(), width: 1_024, strength: 1 },
    };
    expect(
      inputOf(fields({ first_frame_image: { type: 'string' }, strength: { type: 'number' } }), from, {
        image: 'https://x/1.png',
      }),
    ).toEqual({ prompt: 'a lake', first_frame_image: 'https://x/1.png' });
  });

  it('says what a model cannot take', () => {
    expect(operationsOf(fields({}), 'any/model')).toEqual(['text-to-image', 'text-to-video']);
    expect(operationsOf(fields({ input_image: {} }), 'any/model')).toEqual([
      'text-to-image',
      'text-to-video',
      'image-to-image',
      'image-to-video',
    ]);
    expect(() =>
      inputOf(
        fields({}),
        { ...job, image: { png: new Uint8Array(), width: 1_024, strength: 1 } },
        { image: 'https://x/1.png' },
      ),
    ).toThrow(/takes no start image/);
    expect(() => inputOf(inputFields({ properties: { image: {} } }, {}), job)).toThrow(/takes no prompt/);
    expect(() => inputFields({}, undefined)).toThrow(/no fields/);
  });

  it.each([
    [
      'paints into a mask',
      'black-forest-labs/flux-fill-dev',
      { image: {}, mask: {} },
      ['image', 'prompt'],
      true,
      ['image-to-image', 'image-to-video', 'inpaint'],
    ],
    ['only paints into a mask', 'any/fill', { image: {}, mask: {} }, ['image', 'mask', 'prompt'], true, ['inpaint']],
    ['fills a mask without words', 'any/lama', { image: {}, mask: {} }, ['image', 'mask'], false, ['erase']],
    [
      'enlarges',
      'nightmareai/real-esrgan',
      { image: {}, scale: { type: 'number', maximum: 10 } },
      ['image'],
      false,
      ['image-to-video', 'upscale'],
    ],
    [
      'is guided by a scale',
      'any/controlnet',
      { image: {}, scale: { type: 'number' } },
      ['prompt', 'image'],
      true,
      ['image-to-image', 'image-to-video'],
    ],
    [
      'cuts subjects out by a path',
      'fal-ai/bria/background/remove',
      { image_url: {} },
      ['image_url'],
      false,
      ['cut-out'],
    ],
    ['cuts subjects out', 'fal-ai/imageutils/rembg', { image_url: {} }, ['image_url'], false, ['cut-out']],
  ] as const)('tells a model that %s by its input', (_, name, properties, required, hasPrompt, operations) => {
    const read = inputFields(
      { type: 'object', required, properties: { ...properties, ...(hasPrompt ? { prompt: { type: 'string' } } : {}) } },
      {},
    );
    expect(operationsOf(read, name)).toEqual(operations);
  });

  it("gives a mask by the model's own name for it, and a factor that reaches the size", () => {
    const images = { image: 'https://x/1.png', mask: 'https://x/2.png' };
    const image = { png: new Uint8Array(), width: 512, strength: 1 };
    expect(
      inputOf(
        fields({ image_url: {}, mask_url: {} }),
        { ...job, operation: 'inpaint', negativePrompt: '', image, mask: new Uint8Array() },
        images,
      ),
    ).toEqual({ prompt: 'a lake', image_url: 'https://x/1.png', mask_url: 'https://x/2.png' });
    expect(() => inputOf(fields({ image: {} }), { ...job, operation: 'inpaint', image }, images)).toThrow(
      /takes no mask/,
    );
    const larger = inputFields({ properties: { image: {}, scale: { type: 'integer', maximum: 4 } } }, {});
    expect(
      inputOf(
        larger,
        { ...job, operation: 'upscale', prompt: '', negativePrompt: '', width: 1_500, image },
        { image: 'https://x/1.png' },
      ),
    ).toEqual({ image: 'https://x/1.png', scale: 3 });
    expect(() =>
      inputOf(
        larger,
        { ...job, operation: 'upscale', prompt: '', negativePrompt: '', width: 4_096, image },
        { image: 'https://x/1.png' },
      ),
    ).toThrow(/enlarges less than 8 times/);
  });

  it('follows a schema that refers to itself no further than it must', () => {
    expect(
      operationsOf(
        inputFields(
          { $ref: '#/components/schemas/A' },
          {
            A: {
              allOf: [{ $ref: '#/components/schemas/A' }],
              properties: { prompt: { $ref: '#/components/schemas/A' } },
            },
          },
        ),
        'any/model',
      ),
    ).toEqual(['text-to-image', 'text-to-video']);
  });
});
