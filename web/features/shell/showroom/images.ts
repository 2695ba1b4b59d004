import { SHOWCASE } from '@/features/make/home/showcase';

/** The engine's own images, to fill what shows images. */
export const IMAGES: readonly string[] = SHOWCASE.map((image) => image.src);
