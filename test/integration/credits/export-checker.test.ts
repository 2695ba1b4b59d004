import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { parquetReadObjects } from 'hyparquet';
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import 'reflect-metadata';
import { z } from 'zod';
import { readConfig } from '../../../src/config.js';
import { ledgerCli } from '../../../src/credits/cli.js';
import { openCliTools } from '../../../src/open-cli-tools.js';
import { Database } from '../../../src/platform/sqlite/driver.js';
import { runCli } from '../../../src/platform/cli.js';
import { childEnvironment } from '../../services/environment.js';
import { readCsv } from '../../support/finance/csv-file.js';
import { closeMonths, closedMonths } from '../../support/finance/closed-months.js';
import { TABLES } from '../../support/finance/export-doc.js';
import { writeHistory } from '../../support/finance/history.js';
import { signedAgain, signedForgeries } from '../../support/finance/signed-forgeries.js';
import { FORGERIES, inFile, lateRows, rootsFile, withoutNewestRoots } from '../../support/finance/forgeries.js';
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

let root: string;
let clean: string;

const checked = z.object({ code: z.int(), said: z.string() });
type Checked = z.infer<typeof checked>;

/** Runs the checker as an auditor does. */
function check(folder: string, ...args: readonly string[]): Promise<Checked> {
  return new Promise((resolved) => {
    const child = execFile(
      python ?? '',
      ['docs/checker/check.py', folder, ...args],
      { env: childEnvironment({ PYTHONDONTWRITEBYTECODE: '1', PYTHONIOENCODING: 'utf-8' }), maxBuffer: 64e6 },
      (_error, out, complaints) => resolved({ code: child.exitCode ?? -1, said: out + complaints }),
    );
  });
}

/** `npm run ledger -- export`, in this process. */
async function exportAll(
  dataDir: string,
  out: string,
  format: 'csv' | 'parquet' = 'csv',
): Promise<{ readonly code: number; readonly lines: readonly string[] }> {
  const lines: string[] = [];
  const say = (line: string): void => void lines.push(line);
  const config = readConfig({ NODE_ENV: 'production', LOG_LEVEL: 'silent', AUTH_SECRET: SECRET, DATA_DIR: dataDir });
  const code = await runCli(
    [ledgerCli],
    ['ledger', 'export', '--all', '--format', format, '--out', out],
    () => openCliTools(config, say),
    { say, complain: say },
  );
  return { code, lines };
}

/** What the checker says of several folders. One process verifies the signatures that they share only once. */
function checkMany(folders: readonly string[]): Promise<readonly Checked[]> {
  return new Promise((resolved, refused) => {
    execFile(
      python ?? '',
      ['test/support/finance/check-many.py', ...folders],
      { env: childEnvironment({ PYTHONDONTWRITEBYTECODE: '1', PYTHONIOENCODING: 'utf-8' }), maxBuffer: 64e6 },
      (error, out) => {
        if (error === null)
          resolved(
            out
              .trim()
              .split('\n')
              .map((line) => checked.parse(JSON.parse(line))),
          );
        else refused(new Error('the checker ended', { cause: error }));
      },
    );
  });
}

/** Closes months as the product does. */
async function closeSome(dataDir: string): Promise<void> {
  const opened = await openCliTools(
    readConfig({ NODE_ENV: 'production', LOG_LEVEL: 'silent', AUTH_SECRET: SECRET, DATA_DIR: dataDir }),
    () => undefined,
  );
  try {
    await closeMonths(opened.tools);
  } finally {
    await opened.close();
  }
}

describeWith(python, 'python3', 'an export that is checked by a program of its own', () => {
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'kinora-checker-'));
    clean = join(root, 'clean');
    await writeHistory(join(root, 'data'), HISTORY);
    cpSync(join(root, 'data'), join(root, 'never-signed'), { recursive: true });
    await closeSome(join(root, 'data'));
    expect(await exportAll(join(root, 'data'), clean)).toMatchObject({ code: 0 });
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it('differs in nothing from what its events say', async () => {
    const { code, said } = await check(clean, '--kept', join(clean, 'roots.json'), '--keys', join(clean, 'keys.json'));
    expect(said).toMatch(/The events lead to the signed root of \d{4}-\d\d-\d\d\./);
    expect(said).toMatch(/\d+ events checked: no difference\./);
    for (const rule of ['by-use 1', 'by-time 1', 'by-use 12'])
      expect(said).toMatch(new RegExp(`Packs paid from \\S+ on are recognised ${rule}\\.`));
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
    for (const name of [
      'receivables',
      'refunds',
      'disputes',
      'trace',
      'deferred',
      'liability',
      'journal',
      'credit-journal',
    ])
      expect(readCsv(join(clean, `${name}.csv`)).length).toBeGreaterThan(0);
    const exponents = new Map(
      readCsv(join(clean, 'payments.csv')).map(({ currency, exponent }) => [currency, exponent]),
    );
    expect([exponents.get('jpy'), exponents.get('eur')]).toEqual(['0', '2']);
  });

  it('says the same as CSV and as Parquet, in every file', async () => {
    const columnar = join(root, 'columnar');
    expect(await exportAll(join(root, 'data'), columnar, 'parquet')).toMatchObject({ code: 0 });
    const textOf = (value: unknown): string =>
      value instanceof Date
        ? value.toISOString()
        : typeof value === 'bigint' || typeof value === 'string'
          ? String(value)
          : '';
    for (const { name, columns } of TABLES) {
      const bytes = readFileSync(join(columnar, `${name}.parquet`));
      const rows = await parquetReadObjects({
        file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength),
      });
      const csv = readCsv(join(clean, `${name}.csv`)).map((row) =>
        Object.fromEntries(Object.entries(row).map(([column, value]) => [column, value.replace(/^'/, '')])),
      );
      expect(rows.map((row) => Object.fromEntries(columns.map(([column]) => [column, textOf(row[column])])))).toEqual(
        csv,
      );
    }
  });

  describe('with a forgery', () => {
    // Each forgery copies and reads the whole folder.
    const unsigned = ACCOUNTS > 1_000 ? FORGERIES.slice(0, 10) : FORGERIES;
    const signed = signedForgeries(SECRET);
    const all = [...unsigned, ...signed];
    const answers = new Map<string, Checked>();
    beforeAll(async () => {
      const folders = all.map(([what, forge]) => {
        const folder = join(root, what.replaceAll(' ', '-'));
        cpSync(clean, folder, { recursive: true });
        forge(folder);
        return folder;
      });
      const said = await checkMany(folders);
      for (const [place, [what]] of all.entries()) answers.set(what, said[place] ?? { code: -1, said: '' });
      for (const folder of folders) rmSync(folder, { recursive: true });
    });

    it.each(all)('names %s', (what, _forge, named) => {
      expect(answers.get(what)).toEqual({ code: 1, said: expect.stringMatching(named) });
    });

    it.each(signed)('finds nothing else wrong with %s', (what) => {
      const differences = answers
        .get(what)
        ?.said.split('\n')
        .filter((line) => /^\S+\.(?:csv|json): /.test(line));
      for (const line of differences ?? [])
        expect(line).toMatch(
          /^closings\.json: closing \d{4}-\d\d\.\d .*(?:was signed as|another root|no root|no journal|twice|recorded before its time|claims to know|states the time)/,
        );
    });
  });

  it('leaves out of each closing what became known after it, and notes the figures of one that was re-opened', async () => {
    const { said } = await check(clean);
    const [before, newest] = closedMonths();
    const names = z
      .object({ closings: z.array(z.object({ month: z.string(), closing: z.int() })) })
      .parse(JSON.parse(readFileSync(join(clean, 'closings.json'), 'utf8')))
      .closings.map(({ month, closing }) => `${month}.${closing}`);
    expect(names.slice(-3)).toEqual([`${before}.1`, `${newest}.1`, `${newest}.2`]);
    expect(said).toContain(`The figures of ${names.length} closings of months follow from the facts that they know.`);
  });

  it('may have closings of earlier versions, which state a time after their figures were read', async () => {
    const folder = join(root, 'signed-later');
    cpSync(clean, folder, { recursive: true });
    const [before] = closedMonths();
    const recorded = readCsv(join(folder, 'other-events.csv')).find(
      ({ type, stream }) => type === 'MonthClosed' && stream === `close-${before}`,
    );
    signedAgain(SECRET, folder, before, 1, (body) => void (body.closedAt = Date.parse(recorded?.['at'] ?? '')));
    expect(await check(folder)).toMatchObject({ code: 0, said: expect.stringContaining('no difference') });
  });

  it('notes figures that may lack transactions which an earlier version read, nobody knows when', async () => {
    const folder = join(root, 'read-sometime');
    cpSync(clean, folder, { recursive: true });
    inFile('gateway-transactions', (rows) => void rows.forEach((row) => (row['readAt'] = '')))(folder);
    const { code, said } = await check(folder);
    expect(said).toMatch(
      /Note: closing \d{4}-\d\d\.1: journal eur \S+ sandbox suspense was signed as \d+, but the facts that it knows give \d+\. The gateway has transactions/,
    );
    expect([code, said]).toEqual([0, expect.stringContaining('no difference')]);
  });

  it('names a rollback of the whole ledger by the roots that an auditor kept', async () => {
    const folder = join(root, 'rolled-back');
    cpSync(clean, folder, { recursive: true });
    withoutNewestRoots(folder);
    const { code, said } = await check(folder, '--kept', join(clean, 'roots.json'));
    expect(said).toMatch(
      /roots\.json: root of \S+ is missing, but was kept by the auditor: the ledger was rolled back/,
    );
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
    const count = async (kept: string): Promise<number> =>
      (await check(folder, '--kept', kept)).said.match(/was kept by the auditor/g)?.length ?? 0;
    expect([await count(one), await count(list), await count(delivered)]).toEqual([1, 3, 3]);
  });

  it('has the roots, the keys and every event also when nothing can be signed', async () => {
    const data = join(root, 'unsigned-data');
    cpSync(join(root, 'data'), data, { recursive: true });
    const database = new Database(join(data, 'kinora.db'));
    for (const { name } of database
      .prepare<[], { name: string }>(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE '%credits_roots%'",
      )
      .all())
      database.exec(`DELETE FROM ${name}`);
    database.close();
    const folder = join(root, 'unsigned');
    const { code, lines } = await exportAll(data, folder);
    expect(code).toBe(1);
    expect(lines).toContainEqual(
      expect.stringMatching(
        /^No root was signed: the log notes that a root was signed for \S+, but this installation has none/,
      ),
    );
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
      const ledger = (...args: readonly string[]) =>
        operatorCommand({ DATA_DIR: data, AUTH_SECRET: SECRET }, 'ledger', ...args);
      // Roots up to some days ago are signed, lost, and accepted as lost; later days follow.
      const time = jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 3 * DAY_MS);
      const signed = await ledger('root');
      time.mockRestore();
      lost = rootsFile.shape.roots.element.parse(JSON.parse(signed.said.at(-1) ?? ''));
      expect(lost.day).toBe(lostDay);
      const database = new Database(join(data, 'kinora.db'));
      for (const { name } of database
        .prepare<[], { name: string }>(
          "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE '%credits_roots'",
        )
        .all())
        database.exec(`DELETE FROM ${name}`);
      database.close();
      expect((await ledger('root', '--accept-new-start', 'case-7')).said[0]).toContain(
        `roots up to ${lostDay} are lost`,
      );
      expect(await exportAll(data, folder())).toMatchObject({ code: 0 });
    });

    it('names the recorded decision, which is no difference', async () => {
      const { code, said } = await check(folder());
      expect(said).toMatch(
        new RegExp(
          `Note: Roots up to ${lostDay} are lost or do not fit, as an operator accepted: reason case-7, recorded at \\S+ as operators-log event 0\\.`,
        ),
      );
      expect([code, said]).toEqual([0, expect.stringContaining('no difference')]);
    });

    it('does not believe a new start that the operator log does not have', async () => {
      const unrecorded = join(root, 'unrecorded');
      cpSync(folder(), unrecorded, { recursive: true });
      inFile('other-events', (rows) => rows.filter(({ stream }) => stream !== 'operators-log'))(unrecorded);
      const { code, said } = await check(unrecorded);
      expect(said).toMatch(/roots\.json: root of \S+ is not chained to the root before it/);
      expect(said).toContain(
        `roots.json: root of ${lostDay} is missing, but was signed according to ledger-roots event 0`,
      );
      expect(said).toContain(
        `ledger-roots event 1 accepts that roots up to ${lostDay} are lost, but the operator log has no such decision`,
      );
      expect(code).toBe(1);
    });

    it('still compares the events with a lost root that an auditor kept', async () => {
      const kept = join(root, 'kept-lost.json');
      writeFileSync(kept, JSON.stringify(lost));
      const { code, said } = await check(folder(), '--kept', kept);
      expect([code, said]).toEqual([0, expect.stringContaining(`root of ${lostDay} is missing, as was accepted`)]);
      writeFileSync(kept, JSON.stringify({ ...lost, body: lost.body.replace(/"tree":"../, '"tree":"00') }));
      const differing = await check(folder(), '--kept', kept);
      expect([differing.code, differing.said]).toEqual([
        1,
        expect.stringContaining('was kept by the auditor and is not the root of the exported events'),
      ]);
    });
  });

  it('checks only hashes and chains of a part of the time, and says so', async () => {
    const folder = join(root, 'part');
    cpSync(clean, folder, { recursive: true });
    const path = join(folder, 'manifest.json');
    writeFileSync(
      path,
      JSON.stringify({
        ...z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(path, 'utf8'))),
        from: '2026-01-01T00:00:00.000Z',
      }),
    );
    inFile('ledger', (rows) => rows.slice(rows.length / 2))(folder);
    expect(await check(folder)).toMatchObject({
      code: 0,
      said: expect.stringContaining('only hashes and chains were checked'),
    });
  });
});
