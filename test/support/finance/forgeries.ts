import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { rootBody } from '../../../src/credits/proof/root.shared.js';
import { canonicalJson } from '../../../src/kernel/event-sourcing/canonical.js';
import { linkHash, linkId } from '../../../src/kernel/event-sourcing/chain.js';
import { readCsv, writeCsv, type CsvRow } from './csv-file.js';
import type { StreamName } from '../../../src/kernel/event-sourcing/event.js';

/** The file of roots in an export. */
export const rootsFile = z.object({
  roots: z.array(z.object({ day: z.string(), body: z.string(), signature: z.string() })),
});
const closingsFile = z.object({
  closings: z.array(
    z.object({ month: z.string(), closing: z.number(), file: z.object({ body: z.string() }).loose().nullable() }),
  ),
});
/** Changes the signed file of the closing. */
const inClosing =
  (change: (body: string) => string | null) =>
  (folder: string): void => {
    const path = join(folder, 'closings.json');
    const { closings } = closingsFile.parse(JSON.parse(readFileSync(path, 'utf8')));
    writeFileSync(
      path,
      JSON.stringify({
        closings: closings.map((one) => {
          const body = one.file === null ? null : change(one.file.body);
          return { ...one, file: body === null ? null : { ...one.file, body } };
        }),
      }),
    );
  };

const isOf =
  (stream: string) =>
  (row: CsvRow): boolean =>
    row['stream'] === stream;

/** Chains the events of a stream anew, as a forger would who knows how hashes are made. */
export function rehash(rows: readonly CsvRow[], stream: string): void {
  let previous = '0'.repeat(64);
  for (const row of rows.filter(isOf(stream))) {
    row['previousHash'] = previous;
    previous = linkHash(previous, {
      stream: stream as StreamName,
      revision: Number(row['revision']),
      type: row['type'] ?? '',
      version: Number(row['version']),
      at: Date.parse(row['at'] ?? ''),
      data: row['data'] ?? '',
    }); // a stream of the export
    row['hash'] = previous;
    row['eventId'] = linkId(previous);
  }
}

const dataOf = (row: CsvRow): Record<string, unknown> =>
  z.record(z.string(), z.unknown()).parse(JSON.parse(row['data'] ?? ''));

export function found(rows: readonly CsvRow[], isMeant: (row: CsvRow) => boolean): CsvRow {
  const row = rows.find(isMeant);
  if (row === undefined) throw new Error('the history has no such row');
  return row;
}

/** Recognises an event of a stream by its revision. */
const eventOf =
  (stream: string) =>
  (revision: number) =>
  (row: CsvRow): boolean =>
    row['stream'] === stream && row['revision'] === String(revision);
const OWING = 'credits-owing.kinora.credits';
const owing = eventOf(OWING);
const DRAFTING = 'credits-drafting.kinora.credits';
const drafting = eventOf(DRAFTING);
const REMIXING = 'credits-remixing.kinora.credits';
const AUTHOR = 'credits-author.kinora.credits';
const TWO_TYPES = 'credits-pack-two-types.kinora.api_credits';

/** Changes the rows of one file of a folder. */
export const inFile =
  (name: string, change: (rows: CsvRow[]) => CsvRow[] | undefined) =>
  (folder: string): void => {
    const path = join(folder, `${name}.csv`);
    const rows = readCsv(path);
    writeCsv(path, change(rows) ?? rows);
  };

export const changeData = (row: CsvRow, change: Record<string, unknown>): void => {
  row['data'] = canonicalJson({ ...dataOf(row), ...change });
};

export const withoutNewestRoots = (folder: string): void => {
  const path = join(folder, 'roots.json');
  const { roots } = rootsFile.parse(JSON.parse(readFileSync(path, 'utf8')));
  writeFileSync(path, JSON.stringify({ roots: roots.slice(3) }));
};

/** Changes what some roots state. They are not signed again, so that the signature differs, too. */
const restating =
  (change: (body: z.infer<typeof rootBody>, place: number) => object) =>
  (folder: string): void => {
    const path = join(folder, 'roots.json');
    const { roots } = rootsFile.parse(JSON.parse(readFileSync(path, 'utf8')));
    writeFileSync(
      path,
      JSON.stringify({
        roots: roots.map((one, place) => ({
          ...one,
          body: canonicalJson(change(rootBody.parse(JSON.parse(one.body)), place)),
        })),
      }),
    );
  };
const coversOf = (body: z.infer<typeof rootBody>) => ('covers' in body ? body.covers : []);

/** An entry beside the first one of a journal, on its day. Amounts above 0 are debits. */
function entryOf(
  rows: readonly CsvRow[],
  kind: string,
  amounts: readonly (readonly [string, number])[],
  day = rows[0]?.['day'] ?? '',
): CsvRow[] {
  const first = found(rows, () => true);
  const entryId = [day, first['gateway'], first['currency'], kind].join('.');
  const accountOf = (role: string): CsvRow => {
    const { accountCode = '', accountName = '' } = rows.find((row) => row['role'] === role) ?? first;
    return { accountCode, accountName };
  };
  return amounts.map(([role, amount]) => ({
    ...first,
    ...accountOf(role),
    entryId,
    day,
    kind,
    role,
    debit: String(Math.max(amount, 0)),
    credit: String(Math.max(-amount, 0)),
  }));
}
/** Tax that became known of a closed month: it leaves the month, and enters another one. */
export const lateRows = (rows: readonly CsvRow[]): CsvRow[] => [
  ...entryOf(rows, 'late', [
    ['tax', 700],
    ['clearing', -700],
  ]),
  ...entryOf(
    rows,
    'late',
    [
      ['clearing', 700],
      ['tax', -700],
    ],
    '2027-01-01',
  ),
];

/** What is forged, how, and how the checker names it. */
export const FORGERIES: readonly (readonly [string, (folder: string) => void, RegExp])[] = [
  [
    'an altered amount',
    inFile('ledger', (rows) => void changeData(found(rows, owing(0)), { amount: 1_000 })),
    /ledger\.csv: credits-owing\.kinora\.credits event 0 is not what was hashed/,
  ],
  [
    'an altered amount with new hashes',
    inFile('ledger', (rows) => {
      changeData(found(rows, owing(0)), { amount: 1_000, available: 1_000 });
      rehash(rows, OWING);
      return undefined;
    }),
    /roots\.json: root of \S+ is not the root of the exported events/,
  ],
  [
    'a removed event',
    inFile('ledger', (rows) => rows.filter((row) => !owing(4)(row))),
    /ledger\.csv: credits-owing\.kinora\.credits event 5 follows event 3: an event is missing/,
  ],
  [
    'a removed last event',
    (folder) => {
      inFile('ledger', (rows) => rows.filter((row) => !owing(11)(row)))(folder);
      // Without the later events, which would take its place in the count.
      const {
        roots: [newest],
      } = rootsFile.parse(JSON.parse(readFileSync(join(folder, 'roots.json'), 'utf8')));
      inFile('other-events', (rows) =>
        rows.filter(({ recordedAt = '' }) => recordedAt.slice(0, 10) <= (newest?.day ?? '')),
      )(folder);
    },
    /roots\.json: root of \S+ covers \d+ events, but the export has \d+: events are missing/,
  ],
  [
    'a moved event',
    inFile('ledger', (rows) => {
      const [first, second] = [rows.findIndex(owing(1)), rows.findIndex(owing(2))];
      const [one, other] = [rows[first], rows[second]];
      if (one === undefined || other === undefined) return undefined;
      [one['position'], other['position']] = [other['position'] ?? '', one['position'] ?? ''];
      return rows.toSpliced(first, 1, other).toSpliced(second, 1, one);
    }),
    /ledger\.csv: credits-owing\.kinora\.credits event 2 follows event 0: an event is missing, moved or repeated/,
  ],
  [
    'an adjustment without an actor',
    inFile('ledger', (rows) => {
      const last = found(rows, owing(11));
      const available = Number(last['available']) + 500;
      const data = canonicalJson({
        adjustmentId: 'goodwill',
        amount: 500,
        available,
        reasonCode: 'goodwill',
        reference: 'case 2',
        taken: [],
      });
      const now = new Date().toISOString();
      const added = {
        ...last,
        position: String(Number(rows.at(-1)?.['position']) + 1),
        revision: '12',
        at: now,
        recordedAt: now,
        data,
        adjusted: '500',
        available: String(available),
        subject: 'goodwill',
        source: 'adjustment',
      };
      const forged = [...rows, added];
      rehash(forged, OWING);
      return forged;
    }),
    /ledger\.csv: credits-owing\.kinora\.credits event 12 is an adjustment that names no actor/,
  ],
  [
    'a changed split over grants',
    inFile('ledger', (rows) => {
      changeData(found(rows, owing(8)), {
        allocations: [
          { amount: 3, grantId: 'short' },
          { amount: 9, grantId: 'long' },
        ],
      });
      rehash(rows, OWING);
      return undefined;
    }),
    /ledger\.csv: credits-owing\.kinora\.credits event 8 splits its credits over grants/,
  ],
  [
    'a deduction above what the draft cost',
    inFile('ledger', (rows) => {
      changeData(found(rows, drafting(3)), { deducted: { amount: 3, holdId: 'draft' } });
      rehash(rows, DRAFTING);
      return undefined;
    }),
    /ledger\.csv: credits-drafting\.kinora\.credits event 4 deducts 3 credits of the draft draft, which was captured for 2/,
  ],
  [
    'a draft that is deducted twice',
    inFile('ledger', (rows) => {
      changeData(found(rows, drafting(5)), { deducted: { amount: 1, holdId: 'draft' } });
      rehash(rows, DRAFTING);
      return undefined;
    }),
    /ledger\.csv: credits-drafting\.kinora\.credits event 5 deducts the draft draft, which final has deducted/,
  ],
  [
    'a surcharge of which more was sold than was',
    inFile('ledger', (rows) => {
      const paid = [{ amount: 10, grantId: 'plan' }];
      changeData(found(rows, eventOf(REMIXING)(2)), { surcharge: { amount: 10, paid, work: 'work' } });
      rehash(rows, REMIXING);
      return undefined;
    }),
    /ledger\.csv: credits-remixing\.kinora\.credits event 2 states \[\('plan', 10\)\] as the sold credits of a surcharge of 10/,
  ],
  [
    'a share above its part of the surcharges',
    inFile('ledger', (rows) => {
      changeData(found(rows, eventOf(AUTHOR)(0)), { amount: 5, available: 5 });
      rehash(rows, AUTHOR);
      return undefined;
    }),
    /ledger\.csv: credits-author\.kinora\.credits was granted 5 credits for the work work/,
  ],
  [
    'a work that two accounts of a user pay for',
    inFile('ledger', (rows) => {
      for (const revision of [1, 2])
        changeData(found(rows, eventOf(TWO_TYPES)(revision)), { holdId: 'two-types-credits-0' });
      rehash(rows, TWO_TYPES);
      return undefined;
    }),
    /ledger\.csv: credits-pack-two-types\.kinora\.api_credits event 1 holds credits for two-types-credits-0, which credits-pack-two-types\.kinora\.credits pays for/,
  ],
  [
    'a changed row of revenue',
    inFile('revenue', (rows) => {
      found(rows, ({ gatewayInvoiceId, day }) => gatewayInvoiceId === 'in-eur-1' && day !== '')['recognised'] = '9999';
      return undefined;
    }),
    /revenue\.csv: .* has recognised 9999, but the events give \d+/,
  ],
  [
    'another rule for a pack',
    inFile('payments', (rows) => {
      found(rows, ({ gatewayInvoiceId }) => gatewayInvoiceId === 'in-pack-in-use')['recognition'] = 'by-time 2';
      return undefined;
    }),
    /revenue\.csv: .* is missing/,
  ],
  [
    'another rule for one of the packs of a day',
    inFile('payments', (rows) => {
      found(rows, ({ gatewayInvoiceId }) => gatewayInvoiceId === 'in-pack-used-up')['recognition'] = 'by-use 2';
      return undefined;
    }),
    /payments\.csv: invoiceId \S+ has the recognition by-use [12], but another pack paid on \S+ has by-use [12]/,
  ],
  [
    'a rule for packs that there is not',
    inFile('payments', (rows) => {
      found(rows, ({ recognition }) => recognition === 'by-use 12')['recognition'] = 'by-hope 12';
      return undefined;
    }),
    /payments\.csv: invoiceId \S+ has the recognition by-hope 12, which is no rule for packs/,
  ],
  [
    'a changed row of deferred revenue',
    inFile('deferred', (rows) => {
      found(rows, ({ currency }) => currency === 'eur')['closing'] = '1';
      return undefined;
    }),
    /deferred\.csv: currency eur day \S+ has closing 1, but the events give \d+/,
  ],
  [
    'a payment rewritten with new hashes',
    inFile('other-events', (rows) => {
      const row = found(rows, ({ type, data }) => type === 'PurchasePaid' && (data ?? '').includes('"in-yen"'));
      changeData(row, { amountPaid: 12_000 });
      rehash(rows, row['stream'] ?? '');
      return undefined;
    }),
    /payments\.csv: invoiceId \S+ has amount 1200, but the events give 12000/,
  ],
  ['roots removed from the end', withoutNewestRoots, /roots\.json: root of \S+ is missing, although its day was over/],
  [
    'a root of another day',
    (folder) => {
      const path = join(folder, 'roots.json');
      const { roots } = rootsFile.parse(JSON.parse(readFileSync(path, 'utf8')));
      writeFileSync(
        path,
        JSON.stringify({
          roots: roots.map((one, place) =>
            place === 0 ? { ...one, body: one.body.replace(/"events":\d+/, '"events":1') } : one,
          ),
        }),
      );
    },
    /roots\.json: root of \S+ is not signed by the key that it names/,
  ],
  [
    'a root that no longer covers payments',
    restating((body, place) =>
      place === 0 ? { ...body, covers: coversOf(body).filter(({ prefix }) => prefix === 'credits-') } : body,
    ),
    /roots\.json: root of \S+ no longer covers the streams \S+.*, which the root before it covered/,
  ],
  [
    'roots that cover nothing',
    restating((body) => ({ ...body, covers: [] })),
    /roots\.json: root of \S+ covers no streams/,
  ],
  [
    'a changed balance of a grant',
    inFile('grant-movements', (rows) => {
      found(rows, ({ grantId }) => grantId === 'long')['availableAfter'] = '900';
      return undefined;
    }),
    /grant-movements\.csv: stream credits-owing\.kinora\.credits revision 7 grantId long kind granted has availableAfter 900, but the events give 9/,
  ],
  [
    'a changed liability',
    inFile('liability', (rows) => {
      const [first] = rows;
      if (first !== undefined) first['available'] = '1';
      return undefined;
    }),
    /liability\.csv: .* has available 1, but the events give \d+/,
  ],
  [
    'a changed receivable',
    inFile('receivables', (rows) => {
      found(rows, owing(4))['amount'] = '1';
      return undefined;
    }),
    /receivables\.csv: credits-owing\.kinora\.credits event 4 has 1 and a balance of 25, but the events give 25 and 25/,
  ],
  [
    'an amount of the journal',
    inFile('journal', (rows) => {
      found(rows, ({ kind, role }) => kind === 'payment' && role === 'clearing')['debit'] = '1';
      return undefined;
    }),
    /journal\.csv: entry \S+\.payment does not balance: debits exceed credits by -\d+/,
  ],
  [
    'revenue that is booked on both sides alike',
    inFile('journal', (rows) => {
      const { entryId } = found(rows, ({ kind }) => kind === 'recognition');
      for (const row of rows)
        if (row['entryId'] === entryId)
          for (const side of ['debit', 'credit']) if (row[side] !== '0') row[side] = '7777';
      return undefined;
    }),
    /journal\.csv: revenue-\S+ \S+ sandbox \S+ is 7777, but the events give -?\d+/,
  ],
  [
    'revenue of plans booked as that of packs',
    inFile('journal', (rows) => {
      found(rows, ({ kind, role }) => kind === 'recognition' && role === 'revenue-plans')['role'] = 'revenue-packs';
      return undefined;
    }),
    /journal\.csv: revenue-packs \S+ sandbox \S+ is \d+, but the events give \d+/,
  ],
  [
    'late lines that do not come back',
    inFile('journal', (rows) => [...rows, ...lateRows(rows).slice(0, 2)]),
    /journal\.csv: late lines of sandbox \S+ tax add up to 700 over all months, not to 0/,
  ],
  [
    'the account of a line in a closed month',
    inFile(
      'journal',
      (rows) =>
        void Object.assign(
          found(rows, () => true),
          { accountCode: '9999' },
        ),
    ),
    /journal\.csv: entry \S+ \S+ has the account 9999 .+, but the closing of the month has \d+ /,
  ],
  [
    'a role of an account that no closing has',
    inFile(
      'journal',
      (rows) =>
        void Object.assign(
          found(rows, () => true),
          { role: 'cash' },
        ),
    ),
    /journal\.csv: entry \S+ has the role cash, which the closing of the month has no account for/,
  ],
  [
    'the decimal places of an amount of the journal',
    inFile(
      'journal',
      (rows) =>
        void Object.assign(
          found(rows, ({ currency }) => currency === 'eur'),
          { exponent: '0' },
        ),
    ),
    /journal\.csv: \S+ has the exponent 0, but eur has 2/,
  ],
  [
    'the name of an account in an open month',
    inFile('journal', (rows) => [
      ...rows,
      ...entryOf(
        rows,
        'late',
        [
          ['tax', 700],
          ['tax', -700],
        ],
        '2999-01-01',
      ).map((row, place) => (place === 0 ? row : { ...row, accountName: 'Private' })),
    ]),
    /journal\.csv: entry 2999-01-01\.\S+ tax has the account \d+ Private, but other lines have \d+ /,
  ],
  [
    'a fee that no transaction has',
    inFile('journal', (rows) => [
      ...rows,
      ...entryOf(rows, 'fee', [
        ['fees', 30],
        ['clearing', -30],
      ]),
    ]),
    /journal\.csv: \S+ sandbox \S+ fee fees is \d+, but the transactions give \d+/,
  ],
  [
    'a payout that the journal lacks',
    inFile('gateway-transactions', (rows) => [
      ...rows,
      {
        at: '2026-01-31T12:00:00.000Z',
        gateway: 'sandbox',
        transactionId: 'po',
        kind: 'payout',
        amount: '-500',
        fee: '0',
        currency: 'eur',
        exponent: '2',
        originalAmount: '',
        originalCurrency: '',
        originalExponent: '',
        subjectId: '',
        payoutId: '',
      },
    ]),
    /journal\.csv: clearing sandbox eur is -?\d+, but the transactions and the open differences give -?\d+/,
  ],
  [
    'an amount of the comparison with a gateway',
    inFile('tie-out', (rows) => {
      found(rows, ({ kinoraAmount }) => kinoraAmount !== '')['kinoraAmount'] = '1';
      return undefined;
    }),
    /tie-out\.csv: sandbox \S+ \S+ \S+ is 1, but payments, refunds and disputes give -?\d+/,
  ],
  [
    'a changed row of the journal of credits',
    inFile('credit-journal', (rows) => {
      found(rows, ({ account }) => account === 'spent')['debit'] = '1';
      return undefined;
    }),
    /credit-journal\.csv: entryId \S+\.spent account spent has debit 1, but the events give \d+/,
  ],
  [
    'a closing whose signed file was changed',
    inClosing((body) => body.replace(/"known":\d+/, '"known":1')),
    /closings\.json: closing \d{4}-\d\d\.1 is not signed by the key that it names/,
  ],
  [
    'a closing whose signed file was removed',
    inClosing(() => null),
    /closings\.json: closing \d{4}-\d\d\.1 is missing or was changed/,
  ],
  [
    'a closing that occurs twice',
    (folder) => {
      const path = join(folder, 'closings.json');
      const { closings } = closingsFile.parse(JSON.parse(readFileSync(path, 'utf8')));
      writeFileSync(path, JSON.stringify({ closings: [...closings, ...closings.slice(0, 1)] }));
    },
    /closings\.json: closing \d{4}-\d\d\.1 occurs twice/,
  ],
  [
    'a closing in another name',
    inFile('other-events', (rows) => {
      const row = found(rows, ({ type }) => type === 'MonthClosed');
      changeData(row, { actor: 'gil' });
      rehash(rows, row['stream'] ?? '');
      return undefined;
    }),
    /closings\.json: closing \d{4}-\d\d\.1 has the actor fay, but the event has gil/,
  ],
  [
    'a repeated row',
    inFile('payments', (rows) => [...rows, ...rows.slice(0, 1)]),
    /payments\.csv: invoiceId \S+ occurs twice/,
  ],
  [
    'a repeated event',
    inFile('ledger', (rows) => [...rows.slice(0, 1), ...rows]),
    /ledger\.csv: \S+ event 0 position \d+ occurs twice/,
  ],
];
