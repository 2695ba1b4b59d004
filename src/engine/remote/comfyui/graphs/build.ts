import { z } from 'zod';
import { err, ok, type Result } from '../../../../kernel/result.js';
import { contentProblem } from '../workflow/check.js';
import type { WorkflowGraph } from '../workflow/graph.js';
import type { NodeSpecs } from '../workflow/node-specs.js';
import { imageGraph, upscaleGraph } from './image-graph.js';
import type { GraphJob } from './job.js';
import type { MissingPart } from './loaders.js';
import { ltxGraph } from './ltx-graph.js';
import type { KnownFile } from './model-file.js';
import { wanGraph } from './wan-graph.js';

/** Node classes that the graphs are made of. */
export const GRAPH_CLASSES = [
  'CheckpointLoaderSimple',
  'UNETLoader',
  'CLIPLoader',
  'DualCLIPLoader',
  'VAELoader',
  'LoraLoader',
  'UpscaleModelLoader',
  'ImageUpscaleWithModel',
  'CLIPVisionLoader',
  'CLIPVisionEncode',
  'CLIPTextEncode',
  'ConditioningZeroOut',
  'FluxGuidance',
  'TextEncodeQwenImageEdit',
  'TextEncodeQwenImageEditPlus',
  'ModelSamplingAuraFlow',
  'ModelSamplingSD3',
  'CFGNorm',
  'EmptyLatentImage',
  'EmptySD3LatentImage',
  'EmptyHunyuanLatentVideo',
  'EmptyLTXVLatentVideo',
  'WanImageToVideo',
  'Wan22ImageToVideoLatent',
  'LTXVImgToVideo',
  'LTXVConditioning',
  'LTXVScheduler',
  'LoadImage',
  'LoadImageMask',
  'VAEEncode',
  'SetLatentNoiseMask',
  'KSampler',
  'KSamplerAdvanced',
  'KSamplerSelect',
  'SamplerCustom',
  'VAEDecode',
  'CreateVideo',
  'SaveImage',
  'SaveVideo',
] as const;

/**
 * Inputs whose values need not be among those that the server listed: uploaded files, and a checkpoint that was added
 * since.
 */
const FREE: ReadonlySet<string> = new Set(['given.image', 'area.image', 'checkpoint.ckpt_name']);
const problemShape = z.object({ reason: z.string(), class: z.string().optional(), value: z.string().optional() });

/**
 * The graph of a job. Pure.
 * @param specs the server's node classes
 * @returns what the server lacks for it
 */
export function buildGraph(known: KnownFile, job: GraphJob, specs: NodeSpecs): Result<WorkflowGraph, MissingPart> {
  const built = graphOf(known, job, specs);
  const problem = built.ok ? contentProblem(built.value, specs, 'saved', FREE) : undefined;
  if (problem === undefined) return built;
  const { reason, class: type = '', value = '' } = problemShape.parse(problem.params);
  return err(
    reason === 'unknown_node' ? { reason: 'node', missing: type } : { reason: 'value', missing: `${type}: ${value}` },
  );
}

function graphOf(known: KnownFile, job: GraphJob, specs: NodeSpecs): Result<WorkflowGraph, MissingPart> {
  switch (known.kind) {
    case 'upscale':
      return ok(upscaleGraph(known.file, job.start ?? ''));
    case 'image':
    case 'image-edit':
      return imageGraph(known, job, specs);
    case 'ltx':
      return ltxGraph(known, job, specs);
    case 'wan':
    case 'wan-pair':
    case 'wan-hybrid':
      return wanGraph(known, job, specs);
    default:
      return known.kind satisfies never;
  }
}

/** Why a server's model makes nothing there: what is missing for every operation. Undefined if one can be done. */
export function lackOf(known: KnownFile, specs: NodeSpecs): MissingPart | undefined {
  const lacks = known.operations.map((operation) => {
    const starts = operation !== 'text-to-image' && operation !== 'text-to-video';
    const job: GraphJob = {
      operation,
      prompt: 'a',
      negativePrompt: '',
      seed: 1,
      width: 512,
      height: 512,
      seconds: 1,
      ...(starts ? { start: 'a.png', strength: 1 } : {}),
      ...(operation === 'inpaint' ? { mask: 'b.png' } : {}),
    };
    const built = buildGraph(known, job, specs);
    return built.ok ? undefined : built.error;
  });
  return lacks.includes(undefined) ? undefined : lacks[0];
}
