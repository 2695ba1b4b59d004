import { SHOWCASE } from '@/features/make/home/showcase';

/** Samples of the engine, for components that show images. */
export const IMAGES: readonly string[] = SHOWCASE.map((image) => image.src);
