import { z } from 'zod';
import { defined } from '../../kernel/defined.shared.js';
import type { RemoteOperation } from './operations.shared.js';
import { RemoteFault, type RemoteJob } from './port.js';

/** An input field of a hosted model, from its JSON Schema. */
export interface InputField {
  readonly types: ReadonlySet<string>;
  /** Allowed values, for an enumeration. */
  readonly choices: readonly (string | number)[];
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  /** Default value. */
  readonly first?: number;
  readonly isRequired: boolean;
}
/** Input fields of a model by name. */
export type InputFields = ReadonlyMap<string, InputField>;

const schema = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  multipleOf: z.number().positive().optional(),
  default: z.unknown().optional(),
  allOf: z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
});
const schemas = z.record(z.string(), z.unknown());

/** Maximum depth of references: a schema may refer to itself. */
const DEPTH = 6;

/** Resolves a schema's references and compositions. */
function* parts(found: unknown, all: z.infer<typeof schemas>, depth = 0): Generator<z.infer<typeof schema>> {
  const read = schema.safeParse(found);
  if (!read.success || depth > DEPTH) return;
  yield read.data;
  const referred = /^#\/components\/schemas\/(.+)$/.exec(read.data.$ref ?? '')?.[1];
  for (const part of [...(referred === undefined ? [] : [all[referred]]), ...(read.data.allOf ?? []), ...(read.data.anyOf ?? []), ...(read.data.oneOf ?? [])]) yield* parts(part, all, depth + 1);
}

/**
 * Reads a model's input fields from its OpenAPI document.
 * @param input its schema, or the reference to it
 * @param components `components.schemas` of the document
 * @throws RemoteFault misunderstood for a document without fields
 */
export function inputFields(input: unknown, components: unknown): InputFields {
  const all = schemas.safeParse(components).data ?? {};
  const fields = new Map<string, InputField>();
  const found = [...parts(input, all)];
  const required = new Set(found.flatMap((part) => part.required ?? []));
  for (const { properties } of found) {
    for (const [name, property] of Object.entries(properties ?? {})) fields.set(name, fieldOf([...parts(property, all)], required.has(name)));
  }
  if (fields.size === 0) throw new RemoteFault('misunderstood', 'the schema of the model has no fields');
  return fields;
}

function fieldOf(all: readonly z.infer<typeof schema>[], isRequired: boolean): InputField {
  const first = (of: (part: z.infer<typeof schema>) => number | undefined): number | undefined => all.map(of).find((value) => value !== undefined);
  const [min, max, step] = [first(({ minimum }) => minimum), first(({ maximum }) => maximum), first(({ multipleOf }) => multipleOf)];
  const usual = first((part) => (typeof part.default === 'number' ? part.default : undefined));
  return {
    types: new Set(all.flatMap(({ type, properties }) => [...(type === undefined ? [] : [type].flat()), ...(properties === undefined ? [] : ['object'])])),
    choices: all.flatMap((part) => part.enum ?? []).filter((one) => typeof one === 'string' || typeof one === 'number'),
    isRequired, ...defined({ min, max, step, first: usual }),
  };
}

/** Whether a model's input has a seed: without one, the same request makes another result. */
export const takesSeed = (fields: InputFields): boolean => fields.has('seed');

/** Common names of the start-image field; a plural name takes a list. */
const IMAGE_FIELDS = ['image', 'input_image', 'image_url', 'init_image', 'init_image_url', 'image_prompt', 'image_input', 'input_images', 'image_urls', 'first_frame_image', 'start_image', 'start_image_url', 'first_frame_url'] as const;
const MASK_FIELDS = ['mask', 'mask_image', 'mask_url', 'mask_image_url'] as const;
const SCALE_FIELDS = ['upscale_factor', 'upscaling_factor', 'scale_factor', 'scale'] as const;
const STRENGTH_FIELDS = ['prompt_strength', 'strength'] as const;
const COUNT_FIELDS = ['num_outputs', 'num_images', 'number_of_images'] as const;
/** Default step of image sides, when the schema states none. */
const SIDE_STEP = 16;
/** fal's named sizes (ImageSize of its models' schemas): width over height. */
const NAMED_SIZES: Readonly<Record<string, number>> = { square_hd: 1, square: 1, portrait_4_3: 3 / 4, portrait_16_9: 9 / 16, landscape_4_3: 4 / 3, landscape_16_9: 16 / 9 };

const imageField = (fields: InputFields): string | undefined => IMAGE_FIELDS.find((name) => fields.has(name));
const clamp = (value: number, { min = -Infinity, max = Infinity }: InputField): number => Math.min(max, Math.max(min, value));

const maskField = (fields: InputFields): string | undefined => MASK_FIELDS.find((name) => fields.has(name));
/** Names of models that cut subjects out: their input, an image alone, does not tell. */
const CUTS_OUT = /rembg|rmbg|remove-?b(?:ack)?g(?:round)?|background[-/]remov|birefnet/i;

/**
 * The operations that a model's input allows. Schemas do not tell images from videos, so both are named.
 * @param model its name
 */
export function operationsOf(fields: InputFields, model: string): readonly RemoteOperation[] {
  const [image, mask] = [imageField(fields), maskField(fields)];
  const needs = (name: string | undefined): boolean => name !== undefined && fields.get(name)?.isRequired === true;
  if (image !== undefined && CUTS_OUT.test(model)) return ['cut-out'];
  const hasPrompt = fields.has('prompt');
  return [
    ...(hasPrompt && !needs(image) && !needs(mask) ? ['text-to-image', 'text-to-video'] as const : []),
    ...(image !== undefined && !needs(mask) ? [...(hasPrompt ? ['image-to-image'] as const : []), 'image-to-video'] as const : []),
    ...(image === undefined || mask === undefined ? [] : [hasPrompt ? 'inpaint' : 'erase'] as const),
    ...(image !== undefined && mask === undefined && scaleField(fields) !== undefined ? ['upscale'] as const : []),
  ];
}

/** The field of an upscaling factor. Beside a prompt, `scale` is the guidance. */
const scaleField = (fields: InputFields): string | undefined => SCALE_FIELDS.find((name) => fields.has(name) && !(name === 'scale' && fields.has('prompt')));

/** Addresses or data addresses of a job's images. */
export interface InputImages {
  readonly image?: string;
  readonly mask?: string;
}

/**
 * Translates a job to one model's input.
 * @throws RemoteFault rejected when the model lacks a needed field
 */
export function inputOf(fields: InputFields, job: RemoteJob, { image, mask }: InputImages = {}): Readonly<Record<string, unknown>> {
  if (!fields.has('prompt') && !WITHOUT_PROMPT.has(job.operation)) throw new RemoteFault('rejected', 'the model takes no prompt');
  const input: Record<string, unknown> = {};
  const set = (names: readonly string[], value: (field: InputField) => unknown): void => {
    for (const name of names) {
      const field = fields.get(name);
      if (field !== undefined) input[name] = value(field);
    }
  };
  const unwanted = job.negativePrompt === '' ? '' : `\n\nWithout: ${job.negativePrompt}`;
  const words = fields.has('negative_prompt') ? job.prompt : `${job.prompt}${unwanted}`;
  if (fields.has('prompt') && (words !== '' || fields.get('prompt')?.isRequired === true)) input['prompt'] = words;
  if (job.negativePrompt !== '') set(['negative_prompt'], () => job.negativePrompt);
  set(['seed'], ({ max }) => (max === undefined ? job.seed : job.seed % (max + 1)));
  set(COUNT_FIELDS, () => 1);
  // Prefers the lossless image format, and the most widely supported video format.
  const format = job.seconds === undefined ? 'png' : 'mp4';
  if (fields.get('output_format')?.choices.includes(format) === true) input['output_format'] = format;
  if (job.operation === 'upscale') Object.assign(input, factorOf(fields, job));
  else if (job.operation !== 'cut-out') Object.assign(input, sizeOf(fields, job), job.seconds === undefined ? {} : lengthOf(fields, job.seconds));
  if (image === undefined) return input;
  const name = imageField(fields);
  if (name === undefined) throw new RemoteFault('rejected', 'the model takes no start image');
  input[name] = fields.get(name)?.types.has('array') === true ? [image] : image;
  const area = maskField(fields);
  if (mask !== undefined && area === undefined) throw new RemoteFault('rejected', 'the model takes no mask');
  if (mask !== undefined && area !== undefined) input[area] = mask;
  // The start image is always the first frame of a video, and what is enlarged or cut out is not redrawn.
  if (job.operation === 'image-to-image' || job.operation === 'inpaint') set(STRENGTH_FIELDS, (field) => clamp(Math.max(0.05, job.image?.strength ?? 1), field));
  return input;
}

/** Operations without a prompt of their own. */
const WITHOUT_PROMPT: ReadonlySet<RemoteOperation> = new Set(['erase', 'cut-out', 'upscale', 'image-to-video']);

/** The whole factor that reaches the requested size. @throws RemoteFault rejected when the model enlarges less */
function factorOf(fields: InputFields, { width, image }: RemoteJob): Readonly<Record<string, number>> {
  const [name, factor] = [scaleField(fields), Math.max(1, Math.ceil(width / (image?.width ?? width)))];
  const field = name === undefined ? undefined : fields.get(name);
  if (name === undefined || field === undefined) throw new RemoteFault('rejected', 'the model does not enlarge');
  if (factor > (field.max ?? Infinity)) throw new RemoteFault('rejected', `the model enlarges less than ${factor} times`);
  return { [name]: clamp(factor, field) };
}

/** Common field names of a video's length (seconds or frames) and frame rate. */
const LENGTH_FIELDS = ['duration', 'seconds', 'duration_seconds'] as const;
const FRAME_FIELDS = ['num_frames', 'frames_num', 'length'] as const;
const RATE_FIELDS = ['frames_per_second', 'fps', 'frame_rate'] as const;
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
  const named = (names: readonly string[]) => names.flatMap((name) => { const field = fields.get(name); return field === undefined ? [] : [{ name, field }]; })[0];
  const [length, frames, rate] = [named(LENGTH_FIELDS), named(FRAME_FIELDS), named(RATE_FIELDS)];
  if (length !== undefined) {
    const { name, field } = length;
    if (field.choices.length > 0) {
      const known = field.choices.map((choice) => ({ choice, long: Number(/^(\d+(?:\.\d+)?)\s*s?$/.exec(String(choice))?.[1]) }));
      const [shortest] = known.filter(({ long }) => long >= seconds - ROUNDED).sort((one, other) => one.long - other.long);
      if (shortest === undefined) throw tooLong();
      return { [name]: shortest.choice };
    }
    const long = Math.max(field.min ?? 0, Math.ceil(seconds));
    if (long > (field.max ?? Infinity)) throw tooLong();
    return { [name]: field.types.has('string') ? String(long) : long };
  }
  if (frames === undefined) return {};
  const max = frames.field.max ?? Infinity;
  const preferred = rate === undefined ? RATE.usual : clamp(rate.field.first ?? RATE.usual, rate.field);
  // Lower frame rate when the frame count is limited; the result is converted to our rate afterwards.
  const perSecond = Math.ceil(seconds * preferred) + 1 <= max ? preferred : Math.floor((max - 1) / seconds);
  if (perSecond < Math.max(RATE.min, rate?.field.min ?? RATE.min) || (rate === undefined && perSecond !== preferred)) throw tooLong();
  return { [frames.name]: Math.max(frames.field.min ?? 1, Math.ceil(seconds * perSecond) + 1), ...(rate === undefined ? {} : { [rate.name]: perSecond }) };
}

/** The requested size, or the supported one nearest in aspect ratio; the result is resized afterwards. */
function sizeOf(fields: InputFields, { width, height, seconds }: RemoteJob): Readonly<Record<string, unknown>> {
  const shape = width / height;
  const nearest = (choices: InputField['choices'], shapeOf: (choice: string) => number | undefined): string | undefined => {
    const known = choices.flatMap((choice) => (typeof choice === 'string' ? [{ choice, shape: shapeOf(choice) }] : [])).flatMap((one) => (one.shape === undefined ? [] : [{ ...one, off: Math.abs(Math.log(one.shape / shape)) }]));
    return known.sort((one, other) => one.off - other.off)[0]?.choice;
  };
  const [wide, tall, ratio, named, size, resolution] = ['width', 'height', 'aspect_ratio', 'image_size', 'size', 'resolution'].map((name) => fields.get(name));
  if (wide !== undefined && tall !== undefined && wide.choices.length === 0) {
    return { ...sidesIn(width, height, wide, tall), ...(ratio?.choices.includes('custom') === true ? { aspect_ratio: 'custom' } : {}) };
  }
  const bySides = (choice: string): number | undefined => sidesOf(/^(\d+)\s*[x*×]\s*(\d+)$/.exec(choice));
  if (named?.types.has('object') === true) return { image_size: { width, height } };
  const pairs = [
    ['aspect_ratio', nearest(ratio?.choices ?? [], (choice) => sidesOf(/^(\d+):(\d+)$/.exec(choice)))],
    ['image_size', nearest(named?.choices ?? [], (choice) => NAMED_SIZES[choice] ?? bySides(choice))],
    ['size', nearest(size?.choices ?? [], bySides)],
    ['resolution', seconds === undefined ? undefined : nearestLines(resolution?.choices ?? [], Math.min(width, height))],
  ] as const;
  return Object.fromEntries(pairs.filter(([, choice]) => choice !== undefined));
}

/** The option such as `480p` or `1080P` nearest to a short side in pixels. */
function nearestLines(choices: InputField['choices'], short: number): string | undefined {
  const known = choices.flatMap((choice) => {
    const lines = Number(/^(\d{3,4})p$/i.exec(String(choice))?.[1]);
    return typeof choice === 'string' && lines > 0 ? [{ choice, off: Math.abs(Math.log(lines / short)) }] : [];
  });
  return known.sort((one, other) => one.off - other.off)[0]?.choice;
}

function sidesOf(found: RegExpExecArray | null): number | undefined {
  const [across, down] = [Number(found?.[1]), Number(found?.[2])];
  return across > 0 && down > 0 ? across / down : undefined;
}

/** Scales both sides until they are within the model's range and multiples of its step. */
function sidesIn(width: number, height: number, wide: InputField, tall: InputField): { readonly width: number; readonly height: number } {
  const down = Math.min(1, (wide.max ?? Infinity) / width, (tall.max ?? Infinity) / height);
  const up = Math.max(1, (wide.min ?? 0) / width, (tall.min ?? 0) / height);
  const side = (pixels: number, field: InputField): number => {
    const step = field.step ?? SIDE_STEP;
    return clamp(Math.max(step, Math.round((pixels * down * up) / step) * step), field);
  };
  return { width: side(width, wide), height: side(height, tall) };
}
