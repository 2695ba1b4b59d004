import type { Style } from './styles';

/** Small pictures of each style, drawn by the engine; a style without one shows its name alone. */
export const STYLE_SWATCHES: Partial<Record<Style, string>> = {};

/** Small pictures of each model's work, by the catalogue's id. */
const MODEL_PICTURES: Readonly<Record<string, string>> = {};

export const modelPicture = (id: string): string | undefined => MODEL_PICTURES[id];
