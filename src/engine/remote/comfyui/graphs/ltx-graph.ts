import { ok, type Result } from '../../../../kernel/result.js';
import type { WorkflowGraph } from '../workflow/graph.js';
import type { NodeSpecs } from '../workflow/node-specs.js';
import type { GraphJob } from './job.js';
import { encoderOf, loaderOf, withLoras, type MissingPart } from './loaders.js';
import type { KnownFile } from './model-file.js';
import { node, type Link } from './node.js';
import { LTX_ENCODER, sizeWithin } from './recipes.js';
import { saved } from './wan-graph.js';

/**
 * LTX-Video: frames per second, step of the sides, frame counts (a multiple of eight plus one), and the sampler
 * settings of its own workflow.
 */
const LTX = { fps: 25, side: 32, frames: 8, steps: 30, cfg: 3, sampler: 'euler' } as const;

/**
 * The graph of a video of LTX-Video (comfy_extras/nodes_lt.py, and its published workflow). Its text encoder is a file
 * of its own.
 */
export function ltxGraph(known: KnownFile, job: GraphJob, specs: NodeSpecs): Result<WorkflowGraph, MissingPart> {
  const checkpoint = loaderOf(known, specs);
  if (!checkpoint.ok) return checkpoint;
  const words = encoderOf(LTX_ENCODER, specs);
  if (!words.ok) return words;
  const loaded = withLoras(
    { ...checkpoint.value, nodes: { ...checkpoint.value.nodes, ...words.value }, clip: ['words', 0] },
    job.loras ?? [],
    specs,
  );
  if (!loaded.ok) return loaded;
  const { nodes, model, clip, vae } = loaded.value;
  const size = {
    ...sizeWithin(job, LTX.side, undefined),
    length: Math.ceil(((job.seconds ?? 0) * LTX.fps) / LTX.frames) * LTX.frames + 1,
    batch_size: 1,
  };
  const start: WorkflowGraph =
    job.start === undefined
      ? {
          start: node('EmptyLTXVLatentVideo', size),
          told: node('LTXVConditioning', { positive: ['wanted', 0], negative: ['unwanted', 0], frame_rate: LTX.fps }),
        }
      : {
          given: node('LoadImage', { image: job.start }),
          start: node('LTXVImgToVideo', {
            ...size,
            positive: ['wanted', 0],
            negative: ['unwanted', 0],
            vae,
            image: ['given', 0],
            strength: 1,
          }),
          told: node('LTXVConditioning', { positive: ['start', 0], negative: ['start', 1], frame_rate: LTX.fps }),
        };
  const latent: Link = ['start', job.start === undefined ? 0 : 2];
  return ok({
    ...nodes,
    wanted: node('CLIPTextEncode', { text: job.prompt, clip }),
    unwanted: node('CLIPTextEncode', { text: job.negativePrompt, clip }),
    ...start,
    way: node('KSamplerSelect', { sampler_name: LTX.sampler }),
    sigmas: node('LTXVScheduler', {
      steps: LTX.steps,
      max_shift: 2.05,
      base_shift: 0.95,
      stretch: true,
      terminal: 0.1,
      latent,
    }),
    sampled: node('SamplerCustom', {
      model,
      add_noise: true,
      noise_seed: job.seed,
      cfg: LTX.cfg,
      positive: ['told', 0],
      negative: ['told', 1],
      sampler: ['way', 0],
      sigmas: ['sigmas', 0],
      latent_image: latent,
    }),
    decoded: node('VAEDecode', { samples: ['sampled', 0], vae }),
    film: node('CreateVideo', { images: ['decoded', 0], fps: LTX.fps }),
    saved: saved(specs),
  });
}
