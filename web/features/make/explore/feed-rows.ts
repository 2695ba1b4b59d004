/**
 * Rows of media as the browser lays them out: `ROWS` of home is a wrapping flex box, in which each item asks for the
 * row's height times its ratio and grows by its ratio, so all items of a line have one height.
 */

/** Measures of a list, in CSS pixels. */
export interface Shape {
  readonly width: number;
  /** The height that items ask for. */
  readonly row: number;
  readonly gap: number;
  /** How many times as large an item may become. */
  readonly max: number;
}

/** A line of items, from the first one to before `to`. */
export interface Row {
  readonly from: number;
  readonly to: number;
  /** Pixels from the beginning of the list. */
  readonly top: number;
  readonly height: number;
}

/** Tolerance for sums of fractions, below the browser's own unit of 1/64 pixel. */
const FRACTION = 0.01;

/** @param ratios of the items: width divided by height */
export function rowsOf(ratios: readonly number[], { width, row, gap, max }: Shape): readonly Row[] {
  const rows: Row[] = [];
  let top = 0;
  for (let from = 0; from < ratios.length;) {
    let to = from;
    let wanted = 0;
    for (; to < ratios.length; to += 1) {
      const more = row * (ratios[to] ?? 1);
      if (to > from && wanted + more + (to - from) * gap > width + FRACTION) break;
      wanted += more;
    }
    const height = row * Math.min((width - (to - from - 1) * gap) / wanted, max);
    rows.push({ from, to, top, height });
    top += height + gap;
    from = to;
  }
  return rows;
}

/** What is rendered of a list: items, or one empty line in place of rows that are far away. */
export type Piece =
  | { readonly kind: 'items'; readonly from: number; readonly to: number }
  | { readonly kind: 'space'; readonly height: number; readonly key: number };

/**
 * The pieces of a list around a part of it.
 * @param near pixels from the beginning of the list
 * @param focused an item that stays, because the keyboard is on it
 */
export function piecesOf(
  rows: readonly Row[],
  near: { readonly from: number; readonly to: number },
  focused: number | undefined,
): readonly Piece[] {
  const pieces: Piece[] = [];
  let skipped: { readonly first: Row; last: Row } | undefined;
  const flush = (): void => {
    if (skipped !== undefined) {
      const { first, last } = skipped;
      pieces.push({ kind: 'space', height: last.top + last.height - first.top, key: first.from });
    }
    skipped = undefined;
  };
  for (const row of rows) {
    const isNear = row.top + row.height >= near.from && row.top <= near.to;
    if (isNear || (focused !== undefined && row.from <= focused && focused < row.to)) {
      flush();
      pieces.push({ kind: 'items', from: row.from, to: row.to });
    } else if (skipped === undefined) skipped = { first: row, last: row };
    else skipped.last = row;
  }
  flush();
  return pieces;
}
