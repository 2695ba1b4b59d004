import { describe, expect, it } from '@jest/globals';
import { call } from './mongodb-calls.js';

describe('a call to the driver', () => {
  it.each(['EPIPE', 'ECONNRESET', 'ECONNREFUSED', 'ERR_STREAM_DESTROYED'])('that ends in a bare %s of the socket says that the store is unreachable', async (code) => {
    const run = (): Promise<never> => Promise.reject(Object.assign(new Error('This socket has been ended by the other party'), { code }));
    await expect(call(run)).rejects.toMatchObject({ name: 'StoreUnavailable', store: 'documents', reason: 'unreachable' });
  });

  it('lets a mistake of the program through as it is', async () => {
    await expect(call(() => Promise.reject(new TypeError('not a function')))).rejects.toThrow(TypeError);
  });
});
