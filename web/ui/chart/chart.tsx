'use client';

import { area, line } from 'd3-shape';
import { Direction } from 'radix-ui';
import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type PointerEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { layoutChart, namedRows, rowAt, type ChartForm, type Layout } from './layout';

/** One data series. */
export interface Series<Row> {
  readonly key: string;
  /** CSS colour. */
  readonly shade: string;
  /** Opacity of an area's fill, 0 to 1. Bars are opaque. */
  readonly fill?: number;
  readonly amountOf: (row: Row) => number;
}

interface ChartProps<Row> {
  /** Description of the chart. Screen readers treat it as one image; a table beside it has the figures. */
  readonly label: string;
  /** Pixels. */
  readonly height: number;
  readonly form: ChartForm;
  readonly rows: readonly Row[];
  readonly series: readonly Series<Row>[];
  /** Name of a row, shown below it. */
  readonly nameOf: (row: Row) => string;
  /** Formats a value of the axis. */
  readonly figureOf: (value: number) => string;
  /** Approximate number of grid lines. */
  readonly ticks?: number;
  /** Whether values are whole numbers only. */
  readonly isWhole?: boolean;
  /** The row under the pointer, as a `useState` pair. Charts that share it highlight the same row. */
  readonly point: readonly [number | undefined, (index: number | undefined) => void];
  /** Tooltip of the row under the pointer. */
  readonly tipOf?: (row: Row) => ReactNode;
}

const FONT_SIZE = 11;
const FIGURES_GAP = 8;
const NAMES_GAP = 20;

/** Width of an element in pixels; 0 until measured. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const watched = element.current;
    if (watched === null) return undefined;
    const observer = new ResizeObserver(() => setWidth(watched.clientWidth));
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

function measureNames(names: readonly string[]): readonly number[] {
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) return names.map(() => 0);
  context.font = `${FONT_SIZE}px ${getComputedStyle(document.body).fontFamily}`;
  return names.map((name) => context.measureText(name).width);
}

/** A chart of bars or areas in SVG, at the available width. It starts at the inline start. */
export function Chart<Row>({
  label,
  height,
  form,
  rows,
  series,
  nameOf,
  figureOf,
  ticks = 5,
  isWhole = false,
  point: [pointed, onPoint],
  tipOf,
}: ChartProps<Row>) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const rtl = Direction.useDirection() === 'rtl';
  const names = rows.map(nameOf);
  const joined = names.join('\n');
  const widths = useMemo(() => measureNames(joined.split('\n')), [joined]);
  const layout = layoutChart({
    rows: rows.map((row) => series.map(({ amountOf }) => amountOf(row))),
    form,
    width,
    height,
    rtl,
    ticks,
    isWhole,
  });
  const row = pointed === undefined ? undefined : rows[pointed];
  const centre = pointed === undefined ? undefined : layout.centres[pointed];
  // A touch leaves its tooltip open until the user touches the page elsewhere.
  useEffect(() => {
    if (pointed === undefined) return undefined;
    const away = ({ target }: Event): void => {
      if (!(target instanceof Node) || box.current?.contains(target) !== true) onPoint(undefined);
    };
    document.addEventListener('pointerdown', away);
    return () => document.removeEventListener('pointerdown', away);
  }, [pointed, onPoint]);
  const move = (event: PointerEvent<SVGElement>): void =>
    onPoint(rowAt(layout, event.clientX - event.currentTarget.getBoundingClientRect().left));
  return (
    <div
      ref={box}
      role="img"
      aria-label={label}
      dir="ltr"
      className="num relative w-full"
      style={{ blockSize: height }}
    >
      {width > 0 && (
        <svg
          aria-hidden
          direction={rtl ? 'rtl' : 'ltr'}
          className="absolute inset-0 size-full touch-pan-y"
          onPointerDown={move}
          onPointerMove={move}
          onPointerLeave={(event) => {
            if (event.pointerType !== 'touch') onPoint(undefined);
          }}
        >
          <Grid layout={layout} rtl={rtl} figureOf={figureOf} />
          {namedRows(layout, { width }, widths).map(({ index, x }) => (
            <text
              key={index}
              x={x}
              y={layout.bottom + NAMES_GAP}
              textAnchor="middle"
              fill="var(--ink-3)"
              fontSize={FONT_SIZE}
            >
              {names[index]}
            </text>
          ))}
          {form === 'bars' ? (
            <Bars layout={layout} series={series} centre={centre} />
          ) : (
            <Areas layout={layout} series={series} pointed={pointed} />
          )}
        </svg>
      )}
      {row !== undefined && centre !== undefined && tipOf !== undefined && (
        <Beside x={centre} gap={layout.bar / 2 + 8} width={width}>
          {tipOf(row)}
        </Beside>
      )}
    </div>
  );
}

/** Grid lines and axis values, aligned to the grid in both directions. */
function Grid({
  layout: { left, right, ticks },
  rtl,
  figureOf,
}: {
  readonly layout: Layout;
  readonly rtl: boolean;
  readonly figureOf: (value: number) => string;
}) {
  return ticks.map(({ value, y }) => (
    <g key={value}>
      <line x1={left} x2={right} y1={y} y2={y} stroke="var(--line)" />
      <text
        x={rtl ? right + FIGURES_GAP : left - FIGURES_GAP}
        y={y}
        dy="0.32em"
        textAnchor="end"
        fill="var(--ink-3)"
        fontSize={FONT_SIZE}
      >
        {figureOf(value)}
      </text>
    </g>
  ));
}

interface DrawnProps {
  readonly layout: Layout;
  readonly series: readonly { readonly key: string; readonly shade: string; readonly fill?: number }[];
}

function Bars({
  layout: { spans, centres, left, right, top, bottom, zero, step, bar },
  series,
  centre,
}: DrawnProps & { readonly centre: number | undefined }) {
  return (
    <>
      {centre !== undefined && (
        <rect x={centre - step / 2} y={top} width={step} height={bottom - top} fill="var(--hover)" />
      )}
      {series.map(({ key, shade }, index) => (
        <g key={key} fill={shade}>
          {spans[index]?.map(
            (span, row) =>
              span.bottom > span.top && (
                <rect
                  key={row}
                  x={(centres[row] ?? 0) - bar / 2}
                  y={span.top}
                  width={bar}
                  height={span.bottom - span.top}
                  stroke="var(--surface-1)"
                />
              ),
          )}
        </g>
      ))}
      <line x1={left} x2={right} y1={zero} y2={zero} stroke="var(--line-strong)" />
    </>
  );
}

function Areas({
  layout: { spans, centres, top, bottom, zero },
  series,
  pointed,
}: DrawnProps & { readonly pointed: number | undefined }) {
  const x = (_: unknown, row: number): number => centres[row] ?? 0;
  // An area extends from zero to its value, on either side.
  const y = (span: { readonly top: number; readonly bottom: number }): number =>
    span.top < zero ? span.top : span.bottom;
  const dots = pointed ?? (centres.length === 1 ? 0 : undefined);
  const pointedAt = pointed === undefined ? undefined : centres[pointed];
  return (
    <>
      {pointedAt !== undefined && (
        <line x1={pointedAt} x2={pointedAt} y1={top} y2={bottom} stroke="var(--line-strong)" />
      )}
      {series.map(({ key, shade, fill = 0 }, index) => {
        const own = [...(spans[index] ?? [])];
        const dot = dots === undefined ? undefined : own[dots];
        return (
          <g key={key} fill={shade}>
            <path d={area<(typeof own)[number]>().x(x).y0(zero).y1(y)(own) ?? ''} fillOpacity={fill} />
            <path d={line<(typeof own)[number]>().x(x).y(y)(own) ?? ''} fill="none" stroke={shade} strokeWidth={1.75} />
            {dots !== undefined && dot !== undefined && <circle cx={centres[dots]} cy={y(dot)} r={3} />}
          </g>
        );
      })}
    </>
  );
}

/** Positions a tooltip after a point, or before it if there is no room, always within the chart. */
function Beside({
  x,
  gap,
  width,
  children,
}: {
  readonly x: number;
  readonly gap: number;
  readonly width: number;
  readonly children: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (box.current === null) return;
    const own = box.current.offsetWidth;
    const left = x + gap + own <= width ? x + gap : Math.max(0, x - gap - own);
    box.current.style.left = `${Math.max(0, Math.min(left, width - own))}px`;
  });
  return (
    <div ref={box} className="pointer-events-none absolute top-2 z-10 w-max max-w-full">
      {children}
    </div>
  );
}
