/** Option of sd-server that takes a file. */
export type FileOption = '--model' | '--diffusion-model' | '--vae' | '--clip_l' | '--t5xxl' | '--llm';

/** A file of the model hub. Size and SHA-256 are those that the hub states when it is downloaded. */
export interface ModelFile {
  readonly option: FileOption;
  /** `owner/name` */
  readonly repository: string;
  /** Path in the repository. */
  readonly path: string;
  /** Branch, tag or commit. */
  readonly revision: string;
  /** Approximate; only for choosing a model. */
  readonly aboutBytes: number;
}

/**
 * What a licence allows: `open` for any use, `restricted` for any use except those that it lists, `noncommercial` if
 * commercial use requires an agreement with its maker.
 */
export type LicenceUse = 'open' | 'restricted' | 'noncommercial';

/** A model that can be installed on the server's machine. */
export interface InstallableModel {
  readonly id: string;
  readonly name: string;
  readonly files: readonly ModelFile[];
  readonly licence: { readonly name: string; readonly use: LicenceUse; readonly url: string };
  /** Memory of its process while it makes an image, bytes. Estimated from the weights after quantisation. */
  readonly memoryBytes: number;
  /** Fewest processor cores without a GPU. An image would take many minutes with fewer. */
  readonly cores: number;
  /** Longest side of images that it draws well, pixels. */
  readonly side: number;
  /** Further options of sd-server: steps and guidance of distilled models, quantisation at load. */
  readonly options: readonly string[];
}

const GB = 1_000_000_000;
const RAIL = 'CreativeML Open RAIL++-M';
const page = (repository: string): string => `https://huggingface.co/${repository}`;
const file = (option: FileOption, repository: string, path: string, gigabytes: number): ModelFile => ({
  option,
  repository,
  path,
  revision: 'main',
  aboutBytes: gigabytes * GB,
});
const distilled = (steps: number): readonly string[] => ['--steps', String(steps), '--cfg-scale', '1'];
/** Half of binary16 in memory, with little loss. */
const Q8 = ['--type', 'q8_0'] as const;
/** Both FLUX and Z-Image decode with this one. */
const VAE = file('--vae', 'Comfy-Org/z_image_turbo', 'split_files/vae/ae.safetensors', 0.34);

/**
 * Models for sd-server, smallest first. Repositories and options: stable-diffusion.cpp, `docs/distilled_sd.md`,
 * `docs/sd.md`, `docs/flux.md`, `docs/z_image.md`. Licences: the models' pages.
 */
export const INSTALLABLE: readonly InstallableModel[] = [
  {
    id: 'sdxs-512',
    name: 'SDXS-512',
    files: [file('--model', 'akleine/sdxs-512', 'sdxs.safetensors', 0.88)],
    licence: { name: RAIL, use: 'restricted', url: page('akleine/sdxs-512') },
    memoryBytes: 2 * GB,
    cores: 1,
    side: 512,
    options: [...distilled(1), ...Q8],
  },
  {
    id: 'sd-turbo',
    name: 'SD-Turbo',
    files: [file('--model', 'stabilityai/sd-turbo', 'sd_turbo.safetensors', 5.2)],
    licence: { name: 'Stability AI Community License', use: 'noncommercial', url: page('stabilityai/sd-turbo') },
    memoryBytes: 4 * GB,
    cores: 2,
    side: 512,
    options: [...distilled(2), ...Q8],
  },
  {
    id: 'sdxl-turbo',
    name: 'SDXL-Turbo',
    files: [file('--model', 'stabilityai/sdxl-turbo', 'sd_xl_turbo_1.0_fp16.safetensors', 6.9)],
    licence: { name: 'Stability AI Community License', use: 'noncommercial', url: page('stabilityai/sdxl-turbo') },
    memoryBytes: 8 * GB,
    cores: 4,
    side: 512,
    options: [...distilled(2), ...Q8],
  },
  {
    id: 'sdxl-lightning',
    name: 'SDXL-Lightning',
    files: [file('--model', 'ByteDance/SDXL-Lightning', 'sdxl_lightning_4step.safetensors', 6.9)],
    licence: { name: RAIL, use: 'restricted', url: page('ByteDance/SDXL-Lightning') },
    memoryBytes: 9 * GB,
    cores: 8,
    side: 1_024,
    options: [...distilled(4), '--scheduler', 'sgm_uniform', ...Q8],
  },
  {
    id: 'z-image-turbo',
    name: 'Z-Image-Turbo',
    files: [
      file('--diffusion-model', 'leejet/Z-Image-Turbo-GGUF', 'z_image_turbo-Q4_K.gguf', 3.9),
      VAE,
      file('--llm', 'unsloth/Qwen3-4B-Instruct-2507-GGUF', 'Qwen3-4B-Instruct-2507-Q4_K_M.gguf', 2.5),
    ],
    licence: { name: 'Apache 2.0', use: 'open', url: page('Tongyi-MAI/Z-Image-Turbo') },
    memoryBytes: 10 * GB,
    cores: 8,
    side: 1_024,
    options: [...distilled(8), '--diffusion-fa'],
  },
  {
    id: 'flux-schnell',
    name: 'FLUX.1-schnell',
    files: [
      file('--diffusion-model', 'city96/FLUX.1-schnell-gguf', 'flux1-schnell-Q4_K_S.gguf', 6.8),
      VAE,
      file('--clip_l', 'comfyanonymous/flux_text_encoders', 'clip_l.safetensors', 0.25),
      file('--t5xxl', 'city96/t5-v1_1-xxl-encoder-gguf', 't5-v1_1-xxl-encoder-Q4_K_M.gguf', 2.9),
    ],
    licence: { name: 'Apache 2.0', use: 'open', url: page('black-forest-labs/FLUX.1-schnell') },
    memoryBytes: 14 * GB,
    cores: 12,
    side: 1_024,
    options: [...distilled(4), '--diffusion-fa'],
  },
];

/** The model of an id. */
export const installable = (id: string): InstallableModel | undefined => INSTALLABLE.find((model) => model.id === id);

/** Approximate size of all its files, bytes. */
export const downloadBytes = ({ files }: InstallableModel): number =>
  files.reduce((sum, { aboutBytes }) => sum + aboutBytes, 0);
