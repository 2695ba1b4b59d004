import type { CSSProperties } from 'react';

/** Style of a list of media in rows of one height that fill the width, in their order and never cropped. */
export const ROWS =
  'flex flex-wrap gap-3.5 [--most:1.7] [--row:250px] max-lg:[--most:9] max-lg:[--row:190px] max-md:gap-2.5 max-md:[--row:170px]';

/** Style of an item in such a list. @param ratio width divided by height */
export const inRow = (ratio: number): CSSProperties => ({
  flexGrow: ratio * 100,
  flexBasis: `calc(var(--row) * ${ratio})`,
  maxInlineSize: `calc(var(--row) * ${ratio} * var(--most))`,
});
