import { filesOf, type RemoteOperation } from '../operations.shared.js';
import type { InputFields } from './fields.js';
import type { HostedModel } from './model.shared.js';
import { FILLED, fileField, promptField, scaleField, STRENGTHS } from './names.js';

/** Names of models that cut subjects out: their input, an image alone, does not tell. */
const CUTS_OUT = /rembg|rmbg|remove-?b(?:ack)?g(?:round)?|background[-/]remov|birefnet/i;
/** Names of models that follow instructions: their input is that of a model that redraws an image. */
const EDITS = /kontext|nano-banana|seedream|seededit|gpt-image|-image[\w.-]*\/edit|image-edit/i;
/** Operations that need no prompt, or have a usual one. */
export const WITHOUT_PROMPT: ReadonlySet<RemoteOperation> = new Set([
  'erase',
  'cut-out',
  'upscale',
  'image-to-video',
  'try-on',
  'face-swap',
  'lip-sync',
  'talking-image',
  'mimic-motion',
]);

/**
 * The operations that a model's input allows. Schemas do not tell images from videos, so both are named.
 * @param model its name
 * @param entry its entry in the table of known models, which then decides
 */
export function operationsOf(fields: InputFields, model: string, entry?: HostedModel): readonly RemoteOperation[] {
  const offered = entry?.operations ?? inferred(fields, model);
  return offered.filter((operation) => isServed(fields, operation, entry));
}

/** Whether a request of an operation can fill all fields that it must. */
function isServed(fields: InputFields, operation: RemoteOperation, entry: HostedModel | undefined): boolean {
  const files = new Set(
    [...filesOf(operation), ...(operation === 'inpaint' || operation === 'erase' ? ['mask' as const] : [])].map(
      (file) => (operation === 'compose' && file === 'garment' ? 'image' : file),
    ),
  );
  const names = [...files].map((file) => fileField(fields, operation, file, entry));
  if (names.includes(undefined)) return false;
  if (operation === 'compose' && fields.get(names[0] ?? '')?.types.has('array') !== true) return false;
  if (promptField(fields) === undefined && !WITHOUT_PROMPT.has(operation)) return false;
  return [...fields].every(
    ([name, { isRequired }]) =>
      !isRequired || FILLED.has(name) || names.includes(name) || entry?.fixed?.[name] !== undefined,
  );
}

function inferred(fields: InputFields, model: string): readonly RemoteOperation[] {
  const has = (operation: RemoteOperation, file: Parameters<typeof fileField>[2]): string | undefined =>
    fileField(fields, operation, file);
  const needs = (name: string | undefined): boolean => name !== undefined && fields.get(name)?.isRequired === true;
  const [image, mask, video, audio] = [
    has('image-to-image', 'image'),
    has('inpaint', 'mask'),
    has('video-to-video', 'video'),
    has('lip-sync', 'audio'),
  ];
  const hasPrompt = promptField(fields) !== undefined;
  if (image !== undefined && CUTS_OUT.test(model)) return ['cut-out'];
  if (has('try-on', 'image') !== undefined && has('try-on', 'garment') !== undefined) return ['try-on'];
  if (has('face-swap', 'image') !== undefined && has('face-swap', 'face') !== undefined && !hasPrompt)
    return ['face-swap'];
  if (needs(audio)) return video !== undefined ? ['lip-sync'] : ['talking-image'];
  if (needs(video)) return needs(has('mimic-motion', 'image')) ? ['mimic-motion'] : ['video-to-video'];
  if (
    hasPrompt &&
    image !== undefined &&
    mask === undefined &&
    EDITS.test(model) &&
    !STRENGTHS.some((name) => fields.has(name))
  ) {
    return [...(needs(image) ? [] : (['text-to-image'] as const)), 'edit', 'compose', 'image-to-image'];
  }
  return [
    ...(hasPrompt && !needs(image) && !needs(mask) ? (['text-to-image', 'text-to-video'] as const) : []),
    ...(image !== undefined && !needs(mask)
      ? ([...(hasPrompt ? (['image-to-image'] as const) : []), 'image-to-video'] as const)
      : []),
    ...(image === undefined || mask === undefined ? [] : ([hasPrompt ? 'inpaint' : 'erase'] as const)),
    ...(image !== undefined && mask === undefined && scaleField(fields) !== undefined ? (['upscale'] as const) : []),
  ];
}
