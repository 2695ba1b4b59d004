import { scaleBand, scaleLinear } from 'd3-scale';
import { stack, stackOffsetDiverging } from 'd3-shape';

/** Chart type: bars stacked away from zero, or overlapping areas from zero. */
export type ChartForm = 'bars' | 'areas';

/** Drawing area of a chart, pixels. With `rtl` the first row and the value axis are on the right. */
export interface ChartArea {
  readonly width: number;
  readonly height: number;
  readonly rtl: boolean;
}

interface Given extends ChartArea {
  readonly form: ChartForm;
  /** One row per position on the axis, with a value per series. */
  readonly rows: readonly (readonly number[])[];
  /** Approximate number of grid lines. */
  readonly ticks: number;
  /** Whether values are whole numbers only, as with counts. */
  readonly isWhole: boolean;
}

/** Vertical extent, pixels from the top; `top` is the smaller value. */
export interface Span {
  readonly top: number;
  readonly bottom: number;
}

/** Positions of all parts of a chart, in pixels. */
export interface Layout {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Position of zero. */
  readonly zero: number;
  /** Distance between rows. */
  readonly step: number;
  /** Width of a bar. */
  readonly bar: number;
  /** The centre of each row. */
  readonly centres: readonly number[];
  readonly ticks: readonly { readonly value: number; readonly y: number }[];
  /** Per series, its span in each row. */
  readonly spans: readonly (readonly Span[])[];
}

const FIGURES_WIDTH = 68;
const NAMES_HEIGHT = 30;
const MARGIN = 4;
const TOP = 8;
const GAP = 0.2;
const MAX_BAR = 36;

/** The value range of each series in each row. */
function reaches(rows: Given['rows'], form: ChartForm): readonly (readonly (readonly [number, number])[])[] {
  const series = (rows[0] ?? []).map((_, index) => index);
  if (form === 'areas') return series.map((index) => rows.map((row) => [0, row[index] ?? 0] as const));
  return stack<readonly number[], number>()
    .keys(series)
    .value((row, index) => row[index] ?? 0)
    .offset(stackOffsetDiverging)(rows)
    .map((one) => one.map(([from, to]) => [from, to] as const));
}

/** Computes positions. The value axis includes zero and ends at round numbers. */
export function layoutChart({ rows, form, width, height, rtl, ticks, isWhole }: Given): Layout {
  const [left, right] = rtl ? [MARGIN, width - FIGURES_WIDTH] : [FIGURES_WIDTH, width - MARGIN];
  const [top, bottom] = [TOP, height - NAMES_HEIGHT];
  const drawn = reaches(rows, form);
  const all = drawn.flat(2);
  const [lowest, highest] = [Math.min(0, ...all), Math.max(0, ...all)];
  const y = scaleLinear()
    .domain(lowest === highest ? [0, 1] : [lowest, highest])
    .nice(ticks)
    .range([bottom, top]);
  const places = scaleBand<number>()
    .domain(rows.keys())
    .range(rtl ? [right, left] : [left, right])
    .paddingInner(GAP)
    .paddingOuter(GAP / 2);
  return {
    left,
    right,
    top,
    bottom,
    zero: y(0),
    step: places.step(),
    bar: Math.min(MAX_BAR, places.bandwidth()),
    centres: rows.map((_, index) => (places(index) ?? 0) + places.bandwidth() / 2),
    ticks: y
      .ticks(ticks)
      .filter((value) => !isWhole || Number.isInteger(value))
      .map((value) => ({ value, y: y(value) })),
    spans: drawn.map((one) => one.map(([from, to]) => ({ top: y(Math.max(from, to)), bottom: y(Math.min(from, to)) }))),
  };
}

/** The row nearest to a position, in pixels from the left. @returns undefined without any rows */
export function rowAt({ centres, step }: Layout, x: number): number | undefined {
  const found = centres.findIndex((centre) => Math.abs(centre - x) <= step / 2);
  if (found >= 0 || centres.length === 0) return found >= 0 ? found : undefined;
  const last = centres.length - 1;
  return Math.abs((centres[0] ?? 0) - x) < Math.abs((centres[last] ?? 0) - x) ? 0 : last;
}

const BETWEEN_NAMES = 20;

/**
 * The rows to label below the axis, and the labels' positions: all, or every second, third and so on, so that labels
 * do not overlap. Always includes the last.
 * @param widths of the labels, pixels
 */
export function namedRows(
  { centres, step }: Layout,
  { width }: Pick<ChartArea, 'width'>,
  widths: readonly number[],
): readonly { readonly index: number; readonly x: number }[] {
  const every = Math.max(1, Math.ceil((Math.max(0, ...widths) + BETWEEN_NAMES) / step));
  const last = centres.length - 1;
  return centres.flatMap((centre, index) => {
    const half = (widths[index] ?? 0) / 2;
    return (last - index) % every === 0 ? [{ index, x: Math.min(Math.max(centre, half), width - half) }] : [];
  });
}
