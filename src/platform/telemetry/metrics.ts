import { Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** The metrics. Labels contain names of routes and readers, never an id. */
export interface Metrics {
  readonly contentType: string;
  /** In the Prometheus text format. */
  metrics(): Promise<string>;
  /**
   * Counts an answered request.
   * @param route the route's pattern, never the address itself
   */
  requested(method: string, route: string, status: number, ms: number): void;
  /**
   * Lag of a projection or policy behind the end of the log: events in the embedded store, bytes of the log in
   * EventStoreDB; 0 once it has caught up.
   */
  lagging(reader: string, positions: number): void;
  /** Number of streams that a projection or policy has parked. */
  parked(reader: string, streams: number): void;
  /** Number of differences that the last reconciliation of the ledger found. */
  differing(differences: number): void;
  /** A group of writes was committed with one fsync. */
  committed(writes: number): void;
  /** Called at each reading: the number of pending writes. */
  watchWaitingWrites(waiting: () => number): void;
}

/**
 * A separate registry for each process (or test).
 * @param defaults also measure the process: memory, event loop, garbage collector
 */
export function createMetrics(defaults = true): Metrics {
  const registry = new Registry();
  if (defaults) collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Histogram({
    name: 'kinora_http_request_duration_seconds',
    help: 'Time to answer a request.',
    registers,
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  });
  const lag = new Gauge({
    name: 'kinora_reader_lag_positions',
    registers,
    help: 'How far a projection or policy is behind the end of the log: events in the embedded store, bytes of the log in EventStoreDB; 0 once it has caught up.',
    labelNames: ['reader'],
  });
  const parked = new Gauge({
    name: 'kinora_reader_parked_streams',
    help: 'Streams parked because a reader cannot handle an event.',
    registers,
    labelNames: ['reader'],
  });
  const differences = new Gauge({
    name: 'kinora_ledger_differences',
    help: 'Differences found by the last reconciliation of the ledger; 0 when everything agrees.',
    registers,
  });
  const groups = new Histogram({
    name: 'kinora_store_group_writes',
    help: 'Writes made durable together by one fsync.',
    registers,
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024],
  });
  return {
    contentType: registry.contentType,
    metrics: () => registry.metrics(),
    requested: (method, route, status, ms) => requests.labels(method, route, String(status)).observe(ms / 1_000),
    lagging: (reader, positions) => lag.labels(reader).set(positions),
    parked: (reader, streams) => parked.labels(reader).set(streams),
    differing: (found) => differences.set(found),
    committed: (writes) => groups.observe(writes),
    watchWaitingWrites: (waiting) => watchWaitingWrites(registry, waiting),
  };
}

function watchWaitingWrites(registry: Registry, waiting: () => number): void {
  const gauge: Gauge = new Gauge({
    name: 'kinora_store_waiting_writes',
    help: 'Writes handed over and not yet durable.',
    registers: [registry],
    collect: () => gauge.set(waiting()),
  });
}
