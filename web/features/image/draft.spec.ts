import { describe, expect, it } from '@jest/globals';
import { PROMPT_MAX, SEED_MAX } from '@src/creation/picture.shared';
import { draftFromQuery, EMPTY_DRAFT, problemOf, queryOf, readDraft, seedOf, type Draft } from './draft';

const draft: Draft = { prompt: 'a lake', negativePrompt: 'people', model: 'preview', style: 'ink', aspect: '16:9', count: 3, seed: '42' };

describe('the draft of a picture', () => {
  it('comes back whole from the address that it makes', () => {
    expect(draftFromQuery(new URLSearchParams(queryOf(draft)))).toEqual(draft);
    expect(draftFromQuery(new URLSearchParams())).toBeUndefined();
  });
  it('takes from a store only what can be in a draft', () => {
    expect(readDraft(JSON.parse(JSON.stringify(draft)))).toEqual(draft);
    expect(readDraft({ prompt: 7, style: 'cubist', aspect: '7:1', count: 9, seed: '-1', model: '' })).toEqual({ ...EMPTY_DRAFT, model: undefined });
    expect(readDraft('nonsense')).toEqual(EMPTY_DRAFT);
  });
  it('reads seeds as people write them', () => {
    expect(seedOf('')).toBe('random');
    expect(seedOf(' 481 207 ')).toBe(481_207);
    expect(seedOf('481,207')).toBe(481_207);
    expect(seedOf(String(SEED_MAX))).toBe(SEED_MAX);
    expect(seedOf(String(SEED_MAX + 1))).toBe('wrong');
    expect(seedOf('lucky')).toBe('wrong');
  });
  it('says what keeps it from being sent', () => {
    expect(problemOf(draft)).toBeUndefined();
    expect(problemOf({ ...draft, prompt: '  ' })).toBe('prompt-empty');
    expect(problemOf({ ...draft, prompt: 'x'.repeat(PROMPT_MAX + 1) })).toBe('prompt-too-long');
    expect(problemOf({ ...draft, negativePrompt: 'x'.repeat(PROMPT_MAX + 1) })).toBe('negative-too-long');
    expect(problemOf({ ...draft, seed: 'lucky' })).toBe('seed-wrong');
  });
});
