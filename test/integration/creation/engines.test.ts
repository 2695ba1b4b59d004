import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { folderOf, KOKORO } from '../../../src/engine/models/catalogue.shared.js';
import { defined } from '../../../src/kernel/defined.shared.js';
import { claimAdmin, creating, PATIENCE, requestEnvelope, type Creator } from '../../support/people/creating.js';
import { startA1111, type SmallA1111 } from '../../support/servers/remote/a1111.js';
import { startComfyUi, type SmallComfyUi } from '../../support/servers/remote/comfyui.js';
import { startOpenAiImages } from '../../support/servers/remote/openai-images.js';
import { refusalOf } from '../../support/refusal.js';
import { until } from '../../support/until.js';

const CHECKPOINT = 'sd_xl_base_1.0.safetensors';
const UPSCALER = 'upscale_models/4x-UltraSharp.pth';
const EDITING = ['image2Image.create', 'imageTools.objectRemover', 'imageTools.painting', 'imageTools.uncrop'] as const;

describe('connecting a real engine, over the wire', () => {
  // Nothing listens there: an installation of an optional model fails.
  const me = creating('engines', () => ({ NPM_CONFIG_REGISTRY: 'http://127.0.0.1:9', PIP_INDEX_URL: 'http://127.0.0.1:9' }));
  let comfy: SmallComfyUi;
  let openai: Awaited<ReturnType<typeof startOpenAiImages>>;
  let webUi: SmallA1111;
  let admin: Creator;
  beforeAll(async () => {
    [comfy, openai, webUi] = await Promise.all([startComfyUi(), startOpenAiImages(), startA1111()]);
    admin = await me.arrive();
    await claimAdmin(me, admin);
    await me.give(admin, 10);
  }, PATIENCE);
  afterAll(() => Promise.all([comfy.close(), openai.close(), webUi.close()]), PATIENCE);

  const at = () => ({ kind: 'comfyui' as const, address: `${comfy.url}/` });
  const modelIds = async () => (await admin.api.catalog.models.query({ procedure: 'text2Image.create' })).models.map(({ id }) => id);
  const create = (model: string, prompt: string) => admin.api.text2Image.create.mutate({ ...requestEnvelope(model), prompt, seed: 3, count: 1 });

  /** What the stream of optional models says to somebody, until it says this. */
  const streamUntil = async (person: Pick<Creator, 'fetch'>, words: string): Promise<string> => {
    const leaving = new AbortController();
    const { body } = await person.fetch('/api/trpc/optionalModels.onChange', { signal: leaving.signal });
    let said = '';
    for await (const chunk of body!.pipeThrough(new TextDecoderStream())) {
      said += chunk;
      if (said.includes(words)) break;
    }
    leaving.abort();
    expect(said).toContain(words);
    return said;
  };

  it('is for administrators', async () => {
    expect(await refusalOf(me.api.engines.list.query())).toMatchObject({ identifier: 'PERMISSION_ERROR' });
    expect(await refusalOf(me.api.engines.connect.mutate({ ...at(), name: 'Mine', offers: [{ model: 'x', name: 'x', procedures: ['text2Image.create'], credits: 1 }] }))).toMatchObject({ identifier: 'PERMISSION_ERROR' });
  }, PATIENCE);

  it('installs optional models for administrators alone, says why it could not, and offers what is installed at once', async () => {
    expect(await refusalOf(me.api.optionalModels.install.mutate({ id: 'kokoro' }))).toMatchObject({ identifier: 'PERMISSION_ERROR' });
    expect(await refusalOf(me.api.optionalModels.remove.mutate({ id: 'kokoro' }))).toMatchObject({ identifier: 'PERMISSION_ERROR' });
    expect(await streamUntil(me, 'PERMISSION_ERROR')).not.toContain('kokoro');
    await admin.api.optionalModels.install.mutate({ id: 'kokoro' });
    const told = await streamUntil(admin, '"failed"');
    expect(told).toContain('"reason":"unreachable"');
    const { records } = await admin.api.operatorLog.list.query({});
    expect(records).toContainEqual(expect.objectContaining({ what: 'optionalModels.install', subjects: { id: 'kokoro' } }));

    const shorts = async () => (await me.api.catalog.models.query({ procedure: 'aiShorts.create' })).models.map(({ id }) => id);
    const before = await shorts();
    expect(before).not.toContain('narrator-kokoro-1');
    await mkdir(join(me.dataDir, 'models', folderOf(KOKORO)), { recursive: true });
    expect(await shorts()).toEqual(before.length === 0 ? [] : ['narrator-kokoro-1', ...before]);
    await admin.api.optionalModels.remove.mutate({ id: 'kokoro' });
    expect(await shorts()).toEqual(before);
  }, PATIENCE);

  it('says what it has, or whose it is to mend', async () => {
    expect(await admin.api.engines.look.mutate(at())).toMatchObject({ address: comfy.url, models: [CHECKPOINT, UPSCALER], version: '0.3.40' });
    const look = (kind: 'comfyui' | 'openai-images', address: string, key?: string) => refusalOf(admin.api.engines.look.mutate({ kind, address, ...defined({ key }) }));
    expect(await look('comfyui', 'http://127.0.0.1:9')).toMatchObject({ identifier: 'ENGINE_UNAVAILABLE', params: { reason: 'away' } });
    expect(await look('openai-images', openai.url, 'wrong')).toMatchObject({ identifier: 'MODEL_UNAVAILABLE', params: { reason: 'denied' } });
    expect(await look('openai-images', comfy.url, 'any')).toMatchObject({ params: { reason: 'rejected' } });
    expect(await look('comfyui', 'file:///etc/passwd')).toMatchObject({ identifier: 'VALIDATION_ERROR' });
    const twice = { model: 'x', name: 'x', procedures: ['text2Image.create' as const], credits: 1 };
    expect(await refusalOf(admin.api.engines.connect.mutate({ ...at(), name: 'Mine', offers: [twice, { ...twice, credits: 0 }] }))).toMatchObject({ identifier: 'VALIDATION_ERROR' });
    expect(await look('comfyui', 'http://user:secret@127.0.0.1:9')).toMatchObject({ identifier: 'VALIDATION_ERROR' });
  }, PATIENCE);

  it('is tried with one picture, connected, at work without a restart, and gone again', async () => {
    const trial = await admin.api.engines.test.mutate({ ...at(), model: CHECKPOINT });
    expect(await sharp(Buffer.from(trial.picture.split(',')[1] ?? '', 'base64')).metadata()).toMatchObject({ format: 'webp' });
    const engine = await admin.api.engines.connect.mutate({ ...at(), name: 'Studio', offers: [{ model: CHECKPOINT, name: 'SDXL', procedures: ['text2Image.create'], credits: 2 }] });
    expect(engine).toMatchObject({ name: 'Studio', address: comfy.url, hasKey: false, enabled: true });
    const [model = ''] = await modelIds();
    expect(model).toMatch(/^x[0-9a-f]{8}-sd-xl-base-1-0-[0-9a-f]{6}$/);
    const { id, data } = await create(model, 'a lake');
    expect(data.price).toBe(2);
    expect(await admin.settled(id)).toMatchObject({ status: 'succeeded', captured: 2, outputs: [{ state: 'ready', type: 'image/png', width: 1024, height: 1024 }] });
    await admin.api.engines.update.mutate({ id: engine.id, enabled: false });
    expect(await modelIds()).toEqual(['preview', 'preview-fine']);
    expect(await refusalOf(create(model, 'a lake'))).toMatchObject({ identifier: 'MODEL_NOT_SUPPORTED' });
    await admin.api.engines.remove.mutate({ id: engine.id });
    expect((await admin.api.engines.list.query()).engines).toEqual([]);
  }, PATIENCE);

  it('keeps the seed that an engine used, and says of an engine that takes none', async () => {
    const made = async (found: { readonly kind: 'a1111' | 'openai-images'; readonly address: string; readonly key: string }, model: string) => {
      const engine = await admin.api.engines.connect.mutate({ ...found, name: 'Mine', offers: [{ model, name: 'Mine', procedures: ['text2Image.create'], credits: 1 }] });
      const [offered = ''] = await modelIds();
      const { id } = await create(offered, 'a reseeded lake');
      const { outputs: [output] } = await admin.settled(id);
      await admin.api.engines.remove.mutate({ id: engine.id });
      return output;
    };
    expect(await admin.api.engines.look.mutate({ kind: 'a1111', address: webUi.url, key: webUi.key })).toMatchObject({ features: expect.arrayContaining(['seed', 'mask', 'upscale']) });
    expect(await made({ kind: 'a1111', address: webUi.url, key: webUi.key }, 'dreamy_v2.safetensors')).toMatchObject({ state: 'ready', seed: 77 });
    const unseeded = await made({ kind: 'openai-images', address: openai.url, key: openai.key }, 'gpt-image-1');
    expect(unseeded).toMatchObject({ state: 'ready', seed: 3, seedless: true });
  }, PATIENCE);

  it('serves what each of its models can do, and erases a part of an image for its price', async () => {
    const served = async (model: string) => (await admin.api.engines.serves.mutate({ ...at(), model })).procedures;
    expect((await served(CHECKPOINT)).toSorted()).toEqual([...EDITING, 'text2Image.create']);
    expect(await served(UPSCALER)).toEqual(['imageTools.upscale']);
    const offer = { model: CHECKPOINT, name: 'SDXL', procedures: [...EDITING, 'imageTools.upscale' as const], credits: 2 };
    expect(await refusalOf(admin.api.engines.connect.mutate({ ...at(), name: 'Studio', offers: [{ ...offer, procedures: ['videoTools.videoSubtitlesRemove'] }] }))).toMatchObject({ identifier: 'VALIDATION_ERROR' });
    const engine = await admin.api.engines.connect.mutate({ ...at(), name: 'Studio', offers: [offer, { ...offer, model: UPSCALER, name: 'UltraSharp' }] });
    expect(engine.offers.map(({ procedures }) => procedures)).toEqual([[...EDITING], ['imageTools.upscale']]);
    const [model = '', upscaler = ''] = engine.modelIds;
    const image = await sharp({ create: { width: 200, height: 140, channels: 3, background: '#808080' } }).png().toBuffer();
    const mask = await sharp({ create: { width: 200, height: 140, channels: 3, background: '#000000' } }).composite([{ input: { create: { width: 30, height: 30, channels: 3, background: '#ffffff' } }, left: 40, top: 40 }]).png().toBuffer();
    const [imageSource, maskSource] = [await admin.upload(image), await admin.upload(mask, 'mask')];
    const erased = await admin.api.imageTools.objectRemover.mutate({ ...requestEnvelope(model), image: imageSource, mask: maskSource });
    expect(erased.data.price).toBe(2);
    expect(await admin.settled(erased.id)).toMatchObject({ status: 'succeeded', captured: 2, outputs: [{ state: 'ready', type: 'image/png', width: 200, height: 140 }] });
    const enlarged = await admin.api.imageTools.upscale.mutate({ ...requestEnvelope(upscaler), image: imageSource, scale: 4 });
    expect(await admin.settled(enlarged.id)).toMatchObject({ status: 'succeeded', captured: 2, outputs: [{ state: 'ready', width: 800, height: 560 }] });
    await admin.api.engines.remove.mutate({ id: engine.id });
  }, PATIENCE);

  it('that refuses a prompt costs nothing, and its key is never told nor stored as it is', async () => {
    const engine = await admin.api.engines.connect.mutate({ kind: 'openai-images', address: openai.url, key: openai.key, name: 'Images', offers: [{ model: 'gpt-image-1', name: 'Images', procedures: ['text2Image.create'], credits: 1 }] });
    expect(engine.hasKey).toBe(true);
    expect(JSON.stringify(await admin.api.engines.list.query())).not.toContain(openai.key);
    const [model = ''] = await modelIds();
    const before = await admin.available();
    const { id } = await create(model, 'something forbidden by its maker');
    expect(await admin.settled(id)).toMatchObject({ status: 'failed', captured: 0, error: { identifier: 'SENSITIVE_CONTENT' } });
    expect(await until(admin.available, (now) => now === before)).toBe(before);
    await me.server.stop();
    for (const file of ['kinora.db', 'kinora.db-wal']) expect((await readFile(join(me.dataDir, file)).catch(() => Buffer.alloc(0))).includes(openai.key)).toBe(false);
  }, PATIENCE);
});
