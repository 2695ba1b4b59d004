import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RemoteHttp } from '../../http.js';
import { askSpecs } from './ask-specs.js';

const CLASSES = Array.from({ length: 60 }, (_, index) => `Class ${index}`);

describe('the questions about node classes', () => {
  let server: Server;
  let requested: string[] = [];
  let [open, max] = [0, 0];
  let sizeOf: (name: string) => number = () => 10;
  /** The answers wait until as many questions are open as ever will be. */
  const waiting: (() => void)[] = [];

  const answer = (response: ServerResponse, name: string): void => {
    open -= 1;
    response
      .setHeader('content-type', 'application/json')
      .end(
        JSON.stringify(
          name === 'Class 7'
            ? {}
            : {
                [name]: {
                  input: { required: { words: ['STRING', { tooltip: 'x'.repeat(sizeOf(name)) }] } },
                  output: ['IMAGE'],
                },
              },
        ),
      );
  };

  beforeEach(async () => {
    [requested, open, max, sizeOf] = [[], 0, 0, () => 10];
    server = createServer((request, response) => {
      const name = decodeURIComponent(request.url?.slice('/object_info/'.length) ?? '');
      requested.push(name);
      open += 1;
      max = Math.max(max, open);
      waiting.push(() => {
        answer(response, name);
      });
      setImmediate(() => {
        for (const send of waiting.splice(0)) send();
      });
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  });
  // A server that listens on a port has an address with one.
  const ask = () =>
    askSpecs(
      new RemoteHttp({ kind: 'comfyui', address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }),
      new AbortController().signal,
    )(CLASSES);

  it('are asked for each class once, at most four at a time; a class that is not there is absent', async () => {
    const specs = await ask();
    expect([requested.toSorted(), specs.size, specs.has('Class 7'), specs.get('Class 1')?.outputs]).toEqual([
      CLASSES.toSorted(),
      59,
      false,
      ['IMAGE'],
    ]);
    expect(max).toBeLessThanOrEqual(4);
  });

  it('end with a fault for an answer that is too large, and nothing more is asked', async () => {
    sizeOf = (name) => (name === 'Class 5' ? 5_000_000 : 10);
    await expect(ask()).rejects.toMatchObject({ reason: 'misunderstood' });
    expect(requested.length).toBeLessThan(CLASSES.length / 2);
  });

  it('end with a fault when all answers together are too large', async () => {
    sizeOf = () => 1_000_000;
    await expect(ask()).rejects.toMatchObject({ reason: 'misunderstood' });
    expect(requested.length).toBeLessThan(45);
  });
});
