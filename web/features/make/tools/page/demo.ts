import drawn from '@/public/samples/demos.json';
import ofCases from '@/public/samples/case-demos.json';
import type { ImageInputTool } from '@/features/make/create/form/tools';

/** A sample image and a tool's result, both by the product's engine (`npm run gallery`). */
export interface Demo {
  /** In `public/`. */
  readonly before: string;
  readonly after: string;
  /** Aspect of the images, width by height. */
  readonly ratio: string;
  /** Path of an MP4 in `public/`, for a video result. `after` is then its poster. */
  readonly video?: string;
}

const demos: Readonly<Partial<Record<string, Demo>>> = { ...drawn, ...ofCases };

/** A tool's demo; undefined for a tool without one. */
export const demoOf = (id: ImageInputTool['id']): Demo | undefined => demos[id];
