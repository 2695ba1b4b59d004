import { describe, expect, it } from '@jest/globals';
import { Readable } from 'node:stream';
import { until } from '../../../test/support/until.js';
import { Reading } from './s3-reading.js';

const HOUR_MS = 3_600_000;
const PATIENT = { silenceMs: HOUR_MS, beginMs: HOUR_MS, pauseMs: HOUR_MS };
/** A server that sends this and then stalls. */
const halting = (...said: readonly string[]): Readable => {
  const body = new Readable({ read: () => undefined });
  for (const part of said) body.push(Buffer.from(part));
  return body;
};

describe('what is read from an object', () => {
  it('comes whole, and frees the connection at its end', async () => {
    const body = Readable.from([Buffer.from('one '), Buffer.from('film')]);
    const parts: Uint8Array[] = [];
    for await (const part of new Reading(body, 'a', 8, PATIENT)) parts.push(part);
    expect(Buffer.concat(parts).toString()).toBe('one film');
    expect(body.destroyed).toBe(true);
  });

  it('frees the connection when it is left before anything was read', async () => {
    const body = halting();
    const reading = new Reading(body, 'a', 8, PATIENT);
    await reading.return();
    expect(body.destroyed).toBe(true);
    expect(await reading.next()).toEqual({ done: true, value: undefined });
  });

  it('frees the connection when a stream of it is destroyed before anything was read', async () => {
    const body = halting();
    Readable.from(new Reading(body, 'a', 8, PATIENT), { objectMode: false }).destroy();
    await until(
      async () => body.destroyed,
      (destroyed) => destroyed,
    );
  });

  it('frees the connection when it is left while a pull is under way, which then ends', async () => {
    const body = halting();
    const reading = new Reading(body, 'a', 8, PATIENT);
    const pull = reading.next();
    await reading.return();
    expect(body.destroyed).toBe(true);
    expect(await pull).toEqual({ done: true, value: undefined });
  });

  it('frees the connection when nobody begins to read, and says so to whoever comes then', async () => {
    const body = halting();
    const reading = new Reading(body, 'a', 8, { ...PATIENT, beginMs: 1 });
    await until(
      async () => body.destroyed,
      (destroyed) => destroyed,
    );
    await expect(reading.next()).rejects.toMatchObject({ name: 'StoreUnavailable', reason: 'failed' });
  });

  it('frees the connection when nobody reads on', async () => {
    const body = halting('half');
    const reading = new Reading(body, 'a', 8, { ...PATIENT, pauseMs: 1 });
    expect((await reading.next()).done).toBe(false);
    await until(
      async () => body.destroyed,
      (destroyed) => destroyed,
    );
    await expect(reading.next()).rejects.toMatchObject({ name: 'StoreUnavailable', reason: 'failed' });
  });

  it('is broken off when the server goes silent', async () => {
    const body = halting();
    await expect(new Reading(body, 'a', 8, { ...PATIENT, silenceMs: 1 }).next()).rejects.toMatchObject({
      name: 'StoreUnavailable',
      reason: 'unreachable',
    });
    expect(body.destroyed).toBe(true);
  });

  it('is not taken for whole when it ends too soon', async () => {
    const reading = new Reading(Readable.from([Buffer.from('half')]), 'a', 8, PATIENT);
    await reading.next();
    await expect(reading.next()).rejects.toMatchObject({ name: 'StoreUnavailable', reason: 'failed' });
  });
});
