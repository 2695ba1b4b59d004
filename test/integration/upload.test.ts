import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TRPCClientError } from '@trpc/client';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { z } from 'zod';
import { startServer, type Server } from '../support/server.js';
import { formOf, photo } from '../support/upload-files.js';
import { signInVisitor } from '../support/visitor.js';

/** How long a test may take on a slow machine, milliseconds; nothing hangs on it. */
const PATIENCE = 600_000;
/** Form data goes by itself, as the client's own guide has it. */
const alone = { context: { skipBatch: true } };

const fault = z.object({ identifier: z.string(), params: z.record(z.string(), z.unknown()), httpStatus: z.number() }).loose();
async function refusal(call: Promise<unknown>): Promise<z.infer<typeof fault>> {
  const error: unknown = await call.then(() => undefined, (reason: unknown) => reason);
  if (!(error instanceof TRPCClientError)) throw new Error(`no error came: ${String(error)}`);
  return fault.parse(error.data);
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

  it('take a picture as form data by the real client and show it to its owner alone', async () => {
    const [owner, other] = [await signInVisitor(server.url), await signInVisitor(server.url)];
    const view = await owner.api.upload.create.mutate(formOf(await photo(640, 480)), alone);
    expect(view).toMatchObject({ kind: 'image', purpose: 'image', width: 640, height: 480, type: 'image/jpeg', notes: [], url: `/api/media/upload/${view.id}` });
    const shown = await owner.fetch(view.url);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    const bytes = Buffer.from(await shown.arrayBuffer());
    expect(bytes.byteLength).toBe(view.bytes);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 640, height: 480 });
    expect((await other.fetch(view.url)).status).toBe(404);
    expect((await fetch(`${server.url}${view.url}`)).status).toBe(401);
    expect(await refusal(other.api.upload.get.query({ id: view.id }))).toMatchObject({ identifier: 'IMAGE_NOT_FOUND', httpStatus: 404 });
  }, PATIENCE);
});
