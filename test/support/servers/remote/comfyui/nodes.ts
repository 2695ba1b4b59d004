import { z } from 'zod';

/**
 * Node classes as ComfyUI's `/object_info` describes them, from nodes.py,
 * comfy_extras/nodes_{upscale_model,lt,custom_sampler, video,flux,sd3,hunyuan,wan,qwen,model_advanced,cfg}.py of
 * ComfyUI 0.3 and 0.8, and the check of a prompt, from `validate_inputs` of execution.py: classes, required inputs,
 * links and their types, limits, and values of choices.
 */
export const FILES = {
  checkpoints: ['sd_xl_base_1.0.safetensors'],
  upscalers: ['4x-UltraSharp.pth'],
  encoders: ['clip_l.safetensors', 't5xxl_fp16.safetensors'],
} as const;
/** Its checkpoint of videos loads, but lists only checkpoints of images. */
export const VIDEO_CHECKPOINT = 'ltx-video-2b-v0.9.5.safetensors';

export interface Folders {
  readonly checkpoints: readonly string[];
  readonly diffusion: readonly string[];
  readonly encoders: readonly string[];
  readonly vaes: readonly string[];
  readonly upscalers: readonly string[];
  readonly loras: readonly string[];
  /** Vision models. */
  readonly visions: readonly string[];
  /** Metadata of safetensors files, by `folder/file`. */
  readonly metadata: Readonly<Record<string, Readonly<Record<string, string>>>>;
}
export const USUAL_FOLDERS: Folders = { ...FILES, diffusion: [], vaes: [], loras: [], visions: [], metadata: {} };

type Input = readonly [type: string | readonly string[], options?: Readonly<Record<string, unknown>>];
interface NodeInfo {
  readonly input: {
    readonly required: Readonly<Record<string, Input>>;
    readonly optional?: Readonly<Record<string, Input>>;
  };
  readonly output: readonly string[];
  readonly output_node?: true;
}

const SAMPLERS = ['euler', 'euler_ancestral', 'dpmpp_2m', 'uni_pc'];
const SCHEDULERS = ['simple', 'normal', 'karras', 'beta'];
const int = (min: number, max: number, step = 1): Input => ['INT', { default: min, min, max, step }];
const float = (min: number, max: number, step: number): Input => ['FLOAT', { default: min, min, max, step }];
const text: Input = ['STRING', { multiline: true, dynamicPrompts: true }];
const side = (step: number): Input => int(16, 16_384, step);
const seed: Input = ['INT', { default: 0, min: 0, max: 2 ** 64, control_after_generate: true }];
const node = (required: Readonly<Record<string, Input>>, ...output: readonly string[]): NodeInfo => ({
  input: { required },
  output,
});
const saver = (required: Readonly<Record<string, Input>>): NodeInfo => ({
  input: { required },
  output: [],
  output_node: true,
});
const model: Input = ['MODEL'];
const clip: Input = ['CLIP'];
const vae: Input = ['VAE'];
const cond: Input = ['CONDITIONING'];
const latent: Input = ['LATENT'];
const image: Input = ['IMAGE'];
const mask: Input = ['MASK'];
const SIDES = { positive: cond, negative: cond } as const;
const list = (values: readonly string[], more: Readonly<Record<string, unknown>> = {}): Input => [values, more];

/** The classes of a ComfyUI with these files. */
export function nodesOf(folders: Folders): Readonly<Record<string, NodeInfo>> {
  const video = { width: side(16), height: side(16), length: int(1, 16_384, 4), batch_size: int(1, 4_096) };
  const ltx = {
    width: int(64, 16_384, 32),
    height: int(64, 16_384, 32),
    length: int(9, 16_384, 8),
    batch_size: int(1, 4_096),
  };
  return {
    CheckpointLoaderSimple: node(
      { ckpt_name: list(folders.checkpoints, { tooltip: 'the checkpoint' }) },
      'MODEL',
      'CLIP',
      'VAE',
    ),
    UNETLoader: node(
      { unet_name: list(folders.diffusion), weight_dtype: list(['default', 'fp8_e4m3fn', 'fp8_e5m2']) },
      'MODEL',
    ),
    CLIPLoader: {
      ...node(
        { clip_name: list(folders.encoders), type: list(['stable_diffusion', 'sd3', 'ltxv', 'wan', 'qwen_image']) },
        'CLIP',
      ),
    },
    DualCLIPLoader: node(
      {
        clip_name1: list(folders.encoders),
        clip_name2: list(folders.encoders),
        type: list(['sdxl', 'sd3', 'flux', 'hunyuan_video']),
      },
      'CLIP',
    ),
    VAELoader: node({ vae_name: list(folders.vaes) }, 'VAE'),
    CLIPTextEncode: node({ text, clip }, 'CONDITIONING'),
    ConditioningZeroOut: node({ conditioning: cond }, 'CONDITIONING'),
    FluxGuidance: node({ conditioning: cond, guidance: float(0, 100, 0.1) }, 'CONDITIONING'),
    ModelSamplingAuraFlow: node({ model, shift: float(0, 100, 0.01) }, 'MODEL'),
    ModelSamplingSD3: node({ model, shift: float(0, 100, 0.01) }, 'MODEL'),
    CFGNorm: node({ model, strength: float(0, 100, 0.01) }, 'MODEL'),
    LoraLoader: node(
      {
        model,
        clip,
        lora_name: list(folders.loras),
        strength_model: float(-100, 100, 0.01),
        strength_clip: float(-100, 100, 0.01),
      },
      'MODEL',
      'CLIP',
    ),
    TextEncodeQwenImageEdit: {
      input: { required: { clip, prompt: text }, optional: { vae, image } },
      output: ['CONDITIONING'],
    },
    TextEncodeQwenImageEditPlus: {
      input: { required: { clip, prompt: text }, optional: { vae, image1: image, image2: image, image3: image } },
      output: ['CONDITIONING'],
    },
    CLIPVisionLoader: node({ clip_name: list(folders.visions) }, 'CLIP_VISION'),
    CLIPVisionEncode: node(
      { clip_vision: ['CLIP_VISION'], image, crop: list(['center', 'none']) },
      'CLIP_VISION_OUTPUT',
    ),
    Wan22ImageToVideoLatent: {
      input: {
        required: {
          vae,
          width: int(32, 16_384, 32),
          height: int(32, 16_384, 32),
          length: int(1, 16_384, 4),
          batch_size: int(1, 4_096),
        },
        optional: { start_image: image },
      },
      output: ['LATENT'],
    },
    EmptyLatentImage: node({ width: side(8), height: side(8), batch_size: int(1, 4_096) }, 'LATENT'),
    EmptySD3LatentImage: node({ width: side(16), height: side(16), batch_size: int(1, 4_096) }, 'LATENT'),
    EmptyHunyuanLatentVideo: node(video, 'LATENT'),
    WanImageToVideo: {
      input: {
        required: { ...SIDES, vae, ...video },
        optional: { clip_vision_output: ['CLIP_VISION_OUTPUT'], start_image: image },
      },
      output: ['CONDITIONING', 'CONDITIONING', 'LATENT'],
    },
    LoadImage: node({ image: [['example.png'], { image_upload: true }] }, 'IMAGE', 'MASK'),
    LoadImageMask: node(
      { image: [['example.png'], { image_upload: true }], channel: list(['alpha', 'red', 'green', 'blue']) },
      'MASK',
    ),
    VAEEncode: node({ pixels: image, vae }, 'LATENT'),
    SetLatentNoiseMask: node({ samples: latent, mask }, 'LATENT'),
    KSampler: node(
      {
        model,
        seed,
        steps: int(1, 10_000),
        cfg: float(0, 100, 0.1),
        sampler_name: list(SAMPLERS),
        scheduler: list(SCHEDULERS),
        ...SIDES,
        latent_image: latent,
        denoise: float(0, 1, 0.01),
      },
      'LATENT',
    ),
    KSamplerAdvanced: node(
      {
        model,
        add_noise: list(['enable', 'disable']),
        noise_seed: seed,
        steps: int(1, 10_000),
        cfg: float(0, 100, 0.1),
        sampler_name: list(SAMPLERS),
        scheduler: list(SCHEDULERS),
        ...SIDES,
        latent_image: latent,
        start_at_step: int(0, 10_000),
        end_at_step: int(0, 10_000),
        return_with_leftover_noise: list(['disable', 'enable']),
      },
      'LATENT',
    ),
    VAEDecode: node({ samples: latent, vae }, 'IMAGE'),
    UpscaleModelLoader: node({ model_name: list(folders.upscalers) }, 'UPSCALE_MODEL'),
    ImageUpscaleWithModel: node({ upscale_model: ['UPSCALE_MODEL'], image }, 'IMAGE'),
    EmptyLTXVLatentVideo: node(ltx, 'LATENT'),
    LTXVImgToVideo: node(
      { ...SIDES, vae, image, ...ltx, strength: float(0, 1, 0.01) },
      'CONDITIONING',
      'CONDITIONING',
      'LATENT',
    ),
    LTXVConditioning: node({ ...SIDES, frame_rate: float(0, 1_000, 0.01) }, 'CONDITIONING', 'CONDITIONING'),
    KSamplerSelect: node({ sampler_name: list(SAMPLERS) }, 'SAMPLER'),
    LTXVScheduler: {
      input: {
        required: {
          steps: int(1, 10_000),
          max_shift: float(0, 100, 0.01),
          base_shift: float(0, 100, 0.01),
          stretch: ['BOOLEAN', { default: true }],
          terminal: float(0, 0.99, 0.01),
        },
        optional: { latent },
      },
      output: ['SIGMAS'],
    },
    SamplerCustom: node(
      {
        model,
        add_noise: ['BOOLEAN', { default: true }],
        noise_seed: seed,
        cfg: float(0, 100, 0.1),
        ...SIDES,
        sampler: ['SAMPLER'],
        sigmas: ['SIGMAS'],
        latent_image: latent,
      },
      'LATENT',
      'LATENT',
    ),
    CreateVideo: {
      input: { required: { images: image, fps: float(1, 120, 1) }, optional: { audio: ['AUDIO'] } },
      output: ['VIDEO'],
    },
    SaveImage: saver({ images: image, filename_prefix: ['STRING', { default: 'ComfyUI' }] }),
    PreviewImage: saver({ images: image }),
    SaveVideo: saver({
      video: ['VIDEO'],
      filename_prefix: ['STRING', { default: 'video/ComfyUI' }],
      format: list(['auto', 'mp4']),
      codec: list(['auto', 'h264']),
    }),
  };
}

export const graphShape = z.record(
  z.string(),
  z.object({ class_type: z.string(), inputs: z.record(z.string(), z.unknown()), _meta: z.unknown().optional() }),
);
export type Graph = z.infer<typeof graphShape>;
const linkShape = z.tuple([z.string(), z.int().min(0)]);
/** Where an input comes from, if it is a link. */
export const linkIn = (value: unknown): readonly [string, number] | undefined => linkShape.safeParse(value).data;

/** What is wrong with a prompt; undefined if it may run. @param uploads names of uploaded images */
export function promptProblem(
  graph: Graph,
  nodes: Readonly<Record<string, NodeInfo>>,
  uploads: ReadonlySet<string>,
): string | undefined {
  for (const [id, { class_type: type, inputs }] of Object.entries(graph)) {
    const info = nodes[type];
    if (info === undefined) return `missing_node_type ${type}`;
    const known = { ...info.input.required, ...info.input.optional };
    for (const name of Object.keys(info.input.required))
      if (!Object.hasOwn(inputs, name)) return `required_input_missing ${id}.${name}`;
    for (const [name, value] of Object.entries(inputs)) {
      // ComfyUI ignores what a class does not know; ours sends nothing of the kind.
      const input = known[name];
      if (input === undefined) return `unknown input ${id}.${name}`;
      const problem = valueProblem(value, input, graph, nodes, uploads);
      if (problem !== undefined) return `${problem} ${id}.${name}`;
    }
  }
  return Object.values(graph).some(({ class_type: type }) => nodes[type]?.output_node === true)
    ? undefined
    : 'prompt_no_outputs';
}

function valueProblem(
  value: unknown,
  [type, options = {}]: Input,
  graph: Graph,
  nodes: Readonly<Record<string, NodeInfo>>,
  uploads: ReadonlySet<string>,
): string | undefined {
  const link = linkIn(value);
  if (link !== undefined) {
    const output = nodes[graph[link[0]]?.class_type ?? '']?.output[link[1]];
    return output !== undefined && output === (typeof type === 'string' ? type : '')
      ? undefined
      : 'return_type_mismatch';
  }
  if (typeof type !== 'string')
    return typeof value === 'string' &&
      (type.includes(value) || value === VIDEO_CHECKPOINT || (options['image_upload'] === true && uploads.has(value)))
      ? undefined
      : 'value_not_in_list';
  const number = z
    .number()
    .min(Number(options['min'] ?? -Infinity))
    .max(Number(options['max'] ?? Infinity));
  switch (type) {
    case 'INT':
      return number.int().safeParse(value).success ? undefined : 'value_out_of_range';
    case 'FLOAT':
      return number.safeParse(value).success ? undefined : 'value_out_of_range';
    case 'STRING':
      return typeof value === 'string' ? undefined : 'invalid_input_type';
    case 'BOOLEAN':
      return typeof value === 'boolean' ? undefined : 'invalid_input_type';
    default:
      return 'bad_linked_input';
  }
}
