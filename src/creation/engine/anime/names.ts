/** Names of the looks, without anything that draws them: forms are made of them. */
export const ANIME_LOOKS = ['cel', 'ink', 'pastel', 'manga'] as const;
export type AnimeLook = (typeof ANIME_LOOKS)[number];
