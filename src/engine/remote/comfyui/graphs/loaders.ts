import { err, ok, type Result } from '../../../../kernel/result.js';
import type { WorkflowGraph } from '../workflow/graph.js';
import type { NodeSpecs } from '../workflow/node-specs.js';
import type { KnownFile } from './model-file.js';
import { choicesOf, node, type Link } from './node.js';
import { companionsOf, type Companions } from './recipes.js';

/** Why a graph cannot be built for a model: what the server lacks. */
export interface MissingPart {
  readonly reason: 'encoder' | 'vae' | 'vision' | 'partner' | 'lora' | 'node' | 'value';
  /** A type of encoder, a file or a node class. */
  readonly missing: string;
}

/** Loaded parts of a model, as links into `nodes`. */
export interface Loaded {
  readonly nodes: WorkflowGraph;
  readonly model: Link;
  readonly clip: Link;
  readonly vae: Link;
}

/** A LoRA by its file, with its strength. */
export interface UsedLora {
  readonly name: string;
  readonly strength: number;
}

const baseName = (file: string): string => file.split(/[\\/]/).at(-1) ?? file;
const fileLike = (files: readonly string[], pattern: RegExp): string | undefined =>
  files.find((file) => pattern.test(baseName(file)));

/** The nodes that load a model with its text encoder and VAE. */
export function loaderOf(known: KnownFile, specs: NodeSpecs): Result<Loaded, MissingPart> {
  if (known.loader === 'checkpoint') {
    return ok({
      nodes: { checkpoint: node('CheckpointLoaderSimple', { ckpt_name: known.file }) },
      model: ['checkpoint', 0],
      clip: ['checkpoint', 1],
      vae: ['checkpoint', 2],
    });
  }
  const companions = companionsOf(known);
  if (companions === undefined) return err({ reason: 'encoder', missing: known.family ?? known.file });
  const words = encoderOf(companions, specs);
  if (!words.ok) return words;
  const vae = fileLike(choicesOf(specs, 'VAELoader', 'vae_name'), companions.vae);
  if (vae === undefined) return err({ reason: 'vae', missing: companions.type });
  return ok({
    nodes: { loader: diffusionLoader(known.file), ...words.value, colours: node('VAELoader', { vae_name: vae }) },
    model: ['loader', 0],
    clip: ['words', 0],
    vae: ['colours', 0],
  });
}

export const diffusionLoader = (file: string) => node('UNETLoader', { unet_name: file, weight_dtype: 'default' });

/** The node `words`, which loads one or two text encoders. */
export function encoderOf(
  { type, encoders }: Pick<Companions, 'type' | 'encoders'>,
  specs: NodeSpecs,
): Result<WorkflowGraph, MissingPart> {
  const isDual = encoders.length > 1;
  const files = encoders.map((pattern) =>
    fileLike(choicesOf(specs, isDual ? 'DualCLIPLoader' : 'CLIPLoader', isDual ? 'clip_name1' : 'clip_name'), pattern),
  );
  const [first, second] = files;
  if (first === undefined || files.includes(undefined)) return err({ reason: 'encoder', missing: type });
  return ok({
    words:
      second === undefined
        ? node('CLIPLoader', { clip_name: first, type })
        : node('DualCLIPLoader', { clip_name1: first, clip_name2: second, type }),
  });
}

/**
 * Loads LoRAs into a model and its text encoder, one after the other (`LoraLoader` of nodes.py).
 * @param name begins the ids of the nodes
 * @returns `lora` for a file that the server does not list
 */
export function withLoras(
  loaded: Loaded,
  loras: readonly UsedLora[],
  specs: NodeSpecs,
  name = 'lora',
): Result<Loaded, MissingPart> {
  const files = choicesOf(specs, 'LoraLoader', 'lora_name');
  let done = loaded;
  for (const [place, { name: file, strength }] of loras.entries()) {
    if (!files.includes(file)) return err({ reason: 'lora', missing: file });
    const id = `${name}${place + 1}`;
    const loader = node('LoraLoader', {
      model: done.model,
      clip: done.clip,
      lora_name: file,
      strength_model: strength,
      strength_clip: strength,
    });
    done = { ...done, nodes: { ...done.nodes, [id]: loader }, model: [id, 0], clip: [id, 1] };
  }
  return ok(done);
}

/** The file of vision models that Wan 2.1 reads its first image with. */
export function visionFile(specs: NodeSpecs): Result<string, MissingPart> {
  const file = fileLike(
    choicesOf(specs, 'CLIPVisionLoader', 'clip_name'),
    /clip[-_]?vision.*(?:_h|[-_]h[-_.]|vit)|vit[-_]?h/i,
  );
  return file === undefined ? err({ reason: 'vision', missing: 'clip_vision_h' }) : ok(file);
}

/** The second file of a pair: the same name with low noise, else another of the same task. */
export function lowNoiseFile(file: string, specs: NodeSpecs): Result<string, MissingPart> {
  const files = choicesOf(specs, 'UNETLoader', 'unet_name');
  const same = file.replace(
    /high([-_ ]?noise)/i,
    (found, rest: string) => `${found.startsWith('H') ? 'Low' : 'low'}${rest}`,
  );
  const task = /i2v/i.test(file) ? /i2v/i : /t2v/i;
  const found = files.includes(same)
    ? same
    : files.find((one) => /wan/i.test(one) && /low[-_ ]?noise/i.test(one) && task.test(one));
  return found === undefined ? err({ reason: 'partner', missing: same }) : ok(found);
}
