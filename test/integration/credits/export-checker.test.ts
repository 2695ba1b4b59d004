import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import { parquetReadObjects } from 'hyparquet';
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import 'reflect-metadata';
import { z } from 'zod';
import { Closings, hashesOf } from '../../../src/billing/close/closings.js';
import { readConfig } from '../../../src/config.js';
import { ledgerCli } from '../../../src/credits/cli.js';
import { rootBody } from '../../../src/credits/proof/root.shared.js';
import { SignDocument } from '../../../src/credits/proof/signed-documents.js';
import { canonicalJson } from '../../../src/kernel/event-sourcing/canonical.js';
import { linkHash, linkId } from '../../../src/kernel/event-sourcing/chain.js';
import type { StreamName } from '../../../src/kernel/event-sourcing/event.js';
import { openCliTools } from '../../../src/open-cli-tools.js';
import { Database } from '../../../src/platform/sqlite/driver.js';
import { runCli } from '../../../src/platform/cli.js';
import { childEnvironment } from '../../services/environment.js';
import { readCsv, writeCsv, type CsvRow } from '../../support/finance/csv-file.js';
import { TABLES } from '../../support/finance/export-doc.js';
import { writeHistory } from '../../support/finance/history.js';
import { operatorCommand } from '../../support/ledger-command.js';
import { describeWith, findProgram } from '../../support/needs.js';
import { DAY_MS } from '../../support/people/year-life.js';

/** `ACCOUNTS=2000` is the whole year of the nightly run; few accounts live through a quarter. */
const ACCOUNTS = Number(process.env['ACCOUNTS'] ?? 80);
const HISTORY = { accounts: ACCOUNTS, days: ACCOUNTS > 1_000 ? 365 : 90 };
// Long enough for the slowest machine; nothing waits for it.
jest.setTimeout(3_600_000);

const SECRET = 'the one secret of an installation, on every machine';
const python = findProgram('python3');
const rootsFile = z.object({ roots: z.array(z.object({ day: z.string(), body: z.string(), signature: z.string() })) });

let root: string;
let clean: string;

interface Checked {
  readonly code: number;
  readonly said: string;
}

/** Runs the checker as an auditor does. */
function check(folder: string, ...args: readonly string[]): Promise<Checked> {
  return new Promise((resolved) => {
    const child = execFile(python ?? '', ['docs/checker/check.py', folder, ...args], { env: childEnvironment({ PYTHONDONTWRITEBYTECODE: '1', PYTHONIOENCODING: 'utf-8' }), maxBuffer: 64e6 }, (_error, out, complaints) => resolved({ code: child.exitCode ?? -1, said: out + complaints }));
  });
}

/** `npm run ledger -- export`, in this process. */
async function exportAll(dataDir: string, out: string, format: 'csv' | 'parquet' = 'csv'): Promise<{ readonly code: number; readonly lines: readonly string[] }> {
  const lines: string[] = [];
  const say = (line: string): void => void lines.push(line);
  const config = readConfig({ NODE_ENV: 'production', LOG_LEVEL: 'silent', AUTH_SECRET: SECRET, DATA_DIR: dataDir });
  const code = await runCli([ledgerCli], ['ledger', 'export', '--all', '--format', format, '--out', out], () => openCliTools(config, say), { say, complain: say });
  return { code, lines };
}

/** A closing of a month, signed and stored as the product does it. */
async function closeMonth(dataDir: string): Promise<void> {
  const opened = await openCliTools(readConfig({ NODE_ENV: 'production', LOG_LEVEL: 'silent', AUTH_SECRET: SECRET, DATA_DIR: dataDir }), () => undefined);
  try {
    const { tools } = opened;
    const closings = tools.get(Closings);
    const content = { month: '2026-01', closing: 1, actor: 'fay', checks: ['over'], accepted: [] };
    const figures = { month: content.month, credits: [], money: [], journal: null, root: null };
    const file = await tools.get(CommandBus).execute(new SignDocument('kinora-month-close', { ...content, version: 1, closedAt: Date.now(), known: 0, figures }));
    const data = { ...content, checks: [...content.checks], accepted: [], closingId: 'first', ...hashesOf(file) };
    await closings.keep(data, file);
    expect(await closings.carryOut({ type: 'close', at: Date.now(), data })).toMatchObject({ ok: true });
  } finally {
    await opened.close();
  }
}

const closingsFile = z.object({ closings: z.array(z.object({ month: z.string(), closing: z.number(), file: z.object({ body: z.string() }).loose().nullable() })) });
/** Changes the signed file of the closing. */
const inClosing = (change: (body: string) => string | null) => (folder: string): void => {
  const path = join(folder, 'closings.json');
  const { closings } = closingsFile.parse(JSON.parse(readFileSync(path, 'utf8')));
  writeFileSync(path, JSON.stringify({
    closings: closings.map((one) => {
      const body = one.file === null ? null : change(one.file.body);
      return { ...one, file: body === null ? null : { ...one.file, body } };
    }),
  }));
};

const isOf = (stream: string) => (row: CsvRow): boolean => row['stream'] === stream;

/** Chains the events of a stream anew, as a forger would who knows how hashes are made. */
function rehash(rows: readonly CsvRow[], stream: string): void {
  let previous = '0'.repeat(64);
  for (const row of rows.filter(isOf(stream))) {
    row['previousHash'] = previous;
    previous = linkHash(previous, { stream: stream as StreamName, revision: Number(row['revision']), type: row['type'] ?? '', version: Number(row['version']), at: Date.parse(row['at'] ?? ''), data: row['data'] ?? '' }); // a stream of the export
    row['hash'] = previous;
    row['eventId'] = linkId(previous);
  }
}

const dataOf = (row: CsvRow): Record<string, unknown> => z.record(z.string(), z.unknown()).parse(JSON.parse(row['data'] ?? ''));

function found(rows: readonly CsvRow[], isMeant: (row: CsvRow) => boolean): CsvRow {
  const row = rows.find(isMeant);
  if (row === undefined) throw new Error('the history has no such row');
  return row;
}

const OWING = 'credits-owing.kinora.credits';
const owing = (revision: number) => (row: CsvRow): boolean => row['stream'] === OWING && row['revision'] === String(revision);

/** Changes the rows of one file of a folder. */
const inFile = (name: string, change: (rows: CsvRow[]) => CsvRow[] | undefined) => (folder: string): void => {
  const path = join(folder, `${name}.csv`);
  const rows = readCsv(path);
  writeCsv(path, change(rows) ?? rows);
};

const changeData = (row: CsvRow, change: Record<string, unknown>): void => {
  row['data'] = canonicalJson({ ...dataOf(row), ...change });
};

const withoutNewestRoots = (folder: string): void => {
  const path = join(folder, 'roots.json');
  const { roots } = rootsFile.parse(JSON.parse(readFileSync(path, 'utf8')));
  writeFileSync(path, JSON.stringify({ roots: roots.slice(3) }));
};

/** Changes what some roots state. They are not signed again, so that the signature differs, too. */
const restating = (change: (body: z.infer<typeof rootBody>, place: number) => object) => (folder: string): void => {
  const path = join(folder, 'roots.json');
  const { roots } = rootsFile.parse(JSON.parse(readFileSync(path, 'utf8')));
  writeFileSync(path, JSON.stringify({ roots: roots.map((one, place) => ({ ...one, body: canonicalJson(change(rootBody.parse(JSON.parse(one.body)), place)) })) }));
};
const coversOf = (body: z.infer<typeof rootBody>) => ('covers' in body ? body.covers : []);

/** An entry beside the first one of a journal, on its day. Amounts above 0 are debits. */
function entryOf(rows: readonly CsvRow[], kind: string, amounts: readonly (readonly [string, number])[], day = rows[0]?.['day'] ?? ''): CsvRow[] {
  const first = found(rows, () => true);
  const entryId = [day, first['gateway'], first['currency'], kind].join('.');
  return amounts.map(([role, amount]) => ({ ...first, entryId, day, kind, role, debit: String(Math.max(amount, 0)), credit: String(Math.max(-amount, 0)) }));
}
/** Tax that became known of a closed month: it leaves the month, and enters another one. */
const lateRows = (rows: readonly CsvRow[]): CsvRow[] => [...entryOf(rows, 'late', [['tax', 700], ['clearing', -700]]), ...entryOf(rows, 'late', [['clearing', 700], ['tax', -700]], '2027-01-01')];

/** What is forged, how, and how the checker names it. */
const FORGERIES: readonly (readonly [string, (folder: string) => void, RegExp])[] = [
  ['an altered amount', inFile('ledger', (rows) => void changeData(found(rows, owing(0)), { amount: 1_000 })), /ledger\.csv: credits-owing\.kinora\.credits event 0 is not what was hashed/],
  ['an altered amount with new hashes', inFile('ledger', (rows) => {
    changeData(found(rows, owing(0)), { amount: 1_000, available: 1_000 });
    rehash(rows, OWING);
    return undefined;
  }), /roots\.json: root of \S+ is not the root of the exported events/],
  ['a removed event', inFile('ledger', (rows) => rows.filter((row) => !owing(4)(row))), /ledger\.csv: credits-owing\.kinora\.credits event 5 follows event 3: an event is missing/],
  ['a removed last event', (folder) => {
    inFile('ledger', (rows) => rows.filter((row) => !owing(11)(row)))(folder);
    // Without the later event, which would take its place in the count.
    inFile('other-events', (rows) => rows.filter(({ type }) => type !== 'MonthClosed'))(folder);
  }, /roots\.json: root of \S+ covers \d+ events, but the export has \d+: events are missing/],
  ['a moved event', inFile('ledger', (rows) => {
    const [first, second] = [rows.findIndex(owing(1)), rows.findIndex(owing(2))];
    const [one, other] = [rows[first], rows[second]];
    if (one === undefined || other === undefined) return undefined;
    [one['position'], other['position']] = [other['position'] ?? '', one['position'] ?? ''];
    return rows.toSpliced(first, 1, other).toSpliced(second, 1, one);
  }), /ledger\.csv: credits-owing\.kinora\.credits event 2 follows event 0: an event is missing, moved or repeated/],
  ['an adjustment without an actor', inFile('ledger', (rows) => {
    const last = found(rows, owing(11));
    const available = Number(last['available']) + 500;
    const data = canonicalJson({ adjustmentId: 'goodwill', amount: 500, available, reasonCode: 'goodwill', reference: 'case 2', taken: [] });
    const now = new Date().toISOString();
    const added = { ...last, position: String(Number(rows.at(-1)?.['position']) + 1), revision: '12', at: now, recordedAt: now, data, adjusted: '500', available: String(available), subject: 'goodwill', source: 'adjustment' };
    const forged = [...rows, added];
    rehash(forged, OWING);
    return forged;
  }), /ledger\.csv: credits-owing\.kinora\.credits event 12 is an adjustment that names no actor/],
  ['a changed split over grants', inFile('ledger', (rows) => {
    changeData(found(rows, owing(8)), { allocations: [{ amount: 3, grantId: 'short' }, { amount: 9, grantId: 'long' }] });
    rehash(rows, OWING);
    return undefined;
  }), /ledger\.csv: credits-owing\.kinora\.credits event 8 splits its credits over grants/],
  ['a changed row of revenue', inFile('revenue', (rows) => {
    found(rows, ({ gatewayInvoiceId, day }) => gatewayInvoiceId === 'in-eur-1' && day !== '')['recognised'] = '9999';
    return undefined;
  }), /revenue\.csv: .* has recognised 9999, but the events give \d+/],
  ['another rule for a pack', inFile('payments', (rows) => {
    found(rows, ({ gatewayInvoiceId }) => gatewayInvoiceId === 'in-pack-in-use')['recognition'] = 'by-time 2';
    return undefined;
  }), /revenue\.csv: .* is missing/],
  ['another rule for one of the packs of a day', inFile('payments', (rows) => {
    found(rows, ({ gatewayInvoiceId }) => gatewayInvoiceId === 'in-pack-used-up')['recognition'] = 'by-use 2';
    return undefined;
  }), /payments\.csv: invoiceId \S+ has the recognition by-use [12], but another pack paid on \S+ has by-use [12]/],
  ['a rule for packs that there is not', inFile('payments', (rows) => {
    found(rows, ({ recognition }) => recognition === 'by-use 12')['recognition'] = 'by-hope 12';
    return undefined;
  }), /payments\.csv: invoiceId \S+ has the recognition by-hope 12, which is no rule for packs/],
  ['a changed row of deferred revenue', inFile('deferred', (rows) => {
    found(rows, ({ currency }) => currency === 'eur')['closing'] = '1';
    return undefined;
  }), /deferred\.csv: currency eur day \S+ has closing 1, but the events give \d+/],
  ['a payment rewritten with new hashes', inFile('other-events', (rows) => {
    const row = found(rows, ({ type, data }) => type === 'PurchasePaid' && (data ?? '').includes('"in-yen"'));
    changeData(row, { amountPaid: 12_000 });
    rehash(rows, row['stream'] ?? '');
    return undefined;
  }), /payments\.csv: invoiceId \S+ has amount 1200, but the events give 12000/],
  ['roots removed from the end', withoutNewestRoots, /roots\.json: root of \S+ is missing, although its day was over/],
  ['a root of another day', (folder) => {
    const path = join(folder, 'roots.json');
    const { roots } = rootsFile.parse(JSON.parse(readFileSync(path, 'utf8')));
    writeFileSync(path, JSON.stringify({ roots: roots.map((one, place) => (place === 0 ? { ...one, body: one.body.replace(/"events":\d+/, '"events":1') } : one)) }));
  }, /roots\.json: root of \S+ is not signed by the key that it names/],
  ['a root that no longer covers payments', restating((body, place) => (place === 0 ? { ...body, covers: coversOf(body).filter(({ prefix }) => prefix === 'credits-') } : body)), /roots\.json: root of \S+ no longer covers the streams \S+.*, which the root before it covered/],
  ['roots that cover nothing', restating((body) => ({ ...body, covers: [] })), /roots\.json: root of \S+ covers no streams/],
  ['a changed balance of a grant', inFile('grant-movements', (rows) => {
    found(rows, ({ grantId }) => grantId === 'long')['availableAfter'] = '900';
    return undefined;
  }), /grant-movements\.csv: stream credits-owing\.kinora\.credits revision 7 grantId long kind granted has availableAfter 900, but the events give 9/],
  ['a changed liability', inFile('liability', (rows) => {
    const [first] = rows;
    if (first !== undefined) first['available'] = '1';
    return undefined;
  }), /liability\.csv: .* has available 1, but the events give \d+/],
  ['a changed receivable', inFile('receivables', (rows) => {
    found(rows, owing(4))['amount'] = '1';
    return undefined;
  }), /receivables\.csv: credits-owing\.kinora\.credits event 4 has 1 and a balance of 25, but the events give 25 and 25/],
  ['an amount of the journal', inFile('journal', (rows) => {
    found(rows, ({ kind, role }) => kind === 'payment' && role === 'clearing')['debit'] = '1';
    return undefined;
  }), /journal\.csv: entry \S+\.payment does not balance: debits exceed credits by -\d+/],
  ['revenue that is booked on both sides alike', inFile('journal', (rows) => {
    const { entryId } = found(rows, ({ kind }) => kind === 'recognition');
    for (const row of rows) if (row['entryId'] === entryId) for (const side of ['debit', 'credit']) if (row[side] !== '0') row[side] = '7777';
    return undefined;
  }), /journal\.csv: revenue-\S+ \S+ sandbox \S+ is 7777, but the events give -?\d+/],
  ['revenue of plans booked as that of packs', inFile('journal', (rows) => {
    found(rows, ({ kind, role }) => kind === 'recognition' && role === 'revenue-plans')['role'] = 'revenue-packs';
    return undefined;
  }), /journal\.csv: revenue-packs \S+ sandbox \S+ is \d+, but the events give \d+/],
  ['late lines that do not come back', inFile('journal', (rows) => [...rows, ...lateRows(rows).slice(0, 2)]), /journal\.csv: late lines of sandbox \S+ tax add up to 700 over all months, not to 0/],
  ['a fee that no transaction has', inFile('journal', (rows) => [...rows, ...entryOf(rows, 'fee', [['fees', 30], ['clearing', -30]])]), /journal\.csv: \S+ sandbox \S+ fee fees is \d+, but the transactions give \d+/],
  ['a payout that the journal lacks', inFile('gateway-transactions', (rows) => [...rows, { at: '2026-01-31T12:00:00.000Z', gateway: 'sandbox', transactionId: 'po', kind: 'payout', amount: '-500', fee: '0', currency: 'eur', exponent: '2', originalAmount: '', originalCurrency: '', originalExponent: '', subjectId: '', payoutId: '' }]), /journal\.csv: clearing sandbox eur is -?\d+, but the transactions and the open differences give -?\d+/],
  ['an amount of the comparison with a gateway', inFile('tie-out', (rows) => {
    found(rows, ({ kinoraAmount }) => kinoraAmount !== '')['kinoraAmount'] = '1';
    return undefined;
  }), /tie-out\.csv: sandbox \S+ \S+ \S+ is 1, but payments, refunds and disputes give -?\d+/],
  ['a changed row of the journal of credits', inFile('credit-journal', (rows) => {
    found(rows, ({ account }) => account === 'spent')['debit'] = '1';
    return undefined;
  }), /credit-journal\.csv: entryId \S+\.spent account spent has debit 1, but the events give \d+/],
  ['a closing whose signed file was changed', inClosing((body) => body.replace('"known":0', '"known":1')), /closings\.json: closing 2026-01\.1 is not signed by the key that it names/],
  ['a closing whose signed file was removed', inClosing(() => null), /closings\.json: closing 2026-01\.1 is missing or was changed/],
  ['a closing in another name', inFile('other-events', (rows) => {
    const row = found(rows, ({ type }) => type === 'MonthClosed');
    changeData(row, { actor: 'gil' });
    rehash(rows, row['stream'] ?? '');
    return undefined;
  }), /closings\.json: closing 2026-01\.1 has the actor fay, but the event has gil/],
  ['a repeated row', inFile('payments', (rows) => [...rows, ...rows.slice(0, 1)]), /payments\.csv: invoiceId \S+ occurs twice/],
  ['a repeated event', inFile('ledger', (rows) => [...rows.slice(0, 1), ...rows]), /ledger\.csv: \S+ event 0 position \d+ occurs twice/],
];

describeWith(python, 'python3', 'an export that is checked by a program of its own', () => {
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'kinora-checker-'));
    clean = join(root, 'clean');
    await writeHistory(join(root, 'data'), HISTORY);
    cpSync(join(root, 'data'), join(root, 'never-signed'), { recursive: true });
    await closeMonth(join(root, 'data'));
    expect(await exportAll(join(root, 'data'), clean)).toMatchObject({ code: 0 });
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it('differs in nothing from what its events say', async () => {
    const { code, said } = await check(clean, '--kept', join(clean, 'roots.json'), '--keys', join(clean, 'keys.json'));
    expect(said).toMatch(/The events lead to the signed root of \d{4}-\d\d-\d\d\./);
    expect(said).toMatch(/\d+ events checked: no difference\./);
    for (const rule of ['by-use 1', 'by-time 1', 'by-use 12']) expect(said).toMatch(new RegExp(`Packs paid from \\S+ on are recognised ${rule}\\.`));
    expect(code).toBe(0);
  });

  it('may have late lines of a closed month', async () => {
    const folder = join(root, 'late');
    cpSync(clean, folder, { recursive: true });
    inFile('journal', (rows) => [...rows, ...lateRows(rows)])(folder);
    expect(await check(folder)).toMatchObject({ code: 0, said: expect.stringContaining('no difference') });
  });

  it('has a row for everything that the history holds', () => {
    const rules = new Set(readCsv(join(clean, 'payments.csv')).map(({ recognition }) => recognition));
    expect([...rules].toSorted()).toEqual(['at-once', 'by-time 1', 'by-use 1', 'by-use 12', 'period']);
    for (const name of ['receivables', 'refunds', 'disputes', 'trace', 'deferred', 'liability', 'journal', 'credit-journal']) expect(readCsv(join(clean, `${name}.csv`)).length).toBeGreaterThan(0);
    const exponents = new Map(readCsv(join(clean, 'payments.csv')).map(({ currency, exponent }) => [currency, exponent]));
    expect([exponents.get('jpy'), exponents.get('eur')]).toEqual(['0', '2']);
  });

  it('says the same as CSV and as Parquet, in every file', async () => {
    const columnar = join(root, 'columnar');
    expect(await exportAll(join(root, 'data'), columnar, 'parquet')).toMatchObject({ code: 0 });
    const textOf = (value: unknown): string => (value instanceof Date ? value.toISOString() : typeof value === 'bigint' || typeof value === 'string' ? String(value) : '');
    for (const { name, columns } of TABLES) {
      const bytes = readFileSync(join(columnar, `${name}.parquet`));
      const rows = await parquetReadObjects({ file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) });
      const csv = readCsv(join(clean, `${name}.csv`)).map((row) => Object.fromEntries(Object.entries(row).map(([column, value]) => [column, value.replace(/^'/, '')])));
      expect(rows.map((row) => Object.fromEntries(columns.map(([column]) => [column, textOf(row[column])])))).toEqual(csv);
    }
  });

  // Each forgery copies and reads the whole folder.
  it.each(ACCOUNTS > 1_000 ? FORGERIES.slice(0, 10) : FORGERIES)('names %s', async (what, forge, named) => {
    const folder = join(root, what.replaceAll(' ', '-'));
    cpSync(clean, folder, { recursive: true });
    forge(folder);
    const { code, said } = await check(folder, '--show', '1000');
    expect(said).toMatch(named);
    expect(code).toBe(1);
    rmSync(folder, { recursive: true });
  });

  it('names a rollback of the whole ledger by the roots that an auditor kept', async () => {
    const folder = join(root, 'rolled-back');
    cpSync(clean, folder, { recursive: true });
    withoutNewestRoots(folder);
    const { code, said } = await check(folder, '--kept', join(clean, 'roots.json'));
    expect(said).toMatch(/roots\.json: root of \S+ is missing, but was kept by the auditor: the ledger was rolled back/);
    expect(code).toBe(1);
  });

  it('takes kept roots as one root, as a list, and as a folder to which they are delivered', async () => {
    const folder = join(root, 'kept-forms');
    cpSync(clean, folder, { recursive: true });
    const { roots } = rootsFile.parse(JSON.parse(readFileSync(join(folder, 'roots.json'), 'utf8')));
    withoutNewestRoots(folder);
    const [newest] = roots;
    const one = join(root, 'kept-one.json');
    const list = join(root, 'kept-list.json');
    const delivered = join(root, 'kept-folder');
    writeFileSync(one, JSON.stringify(newest));
    writeFileSync(list, JSON.stringify(roots));
    mkdirSync(delivered);
    writeFileSync(join(delivered, 'key-abc.json'), '{}');
    for (const kept of roots) writeFileSync(join(delivered, `${kept.day}.json`), JSON.stringify(kept));
    const count = async (kept: string): Promise<number> => (await check(folder, '--kept', kept)).said.match(/was kept by the auditor/g)?.length ?? 0;
    expect([await count(one), await count(list), await count(delivered)]).toEqual([1, 3, 3]);
  });

  it('has the roots, the keys and every event also when nothing can be signed', async () => {
    const data = join(root, 'unsigned-data');
    cpSync(join(root, 'data'), data, { recursive: true });
    const database = new Database(join(data, 'kinora.db'));
    for (const { name } of database.prepare<[], { name: string }>('SELECT name FROM sqlite_master WHERE type = \'table\' AND name LIKE \'%credits_roots%\'').all()) database.exec(`DELETE FROM ${name}`);
    database.close();
    const folder = join(root, 'unsigned');
    const { code, lines } = await exportAll(data, folder);
    expect(code).toBe(1);
    expect(lines).toContainEqual(expect.stringMatching(/^No root was signed: the log notes that a root was signed for \S+, but this installation has none/));
    expect(rootsFile.parse(JSON.parse(readFileSync(join(folder, 'roots.json'), 'utf8')))).toEqual({ roots: [] });
    for (const name of ['keys.json', 'manifest.json']) expect(existsSync(join(folder, name))).toBe(true);
    expect(readCsv(join(folder, 'ledger.csv'))).toEqual(readCsv(join(clean, 'ledger.csv')));
  });

  describe('after roots were lost', () => {
    const folder = (): string => join(root, 'restarted');
    const lostDay = new Date(Date.now() - 4 * DAY_MS).toISOString().slice(0, 10);
    let lost: { readonly day: string; readonly body: string; readonly signature: string };
    beforeAll(async () => {
      const data = join(root, 'never-signed');
      const ledger = (...args: readonly string[]) => operatorCommand({ DATA_DIR: data, AUTH_SECRET: SECRET }, 'ledger', ...args);
      // Roots up to some days ago are signed, lost, and accepted as lost; later days follow.
      const time = jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 3 * DAY_MS);
      const signed = await ledger('root');
      time.mockRestore();
      lost = rootsFile.shape.roots.element.parse(JSON.parse(signed.said.at(-1) ?? ''));
      expect(lost.day).toBe(lostDay);
      const database = new Database(join(data, 'kinora.db'));
      for (const { name } of database.prepare<[], { name: string }>('SELECT name FROM sqlite_master WHERE type = \'table\' AND name LIKE \'%credits_roots\'').all()) database.exec(`DELETE FROM ${name}`);
      database.close();
      expect((await ledger('root', '--accept-new-start', 'case-7')).said[0]).toContain(`roots up to ${lostDay} are lost`);
      expect(await exportAll(data, folder())).toMatchObject({ code: 0 });
    });

    it('names the recorded decision, which is no difference', async () => {
      const { code, said } = await check(folder());
      expect(said).toMatch(new RegExp(`Note: Roots up to ${lostDay} are lost or do not fit, as an operator accepted: reason case-7, recorded at \\S+ as operators-log event 0\\.`));
      expect([code, said]).toEqual([0, expect.stringContaining('no difference')]);
    });

    it('does not believe a new start that the operator log does not have', async () => {
      const unrecorded = join(root, 'unrecorded');
      cpSync(folder(), unrecorded, { recursive: true });
      inFile('other-events', (rows) => rows.filter(({ stream }) => stream !== 'operators-log'))(unrecorded);
      const { code, said } = await check(unrecorded);
      expect(said).toMatch(/roots\.json: root of \S+ is not chained to the root before it/);
      expect(said).toContain(`roots.json: root of ${lostDay} is missing, but was signed according to ledger-roots event 0`);
      expect(said).toContain(`ledger-roots event 1 accepts that roots up to ${lostDay} are lost, but the operator log has no such decision`);
      expect(code).toBe(1);
    });

    it('still compares the events with a lost root that an auditor kept', async () => {
      const kept = join(root, 'kept-lost.json');
      writeFileSync(kept, JSON.stringify(lost));
      const { code, said } = await check(folder(), '--kept', kept);
      expect([code, said]).toEqual([0, expect.stringContaining(`root of ${lostDay} is missing, as was accepted`)]);
      writeFileSync(kept, JSON.stringify({ ...lost, body: lost.body.replace(/"tree":"../, '"tree":"00') }));
      const differing = await check(folder(), '--kept', kept);
      expect([differing.code, differing.said]).toEqual([1, expect.stringContaining('was kept by the auditor and is not the root of the exported events')]);
    });
  });

  it('checks only hashes and chains of a part of the time, and says so', async () => {
    const folder = join(root, 'part');
    cpSync(clean, folder, { recursive: true });
    const path = join(folder, 'manifest.json');
    writeFileSync(path, JSON.stringify({ ...z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(path, 'utf8'))), from: '2026-01-01T00:00:00.000Z' }));
    inFile('ledger', (rows) => rows.slice(rows.length / 2))(folder);
    expect(await check(folder)).toMatchObject({ code: 0, said: expect.stringContaining('only hashes and chains were checked') });
  });
});
