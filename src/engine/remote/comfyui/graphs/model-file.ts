import { familyOfName, type ModelFamily } from '../../family.shared.js';
import type { RemoteOperation } from '../../operations.shared.js';

/**
 * A model is named by its folder in ComfyUI, so that the files of different loaders differ; a checkpoint by its file
 * alone.
 */
const FOLDERS = { 'diffusion_models/': 'diffusion', 'upscale_models/': 'upscaler' } as const;
type Prefix = keyof typeof FOLDERS;
const PREFIXES: readonly Prefix[] = ['diffusion_models/', 'upscale_models/'];

/** The file of a model, and the loader that lists it. */
export interface ModelFile {
  readonly loader: 'checkpoint' | 'diffusion' | 'upscaler';
  readonly file: string;
}

export function fileOf(model: string): ModelFile {
  const prefix = PREFIXES.find((one) => model.startsWith(one));
  return prefix === undefined
    ? { loader: 'checkpoint', file: model }
    : { loader: FOLDERS[prefix], file: model.slice(prefix.length) };
}

/** The name of a model: the inverse of `fileOf`. */
export function modelOf({ loader, file }: ModelFile): string {
  return `${PREFIXES.find((prefix) => FOLDERS[prefix] === loader) ?? ''}${file}`;
}

/** What is made of a file: the graph it needs. `wan-pair` is the first of two files that work one after the other. */
export type GraphKind = 'upscale' | 'image' | 'image-edit' | 'ltx' | 'wan' | 'wan-pair' | 'wan-hybrid';

/** Why a server's file makes nothing. */
export type FileProblem = 'family' | 'variant' | 'half';

/** A file as a model: its family if known, its graph and what it can do. */
export interface KnownFile extends ModelFile {
  readonly family: ModelFamily | undefined;
  readonly kind: GraphKind;
  readonly operations: readonly RemoteOperation[];
}

/** Models of these families that need other inputs than words, an image or a mask. */
const VARIANTS =
  /fill|canny|depth|redux|kontext|control|inpaint|layered|(?:^|[^a-z])fun(?:[^a-z]|$)|vace|s2v|animate|camera|flf2v|phantom|magref|talk/i;

/**
 * Recognises a file.
 * @param metadata the family that the file's metadata tells; asked for only if the name tells none
 * @returns the problem of a file without graph: an unknown family, a variant that needs other inputs, or the second of
 *   two files, which is used with the first
 */
export function recognise(model: string, metadata?: ModelFamily): KnownFile | FileProblem {
  const at = fileOf(model);
  if (at.loader === 'upscaler') return { ...at, family: undefined, kind: 'upscale', operations: ['upscale'] };
  const family = familyOfName(at.file) ?? metadata;
  const isAlone = at.loader === 'diffusion';
  switch (family) {
    case 'wan':
      return VARIANTS.test(at.file) ? 'variant' : wanOf(at);
    case 'ltx':
      return isAlone ? 'family' : { ...at, family, kind: 'ltx', operations: ['text-to-video', 'image-to-video'] };
    case 'qwen-image':
      if (/edit/i.test(at.file)) return { ...at, family, kind: 'image-edit', operations: ['edit', 'image-to-image'] };
      return VARIANTS.test(at.file) ? 'variant' : imageOf(at, family);
    case 'flux':
      return VARIANTS.test(at.file) ? 'variant' : imageOf(at, family);
    case 'sdxl':
      return imageOf(at, family);
    case 'sd3':
    case 'sd15':
    case undefined:
      // Checkpoints of any kind contain their encoder and VAE; a diffusion model alone does not tell which it needs.
      return isAlone ? 'family' : imageOf(at, family);
    default:
      return family satisfies never;
  }
}

const imageOf = (at: ModelFile, family: ModelFamily | undefined): KnownFile => ({
  ...at,
  family,
  kind: 'image',
  operations: ['text-to-image', 'image-to-image', 'inpaint'],
});

/** Wan 2.1 and 2.2: which of them, and what it starts from, is in the names of the published files. */
function wanOf(at: ModelFile): KnownFile | FileProblem {
  if (/low[-_ ]?noise/i.test(at.file)) return 'half';
  if (/ti2v|(?:^|[^a-z0-9])5b/i.test(at.file))
    return { ...at, family: 'wan', kind: 'wan-hybrid', operations: ['text-to-video', 'image-to-video'] };
  const kind = /high[-_ ]?noise/i.test(at.file) ? 'wan-pair' : 'wan';
  if (/i2v/i.test(at.file)) return { ...at, family: 'wan', kind, operations: ['image-to-video'] };
  return /t2v/i.test(at.file) ? { ...at, family: 'wan', kind, operations: ['text-to-video'] } : 'variant';
}
