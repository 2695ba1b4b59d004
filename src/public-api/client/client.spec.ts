import { afterEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve, type SmallServer } from '../../../test/support/servers/remote/serve.js';
import { runClientCli } from './cli.js';
import { Kinora } from './client.js';

let server: SmallServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

describe('the client of the API', () => {
  it('repeats what was refused for the rate', async () => {
    let requests = 0;
    server = await serve(() =>
      (requests += 1) === 1 ? { status: 429, headers: { 'retry-after': '0' } } : { json: { credits: 3 } },
    );
    expect(await new Kinora({ url: server.url }).price('text2Image_create', { model: 'preview', prompt: 'fox' })).toBe(
      3,
    );
    expect(requests).toBe(2);
  });

  it.each([502, 503])('does not repeat a request that may have been executed (%d)', async (status) => {
    server = await serve(() => ({ status, headers: { 'retry-after': '0' } }));
    const sent = new Kinora({ url: server.url }).create('text2Image_create', { model: 'preview', prompt: 'fox' });
    await expect(sent).rejects.toMatchObject({ status, retryAfterMs: 0 });
    expect(server.received).toHaveLength(1);
  });
});

describe('the command line', () => {
  it('writes files into the given folder alone, whatever the server names them', async () => {
    const above = await mkdtemp(join(tmpdir(), 'kinora-cli-'));
    try {
      server = await serve(({ path, headers }) =>
        path.startsWith('/api/v1/tasks/')
          ? { json: { id: 'one', outputs: [{ index: '/../../outside', url: `http://${headers.host ?? ''}/file` }] } }
          : { bytes: Buffer.from('image') },
      );
      const parts = { env: { KINORA_URL: server.url }, print: () => undefined, complain: () => undefined };
      expect(await runClientCli(['download', 'one', '--out', join(above, 'out')], parts)).toBe(0);
      expect(await readdir(above)).toEqual(['out']);
      expect(await readdir(join(above, 'out'))).toEqual(['outside.png']);
    } finally {
      await rm(above, { recursive: true });
    }
  });
});
