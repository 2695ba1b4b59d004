import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LORA_STRENGTH } from '../../procedures/lora-limits.shared.js';
import { usedLoras } from '../../procedures/loras.shared.js';
import { withLoras } from './loras.js';

const input = { model: 'x12345678-sdxl-abcdef', prompt: 'a fox', negativePrompt: '', count: 1, seed: 1 };
const PIXEL = 'l12345678-pixel-art-abcdef';

describe('the LoRAs of a request', () => {
  it('are kept if the model takes them, and refused otherwise', () => {
    expect(withLoras({ ...input, loras: [{ id: PIXEL, strength: 0.7 }] }, { loras: [PIXEL] })).toEqual({
      ok: true,
      value: { ...input, loras: [{ id: PIXEL, strength: 0.7 }] },
    });
    expect(withLoras({ ...input, loras: [{ id: PIXEL, strength: 0.7 }] }, {})).toMatchObject({
      ok: false,
      error: { identifier: 'LORA_INVALID', params: { lora: PIXEL } },
    });
    expect(withLoras({ ...input, loras: [] }, {})).toEqual({ ok: true, value: input });
  });

  it('are at most three, each once, with strengths to two decimals within the limits', () => {
    const id = fc.constantFrom(PIXEL, 'l12345678-ink-abcdef', 'l12345678-oil-abcdef', 'l12345678-clay-abcdef');
    fc.assert(
      fc.property(
        fc.array(fc.record({ id, strength: fc.double({ min: -4, max: 4, noNaN: true }) }), { maxLength: 5 }),
        (sent) => {
          const read = usedLoras.safeParse(sent);
          const isFine =
            sent.length <= 3 &&
            new Set(sent.map((one) => one.id)).size === sent.length &&
            sent.every(({ strength }) => Math.abs(strength) <= LORA_STRENGTH.max);
          expect(read.success).toBe(isFine);
          for (const { strength } of read.data ?? []) expect(String(strength)).toMatch(/^-?\d(\.\d{1,2})?$/);
        },
      ),
    );
  });
});
