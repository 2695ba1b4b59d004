import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TRPCClientError } from '@trpc/client';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { startServer, type Server } from '../../support/servers/server.js';
import { photo } from '../../support/files/upload-files.js';
import { beginTus, headTus, patchTus, sendByTus } from '../../support/files/upload-tus.js';
import { signInVisitor, type Visitor } from '../../support/people/visitor.js';

/** How long a test may take on a slow machine, milliseconds; nothing hangs on it. */
const PATIENCE = 600_000;
const MAX_BYTES = 100 * 1_048_576;

const data = z.object({ identifier: z.string(), params: z.record(z.string(), z.unknown()), httpStatus: z.number() });
const errorBody = z.object({ error: data });
const errorOf = async (answer: Response) => ({ status: answer.status, ...errorBody.parse(await answer.json()).error });
async function refusal(call: Promise<unknown>): Promise<z.infer<typeof data>> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof TRPCClientError)) throw new Error(`no error came: ${String(error)}`);
  return data.parse(error.data);
}

describe('resumable uploads', () => {
  let dataDir: string;
  let server: Server;
  let visitor: Visitor;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'kinora-tus-'));
    server = await startServer({ dataDir, env: { ROLES: 'api,worker,projector' } });
    visitor = await signInVisitor(server.url);
  }, PATIENCE);
  afterAll(async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }, PATIENCE);

  const begun = async (bytes: number): Promise<string> =>
    (await beginTus(visitor, bytes)).headers.get('location') ?? '';
  const idOf = (path: string): string => path.split('/').at(-1) ?? '';
  const arriving = (): Promise<string[]> => readdir(join(dataDir, 'uploads', 'arriving'));

  it(
    "arrive by the browser's own library in parts and are then finished, once however often that is asked",
    async () => {
      const file = await photo(1_600, 1_200);
      const { id } = await sendByTus(server.url, visitor, file, { filename: 'IMG_1.JPG', purpose: 'image' });
      const view = await visitor.api.upload.finish.mutate({ tusId: id });
      expect(view).toMatchObject({ id, width: 1_600, height: 1_200, type: 'image/jpeg', purpose: 'image' });
      expect(await Promise.all([1, 2, 3].map(() => visitor.api.upload.finish.mutate({ tusId: id })))).toEqual([
        view,
        view,
        view,
      ]);
      expect((await visitor.fetch(view.url)).status).toBe(200);
      expect(await arriving()).toEqual([]);
    },
    PATIENCE,
  );

  it(
    'begin whatever the caller takes the host for',
    async () => {
      const { port } = new URL(server.url);
      const status = await new Promise((resolve, reject) => {
        request(
          {
            port,
            host: '127.0.0.1',
            method: 'POST',
            path: '/api/uploads/tus',
            headers: { host: 'no:host', cookie: visitor.cookie(), 'tus-resumable': '1.0.0', 'upload-length': '5' },
          },
          (answer) => {
            answer.resume().on('end', () => resolve(answer.statusCode));
          },
        )
          .on('error', reject)
          .end();
      });
      expect(status).toBe(201);
    },
    PATIENCE,
  );

  it(
    'go on where they stopped, after the server was killed in the middle too',
    async () => {
      const file = await photo(1_200, 900);
      const path = await begun(file.byteLength);
      expect((await patchTus(visitor, path, 0, file.subarray(0, 50_000))).headers.get('upload-offset')).toBe('50000');
      await server.kill9();
      server = await startServer({ dataDir, port: server.port, env: { ROLES: 'api,worker,projector' } });
      const head = await headTus(visitor, path);
      expect([head.status, head.headers.get('upload-offset'), head.headers.get('upload-length')]).toEqual([
        200,
        '50000',
        String(file.byteLength),
      ]);
      expect(await refusal(visitor.api.upload.finish.mutate({ tusId: idOf(path) }))).toMatchObject({
        identifier: 'INPUT_INVALID_FOR_SERVICE',
        params: { reason: 'incomplete' },
      });
      expect((await errorOf(await patchTus(visitor, path, 10, file.subarray(10)))).identifier).toBe('CONFLICT');
      expect((await patchTus(visitor, path, 50_000, file.subarray(50_000))).status).toBe(204);
      expect(await visitor.api.upload.finish.mutate({ tusId: idOf(path) })).toMatchObject({
        width: 1_200,
        height: 900,
      });
    },
    PATIENCE,
  );

  it(
    'keep what came before the line broke',
    async () => {
      const file = await photo(1_200, 900);
      const path = await begun(file.byteLength);
      await new Promise<void>((resolve) => {
        const sending = request(`${server.url}${path}`, {
          method: 'PATCH',
          headers: {
            cookie: visitor.cookie(),
            'tus-resumable': '1.0.0',
            'upload-offset': '0',
            'content-type': 'application/offset+octet-stream',
            'content-length': file.byteLength,
          },
        });
        sending.on('error', () => resolve());
        sending.write(file.subarray(0, 120_000), () => {
          sending.destroy();
        });
      });
      // As the library does: asks how far it is, goes on there, and asks again when what was cut was still being
      // written.
      for (let status = 409; status === 409;) {
        const offset = Number((await headTus(visitor, path)).headers.get('upload-offset'));
        expect(offset).toBeLessThanOrEqual(120_000);
        ({ status } = await patchTus(visitor, path, offset, file.subarray(offset)));
        expect([204, 409]).toContain(status);
      }
      expect(await visitor.api.upload.finish.mutate({ tusId: idOf(path) })).toMatchObject({ width: 1_200 });
    },
    PATIENCE,
  );

  it(
    'belong to whoever began them: to anybody else there is none',
    async () => {
      const other = await signInVisitor(server.url);
      const path = await begun(10);
      expect((await headTus(other, path)).status).toBe(404);
      expect(await errorOf(await patchTus(other, path, 0, Buffer.from('0123456789')))).toMatchObject({
        status: 404,
        identifier: 'NOT_FOUND',
      });
      expect((await other.fetch(path, { method: 'DELETE', headers: { 'tus-resumable': '1.0.0' } })).status).toBe(404);
      expect(await refusal(other.api.upload.finish.mutate({ tusId: idOf(path) }))).toMatchObject({
        identifier: 'IMAGE_NOT_FOUND',
      });
      expect(
        (await fetch(`${server.url}${path}`, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } })).status,
      ).toBe(401);
      expect((await headTus(visitor, path)).headers.get('upload-offset')).toBe('0');
      expect((await headTus(visitor, `/api/uploads/tus/${randomUUID()}`)).status).toBe(404);
      expect((await headTus(visitor, '/api/uploads/tus/..%2F..%2Fkinora.db')).status).toBe(404);
      expect((await visitor.fetch(path)).status).toBe(404);
    },
    PATIENCE,
  );

  it(
    "are taken from this server's own pages only",
    async () => {
      const answer = await visitor.fetch('/api/uploads/tus', {
        method: 'POST',
        headers: { 'tus-resumable': '1.0.0', 'upload-length': '10', origin: 'https://elsewhere.example' },
      });
      expect(await errorOf(answer)).toMatchObject({ status: 403, identifier: 'PERMISSION_ERROR' });
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-allow'))).toEqual([]);
    },
    PATIENCE,
  );

  it(
    'of more than 100 MiB are refused before a byte is sent',
    async () => {
      expect(await errorOf(await beginTus(visitor, Math.round(100.1 * 1_048_576)))).toEqual({
        status: 413,
        httpStatus: 413,
        identifier: 'PAYLOAD_TOO_LARGE',
        params: { limit: MAX_BYTES },
      });
      expect((await beginTus(visitor, MAX_BYTES)).status).toBe(201);
      expect(
        (
          await errorOf(
            await visitor.fetch('/api/uploads/tus', {
              method: 'POST',
              headers: { 'tus-resumable': '1.0.0', 'upload-defer-length': '1' },
            }),
          )
        ).status,
      ).toBe(501);
    },
    PATIENCE,
  );

  it(
    'of more than was announced are refused while they are read',
    async () => {
      const path = await begun(1_000);
      expect(await errorOf(await patchTus(visitor, path, 0, Buffer.alloc(300_000)))).toMatchObject({
        status: 413,
        identifier: 'PAYLOAD_TOO_LARGE',
      });
      const streamed = await visitor
        .fetch(path, {
          method: 'PATCH',
          headers: {
            'tus-resumable': '1.0.0',
            'upload-offset': '0',
            'content-type': 'application/offset+octet-stream',
          },
          body: Readable.toWeb(
            Readable.from(Array.from({ length: 20 }, () => Buffer.alloc(65_536))),
          ) as ReadableStream<Uint8Array>,
          ...{ duplex: 'half' }, // the same stream under two names
        })
        .then(
          (answer) => answer.status,
          () => 'cut',
        );
      expect(streamed === 413 || streamed === 'cut').toBe(true);
      expect(Number((await headTus(visitor, path)).headers.get('upload-offset'))).toBeLessThanOrEqual(1_000);
    },
    PATIENCE,
  );

  it(
    'can be given up',
    async () => {
      const path = await begun(10);
      expect((await visitor.fetch(path, { method: 'DELETE', headers: { 'tus-resumable': '1.0.0' } })).status).toBe(204);
      expect((await headTus(visitor, path)).status).toBe(404);
      expect((await arriving()).some((name) => name.startsWith(idOf(path)))).toBe(false);
    },
    PATIENCE,
  );

  it(
    'that are no picture are refused with the same words however often that is asked, and their bytes are gone',
    async () => {
      const { id } = await sendByTus(server.url, visitor, Buffer.from('GIF is not what this is'), {
        purpose: 'image',
        filename: 'a.gif',
        filetype: 'image/gif',
      });
      for (const _time of [1, 2])
        expect(await refusal(visitor.api.upload.finish.mutate({ tusId: id }))).toMatchObject({
          identifier: 'INPUT_INVALID_FOR_SERVICE',
          httpStatus: 422,
          params: { reason: 'not-a-picture' },
        });
      expect((await arriving()).some((name) => name.startsWith(id))).toBe(false);
    },
    PATIENCE,
  );
});
