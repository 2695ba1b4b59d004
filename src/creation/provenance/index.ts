export type { Claimed } from './credential/claim.js';
export { ContentCredential } from './credential/credential.js';
export { carriesRecipe, embedRecipe, type RecipeType } from './embed.js';
export { readVideoRecipe as readFilmRecipe, readRecipe } from './read.js';
export { parseRecipe, recipeV1, type RecipeV1 } from './recipe.shared.js';
export { withRecipe } from './download.js';
export { claimOf, recipeOf } from './of-task.js';
