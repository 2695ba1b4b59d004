import type { Size } from '../../sizes.shared.js';
import { SD_SERVER_MODEL } from '../a1111/sd-server.js';
import type { RemoteOperation } from '../operations.shared.js';
import type { RemoteJob } from '../port.js';

/**
 * What OpenAI's models take, by their names ("Images" of the API reference; `resources/images.d.ts` of the client
 * `openai` 6.49.0). Other servers have models of other names, which may make images or videos.
 */
const SQUARES = [
  { width: 256, height: 256 },
  { width: 512, height: 512 },
  { width: 1_024, height: 1_024 },
] as const;
const DALL_E_3 = [
  { width: 1_024, height: 1_024 },
  { width: 1_792, height: 1_024 },
  { width: 1_024, height: 1_792 },
] as const;
const STANDARD = [
  { width: 1_024, height: 1_024 },
  { width: 1_536, height: 1_024 },
  { width: 1_024, height: 1_536 },
] as const;
/** Of GPT Image 2, which makes any size: multiples of this, at most three times as long as wide. */
const STEP = 16;
const LONGEST = 3;
const MEGAPIXEL = 1_024 * 1_024;

const GPT_IMAGE = /^(?:gpt-image|chatgpt-image)/;
const GPT_IMAGE_2 = /^gpt-image-2(?:-|$)/;

/** A model and the quality that an operator chose for it: `gpt-image-1:high`. */
export function qualityIn(model: string): { readonly model: string; readonly quality?: string } {
  const [, name, quality] = /^((?:chatgpt-image|gpt-image|dall-e-3)[^:]*):(\w+)$/.exec(model) ?? [];
  const known =
    name === undefined ? [] : name.startsWith('dall-e-3') ? ['standard', 'hd'] : ['low', 'medium', 'high', 'auto'];
  return name !== undefined && quality !== undefined && known.includes(quality) ? { model: name, quality } : { model };
}

/** The operations of a model. DALL·E 2 edits by a mask alone, DALL·E 3 not at all, and Sora makes videos. */
export function operationsOfModel(model: string): readonly RemoteOperation[] {
  const [images, videos] = [
    ['text-to-image', 'image-to-image', 'inpaint'],
    ['text-to-video', 'image-to-video'],
  ] as const;
  if (/^sora/i.test(model)) return videos;
  if (model.startsWith('dall-e-3')) return ['text-to-image'];
  if (model.startsWith('dall-e-2')) return ['text-to-image', 'inpaint'];
  if (GPT_IMAGE.test(model)) return ['text-to-image', 'edit', 'compose', 'image-to-image', 'inpaint'];
  return model === SD_SERVER_MODEL ? images : [...images, ...videos];
}

/** The only sizes of a model's images; undefined for models that make any. */
export function sizesOf(model: string): readonly Size[] | undefined {
  if (model === SD_SERVER_MODEL || GPT_IMAGE_2.test(model)) return undefined;
  return model.startsWith('dall-e-3') ? DALL_E_3 : model.startsWith('dall-e-2') ? SQUARES : STANDARD;
}

/** The size to request: the nearest in shape, and the largest of these. */
export function sizeFor({ model, width, height }: Pick<RemoteJob, 'model' | 'width' | 'height'>): string {
  const sizes = sizesOf(model);
  const shape = Math.min(LONGEST, Math.max(1 / LONGEST, width / height));
  if (sizes === undefined) {
    const side = (pixels: number): number => Math.round(pixels / STEP) * STEP;
    return `${side(Math.sqrt(MEGAPIXEL * shape))}x${side(Math.sqrt(MEGAPIXEL / shape))}`;
  }
  const off = (size: Size): number => Math.abs(Math.log(size.width / size.height / shape));
  const best = sizes.reduce((nearest, one) => (off(one) <= off(nearest) ? one : nearest));
  return `${best.width}x${best.height}`;
}

/** Further fields of an edit: the models that have a fidelity keep faces and details only if it is high. */
export const editFields = ({
  model,
  operation,
}: Pick<RemoteJob, 'model' | 'operation'>): Readonly<Record<string, string>> =>
  (operation === 'edit' || operation === 'compose') && /^gpt-image-1(?:\.5)?(?:-\d|$)/.test(model)
    ? { input_fidelity: 'high' }
    : {};
