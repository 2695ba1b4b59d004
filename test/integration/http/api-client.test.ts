import { beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { z } from 'zod';
import { Kinora, KinoraError, type Task } from '../../../src/public-api/client/client.js';
import { childEnvironment } from '../../services/environment.js';
import { claimAdmin, creating, PATIENCE, roundSubject } from '../../support/people/creating.js';

const LOADER = ['--import', './src/platform/sqlite/typescript-loader.mjs'];
const drawing = { model: 'preview', prompt: 'a fox in the snow', aspect: '1:1', seed: 3 } as const;

describe('programs that use the API', () => {
  const here = creating('api-client');
  let secret = '';
  const client = (key = secret): Kinora => new Kinora({ url: here.server.url, key });
  /** What a program prints and its exit code. */
  const program = async (file: string, args: readonly string[]) => {
    const env = childEnvironment({ KINORA_URL: here.server.url, KINORA_KEY: secret });
    return promisify(execFile)(file, [...args], { env }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      (error: unknown) =>
        z.object({ code: z.union([z.number(), z.string()]), stdout: z.string(), stderr: z.string() }).parse(error),
    );
  };
  const cli = (...args: readonly string[]) => program(process.execPath, ['dist/public-api/client/main.js', ...args]);
  beforeAll(async () => {
    const owner = await here.arrive();
    await claimAdmin(here, owner);
    await here.give(owner, 100);
    ({ secret } = await owner.api.apiKey.create.mutate({ name: 'Program', scopes: ['create', 'read', 'account'] }));
  }, PATIENCE);

  it(
    'the client creates once, waits, uses results and uploads as sources, pages and downloads',
    async () => {
      expect(await client().price('text2Image_create', { ...drawing, count: 3 })).toBe(3);
      const once = { idempotencyKey: 'fox 1' };
      const [one, two] = [
        await client().create('text2Image_create', drawing, once),
        await client().create('text2Image_create', drawing, once),
      ];
      expect(two.id).toBe(one.id);
      const made = await client().waitFor(one.id);
      expect(made.status).toBe('succeeded');
      const file = await client().download(made.outputs[0]?.url ?? '');
      expect(await sharp(Buffer.from(await file.arrayBuffer())).metadata()).toMatchObject({
        format: 'png',
        width: 1_024,
      });
      const upload = await client().upload(new Blob([new Uint8Array(await roundSubject())], { type: 'image/png' }));
      for (const source of [client().sourceOf(upload), client().sourceOf({ task: made })]) {
        const body = { model: 'preview-restyle', prompt: '', style: 'watercolour', image: source } as const;
        const restyled = await client().create('image2Image_create', body);
        expect((await client().waitFor(restyled.id)).status).toBe('succeeded');
      }
      const seen: Task[] = [];
      for await (const task of client().tasks(1)) seen.push(task);
      expect(seen).toHaveLength(3);
      expect(seen.at(-1)?.id).toBe(one.id);
    },
    PATIENCE,
  );

  it(
    'the client names what was refused, and sends its key to its server alone',
    async () => {
      const refused = await client()
        .create('text2Image_create', { ...drawing, count: 9 })
        .catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(KinoraError);
      expect(refused).toMatchObject({
        code: 'VALIDATION_ERROR',
        status: 400,
        fields: [{ field: 'count', reason: 'too-large', limit: 4 }],
      });
      await expect(client('kinora_1_2').call('getBalance')).rejects.toMatchObject({ code: 'API_KEY_INVALID' });
      await expect(client().download('https://elsewhere.example/api/media/1/0')).rejects.toThrow(/not a file of/);
    },
    PATIENCE,
  );

  it(
    'the command line creates, waits, downloads, and lists models and the balance',
    async () => {
      const folder = join(here.dataDir, 'made');
      await mkdir(folder);
      await writeFile(join(folder, 'photo.png'), await roundSubject());
      expect((await cli('models', 'text2Image.create')).stdout).toContain('"id":"preview"');
      expect(JSON.parse((await cli('balance')).stdout)).toMatchObject({ available: expect.any(Number) });
      const photo = join(folder, 'photo.png');
      const created = await cli(
        ...['create', 'image2Image.create', 'model=preview-restyle', 'style=ink', `image@${photo}`],
        ...['--out', folder],
      );
      expect(created).toMatchObject({ code: 0 });
      const [task, file] = created.stdout
        .trim()
        .split('\n')
        .map((line): unknown => JSON.parse(line));
      expect(task).toMatchObject({ status: 'succeeded' });
      expect(await sharp(await readFile(z.object({ file: z.string() }).parse(file).file)).metadata()).toMatchObject({
        width: 320,
        height: 240,
      });
      expect((await cli('price', 'text2Image.create', 'model=preview-fine', 'prompt=a fox')).stdout).toBe(
        '{"credits":3}\n',
      );
      expect(await cli('create', 'text2Image.create', 'model=preview', 'prompt=a fox', 'count:=9')).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('VALIDATION_ERROR'),
      });
      for (const wrong of [[], ['fly'], ['create', 'no.such'], ['create', 'text2Image.create', 'count:=x'], ['wait']])
        expect(await cli(...wrong)).toMatchObject({ code: 2, stderr: expect.stringContaining('kinora models') });
    },
    PATIENCE,
  );

  it.each([
    ['curl', 'sh', ['docs/examples/image.sh']],
    ['Python', 'python3', ['docs/examples/image.py']],
    ['TypeScript', process.execPath, [...LOADER, 'docs/examples/image.ts']],
  ] as const)(
    'the example in %s makes an image',
    async (name, file, args) => {
      const path = join(here.dataDir, `${name}.png`);
      expect(await program(file, [...args, path])).toMatchObject({ code: 0, stderr: '' });
      expect(await sharp(await readFile(path)).metadata()).toMatchObject({ format: 'png', width: 1_024, height: 576 });
    },
    PATIENCE,
  );
});
