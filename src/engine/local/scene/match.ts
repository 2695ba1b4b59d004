/** Reads a prompt from left to right into pieces: words of the vocabulary, words that carry no image, and the rest. */
import { emojiOf } from './emoji.js';
import { COMPOUNDING, KIN, KOREAN_PARTICLES, LANGUAGES, type Language } from './vocabulary/languages.js';
import {
  isStopWord,
  LONGEST_PHRASE,
  LONGEST_RUN,
  lookUp,
  lookUpKorean,
  lookUpRun,
  normalise,
  type Entry,
  type Found,
  type Meaning,
} from './vocabulary/lexicon.js';

/** A range of the prompt. Offsets are UTF-16 indices. */
export type Piece =
  | {
      readonly kind: 'term';
      readonly start: number;
      readonly end: number;
      readonly meanings: readonly Meaning[];
      readonly language: Language;
      readonly plural: boolean;
    }
  | { readonly kind: 'stop'; readonly start: number; readonly end: number; readonly word: string }
  | { readonly kind: 'unknown'; readonly start: number; readonly end: number }
  | { readonly kind: 'break'; readonly start: number; readonly end: number };

interface Token {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly script: 'spaced' | 'korean' | 'run' | 'break' | 'symbol';
}

const TOKEN =
  /(?<run>[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}ー々〆]+)|(?<korean>\p{Script=Hangul}+)|(?<spaced>(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Hangul}ー])[\p{L}\p{M}\p{N}])+)|(?<break>[,.;:!?()\n、。，；：！？،؛|/]+)|(?<symbol>\p{Extended_Pictographic}[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F\u200D]*)/gu;
/** Chinese and Japanese measure words, which are not nouns after a number. */
const COUNTERS = new Set('个個座艘只隻条條棵朵片匹头頭辆輛架羽本枚台つ輪軒位名双雙'.split(''));
/** Maximum count of repeated emoji; more are capped. */
const MAX_SAME = 24;
const NUMERALS = new Set('一二三四五六七八九十两兩几幾数'.split(''));

function tokenise(prompt: string): readonly Token[] {
  return [...prompt.matchAll(TOKEN)].map((match) => {
    const groups = match.groups ?? {};
    const script =
      groups['run'] !== undefined
        ? 'run'
        : groups['korean'] !== undefined
          ? 'korean'
          : groups['spaced'] !== undefined
            ? 'spaced'
            : groups['break'] !== undefined
              ? 'break'
              : 'symbol';
    return { start: match.index, end: match.index + match[0].length, text: match[0], script };
  });
}

/** Languages in which the words may be read, most likely first. Decided by votes, in which stop words count most. */
function languagesOf(words: readonly string[]): readonly Language[] {
  const votes = new Map<Language, number>();
  const vote = (language: Language, weight: number): void =>
    void votes.set(language, (votes.get(language) ?? 0) + weight);
  const voteFor = (phrase: readonly string[]): void => {
    const best = new Map<Language, number>();
    for (const found of lookUp(phrase)) {
      best.set(found.entry.language, Math.max(best.get(found.entry.language) ?? 0, found.exact ? 1 : 0.6));
    }
    best.forEach((weight, language) => vote(language, weight));
  };
  const counted = words.slice(0, 400);
  for (const word of counted) {
    for (const language of LANGUAGES) {
      if (isStopWord(word, language)) {
        vote(language, 1.5);
      }
    }
    voteFor([word]);
  }
  // Words that are known only together, such as the Arabic for "pencil".
  if (votes.size === 0) counted.slice(1).forEach((word, index) => voteFor([counted[index]!, word]));
  const ranked = [...votes]
    .sort((a, b) => b[1] - a[1] || LANGUAGES.indexOf(a[0]) - LANGUAGES.indexOf(b[0]))
    .map(([language]) => language);
  const [first = 'en'] = ranked;
  return [...new Set<Language>([first, ...(KIN[first] ?? []), 'en'])];
}

function choose(found: readonly Found[], languages: readonly Language[]): Found | undefined {
  for (const language of languages) {
    const match = found.find((candidate) => candidate.entry.language === language);
    if (match !== undefined) {
      return match;
    }
  }
  return undefined;
}

function term(start: number, end: number, entry: Entry, plural: boolean): Piece {
  return { kind: 'term', start, end, meanings: entry.meanings, language: entry.language, plural };
}

/** Tries the longest phrase that begins at a word; a number is a count. */
function readSpaced(
  tokens: readonly Token[],
  words: readonly string[],
  at: number,
  languages: readonly Language[],
): { readonly pieces: readonly Piece[]; readonly used: number } {
  const first = tokens[at];
  const word = words[at];
  if (first === undefined || word === undefined) {
    return { pieces: [], used: 1 };
  }
  let reach = 1;
  while (reach < LONGEST_PHRASE && tokens[at + reach]?.script === 'spaced') {
    reach += 1;
  }
  for (let length = reach; length >= 1; length -= 1) {
    const last = tokens[at + length - 1];
    // A stop word is read as a content word only when the tables contain exactly this form ("ein" is not an egg).
    const empty = length === 1 && isStopWord(word, languages[0] ?? 'en');
    const match =
      last === undefined
        ? undefined
        : choose(
            lookUp(words.slice(at, at + length)).filter((found) => !empty || found.exact),
            empty ? languages.slice(0, 1) : languages,
          );
    if (match !== undefined && last !== undefined) {
      const again =
        length === 1 && match.entry.language === 'id' && words[at + 1] === word ? tokens[at + 1] : undefined;
      return {
        pieces: [term(first.start, again?.end ?? last.end, match.entry, match.plural || again !== undefined)],
        used: again === undefined ? length : length + 1,
      };
    }
  }
  if (languages.some((language) => isStopWord(word, language))) {
    return { pieces: [{ kind: 'stop', start: first.start, end: first.end, word }], used: 1 };
  }
  if (/^\d+$/.test(word) && Number(word) >= 1 && Number(word) <= MAX_SAME) {
    return {
      pieces: [
        {
          kind: 'term',
          start: first.start,
          end: first.end,
          meanings: [{ kind: 'count', id: String(Number(word)) }],
          language: languages[0] ?? 'en',
          plural: false,
        },
      ],
      used: 1,
    };
  }
  return {
    pieces: languages.map((language) => splitCompound(first, word, language)).find((split) => split !== undefined) ?? [
      { kind: 'unknown', start: first.start, end: first.end },
    ],
    used: 1,
  };
}

/** "Winterwald": two words of one language written together, with or without a linking s, n or e. */
function splitCompound(token: Token, word: string, language: Language): readonly Piece[] | undefined {
  if (!COMPOUNDING.has(language) || word.length < 6 || word.length > 32 || word.length !== token.text.length) {
    return undefined;
  }
  for (let cut = word.length - 2; cut >= 3; cut -= 1) {
    const right = choose(lookUp([word.slice(cut)]), [language]);
    if (right === undefined) {
      continue;
    }
    const head = word.slice(0, cut);
    const left = [head, head.replace(/(?:s|n|e|en|es)$/, '')]
      .flatMap((form) => (form.length >= 3 ? lookUp([form]) : []))
      .find((found) => found.exact && found.entry.language === language);
    if (left !== undefined) {
      return [
        term(token.start, token.start + cut, left.entry, false),
        term(token.start + cut, token.end, right.entry, right.plural),
      ];
    }
  }
  return undefined;
}

/** Korean: several words may be joined in one written word, and particles follow the last. */
function readKorean(
  tokens: readonly Token[],
  at: number,
): { readonly pieces: readonly Piece[]; readonly used: number } {
  const token = tokens[at];
  if (token === undefined) {
    return { pieces: [], used: 1 };
  }
  const next = tokens[at + 1];
  if (next?.script === 'korean' && next.start === token.end + 1) {
    const pair = lookUpKorean(`${token.text} ${next.text}`);
    if (pair !== undefined) {
      return { pieces: [term(token.start, next.end, pair, pair.plural)], used: 2 };
    }
  }
  if (isStopWord(token.text, 'ko') && lookUpKorean(token.text) === undefined) {
    return { pieces: [{ kind: 'stop', start: token.start, end: token.end, word: token.text }], used: 1 };
  }
  const pieces: Piece[] = [];
  let position = 0;
  while (position < token.text.length) {
    const found = koreanAt(token.text, position);
    if (found === undefined) {
      break;
    }
    const rest = token.text.slice(position + found.length);
    pieces.push(
      term(
        token.start + position,
        token.start + position + found.length,
        found.entry,
        found.entry.plural || rest.startsWith('들'),
      ),
    );
    position += found.length;
  }
  return { pieces: pieces.length > 0 ? pieces : [{ kind: 'unknown', start: token.start, end: token.end }], used: 1 };
}

function koreanAt(text: string, position: number): { readonly entry: Entry; readonly length: number } | undefined {
  for (let length = Math.min(8, text.length - position); length >= 1; length -= 1) {
    const entry = lookUpKorean(text.slice(position, position + length));
    if (entry === undefined) {
      continue;
    }
    const rest = text.slice(position + length);
    // A single syllable is too ambiguous unless a particle or another known word follows.
    if (
      length >= 2 ||
      rest === '' ||
      KOREAN_PARTICLES.has(rest) ||
      [4, 3, 2].some((size) => rest.length >= size && lookUpKorean(rest.slice(0, size)) !== undefined)
    ) {
      return { entry, length };
    }
  }
  return undefined;
}

const KATAKANA = /[\p{Script=Katakana}ー]/u;
const HIRAGANA = /\p{Script=Hiragana}/u;

/** Whether a range of a script without spaces can be a separate word. */
function standsAlone(text: string, start: number, end: number): boolean {
  const before = text[start - 1] ?? '';
  const after = text[end] ?? '';
  const word = text.slice(start, end);
  if (KATAKANA.test(word[0] ?? '') && KATAKANA.test(before)) {
    return false;
  }
  if (KATAKANA.test(word.at(-1) ?? '') && KATAKANA.test(after)) {
    return false;
  }
  if (/^\p{Script=Hiragana}+$/u.test(word)) {
    return word.length >= 2 && (!HIRAGANA.test(before) || /[のとにはがをでもないやへ]/.test(before));
  }
  // Thai: a syllable does not begin after a leading vowel, nor end before a mark or a trailing vowel.
  return !/[\u0E40-\u0E44]/.test(before) || !/\p{Script=Thai}/u.test(word[0] ?? '')
    ? !(/\p{Script=Thai}/u.test(word) && /[\u0E30-\u0E3A\u0E47-\u0E4E]/.test(after))
    : false;
}

/** Longest match at each position; unmatched text is collected into unknown pieces. */
function readRun(token: Token, order: readonly Language[]): readonly Piece[] {
  const { text, start } = token;
  const pieces: Piece[] = [];
  let unknownFrom = -1;
  const flush = (end: number): void => {
    if (unknownFrom >= 0) {
      pieces.push({ kind: 'unknown', start: start + unknownFrom, end: start + end });
      unknownFrom = -1;
    }
  };
  let position = 0;
  while (position < text.length) {
    const match = runAt(text, position, order);
    if (match === undefined) {
      unknownFrom = unknownFrom < 0 ? position : unknownFrom;
      position += 1;
      continue;
    }
    flush(position);
    const end = position + match.length;
    pieces.push(
      match.entry === undefined
        ? { kind: 'stop', start: start + position, end: start + end, word: text.slice(position, end) }
        : term(start + position, start + end, match.entry, match.entry.plural),
    );
    position = end;
  }
  flush(text.length);
  return pieces;
}

function runAt(
  text: string,
  position: number,
  order: readonly Language[],
): { readonly entry: Entry | undefined; readonly length: number } | undefined {
  if (COUNTERS.has(text[position] ?? '') && NUMERALS.has(text[position - 1] ?? '')) {
    return { entry: undefined, length: 1 };
  }
  for (let length = Math.min(LONGEST_RUN, text.length - position); length >= 1; length -= 1) {
    const part = text.slice(position, position + length);
    const entries = lookUpRun(part);
    const language = order.find((candidate) => entries.some((entry) => entry.language === candidate));
    if (language !== undefined && standsAlone(text, position, position + length)) {
      return { entry: entries.find((entry) => entry.language === language), length };
    }
    if (order.some((candidate) => isStopWord(part, candidate))) {
      return { entry: undefined, length };
    }
  }
  return undefined;
}

type TermPiece = Extract<Piece, { readonly kind: 'term' }>;

/** Kinds of meanings that words in an emoji's name may have. Numbers and directions in it are not requests. */
const SHOWN: ReadonlySet<Meaning['kind']> = new Set<Meaning['kind']>([
  'subject',
  'group',
  'place',
  'time',
  'weather',
  'season',
  'colour',
]);

/** Reads the name of an emoji of one thing: the word that names the thing, and its colours. */
function readName(name: string, people: boolean): readonly TermPiece[] {
  const tokens = tokenise(name).filter(({ script }) => script === 'spaced');
  const words = tokens.map((token) => normalise(token.text));
  const terms: TermPiece[] = [];
  for (let at = 0; at < tokens.length;) {
    const { pieces, used } = readSpaced(tokens, words, at, ['en']);
    terms.push(
      ...pieces
        .filter((piece) => piece.kind === 'term')
        .filter(({ meanings }) => meanings.every(({ kind }) => SHOWN.has(kind))),
    );
    at += used;
  }
  const head = terms.find(({ end }) => end === tokens.at(-1)?.end) ?? (people ? terms[0] : undefined);
  return head === undefined
    ? []
    : terms.filter((term) => term === head || term.meanings.every(({ kind }) => kind === 'colour'));
}

/** Number of identical emoji in a row, and what each shows; all pieces have the emoji's position. */
function readSymbols({ text, start }: Token): readonly Piece[] {
  return emojiOf(text).flatMap((emoji): readonly Piece[] => {
    const whole = { start: start + emoji.start, end: start + emoji.end };
    const terms = emoji.things.flatMap((name) => readName(name, emoji.people)).map((term) => ({ ...term, ...whole }));
    if (terms.length === 0) return [{ kind: 'unknown', ...whole }];
    const times: readonly Piece[] =
      emoji.count === 1
        ? []
        : [
            {
              kind: 'term',
              ...whole,
              meanings: [{ kind: 'count', id: String(Math.min(emoji.count, MAX_SAME)) }],
              language: 'en',
              plural: false,
            },
          ];
    return [...times, ...terms];
  });
}

/**
 * Reads a prompt. Time is linear in its length, because every position tries a bounded number of lookups.
 * @param prompt any text
 * @returns pieces in order, without white space; they do not overlap, except those of one emoji, which share its
 * position
 */
export function readPrompt(prompt: string): readonly Piece[] {
  const tokens = tokenise(prompt);
  const words = tokens.map((token) => (token.script === 'spaced' ? normalise(token.text) : ''));
  const languages = languagesOf(words.filter((word) => word !== ''));
  const runOrder: readonly Language[] = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(prompt)
    ? ['ja', 'tw', 'zh', 'th']
    : ['zh', 'tw', 'ja', 'th'];
  const pieces: Piece[] = [];
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at];
    if (token === undefined) {
      break;
    }
    const read =
      token.script === 'spaced'
        ? readSpaced(tokens, words, at, languages)
        : token.script === 'korean'
          ? readKorean(tokens, at)
          : token.script === 'run'
            ? { pieces: readRun(token, runOrder), used: 1 }
            : {
                pieces:
                  token.script === 'symbol'
                    ? readSymbols(token)
                    : [{ kind: 'break' as const, start: token.start, end: token.end }],
                used: 1,
              };
    pieces.push(...read.pieces);
    at += read.used;
  }
  return pieces;
}
