import {
  context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Attributes,
  type Context,
  type HrTime,
  type Span,
} from '@opentelemetry/api';
import type { Millis } from '../../kernel/clock.js';
import { isTraceparent, type Traceparent } from '../../kernel/trace.js';

/**
 * Spans of the work done, if an operator enabled tracing (adr/0023). They contain names of procedures, stores and
 * collections, counts and codes; never an input, an id of a person or document, or an error message. Without tracing,
 * every function here only runs the work.
 */
export interface SpanOptions {
  /** The parent span. Present but undefined: the trace is not recorded. Absent: the current span. */
  readonly parent?: Traceparent | undefined;
  readonly kind?: SpanKind;
  readonly attributes?: Attributes;
}

let isOn = false;

/** Called when sending of spans starts and ends. */
export function switchTracing(on: boolean): void {
  isOn = on;
}

/** Whether spans are sent. */
export const isTracing = (): boolean => isOn;

const tracer = () => trace.getTracer('kinora');

/** Position of the current work in a recorded trace; undefined without one. */
export function currentTraceparent(): Traceparent | undefined {
  if (!isOn) return undefined;
  const span = trace.getActiveSpan();
  if (span?.isRecording() !== true) return undefined;
  const { traceId, spanId, traceFlags } = span.spanContext();
  const text = `00-${traceId}-${spanId}-${(traceFlags & TraceFlags.SAMPLED) === 0 ? '00' : '01'}`;
  return isTraceparent(text) ? text : undefined;
}

/** Starts a trace with an incoming call. The caller's own trace headers are ignored, because anybody may call. */
export function inNewTrace<T>(name: string, work: (span: Span | undefined) => Promise<T>): Promise<T> {
  if (!isOn) return work(undefined);
  const span = tracer().startSpan(name, { kind: SpanKind.SERVER }, ROOT_CONTEXT);
  return whileOpen([span], ROOT_CONTEXT, () => work(span));
}

/**
 * Runs work as a span of its trace, if any.
 * @throws errors of the work
 */
export function inSpan<T>(name: string, work: () => Promise<T>, options: SpanOptions = {}): Promise<T> {
  if (!isOn) return work();
  const within = contextOf(options);
  return within === undefined ? outsideTraces(work, options) : whileOpen([open(name, within, options)], within, work);
}

/**
 * Runs work that belongs to several traces, as a span in each.
 * @throws errors of the work
 */
export function inSpans<T>(
  name: string,
  parents: readonly Traceparent[],
  work: () => Promise<T>,
  options: Omit<SpanOptions, 'parent'> = {},
): Promise<T> {
  const contexts = isOn ? parents.map(remote) : [];
  const [first] = contexts;
  return first === undefined
    ? work()
    : whileOpen(
        contexts.map((within) => open(name, within, options)),
        first,
        work,
      );
}

/**
 * Records a span of the past, e.g. of a wait.
 * @param from, to milliseconds since the epoch; clock differences between machines may put `to` before `from`
 */
export function recordSpan(name: string, from: Millis, to: Millis, options: SpanOptions = {}): void {
  const within = isOn ? contextOf(options) : undefined;
  if (within === undefined) return;
  open(name, within, options, from).end(hrTime(Math.max(from, to)));
}

/** Yields what a source yields; each wait for it is a span of the current work. */
export async function* inSpanEach<T>(name: string, source: AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
  let from = now();
  for await (const one of source) {
    recordSpan(name, from, now());
    yield one;
    from = now();
  }
}

/** Runs work outside any trace, although a traced call may have woken it. */
export function outsideTraces<T>(work: () => Promise<T>, options: SpanOptions = { parent: undefined }): Promise<T> {
  return isOn && 'parent' in options ? context.with(ROOT_CONTEXT, work) : work();
}

/** Now, in milliseconds since the epoch with fractions. */
const now = (): Millis => performance.timeOrigin + performance.now();

// The library interprets a number smaller than the process's start time as relative to it.
function hrTime(ms: Millis): HrTime {
  const seconds = Math.floor(ms / 1_000);
  return [seconds, Math.floor((ms - seconds * 1_000) * 1e6)];
}

function contextOf(options: SpanOptions): Context | undefined {
  if ('parent' in options) return options.parent === undefined ? undefined : remote(options.parent);
  // A span that has ended is ignored: a round or timer that it started continues after it.
  return trace.getActiveSpan()?.isRecording() === true ? context.active() : undefined;
}

function remote(parent: Traceparent): Context {
  const [, traceId = '', spanId = ''] = parent.split('-');
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true });
}

function open(
  name: string,
  within: Context,
  { kind = SpanKind.INTERNAL, attributes = {} }: SpanOptions,
  from?: Millis,
): Span {
  return tracer().startSpan(
    name,
    { kind, attributes, ...(from === undefined ? {} : { startTime: hrTime(from) }) },
    within,
  );
}

async function whileOpen<T>(spans: readonly Span[], within: Context, work: () => Promise<T>): Promise<T> {
  const [first] = spans;
  try {
    return await context.with(first === undefined ? within : trace.setSpan(within, first), work);
  } catch (error) {
    for (const span of spans) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown');
    }
    throw error;
  } finally {
    for (const span of spans) span.end();
  }
}
