import type { Aspect } from '@src/creation/picture.shared';
import type { Style } from '@/features/image/styles';

/** A picture that the product made, with all that made it. */
export interface ShowcasePicture {
  readonly id: string;
  /** In `public/`; WebP, at most 1024 pixels on the long side. */
  readonly src: string;
  /** The same at 480 pixels. */
  readonly small: string;
  readonly prompt: string;
  readonly style: Style;
  readonly seed: number;
  readonly aspect: Aspect;
  /** Of `src`, pixels. */
  readonly width: number;
  readonly height: number;
  /** A data URL of some 16 pixels, shown until the picture has come. */
  readonly blur: string;
  /** Shown large beside the prompt box, and offered there as an example. */
  readonly hero?: boolean;
}

/** Pictures shown on the home page, in order; nothing is shown where there are none. */
export const SHOWCASE: readonly ShowcasePicture[] = [];
