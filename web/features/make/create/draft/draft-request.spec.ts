import { describe, expect, it } from '@jest/globals';
import { inputOf } from '@src/creation/procedures/schema.shared';
import {
  FORMS,
  PROCEDURES,
  PROMPT_MAX,
  rolesOf,
  slotsOf,
  type SourceRole,
} from '@src/creation/procedures/params.shared';
import { emptyDraft } from './draft';
import { readGiven, readGivenTo, type Given, type GivenTo } from './given-inputs';
import { creationRequestOf, mainRole, paramsOf, problemOf, type DraftRequest, type Envelope } from './draft-request';

const given: Given = {
  ref: { from: 'upload', id: '6f2f2c4e-8a53-4c36-9f7d-1c2b3a4d5e6f' },
  kind: 'image',
  url: '/api/media/upload/6f',
  width: 640,
  height: 480,
  name: 'lake.jpg',
  bytes: 1_000,
  consented: true,
  notes: [],
};
const envelope: Envelope = {
  requestId: '6f2f2c4e-8a53-4c36-9f7d-1c2b3a4d5e70',
  model: 'any',
  price: { amount: 1, priceVersion: 1 },
  seed: 5,
};
/** Everything that a form has room for, and words in each of its fields. */
const all = (procedure: DraftRequest['procedure']): GivenTo =>
  Object.fromEntries(
    slotsOf(FORMS[procedure]).flatMap((slot) =>
      rolesOf(slot.name, slot).map((role): [SourceRole, Given] => [
        role,
        slot.takes.includes('image') ? given : { ...given, kind: 'video', seconds: 5 },
      ]),
    ),
  );
const filled = (procedure: DraftRequest['procedure']): DraftRequest['draft'] => {
  const texts = Object.entries(FORMS[procedure].options).flatMap(
    ([name, option]): readonly (readonly [string, string])[] => (option.kind === 'text' ? [[name, 'words']] : []),
  );
  const draft = { ...emptyDraft(procedure), prompt: 'a lake' };
  return { ...draft, options: { ...draft.options, ...Object.fromEntries(texts) } };
};
const requestWith = (procedure: DraftRequest['procedure'], change: Partial<DraftRequest> = {}): DraftRequest => ({
  procedure,
  draft: filled(procedure),
  given: all(procedure),
  ...change,
});

describe('a request', () => {
  it.each(PROCEDURES)('of %s becomes a call that the server takes', (procedure) => {
    const request = creationRequestOf(requestWith(procedure), envelope);
    expect(request?.procedure).toBe(procedure);
    expect(inputOf(procedure).safeParse(request?.input)).toMatchObject({ success: true });
    expect(paramsOf(requestWith(procedure)).procedure).toBe(procedure);
    expect(problemOf(requestWith(procedure))).toBeUndefined();
  });
  it('that works on something is no call without it', () => {
    for (const procedure of PROCEDURES) {
      const bare = requestWith(procedure, { given: {} });
      expect(creationRequestOf(bare, envelope) === undefined).toBe(mainRole(procedure) !== undefined);
      expect(problemOf(bare)?.endsWith('-missing') ?? false).toBe(mainRole(procedure) !== undefined);
    }
  });
  it('with a person in it is no call before consent is declared of each image', () => {
    for (const procedure of PROCEDURES) {
      const { consented: _, ...undeclared } = given;
      const needs = FORMS[procedure].likeness === true;
      const one = requestWith(procedure, {
        given: { ...all(procedure), ...(needs ? { [mainRole(procedure) ?? 'image']: undeclared } : {}) },
      });
      expect(problemOf(one)).toBe(needs ? 'consent-missing' : undefined);
      expect(creationRequestOf(one, envelope) === undefined).toBe(needs);
      expect(
        inputOf(procedure).safeParse({ ...creationRequestOf(requestWith(procedure), envelope)?.input, consent: false })
          .success,
      ).toBe(!needs);
    }
  });
  it('to erase waits for its mask', () => {
    expect(
      creationRequestOf(requestWith('imageTools.objectRemover', { given: { image: given } }), envelope),
    ).toBeUndefined();
    expect(problemOf(requestWith('imageTools.objectRemover'), false)).toBe('mask-empty');
  });
  it('takes what comes behind a subject by its kind', () => {
    const procedure = 'imageTools.backgroundChanger';
    const draft = { ...emptyDraft(procedure), prompt: 'a beach' };
    const kinds = (['prompt', 'image', 'colour'] as const).map(
      (behind) =>
        creationRequestOf(
          requestWith(procedure, { draft: { ...draft, options: { ...draft.options, behind } } }),
          envelope,
        )?.input,
    );
    expect(kinds.map((input) => inputOf(procedure).parse(input).behind)).toEqual(['prompt', 'image', 'colour']);
    expect(
      problemOf(
        requestWith(procedure, {
          draft: { ...draft, options: { ...draft.options, behind: 'image' } },
          given: { image: given },
        }),
      ),
    ).toBe('background-missing');
  });
  it('says what keeps it from being sent', () => {
    const worded = (prompt: string, change: Partial<DraftRequest['draft']> = {}): DraftRequest =>
      requestWith('text2Image.create', { draft: { ...emptyDraft('text2Image.create'), prompt, ...change } });
    expect(problemOf(worded('  '))).toBe('prompt-empty');
    expect(problemOf(worded('x'.repeat(PROMPT_MAX + 1)))).toBe('prompt-too-long');
    expect(problemOf(worded('a', { negativePrompt: 'x'.repeat(PROMPT_MAX + 1) }))).toBe('negative-too-long');
    expect(problemOf(worded('a', { seed: 'lucky' }))).toBe('seed-wrong');
    expect(
      problemOf(
        requestWith('image2Image.create', {
          draft: { ...emptyDraft('image2Image.create'), options: { style: 'natural', strength: 0.6 } },
        }),
      ),
    ).toBe('style-or-words');
    const repairs = (options: DraftRequest['draft']['options']) =>
      problemOf(
        requestWith('imageTools.restore', {
          draft: { ...emptyDraft('imageTools.restore'), options },
          given: { image: given },
        }),
      );
    expect(repairs({ scratches: false, fading: 0, sharpness: 0 })).toBe('nothing-to-restore');
    expect(repairs({ scratches: false, fading: 0, sharpness: 0.05 })).toBeUndefined();
  });
});

describe('an image that was given', () => {
  it('comes back from a store', () => {
    expect(readGiven(JSON.parse(JSON.stringify(given)))).toEqual(given);
  });
  it('comes back into the places of its form that take it, and nowhere else', () => {
    expect(
      readGivenTo({ draft: {}, image: given, background: given, face: given }, 'imageTools.backgroundChanger'),
    ).toEqual({ image: given, background: given });
    expect(readGivenTo({ image: { ...given, kind: 'video' } }, 'imageTools.upscale')).toEqual({});
    expect(readGivenTo({ 'subject-2': given }, 'video.createVideoByTemplate')).toEqual({ 'subject-1': given });
  });
  it('is none when the store says nonsense, or names another server', () => {
    for (const nonsense of [
      undefined,
      'x',
      {},
      { ...given, ref: { from: 'elsewhere' } },
      { ...given, url: 'https://example.org/x.png' },
      { ...given, width: 0 },
    ])
      expect(readGiven(nonsense)).toBeUndefined();
  });
});
