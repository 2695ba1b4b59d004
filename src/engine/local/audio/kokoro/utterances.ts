/** Words as utterances of Kokoro's network, and times of words and sounds from its durations. Pure. */
import { EDGE, numberOf, PAUSE, pausesOf } from './symbols.js';

/** A word of a text and the punctuation after it. */
export interface WordParts {
  readonly text: string;
  readonly core: string;
  readonly pause: string;
}

const CLOSING = /[.,;:!?…—–"'”’»)\]。，、！？।]+$/u;

/** Splits a word from its punctuation. */
export function partsOf(text: string): WordParts {
  const punctuation = CLOSING.exec(text)?.[0] ?? '';
  return { text, core: text.slice(0, text.length - punctuation.length), pause: pausesOf(punctuation) };
}

/** Splits words where a pause is: what is between is pronounced as one. */
export function clausesOf(words: readonly WordParts[]): readonly (readonly WordParts[])[] {
  const clauses: WordParts[][] = [[]];
  for (const word of words) {
    clauses.at(-1)?.push(word);
    if (word.pause !== '') clauses.push([]);
  }
  return clauses.filter(({ length }) => length > 0);
}

/**
 * Divides the symbols of a clause among its words, by the cheapest alignment with the symbols of each word alone.
 * eSpeak NG joins short words and writes numbers as several.
 * @param clause symbols of the clause, groups separated by spaces
 * @param alone symbols of each word on its own
 * @returns symbols of each word; joined by spaces they are those of the clause
 */
export function divided(clause: string, alone: readonly string[]): readonly string[] {
  const groups = clause.split(PAUSE);
  if (groups.length === alone.length) return groups;
  const [said, words] = [[...clause], alone.map((word) => [...word.replaceAll(PAUSE, '')])];
  const letters = words.flat();
  const width = letters.length + 1;
  const cost = new Float64Array((said.length + 1) * width);
  const step = new Uint8Array(cost.length);
  for (let row = 0; row <= said.length; row += 1) {
    for (let column = 0; column < width; column += 1) {
      if (row === 0 && column === 0) continue;
      const [over, left, both] = [
        row === 0 ? Infinity : cost[(row - 1) * width + column]! + (said[row - 1] === PAUSE ? 0 : 1),
        column === 0 ? Infinity : cost[row * width + column - 1]! + 1,
        row === 0 || column === 0
          ? Infinity
          : cost[(row - 1) * width + column - 1]! +
            (said[row - 1] === letters[column - 1] ? 0 : said[row - 1] === PAUSE ? 2 : 1.5),
      ];
      const best = Math.min(over, left, both);
      cost[row * width + column] = best;
      step[row * width + column] = best === both ? 2 : best === over ? 1 : 0;
    }
  }
  const rows = new Int32Array(width);
  for (let [row, column] = [said.length, letters.length]; row > 0 || column > 0;) {
    const move = step[row * width + column]!;
    if (move !== 1) rows[column] = row;
    if (move > 0) row -= 1;
    if (move !== 1) column -= 1;
  }
  let [column, from] = [0, 0];
  return words.map((word, index) => {
    column += word.length;
    const to = index === words.length - 1 ? said.length : Math.max(from, rows[column]!);
    const part = said.slice(from, to).join('').trim();
    from = to;
    return part;
  });
}

/** A word with its symbols. */
export interface WordSymbols extends WordParts {
  readonly symbols: string;
}

/** One input of the network: its tokens, and for each the word that it belongs to. */
export interface Chunk {
  readonly words: readonly WordSymbols[];
  readonly tokens: readonly number[];
  /** Symbol of each token, empty for the edges, and index of its word; -1 between words. */
  readonly origins: readonly { readonly symbol: string; readonly word: number; readonly isPause: boolean }[];
  readonly endsSentence: boolean;
}

/** Symbols of a chunk: bounds the memory of the network. It accepts 510. */
const MAX_SYMBOLS = 200;
/** A longer word is cut. */
const MAX_WORD = 400;
const isEnd = (pause: string): boolean => /[.!?…]/.test(pause);
const lengthOf = ({ symbols, pause }: WordSymbols): number => symbols.length + pause.length + 1;

/** Groups words into chunks that end with a sentence where possible, else with a clause. */
export function chunksOf(words: readonly WordSymbols[]): readonly Chunk[] {
  const chunks: Chunk[] = [];
  let from = 0;
  while (from < words.length) {
    let [to, length] = [from, 0];
    while (to < words.length && (to === from || length + lengthOf(words[to]!) <= MAX_SYMBOLS)) {
      length += lengthOf(words[to]!);
      to += 1;
    }
    if (to < words.length) {
      const part = words.slice(from, to);
      const end = part.findLastIndex(({ pause }) => isEnd(pause));
      const clause = part.findLastIndex(({ pause }) => pause !== '');
      to = from + 1 + (end >= 0 ? end : clause >= 0 ? clause : to - from - 1);
    }
    chunks.push(chunkOf(words.slice(from, to)));
    from = to;
  }
  return chunks.filter(({ tokens }) => tokens.length > 2);
}

function chunkOf(words: readonly WordSymbols[]): Chunk {
  const origins = words
    .flatMap(({ symbols, pause }, word) => [
      ...(word === 0 ? [] : [{ symbol: PAUSE, word: -1, isPause: true }]),
      ...[...symbols].slice(0, MAX_WORD).map((symbol) => ({ symbol, word, isPause: symbol === PAUSE })),
      ...[...pause].map((symbol) => ({ symbol, word, isPause: true })),
    ])
    .filter(({ symbol }) => numberOf(symbol) !== undefined);
  const edge = { symbol: '', word: -1, isPause: true };
  return {
    words,
    tokens: [EDGE, ...origins.map(({ symbol }) => numberOf(symbol)!), EDGE],
    origins: [edge, ...origins, edge],
    endsSentence: isEnd(words.at(-1)?.pause ?? ''),
  };
}

/** A time range in steps of the network. */
export interface Steps {
  readonly from: number;
  readonly to: number;
}

/**
 * Time ranges of a chunk's words, and of the sounds of each.
 * @param durations steps of each token
 */
export function timesOf(
  { words, origins }: Chunk,
  durations: readonly number[],
): readonly (Steps & { readonly sounds: readonly (Steps & { readonly symbol: string })[] })[] {
  const starts = origins.map(() => 0);
  for (let at = 1; at < origins.length; at += 1) starts[at] = starts[at - 1]! + durations[at - 1]!;
  let before = starts[1] ?? 0;
  return words.map((_, word) => {
    const own = origins.flatMap((origin, at) =>
      origin.word === word && !origin.isPause
        ? [{ symbol: origin.symbol, from: starts[at]!, to: starts[at]! + durations[at]! }]
        : [],
    );
    // A word without a sound of its own, such as a sign, has no length.
    const [from, to] = [own[0]?.from ?? before, own.at(-1)?.to ?? before];
    before = to;
    const heard = own.filter(({ symbol }) => !'ˈˌː'.includes(symbol));
    return { from, to, sounds: heard.map((sound, index) => ({ ...sound, to: heard[index + 1]?.from ?? to })) };
  });
}
