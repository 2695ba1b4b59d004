/** Nest injection token of the `ImageCheck`. */
export const IMAGE_MODERATION = Symbol('IMAGE_MODERATION');
