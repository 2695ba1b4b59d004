/** The architectures that models and LoRAs are made for. Pure, also loaded by the browser. */

export const MODEL_FAMILIES = ['sd15', 'sdxl', 'sd3', 'flux', 'qwen-image', 'wan', 'ltx'] as const;
/** An architecture. A LoRA fits only models of its own. */
export type ModelFamily = (typeof MODEL_FAMILIES)[number];

/** Their names, the same in every language. */
export const FAMILY_NAMES: Readonly<Record<ModelFamily, string>> = {
  sd15: 'Stable Diffusion 1.5',
  sdxl: 'SDXL',
  sd3: 'Stable Diffusion 3',
  flux: 'FLUX.1',
  'qwen-image': 'Qwen-Image',
  wan: 'Wan',
  ltx: 'LTX-Video',
};

/**
 * Words of file names and of metadata, the first match counts. `undefined` marks newer architectures that share a name
 * but neither text encoders nor LoRAs.
 */
const NAMES: readonly (readonly [RegExp, ModelFamily | undefined])[] = [
  [/flux[-_. ]?2|qwen[-_]?image[-_]?2[._]\d|ltx[-_]?2(?!\d*b)/, undefined],
  [/flux|(?:^|[^a-z])schnell/, 'flux'],
  [/qwen/, 'qwen-image'],
  [/(?:^|[^a-z])wan(?:[-_. ]?(?:v?2|video|t2v|i2v)|[^a-z])/, 'wan'],
  [/ltx/, 'ltx'],
  [/sd[-_. ]?v?3|stable[-_. ]?diffusion[-_. ]?v?3/, 'sd3'],
  [/xl(?![a-z])|pony|illustrious|noob[-_]?ai/, 'sdxl'],
  [/sd[-_. ]?v?1(?!\d)|(?:^|[^a-z0-9])v1[-_.][45]|stable[-_. ]?diffusion[-_. ]?v?1/, 'sd15'],
];

/** The family that a file's name, without its folders, tells; undefined if it tells none. */
export function familyOfName(file: string): ModelFamily | undefined {
  const name = (file.split(/[\\/]/).at(-1) ?? file).toLowerCase();
  return NAMES.find(([word]) => word.test(name))?.[1];
}

/**
 * The family that the metadata of a safetensors file tells: `modelspec.architecture` (Stability AI's ModelSpec 1.0) or
 * `ss_base_model_version` (kohya-ss/sd-scripts).
 */
export function familyOfMetadata(metadata: Readonly<Record<string, unknown>>): ModelFamily | undefined {
  for (const field of ['modelspec.architecture', 'ss_base_model_version']) {
    const value = metadata[field];
    const family = typeof value === 'string' ? familyOfName(value.replaceAll('/', ' ')) : undefined;
    if (family !== undefined) return family;
  }
  return undefined;
}
