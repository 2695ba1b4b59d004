import { describe, expect, it } from '@jest/globals';
import { INPUTS } from '@src/creation/procedures.shared';
import { PROCEDURES, PROMPT_MAX } from '@src/creation/picture.shared';
import { emptyDraft } from './draft';
import { readGiven, type Given } from './given';
import { askedOf, needsPicture, paramsOf, problemOf, type Pressed, type Wish } from './wish';

const given: Given = { ref: { from: 'upload', id: '6f2f2c4e-8a53-4c36-9f7d-1c2b3a4d5e6f' }, url: '/api/media/upload/6f', width: 640, height: 480, name: 'lake.jpg', bytes: 1_000, notes: [] };
const pressed: Pressed = { requestId: '6f2f2c4e-8a53-4c36-9f7d-1c2b3a4d5e70', model: 'any', price: { amount: 1, priceVersion: 1 }, seed: 5 };
const wish = (procedure: Wish['procedure'], change: Partial<Wish> = {}): Wish => ({ procedure, draft: { ...emptyDraft(procedure), prompt: 'a lake' }, image: given, mask: given, background: given, ...change });

describe('a wish', () => {
  it.each(PROCEDURES)('of %s becomes a call that the server takes', (procedure) => {
    const asked = askedOf(wish(procedure), pressed);
    expect(asked?.procedure).toBe(procedure);
    expect(INPUTS[procedure].safeParse(asked?.input).success).toBe(true);
    expect(paramsOf(wish(procedure)).procedure).toBe(procedure);
    expect(problemOf(wish(procedure))).toBeUndefined();
  });
  it('that needs a picture is no call without one', () => {
    for (const procedure of PROCEDURES) {
      const bare = wish(procedure, { image: undefined });
      expect(askedOf(bare, pressed) === undefined).toBe(needsPicture(procedure));
      expect(problemOf(bare) === 'image-missing').toBe(needsPicture(procedure));
    }
  });
  it('to erase waits for its mask', () => {
    expect(askedOf(wish('imageTools.objectRemover', { mask: undefined }), pressed)).toBeUndefined();
    expect(problemOf(wish('imageTools.objectRemover'), false)).toBe('mask-empty');
  });
  it('takes what comes behind a subject by its kind', () => {
    const procedure = 'imageTools.backgroundChanger';
    const draft = { ...emptyDraft(procedure), prompt: 'a beach' };
    const kinds = (['prompt', 'image', 'colour'] as const).map((background) => askedOf(wish(procedure, { draft: { ...draft, background } }), pressed)?.input);
    expect(kinds.map((input) => INPUTS[procedure].parse(input).background.kind)).toEqual(['prompt', 'image', 'colour']);
    expect(problemOf(wish(procedure, { draft: { ...draft, background: 'image' }, background: undefined }))).toBe('background-missing');
  });
  it('says what keeps it from being sent', () => {
    const worded = (prompt: string, change: Partial<Wish['draft']> = {}): Wish => wish('text2Image.create', { draft: { ...emptyDraft('text2Image.create'), prompt, ...change } });
    expect(problemOf(worded('  '))).toBe('prompt-empty');
    expect(problemOf(worded('x'.repeat(PROMPT_MAX + 1)))).toBe('prompt-too-long');
    expect(problemOf(worded('a', { negativePrompt: 'x'.repeat(PROMPT_MAX + 1) }))).toBe('negative-too-long');
    expect(problemOf(worded('a', { seed: 'lucky' }))).toBe('seed-wrong');
    expect(problemOf(wish('image2Image.create', { draft: { ...emptyDraft('image2Image.create'), style: 'natural' } }))).toBe('style-or-words');
  });
});

describe('a picture that was given', () => {
  it('comes back from a store', () => {
    expect(readGiven(JSON.parse(JSON.stringify(given)))).toEqual(given);
  });
  it('is none when the store says nonsense, or names another server', () => {
    for (const nonsense of [undefined, 'x', {}, { ...given, ref: { from: 'elsewhere' } }, { ...given, url: 'https://example.org/x.png' }, { ...given, width: 0 }]) expect(readGiven(nonsense)).toBeUndefined();
  });
});
