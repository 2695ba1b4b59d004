import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Metrics } from '../telemetry/metrics.js';
import { hostCheck, type HostSettings } from './security/known-hosts.js';

/** Settings of the metrics endpoint. */
export interface MetricsSettings extends HostSettings {
  /** 0 for any free port. */
  readonly metricsPort: number;
  readonly metricsHost: string;
}

/**
 * Serves `GET /metrics` for Prometheus on a separate port, which must not be exposed to the internet.
 * @throws Node's error for the port (EADDRINUSE, EACCES), with the variable that sets it
 */
export async function serveMetrics(
  metrics: Pick<Metrics, 'metrics' | 'contentType'>,
  { metricsPort, metricsHost, ...hosts }: MetricsSettings,
): Promise<{ readonly port: number; readonly close: () => Promise<void> }> {
  const isKnown = hostCheck(hosts);
  const server = createServer((request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET' || !isKnown(request.headers.host ?? ''))
      return void response.writeHead(404).end();
    metrics.metrics().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(metricsPort, metricsHost);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new Error(`metrics cannot be served on port ${metricsPort} of ${metricsHost} (METRICS_PORT)`, {
      cause: error,
    });
  }
  const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { port, close };
}
