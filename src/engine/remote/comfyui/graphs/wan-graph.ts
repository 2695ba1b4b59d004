import { err, ok, type Result } from '../../../../kernel/result.js';
import type { WorkflowGraph } from '../workflow/graph.js';
import type { NodeSpecs } from '../workflow/node-specs.js';
import type { GraphJob } from './job.js';
import {
  diffusionLoader,
  loaderOf,
  lowNoiseFile,
  visionFile,
  withLoras,
  type Loaded,
  type MissingPart,
  type UsedLora,
} from './loaders.js';
import type { KnownFile } from './model-file.js';
import { chosen, node, type Link } from './node.js';
import { sizeWithin, wanRecipe, type VideoRecipe } from './recipes.js';

/** Which of the two models of a pair a LoRA is for, by its name; both if it does not tell. */
const isFor = (half: 'high' | 'low', { name }: UsedLora): boolean =>
  !new RegExp(`${half === 'high' ? 'low' : 'high'}[-_ ]?noise`, 'i').test(name);

/** The graph of a video of Wan 2.1 or 2.2, from words or from a first image (comfy_extras/nodes_wan.py). */
export function wanGraph(known: KnownFile, job: GraphJob, specs: NodeSpecs): Result<WorkflowGraph, MissingPart> {
  const recipe = wanRecipe(known);
  const alone = loaderOf(known, specs);
  if (!alone.ok) return alone;
  const isPair = known.kind === 'wan-pair';
  const loras = job.loras ?? [];
  const first = withLoras(alone.value, isPair ? loras.filter((one) => isFor('high', one)) : loras, specs);
  if (!first.ok) return first;
  const second = isPair
    ? secondOf(
        known,
        alone.value,
        loras.filter((one) => isFor('low', one)),
        specs,
      )
    : undefined;
  if (second?.ok === false) return second;
  const vision = job.start !== undefined && known.kind === 'wan' ? visionFile(specs) : undefined;
  if (vision?.ok === false) return vision;
  const { clip, vae, model } = first.value;
  const start = startOf(known, job, recipe, vae, vision?.value);
  const shifted = (from: Link) => node('ModelSamplingSD3', { model: from, shift: recipe.shift });
  return ok({
    ...first.value.nodes,
    ...second?.value.nodes,
    wanted: node('CLIPTextEncode', { text: job.prompt, clip }),
    unwanted: node('CLIPTextEncode', { text: job.negativePrompt, clip }),
    ...start.nodes,
    shifted: shifted(model),
    ...(second === undefined
      ? { sampler: oneSampler(job.seed, recipe, start, specs) }
      : { shiftedLow: shifted(second.value.model), ...twoSamplers(job.seed, recipe, start, specs) }),
    decoded: node('VAEDecode', { samples: ['sampler', 0], vae }),
    film: node('CreateVideo', { images: ['decoded', 0], fps: recipe.fps }),
    saved: saved(specs),
  });
}

/** Saves the video `film` as MP4 (comfy_extras/nodes_video.py). */
export const saved = (specs: NodeSpecs) =>
  node('SaveVideo', {
    video: ['film', 0],
    filename_prefix: 'kinora',
    format: chosen(specs, 'SaveVideo', 'format', ['mp4', 'auto']),
    codec: chosen(specs, 'SaveVideo', 'codec', ['h264', 'auto']),
  });

/** The model that finishes what the first of a pair began. Texts are encoded by the first one. */
function secondOf(
  { file }: KnownFile,
  { clip, vae }: Loaded,
  loras: readonly UsedLora[],
  specs: NodeSpecs,
): Result<Loaded, MissingPart> {
  const low = lowNoiseFile(file, specs);
  if (!low.ok) return err(low.error);
  return withLoras(
    { nodes: { loaderLow: diffusionLoader(low.value) }, model: ['loaderLow', 0], clip, vae },
    loras,
    specs,
    'loraLow',
  );
}

interface Begun {
  readonly nodes: WorkflowGraph;
  readonly positive: Link;
  readonly negative: Link;
  readonly latent: Link;
}

function startOf(
  { kind }: KnownFile,
  job: GraphJob,
  recipe: VideoRecipe,
  vae: Link,
  vision: string | undefined,
): Begun {
  const { frames, fps, step, pixels } = recipe;
  const size = {
    ...sizeWithin(job, step, pixels),
    length: Math.ceil(((job.seconds ?? 0) * fps) / frames) * frames + 1,
    batch_size: 1,
  };
  const given: WorkflowGraph = job.start === undefined ? {} : { given: node('LoadImage', { image: job.start }) };
  const [positive, negative]: readonly [Link, Link] = [
    ['wanted', 0],
    ['unwanted', 0],
  ];
  if (kind === 'wan-hybrid') {
    const start = node('Wan22ImageToVideoLatent', {
      ...size,
      vae,
      ...(job.start === undefined ? {} : { start_image: ['given', 0] }),
    });
    return { nodes: { ...given, start }, positive, negative, latent: ['start', 0] };
  }
  if (job.start === undefined)
    return { nodes: { start: node('EmptyHunyuanLatentVideo', size) }, positive, negative, latent: ['start', 0] };
  const seen: WorkflowGraph =
    vision === undefined
      ? {}
      : {
          vision: node('CLIPVisionLoader', { clip_name: vision }),
          seen: node('CLIPVisionEncode', { clip_vision: ['vision', 0], image: ['given', 0], crop: 'none' }),
        };
  const start = node('WanImageToVideo', {
    ...size,
    positive,
    negative,
    vae,
    start_image: ['given', 0],
    ...(vision === undefined ? {} : { clip_vision_output: ['seen', 0] }),
  });
  return { nodes: { ...given, ...seen, start }, positive: ['start', 0], negative: ['start', 1], latent: ['start', 2] };
}

function oneSampler(
  seed: number,
  { steps, cfg, samplers, schedulers }: VideoRecipe,
  { positive, negative, latent }: Begun,
  specs: NodeSpecs,
) {
  return node('KSampler', {
    model: ['shifted', 0],
    seed,
    steps,
    cfg,
    sampler_name: chosen(specs, 'KSampler', 'sampler_name', samplers),
    scheduler: chosen(specs, 'KSampler', 'scheduler', schedulers),
    positive,
    negative,
    latent_image: latent,
    denoise: 1,
  });
}

/** The first model works on the noisy half of the steps and hands its noise on to the second. */
function twoSamplers(
  seed: number,
  { steps, cfg, samplers, schedulers }: VideoRecipe,
  { positive, negative, latent }: Begun,
  specs: NodeSpecs,
): WorkflowGraph {
  const middle = Math.ceil(steps / 2);
  const common = {
    noise_seed: seed,
    steps,
    cfg,
    sampler_name: chosen(specs, 'KSamplerAdvanced', 'sampler_name', samplers),
    scheduler: chosen(specs, 'KSamplerAdvanced', 'scheduler', schedulers),
    positive,
    negative,
  };
  return {
    noisy: node('KSamplerAdvanced', {
      ...common,
      model: ['shifted', 0],
      latent_image: latent,
      add_noise: 'enable',
      start_at_step: 0,
      end_at_step: middle,
      return_with_leftover_noise: 'enable',
    }),
    sampler: node('KSamplerAdvanced', {
      ...common,
      model: ['shiftedLow', 0],
      latent_image: ['noisy', 0],
      add_noise: 'disable',
      start_at_step: middle,
      end_at_step: 10_000,
      return_with_leftover_noise: 'disable',
    }),
  };
}
