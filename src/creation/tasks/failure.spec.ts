import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { textsOf } from '../../../test/support/words.js';
import { FAILURE_HELPS, FAILURE_IDENTIFIERS, helpOf, TOOL_REASONS } from './failure.shared.js';

const wordsSchema = z.record(z.string(), z.unknown());

/** A part of a language's messages. */
function wordsOf(language: string, area: string, ...path: readonly string[]): Readonly<Record<string, unknown>> {
  return path.reduce((words, key) => wordsSchema.parse(words[key]), wordsSchema.parse(textsOf(language, area)));
}

describe.each(['en', 'de', 'ar'])('words of failures, %s', (language) => {
  it('are there for every reason of a tool, every identifier of a failed task, and everything that would help', () => {
    expect(wordsOf(language, 'uploads', 'refused')).toMatchObject(said(TOOL_REASONS));
    expect(wordsOf(language, 'errors')).toMatchObject(said(FAILURE_IDENTIFIERS));
    expect(wordsOf(language, 'creations', 'failure', 'help')).toMatchObject(said(FAILURE_HELPS));
  });
});

const said = (keys: readonly string[]): object =>
  Object.fromEntries(keys.map((key) => [key, expect.stringMatching(/\S/)]));

describe('what helps after a failure', () => {
  it.each([
    ['INPUT_INVALID_FOR_SERVICE', { input: 'face', reason: 'several-faces' }, 'crop'],
    ['INPUT_INVALID_FOR_SERVICE', { input: 'image', reason: 'garment-worn' }, undefined],
    ['NO_FACE_FOUND', { input: 'video' }, 'face'],
    ['SENSITIVE_CONTENT', {}, 'words'],
    ['ENGINE_FAILED', {}, 'again'],
  ] as const)('after %s %j is %s', (identifier, params, help) => {
    expect(helpOf({ identifier, params })).toBe(help);
  });
});
