/** Nest injection token of the `ImageModeration`. */
export const IMAGE_MODERATION = Symbol('IMAGE_MODERATION');
