import { describe, expect, it } from '@jest/globals';
import { inflateSync } from 'node:zlib';
import { InvoiceDrawing } from './invoice.drawing.js';
import type { InvoiceEvent } from './invoice.events.js';
import { emptyInvoice, withEvent, type InvoiceDocument, type PaidInvoice } from './invoice.js';
import { drawInvoice } from './invoice.pdf.js';
import { isWritable, sheetOf, type SheetContext } from './invoice.sheet.js';

const START = Date.UTC(2026, 0, 31);
const origin = (day: number) => ({
  factId: `f${day}`,
  occurredAt: START + day * 86_400_000,
  currency: 'eur',
  invoiceId: 'in1',
});
const PAID: InvoiceEvent = {
  type: 'PaymentSucceeded',
  at: START,
  data: {
    ...origin(0),
    amountPaid: 123_450,
    anchor: START,
    months: 12,
    periodEnd: Date.UTC(2027, 0, 31),
    periodStart: START,
    priceId: 'kinora-pro-yearly',
    reason: 'start',
    tax: 19_711,
    usage: [],
  },
};
const REFUND: InvoiceEvent = {
  type: 'PaymentRefunded',
  at: START,
  data: { ...origin(5), amount: 450, refundId: 'r1' },
};

function invoice(...events: readonly InvoiceEvent[]): PaidInvoice {
  const start: InvoiceDocument = emptyInvoice({
    userId: 'u',
    appName: 'kinora',
    gateway: 'stripe',
    platformName: 'card',
    gatewayInvoiceId: 'in1',
    sold: { kind: 'subscription', id: 's' },
  });
  const { payment, ...rest } = events.reduce(withEvent, start);
  if (payment === null) throw new Error('it was not paid');
  return { ...rest, payment };
}

const context = (more: Partial<SheetContext> = {}): SheetContext => ({
  language: 'en',
  seller: ['Kinora Ltd', '1 Long Street', 'VAT GB123'],
  buyer: { name: 'Żaneta Müller', email: 'zaneta@example.org', country: 'DE' },
  product: { productName: 'Kinora Pro', duration: 12 },
  discountRate: 0,
  ...more,
});

/** Replaces non-breaking spaces with ordinary ones. */
const spaced = (words: string | undefined): string => (words ?? '').replaceAll(/[\u00a0\u202f]/g, ' ');

const text = (pdf: Buffer): string => pdf.toString('latin1');
/** The content of each stream of a PDF, inflated. */
const streamsOf = (pdf: Buffer): readonly string[] =>
  [...text(pdf).matchAll(/stream\n([\s\S]*?)\nendstream/g)].map(([, body = '']) => {
    const bytes = Buffer.from(body, 'latin1');
    try {
      return inflateSync(bytes).toString('latin1');
    } catch {
      return body;
    }
  });
/** Every character that the PDF's fonts map their glyphs to. */
function charactersOf(pdf: Buffer): ReadonlySet<string> {
  const maps = streamsOf(pdf).filter((stream) => stream.includes('beginbfchar') || stream.includes('beginbfrange'));
  const codes = maps.flatMap((map) =>
    [...map.matchAll(/<([0-9A-Fa-f]+)> (?:<([0-9A-Fa-f]+)> )?<([0-9A-Fa-f]{4})>/g)].flatMap(
      ([, from = '', to, first = '']) => {
        const length = to === undefined ? 1 : Number.parseInt(to, 16) - Number.parseInt(from, 16) + 1;
        return Array.from({ length }, (_, index) => Number.parseInt(first, 16) + index);
      },
    ),
  );
  return new Set(codes.map((code) => String.fromCodePoint(code).normalize('NFKC')));
}

describe('the sheet of an invoice', () => {
  it('says who sold what to whom, when, for how much and with what tax', () => {
    const sheet = sheetOf(invoice(PAID), context());
    expect(sheet).toMatchObject({
      title: 'Invoice',
      mark: { text: 'Paid', isGood: true },
      seller: ['Kinora Ltd', '1 Long Street', 'VAT GB123'],
      buyer: ['Żaneta Müller', 'zaneta@example.org'],
      line: { label: 'Kinora Pro, yearly plan', details: ['January 31, 2026 – January 31, 2027'] },
    });
    expect(spaced(sheet.line.value)).toBe('EUR 1,037.39');
    expect(sheet.facts.map(({ value }) => value)).toEqual([expect.stringMatching(/^KIN-/), 'January 31, 2026']);
    expect(sheet.sums.map(({ label, value }) => spaced(`${label} ${value}`))).toEqual([
      'Excluding tax EUR 1,037.39',
      'Tax EUR 197.11',
      'Total EUR 1,234.50',
    ]);
    expect(sheet.notes.join(' ')).not.toContain('sandbox');
  });

  it('is written in the language that is asked for, its amounts and days too', () => {
    const german = sheetOf(invoice(PAID), context({ language: 'de' }));
    expect([german.title, german.line.label, spaced(german.sums[2]?.value), german.facts[1]?.value]).toEqual([
      'Rechnung',
      'Kinora Pro, Jahrestarif',
      '1.234,50 EUR',
      '31. Januar 2026',
    ]);
    expect(sheetOf(invoice(PAID), context({ language: 'ar' })).title).toBe('فاتورة');
  });

  it('says what was given back and what is left', () => {
    const sheet = sheetOf(invoice(PAID, REFUND), context());
    expect(sheet.mark).toEqual({ text: 'Partly refunded', isGood: false });
    expect(sheet.sums.slice(3).map(({ label, value }) => spaced(`${label} ${value}`))).toEqual([
      'Refunded on February 5, 2026 -EUR 4.50',
      'Total after refunds EUR 1,230.00',
    ]);
  });

  it('names a discount, and that a payment in the sandbox is a test', () => {
    expect(sheetOf(invoice(PAID), context({ discountRate: 20 })).line.details).toContain('Includes a 20% discount');
    expect(sheetOf({ ...invoice(PAID), gateway: 'sandbox' }, context()).notes.join(' ')).toContain(
      'no real money was charged',
    );
  });

  it('leaves out a name in letters that no font is here for, and keeps the address', () => {
    expect(sheetOf(invoice(PAID), context({ buyer: { name: '山田太郎', email: 'yamada@example.org' } })).buyer).toEqual(
      ['yamada@example.org'],
    );
    expect([
      isWritable('Ólafur Łódź'),
      isWritable('Ирина'),
      isWritable('Αθηνά'),
      isWritable('محمد'),
      isWritable('Ann 7'),
      isWritable('Ann 🎬'),
      isWritable('สมชาย'),
    ]).toEqual([true, true, true, true, true, false, false]);
  });

  it('is of the paper that the buyer’s country writes on', () => {
    expect([
      sheetOf(invoice(PAID), context()).paper,
      sheetOf(invoice(PAID), context({ buyer: { country: 'US' } })).paper,
    ]).toEqual(['a4', 'letter']);
  });
});

describe('the PDF of an invoice', () => {
  it.each([
    ['en', 'a4', '[0 0 595 842]'],
    ['de', 'a4', '[0 0 595 842]'],
    ['ar', 'letter', '[0 0 612 792]'],
  ] as const)('in %s is one page of paper %s', async (language, paper, box) => {
    const pdf = text(await drawInvoice({ ...sheetOf(invoice(PAID), context({ language })), paper }));
    expect(pdf.startsWith('%PDF-1.')).toBe(true);
    expect(pdf.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(1);
    expect(pdf).toContain(`/MediaBox ${box}`);
  });

  it('has in its fonts every character that it shows, joined Arabic letters too, so that it can be searched and copied', async () => {
    for (const language of ['en', 'de', 'ar'] as const) {
      const sheet = sheetOf(invoice(PAID, REFUND), context({ language }));
      const words = [
        sheet.title,
        sheet.line.label,
        ...sheet.buyer,
        ...sheet.facts.flatMap(({ label, value }) => [label, value]),
        ...sheet.sums.flatMap(({ label, value }) => [label, value]),
        ...sheet.notes,
      ].join('');
      const known = charactersOf(await drawInvoice(sheet));
      const missing = [...new Set(words.normalize('NFKC'))].filter(
        (sign) => !/[\s\p{Cf}\p{M}]/u.test(sign) && !known.has(sign),
      );
      expect([language, missing]).toEqual([language, []]);
    }
  });

  it('has each of the Arabic letters alone, at the begin, in the middle and at the end of a word', async () => {
    const sheet = sheetOf(invoice(PAID), context());
    const letters = [...'ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىي'];
    for (const form of [
      (letter: string) => letter,
      (letter: string) => `${letter}ب`,
      (letter: string) => `ب${letter}ب`,
      (letter: string) => `ب${letter}`,
    ]) {
      const known = charactersOf(await drawInvoice({ ...sheet, buyer: [letters.map(form).join(' ')] }));
      expect([form('ك'), letters.filter((letter) => !known.has(letter))]).toEqual([form('ك'), []]);
    }
  });

  it('is the same bytes for the same invoice, and others for another', async () => {
    const sheet = sheetOf(invoice(PAID), context({ language: 'ar' }));
    const [once, again, other] = [
      await drawInvoice(sheet),
      await drawInvoice(sheet),
      await drawInvoice(sheetOf(invoice(PAID, REFUND), context({ language: 'ar' }))),
    ];
    expect(once.equals(again)).toBe(true);
    expect(once.equals(other)).toBe(false);
  });

  it('is drawn away from the event loop, and kept', async () => {
    const drawing = new InvoiceDrawing();
    const sheet = sheetOf(invoice(PAID), context());
    try {
      let [isDone, turns] = [false, 0];
      const drawn = drawing.draw(sheet, 'user').finally(() => {
        isDone = true;
      });
      for (; !isDone; turns += 1) await new Promise((resolve) => setImmediate(resolve));
      expect(turns).toBeGreaterThan(5);
      expect((await drawInvoice(sheet)).equals(await drawn)).toBe(true);
      expect(await drawing.draw(sheet, 'another')).toBe(await drawn);
    } finally {
      await drawing.onModuleDestroy();
    }
  });

  it('is refused to whoever has too many under way, and to nobody else', async () => {
    const drawing = new InvoiceDrawing();
    try {
      const sheets = Array.from({ length: 7 }, (_, index) =>
        sheetOf(invoice(PAID), context({ seller: [`Kinora ${index}`] })),
      );
      const flood = Promise.allSettled(sheets.map((sheet) => drawing.draw(sheet, 'flood')));
      const other = drawing.draw(sheetOf(invoice(PAID), context()), 'other');
      expect((await flood).map(({ status }) => status)).toEqual([
        ...Array<string>(5).fill('fulfilled'),
        'rejected',
        'rejected',
      ]);
      expect((await other).byteLength).toBeGreaterThan(1_000);
    } finally {
      await drawing.onModuleDestroy();
    }
  });
});
