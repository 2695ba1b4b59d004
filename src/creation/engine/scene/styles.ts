/** The picture's style, `natural` being none of them. */
export const STYLES = ['natural', 'poster', 'watercolour', 'ink', 'neon', 'pixel', 'papercut', 'isometric', 'line', 'oil', 'blueprint', 'risograph', 'clay'] as const;
export type Style = (typeof STYLES)[number];
