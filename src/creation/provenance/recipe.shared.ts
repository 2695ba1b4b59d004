import { z } from 'zod';
import { isRemoteModel } from '../engines/model-id.shared.js';
import { usedLoras } from '../procedures/loras.shared.js';
import { modelSettings } from '../procedures/model-settings.shared.js';

/** Maximum characters of a recipe as JSON; anything longer is not ours. */
export const RECIPE_CHARACTERS = 64_000;

const plain = z.union([z.string().max(4_000), z.number(), z.boolean(), z.null()]);

/**
 * Whether a result can be made again. `exact`: bit for bit by the same version of this program; `similar`: the engine
 * takes the seed, but may make another result; `no`: the engine takes no seed.
 */
export const REPEATS = ['exact', 'similar', 'no'] as const;
export type Repeat = (typeof REPEATS)[number];

/** @param model its id in the catalogue */
export const repeatOf = (model: string, seedless: boolean): Repeat =>
  seedless ? 'no' : isRemoteModel(model) ? 'similar' : 'exact';

/**
 * How a result was made, in the metadata of its file: dropping the file on the page restores the form. The file may
 * come from a stranger, so every field has a limit, and a recipe is only displayed or put into a form that validates it
 * again.
 */
export const recipeV1 = z.object({
  /** The version of this shape. */
  kinora: z.literal(1),
  /** Such as `text2Image.create`. */
  procedure: z.string().min(1).max(80),
  model: z.string().min(1).max(120),
  prompt: z.string().max(4_000),
  negativePrompt: z.string().max(4_000),
  seed: z.int().min(0).max(0xffff_ffff),
  /** The engine took no seed: the result cannot be made again. */
  seedless: z.literal(true).exactOptional(),
  /** Absent in files of earlier versions. */
  repeat: z.enum(REPEATS).exactOptional(),
  /** A draft of the local engine, while a connected one made the final. */
  draft: z.literal(true).exactOptional(),
  count: z.int().min(1).max(16),
  /** The file is watermarked; a repeat need not be. */
  marked: z.literal(true).exactOptional(),
  /** The result shows a person's likeness; the requester declared that the person consents. */
  likeness: z.literal('consent declared').exactOptional(),
  /** The other settings: style, aspect, strength … by name. */
  params: z
    .record(z.string().min(1).max(40), plain)
    .refine((params) => Object.keys(params).length <= 24, 'too many parameters'),
  /** Settings of the model itself, by key. */
  modelSettings: modelSettings.exactOptional(),
  loras: usedLoras.exactOptional(),
});
export type RecipeV1 = Readonly<z.infer<typeof recipeV1>>;

/**
 * Parses a recipe found in a file.
 * @param text JSON from any source
 * @returns undefined unless it is a recipe within every limit
 */
export function parseRecipe(text: string): RecipeV1 | undefined {
  if (text.length > RECIPE_CHARACTERS) return undefined;
  try {
    return recipeV1.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
