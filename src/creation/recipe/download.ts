import { carriesRecipe, embedRecipe } from './embed.js';
import type { RecipeV1 } from './recipe.shared.js';

/**
 * A stored file as it is given away: with its recipe, when files of its type can carry one.
 * @param content the stored file; films of some tens of megabytes are held in memory for the moment
 * @param type its media type
 * @returns the file to send, whose length is its own
 */
export async function withRecipe(content: AsyncIterable<Uint8Array>, type: string, recipe: RecipeV1): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of content) parts.push(part);
  const whole = Buffer.concat(parts);
  return carriesRecipe(type) ? embedRecipe(whole, type, recipe) : whole;
}
