import drawn from '@/public/samples/demos.json';
import ofCases from '@/public/samples/case-demos.json';
import type { ImageInputTool } from '@/features/make/create/form/tools';

/** A sample image and what a tool made of it, both by the product's own engine (`npm run gallery`). */
export interface Demo {
  /** In `public/`. */
  readonly before: string;
  readonly after: string;
  /** Of the images, width by height. */
  readonly ratio: string;
  /** An MP4 in `public/`, where what came of it moves; `after` is then its poster. */
  readonly video?: string;
}

const demos: Readonly<Partial<Record<string, Demo>>> = { ...drawn, ...ofCases };

/** What a tool does, shown; nothing for one without images. */
export const demoOf = (id: ImageInputTool['id']): Demo | undefined => demos[id];
