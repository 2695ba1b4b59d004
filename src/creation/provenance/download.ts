import type { Claimed, ContentCredential } from './credential/credential.js';
import { carriesRecipe, embedRecipe } from './embed.js';
import { recipeV1, type RecipeV1 } from './recipe.shared.js';
import { xmpOf } from './xmp.js';

/**
 * A stored file as it is given away: with its recipe, and then signed, as far as files of its type can be.
 * @param content the stored file; videos of some tens of megabytes are held in memory for the moment
 * @param type its media type
 * @param said its recipe, and what is signed of it
 * @param credential signs it
 * @returns the file to send, whose length is its own
 */
export async function withRecipe(content: AsyncIterable<Uint8Array>, type: string, { recipe, claimed }: { readonly recipe: RecipeV1; readonly claimed: Claimed }, credential: ContentCredential): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of content) parts.push(part);
  const whole = Buffer.concat(parts);
  // One that no file may carry (`recipeV1`, `xmpOf`) keeps no one from their result.
  const embedded = carriesRecipe(type) && fits(recipe) ? embedRecipe(whole, type, recipe) : whole;
  return credential.sign(embedded, type, claimed);
}

function fits(recipe: RecipeV1): boolean {
  if (!recipeV1.safeParse(recipe).success) return false;
  try {
    return xmpOf(recipe).byteLength > 0;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
