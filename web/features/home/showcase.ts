import { ASPECTS, type Aspect } from '@src/creation/picture.shared';
import { isStyle, type Style } from '@/features/create/styles';
import drawn from '@/public/showcase/showcase.json';

/** A picture that the engine drew, with all that made it. Drawn again by `npm run gallery`. */
export interface ShowcasePicture {
  /** In `public/`; WebP. */
  readonly src: string;
  readonly prompt: string;
  readonly style: Style;
  readonly seed: number;
  readonly aspect: Aspect;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** A data URL of some 12 pixels, shown until the picture has come. */
  readonly blur: string;
}

const isAspect = (value: string): value is Aspect => Object.hasOwn(ASPECTS, value);
// Until the pictures are drawn the list is empty, and its entries have no type of their own.
const entries: readonly (Omit<ShowcasePicture, 'style' | 'aspect'> & { readonly style: string; readonly aspect: string })[] = drawn;

/** Pictures shown on the home page, in order; nothing is shown where there are none. */
export const SHOWCASE: readonly ShowcasePicture[] = entries.flatMap((entry) => {
  const { style, aspect } = entry;
  return isStyle(style) && isAspect(aspect) ? [{ ...entry, style, aspect }] : [];
});

/** Shown large beside the prompt box, and offered there as examples. */
export const HEROES = SHOWCASE.slice(0, 4);
