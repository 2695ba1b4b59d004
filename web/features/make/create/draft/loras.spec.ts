import { describe, expect, it } from '@jest/globals';
import type { ModelView } from '@src/catalog/model.shared';
import { draftOfNode, nodeSettingsOf } from '@/features/make/canvas/nodes/node-request';
import { draftFromQuery, draftOf, emptyDraft, queryOf } from './draft';
import { lorasFor, readLoras } from './loras';

const [PIXEL, INK] = [
  { id: 'l12345678-pixel-art-abcdef', strength: 0.7 },
  { id: 'l12345678-ink-abcdef', strength: -0.5 },
];
const MODEL = 'x12345678-sdxl-abcdef';
const draft = { ...emptyDraft('text2Image.create'), prompt: 'a fox', model: MODEL, loras: [PIXEL, INK] };

describe('the LoRAs of a draft', () => {
  it('are sent if they are of the engine of the model, so that none is left out where it does not fit', () => {
    const fits: Pick<ModelView, 'id' | 'loras'> = { id: MODEL, loras: [INK.id] };
    expect(lorasFor(draft, fits)).toEqual([PIXEL, INK]);
    expect(lorasFor(draft, { id: 'x99999999-other-abcdef' })).toBeUndefined();
    expect(lorasFor(draft, { id: 'kinora-1' })).toBeUndefined();
    expect(lorasFor(draft, undefined)).toBeUndefined();
  });

  it('come back from an address, a creation and a node of the canvas', () => {
    expect(draftFromQuery(new URLSearchParams(queryOf(draft)))?.loras).toEqual([PIXEL, INK]);
    const { procedure, ...params } = { procedure: 'text2Image.create', style: 'natural', aspect: '1:1' } as const;
    expect(
      draftOf(
        {
          procedure,
          params: { procedure, ...params },
          input: { model: MODEL, prompt: '', negativePrompt: '', count: 1, seed: 1, loras: [PIXEL] },
        },
        true,
      ).loras,
    ).toEqual([PIXEL]);
    const settings = nodeSettingsOf('text2Image.create', draft);
    expect(draftOfNode({ procedure: 'text2Image.create', model: MODEL, prompt: '', settings }).loras).toEqual([
      PIXEL,
      INK,
    ]);
    // A model of another engine cannot load them.
    expect(nodeSettingsOf('text2Image.create', { ...draft, model: 'x99999999-other-abcdef' })['loras']).toBeUndefined();
  });

  it('are at most three, each once, and nothing else', () => {
    expect(
      readLoras([
        PIXEL,
        PIXEL,
        { id: 5, strength: 1 },
        { id: 'l1', strength: 9 },
        'x',
        INK,
        { id: 'l12345678-oil-abcdef', strength: 1 },
        { id: 'l12345678-clay-abcdef', strength: 1 },
      ])?.map(({ id }) => id),
    ).toEqual([PIXEL.id, INK.id, 'l12345678-oil-abcdef']);
    expect(readLoras('not json')).toBeUndefined();
    expect(readLoras({})).toBeUndefined();
  });
});
