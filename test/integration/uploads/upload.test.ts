import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TRPCClientError } from '@trpc/client';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { z } from 'zod';
import { embedRecipe } from '../../../src/creation/provenance/embed.js';
import { polyglot } from '../../fixtures/hostile/images.js';
import { startServer, type Server } from '../../support/servers/server.js';
import { formOf, photo } from '../../support/files/upload-files.js';
import { signInVisitor } from '../../support/people/visitor.js';

/** How long a test may take on a slow machine, milliseconds; nothing hangs on it. */
const PATIENCE = 600_000;
/** Form data goes by itself, as the client's own guide has it. */
const alone = { context: { skipBatch: true } };

const fault = z
  .object({ identifier: z.string(), params: z.record(z.string(), z.unknown()), httpStatus: z.number() })
  .loose();
async function refusal(call: Promise<unknown>): Promise<z.infer<typeof fault>> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof TRPCClientError)) throw new Error(`no error came: ${String(error)}`);
  return fault.parse(error.data);
}

/** Sends bytes as they are and reads what comes back until the line is cut. */
function raw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (part: Buffer) => {
      answer += part.toString('latin1');
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
  });
}

describe('uploads over the wire', () => {
  let dataDir: string;
  let server: Server;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'kinora-uploads-'));
    server = await startServer({ dataDir, env: { ROLES: 'api,worker,projector' } });
  }, PATIENCE);
  afterAll(async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }, PATIENCE);

  it(
    'take a picture as form data by the real client and show it to its owner alone',
    async () => {
      const [owner, other] = [await signInVisitor(server.url), await signInVisitor(server.url)];
      const view = await owner.api.upload.create.mutate(formOf(await photo(640, 480)), alone);
      expect(view).toMatchObject({
        kind: 'image',
        purpose: 'image',
        width: 640,
        height: 480,
        type: 'image/jpeg',
        notes: [],
        url: `/api/media/upload/${view.id}`,
      });
      const shown = await owner.fetch(view.url);
      expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
      const bytes = Buffer.from(await shown.arrayBuffer());
      expect(bytes.byteLength).toBe(view.bytes);
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 640, height: 480 });
      expect((await other.fetch(view.url)).status).toBe(404);
      expect((await fetch(`${server.url}${view.url}`)).status).toBe(401);
      expect(await refusal(other.api.upload.get.query({ id: view.id }))).toMatchObject({
        identifier: 'IMAGE_NOT_FOUND',
        httpStatus: 404,
      });
      expect(await refusal(other.api.upload.delete.mutate({ id: view.id }))).toMatchObject({
        identifier: 'IMAGE_NOT_FOUND',
      });
      expect(await owner.api.upload.get.query({ id: view.id })).toEqual(view);
    },
    PATIENCE,
  );

  it(
    'serve a smaller picture, a part, an unchanged one and a download',
    async () => {
      const visitor = await signInVisitor(server.url);
      const { url, bytes, thumbUrl } = await visitor.api.upload.create.mutate(formOf(await photo(900, 600)), alone);
      const small = await visitor.fetch(thumbUrl);
      expect([
        small.headers.get('content-type'),
        (await sharp(Buffer.from(await small.arrayBuffer())).metadata()).width,
      ]).toEqual(['image/webp', 320]);
      expect((await visitor.fetch(`${url}?w=123`)).status).toBe(400);
      const whole = Buffer.from(await (await visitor.fetch(url)).arrayBuffer());
      const part = await visitor.fetch(url, { headers: { range: 'bytes=100-199' } });
      expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-199/${bytes}`]);
      expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(100, 200));
      const tag = part.headers.get('etag') ?? '';
      expect((await visitor.fetch(url, { headers: { 'if-none-match': tag } })).status).toBe(304);
      expect((await visitor.fetch(`${url}?download=1`)).headers.get('content-disposition')).toBe(
        'attachment; filename="kinora-upload.jpg"',
      );
    },
    PATIENCE,
  );

  it(
    'serve a file that was a page as well as a picture alone, and let no browser take it for a page',
    async () => {
      const visitor = await signInVisitor(server.url);
      const { url } = await visitor.api.upload.create.mutate(
        formOf(polyglot(await photo(64, 64)), 'image', 'page.html'),
        alone,
      );
      const shown = await visitor.fetch(url);
      expect([shown.headers.get('content-type'), shown.headers.get('x-content-type-options')]).toEqual([
        'image/jpeg',
        'nosniff',
      ]);
      expect(shown.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
      expect(Buffer.from(await shown.arrayBuffer()).includes('<script')).toBe(false);
    },
    PATIENCE,
  );

  it(
    'refuse a file for what it is, whatever its name and type say, in words that the page can use',
    async () => {
      const visitor = await signInVisitor(server.url);
      const reasonOf = async (file: Uint8Array, purpose?: string): Promise<unknown> =>
        (await refusal(visitor.api.upload.create.mutate(formOf(file, purpose, 'photo.png'), alone))).params['reason'];
      expect(await reasonOf(Buffer.from('a text'))).toBe('not-a-picture');
      expect(await reasonOf(Buffer.alloc(0))).toBe('empty');
      expect(await reasonOf((await photo(64, 64)).subarray(0, 700))).toBe('damaged');
      expect(await reasonOf(await photo(64, 64), 'video')).toBe('not-a-video');
      expect(await refusal(visitor.api.upload.create.mutate(formOf(await photo(8, 8), 'weapon'), alone))).toMatchObject(
        { identifier: 'VALIDATION_ERROR', params: { field: 'purpose' } },
      );
      expect(await refusal(visitor.api.upload.create.mutate(new FormData(), alone))).toMatchObject({
        identifier: 'VALIDATION_ERROR',
        params: { field: 'file' },
      });
    },
    PATIENCE,
  );

  it(
    'refuse a form of more than 20 MiB before and while it is read, and one of more than 1 MiB without a session',
    async () => {
      const visitor = await signInVisitor(server.url);
      const announced = (bytes: number, cookie: string): Promise<string> =>
        raw(
          server.port,
          [
            'POST /api/trpc/upload.create HTTP/1.1',
            'Host: 127.0.0.1',
            `Cookie: ${cookie}`,
            'Content-Type: multipart/form-data; boundary=x',
            `Content-Length: ${bytes}`,
            '',
            '--x',
          ].join('\r\n'),
        );
      expect(await announced(Math.round(100.1 * 1_048_576), visitor.cookie())).toMatch(
        /^HTTP\/1\.1 413 [^]*"identifier":"PAYLOAD_TOO_LARGE"/,
      );
      expect(await announced(2 * 1_048_576, '')).toMatch(/^HTTP\/1\.1 401 [^]*"identifier":"NOT_SIGNED_IN"/);
      const chunk = `10000\r\n${'x'.repeat(0x1_0000)}\r\n`;
      const endless = [
        'POST /api/trpc/upload.create HTTP/1.1',
        'Host: 127.0.0.1',
        `Cookie: ${visitor.cookie()}`,
        'Content-Type: multipart/form-data; boundary=x',
        'Transfer-Encoding: chunked',
        '',
        chunk.repeat(330),
      ].join('\r\n');
      expect(await raw(server.port, endless)).toMatch(/^HTTP\/1\.1 413 /);
      // What is allowed for one call is not for another.
      expect(
        await raw(
          server.port,
          [
            'POST /api/trpc/upload.delete HTTP/1.1',
            'Host: 127.0.0.1',
            `Cookie: ${visitor.cookie()}`,
            'Content-Type: multipart/form-data; boundary=x',
            'Content-Length: 2000000',
            '',
            '--x',
          ].join('\r\n'),
        ),
      ).toMatch(/^HTTP\/1\.1 413 /);
      const noise = Buffer.alloc(19 * 1_048_576, 'not a picture ');
      expect(await refusal(visitor.api.upload.create.mutate(formOf(noise), alone))).toMatchObject({
        params: { reason: 'not-a-picture' },
      });
    },
    PATIENCE,
  );

  it(
    'are removed when asked, and then are not there',
    async () => {
      const visitor = await signInVisitor(server.url);
      const { id, url } = await visitor.api.upload.create.mutate(formOf(await photo(64, 64)), alone);
      expect(await visitor.api.upload.delete.mutate({ id })).toEqual({ id });
      expect((await visitor.fetch(url)).status).toBe(404);
      expect(await refusal(visitor.api.upload.delete.mutate({ id }))).toMatchObject({ identifier: 'IMAGE_NOT_FOUND' });
    },
    PATIENCE,
  );

  it(
    'tell how one of our own results was made',
    async () => {
      const visitor = await signInVisitor(server.url);
      const recipe = {
        kinora: 1 as const,
        procedure: 'text2Image.create',
        model: 'preview',
        prompt: 'Ein <Fuchs> & "Füchsin" 🦊',
        negativePrompt: '',
        seed: 7,
        count: 1,
        params: { aspect: '1:1', style: 'natural' },
      };
      const view = await visitor.api.upload.create.mutate(
        formOf(embedRecipe(await photo(64, 64), 'image/jpeg', recipe)),
        alone,
      );
      expect(view.recipe).toEqual(recipe);
      expect(await visitor.api.upload.recipe.query({ id: view.id })).toEqual(recipe);
      const plain = await visitor.api.upload.create.mutate(formOf(await photo(64, 64)), alone);
      expect(await visitor.api.upload.recipe.query({ id: plain.id })).toBeNull();
    },
    PATIENCE,
  );
});
