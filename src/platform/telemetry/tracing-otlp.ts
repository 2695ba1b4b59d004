import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BasicTracerProvider,
  BatchSpanProcessor,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-base';
import type { Logs } from '../http/logs.js';
import { switchTracing } from './tracing.js';

export interface TracingOptions {
  /** Without a trailing slash; spans are sent to `/v1/traces` below it. */
  readonly endpoint: string;
  readonly roles: ReadonlySet<string>;
  /** Name of this process within the installation. */
  readonly instance: string;
  readonly log: Pick<Logs, 'warn'>;
}

/** Spans not sent by then are dropped, so that nothing waits for them. */
const CLOSE_WITHIN_MS = 2_000;
const EXPORT_WITHIN_MS = 5_000;
/** Enough for a burst of calls; the library drops further spans. */
const MAX_WAITING = 16_384;
const EXPORT_EVERY_MS = 1_000;

/**
 * Starts to send spans by OTLP over HTTP, as JSON. If the collector is unavailable, only spans are lost; this is logged
 * once until it is back. Call once per process.
 */
export function startTracing({ endpoint, roles, instance, log }: TracingOptions): { close(): Promise<void> } {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: EXPORT_WITHIN_MS });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'kinora',
      'service.instance.id': instance,
      'kinora.roles': [...roles],
    }),
    sampler: new AlwaysOnSampler(),
    spanProcessors: [
      new BatchSpanProcessor(logOnce(exporter, log), {
        maxQueueSize: MAX_WAITING,
        scheduledDelayMillis: EXPORT_EVERY_MS,
        exportTimeoutMillis: EXPORT_WITHIN_MS,
      }),
    ],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(provider);
  switchTracing(true);
  return {
    close: async () => {
      switchTracing(false);
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, CLOSE_WITHIN_MS);
      });
      await Promise.race([
        provider.shutdown().catch((error: unknown) => log.warn({ err: error }, 'the last spans could not be sent')),
        late,
      ]);
      clearTimeout(timer);
      trace.disable();
      context.disable();
    },
  };
}

/** Wraps an exporter, and logs the first of its failures. */
function logOnce(exporter: SpanExporter, log: Pick<Logs, 'warn'>): SpanExporter {
  let isAway = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const failed = result.error !== undefined;
        if (failed && !isAway)
          log.warn({ err: result.error }, 'spans cannot be sent; they are dropped until the collector answers');
        isAway = failed;
        done({ code: 0 });
      }),
    shutdown: () => exporter.shutdown(),
    ...(exporter.forceFlush === undefined ? {} : { forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve() }),
  };
}
