import { describe, expect, it } from '@jest/globals';
import Fastify from 'fastify';
import { get } from 'node:http';
import { mountWeb, type Web } from './web.js';

describe('pages', () => {
  it.each([['/', '/'], ['/home?x=/y', '/home'], ['//', '//'], ['///', '///'], ['//a:b', '//a:b'], ['/\\', '/\\']])('are asked for their scripts by the path that stands in the request: %s', async (url, path) => {
    const asked: string[] = [];
    const web: Web = {
      handle: async (_request, response) => void response.end('page'),
      close: async () => undefined,
      scripts: { of: async (one) => { asked.push(one); return ["'sha256-x'"]; }, ofFaults: async () => [] },
    };
    const fastify = Fastify();
    fastify.addHook('onRequest', async (_request, reply) => void reply.header('content-security-policy', "script-src 'self'"));
    mountWeb(fastify, () => web, (reply) => void reply.status(404).send());
    const address = new URL(await fastify.listen({ host: '127.0.0.1', port: 0 }));
    try {
      const answer = await ask(address, url);
      expect([answer.status, answer.policy, asked]).toEqual([200, "script-src 'self' 'sha256-x'", [path]]);
    } finally {
      await fastify.close();
    }
  });
});

/** Asks for a path as it is written. */
function ask({ hostname, port }: URL, path: string): Promise<{ readonly status: number | undefined; readonly policy: unknown }> {
  return new Promise((resolve, reject) => {
    get({ hostname, port, path, agent: false }, (response) => {
      response.resume();
      resolve({ status: response.statusCode, policy: response.headers['content-security-policy'] });
    }).on('error', reject);
  });
}
