import { z } from 'zod';

/** Most characters of a recipe as JSON; what is longer is no recipe of ours. */
export const RECIPE_CHARACTERS = 64_000;

const plain = z.union([z.string().max(4_000), z.number(), z.boolean(), z.null()]);

/**
 * How a result was made, in its own file's metadata: whoever drops the file back gets the form as it was. Read from files of
 * strangers, so everything in it has a limit, and it is only ever shown or put into a form that checks it again.
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
  count: z.int().min(1).max(16),
  /** The file carries the product's mark; what is made again need not. */
  marked: z.literal(true).exactOptional(),
  /** Made of a person's likeness; whoever requested it has declared that the person consents. */
  likeness: z.literal('consent declared').exactOptional(),
  /** What else the procedure was given: style, aspect, strength … by the names of its input. */
  params: z.record(z.string().min(1).max(40), plain).refine((params) => Object.keys(params).length <= 24, 'too many parameters'),
});
export type RecipeV1 = Readonly<z.infer<typeof recipeV1>>;

/**
 * Reads what a file says is a recipe.
 * @param text JSON of anyone's making
 * @returns nothing unless it is a recipe within every limit
 */
export function parseRecipe(text: string): RecipeV1 | undefined {
  if (text.length > RECIPE_CHARACTERS) return undefined;
  try {
    return recipeV1.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
