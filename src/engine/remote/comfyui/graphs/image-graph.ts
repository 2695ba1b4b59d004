import { ok, type Result } from '../../../../kernel/result.js';
import type { WorkflowGraph } from '../workflow/graph.js';
import type { NodeSpecs } from '../workflow/node-specs.js';
import type { GraphJob } from './job.js';
import { loaderOf, withLoras, type Loaded, type MissingPart } from './loaders.js';
import type { KnownFile } from './model-file.js';
import { chosen, node, type Link } from './node.js';
import { recipeOf, sizeWithin, type Recipe } from './recipes.js';

/** The weakest change of an image: a sampler needs something to do. */
const MIN_DENOISE = 0.05;

/** The graph of an image: a model, its texts, a start, the sampler, the image. */
export function imageGraph(known: KnownFile, job: GraphJob, specs: NodeSpecs): Result<WorkflowGraph, MissingPart> {
  const alone = loaderOf(known, specs);
  const loaded = alone.ok ? withLoras(alone.value, job.loras ?? [], specs) : alone;
  if (!loaded.ok) return loaded;
  const recipe = recipeOf(known);
  const isEdit = known.kind === 'image-edit';
  const { steps, cfg, samplers, schedulers } = recipe;
  const sampled = shifted(loaded.value, recipe, isEdit && specs.has('CFGNorm'));
  const texts = isEdit ? editTexts(known.file, job, loaded.value, specs) : textsOf(job, loaded.value, recipe);
  return ok({
    ...loaded.value.nodes,
    ...texts.nodes,
    ...sampled.nodes,
    ...latentOf(job, recipe, loaded.value),
    sampler: node('KSampler', {
      model: sampled.model,
      seed: job.seed,
      steps,
      cfg,
      sampler_name: chosen(specs, 'KSampler', 'sampler_name', samplers),
      scheduler: chosen(specs, 'KSampler', 'scheduler', schedulers),
      positive: texts.positive,
      negative: texts.negative,
      latent_image: ['start', 0],
      denoise: job.strength === undefined || isEdit ? 1 : Math.max(MIN_DENOISE, job.strength),
    }),
    decoded: node('VAEDecode', { samples: ['sampler', 0], vae: loaded.value.vae }),
    saved: node('SaveImage', { images: ['decoded', 0], filename_prefix: 'kinora' }),
  });
}

/** The model with the family's noise schedule; with a norm of its contrast for models that edit. */
function shifted(
  { model }: Loaded,
  { shift }: Recipe,
  isNormed: boolean,
): { readonly nodes: WorkflowGraph; readonly model: Link } {
  if (shift === undefined) return { nodes: {}, model };
  const shifting = { shifted: node(shift.by, { model, shift: shift.value }) };
  return isNormed
    ? { nodes: { ...shifting, normed: node('CFGNorm', { model: ['shifted', 0], strength: 1 }) }, model: ['normed', 0] }
    : { nodes: shifting, model: ['shifted', 0] };
}

interface Texts {
  readonly nodes: WorkflowGraph;
  readonly positive: Link;
  readonly negative: Link;
}

function textsOf({ prompt, negativePrompt }: GraphJob, { clip }: Loaded, { guidance, negative }: Recipe): Texts {
  const wanted = node('CLIPTextEncode', { text: prompt, clip });
  const unwanted =
    negative === 'text'
      ? node('CLIPTextEncode', { text: negativePrompt, clip })
      : node('ConditioningZeroOut', { conditioning: ['wanted', 0] });
  const guided: WorkflowGraph =
    guidance === undefined ? {} : { guided: node('FluxGuidance', { conditioning: ['wanted', 0], guidance }) };
  return {
    nodes: { wanted, unwanted, ...guided },
    positive: [guidance === undefined ? 'wanted' : 'guided', 0],
    negative: ['unwanted', 0],
  };
}

/**
 * Instruction and image together (comfy_extras/nodes_qwen.py); versions since 2509 take several images by a node of
 * their own.
 */
function editTexts(file: string, { prompt, negativePrompt }: GraphJob, { clip, vae }: Loaded, specs: NodeSpecs): Texts {
  const isPlus = /25(?:09|1\d)|26\d\d|plus/i.test(file) && specs.has('TextEncodeQwenImageEditPlus');
  const encode = (text: string) =>
    node(isPlus ? 'TextEncodeQwenImageEditPlus' : 'TextEncodeQwenImageEdit', {
      clip,
      prompt: text,
      vae,
      [isPlus ? 'image1' : 'image']: ['given', 0],
    });
  return {
    nodes: { wanted: encode(prompt), unwanted: encode(negativePrompt) },
    positive: ['wanted', 0],
    negative: ['unwanted', 0],
  };
}

/** The start of a sampler: empty, an image, or an image of which only the masked part changes. */
function latentOf(
  { width, height, start, mask }: GraphJob,
  { latent, step, pixels }: Recipe,
  { vae }: Loaded,
): WorkflowGraph {
  if (start === undefined)
    return { start: node(latent, { ...sizeWithin({ width, height }, step, pixels), batch_size: 1 }) };
  const given = { given: node('LoadImage', { image: start }) };
  const encoded = node('VAEEncode', { pixels: ['given', 0], vae });
  if (mask === undefined) return { ...given, start: encoded };
  return {
    ...given,
    encoded,
    area: node('LoadImageMask', { image: mask, channel: 'red' }),
    start: node('SetLatentNoiseMask', { samples: ['encoded', 0], mask: ['area', 0] }),
  };
}

/** The graph of an upscaling model (comfy_extras/nodes_upscale_model.py). */
export const upscaleGraph = (file: string, start: string): WorkflowGraph => ({
  loader: node('UpscaleModelLoader', { model_name: file }),
  given: node('LoadImage', { image: start }),
  larger: node('ImageUpscaleWithModel', { upscale_model: ['loader', 0], image: ['given', 0] }),
  saved: node('SaveImage', { images: ['larger', 0], filename_prefix: 'kinora' }),
});
