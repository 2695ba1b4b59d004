import type { Claimed } from './credential/claim.js';
import type { ContentCredential } from './credential/credential.js';
import { carriesRecipe, embedRecipe } from './embed.js';
import { recipeV1, type RecipeV1 } from './recipe.shared.js';
import { xmpOf } from './xmp.js';

/**
 * Prepares a stored file for download: embeds its recipe and then signs it, if the file type allows.
 * @param content the stored file; videos of some tens of megabytes are held in memory briefly
 * @param type its media type
 * @param said its recipe, and the claim to sign
 * @param credential signs it
 * @returns the file to send, which may differ in length
 */
export async function withRecipe(
  content: AsyncIterable<Uint8Array>,
  type: string,
  { recipe, claimed }: { readonly recipe: RecipeV1; readonly claimed: Claimed },
  credential: ContentCredential,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of content) parts.push(part);
  const whole = Buffer.concat(parts);
  // A recipe that no file can hold (`recipeV1`, `xmpOf`) must not prevent the download.
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
