import { beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { z } from 'zod';
import { clientModule } from '../../clients/clients.js';
import {
  claimAdmin,
  creating,
  PATIENCE,
  plainImage,
  roundSubject,
  type Creator,
} from '../../support/people/creating.js';
import { member } from '../../support/people/account.js';
import { startApp } from '../../support/servers/app.js';
import { until } from '../../support/until.js';

/** What the test uses of the package `openai`. */
interface OpenAi {
  readonly images: {
    generate(body: object, options?: object): Promise<unknown>;
    edit(body: object, options?: object): Promise<unknown>;
  };
  readonly models: { list(): AsyncIterable<{ readonly id: string }>; retrieve(id: string): Promise<unknown> };
}
type NewOpenAi = new (options: { apiKey: string; baseURL: string; maxRetries?: number }) => OpenAi;

const answer = z.looseObject({
  created: z.int().positive(),
  size: z.string(),
  output_format: z.string(),
  data: z.array(z.looseObject({ url: z.string().optional(), b64_json: z.string().optional() })),
});
const failure = z.looseObject({ status: z.number(), code: z.string(), type: z.string(), param: z.string().nullish() });
const failed = async (call: Promise<unknown>): Promise<z.infer<typeof failure>> =>
  failure.parse(
    await call.then(
      () => ({}),
      (error: unknown) => error,
    ),
  );

const drawing = { prompt: 'sunset over mountains and a lake', model: 'preview', seed: 7 };
const bytesOf = (made: z.infer<typeof answer>, index = 0): Buffer =>
  Buffer.from(made.data[index]?.b64_json ?? '', 'base64');

describe('a request that waits for its images', () => {
  it(
    'ends when the server closes, and says that repeating it would create again',
    async () => {
      // Without workers: nothing is ever finished.
      const app = await startApp({ env: { ROLES: 'api,projector' } });
      const ada = await member(app, 'ada@example.org');
      await until(
        () => ada.api.credits.balance.query({}),
        ({ available }) => available > 0,
      );
      const { secret } = await ada.api.apiKey.create.mutate({ name: 'Client', scopes: ['create', 'read'] });
      const answer = fetch(`${app.url}/v1/images/generations`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: JSON.stringify(drawing),
      });
      const { tasks } = await until(
        () => ada.api.task.list.query({ limit: 1 }),
        (page) => page.tasks.length > 0,
      );
      await app.close();
      const { status, headers, ...rest } = await answer.then(async (got) => ({
        status: got.status,
        headers: got.headers,
        body: z.unknown().parse(await got.json()),
      }));
      expect(status).toBe(408);
      expect([headers.get('x-should-retry'), headers.get('kinora-task')]).toEqual(['false', tasks[0]?.id]);
      expect(rest.body).toMatchObject({ error: { code: 'TIMEOUT', type: 'invalid_request_error' } });
    },
    PATIENCE,
  );
});

describe('the package openai, unmodified', () => {
  const here = creating('openai');
  let owner: Creator;
  let secret = '';
  let OpenAI: NewOpenAi;
  let toFile: (bytes: Uint8Array, name: string, options: { type: string }) => Promise<unknown>;
  const client = (key = secret): OpenAi => new OpenAI({ apiKey: key, baseURL: `${here.server.url}/v1`, maxRetries: 0 });
  const png = (bytes: Uint8Array, name: string) => toFile(bytes, name, { type: 'image/png' });
  beforeAll(async () => {
    const exported = await clientModule('openai');
    // The package exports both under these names.
    OpenAI = exported['OpenAI'] as NewOpenAi;
    toFile = exported['toFile'] as typeof toFile;
    owner = await here.arrive();
    await claimAdmin(here, owner);
    await here.give(owner, 200);
    ({ secret } = await owner.api.apiKey.create.mutate({ name: 'Client', scopes: ['create', 'read'] }));
  }, PATIENCE);

  it(
    'makes images of a prompt in the nearest shape, as base 64 and as addresses',
    async () => {
      const made = answer.parse(await client().images.generate({ ...drawing, n: 2, size: '1792x1024' }));
      expect(made).toMatchObject({ size: '1024x576', output_format: 'png' });
      expect(made.data).toHaveLength(2);
      expect(await sharp(bytesOf(made, 1)).metadata()).toMatchObject({ format: 'png', width: 1_024, height: 576 });
      const linked = answer.parse(await client().images.generate({ ...drawing, response_format: 'url' }));
      const url = linked.data[0]?.url ?? '';
      expect(url.startsWith(`${here.server.url}/api/media/`)).toBe(true);
      const file = await fetch(url, { headers: { authorization: `Bearer ${secret}` } });
      expect(file.status).toBe(200);
      await file.arrayBuffer();
    },
    PATIENCE,
  );

  it(
    'creates once for one idempotency key, also with files, and refuses the key for another request',
    async () => {
      const before = await owner.available();
      const image = await roundSubject();
      const edit = async (prompt: string, bytes: Uint8Array = image): Promise<unknown> =>
        client().images.edit(
          { image: await png(bytes, 'photo.png'), prompt, model: 'preview-restyle' },
          { headers: { 'idempotency-key': 'edit 1' } },
        );
      const [one, two] = [answer.parse(await edit('watercolour')), answer.parse(await edit('watercolour'))];
      expect(bytesOf(two).equals(bytesOf(one))).toBe(true);
      expect(before - (await owner.available())).toBe(1);
      expect(await failed(edit('ink drawing'))).toMatchObject({ code: 'IDEMPOTENCY_MISMATCH', status: 409 });
      expect(await failed(edit('watercolour', await plainImage(96, 96, 'teal')))).toMatchObject({ status: 409 });
    },
    PATIENCE,
  );

  it(
    'paints where the mask is transparent, and nowhere else',
    async () => {
      const [width, height] = [256, 192];
      const photo = await plainImage(width, height, '#cfd6dd');
      const hole = await sharp({ create: { width: 120, height: 140, channels: 4, background: '#000000ff' } })
        .png()
        .toBuffer();
      const mask = await sharp({ create: { width, height, channels: 4, background: '#000000ff' } })
        .composite([{ input: hole, left: 20, top: 20, blend: 'dest-out' }])
        .png()
        .toBuffer();
      const made = answer.parse(
        await client().images.edit({
          image: await png(photo, 'photo.png'),
          mask: await png(mask, 'mask.png'),
          prompt: 'a red apple',
        }),
      );
      expect(made.size).toBe(`${width}x${height}`);
      const pixels = await sharp(bytesOf(made)).removeAlpha().raw().toBuffer();
      /** Pixels that differ from the photo, in columns of a width. A mark is in the corner. */
      const changed = (from: number, columns: number): number =>
        Array.from({ length: columns * 160 }, (_, at) => (Math.floor(at / columns) * width + from + (at % columns)) * 3)
          .map((at) => Math.abs((pixels[at] ?? 0) - 0xcf) + Math.abs((pixels[at + 1] ?? 0) - 0xd6))
          .filter((difference) => difference > 6).length;
      expect(changed(160, width - 160)).toBe(0);
      expect(changed(20, 120)).toBeGreaterThan(1_000);
    },
    PATIENCE,
  );

  it(
    'reads errors with our codes and every wrong field',
    async () => {
      const { generate } = { generate: (body: object) => failed(client().images.generate(body)) };
      expect(await generate({ ...drawing, n: 9, size: 'huge', other: 1 })).toMatchObject({
        status: 400,
        code: 'VALIDATION_ERROR',
        type: 'invalid_request_error',
        error: {
          fields: expect.arrayContaining([
            { field: 'n', reason: 'too-large', limit: 4 },
            { field: 'size', reason: 'format' },
          ]),
        },
      });
      expect(await generate({ ...drawing, maxCredits: 0 })).toMatchObject({ code: 'PRICE_CHANGED' });
      expect(await generate({ ...drawing, model: 'no-such-model' })).toMatchObject({ code: 'MODEL_NOT_SUPPORTED' });
      expect(await failed(client('kinora_1_2').images.generate(drawing))).toMatchObject({
        status: 401,
        type: 'authentication_error',
        code: 'API_KEY_INVALID',
      });
      const { secret: blind } = await owner.api.apiKey.create.mutate({ name: 'Blind', scopes: ['create'] });
      expect(await failed(client(blind).images.generate(drawing))).toMatchObject({
        status: 403,
        code: 'API_SCOPE_MISSING',
      });
      const unknown = await fetch(`${here.server.url}/v1/images/variations`, { method: 'POST' });
      expect([unknown.status, await unknown.json()]).toEqual([
        404,
        { error: expect.objectContaining({ code: 'NOT_FOUND' }) },
      ]);
    },
    PATIENCE,
  );

  it(
    'lists the models that serve its requests',
    async () => {
      const ids: string[] = [];
      for await (const { id } of client().models.list()) ids.push(id);
      expect(ids).toEqual(expect.arrayContaining(['preview', 'preview-fine', 'painter', 'preview-restyle']));
      expect(await client().models.retrieve('preview')).toMatchObject({ object: 'model', owned_by: 'kinora' });
      expect(await failed(client().models.retrieve('gpt-image-1'))).toMatchObject({ code: 'MODEL_NOT_SUPPORTED' });
    },
    PATIENCE,
  );

  it(
    'loses no image when the client leaves',
    async () => {
      const leaving = new AbortController();
      const request = failed(
        client().images.generate(
          { ...drawing, prompt: 'a lighthouse on a cliff' },
          { signal: leaving.signal, headers: { 'idempotency-key': 'left' } },
        ),
      ).catch(() => undefined);
      const listed = await until(
        () => owner.api.task.list.query({ limit: 1 }),
        ({ tasks }) => tasks[0]?.input.prompt === 'a lighthouse on a cliff',
      );
      leaving.abort();
      await request;
      const { id = '' } = listed.tasks[0] ?? {};
      expect((await owner.settled(id)).status).toBe('succeeded');
    },
    PATIENCE,
  );
});
