import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  nodesOf,
  promptProblem,
  USUAL_FOLDERS,
  type Folders,
} from '../../../../../test/support/servers/remote/comfyui/nodes.js';
import type { WorkflowGraph } from '../workflow/graph.js';
import { readSpec, type NodeSpecs } from '../workflow/node-specs.js';
import { buildGraph, GRAPH_CLASSES, lackOf } from './build.js';
import type { GraphJob } from './job.js';
import { recognise, type KnownFile } from './model-file.js';

const EVERYTHING = {
  ...USUAL_FOLDERS,
  checkpoints: [
    'sd_xl_base_1.0.safetensors',
    'v1-5-pruned-emaonly.safetensors',
    'somebodys-own.safetensors',
    'flux1-dev-fp8.safetensors',
    'ltx-video-2b-v0.9.5.safetensors',
    'sdxl_lightning_4step.safetensors',
  ],
  diffusion: [
    'flux1-dev.safetensors',
    'flux1-schnell.safetensors',
    'qwen_image_fp8_e4m3fn.safetensors',
    'qwen_image_edit_fp8_e4m3fn.safetensors',
    'qwen_image_edit_2509_fp8_e4m3fn.safetensors',
    'wan2.1_t2v_1.3B_fp16.safetensors',
    'wan2.1_i2v_480p_14B_fp16.safetensors',
    'wan2.2_t2v_high_noise_14B_fp8_scaled.safetensors',
    'wan2.2_t2v_low_noise_14B_fp8_scaled.safetensors',
    'wan2.2_i2v_high_noise_14B_fp8_scaled.safetensors',
    'wan2.2_i2v_low_noise_14B_fp8_scaled.safetensors',
    'wan2.2_ti2v_5B_fp16.safetensors',
    'sdxl_unet.safetensors',
  ],
  encoders: [
    'clip_l.safetensors',
    'clip_g.safetensors',
    't5xxl_fp16.safetensors',
    'umt5_xxl_fp8_e4m3fn_scaled.safetensors',
    'qwen_2.5_vl_7b_fp8_scaled.safetensors',
  ],
  vaes: [
    'ae.safetensors',
    'qwen_image_vae.safetensors',
    'wan_2.1_vae.safetensors',
    'wan2.2_vae.safetensors',
    'sdxl_vae.safetensors',
  ],
  visions: ['clip_vision_h.safetensors'],
  loras: ['style.safetensors', 'motion_high_noise.safetensors', 'motion_low_noise.safetensors'],
} satisfies Folders;
const MODELS = [
  ...EVERYTHING.checkpoints,
  ...EVERYTHING.diffusion.map((file) => `diffusion_models/${file}`),
  'upscale_models/4x-UltraSharp.pth',
];

const specsOf = (folders: Folders, without: readonly string[] = []): NodeSpecs => {
  const nodes = nodesOf(folders);
  return new Map(
    GRAPH_CLASSES.flatMap((name) => {
      const spec = without.includes(name) ? undefined : readSpec(nodes, name);
      return spec === undefined ? [] : [[name, spec] as const];
    }),
  );
};
const known = (model: string): KnownFile => {
  const found = recognise(model);
  if (typeof found === 'string') throw new Error(`${model}: ${found}`);
  return found;
};
const JOB = { prompt: 'a fox', negativePrompt: 'fog', seed: 7, width: 1_024, height: 576 };
const jobFor = (operation: GraphJob['operation'], more: Partial<GraphJob> = {}): GraphJob => {
  const [starts, masked] = [!operation.startsWith('text'), operation === 'inpaint'];
  return {
    ...JOB,
    operation,
    ...(operation.endsWith('video') ? { seconds: 5 } : {}),
    ...(starts ? { start: 'up.png', strength: 0.6 } : {}),
    ...(masked ? { mask: 'mask.png' } : {}),
    ...more,
  };
};
const UPLOADS = new Set(['up.png', 'mask.png']);
const accepted = (graph: WorkflowGraph, folders: Folders): string | undefined =>
  promptProblem(graph, nodesOf(folders), UPLOADS);
const graphOf = (model: string, operation: GraphJob['operation'], more: Partial<GraphJob> = {}): WorkflowGraph => {
  const built = buildGraph(known(model), jobFor(operation, more), specsOf(EVERYTHING));
  if (!built.ok) throw new Error(JSON.stringify(built.error));
  return built.value;
};

describe('graphs for ComfyUI', () => {
  it.each(MODELS.filter((model) => !model.includes('low_noise')))('are accepted for each operation of %s', (model) => {
    const file = known(model);
    expect(file.operations.length).toBeGreaterThan(0);
    for (const operation of file.operations)
      expect([operation, accepted(graphOf(model, operation), EVERYTHING)]).toEqual([operation, undefined]);
    expect(lackOf(file, specsOf(EVERYTHING))).toBeUndefined();
  });

  it('are accepted, or say what is missing, whatever a server has', () => {
    const some = (files: readonly string[]) => fc.subarray([...files]);
    const folders = fc.record({
      checkpoints: some(EVERYTHING.checkpoints),
      diffusion: some(EVERYTHING.diffusion),
      encoders: some(EVERYTHING.encoders),
      vaes: some(EVERYTHING.vaes),
      visions: some(EVERYTHING.visions),
      loras: some(EVERYTHING.loras),
      upscalers: some(EVERYTHING.upscalers),
      metadata: fc.constant({}),
    });
    const loras = fc.array(
      fc.record({ name: fc.constantFrom(...EVERYTHING.loras), strength: fc.double({ min: -2, max: 2, noNaN: true }) }),
      { maxLength: 3 },
    );
    let [built, refused] = [0, 0];
    fc.assert(
      fc.property(
        folders,
        some([...GRAPH_CLASSES]),
        fc.boolean(),
        loras,
        fc.integer({ min: 64, max: 2_048 }),
        fc.integer({ min: 64, max: 2_048 }),
        (there, gone, isOld, chosen, width, height) => {
          const without = isOld ? gone.slice(0, 3) : [];
          const specs = specsOf(there, without);
          for (const model of [
            ...there.checkpoints,
            ...there.diffusion.map((file) => `diffusion_models/${file}`),
            ...there.upscalers.map((file) => `upscale_models/${file}`),
          ]) {
            const file = recognise(model);
            if (typeof file === 'string') continue;
            for (const operation of file.operations) {
              const graph = buildGraph(file, jobFor(operation, { loras: chosen, width, height }), specs);
              if (!graph.ok) {
                expect(graph.error.missing).not.toBe('');
                refused += 1;
                continue;
              }
              built += 1;
              expect([model, operation, accepted(graph.value, there)]).toEqual([model, operation, undefined]);
              expect(Object.values(graph.value).some(({ class_type: type }) => without.includes(type))).toBe(false);
            }
          }
        },
      ),
      { numRuns: 60 },
    );
    // The property must have met both.
    expect([built > 50, refused > 50]).toEqual([true, true]);
  });

  it('make an image of the size and the steps that a family was trained on', () => {
    const facts = (model: string) => {
      const { start, sampler } = graphOf(model, 'text-to-image');
      return [start?.inputs['width'], start?.inputs['height'], sampler?.inputs['steps'], sampler?.inputs['cfg']];
    };
    expect(facts('v1-5-pruned-emaonly.safetensors')).toEqual([840, 472, 24, 6.5]);
    expect(facts('sd_xl_base_1.0.safetensors')).toEqual([1_224, 688, 28, 6]);
    expect(facts('sdxl_lightning_4step.safetensors')).toEqual([1_224, 688, 4, 1]);
    expect(facts('diffusion_models/flux1-dev.safetensors')).toEqual([1_024, 576, 20, 1]);
    expect(facts('diffusion_models/flux1-schnell.safetensors')).toEqual([1_024, 576, 4, 1]);
    expect(facts('diffusion_models/qwen_image_fp8_e4m3fn.safetensors')).toEqual([1_360, 768, 20, 4]);
    expect(facts('somebodys-own.safetensors')).toEqual([1_024, 576, 24, 6.5]);
  });

  it('load Flux with its two encoders, guide it inside the model, and leave the negative prompt out', () => {
    expect(graphOf('diffusion_models/flux1-dev.safetensors', 'text-to-image')).toMatchObject({
      loader: { inputs: { unet_name: 'flux1-dev.safetensors' } },
      colours: { inputs: { vae_name: 'ae.safetensors' } },
      words: {
        class_type: 'DualCLIPLoader',
        inputs: { clip_name1: 'clip_l.safetensors', clip_name2: 't5xxl_fp16.safetensors', type: 'flux' },
      },
      guided: { inputs: { conditioning: ['wanted', 0], guidance: 3.5 } },
      unwanted: { class_type: 'ConditioningZeroOut' },
      sampler: { inputs: { positive: ['guided', 0] } },
    });
    // A checkpoint brings its own.
    expect(graphOf('flux1-dev-fp8.safetensors', 'text-to-image')).toMatchObject({
      wanted: { inputs: { clip: ['checkpoint', 1] } },
      guided: {},
      decoded: { inputs: { vae: ['checkpoint', 2] } },
    });
  });

  it.each(['edit', 'image-to-image'] as const)(
    'give an editing model its instruction together with the image: %s',
    (operation) => {
      const edit = (model: string) => graphOf(`diffusion_models/${model}`, operation);
      expect(edit('qwen_image_edit_fp8_e4m3fn.safetensors')).toMatchObject({
        wanted: {
          class_type: 'TextEncodeQwenImageEdit',
          inputs: { prompt: 'a fox', image: ['given', 0], vae: ['colours', 0] },
        },
        sampler: { inputs: { denoise: 1, cfg: 2.5, model: ['normed', 0] } },
      });
      expect(edit('qwen_image_edit_2509_fp8_e4m3fn.safetensors')).toMatchObject({
        wanted: { class_type: 'TextEncodeQwenImageEditPlus', inputs: { image1: ['given', 0] } },
      });
    },
  );

  it('run the two halves of Wan 2.2 one after the other', () => {
    expect(
      graphOf('diffusion_models/wan2.2_i2v_high_noise_14B_fp8_scaled.safetensors', 'image-to-video'),
    ).toMatchObject({
      loaderLow: { inputs: { unet_name: 'wan2.2_i2v_low_noise_14B_fp8_scaled.safetensors' } },
      start: { class_type: 'WanImageToVideo', inputs: { length: 81, start_image: ['given', 0] } },
      noisy: { inputs: { model: ['shifted', 0], end_at_step: 10, return_with_leftover_noise: 'enable' } },
      sampler: {
        inputs: { model: ['shiftedLow', 0], start_at_step: 10, add_noise: 'disable', latent_image: ['noisy', 0] },
      },
      film: { inputs: { fps: 16 } },
    });
    const alone = { ...EVERYTHING, diffusion: EVERYTHING.diffusion.filter((file) => !file.includes('low_noise')) };
    expect(lackOf(known('diffusion_models/wan2.2_t2v_high_noise_14B_fp8_scaled.safetensors'), specsOf(alone))).toEqual({
      reason: 'partner',
      missing: 'wan2.2_t2v_low_noise_14B_fp8_scaled.safetensors',
    });
  });

  it('load LoRAs one after the other, each half of Wan with its own', () => {
    const loras = [
      { name: 'style.safetensors', strength: 0.8 },
      { name: 'motion_low_noise.safetensors', strength: 1 },
    ];
    expect(graphOf('sd_xl_base_1.0.safetensors', 'text-to-image', { loras })).toMatchObject({
      lora1: {
        inputs: {
          model: ['checkpoint', 0],
          clip: ['checkpoint', 1],
          lora_name: 'style.safetensors',
          strength_model: 0.8,
          strength_clip: 0.8,
        },
      },
      lora2: { inputs: { model: ['lora1', 0], clip: ['lora1', 1] } },
      wanted: { inputs: { clip: ['lora2', 1] } },
      sampler: { inputs: { model: ['lora2', 0] } },
    });
    const pair = graphOf('diffusion_models/wan2.2_t2v_high_noise_14B_fp8_scaled.safetensors', 'text-to-video', {
      loras,
    });
    expect(
      Object.entries(pair).flatMap(([id, { inputs }]) => ('lora_name' in inputs ? [[id, inputs['lora_name']]] : [])),
    ).toEqual([
      ['lora1', 'style.safetensors'],
      ['loraLow1', 'style.safetensors'],
      ['loraLow2', 'motion_low_noise.safetensors'],
    ]);
    expect(
      buildGraph(
        known('sd_xl_base_1.0.safetensors'),
        jobFor('text-to-image', { loras: [{ name: 'gone.safetensors', strength: 1 }] }),
        specsOf(EVERYTHING),
      ),
    ).toEqual({ ok: false, error: { reason: 'lora', missing: 'gone.safetensors' } });
  });

  it('are not guessed for files that need something else', () => {
    expect(
      ['flux1-fill-dev', 'wan2.1_vace_14B', 'wan2.2_t2v_low_noise_14B', 'flux2-dev', 'mystery', 'qwen_image_2.1'].map(
        (file) => recognise(`diffusion_models/${file}.safetensors`),
      ),
    ).toEqual(['variant', 'variant', 'half', 'family', 'family', 'family']);
    expect(recognise('diffusion_models/mystery.safetensors', 'flux')).toMatchObject({ family: 'flux', kind: 'image' });
  });
});
