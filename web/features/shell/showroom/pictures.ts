import { SHOWCASE } from '@/features/make/home/showcase';

/** The engine's own pictures, to fill what shows pictures. */
export const PICTURES: readonly string[] = SHOWCASE.map((picture) => picture.src);
