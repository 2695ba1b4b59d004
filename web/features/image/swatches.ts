import { STYLES, type Style } from './styles';

/** One small landscape in each style, drawn by the engine (`npm run gallery`). */
export const STYLE_SWATCHES: Partial<Record<Style, string>> = Object.fromEntries(STYLES.map((style) => [style, `/showcase/style-${style}.webp`]));
