import { describe, expect, it } from '@jest/globals';
import Fastify from 'fastify';
import { hostCheck, refuseUnknownHosts } from './known-hosts.js';

describe('a host', () => {
  it.each([
    '',
    'localhost',
    'LOCALHOST:3000',
    'app.localhost:3000',
    '127.0.0.1:3000',
    '[::1]:3000',
    '192.168.1.20',
    '10.0.0.5:8080',
    '203.0.113.9',
    'kinora:3000',
    'nas.local',
    'kinora.default.svc.cluster.local:3000',
    'films.home.arpa',
  ])('that nobody outside can have lead here is served, whatever is set: %s', (host) => {
    expect(hostCheck({})(host)).toBe(true);
    expect(hostCheck({ publicUrl: 'https://kinora.example' })(host)).toBe(true);
  });

  it.each([
    ['kinora.example', true],
    ['WWW.Kinora.Example.:8443', true],
    ['studio.kinora.example', true],
    ['second.example', true],
    ['film.example:80', true],
    ['evil.example', false],
    ['notkinora.example', false],
    ['kinora.example.evil.example', false],
    ['127.0.0.1.evil.example', false],
    ['localhost.evil.example', false],
    ['0x7f.0.0.1', false],
    ['second.example@evil.example', false],
  ])('that is a public name is served when it is one of the operator’s: %s %s', (host, isServed) => {
    expect(
      hostCheck({
        publicUrl: 'https://kinora.example:8443',
        hosts: ['Second.example'],
        pagePrefixes: new Map([
          ['studio', '/studio'],
          ['film.example', '/film'],
        ]),
      })(host),
    ).toBe(isServed);
  });

  it('that is not known is refused before anything is done, once with a warning, but for health', async () => {
    const warned: string[] = [];
    const fastify = Fastify();
    refuseUnknownHosts(fastify, {}, { warn: (_fields, message) => void warned.push(message) });
    fastify.get('/*', async () => 'here');
    const ask = async (host: string, url = '/', accept = '*/*'): Promise<readonly [number, string]> => {
      const { statusCode, body } = await fastify.inject({ url, headers: { host, accept } });
      return [statusCode, body];
    };
    expect(await ask('localhost:3000')).toEqual([200, 'here']);
    expect(warned).toEqual([]);
    const [status, body] = await ask('evil.example');
    expect([status, JSON.parse(body)]).toEqual([
      400,
      { error: expect.objectContaining({ identifier: 'HOST_UNKNOWN', code: 'BAD_REQUEST', httpStatus: 400 }) },
    ]);
    expect(await ask('evil.example', '/', 'text/html')).toEqual([400, expect.stringMatching(/PUBLIC_URL or HOSTS/)]);
    expect(await ask('evil.example', '/api/health')).toEqual([200, 'here']);
    expect(warned).toHaveLength(1);
    await fastify.close();
  });
});
