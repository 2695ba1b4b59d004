import type { RemoteFileName, RemoteOperation } from '../operations.shared.js';
import type { InputFields } from './fields.js';
import type { HostedModel } from './model.shared.js';

/** Usual field names of hosted models' inputs. The first one that a schema has is used. */

/** Of images; a plural name takes a list. */
const IMAGES = [
  'image',
  'input_image',
  'image_url',
  'init_image',
  'init_image_url',
  'image_prompt',
  'image_input',
  'input_images',
  'image_urls',
  'first_frame_image',
  'start_image',
  'start_image_url',
  'first_frame_url',
] as const;
const FILE_NAMES: Readonly<Record<RemoteFileName, readonly string[]>> = {
  image: IMAGES,
  mask: ['mask', 'mask_image', 'mask_url', 'mask_image_url'],
  face: ['swap_image', 'swap_image_url', 'face_image', 'face_image_url', 'source_image', 'source_image_url'],
  garment: ['garm_img', 'garment_image', 'garment_image_url', 'clothing_image_url', 'cloth_image', 'cloth_image_url'],
  video: ['video', 'video_url', 'input_video', 'driving_video', 'motion_video'],
  audio: ['audio', 'audio_url', 'audio_file', 'input_audio', 'driven_audio'],
};
/** Of the image, where an operation has names of its own. */
const IMAGE_OF: Readonly<Partial<Record<RemoteOperation, readonly string[]>>> = {
  'try-on': [
    'human_img',
    'human_image',
    'human_image_url',
    'model_image',
    'model_image_url',
    'person_image',
    'person_image_url',
  ],
  'face-swap': ['target_image', 'target_image_url', 'base_image', 'base_image_url', ...IMAGES],
  'mimic-motion': ['character_image', 'appearance_image', 'reference_image', ...IMAGES],
};
const PROMPTS = ['prompt', 'bg_prompt'] as const;
const SCALES = ['upscale_factor', 'upscaling_factor', 'scale_factor', 'scale'] as const;
export const STRENGTHS = ['prompt_strength', 'strength'] as const;
export const COUNTS = ['num_outputs', 'num_images', 'num_samples', 'number_of_images'] as const;
/** Of a video's length, in seconds or frames, and of its frame rate. */
export const LENGTHS = ['duration', 'seconds', 'duration_seconds'] as const;
export const FRAMES = ['num_frames', 'frames_num', 'length'] as const;
export const RATES = ['frames_per_second', 'fps', 'frame_rate'] as const;
const SIZES = ['width', 'height', 'aspect_ratio', 'image_size', 'size', 'resolution'] as const;

/** The field of an operation's file. @param entry the model's entry in the table, if any */
export function fileField(
  fields: InputFields,
  operation: RemoteOperation,
  file: RemoteFileName,
  entry?: HostedModel,
): string | undefined {
  const own = entry?.fields?.[file];
  if (own !== undefined) return fields.has(own) ? own : undefined;
  const names = file === 'image' ? (IMAGE_OF[operation] ?? FILE_NAMES.image) : FILE_NAMES[file];
  return names.find((name) => fields.has(name));
}

export const promptField = (fields: InputFields): string | undefined => PROMPTS.find((name) => fields.has(name));

/** The field of an upscaling factor. Beside a prompt, `scale` is the guidance. */
export const scaleField = (fields: InputFields): string | undefined =>
  SCALES.find((name) => fields.has(name) && !(name === 'scale' && fields.has('prompt')));

/** Fields other than files for which a request has a value. */
export const FILLED: ReadonlySet<string> = new Set([
  ...PROMPTS,
  'negative_prompt',
  'seed',
  'output_format',
  ...SCALES,
  ...STRENGTHS,
  ...COUNTS,
  ...LENGTHS,
  ...FRAMES,
  ...RATES,
  ...SIZES,
]);
