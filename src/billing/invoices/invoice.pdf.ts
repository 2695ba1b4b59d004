import type { SKRSContext2D } from '@napi-rs/canvas';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { isRightToLeft } from '../../kernel/locales.shared.js';
import type { Sheet, SheetRow } from './invoice.sheet.js';

/** Points, 72 per inch: ISO 216 and ANSI/ASME Y14.1. */
const PAPER = { a4: { width: 595, height: 842 }, letter: { width: 612, height: 792 } } as const;
const MARGIN = 56;
const INK = '#1b1a18';
const SOFT = '#6b6661';
const LINE = '#d9d5cf';
const GOOD = '#0f6b45';
const NOTICE = '#8a5a00';

/** Fallback order of the fonts. */
const FONTS = [
  ...['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'vietnamese'].map((part) => ({
    family: `Invoice ${part}`,
    file: `@fontsource-variable/inter/files/inter-${part}-wght-normal.woff2`,
  })),
  {
    family: 'Invoice arabic',
    file: '@fontsource-variable/noto-sans-arabic/files/noto-sans-arabic-arabic-wght-normal.woff2',
  },
];
const FAMILIES = FONTS.map(({ family }) => `"${family}"`).join(',');

/**
 * Turns ligatures and joined forms off, so that each letter is the one glyph that the font has a character for and the
 * text can be searched and copied. Some joined forms have a character of their own; the final kaf has none.
 */
const LETTER_BY_LETTER = '"calt" 0, "ccmp" 0, "liga" 0, "rlig" 0, "init" 0, "medi" 0, "fina" 0, "isol" 0';
const IS_ARABIC = /\p{Script=Arabic}/u;

type Canvas = typeof import('@napi-rs/canvas');
let loading: Promise<Canvas> | undefined;

/** Loaded with the first invoice, because nothing else draws. */
function load(): Promise<Canvas> {
  loading ??= (async () => {
    const canvas = await import('@napi-rs/canvas');
    const { resolve } = createRequire(import.meta.url);
    for (const { family, file } of FONTS) canvas.GlobalFonts.register(await readFile(resolve(file)), family);
    return canvas;
  })();
  // A failed load may succeed the next time.
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

interface Style {
  readonly size: number;
  readonly weight?: 400 | 600 | 700;
  readonly colour?: string;
}

/** Draws at a distance from the top and from the side where the language starts; points. */
class Page {
  private readonly isMirrored: boolean;

  constructor(
    private readonly canvas: Canvas,
    private readonly context: SKRSContext2D,
    readonly size: { readonly width: number; readonly height: number },
    { language }: Pick<Sheet, 'language'>,
  ) {
    this.isMirrored = isRightToLeft(language);
    context.lang = language;
  }

  /** @param side the edge of the text placed at `from`, which is measured from the same side of the page */
  text(text: string, side: 'start' | 'end', from: number, y: number, style: Style): void {
    const isLeft = (side === 'start') !== this.isMirrored;
    const x = isLeft ? from : this.size.width - from;
    // On a mirrored page, text without Arabic, such as an address or number, keeps its own direction.
    const set = (context: SKRSContext2D): void => {
      context.font = font(style);
      context.textAlign = isLeft ? 'left' : 'right';
      context.direction = this.isMirrored && IS_ARABIC.test(text) ? 'rtl' : 'ltr';
      context.fillStyle = style.colour ?? INK;
    };
    set(this.context);
    if (IS_ARABIC.test(text)) this.arabic(text, x, y, set);
    else this.plain(text, x, y);
  }

  /** Breaks text into lines of a maximum width; splits a word that is too long. */
  lines(text: string, width: number, style: Style): readonly string[] {
    this.context.font = font(style);
    const fits = (line: string): boolean => this.context.measureText(line).width <= width;
    const lines: string[] = [];
    let line = '';
    for (const word of text.split(' ').flatMap((one) => (fits(one) ? [one] : broken(one, fits)))) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (line === '' || fits(longer)) line = longer;
      else {
        lines.push(line);
        line = word;
      }
    }
    return [...lines, line];
  }

  rule(y: number): void {
    this.context.fillStyle = LINE;
    this.context.fillRect(MARGIN, y, this.size.width - 2 * MARGIN, 0.75);
  }

  private plain(text: string, x: number, y: number): void {
    this.context.fontFeatureSettings = LETTER_BY_LETTER;
    this.context.fillText(text, x, y);
    this.context.fontFeatureSettings = 'normal';
  }

  /**
   * Joined Arabic letters have no character of their own in the font. They are drawn as outlines, with the invisible
   * letters in their place.
   */
  private arabic(text: string, x: number, y: number, set: (context: SKRSContext2D) => void): void {
    const { createCanvas, Path2D, SvgExportFlag } = this.canvas;
    const outlines = createCanvas(this.size.width, this.size.height, SvgExportFlag.ConvertTextToPaths);
    const context = outlines.getContext('2d');
    context.lang = this.context.lang;
    set(context);
    context.fillText(text, x, y);
    for (const [, path] of outlines
      .getContent()
      .toString('utf8')
      .matchAll(/<path[^>]*\sd="([^"]+)"/g))
      this.context.fill(new Path2D(path));
    this.context.fillStyle = 'rgba(0,0,0,0)';
    this.plain(text, x, y);
  }
}

const font = ({ size, weight = 400 }: Style): string => `${weight} ${size}px ${FAMILIES}`;

function broken(word: string, fits: (text: string) => boolean): readonly string[] {
  const parts: string[] = [];
  let part = '';
  for (const { segment } of new Intl.Segmenter().segment(word)) {
    if (part !== '' && !fits(part + segment)) {
      parts.push(part);
      part = '';
    }
    part += segment;
  }
  return [...parts, part];
}

/**
 * Draws an invoice as a one-page PDF. Its text can be searched and copied, its fonts are embedded, and the same sheet
 * gives the same bytes.
 * @throws Error when the fonts cannot be read
 */
export async function drawInvoice(sheet: Sheet): Promise<Buffer> {
  const canvas = await load();
  const { facts, seller } = sheet;
  const pdf = new canvas.PDFDocument({
    title: `${sheet.title} ${facts[0]?.value ?? ''}`.trim(),
    author: seller[0] ?? 'Kinora',
    creator: 'Kinora',
  });
  const size = PAPER[sheet.paper];
  // the page's context comes from the same library
  const page = new Page(canvas, pdf.beginPage(size.width, size.height) as SKRSContext2D, size, sheet);
  const bottom = drawParties(page, sheet, drawHead(page, sheet));
  drawSums(page, sheet, drawLine(page, sheet, bottom + 40));
  pdf.endPage();
  return pdf.close();
}

/**
 * Draws lines below each other.
 * @returns position of the next line
 */
function drawLines(
  page: Page,
  lines: readonly string[],
  side: 'start' | 'end',
  from: number,
  y: number,
  style: Style,
  width: number,
): number {
  let at = y;
  for (const line of lines.flatMap((one) => page.lines(one, width, style))) {
    page.text(line, side, from, at, style);
    at += style.size * 1.5;
  }
  return at;
}

function drawHead(page: Page, { title, mark, seller: [name = '', ...address] }: Sheet): number {
  page.text(title, 'end', MARGIN, 74, { size: 24, weight: 700 });
  page.text(mark.text, 'end', MARGIN, 96, { size: 11, weight: 600, colour: mark.isGood ? GOOD : NOTICE });
  const below = drawLines(page, [name], 'start', MARGIN, 70, { size: 13, weight: 700 }, COLUMN);
  return Math.max(120, drawLines(page, address, 'start', MARGIN, below, { size: 9.5, colour: SOFT }, COLUMN));
}

/** Width of each of the two columns. */
const COLUMN = 230;

function drawParties(page: Page, { billedTo, buyer, facts }: Sheet, top: number): number {
  const y = top + 28;
  page.text(billedTo, 'start', MARGIN, y, { size: 9.5, colour: SOFT });
  const left = drawLines(page, buyer, 'start', MARGIN, y + 17, { size: 11 }, COLUMN);
  let right = y;
  for (const { label, value } of facts) {
    page.text(label, 'end', MARGIN, right, { size: 9.5, colour: SOFT });
    page.text(value, 'end', MARGIN, right + 17, { size: 11 });
    right += 42;
  }
  return Math.max(left, right - 20);
}

function drawRow(page: Page, { label, value, isStrong }: SheetRow, y: number, style: Style): void {
  const weight = isStrong === true ? 700 : (style.weight ?? 400);
  page.text(label, 'start', MARGIN, y, { ...style, weight });
  page.text(value, 'end', MARGIN, y, { ...style, weight });
}

function drawLine(page: Page, { heads, line }: Sheet, top: number): number {
  drawRow(page, heads, top, { size: 9.5, colour: SOFT });
  page.rule(top + 10);
  drawRow(page, line, top + 34, { size: 11, weight: 600 });
  const below = drawLines(
    page,
    line.details,
    'start',
    MARGIN,
    top + 52,
    { size: 9.5, colour: SOFT },
    page.size.width - 2 * MARGIN - 120,
  );
  page.rule(below + 4);
  return below + 4;
}

function drawSums(page: Page, { sums, notes }: Sheet, top: number): void {
  let y = top + 26;
  for (const row of sums) {
    drawRow(page, row, y, { size: row.isStrong === true ? 12 : 10.5 });
    y += 21;
  }
  page.rule(y - 8);
  drawLines(page, notes, 'start', MARGIN, y + 20, { size: 9.5, colour: SOFT }, page.size.width - 2 * MARGIN);
}
