import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { folderOf, KOKORO } from '../../../src/engine/models/catalogue.shared.js';
import { defined } from '../../../src/kernel/defined.shared.js';
import { claimAdmin, creating, PATIENCE, requestEnvelope, type Creator } from '../../support/people/creating.js';
import { startA1111, type SmallA1111 } from '../../support/servers/remote/a1111.js';
import { startComfyUi, type SmallComfyUi } from '../../support/servers/remote/comfyui/server.js';
import { startOpenAiImages } from '../../support/servers/remote/openai-images.js';
import { refusalOf } from '../../support/refusal.js';
import { until } from '../../support/until.js';

const CHECKPOINT = 'sd_xl_base_1.0.safetensors';
const UPSCALER = 'upscale_models/4x-UltraSharp.pth';
const EDITING = ['image2Image.create', 'imageTools.objectRemover', 'imageTools.painting', 'imageTools.uncrop'] as const;

/** A workflow as a person exports it, with a result of its own beside the one that is taken. */
const WORKFLOW = {
  1: { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: CHECKPOINT } },
  2: { class_type: 'CLIPTextEncode', inputs: { text: 'a lake', clip: ['1', 1] }, _meta: { title: 'What to paint' } },
  3: { class_type: 'CLIPTextEncode', inputs: { text: 'blurry', clip: ['1', 1] } },
  4: { class_type: 'EmptyLatentImage', inputs: { width: 512, height: 512, batch_size: 1 } },
  5: {
    class_type: 'KSampler',
    inputs: {
      model: ['1', 0],
      seed: 1,
      steps: 20,
      cfg: 7,
      sampler_name: 'euler',
      scheduler: 'karras',
      positive: ['2', 0],
      negative: ['3', 0],
      latent_image: ['4', 0],
      denoise: 1,
    },
  },
  6: { class_type: 'VAEDecode', inputs: { samples: ['5', 0], vae: ['1', 2] } },
  7: { class_type: 'SaveImage', inputs: { images: ['6', 0], filename_prefix: 'theirs' } },
  8: { class_type: 'PreviewImage', inputs: { images: ['6', 0] } },
};

describe('connecting a real engine, over the wire', () => {
  // Nothing listens there: an installation of an optional model fails.
  const me = creating('engines', () => ({
    NPM_CONFIG_REGISTRY: 'http://127.0.0.1:9',
    PIP_INDEX_URL: 'http://127.0.0.1:9',
  }));
  let comfy: SmallComfyUi;
  let openai: Awaited<ReturnType<typeof startOpenAiImages>>;
  let webUi: SmallA1111;
  let admin: Creator;
  beforeAll(async () => {
    [comfy, openai, webUi] = await Promise.all([startComfyUi(), startOpenAiImages(), startA1111()]);
    admin = await me.arrive();
    await claimAdmin(me, admin);
    await me.give(admin, 40);
  }, PATIENCE);
  afterAll(() => Promise.all([comfy.close(), openai.close(), webUi.close()]), PATIENCE);

  const at = () => ({ kind: 'comfyui' as const, address: `${comfy.url}/` });
  const modelIds = async () =>
    (await admin.api.catalog.models.query({ procedure: 'text2Image.create' })).models.map(({ id }) => id);
  const create = (model: string, prompt: string) =>
    admin.api.text2Image.create.mutate({ ...requestEnvelope(model), prompt, seed: 3, count: 1 });

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

  it(
    'is for administrators',
    async () => {
      expect(await refusalOf(me.api.engines.list.query())).toMatchObject({ identifier: 'PERMISSION_ERROR' });
      expect(
        await refusalOf(
          me.api.engines.connect.mutate({
            ...at(),
            name: 'Mine',
            offers: [{ model: 'x', name: 'x', procedures: ['text2Image.create'], credits: 1 }],
          }),
        ),
      ).toMatchObject({ identifier: 'PERMISSION_ERROR' });
    },
    PATIENCE,
  );

  it(
    'installs optional models for administrators alone, says why it could not, and offers what is installed at once',
    async () => {
      expect(await refusalOf(me.api.optionalModels.install.mutate({ id: 'kokoro' }))).toMatchObject({
        identifier: 'PERMISSION_ERROR',
      });
      expect(await refusalOf(me.api.optionalModels.remove.mutate({ id: 'kokoro' }))).toMatchObject({
        identifier: 'PERMISSION_ERROR',
      });
      expect(await streamUntil(me, 'PERMISSION_ERROR')).not.toContain('kokoro');
      await admin.api.optionalModels.install.mutate({ id: 'kokoro' });
      const progress = await streamUntil(admin, '"failed"');
      expect(progress).toContain('"reason":"away"');
      const { records } = await admin.api.operatorLog.list.query({});
      expect(records).toContainEqual(
        expect.objectContaining({ what: 'optionalModels.install', subjects: { id: 'kokoro' } }),
      );

      const shorts = async () =>
        (await me.api.catalog.models.query({ procedure: 'aiShorts.create' })).models.map(({ id }) => id);
      const before = await shorts();
      expect(before).not.toContain('narrator-kokoro-1');
      await mkdir(join(me.dataDir, 'models', folderOf(KOKORO)), { recursive: true });
      expect(await shorts()).toEqual(before.length === 0 ? [] : ['narrator-kokoro-1', ...before]);
      await admin.api.optionalModels.remove.mutate({ id: 'kokoro' });
      expect(await shorts()).toEqual(before);
    },
    PATIENCE,
  );

  it(
    'says what it has, or whose it is to mend',
    async () => {
      expect(await admin.api.engines.look.mutate(at())).toMatchObject({
        address: comfy.url,
        models: [CHECKPOINT, UPSCALER],
        version: '0.3.40',
      });
      const look = (kind: 'comfyui' | 'openai-images', address: string, key?: string) =>
        refusalOf(admin.api.engines.look.mutate({ kind, address, ...defined({ key }) }));
      expect(await look('comfyui', 'http://127.0.0.1:9')).toMatchObject({
        identifier: 'ENGINE_UNAVAILABLE',
        params: { reason: 'away' },
      });
      expect(await look('openai-images', openai.url, 'wrong')).toMatchObject({
        identifier: 'MODEL_UNAVAILABLE',
        params: { reason: 'denied' },
      });
      expect(await look('openai-images', comfy.url, 'any')).toMatchObject({ params: { reason: 'rejected' } });
      expect(await look('comfyui', 'file:///etc/passwd')).toMatchObject({ identifier: 'VALIDATION_ERROR' });
      const twice = { model: 'x', name: 'x', procedures: ['text2Image.create' as const], credits: 1 };
      expect(
        await refusalOf(
          admin.api.engines.connect.mutate({ ...at(), name: 'Mine', offers: [twice, { ...twice, credits: 0 }] }),
        ),
      ).toMatchObject({ identifier: 'VALIDATION_ERROR' });
      expect(await look('comfyui', 'http://user:secret@127.0.0.1:9')).toMatchObject({ identifier: 'VALIDATION_ERROR' });
    },
    PATIENCE,
  );

  it(
    'is tried with one picture, connected, at work without a restart, and gone again',
    async () => {
      const trial = await admin.api.engines.test.mutate({ ...at(), model: CHECKPOINT });
      expect(await sharp(Buffer.from(trial.picture.split(',')[1] ?? '', 'base64')).metadata()).toMatchObject({
        format: 'webp',
      });
      const engine = await admin.api.engines.connect.mutate({
        ...at(),
        name: 'Studio',
        offers: [{ model: CHECKPOINT, name: 'SDXL', procedures: ['text2Image.create'], credits: 2 }],
      });
      expect(engine).toMatchObject({ name: 'Studio', address: comfy.url, hasKey: false, enabled: true });
      const [model = ''] = await modelIds();
      expect(model).toMatch(/^x[0-9a-f]{8}-sd-xl-base-1-0-[0-9a-f]{6}$/);
      const { id, data } = await create(model, 'a lake');
      expect(data.price).toBe(2);
      expect(await admin.settled(id)).toMatchObject({
        status: 'succeeded',
        captured: 2,
        outputs: [{ state: 'ready', type: 'image/png', width: 1024, height: 1024 }],
      });
      await admin.api.engines.update.mutate({ id: engine.id, enabled: false });
      expect(await modelIds()).toEqual(['preview', 'preview-fine']);
      expect(await refusalOf(create(model, 'a lake'))).toMatchObject({ identifier: 'MODEL_NOT_SUPPORTED' });
      await admin.api.engines.remove.mutate({ id: engine.id });
      expect((await admin.api.engines.list.query()).engines).toEqual([]);
    },
    PATIENCE,
  );

  it(
    'keeps the seed that an engine used, and says of an engine that takes none',
    async () => {
      const made = async (
        found: { readonly kind: 'a1111' | 'openai-images'; readonly address: string; readonly key: string },
        model: string,
      ) => {
        const engine = await admin.api.engines.connect.mutate({
          ...found,
          name: 'Mine',
          offers: [{ model, name: 'Mine', procedures: ['text2Image.create'], credits: 1 }],
        });
        const [offered = ''] = await modelIds();
        const { id } = await create(offered, 'a reseeded lake');
        const {
          outputs: [output],
        } = await admin.settled(id);
        await admin.api.engines.remove.mutate({ id: engine.id });
        return output;
      };
      expect(await admin.api.engines.look.mutate({ kind: 'a1111', address: webUi.url, key: webUi.key })).toMatchObject({
        features: expect.arrayContaining(['seed', 'mask', 'upscale']),
      });
      expect(await made({ kind: 'a1111', address: webUi.url, key: webUi.key }, 'dreamy_v2.safetensors')).toMatchObject({
        state: 'ready',
        seed: 77,
      });
      const unseeded = await made({ kind: 'openai-images', address: openai.url, key: openai.key }, 'gpt-image-1');
      expect(unseeded).toMatchObject({ state: 'ready', seed: 3, seedless: true });
    },
    PATIENCE,
  );

  it(
    'lists the LoRAs of an engine, makes a sample, and uses them in a creation and its recipe',
    async () => {
      const engine = await admin.api.engines.connect.mutate({
        kind: 'a1111',
        address: webUi.url,
        key: webUi.key,
        name: 'Forge',
        offers: [{ model: 'dreamy_v2.safetensors', name: 'Dreamy', procedures: ['text2Image.create'], credits: 1 }],
      });
      const [model = ''] = engine.modelIds;
      const [lora] = (await admin.api.lora.list.query()).loras;
      if (lora === undefined) throw new Error('no LoRA');
      expect(lora).toEqual({
        id: expect.stringMatching(/^l[0-9a-f]{8}-pixel-art-[0-9a-f]{6}$/),
        name: 'pixel-art',
        engine: 'Forge',
        family: 'sdxl',
        words: ['pixel art', 'sprite'],
        strength: 0.8,
        models: [model],
      });
      expect((await admin.api.lora.list.query({ model })).loras).toEqual([lora]);
      expect((await admin.api.lora.list.query({ model: 'preview' })).loras).toEqual([]);
      const listed = (await admin.api.catalog.models.query()).models.find(({ id }) => id === model);
      expect(listed).toMatchObject({ takesLoras: true });
      expect(listed).not.toHaveProperty('loras');
      const changed = await admin.api.engines.loras.change.mutate({
        id: lora.id,
        name: 'Pixels',
        words: ['pixel style'],
        family: null,
        strength: 0.6,
        isOffered: true,
      });
      expect(changed).toMatchObject({ name: 'Pixels', words: ['pixel style'], strength: 0.6, file: 'pixel-art' });
      const { sampleAt } = await admin.api.engines.loras.sample.mutate({ id: lora.id });
      expect(
        JSON.parse(webUi.received.findLast(({ path }) => path.endsWith('txt2img'))?.body.toString('utf8') ?? ''),
      ).toMatchObject({ prompt: 'pixel style, a red apple on a wooden table <lora:pixel-art:0.6>' });
      const sample = await admin.fetch(`/api/loras/${lora.id}/sample?v=${sampleAt}`);
      expect(await sharp(Buffer.from(await sample.arrayBuffer())).metadata()).toMatchObject({ format: 'webp' });
      const made = (loras: readonly { readonly id: string; readonly strength: number }[], by = model) =>
        admin.api.text2Image.create.mutate({
          ...requestEnvelope(by),
          prompt: 'a fox',
          seed: 3,
          count: 1,
          loras: [...loras],
        });
      const { id } = await made([{ id: lora.id, strength: 0.7 }]);
      expect(await admin.settled(id)).toMatchObject({
        status: 'succeeded',
        captured: 1,
        input: { loras: [{ id: lora.id, strength: 0.7 }] },
      });
      expect(
        JSON.parse(webUi.received.findLast(({ path }) => path.endsWith('txt2img'))?.body.toString('utf8') ?? ''),
      ).toMatchObject({ prompt: 'a fox <lora:pixel-art:0.7>' });
      expect(await refusalOf(made([{ id: 'l00000000-theirs-000000', strength: 1 }]))).toMatchObject({
        identifier: 'LORA_INVALID',
      });
      expect(await refusalOf(made([{ id: lora.id, strength: 1 }], 'preview'))).toMatchObject({
        identifier: 'LORA_INVALID',
        params: { lora: lora.id },
      });
      expect(await admin.api.engines.loras.change.mutate({ id: lora.id, isOffered: false })).toMatchObject({
        name: 'Pixels',
        words: ['pixel style'],
        strength: 0.6,
        isOffered: false,
      });
      expect((await admin.api.lora.list.query()).loras).toEqual([]);
      expect(await refusalOf(made([{ id: lora.id, strength: 0.7 }]))).toMatchObject({ identifier: 'LORA_INVALID' });
      const statuses = async () =>
        Promise.all(
          [me, admin].map(async (person) => (await person.fetch(`/api/loras/${lora.id}/sample?v=${sampleAt}`)).status),
        );
      expect(await statuses()).toEqual([404, 200]);
      await admin.api.engines.remove.mutate({ id: engine.id });
      expect((await admin.api.engines.loras.list.query()).loras).toEqual([]);
      expect(await statuses()).toEqual([404, 404]);
    },
    PATIENCE,
  );

  it(
    'serves what each of its models can do, and erases a part of an image for its price',
    async () => {
      const served = async (model: string) => (await admin.api.engines.serves.mutate({ ...at(), model })).procedures;
      expect((await served(CHECKPOINT)).toSorted()).toEqual([...EDITING, 'text2Image.create']);
      expect(await served(UPSCALER)).toEqual(['imageTools.upscale']);
      const offer = {
        model: CHECKPOINT,
        name: 'SDXL',
        procedures: [...EDITING, 'imageTools.upscale' as const],
        credits: 2,
      };
      expect(
        await refusalOf(
          admin.api.engines.connect.mutate({
            ...at(),
            name: 'Studio',
            offers: [{ ...offer, procedures: ['videoTools.videoSubtitlesRemove'] }],
          }),
        ),
      ).toMatchObject({ identifier: 'VALIDATION_ERROR' });
      const engine = await admin.api.engines.connect.mutate({
        ...at(),
        name: 'Studio',
        offers: [offer, { ...offer, model: UPSCALER, name: 'UltraSharp' }],
      });
      expect(engine.offers.map(({ procedures }) => procedures)).toEqual([[...EDITING], ['imageTools.upscale']]);
      const [model = '', upscaler = ''] = engine.modelIds;
      const image = await sharp({ create: { width: 200, height: 140, channels: 3, background: '#808080' } })
        .png()
        .toBuffer();
      const mask = await sharp({ create: { width: 200, height: 140, channels: 3, background: '#000000' } })
        .composite([
          { input: { create: { width: 30, height: 30, channels: 3, background: '#ffffff' } }, left: 40, top: 40 },
        ])
        .png()
        .toBuffer();
      const [imageSource, maskSource] = [await admin.upload(image), await admin.upload(mask, 'mask')];
      const erased = await admin.api.imageTools.objectRemover.mutate({
        ...requestEnvelope(model),
        image: imageSource,
        mask: maskSource,
      });
      expect(erased.data.price).toBe(2);
      expect(await admin.settled(erased.id)).toMatchObject({
        status: 'succeeded',
        captured: 2,
        outputs: [{ state: 'ready', type: 'image/png', width: 200, height: 140 }],
      });
      const enlarged = await admin.api.imageTools.upscale.mutate({
        ...requestEnvelope(upscaler),
        image: imageSource,
        scale: 4,
      });
      expect(await admin.settled(enlarged.id)).toMatchObject({
        status: 'succeeded',
        captured: 2,
        outputs: [{ state: 'ready', width: 800, height: 560 }],
      });
      await admin.api.engines.remove.mutate({ id: engine.id });
    },
    PATIENCE,
  );

  it(
    'runs a person’s own workflow as a model with fields and a price, and each task by the version it was made for',
    async () => {
      const engine = await admin.api.engines.connect.mutate({
        ...at(),
        name: 'Studio',
        offers: [{ model: CHECKPOINT, name: 'SDXL', procedures: ['text2Image.create'], credits: 2 }],
      });
      const text = JSON.stringify(WORKFLOW);
      const found = await admin.api.engines.readWorkflow.mutate({ id: engine.id, text });
      expect(found).toMatchObject({
        output: { node: '7', makes: 'image' },
        inputs: expect.arrayContaining([
          expect.objectContaining({ node: '2', input: 'text', role: 'prompt', title: 'What to paint' }),
        ]),
      });
      expect(
        await refusalOf(admin.api.engines.readWorkflow.mutate({ id: engine.id, text: '{"nodes": [], "links": []}' })),
      ).toMatchObject({ identifier: 'WORKFLOW_INVALID', params: { reason: 'not_api' } });
      expect(await refusalOf(me.api.engines.readWorkflow.mutate({ id: engine.id, text }))).toMatchObject({
        identifier: 'PERMISSION_ERROR',
      });
      const inputs = [
        { node: '2', input: 'text', role: 'prompt', name: 'Prompt' },
        { node: '4', input: 'width', role: 'width', name: 'Width' },
        { node: '4', input: 'height', role: 'height', name: 'Height' },
        { node: '5', input: 'seed', role: 'seed', name: 'Seed' },
        { node: '5', input: 'steps', role: 'setting', name: 'Patience', allowed: { min: 10, max: 40 } },
      ] as const;
      const beyond = [{ ...inputs[4], allowed: { min: 21 } }];
      expect(
        await refusalOf(
          admin.api.engines.saveWorkflow.mutate({
            id: engine.id,
            text,
            output: '7',
            inputs: [...inputs.slice(0, 4), ...beyond],
            name: 'My lake',
            credits: 3,
          }),
        ),
      ).toMatchObject({ identifier: 'WORKFLOW_INVALID', params: { reason: 'limits', node: '5', input: 'steps' } });
      const saved = await admin.api.engines.saveWorkflow.mutate({
        id: engine.id,
        text,
        output: '7',
        inputs: [...inputs],
        name: 'My lake',
        credits: 3,
      });
      const [, workflow] = saved.offers;
      const model = saved.modelIds[1] ?? '';
      expect(workflow).toMatchObject({ name: 'My lake', credits: 3, procedures: ['text2Image.create'] });
      expect(
        (await admin.api.catalog.models.query({ procedure: 'text2Image.create' })).models.find(
          ({ id }) => id === model,
        ),
      ).toMatchObject({
        cost: { perOutput: 3 },
        settings: {
          version: 1,
          fields: [{ key: '5.steps', name: 'Patience', option: { kind: 'range', min: 10, max: 40, initial: 20 } }],
        },
      });

      const made = (modelSettings: Readonly<Record<string, number>>) =>
        admin.api.text2Image.create.mutate({
          ...requestEnvelope(model),
          prompt: 'a fox',
          seed: 3,
          count: 1,
          modelSettings,
        });
      expect(await refusalOf(made({ '5.steps': 9_000 }))).toMatchObject({
        identifier: 'MODEL_SETTING_INVALID',
        params: { setting: 'Patience' },
      });
      const { id } = await made({ '5.steps': 31, 'not.ours': 1 });
      expect(await admin.settled(id)).toMatchObject({
        status: 'succeeded',
        captured: 3,
        input: { modelSettings: { '5.steps': 31 }, modelForm: { version: 1, names: { '5.steps': 'Patience' } } },
        outputs: [{ state: 'ready', seed: 3, width: 1024, height: 1024 }],
      });
      expect(comfy.graphs.at(-1)).toMatchObject({
        2: { inputs: { text: 'a fox' } },
        3: { inputs: { text: 'blurry' } },
        5: { inputs: { steps: 31, seed: 3, cfg: 7 } },
        7: { inputs: { filename_prefix: 'kinora' } },
      });

      const workflowId = workflow?.model.split('/')[1] ?? '';
      expect(await admin.api.engines.workflow.query({ id: engine.id, workflow: workflowId })).toMatchObject({
        version: 1,
        kept: inputs.map(({ node, input }) => ({ node, input })),
      });
      await admin.api.engines.saveWorkflow.mutate({
        id: engine.id,
        workflow: workflowId,
        text,
        output: '7',
        inputs: inputs.slice(0, 4),
        name: 'My lake',
        credits: 4,
      });
      expect(await admin.settled((await made({ '5.steps': 31 })).id)).toMatchObject({
        captured: 4,
        input: { modelForm: { version: 2, names: {} } },
      });
      expect(comfy.graphs.at(-1)).toMatchObject({ 5: { inputs: { steps: 20 } } });
      // The recipe of the first version still says what it was made with.
      expect(await admin.api.task.get.query({ id })).toMatchObject({
        input: { modelSettings: { '5.steps': 31 }, modelForm: { names: { '5.steps': 'Patience' } } },
      });
      await admin.api.engines.removeWorkflow.mutate({ id: engine.id, workflow: workflowId });
      expect(await refusalOf(made({}))).toMatchObject({ identifier: 'MODEL_NOT_SUPPORTED' });
      await admin.api.engines.remove.mutate({ id: engine.id });
    },
    PATIENCE,
  );

  it(
    'that refuses a prompt or sends a blank image costs nothing, and its key is never told nor stored as it is',
    async () => {
      const engine = await admin.api.engines.connect.mutate({
        kind: 'openai-images',
        address: openai.url,
        key: openai.key,
        name: 'Images',
        offers: [{ model: 'gpt-image-1', name: 'Images', procedures: ['text2Image.create'], credits: 1 }],
      });
      expect(engine.hasKey).toBe(true);
      expect(JSON.stringify(await admin.api.engines.list.query())).not.toContain(openai.key);
      const [model = ''] = await modelIds();
      const before = await admin.available();
      const { id } = await create(model, 'something forbidden by its maker');
      expect(await admin.settled(id)).toMatchObject({
        status: 'failed',
        captured: 0,
        error: { identifier: 'SENSITIVE_CONTENT' },
      });
      const blank = await create(model, 'a blank sheet');
      expect(await admin.settled(blank.id)).toMatchObject({
        status: 'failed',
        captured: 0,
        error: { identifier: 'RESULT_DEFECTIVE', params: { reason: 'blank' } },
      });
      // The statement says why.
      expect(
        await until(
          () => admin.api.credits.line.query({ id: blank.id }),
          (line) => line?.change === 0,
        ),
      ).toMatchObject({ net: 0, work: { error: { identifier: 'RESULT_DEFECTIVE', params: { reason: 'blank' } } } });
      expect(await until(admin.available, (now) => now === before)).toBe(before);
      await me.server.stop();
      for (const file of ['kinora.db', 'kinora.db-wal'])
        expect((await readFile(join(me.dataDir, file)).catch(() => Buffer.alloc(0))).includes(openai.key)).toBe(false);
    },
    PATIENCE,
  );
});
