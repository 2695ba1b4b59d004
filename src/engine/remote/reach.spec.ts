import { afterEach, describe, expect, it, jest } from '@jest/globals';
import dns from 'node:dns';
import { once } from 'node:events';
import { createServer, type AddressInfo, type LookupFunction } from 'node:net';
import { serve, type SmallServer } from '../../../test/support/servers/remote/serve.js';
import { createRemoteApi } from './apis.js';
import { askOutput, getBy, postOutside } from './reach.js';

const ENGINE = 'https://engine.example';
const never = new AbortController().signal;
let server: SmallServer | undefined;
afterEach(async () => {
  jest.restoreAllMocks();
  await server?.close();
  server = undefined;
});

/** Resolves every name to these addresses. */
function leadTo(...addresses: readonly string[]): void {
  const looked = (_name: string, _options: object, done: (error: null, found: readonly object[]) => void): void =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  jest.spyOn(dns, 'lookup').mockImplementation(looked as unknown as typeof dns.lookup); // the one of its signatures that is used here
}
const toLoopback: LookupFunction = (_name, { all }, done) =>
  all === true ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4);
const port = (): string => new URL(server?.url ?? '').port;
async function text(body: AsyncIterable<Uint8Array> | null): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of body ?? []) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

describe('an address that a user has given', () => {
  it.each(['10.0.0.8', '127.0.0.1', '::1'])('gets nothing if its name leads to %s', async (address) => {
    leadTo('93.184.216.34', address);
    const sent = postOutside(new URL('https://hooks.example/in'), { body: '{}', headers: {} }, true, never);
    await expect(sent).rejects.toMatchObject({ reason: 'misunderstood' });
  });
});

describe('what an engine says that a result is at', () => {
  it.each([
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '10.0.0.1',
    '100.64.0.1',
    '169.254.169.254',
    '172.31.0.1',
    '192.168.1.1',
    '0.0.0.0',
    '255.255.255.255',
    '[::1]',
    '[::]',
    '[::127.0.0.1]',
    '[::ffff:10.0.0.1]',
    '[64:ff9b::a00:1]',
    '[64:ff9b:1::a00:1]',
    '[2002:7f00:1::]',
    '[2001:0:a00:1::]',
    '[fd00::1]',
    '[fe80::1]',
    '[fec0::1]',
  ])('is not asked for inside: %s', async (host) => {
    await expect(askOutput(`http://${host}:9/latest`, ENGINE, never)).rejects.toMatchObject({
      reason: 'misunderstood',
    });
  });

  it.each([[['127.0.0.1']], [['93.184.216.34', '10.0.0.1']], [['fd00::1']], [[]]])(
    'is not asked for where its name leads inside as it connects: %s',
    async (addresses) => {
      server = await serve(() => ({ json: 'a secret' }));
      leadTo(...addresses);
      await expect(askOutput(`http://files.example:${port()}/secret`, ENGINE, never)).rejects.toMatchObject({
        reason: 'misunderstood',
      });
      expect(server.received).toEqual([]);
    },
  );

  it('keeps that fault for whoever asked for the result', async () => {
    leadTo('127.0.0.1');
    await expect(
      createRemoteApi({ kind: 'replicate', address: ENGINE }).fetch({ url: 'https://files.example/one.png' }, never),
    ).rejects.toMatchObject({ reason: 'misunderstood', again: false });
  });

  it('is asked for at the engine itself, wherever that is', async () => {
    server = await serve(() => ({ json: 'a picture' }));
    const { status, body } = await askOutput(`${server.url}/one.png`, server.url, never);
    expect([status, await text(body)]).toEqual([200, '"a picture"']);
  });
});

describe('an answer from elsewhere', () => {
  it('comes with its status, from the host that was named, without a key', async () => {
    server = await serve(({ path }) => (path === '/one.png' ? { json: 'a picture' } : { status: 404 }));
    const { status, body } = await getBy(toLoopback, new URL(`http://files.example:${port()}/one.png?signed=1`), never);
    expect([status, await text(body)]).toEqual([200, '"a picture"']);
    expect(server.received[0]).toMatchObject({ headers: { host: `files.example:${port()}` } });
    expect(server.received[0]?.headers.authorization).toBeUndefined();
    expect((await getBy(toLoopback, new URL(`http://files.example:${port()}/none`), never)).status).toBe(404);
  });

  it('is followed nowhere', async () => {
    server = await serve(() => ({ status: 302, headers: { location: '/secret' } }));
    await expect(getBy(toLoopback, new URL(`http://files.example:${port()}/one.png`), never)).rejects.toMatchObject({
      reason: 'away',
    });
    expect(server.received).toHaveLength(1);
  });

  it('is an error if the connection is upgraded instead', async () => {
    const raw = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'),
      );
    }).listen(0, '127.0.0.1');
    await once(raw, 'listening');
    try {
      const { port: at } = raw.address() as AddressInfo; // it listens on a port
      await expect(getBy(toLoopback, new URL(`http://files.example:${at}/one.png`), never)).rejects.toThrow('upgrade');
    } finally {
      raw.close();
      await once(raw, 'close');
    }
  });

  it('is waited for until its signal', async () => {
    server = await serve(() => undefined);
    const limit = new AbortController();
    const answer = getBy(toLoopback, new URL(`http://files.example:${port()}/one.png`), limit.signal);
    limit.abort();
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
  });
});
