import type { SKRSContext2D } from '@napi-rs/canvas';
import { familiesOf, type Face } from './faces.js';

/** Typesets a text: breaks it into lines and makes it as large as its box allows, in any script and both directions. */

/** Pixels, from the upper left corner. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface TypeStyle {
  readonly face: Face;
  /** 100 to 900. */
  readonly weight: number;
  readonly italic?: boolean;
  /** Pixels: the preferred size, and the smallest before words are broken. */
  readonly size: { readonly max: number; readonly min: number };
  /** Line height as a multiple of the size; increased where letters would touch. */
  readonly leading: number;
  /** Letter spacing as a multiple of the size; ignored for scripts whose letters join. */
  readonly tracking?: number;
  /** Alignment of lines in the box: at the side where the text begins, centred, or at the other side. */
  readonly align: 'start' | 'middle' | 'end';
  readonly anchor: 'top' | 'middle' | 'bottom';
  /** Maximum number of lines; as many as fit when left out. */
  readonly lines?: number;
}

/** A line to draw: `x` and `baseline` in pixels, left-aligned. */
export interface Line {
  readonly text: string;
  readonly x: number;
  readonly baseline: number;
}

/** Context of a text in its design. */
export interface Page {
  /** All text of the design, which decides the form of letters that languages share. */
  readonly words: string;
  /** Direction of the design. A text without letters, such as a price, follows it. */
  readonly toward: 'ltr' | 'rtl';
}

/** A typeset text with everything needed to draw it. */
export interface Block {
  readonly lines: readonly Line[];
  readonly font: string;
  /** Pixels. */
  readonly size: number;
  readonly tracking: number;
  readonly direction: 'ltr' | 'rtl';
  /** The box it may cover, and the extent of its ink. */
  readonly box: Box;
  readonly ink: Box;
}

const RTL = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;
const STRONG = /\p{Letter}/u;
const JOINED = /[\p{Script=Arabic}\p{Script=Thai}\p{Script=Devanagari}\p{Script=Bengali}]/u;

/** Direction of a text, by its first letter. */
export function directionOf(text: string): 'ltr' | 'rtl' {
  const first = [...text].find((letter) => STRONG.test(letter));
  return first !== undefined && RTL.test(first) ? 'rtl' : 'ltr';
}

/** Scripts that only have the plain typeface, and no italics. */
const PLAIN =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

const wordsOf = new Intl.Segmenter('und', { granularity: 'word' });
const lettersOf = new Intl.Segmenter('und', { granularity: 'grapheme' });
const SPACE = /^\s+$/u;
const CLOSES = /^[\p{Pe}\p{Pf}]$/u;
/** Maximum letters of a bracketed text that is kept on one line. */
const SHORT = 9;
const OPENS = /^[\p{Ps}\p{Pi}¿¡$€£#@]$/u;

/** A piece after which a line may end; `space` separates it from the next on the same line. */
interface Piece {
  readonly text: string;
  readonly space: string;
}

/** Scripts without spaces between words. */
const UNSPACED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/**
 * Splits a paragraph into pieces: at spaces, and between words of scripts without spaces. Punctuation stays with its
 * word.
 */
function piecesOf(paragraph: string): readonly Piece[] {
  const pieces: { text: string; space: string }[] = [];
  let isOpen = false;
  for (const { segment, isWordLike = false } of wordsOf.segment(paragraph)) {
    const last = pieces.at(-1);
    if (SPACE.test(segment)) {
      if (last !== undefined) last.space = ' ';
      isOpen = false;
      continue;
    }
    const opens = OPENS.test(segment);
    if (last === undefined || last.space !== '' || (!isOpen && (opens || (isWordLike && UNSPACED.test(segment)))))
      pieces.push({ text: segment, space: '' });
    else last.text += segment;
    isOpen = opens || (isOpen && !CLOSES.test(segment) && (pieces.at(-1)?.text.length ?? 0) < SHORT);
  }
  return pieces;
}

const measured = (context: SKRSContext2D, text: string): number => {
  const { width, actualBoundingBoxRight } = context.measureText(text);
  return Math.max(width, actualBoundingBoxRight);
};

/**
 * Lines of a paragraph no wider than `width`; undefined when a piece is wider.
 * @param broken words may be broken
 */
function wrapped(
  context: SKRSContext2D,
  pieces: readonly Piece[],
  width: number,
  broken: boolean,
): readonly string[] | undefined {
  const parts = broken
    ? pieces.flatMap(({ text, space }) => {
        const letters = [...lettersOf.segment(text)].map(({ segment }) => segment);
        return letters.map((letter, index) => ({ text: letter, space: index === letters.length - 1 ? space : '' }));
      })
    : pieces;
  const lines: string[] = [];
  let line = '';
  let space = '';
  for (const piece of parts) {
    const longer = line === '' ? piece.text : `${line}${space}${piece.text}`;
    if (measured(context, longer) <= width) line = longer;
    else {
      if (line !== '') lines.push(line);
      if (measured(context, piece.text) > width) return undefined;
      line = piece.text;
    }
    ({ space } = piece);
  }
  return line === '' ? lines : [...lines, line];
}

type Wrap = typeof wrapped;

/** Balances the lines: the narrowest width that needs no more of them. */
function balanced(
  context: SKRSContext2D,
  pieces: readonly Piece[],
  width: number,
  broken: boolean,
): readonly string[] | undefined {
  let best = wrapped(context, pieces, width, broken);
  if (best === undefined || best.length < 2) return best;
  let [low, high] = [width / best.length, width];
  for (let step = 0; step < 7; step += 1) {
    const middle = (low + high) / 2;
    const lines = wrapped(context, pieces, middle, broken);
    if (lines !== undefined && lines.length <= best.length) [best, high] = [lines, middle];
    else low = middle;
  }
  return best;
}

interface Measured {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly above: number;
  readonly below: number;
}

function measure(context: SKRSContext2D, text: string): Measured {
  const { actualBoundingBoxLeft, actualBoundingBoxRight, actualBoundingBoxAscent, actualBoundingBoxDescent } =
    context.measureText(text);
  return {
    text,
    left: -actualBoundingBoxLeft,
    right: actualBoundingBoxRight,
    above: actualBoundingBoxAscent,
    below: actualBoundingBoxDescent,
  };
}

function dress(
  context: SKRSContext2D,
  { font, tracking, direction }: Pick<Block, 'font' | 'tracking' | 'direction'>,
): void {
  context.font = font;
  context.letterSpacing = `${tracking}px`;
  context.direction = direction;
  context.textAlign = 'left';
  context.textBaseline = 'alphabetic';
}

const AIR = 0.08;

type Look = Pick<Block, 'font' | 'size' | 'tracking' | 'direction'> & Pick<Page, 'toward'>;

/** Typesets a text at one size; undefined when it does not fit. */
function tried(
  context: SKRSContext2D,
  paragraphs: readonly (readonly Piece[])[],
  box: Box,
  style: TypeStyle,
  look: Look,
  wrap: (pieces: readonly Piece[]) => readonly string[] | undefined,
): Block | undefined {
  dress(context, look);
  const wraps = paragraphs.map(wrap);
  if (wraps.some((lines) => lines === undefined)) return undefined;
  const lines = wraps.flatMap((each) => each ?? []).map((text) => measure(context, text));
  const [first, last] = [lines[0], lines.at(-1)];
  if (first === undefined || last === undefined || lines.length > (style.lines ?? Infinity)) return undefined;
  const gap = lines
    .slice(1)
    .reduce(
      (max, { above }, index) => Math.max(max, above + (lines[index]?.below ?? 0) + AIR * look.size),
      style.leading * look.size,
    );
  const height = first.above + gap * (lines.length - 1) + last.below;
  if (height > box.height || lines.some(({ left, right }) => right - left > box.width)) return undefined;
  const top = box.y + (box.height - height) * { top: 0, middle: 0.5, bottom: 1 }[style.anchor];
  const isLeft = (style.align === 'start') === (look.toward === 'ltr');
  const placed = lines.map(({ text, left, right }, index) => {
    const at =
      style.align === 'middle'
        ? box.x + (box.width - (right - left)) / 2
        : isLeft
          ? box.x
          : box.x + box.width - (right - left);
    return { text, x: at - left, baseline: top + first.above + gap * index, from: at, to: at + right - left };
  });
  const from = Math.min(...placed.map((line) => line.from));
  const { font, size, tracking, direction } = look;
  return {
    font,
    size,
    tracking,
    direction,
    box,
    lines: placed.map(({ text, x, baseline }) => ({ text, x, baseline })),
    ink: { x: from, y: top, width: Math.max(...placed.map(({ to }) => to)) - from, height },
  };
}

/** Ratio of each size to the previous one. */
const STEP = 0.96;
/** Minimum size of broken words, as a share of the smallest regular size. */
const BROKEN = 0.7;

/**
 * Typesets a text as large as its box allows, in balanced lines. A word is broken only if the smallest size does not
 * fit.
 * @returns undefined for an empty text, and for one that does not fit at all
 */
export function setText(
  context: SKRSContext2D,
  text: string,
  box: Box,
  style: TypeStyle,
  { words: together, toward }: Page,
): Block | undefined {
  const paragraphs = text
    .split('\n')
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .map(piecesOf);
  if (paragraphs.length === 0) return undefined;
  const direction = directionOf(text);
  const isPlain = PLAIN.test(text);
  const families = familiesOf(isPlain ? 'sans' : style.face, together);
  const slope = style.italic === true && !isPlain ? 'italic ' : '';
  const isJoined = JOINED.test(text);
  const look = (size: number): Look => ({
    font: `${slope}${style.weight} ${size.toFixed(2)}px ${families}`,
    size,
    tracking: isJoined ? 0 : (style.tracking ?? 0) * size,
    direction,
    toward,
  });
  for (const broken of [false, true]) {
    const sizes = sizesOf(style.size.max, style.size.min * (broken ? BROKEN : 1));
    const fits = (size: number, wrap: Wrap): Block | undefined =>
      tried(context, paragraphs, box, style, look(size), (pieces) => wrap(context, pieces, box.width, broken));
    // Balanced lines may need slightly more height than unbalanced ones, so smaller sizes are tried too.
    for (const size of sizes.slice(firstThat(sizes, (one) => fits(one, wrapped) !== undefined))) {
      const block = fits(size, paragraphs.length === 1 || style.align === 'middle' ? balanced : wrapped);
      if (block !== undefined) return block;
    }
  }
  return undefined;
}

/** Sizes in descending order, each slightly smaller than the previous one. */
function sizesOf(max: number, min: number): readonly number[] {
  const count = Math.max(0, Math.floor(Math.log(min / max) / Math.log(STEP)) + 1);
  return Array.from({ length: count }, (_, index) => max * STEP ** index);
}

/**
 * First index from which a condition holds for all following items; the row's length when it never does. Found by
 * binary search.
 */
function firstThat<T>(row: readonly T[], holds: (one: T) => boolean): number {
  let [low, high] = [0, row.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const one = row[middle];
    if (one !== undefined && holds(one)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Draws a typeset text.
 * @param colour in CSS syntax
 */
export function drawBlock(context: SKRSContext2D, block: Block, colour: string): void {
  context.save();
  dress(context, block);
  context.fillStyle = colour;
  for (const { text, x, baseline } of block.lines) context.fillText(text, x, baseline);
  context.restore();
}
