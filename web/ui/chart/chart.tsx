'use client';

import { area, line } from 'd3-shape';
import { Direction } from 'radix-ui';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type PointerEvent, type ReactNode, type RefObject } from 'react';
import { layoutChart, namedRows, rowAt, type ChartForm, type Layout } from './layout';

/** One kind of figure. */
export interface Series<Row> {
  readonly key: string;
  /** Colour, as CSS has it. */
  readonly shade: string;
  /** How far its area is filled, 0 to 1; bars are filled whole. */
  readonly fill?: number;
  readonly amountOf: (row: Row) => number;
}

interface ChartProps<Row> {
  /** What it shows. The figures themselves stand in a table beside it: to a screen reader it is one image. */
  readonly label: string;
  /** Pixels. */
  readonly height: number;
  readonly form: ChartForm;
  readonly rows: readonly Row[];
  readonly series: readonly Series<Row>[];
  /** What stands below a row. */
  readonly nameOf: (row: Row) => string;
  /** How a figure stands beside the grid. */
  readonly figureOf: (value: number) => string;
  /** About how many lines of the grid there are. */
  readonly ticks?: number;
  /** Whether parts of one are no figures. */
  readonly isWhole?: boolean;
  /** The row under the pointer, as `useState` keeps it; charts that share it point together. */
  readonly point: readonly [number | undefined, (index: number | undefined) => void];
  /** What is said of the row under the pointer. */
  readonly tipOf?: (row: Row) => ReactNode;
}

const FONT_SIZE = 11;
const FIGURES_GAP = 8;
const NAMES_GAP = 20;

/** The width that an element has been given, pixels; 0 until it is known. */
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

/** Figures by row as bars or areas, in SVG, as wide as there is room. Runs from the side where reading begins. */
export function Chart<Row>({ label, height, form, rows, series, nameOf, figureOf, ticks = 5, isWhole = false, point: [pointed, onPoint], tipOf }: ChartProps<Row>) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const rtl = Direction.useDirection() === 'rtl';
  const names = rows.map(nameOf);
  const joined = names.join('\n');
  const widths = useMemo(() => measureNames(joined.split('\n')), [joined]);
  const layout = layoutChart({ rows: rows.map((row) => series.map(({ amountOf }) => amountOf(row))), form, width, height, rtl, ticks, isWhole });
  const row = pointed === undefined ? undefined : rows[pointed];
  const centre = pointed === undefined ? undefined : layout.centres[pointed];
  // A finger leaves where it pointed: what it showed stays until the page is touched elsewhere.
  useEffect(() => {
    if (pointed === undefined) return undefined;
    const away = ({ target }: Event): void => {
      if (!(target instanceof Node) || box.current?.contains(target) !== true) onPoint(undefined);
    };
    document.addEventListener('pointerdown', away);
    return () => document.removeEventListener('pointerdown', away);
  }, [pointed, onPoint]);
  const move = (event: PointerEvent<SVGElement>): void => onPoint(rowAt(layout, event.clientX - event.currentTarget.getBoundingClientRect().left));
  return (
    <div ref={box} role="img" aria-label={label} dir="ltr" className="num relative w-full" style={{ blockSize: height }}>
      {width > 0 && (
        <svg aria-hidden direction={rtl ? 'rtl' : 'ltr'} className="absolute inset-0 size-full touch-pan-y" onPointerDown={move} onPointerMove={move} onPointerLeave={(event) => { if (event.pointerType !== 'touch') onPoint(undefined); }}>
          <Grid layout={layout} rtl={rtl} figureOf={figureOf} />
          {namedRows(layout, { width }, widths).map(({ index, x }) => <text key={index} x={x} y={layout.bottom + NAMES_GAP} textAnchor="middle" fill="var(--ink-3)" fontSize={FONT_SIZE}>{names[index]}</text>)}
          {form === 'bars' ? <Bars layout={layout} series={series} centre={centre} /> : <Areas layout={layout} series={series} pointed={pointed} />}
        </svg>
      )}
      {row !== undefined && centre !== undefined && tipOf !== undefined && <Beside x={centre} gap={layout.bar / 2 + 8} width={width}>{tipOf(row)}</Beside>}
    </div>
  );
}

/** Lines of the grid and their figures, which end at them in either direction of reading. */
function Grid({ layout: { left, right, ticks }, rtl, figureOf }: { readonly layout: Layout; readonly rtl: boolean; readonly figureOf: (value: number) => string }) {
  return ticks.map(({ value, y }) => (
    <g key={value}>
      <line x1={left} x2={right} y1={y} y2={y} stroke="var(--line)" />
      <text x={rtl ? right + FIGURES_GAP : left - FIGURES_GAP} y={y} dy="0.32em" textAnchor="end" fill="var(--ink-3)" fontSize={FONT_SIZE}>{figureOf(value)}</text>
    </g>
  ));
}

interface DrawnProps {
  readonly layout: Layout;
  readonly series: readonly { readonly key: string; readonly shade: string; readonly fill?: number }[];
}

function Bars({ layout: { spans, centres, left, right, top, bottom, zero, step, bar }, series, centre }: DrawnProps & { readonly centre: number | undefined }) {
  return (
    <>
      {centre !== undefined && <rect x={centre - step / 2} y={top} width={step} height={bottom - top} fill="var(--hover)" />}
      {series.map(({ key, shade }, index) => (
        <g key={key} fill={shade}>
          {spans[index]?.map((span, row) => span.bottom > span.top && <rect key={row} x={(centres[row] ?? 0) - bar / 2} y={span.top} width={bar} height={span.bottom - span.top} stroke="var(--surface-1)" />)}
        </g>
      ))}
      <line x1={left} x2={right} y1={zero} y2={zero} stroke="var(--line-strong)" />
    </>
  );
}

function Areas({ layout: { spans, centres, top, bottom, zero }, series, pointed }: DrawnProps & { readonly pointed: number | undefined }) {
  const x = (_: unknown, row: number): number => centres[row] ?? 0;
  // An area reaches from zero to its figure, whichever is above.
  const y = (span: { readonly top: number; readonly bottom: number }): number => (span.top < zero ? span.top : span.bottom);
  const dots = pointed ?? (centres.length === 1 ? 0 : undefined);
  const pointedAt = pointed === undefined ? undefined : centres[pointed];
  return (
    <>
      {pointedAt !== undefined && <line x1={pointedAt} x2={pointedAt} y1={top} y2={bottom} stroke="var(--line-strong)" />}
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

/** Stands after a place, before it where there is no room after, and never out of the chart. */
function Beside({ x, gap, width, children }: { readonly x: number; readonly gap: number; readonly width: number; readonly children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (box.current === null) return;
    const own = box.current.offsetWidth;
    const left = x + gap + own <= width ? x + gap : Math.max(0, x - gap - own);
    box.current.style.left = `${Math.max(0, Math.min(left, width - own))}px`;
  });
  return <div ref={box} className="pointer-events-none absolute top-2 z-10 w-max max-w-full">{children}</div>;
}
