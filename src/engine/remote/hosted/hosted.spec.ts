import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PUBLISHED, violationsOf } from '../../../../test/support/servers/remote/schemas.js';
import { inputOf, type InputFiles } from '../inputs.js';
import { filesOf, isVideoOperation, REMOTE_OPERATIONS, type RemoteOperation } from '../operations.shared.js';
import { RemoteFault, type RemoteJob } from '../port.js';
import { inputFields, type InputFields } from './fields.js';
import { HOSTED_MODELS, hostedModel, isNonCommercial, type HostedModel } from './models.shared.js';
import { operationsOf } from './operations.js';

const KINDS = ['replicate', 'fal'] as const;
const ENTRIES = KINDS.flatMap((kind) =>
  HOSTED_MODELS[kind].map((entry: HostedModel) => ({
    kind,
    entry,
    model: entry.model,
    schema: PUBLISHED[kind][entry.model],
  })),
);

const schemaOf = (kind: (typeof KINDS)[number], model: string) => {
  const schema = PUBLISHED[kind][model];
  if (schema === undefined) throw new RangeError(`no schema of ${model}`);
  return schema;
};

/** The addresses of an operation's files. */
const filesFor = (operation: RemoteOperation): InputFiles =>
  Object.fromEntries(
    [...filesOf(operation), ...(operation === 'inpaint' || operation === 'erase' ? ['mask'] : [])].map((file) => [
      file,
      `https://files.example/${file}`,
    ]),
  );

function jobOf(operation: RemoteOperation, model: string, more: Partial<RemoteJob> = {}): RemoteJob {
  const image = filesOf(operation).includes('image')
    ? { image: { png: new Uint8Array(), width: 512, strength: 0.6 } }
    : {};
  return {
    operation,
    model,
    prompt: 'a lake',
    negativePrompt: '',
    seed: 7,
    width: 1_024,
    height: 576,
    ...(isVideoOperation(operation) ? { seconds: 5 } : {}),
    ...image,
    ...more,
  };
}

const anyJob = (operation: RemoteOperation, model: string): fc.Arbitrary<RemoteJob> =>
  fc
    .record({
      prompt: fc.string({ maxLength: 80 }),
      negativePrompt: fc.constantFrom('', 'fog'),
      seed: fc.nat(),
      width: fc.integer({ min: 64, max: 4_096 }),
      height: fc.integer({ min: 64, max: 4_096 }),
      seconds: fc.double({ min: 2, max: 30, noNaN: true }),
      strength: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    .map(({ seconds, ...job }) => jobOf(operation, model, isVideoOperation(operation) ? { ...job, seconds } : job));

/** The input, or nothing for a job that the model cannot do. */
function inputOrNothing(
  fields: InputFields,
  job: RemoteJob,
  files: InputFiles,
  entry?: HostedModel,
): Readonly<Record<string, unknown>> | undefined {
  try {
    return inputOf(fields, job, files, entry);
  } catch (error) {
    if (error instanceof RemoteFault && error.reason === 'rejected') return undefined;
    throw error;
  }
}

describe('a known model of a hosted service', () => {
  it.each(ENTRIES)('$kind $model does what the table says, by its published schema', ({ kind, entry, model }) => {
    expect(operationsOf(inputFields(schemaOf(kind, model), {}), model, entry)).toEqual(entry.operations);
  });

  it.each(ENTRIES)(
    '$kind $model is sent only what its schema takes, whatever is asked for',
    ({ kind, entry, model }) => {
      const schema = schemaOf(kind, model);
      const fields = inputFields(schema, {});
      for (const operation of entry.operations) {
        const usual = inputOf(fields, jobOf(operation, model), filesFor(operation), entry);
        expect(violationsOf(schema, usual)).toEqual([]);
        for (const address of Object.values(filesFor(operation))) expect(JSON.stringify(usual)).toContain(address);
        fc.assert(
          fc.property(anyJob(operation, model), (job) => {
            const input = inputOrNothing(fields, job, filesFor(operation), entry);
            expect(input === undefined ? [] : violationsOf(schema, input)).toEqual([]);
          }),
          { numRuns: 40 },
        );
      }
    },
  );

  it('serves nothing for which its live schema has lost a field', () => {
    const schema = schemaOf('replicate', 'lucataco/faceswap');
    const { swap_image: _lost, ...properties } = schema.properties;
    expect(
      operationsOf(
        inputFields({ ...schema, required: ['target_image'], properties }, {}),
        'lucataco/faceswap',
        hostedModel('replicate', 'lucataco/faceswap'),
      ),
    ).toEqual([]);
    expect(
      operationsOf(
        inputFields(
          {
            ...schema,
            required: [...schema.required, 'licence_key'],
            properties: { ...schema.properties, licence_key: {} },
          },
          {},
        ),
        'lucataco/faceswap',
      ),
    ).toEqual([]);
  });

  it('is found by its name, with or without a version, at its own service', () => {
    expect(hostedModel('replicate', 'cuuupid/idm-vton:0513734a')?.name).toBe('IDM-VTON');
    expect(hostedModel('fal', 'cuuupid/idm-vton')).toBeUndefined();
    expect(hostedModel('comfyui', 'cuuupid/idm-vton')).toBeUndefined();
    expect([
      isNonCommercial('replicate', 'cuuupid/idm-vton:0513734a'),
      isNonCommercial('fal', 'fal-ai/latentsync'),
      isNonCommercial('replicate', 'somebody/else'),
    ]).toEqual([true, false, false]);
  });
});

describe('the input of a known model', () => {
  it.each<
    [string, (typeof KINDS)[number], string, RemoteOperation, Partial<RemoteJob>, Readonly<Record<string, unknown>>]
  >([
    [
      'an instruction and the image',
      'replicate',
      'black-forest-labs/flux-kontext-pro',
      'edit',
      { prompt: 'make it night' },
      {
        prompt: 'make it night',
        input_image: 'https://files.example/image',
        aspect_ratio: 'match_input_image',
        output_format: 'png',
        seed: 7,
      },
    ],
    [
      'all images in one list',
      'fal',
      'fal-ai/nano-banana/edit',
      'compose',
      { prompt: 'dress them' },
      {
        prompt: 'dress them',
        image_urls: ['https://files.example/image', 'https://files.example/garment'],
        aspect_ratio: 'auto',
        output_format: 'png',
        num_images: 1,
        seed: 7,
      },
    ],
    [
      'at least as many pixels as the endpoint makes',
      'fal',
      'fal-ai/bytedance/seedream/v4/edit',
      'edit',
      { width: 640, height: 360 },
      {
        prompt: 'a lake',
        image_urls: ['https://files.example/image'],
        image_size: { width: 1_280, height: 720 },
        num_images: 1,
        seed: 7,
      },
    ],
    [
      'the scene in the field of the background',
      'replicate',
      'bria/generate-background',
      'replace-background',
      {},
      { bg_prompt: 'a lake', image: 'https://files.example/image', seed: 7 },
    ],
    [
      'the person and the garment',
      'replicate',
      'cuuupid/idm-vton',
      'try-on',
      {},
      {
        human_img: 'https://files.example/image',
        garm_img: 'https://files.example/garment',
        garment_des: 'the garment of the image',
        category: 'upper_body',
        crop: true,
        seed: 7,
      },
    ],
    [
      'the face and where it goes',
      'replicate',
      'codeplugtech/face-swap',
      'face-swap',
      {},
      { input_image: 'https://files.example/image', swap_image: 'https://files.example/face' },
    ],
    [
      'the video and the recording',
      'replicate',
      'kwaivgi/kling-lip-sync',
      'lip-sync',
      {},
      { video_url: 'https://files.example/video', audio_file: 'https://files.example/audio' },
    ],
    [
      'silence after a short recording',
      'fal',
      'fal-ai/sync-lipsync/v2',
      'lip-sync',
      {},
      { video_url: 'https://files.example/video', audio_url: 'https://files.example/audio', sync_mode: 'silence' },
    ],
    [
      'frames enough for the length',
      'fal',
      'fal-ai/infinitalk',
      'talking-image',
      {},
      {
        prompt: 'a lake',
        image_url: 'https://files.example/image',
        audio_url: 'https://files.example/audio',
        num_frames: 121,
        resolution: '480p',
        seed: 7,
      },
    ],
    [
      'the portrait and the movement',
      'replicate',
      'wan-video/wan-2.2-animate-animation',
      'mimic-motion',
      { width: 480, height: 640 },
      { video: 'https://files.example/video', character_image: 'https://files.example/image', resolution: '480' },
    ],
    [
      'the nearest shape where the model does not follow the video',
      'replicate',
      'wan-video/wan-2.7-videoedit',
      'video-to-video',
      { width: 720, height: 1_280 },
      {
        prompt: 'a lake',
        video: 'https://files.example/video',
        aspect_ratio: '9:16',
        resolution: '720p',
        duration: 5,
        audio_setting: 'origin',
        seed: 7,
      },
    ],
    [
      'how far to depart from the video',
      'fal',
      'fal-ai/wan/v2.2-a14b/video-to-video',
      'video-to-video',
      { strength: 0.4 },
      {
        prompt: 'a lake',
        video_url: 'https://files.example/video',
        strength: 0.4,
        num_frames: 121,
        frames_per_second: 24,
        resolution: '580p',
        resample_fps: true,
        seed: 7,
      },
    ],
  ])('has %s', (_, kind, model, operation, more, expected) => {
    const entry = hostedModel(kind, model);
    expect(
      inputOf(inputFields(schemaOf(kind, model), {}), jobOf(operation, model, more), filesFor(operation), entry),
    ).toEqual(expected);
  });
});

describe('a model that is not known', () => {
  const read = (properties: Record<string, unknown>, required: readonly string[]) =>
    inputFields({ type: 'object', required, properties }, {});

  it.each<[string, string, Record<string, unknown>, readonly string[], readonly RemoteOperation[]]>([
    [
      'dresses a person',
      'any/tryon',
      { person_image: {}, cloth_image: {} },
      ['person_image', 'cloth_image'],
      ['try-on'],
    ],
    [
      'swaps faces',
      'any/swap',
      { base_image_url: {}, swap_image_url: {} },
      ['base_image_url', 'swap_image_url'],
      ['face-swap'],
    ],
    ['moves lips', 'any/lips', { video: {}, audio: {} }, ['video', 'audio'], ['lip-sync']],
    ['makes an image talk', 'any/talks', { image: {}, audio: {} }, ['image', 'audio'], ['talking-image']],
    ['mimics', 'any/mimic', { image: {}, driving_video: {} }, ['image', 'driving_video'], ['mimic-motion']],
    [
      'repaints videos',
      'any/v2v',
      { prompt: {}, video_url: {}, image_url: {} },
      ['prompt', 'video_url'],
      ['video-to-video'],
    ],
    [
      'follows instructions',
      'any/banana-image-edit',
      { prompt: {}, image: {} },
      ['prompt', 'image'],
      ['edit', 'image-to-image'],
    ],
    [
      'follows instructions about several images',
      'any/nano-banana-9',
      { prompt: {}, image_input: { type: 'array' } },
      ['prompt'],
      ['text-to-image', 'edit', 'compose', 'image-to-image'],
    ],
    [
      'may take a recording',
      'any/i2v',
      { prompt: {}, image: {}, audio: {} },
      ['prompt', 'image'],
      ['image-to-image', 'image-to-video'],
    ],
    ['needs what nobody gives', 'any/other', { prompt: {}, licence_key: {} }, ['prompt', 'licence_key'], []],
  ])('is told by its input: it %s', (_, model, properties, required, operations) => {
    expect(operationsOf(read(properties, required), model)).toEqual(operations);
  });

  const NAMES = [
    'prompt',
    'bg_prompt',
    'negative_prompt',
    'image',
    'image_urls',
    'input_image',
    'mask',
    'video',
    'audio_url',
    'swap_image',
    'target_image',
    'human_img',
    'garm_img',
    'scale',
    'strength',
    'seed',
    'num_images',
    'width',
    'height',
    'aspect_ratio',
    'image_size',
    'resolution',
    'duration',
    'num_frames',
    'fps',
    'output_format',
    'something',
    'else',
  ];
  const PROPERTIES = [
    {},
    { type: 'string' },
    { type: 'array' },
    { type: 'integer', minimum: 2, maximum: 9 },
    { enum: ['1:1', '16:9'] },
    { enum: ['480p', '720p'] },
    { type: 'object', properties: {} },
  ];

  it('is sent only fields of its schema, and all that it needs, whatever its schema is', () => {
    const anySchema = fc.uniqueArray(
      fc.record({
        name: fc.constantFrom(...NAMES),
        property: fc.constantFrom(...PROPERTIES),
        isRequired: fc.boolean(),
      }),
      { selector: ({ name }) => name, minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(
        anySchema,
        fc.constantFrom(...REMOTE_OPERATIONS).chain((operation) => anyJob(operation, 'any/model')),
        (schema, job) => {
          const fields = read(
            Object.fromEntries(schema.map(({ name, property }) => [name, property])),
            schema.filter(({ isRequired }) => isRequired).map(({ name }) => name),
          );
          const input = inputOrNothing(fields, job, filesFor(job.operation));
          if (input === undefined) return;
          expect(Object.keys(input).filter((name) => !fields.has(name))).toEqual([]);
          expect(schema.filter(({ name, isRequired }) => isRequired && input[name] === undefined)).toEqual([]);
        },
      ),
      { numRuns: 500 },
    );
  });
});
