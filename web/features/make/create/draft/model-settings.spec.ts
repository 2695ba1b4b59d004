import { describe, expect, it } from '@jest/globals';
import type { ModelView } from '@src/catalog/model.shared';
import { nodeSettingsOf, draftOfNode } from '@/features/make/canvas/nodes/node-request';
import { draftFromQuery, draftOf, emptyDraft, queryOf, readDraft } from './draft';
import { modelValues } from './model-settings';

const MODEL: Pick<ModelView, 'id' | 'settings'> = {
  id: 'x1-flow',
  settings: {
    version: 2,
    fields: [
      { key: '5.steps', name: 'Steps', option: { kind: 'range', min: 1, max: 50, step: 1, initial: 20 } },
      { key: '5.sampler', name: 'Sampler', option: { kind: 'choice', values: ['euler', 'uni_pc'], initial: 'euler' } },
    ],
  },
};
const set = { model: MODEL.id, values: { '5.steps': 30, '5.sampler': 'uni_pc' } };
const draft = { ...emptyDraft('text2Image.create'), prompt: 'a fox', model: MODEL.id, modelSettings: set };

describe('settings of a model in a form', () => {
  it('are its initial values until they are set, and where the model takes another value no longer', () => {
    expect(modelValues({}, MODEL)).toEqual({ '5.steps': 20, '5.sampler': 'euler' });
    expect(modelValues(draft, MODEL)).toEqual(set.values);
    expect(
      modelValues({ modelSettings: { model: MODEL.id, values: { '5.steps': 9_000, '5.sampler': 'gone' } } }, MODEL),
    ).toEqual({ '5.steps': 20, '5.sampler': 'euler' });
  });

  it('are of no use to another model', () => {
    expect(modelValues({ modelSettings: { ...set, model: 'x1-other' } }, MODEL)).toEqual({
      '5.steps': 20,
      '5.sampler': 'euler',
    });
    expect(modelValues(draft, { id: 'preview' })).toBeUndefined();
  });

  it('survive a reload, an address, a repeat and a node', () => {
    expect(readDraft(JSON.parse(JSON.stringify(draft)))).toEqual(draft);
    expect(draftFromQuery(new URLSearchParams(queryOf(draft)))?.modelSettings).toEqual(set);
    const params = { procedure: 'text2Image.create', style: 'natural', aspect: '1:1' } as const;
    expect(
      draftOf(
        {
          procedure: 'text2Image.create',
          params,
          input: { model: MODEL.id, prompt: '', negativePrompt: '', count: 1, seed: 1, modelSettings: set.values },
        },
        false,
      ).modelSettings,
    ).toEqual(set);
    const settings = nodeSettingsOf('text2Image.create', draft);
    expect(settings['modelSettings']).toEqual(set.values);
    expect(
      draftOfNode({ procedure: 'text2Image.create', model: MODEL.id, prompt: '', settings }).modelSettings,
    ).toEqual(set);
    expect(nodeSettingsOf('text2Image.create', { ...draft, model: 'preview' })['modelSettings']).toBeUndefined();
  });
});
