import { describe, expect, it } from '@jest/globals';
import { PROCEDURES, SEED_MAX } from '@src/creation/procedures/params.shared';
import { draftFromQuery, draftOf, EMPTY_DRAFT, emptyDraft, queryOf, readDraft, seedOf, type Draft } from './draft';

const draft: Draft = { ...EMPTY_DRAFT, prompt: 'a lake', negativePrompt: 'people', model: 'preview', style: 'ink', aspect: '16:9', count: 3, seed: '42' };

describe('the draft of a creation', () => {
  it('comes back whole from the address that it makes', () => {
    expect(draftFromQuery(new URLSearchParams(queryOf(draft)))).toEqual(draft);
    expect(draftFromQuery(new URLSearchParams())).toBeUndefined();
  });
  it('of every call comes back from its address', () => {
    const changed: Draft = { ...draft, strength: 0.3, scale: 4, background: 'colour', colour: '#102030', motion: 'orbit', seconds: 8, resolution: '480p' };
    for (const procedure of PROCEDURES) {
      const query = queryOf({ ...changed, options: emptyDraft(procedure).options }, procedure);
      expect(queryOf(draftFromQuery(new URLSearchParams(query), procedure) ?? EMPTY_DRAFT, procedure)).toEqual(query);
    }
  });
  it('takes from a store only what can be in a draft', () => {
    expect(readDraft(JSON.parse(JSON.stringify(draft)))).toEqual(draft);
    expect(readDraft({ prompt: 7, style: 'cubist', aspect: '7:1', count: 9, seed: '-1', model: '', strength: 7, scale: 3, colour: 'red', motion: 'fly', seconds: 60, resolution: '8k', background: 'sky' })).toEqual({ ...EMPTY_DRAFT, model: undefined });
    expect(readDraft('nonsense')).toEqual(EMPTY_DRAFT);
  });
  it('starts wide for a video and with a style for a picture that is made over', () => {
    expect(emptyDraft('video.createVideoByText').aspect).toBe('16:9');
    expect(emptyDraft('image2Image.create').style).not.toBe('natural');
  });
  it('is read from a task, with what came behind its subject', () => {
    const background = { procedure: 'imageTools.backgroundChanger', background: { kind: 'colour', colour: '#aabbcc' } } as const;
    const input = { model: 'backdrop', prompt: '', negativePrompt: '', count: 1, seed: 7 };
    expect(draftOf({ procedure: background.procedure, params: background, input }, true)).toMatchObject({ background: 'colour', colour: '#aabbcc', seed: '7', model: 'backdrop' });
    expect(draftOf({ procedure: background.procedure, params: background, input }, false).seed).toBe('');
  });
  it('reads seeds as people write them', () => {
    expect(seedOf('')).toBe('random');
    expect(seedOf(' 481 207 ')).toBe(481_207);
    expect(seedOf('481,207')).toBe(481_207);
    expect(seedOf(String(SEED_MAX))).toBe(SEED_MAX);
    expect(seedOf(String(SEED_MAX + 1))).toBe('wrong');
    expect(seedOf('lucky')).toBe('wrong');
  });
});
