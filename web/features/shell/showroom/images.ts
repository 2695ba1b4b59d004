import { SHOWCASE } from '@/features/make/home/showcase';

/** The engine's own pictures, to fill what shows pictures. */
export const IMAGES: readonly string[] = SHOWCASE.map((image) => image.src);
