import type { Row } from '@/features/make/explore/feed-rows';

/** Measures of the grid, in CSS pixels. */
export interface GridShape {
  readonly width: number;
  /** The least width of a tile. */
  readonly tile: number;
  readonly gap: number;
  /** Height of a section's heading with the space below it. */
  readonly heading: number;
  /** Space between sections. */
  readonly between: number;
}

/** A section of the grid with its rows of square tiles. */
export interface GridSection {
  /** From the beginning of the grid. */
  readonly top: number;
  readonly height: number;
  /** Positions within the section; `top` is from the beginning of the grid. */
  readonly rows: readonly Row[];
}

/** Where each section and row is. @param counts tiles of each section */
export function gridOf(
  counts: readonly number[],
  { width, tile, gap, heading, between }: GridShape,
): { readonly columns: number; readonly sections: readonly GridSection[] } {
  // Two columns fit on the narrowest screen.
  const columns = Math.max(width < 2 * tile + gap ? 2 : 1, Math.floor((width + gap) / (tile + gap)));
  const side = (width - (columns - 1) * gap) / columns;
  let top = 0;
  const sections = counts.map((count): GridSection => {
    const lines = Math.ceil(count / columns);
    const rows = Array.from({ length: lines }, (_, line) => ({
      from: line * columns,
      to: Math.min(count, (line + 1) * columns),
      top: top + heading + line * (side + gap),
      height: side,
    }));
    const section = { top, height: heading + lines * side + Math.max(0, lines - 1) * gap, rows };
    top += section.height + between;
    return section;
  });
  return { columns, sections };
}
