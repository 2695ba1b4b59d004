import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import type { Clock, Millis } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import { wordsOf } from '../../kernel/thrown.js';
import type { CliCommand, CliTools } from '../../platform/cli.js';
import { writeTable, type TableFormat } from '../../platform/tables/table.files.js';
import { CLOCK } from '../../platform/tokens.js';
import type { AnyRow } from '../../kernel/table.shared.js';
import { moment, oneOf } from '../books/books.cli.js';
import { makeDailyRoots, type DailyRootsParts } from '../proof/daily-roots.js';
import { DAILY_ROOTS } from '../proof/proof.module.js';
import { RootStore } from '../proof/root-store.js';
import { catchUp } from '../reconcile/reconcile.cli.js';
import { FinanceExports, type ExportRequest } from './finance-exports.js';
import { LEDGER } from './tables.shared.js';

const ROOTS_AT_ONCE = 1_000;

/** Writes a file under a temporary name and renames it when it is complete. Never overwrites an existing file. */
async function intoNewFile(path: string, write: (file: Writable) => Promise<void>): Promise<void> {
  const folder = dirname(resolve(path));
  if (!existsSync(folder)) throw new Error(`There is no folder ${folder}.`);
  const refuseIfThere = (): void => {
    if (existsSync(path)) throw new Error(`${path} exists already and is not overwritten.`);
  };
  refuseIfThere();
  const part = `${path}.part`;
  try {
    await write(createWriteStream(part, { mode: 0o600 }));
    refuseIfThere();
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** Writes one export to a new file. @returns the number of rows */
async function writeOne(
  { parts, get }: CliTools,
  request: ExportRequest,
  format: TableFormat,
  path: string,
  now: number,
): Promise<number> {
  const found = get(FinanceExports).find(request, now);
  if (!found.ok)
    throw new Error(
      `${request.name} cannot be exported: ${found.error.identifier} ${JSON.stringify(found.error.params)}`,
    );
  const { table, rows } = found.value;
  let count = 0;
  const counted = async function* (): AsyncGenerator<AnyRow, void, undefined> {
    for await (const row of rows(await parts.events.head())) {
      count += 1;
      yield row;
    }
  };
  await intoNewFile(path, (file) => writeTable(format, table, counted(), file));
  return count;
}

/** Writes JSON to a new file of the folder. */
const writeJson = (path: string, value: unknown): Promise<void> =>
  writeFile(path, `${JSON.stringify(value, null, 1)}\n`, { mode: 0o600, flag: 'wx' });

/**
 * Signs the roots that are due. An error is reported: what is there can be exported all the same. @returns whether it
 * worked
 */
async function signDue({ get, say }: CliTools, now: Millis): Promise<boolean> {
  try {
    await makeDailyRoots(get<DailyRootsParts>(DAILY_ROOTS), now);
    return true;
  } catch (error) {
    say(`No root was signed: ${wordsOf(error)}`);
    return false;
  }
}

/** Writes all signed roots, newest first, and the keys. */
async function writeRoots({ get, say }: CliTools, folder: string): Promise<void> {
  const store = get(RootStore);
  const roots: object[] = [];
  let before: string | undefined;
  do {
    const page = await store.page(ROOTS_AT_ONCE, before);
    roots.push(...page.roots);
    before = page.next;
  } while (before !== undefined);
  await writeJson(join(folder, 'roots.json'), { roots });
  await writeJson(join(folder, 'keys.json'), { keys: await store.published() });
  say(`${roots.length} roots are in ${join(folder, 'roots.json')}.`);
}

/**
 * Writes the documents that are no tables. One that fails does not keep the others back. @returns whether all were
 * written
 */
async function writeDocuments({ get, say }: CliTools, folder: string): Promise<boolean> {
  let isGood = true;
  for (const [name, read] of get(FinanceExports).documents) {
    const path = join(folder, `${name}.json`);
    try {
      await writeJson(path, await read());
      say(`The ${name} are in ${path}.`);
    } catch (error) {
      say(`${name} is missing: ${wordsOf(error)}`);
      isGood = false;
    }
  }
  return isGood;
}

/**
 * Every export, the roots, the keys and the documents, in a new folder. One file that fails does not keep the others
 * back.
 */
async function writeAll(
  tools: CliTools,
  folder: string,
  format: TableFormat,
  range: Pick<ExportRequest, 'from' | 'to'>,
): Promise<number> {
  const { parts, get, say } = tools;
  if (existsSync(folder)) throw new Error(`${folder} exists already and is not overwritten.`);
  // No other process can have these stores open, so nothing else brings the read models up to date.
  if (!parts.documents.shared) await catchUp(tools);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const now = get<Clock>(CLOCK).now();
  // Before the files are written, because signing is noted in the log.
  let isGood = await signDue(tools, now);
  const counts: Record<string, number> = {};
  for (const { name } of get(FinanceExports).tables) {
    const path = join(folder, `${name}.${format}`);
    try {
      counts[name] = await writeOne(tools, { name, ...range }, format, path, now);
      say(`${counts[name]} rows are in ${path}.`);
    } catch (error) {
      say(`${name} is missing: ${wordsOf(error)}`);
      isGood = false;
    }
  }
  await writeRoots(tools, folder);
  isGood = (await writeDocuments(tools, folder)) && isGood;
  const timeOf = (at: number | undefined): string | null => (at === undefined ? null : new Date(at).toISOString());
  await writeJson(join(folder, 'manifest.json'), {
    kind: 'kinora-export',
    version: 1,
    exportedAt: new Date(now).toISOString(),
    from: timeOf(range.from),
    to: timeOf(range.to),
    format,
    rows: counts,
  });
  return isGood ? 0 : 1;
}

/** `ledger export`: writes one export to a file, or all of them with the roots to a folder. */
export const exportCommand: CliCommand = {
  name: 'export',
  takes: [],
  flags: ['all'],
  options: { name: '<export>', format: 'csv|parquet', from: '<ISO time>', to: '<ISO time>', out: '<file or folder>' },
  does: 'writes an export (the ledger without --name) to a file, or all exports and roots to a folder with --all; from --from on, before --to',
  async run(tools, _args, options) {
    const { parts, get, say } = tools;
    const format = oneOf(['csv', 'parquet'], options.get('format') ?? 'csv', 'format');
    const isAll = options.has('all');
    const out = options.get('out');
    if (out === undefined)
      throw new Error(`Name the output ${isAll ? 'folder' : 'file'} with --out <${isAll ? 'folder' : 'file'}>.`);
    const range = defined({ from: moment(options, 'from'), to: moment(options, 'to') });
    if (range.from !== undefined && range.to !== undefined && range.from >= range.to)
      throw new Error('--from must be before --to.');
    if (isAll) return writeAll(tools, out, format, range);
    const name = oneOf(
      get(FinanceExports).tables.map((table) => table.name),
      options.get('name') ?? LEDGER.name,
      'export',
    );
    // The read models follow the log; the events need nobody to follow them.
    if (!parts.documents.shared && name !== LEDGER.name) await catchUp(tools);
    const rows = await writeOne(tools, { name, ...range }, format, out, get<Clock>(CLOCK).now());
    say(`${rows} rows are in ${out}.`);
    return 0;
  },
};
