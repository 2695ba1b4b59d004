import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import Fastify, { type FastifyInstance } from 'fastify';
import { MAX_STREAMS_PER_USER, Streams } from '../../platform/http/limits/streams.js';
import { createAdmission } from '../admission.js';
import type { PublicApiParts } from '../parts.js';
import { mountOpenAi } from './mount.js';

const model = {
  id: 'preview',
  tier: 'free',
  longSide: 1_024,
  procedures: ['text2Image.create', 'image2Image.create', 'imageTools.painting'],
};
const queued = {
  id: 'task',
  procedure: 'text2Image.create',
  media: 'image',
  status: 'queued',
  createdAt: 1_000,
  price: 1,
  percent: 0,
  width: 64,
  height: 64,
  outputs: [],
};

describe('requests whose creations are not over', () => {
  let fastify: FastifyInstance;
  let url = '';
  let submitted = 0;
  let whenSubmitted: () => void = () => undefined;
  beforeEach(async () => {
    submitted = 0;
    const parts: PublicApiParts = {
      keys: {
        read: () =>
          Promise.resolve({
            user: { id: 'ada' } as never, // only the id is read
            keyId: 'key',
            scopes: ['create', 'read'],
            payer: 'credits',
          }),
      },
      tiers: { tierOf: () => Promise.resolve('free') } as never, // not read
      rateLimit: { take: () => Promise.resolve({ allowed: true, remaining: 9 }) } as never, // always allowed
      network: { trustProxy: false },
      call: (_context, path) => {
        if (path === 'catalog.models') return Promise.resolve({ models: [model] });
        if (path === 'upload.create') return Promise.resolve({ id: 'upload' });
        if (path === 'task.get') return Promise.resolve(queued);
        submitted += 1;
        whenSubmitted();
        return Promise.resolve({ data: queued });
      },
      live: new Streams({ streamsPerAddress: 0, streamsPerProcess: 0 }),
      random: { uuid: () => '00000000-0000-4000-8000-000000000000' },
      logger: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
    };
    fastify = Fastify({ forceCloseConnections: true });
    mountOpenAi(fastify, { ...parts, admission: createAdmission(parts) });
    url = await fastify.listen({ port: 0, host: '127.0.0.1' });
  });
  afterEach(() => fastify.close());

  const form = (): FormData => {
    const made = new FormData();
    made.set('prompt', 'a fox');
    made.set('image', new Blob(['image'], { type: 'image/png' }), 'image.png');
    return made;
  };
  /** Begins a request. @returns its status if it was refused, or `submitted` */
  const begin = async (path: string, init: RequestInit): Promise<number | 'submitted'> => {
    const isSubmitted = new Promise<'submitted'>((resolve) => (whenSubmitted = () => resolve('submitted')));
    const answer = fetch(`${url}/v1/images/${path}`, { method: 'POST', ...init });
    return Promise.race([answer.then(({ status }) => status), isSubmitted]);
  };

  it('keep no place for files that have been stored', async () => {
    for (let nth = 0; nth < 3; nth += 1) expect(await begin('edits', { body: form() })).toBe('submitted');
    expect(submitted).toBe(3);
  });

  it('are limited for each user', async () => {
    const drawing = { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ prompt: 'a fox' }) };
    for (let nth = 0; nth < MAX_STREAMS_PER_USER; nth += 1)
      expect(await begin('generations', drawing)).toBe('submitted');
    expect(await begin('generations', drawing)).toBe(429);
    expect(submitted).toBe(MAX_STREAMS_PER_USER);
  });
});
