import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { productError, type ProductError } from '../../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../../kernel/result.js';
import { createMemoryDocumentStore } from '../../../platform/documents/memory.js';
import { Connections, Sealer, type Connection } from '../connections.js';
import { loraId, LoraStore } from './lora-store.js';
import { Loras } from './loras.js';

const ENGINE: Connection = {
  id: '11111111-0000-4000-8000-000000000000',
  kind: 'a1111',
  address: 'http://127.0.0.1:9',
  name: 'Forge',
  enabled: true,
  connectedAt: 1,
  changedAt: 1,
  offers: [
    { model: 'dreamy.safetensors', name: 'Dreamy', procedures: ['text2Image.create'], credits: 1, tier: 'free' },
  ],
};
const INK = loraId(ENGINE.id, 'ink');

/** An engine with one LoRA. @param meanwhile what happens while a sample is made */
async function begun({
  check = async () => ok(undefined),
  meanwhile,
}: {
  readonly check?: () => Promise<Result<void, ProductError>>;
  readonly meanwhile?: (store: LoraStore) => Promise<void>;
} = {}) {
  const documents = createMemoryDocumentStore();
  const connections = await Connections.open(documents, new Sealer(Buffer.alloc(32)));
  const store = await LoraStore.open(documents);
  await connections.put(ENGINE, undefined);
  await store.note(ENGINE.id, [{ name: 'ink', words: ['ink'] }]);
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#808080' } })
    .png()
    .toBuffer();
  const engines = {
    publish: async () => undefined,
    trial: async () => {
      await meanwhile?.(store);
      return ok(png);
    },
  };
  const change = async (more: Partial<Connection>) =>
    connections.put({ ...ENGINE, ...more }, undefined, await connections.get(ENGINE.id));
  const remove = async () => {
    const before = await connections.get(ENGINE.id);
    if (before !== undefined) await connections.remove(before);
  };
  return { loras: new Loras({ connections, store, engines, clock: { now: () => 5 }, check }), store, change, remove };
}

describe('the LoRAs of an engine that is switched off', () => {
  it('are for administrators only', async () => {
    const { loras, change } = await begun();
    expect(await loras.list()).toHaveLength(1);
    await change({ enabled: false });
    expect(await loras.list()).toEqual([]);
    expect(await loras.manage()).toMatchObject([{ id: INK }]);
  });
});

describe('a change of one thing', () => {
  it('leaves the others to the file', async () => {
    const { loras, store } = await begun();
    expect(await loras.change({ id: INK, isOffered: false })).toMatchObject({
      ok: true,
      value: { isOffered: false, words: ['ink'] },
    });
    await store.note(ENGINE.id, [{ name: 'ink', words: ['brush'], family: 'sdxl' }]);
    expect(await loras.manage()).toMatchObject([{ words: ['brush'], family: 'sdxl' }]);
  });
});

describe('the sample of a LoRA', () => {
  it('is for everybody while the LoRA is offered and its engine at work, and gone with the engine', async () => {
    const { loras, change, remove } = await begun();
    expect(await loras.sample(INK)).toBeUndefined();
    expect(await loras.makeSample(INK)).toMatchObject({ ok: true, value: { sampleAt: 5 } });
    expect(await loras.sample(INK)).toMatchObject({ isPublic: true });
    await change({ enabled: false });
    expect(await loras.sample(INK)).toMatchObject({ isPublic: false });
    await change({ enabled: true });
    await loras.change({ id: INK, name: 'Ink', words: [], family: null, strength: 1, isOffered: false });
    expect(await loras.sample(INK)).toMatchObject({ isPublic: false });
    await remove();
    expect(await loras.sample(INK)).toBeUndefined();
  });

  it('is not kept when moderation refuses it', async () => {
    const { loras, store } = await begun({ check: async () => err(productError('SENSITIVE_CONTENT')) });
    expect(await loras.makeSample(INK)).toMatchObject({ ok: false, error: { identifier: 'SENSITIVE_CONTENT' } });
    expect(await store.sample(INK)).toBeUndefined();
  });

  it('is not kept for a LoRA that was forgotten meanwhile', async () => {
    const { loras, store } = await begun({ meanwhile: (one) => one.forget(ENGINE.id) });
    expect(await loras.makeSample(INK)).toMatchObject({ ok: false, error: { identifier: 'CONFIG_NOT_FOUND' } });
    expect(await store.sample(INK)).toBeUndefined();
  });
});
