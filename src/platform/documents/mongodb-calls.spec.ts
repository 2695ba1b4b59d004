import { describe, expect, it } from '@jest/globals';
import { connect } from 'node:net';
import { call } from './mongodb-calls.js';

describe('a call to the driver', () => {
  it.each(['EPIPE', 'ECONNRESET', 'ECONNREFUSED', 'ERR_STREAM_DESTROYED'])(
    'that ends in a bare %s of the socket says that the store is unreachable',
    async (code) => {
      const run = (): Promise<never> =>
        Promise.reject(Object.assign(new Error('This socket has been ended by the other party'), { code }));
      await expect(call(run)).rejects.toMatchObject({
        name: 'StoreUnavailable',
        store: 'documents',
        reason: 'unreachable',
      });
    },
  );

  it("knows an error of Node's own, whichever realm it is of", async () => {
    const refused = async (): Promise<void> => {
      const socket = connect(1, '127.0.0.1');
      await new Promise((_, reject) => socket.once('error', reject));
    };
    await expect(call(refused)).rejects.toMatchObject({
      name: 'StoreUnavailable',
      reason: 'unreachable',
      message: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it('lets a mistake of the program through as it is', async () => {
    await expect(call(() => Promise.reject(new TypeError('not a function')))).rejects.toThrow(TypeError);
  });
});
