import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

const attribute = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) });
const span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  startTimeUnixNano: z.string(),
  endTimeUnixNano: z.string(),
  attributes: z.array(attribute),
  status: z.object({ code: z.number() }),
});
const body = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeSpans: z.array(z.object({ spans: z.array(span) })),
    }),
  ),
});

/** A span as it came over the wire. */
export interface ReceivedSpan {
  readonly trace: string;
  readonly id: string;
  readonly parent: string | undefined;
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly from: number;
  readonly to: number;
  readonly failed: boolean;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Of the process that sent it. */
  readonly resource: Readonly<Record<string, unknown>>;
}

/** Takes spans in as a collector would: OTLP over HTTP, JSON. */
export interface OtlpReceiver {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  /** Every body as it came. */
  readonly bodies: readonly string[];
  close(): Promise<void>;
}

const plain = (attributes: readonly z.infer<typeof attribute>[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
const millis = (nanos: string): number => Number(BigInt(nanos) / 1_000n) / 1_000;

function readSpans(text: string): readonly ReceivedSpan[] {
  return body
    .parse(JSON.parse(text))
    .resourceSpans.flatMap(({ resource, scopeSpans }) =>
      scopeSpans.flatMap(({ spans }) =>
        spans.map((one) => ({
          trace: one.traceId,
          id: one.spanId,
          parent: one.parentSpanId,
          name: one.name,
          from: millis(one.startTimeUnixNano),
          to: millis(one.endTimeUnixNano),
          failed: one.status.code === 2,
          attributes: plain(one.attributes),
          resource: plain(resource.attributes),
        })),
      ),
    );
}

/** Starts one on a free port of this machine. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const text = Buffer.concat(parts).toString();
      if (request.method !== 'POST' || request.url !== '/v1/traces') return void response.writeHead(404).end();
      bodies.push(text);
      spans.push(...readSpans(text));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    bodies,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
