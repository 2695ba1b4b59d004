import { describe, expect, it } from '@jest/globals';
import { FORMS, PROCEDURES, readOption, SEED_MAX } from '@src/creation/procedures/params.shared';
import { draftFromQuery, draftOf, emptyDraft, queryOf, readDraft, seedOf, type Draft } from './draft';

const empty = emptyDraft('text2Image.create');
const draft: Draft = {
  ...empty,
  prompt: 'a lake',
  negativePrompt: 'people',
  model: 'preview',
  count: 3,
  seed: '42',
  options: { style: 'ink', aspect: '16:9' },
};

describe('the draft of a creation', () => {
  it('comes back whole from the address that it makes', () => {
    expect(draftFromQuery(new URLSearchParams(queryOf(draft)))).toEqual(draft);
    expect(draftFromQuery(new URLSearchParams())).toBeUndefined();
  });
  it('of every call comes back from its address', () => {
    const changed = {
      strength: 0.3,
      scale: 4,
      behind: 'colour',
      colour: '#102030',
      motion: 'orbit',
      seconds: 8,
      resolution: '480p',
    };
    for (const procedure of PROCEDURES) {
      const { options } = emptyDraft(procedure);
      const settings = Object.fromEntries(
        Object.entries(options).map(([name, value]) => [
          name,
          readOption(
            FORMS[procedure].options[name] ?? { kind: 'switch', initial: false },
            (changed as Readonly<Record<string, unknown>>)[name],
          ) ?? value,
        ]),
      ); // by names that are data
      const query = queryOf({ ...draft, options: settings }, procedure);
      expect(queryOf(draftFromQuery(new URLSearchParams(query), procedure) ?? empty, procedure)).toEqual(query);
    }
  });
  it('takes from a store only what can be in a draft', () => {
    expect(readDraft(JSON.parse(JSON.stringify(draft)))).toEqual(draft);
    expect(
      readDraft({
        prompt: 7,
        style: 'cubist',
        aspect: '7:1',
        count: 9,
        seed: '-1',
        model: '',
        strength: 7,
        scale: 3,
        colour: 'red',
        motion: 'fly',
        seconds: 60,
        resolution: '8k',
        behind: 'sky',
      }),
    ).toEqual({ ...empty, model: undefined });
    expect(readDraft('nonsense')).toEqual(empty);
  });
  it('starts wide for a video and with a style for an image that is made over', () => {
    expect(emptyDraft('video.createVideoByText').options['aspect']).toBe('16:9');
    expect(emptyDraft('image2Image.create').options['style']).not.toBe('natural');
  });
  it('is read from a task, with what came behind its subject', () => {
    const background = {
      procedure: 'imageTools.backgroundChanger',
      behind: 'colour',
      style: 'natural',
      colour: '#aabbcc',
    } as const;
    const input = { model: 'backdrop', prompt: '', negativePrompt: '', count: 1, seed: 7 };
    expect(draftOf({ procedure: background.procedure, params: background, input }, true)).toMatchObject({
      options: { behind: 'colour', colour: '#aabbcc' },
      seed: '7',
      model: 'backdrop',
    });
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
  it('is read from what was kept before settings were options', () => {
    const kept = { prompt: 'a lake', style: 'oil', aspect: '16:9', options: {} };
    expect(readDraft(kept).options).toEqual({ style: 'oil', aspect: '16:9' });
    const query = new URLSearchParams({ background: 'colour', colour: '#102030' });
    expect(draftFromQuery(query, 'imageTools.backgroundChanger')?.options).toMatchObject({
      behind: 'colour',
      colour: '#102030',
    });
  });
  it('leaves out a width that no control shows', () => {
    expect(readDraft({ width: 1_000 }, 'imageTools.upscale').options).toEqual({ scale: 2 });
  });
});
