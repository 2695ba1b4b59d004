import { describe, expect, it } from '@jest/globals';
import { get } from 'node:http';
import { serveMetrics } from './metrics-server.js';

const metrics = { contentType: 'text/plain', metrics: async () => 'requests 1' };

describe('the port of the metrics', () => {
  it('has the metrics and nothing else, and not for a page whose name was made to lead here', async () => {
    const { port, close } = await serveMetrics(metrics, { metricsPort: 0, metricsHost: '127.0.0.1' });
    const ask = (path: string, host = 'localhost', method = 'GET'): Promise<readonly [number | undefined, string]> =>
      new Promise((resolve, reject) => {
        get({ port, path, method, headers: { host }, agent: false }, (answer) => {
          answer.toArray().then((chunks) => resolve([answer.statusCode, Buffer.concat(chunks).toString()]), reject);
        }).on('error', reject);
      });
    expect(await ask('/metrics')).toEqual([200, 'requests 1']);
    expect([await ask('/'), await ask('/metrics', 'evil.example'), await ask('/metrics', 'localhost', 'POST')]).toEqual(
      [
        [404, ''],
        [404, ''],
        [404, ''],
      ],
    );
    await close();
  });

  it('that is taken is named', async () => {
    const { port, close } = await serveMetrics(metrics, { metricsPort: 0, metricsHost: '127.0.0.1' });
    await expect(serveMetrics(metrics, { metricsPort: port, metricsHost: '127.0.0.1' })).rejects.toThrow(
      `metrics cannot be served on port ${port} of 127.0.0.1 (METRICS_PORT)`,
    );
    await close();
  });
});
