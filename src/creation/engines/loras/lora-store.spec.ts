import { describe, expect, it } from '@jest/globals';
import { createMemoryDocumentStore } from '../../../platform/documents/memory.js';
import { loraId, LoraStore } from './lora-store.js';

const ENGINE = '11111111-0000-4000-8000-000000000000';
const idOf = (file: string): string => loraId(ENGINE, file);
const found = (...files: readonly string[]) => files.map((name) => ({ name, words: ['ink'] }));

describe('the LoRAs of an engine', () => {
  it('are usable while they are offered and the engine has them', async () => {
    const store = await LoraStore.open(createMemoryDocumentStore());
    await store.note(ENGINE, found('ink.safetensors', 'oil.safetensors'));
    expect(await store.usable(idOf('ink.safetensors'))).toBe('ink.safetensors');
    await store.change(idOf('ink.safetensors'), { isOffered: false });
    expect(await store.usable(idOf('ink.safetensors'))).toBeUndefined();
    await store.change(idOf('oil.safetensors'), { isThere: false });
    expect(await store.usable(idOf('oil.safetensors'))).toBeUndefined();
    expect(await store.usable(idOf('other.safetensors'))).toBeUndefined();
  });

  it('stay when they are gone only if something was written about them, and never crowd out current ones', async () => {
    const store = await LoraStore.open(createMemoryDocumentStore());
    for (const round of [1, 2, 3]) {
      await store.note(
        ENGINE,
        found(...Array.from({ length: 200 }, (_, place) => `round${round}-${place}.safetensors`)),
      );
      await store.change(idOf(`round${round}-7.safetensors`), { name: 'Seven' });
    }
    const known = await store.of(ENGINE);
    expect(known.filter(({ isThere }) => isThere)).toHaveLength(200);
    expect(
      known
        .filter(({ isThere }) => !isThere)
        .map(({ file }) => file)
        .toSorted(),
    ).toEqual(['round1-7.safetensors', 'round2-7.safetensors']);
  });
});
