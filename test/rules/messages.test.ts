import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { DEFECTS } from '../../src/creation/tasks/failure.shared.js';
import { MISFIT_REASONS } from '../../src/engine/install/fit.shared.js';
import { WORKFLOW_REASONS } from '../../src/engine/remote/comfyui/workflow/inputs.shared.js';
import { INTERFACE_LANGUAGES, TRANSLATED } from '../../web/i18n/locales.js';
import { areasOf, usedKeys, MESSAGES, messagesOf, shapeOf } from '../support/messages.js';

/** Areas that are read as they are, outside every language. */
const BARE = ['bare'];
/** Keys that are asked for by a value, and by which. */
const BY_VALUE: readonly { readonly keys: RegExp; readonly because: string }[] = [
  { keys: /^errors\.[A-Z0-9_]+$/, because: 'an error is said by its identifier' },
  { keys: /^admin\.engines\.reasons\./, because: 'a fault of an engine is said by its reason' },
  { keys: /^uploads\.refused\./, because: 'a refused file is said by its reason' },
  { keys: /^image\.kinds\./, because: 'a word that was understood is said by its kind' },
  { keys: /^uploads\.refused\.[a-z-]+$/, because: 'why a file is refused is said by the refusal’s reason' },
  { keys: /^image\.kinds\.[\w-]+$/, because: 'a word of a prompt is said by its kind' },
  { keys: /^admin\.engines\.reasons\.[\w-]+$/, because: 'why an engine is not taken is said by its answer’s reason' },
  { keys: /^finance\.events\.[A-Za-z]+$/, because: 'an event is said by its type' },
  { keys: /^analytics\.values\.[a-z_]+\.[a-z_]+$/, because: 'what an event is told apart by is said by its value' },
  { keys: /^common\.search\.also\.[a-zA-Z]+$/, because: 'other names of a place are asked for by its id' },
  { keys: /^tools\.keywords\.[a-zA-Z]+$/, because: 'other names of a tool are asked for by its id' },
  { keys: /^image\.captions\.[a-z0-9-]+$/, because: 'a work of the gallery is said by the number in its file' },
  { keys: /^models\.[^.]+\.description$/, because: 'a model is said by its id' },
  {
    keys: /^options\.[^.]+\.(values\.[^.]+|shown|placeholder)$/,
    because: 'an option is said by its name in a definition, as test/rules/procedures checks',
  },
];

/** Errors that name a reason, and every reason that they can have. */
const WITH_REASONS: readonly (readonly [error: string, reasons: readonly string[]])[] = [
  ['INSTALL_REFUSED', ['elsewhere', 'room', 'unwritable', ...MISFIT_REASONS]],
  ['WORKFLOW_INVALID', WORKFLOW_REASONS],
  ['RESULT_DEFECTIVE', DEFECTS],
];

const english = messagesOf('en');
const others = TRANSLATED.filter((language) => language !== 'en');
const keysOf = (language: string): string[] =>
  [...messagesOf(language).keys()].filter((key) => !BARE.some((area) => key.startsWith(`${area}.`)));
const said = [...TRANSLATED].flatMap((language) =>
  [...messagesOf(language)].map(([key, message]) => ({ language, key, message })),
);

/** The branches that plurals need in a language, by CLDR as the platform has it. */
const categories = (language: string, ordinal: boolean): string[] =>
  [
    ...new Intl.PluralRules(language, { type: ordinal ? 'ordinal' : 'cardinal' }).resolvedOptions().pluralCategories,
  ].sort();

describe('the messages', () => {
  it('exist for the translated languages and for no others', () => {
    expect(readdirSync(MESSAGES).sort()).toEqual([...TRANSLATED].sort());
    expect(INTERFACE_LANGUAGES.map((language) => language.code)).toEqual(expect.arrayContaining([...TRANSLATED]));
  });

  it('are loaded for every area that has a file', () => {
    const loaded = [...readFileSync('web/i18n/messages.ts', 'utf8').matchAll(/messages\/en\/([a-z-]+)\.json/g)].map(
      (match) => match[1],
    );
    expect(loaded.sort()).toEqual(areasOf('en').filter((area) => !BARE.includes(area)));
  });

  it('all parse', () => {
    const wrong = said.flatMap(({ language, key, message }) => {
      try {
        shapeOf(message);
        return [];
      } catch (error) {
        return [`${language} ${key}: ${String(error)}`];
      }
    });
    expect(wrong).toEqual([]);
  });

  it.each(WITH_REASONS)('say each reason of %s', (error, reasons) => {
    const [choice] = shapeOf(english.get(`errors.${error}`) ?? '').choices;
    expect(choice).toEqual({ argument: 'reason', branches: [...reasons, 'other'].sort() });
  });

  it.each(others)('are complete in %s, without extra keys', (language) => {
    const keys = new Set(keysOf(language));
    expect({
      missing: keysOf('en').filter((key) => !keys.has(key)),
      more: [...keys].filter((key) => !english.has(key)),
    }).toEqual({ missing: [], more: [] });
  });

  it.each([
    ['de', /film/i],
    ['ar', /فيلم|أفلام/],
  ] as const)('use the word for video in %s; a film is one only where English says so', (language, video) => {
    expect(
      [...messagesOf(language)].filter(
        ([key, message]) => video.test(message) && !/\bfilm/i.test(english.get(key) ?? ''),
      ),
    ).toEqual([]);
  });

  it.each(others)('have the same arguments and selectors in %s', (language) => {
    const own = messagesOf(language);
    const different = [...english].flatMap(([key, message]) => {
      const theirs = own.get(key);
      if (theirs === undefined) return [];
      const [expected, found] = [shapeOf(message), shapeOf(theirs)];
      const given =
        JSON.stringify(expected.given) !== JSON.stringify(found.given)
          ? [`${key}: ${expected.given.join()} but ${found.given.join()}`]
          : [];
      const choices =
        JSON.stringify(expected.choices) !== JSON.stringify(found.choices) ? [`${key}: other choices`] : [];
      return [...given, ...choices];
    });
    expect(different).toEqual([]);
  });

  it('have every plural form of their language', () => {
    const short = said.flatMap(({ language, key, message }) =>
      shapeOf(message)
        .plurals.filter(
          ({ ordinal, branches }) =>
            JSON.stringify(branches.filter((branch) => !branch.startsWith('=')).sort()) !==
            JSON.stringify(categories(language, ordinal)),
        )
        .map(({ branches }) => `${language} ${key}: ${branches.join()}`),
    );
    expect(short).toEqual([]);
  });

  it('are not left in English', () => {
    // Names, signs and what is alike in both languages are short or have no sentence in them.
    const same = others.flatMap((language) =>
      [...messagesOf(language)]
        .filter(
          ([key, message]) =>
            message === english.get(key) &&
            message.split(/\s+/).filter((word) => /^[A-Za-z’']{2,},?$/.test(word)).length >= 3,
        )
        .map(([key]) => `${language} ${key}`),
    );
    expect(same).toEqual([]);
  });

  it('are all used', () => {
    const used = usedKeys().map((pattern) => new RegExp(`^${pattern}$`));
    const unused = keysOf('en').filter(
      (key) => !BY_VALUE.some(({ keys }) => keys.test(key)) && !used.some((pattern) => pattern.test(key)),
    );
    expect(unused).toEqual([]);
    // Reading the types of the whole web app takes its time, on a busy machine more.
  }, 900_000);
});
