import { isVideoOperation, type RemoteFileName } from './operations.shared.js';
import { RemoteFault, type RemoteJob } from './port.js';
import type { InputField, InputFields } from './hosted/fields.js';
import type { HostedModel } from './hosted/model.shared.js';
import { COUNTS, fileField, FRAMES, LENGTHS, promptField, RATES, scaleField, STRENGTHS } from './hosted/names.js';
import { WITHOUT_PROMPT } from './hosted/operations.js';

/** Default step of image sides, when the schema states none. */
const SIDE_STEP = 16;
/** fal's named sizes (ImageSize of its models' schemas): width over height. */
const NAMED_SIZES: Readonly<Record<string, number>> = {
  square_hd: 1,
  square: 1,
  portrait_4_3: 3 / 4,
  portrait_16_9: 9 / 16,
  landscape_4_3: 4 / 3,
  landscape_16_9: 16 / 9,
};

const clamp = (value: number, { min = -Infinity, max = Infinity }: InputField): number =>
  Math.min(max, Math.max(min, value));

/** Addresses or data addresses of a job's files. */
export type InputFiles = Readonly<Partial<Record<RemoteFileName, string>>>;

/**
 * Translates a job to one model's input. It contains only fields of the model's schema.
 * @param entry the model's entry in the table of known models, if any
 * @throws RemoteFault rejected when the model lacks a needed field, or needs one that a job does not have
 */
export function inputOf(
  fields: InputFields,
  job: RemoteJob,
  files: InputFiles = {},
  entry?: HostedModel,
): Readonly<Record<string, unknown>> {
  const input: Input = {
    ...wordsOf(fields, job),
    ...numbersOf(fields, job),
    ...shapeOf(fields, job, entry),
    ...fixedOf(fields, entry),
    ...filesIn(fields, job, files, entry),
  };
  const missing = [...fields].find(([name, { isRequired }]) => isRequired && input[name] === undefined);
  if (missing !== undefined) throw new RemoteFault('rejected', `the model needs ${missing[0]}`);
  return input;
}

type Input = Record<string, unknown>;

const fixedOf = (fields: InputFields, entry: HostedModel | undefined): Input =>
  Object.fromEntries(
    Object.entries(entry?.fixed ?? {}).filter(([name, value]) => fields.has(name) && allows(fields.get(name), value)),
  );

/** Whether a choice is still among the field's values. */
const allows = (field: InputField | undefined, value: string | number | boolean): boolean =>
  field === undefined || field.choices.length === 0 || field.choices.some((choice) => choice === value);

/**
 * The prompt, with what to leave out where the model has no field for it. @throws RemoteFault rejected without a needed
 * prompt
 */
function wordsOf(fields: InputFields, { operation, prompt, negativePrompt }: RemoteJob): Input {
  const name = promptField(fields);
  if (name === undefined) {
    if (!WITHOUT_PROMPT.has(operation)) throw new RemoteFault('rejected', 'the model takes no prompt');
    return {};
  }
  const hasNegative = fields.has('negative_prompt');
  const words = hasNegative || negativePrompt === '' ? prompt : `${prompt}\n\nWithout: ${negativePrompt}`;
  return {
    ...(words !== '' || fields.get(name)?.isRequired === true ? { [name]: words } : {}),
    ...(hasNegative && negativePrompt !== '' ? { negative_prompt: negativePrompt } : {}),
  };
}

/** Seed, number of results, file format, and how far to depart from the source. */
function numbersOf(fields: InputFields, { operation, seed, seconds, image, strength }: RemoteJob): Input {
  const input: Input = {};
  const set = (names: readonly string[], value: (field: InputField) => unknown): void => {
    for (const name of names) {
      const field = fields.get(name);
      if (field !== undefined) input[name] = value(field);
    }
  };
  set(['seed'], ({ max }) => (max === undefined ? seed : seed % (max + 1)));
  set(COUNTS, () => 1);
  // Prefers the lossless image format, and the most widely supported video format.
  const format = seconds === undefined ? 'png' : 'mp4';
  if (fields.get('output_format')?.choices.includes(format) === true) input['output_format'] = format;
  // The start image is always the first frame of a video, and what is enlarged or cut out is not redrawn.
  if (image !== undefined && (operation === 'image-to-image' || operation === 'inpaint'))
    set(STRENGTHS, (field) => clamp(Math.max(0.05, image.strength), field));
  if (operation === 'video-to-video') set(STRENGTHS, (field) => clamp(Math.max(0.05, strength ?? 1), field));
  return input;
}

/** Size and length of the result, as far as the operation has a choice. */
function shapeOf(fields: InputFields, job: RemoteJob, entry: HostedModel | undefined): Input {
  switch (job.operation) {
    case 'upscale':
      return { ...factorOf(fields, job) };
    case 'cut-out':
    case 'face-swap':
      return {};
    case 'edit':
    case 'compose':
    case 'replace-background':
      // The result keeps the shape of the image.
      return fields.get('aspect_ratio')?.choices.includes('match_input_image') === true
        ? { aspect_ratio: 'match_input_image' }
        : fields.get('aspect_ratio')?.choices.includes('auto') === true
          ? { aspect_ratio: 'auto' }
          : { ...sizeOf(fields, enlarged(job, entry)) };
    default: {
      const length = job.seconds === undefined ? {} : lengthOf(fields, job.seconds);
      const isGiven =
        isVideoOperation(job.operation) && job.operation !== 'text-to-video' && job.operation !== 'image-to-video';
      return { ...(isGiven ? linesOf(fields, job) : sizeOf(fields, job)), ...length };
    }
  }
}

/** The same job with at least as many pixels as the model makes. */
function enlarged(job: RemoteJob, entry: HostedModel | undefined): RemoteJob {
  const by = Math.max(1, Math.sqrt((entry?.minPixels ?? 0) / (job.width * job.height)));
  return { ...job, width: Math.ceil(job.width * by), height: Math.ceil(job.height * by) };
}

/**
 * The resolution of a video that keeps the shape of its source, and its shape if the model does not follow the source.
 */
function linesOf(fields: InputFields, job: RemoteJob): Input {
  const wanted = [
    'resolution',
    ...(fields.get('aspect_ratio')?.choices.includes('auto') === true ? [] : ['aspect_ratio']),
  ];
  return Object.fromEntries(Object.entries(sizeOf(fields, job)).filter(([name]) => wanted.includes(name)));
}

/** The job's files by the model's own names. @throws RemoteFault rejected when the model has no field for one */
function filesIn(
  fields: InputFields,
  { operation }: RemoteJob,
  files: InputFiles,
  entry: HostedModel | undefined,
): Input {
  const several = operation === 'compose';
  const named = (file: RemoteFileName): string => {
    const name = fileField(fields, operation, file, entry);
    if (name === undefined)
      throw new RemoteFault(
        'rejected',
        file === 'image' ? 'the model takes no start image' : `the model takes no ${file}`,
      );
    return name;
  };
  if (several) {
    const all = Object.values(files);
    if (fields.get(named('image'))?.types.has('array') !== true)
      throw new RemoteFault('rejected', 'the model takes one image only');
    return { [named('image')]: all };
  }
  // Object.entries loses the type of the keys.
  return Object.fromEntries(
    (Object.entries(files) as readonly (readonly [RemoteFileName, string])[]).map(([file, address]) => {
      const name = named(file);
      return [name, fields.get(name)?.types.has('array') === true ? [address] : address];
    }),
  );
}

/** The whole factor that reaches the requested size. @throws RemoteFault rejected when the model enlarges less */
function factorOf(fields: InputFields, { width, image }: RemoteJob): Readonly<Record<string, number>> {
  const [name, factor] = [scaleField(fields), Math.max(1, Math.ceil(width / (image?.width ?? width)))];
  const field = name === undefined ? undefined : fields.get(name);
  if (name === undefined || field === undefined) throw new RemoteFault('rejected', 'the model does not enlarge');
  if (factor > (field.max ?? Infinity))
    throw new RemoteFault('rejected', `the model enlarges less than ${factor} times`);
  return { [name]: clamp(factor, field) };
}

/** Default frame rate, and the minimum that still looks like motion. */
const RATE = { usual: 24, min: 8 } as const;
/** Rounding tolerance in seconds when a length is chosen. */
const ROUNDED = 0.05;

/**
 * Sets a video's length: the shortest supported length that covers the request. Models without such a field use their
 * default.
 * @throws RemoteFault rejected when all supported lengths are shorter
 */
function lengthOf(fields: InputFields, seconds: number): Readonly<Record<string, unknown>> {
  const tooLong = (): RemoteFault => new RemoteFault('rejected', `the model makes no video of ${seconds} s`);
  const named = (names: readonly string[]) =>
    names.flatMap((name) => {
      const field = fields.get(name);
      return field === undefined ? [] : [{ name, field }];
    })[0];
  const [length, frames, rate] = [named(LENGTHS), named(FRAMES), named(RATES)];
  if (length !== undefined) {
    const { name, field } = length;
    if (field.choices.length > 0) {
      const known = field.choices.map((choice) => ({
        choice,
        long: Number(/^(\d+(?:\.\d+)?)\s*s?$/.exec(String(choice))?.[1]),
      }));
      const [shortest] = known
        .filter(({ long }) => long >= seconds - ROUNDED)
        .sort((one, other) => one.long - other.long);
      if (shortest === undefined) throw tooLong();
      return { [name]: shortest.choice };
    }
    const long = Math.max(field.min ?? 0, Math.ceil(seconds - ROUNDED));
    if (long > (field.max ?? Infinity)) throw tooLong();
    return { [name]: field.types.has('string') ? String(long) : long };
  }
  if (frames === undefined) return {};
  const max = frames.field.max ?? Infinity;
  const preferred = rate === undefined ? RATE.usual : clamp(rate.field.first ?? RATE.usual, rate.field);
  // Lower frame rate when the frame count is limited; the result is converted to our rate afterwards.
  const perSecond = Math.ceil(seconds * preferred) + 1 <= max ? preferred : Math.floor((max - 1) / seconds);
  if (perSecond < Math.max(RATE.min, rate?.field.min ?? RATE.min) || (rate === undefined && perSecond !== preferred))
    throw tooLong();
  return {
    [frames.name]: Math.max(frames.field.min ?? 1, Math.ceil(seconds * perSecond) + 1),
    ...(rate === undefined ? {} : { [rate.name]: perSecond }),
  };
}

/** The requested size, or the supported one nearest in aspect ratio; the result is resized afterwards. */
function sizeOf(fields: InputFields, { width, height, seconds }: RemoteJob): Readonly<Record<string, unknown>> {
  const shape = width / height;
  const nearest = (
    choices: InputField['choices'],
    shapeOf: (choice: string) => number | undefined,
  ): string | undefined => {
    const known = choices
      .flatMap((choice) => (typeof choice === 'string' ? [{ choice, shape: shapeOf(choice) }] : []))
      .flatMap((one) => (one.shape === undefined ? [] : [{ ...one, off: Math.abs(Math.log(one.shape / shape)) }]));
    return known.sort((one, other) => one.off - other.off)[0]?.choice;
  };
  const [wide, tall, ratio, named, size, resolution] = [
    'width',
    'height',
    'aspect_ratio',
    'image_size',
    'size',
    'resolution',
  ].map((name) => fields.get(name));
  if (wide !== undefined && tall !== undefined && wide.choices.length === 0) {
    return {
      ...sidesIn(width, height, wide, tall),
      ...(ratio?.choices.includes('custom') === true ? { aspect_ratio: 'custom' } : {}),
    };
  }
  const bySides = (choice: string): number | undefined => sidesOf(/^(\d+)\s*[x*×]\s*(\d+)$/.exec(choice));
  if (named?.types.has('object') === true) return { image_size: { width, height } };
  const pairs = [
    ['aspect_ratio', nearest(ratio?.choices ?? [], (choice) => sidesOf(/^(\d+):(\d+)$/.exec(choice)))],
    ['image_size', nearest(named?.choices ?? [], (choice) => NAMED_SIZES[choice] ?? bySides(choice))],
    ['size', nearest(size?.choices ?? [], bySides)],
    [
      'resolution',
      seconds === undefined ? undefined : nearestLines(resolution?.choices ?? [], Math.min(width, height)),
    ],
  ] as const;
  return Object.fromEntries(pairs.filter(([, choice]) => choice !== undefined));
}

/** The option such as `480p`, `1080P` or `720` nearest to a short side in pixels. */
function nearestLines(choices: InputField['choices'], short: number): string | undefined {
  const known = choices.flatMap((choice) => {
    const lines = Number(/^(\d{3,4})p?$/i.exec(String(choice))?.[1]);
    return typeof choice === 'string' && lines > 0 ? [{ choice, off: Math.abs(Math.log(lines / short)) }] : [];
  });
  return known.sort((one, other) => one.off - other.off)[0]?.choice;
}

function sidesOf(found: RegExpExecArray | null): number | undefined {
  const [across, down] = [Number(found?.[1]), Number(found?.[2])];
  return across > 0 && down > 0 ? across / down : undefined;
}

/** Scales both sides until they are within the model's range and multiples of its step. */
function sidesIn(
  width: number,
  height: number,
  wide: InputField,
  tall: InputField,
): { readonly width: number; readonly height: number } {
  const down = Math.min(1, (wide.max ?? Infinity) / width, (tall.max ?? Infinity) / height);
  const up = Math.max(1, (wide.min ?? 0) / width, (tall.min ?? 0) / height);
  const side = (pixels: number, field: InputField): number => {
    const step = field.step ?? SIDE_STEP;
    return clamp(Math.max(step, Math.round((pixels * down * up) / step) * step), field);
  };
  return { width: side(width, wide), height: side(height, tall) };
}
