import { describe, expect, it } from '@jest/globals';
import { Linter } from 'eslint';
import { readFileSync } from 'node:fs';
import tseslint from 'typescript-eslint';
import { messagesOf } from '../support/messages.js';
import { glossary, KEPT_FIELDS, refusedWord } from './glossary.mjs';

/** Words of the product's texts that have one word each, and what to write. */
const REFUSED_TEXT: readonly { readonly words: RegExp; readonly instead: string; readonly except: RegExp }[] = [
  // The look of celluloid is called film; so is the template of that name.
  { words: /\b(?:films?|filmed|movies?)\b/i, instead: 'video', except: /\bold[ -]film\b/i },
  { words: /\bpictures?\b/i, instead: 'image', except: /\bprofile pictures?\b/i },
  { words: /\b(?:uncrop\w*|outpaint\w*)\b/i, instead: 'Expand', except: /(?!)/ },
  { words: /\bplease try again\b/i, instead: 'Try again', except: /(?!)/ },
  { words: /\be-mail/i, instead: 'email', except: /(?!)/ },
  { words: /\bcharge-?backs?\b/i, instead: 'dispute', except: /(?!)/ },
];
/** Messages whose words are right, and why. */
const KEPT: readonly { readonly keys: RegExp; readonly because: string }[] = [
  { keys: /^tools\.keywords\./, because: 'people search by other words' },
  { keys: /^profile\./, because: 'the page is about the profile picture' },
  { keys: /^uploads\.refused\.no-moving-picture$/, because: 'a file of sound alone has no picture track' },
];
/** Names of tools that the product, its documents and its texts share. */
const TOOL_NAMES: Readonly<Record<string, string>> = {
  upscale: 'Upscale',
  widen: 'Expand',
  erase: 'Remove object',
  cutOut: 'Remove background',
  backdrop: 'Change background',
  paint: 'Inpaint',
  faceSwap: 'Face swap',
  swapFaces: 'Video face swap',
  fitting: 'Virtual try-on',
  promo: 'Product photo',
  poster: 'Design templates',
  restyle: 'Restyle',
  animate: 'Image to video',
  cast: 'Subjects to video',
  mimic: 'Mimic motion',
  extend: 'Extend video',
  upscaleFilm: 'Upscale video',
  wordless: 'Remove subtitles',
  sound: 'Sound effects',
  lipSync: 'Lip sync',
};

const linter = new Linter();
const reported = (code: string, file = 'one.ts', allow: readonly string[] = []): string[] =>
  linter
    .verify(
      code,
      [
        {
          files: ['**/*.ts'],
          languageOptions: { parser: tseslint.parser },
          plugins: { glossary },
          rules: { 'glossary/names': ['error', { allow }] },
        },
      ] as Linter.Config[],
      file,
    )
    .map(({ message }) => /"[^"]+" in "([^"]+)"/.exec(message)?.[1] ?? message);

describe('a refused word', () => {
  it.each([
    'filmOf',
    'aFilm',
    'FILM_MS',
    'film-page.tsx',
    'handOver',
    'HAND_OVER',
    'MOST_ROWS',
    'askedFor',
    'DayPlaces',
    'A_FLIGHT',
  ])('is found in %s', (name) => {
    expect(refusedWord(name)).toBeDefined();
  });

  it.each(['filmstrip', 'almost', 'atLeast', 'SLICES_AT_MOST', 'profilePicture', 'desktop', 'hand', 'over'])(
    'is not found in %s',
    (name) => {
      expect(refusedWord(name)).toBeUndefined();
    },
  );

  it.each([
    ['const told = 1;', ['told']],
    [
      'function f(wish: string, { asked: request, film }: X) { for (const picture of wish) use(picture, request, film); }',
      ['wish', 'film', 'picture'],
    ],
    ['interface Courier { readonly film: string; tell(event: string): void }', ['film', 'tell', 'Courier']],
    ['class Desk { wish = 1; standing() {} }', ['wish', 'standing', 'Desk']],
    ['type Work = { readonly a: (told: string) => void };', ['Work', 'told']],
    ["import { film } from './film.js'; import { film as told } from './told.js';", ['told']],
    ["const work = { film: 1, 'told': 2 }; t('film', { least: 1 });", []],
  ])('is reported where it is declared: %s', (code, names) => {
    expect(reported(code).sort()).toEqual([...names].sort());
  });

  it('is reported in the name of a file, and allowed where the file allows it', () => {
    expect([reported('', 'told.ts'), reported('', 'works.part.ts'), reported('', 'works.data-export.ts')]).toEqual([
      ['told.ts'],
      ['works.part.ts'],
      [],
    ]);
    expect(reported('const film = 1; const told = 2;', 'one.ts', ['film'])).toEqual(['told']);
  });

  it.each(KEPT_FIELDS.flatMap(({ files, allow }) => files.map((file) => ({ file, allow }))))(
    'that $file may use is declared there',
    ({ file, allow }) => {
      const words = reported(readFileSync(file, 'utf8'), file).map((name) => refusedWord(name)?.word);
      expect([...new Set(words)].sort()).toEqual([...allow].sort());
    },
  );
});

describe('the English texts', () => {
  const texts = [...messagesOf('en')].filter(([key]) => !KEPT.some(({ keys }) => keys.test(key)));

  it.each(REFUSED_TEXT)('say $instead', ({ words, except }) => {
    expect(
      texts
        .filter(([, text]) => words.test(text.replace(new RegExp(except, 'gi'), '')))
        .map(([key, text]) => `${key}: ${text}`),
    ).toEqual([]);
  });

  it('name each tool by its word', () => {
    const names = messagesOf('en');
    expect(Object.fromEntries(Object.keys(TOOL_NAMES).map((tool) => [tool, names.get(`tools.names.${tool}`)]))).toEqual(
      TOOL_NAMES,
    );
  });
});
