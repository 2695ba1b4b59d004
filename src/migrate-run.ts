import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { wordsOf } from './kernel/thrown.js';
import { embeddedByVariable, type Config } from './config.js';
import { CREATION_DEFAULTS, isArrivingUpload } from './creation/index.js';
import { BILLING_PROJECTIONS } from './billing/index.js';
import { CREDITS_PROJECTIONS } from './credits/index.js';
import type { Clock } from './kernel/clock.js';
import type { CliLines } from './platform/cli.js';
import { DataFolderInUse } from './platform/data-folder/data-folder.js';
import { keptSecret, secretPath } from './platform/data-folder/installation-secret.js';
import type { Jobs } from './platform/jobs/port.js';
import { migrate, type MigrationReport } from './platform/migrate/migrate.js';
import { assertNobodyRuns } from './platform/migrate/running.js';
import { secretAdvice } from './platform/migrate/secret.js';
import type { Side } from './platform/migrate/side.js';
import { openPlatform } from './platform/open.js';

export type SideName = 'embedded' | 'distributed';

/** One side of a migration, opened. */
export interface OpenSide {
  readonly side: Side;
  readonly jobs: Jobs;
  /** Absolute path of the email folder, used when no mail server is set. */
  readonly mailFolder: string;
  close(): Promise<void>;
}

const USAGE =
  'npm run migrate -- --from embedded --to distributed   makes the servers of EVENT_STORE_URL, MONGODB_URL, REDIS_URL and S3_BUCKET hold what DATA_DIR holds; or the other way round';

/**
 * Opens all stores of one side.
 * @throws Error with a message for the operator, ServerNotReached
 */
export async function openSide(name: SideName, config: Config): Promise<OpenSide> {
  const platform = await openPlatform(name === 'embedded' ? embeddedOnly(config) : withoutMail(config)).catch(
    (error: unknown) => {
      if (error instanceof DataFolderInUse)
        throw new Error(
          `Kinora has the data folder ${error.folder} open (${error.holder}). Stop it and run this again.`,
        );
      throw error;
    },
  );
  const { events, documents, blobs, jobs } = platform.parts;
  return {
    side: { name, events, documents, blobs },
    jobs,
    mailFolder: join(platform.dataDir, 'mail'),
    close: () => platform.close(),
  };
}

function embeddedOnly({
  eventStoreUrl: _events,
  mongodbUrl: _documents,
  redisUrl: _jobs,
  s3: _blobs,
  ...rest
}: Config): Config {
  return withoutMail(rest);
}

/** A migration sends no emails, so no mail server has to be available. */
function withoutMail({ smtpUrl: _mail, ...rest }: Config): Config {
  return rest;
}

/**
 * Runs a migration.
 * @param args after the program's name
 * @param open opens one side; `openSide`, or a substitute in tests
 * @returns the exit code: 0 when both sides are equal at the end, 1 when not, 2 for invalid arguments
 */
export async function runMigrate(
  args: readonly string[],
  config: Config,
  clock: Clock,
  open: (name: SideName, config: Config) => Promise<OpenSide>,
  lines: CliLines,
): Promise<number> {
  const direction = directionOf(args);
  if (direction === undefined) {
    lines.complain(USAGE);
    return 2;
  }
  const opened: OpenSide[] = [];
  try {
    checkSides(direction.from, config);
    // The data folder first: its lock shows that no process uses it.
    const embedded = await open('embedded', config);
    opened.push(embedded);
    const distributed = await open('distributed', config);
    opened.push(distributed);
    await assertNobodyRuns(distributed.side, sleep, (line) => lines.say(line));
    const [from, to] = direction.from === 'embedded' ? [embedded, distributed] : [distributed, embedded];
    const report = await migrate({
      from: from.side,
      to: to.side,
      projections: [...CREDITS_PROJECTIONS, ...BILLING_PROJECTIONS],
      isLeft: isArrivingUpload,
      clock,
      say: (line) => lines.say(line),
    });
    for (const line of await leftBehind(from, report)) lines.say(line);
    lines.say(
      secretAdvice(direction.to, {
        file: secretPath(config.dataDir),
        inFile: keptSecret(config.dataDir),
        given: config.authSecret,
      }),
    );
    for (const problem of report.problems) lines.complain(problem);
    lines.say(
      report.problems.length === 0
        ? `The ${direction.to} stores hold the same as the ${direction.from} stores; every chain is intact.`
        : 'The migration is incomplete. The source was not changed; fix the problems above and run this again.',
    );
    return report.problems.length === 0 ? 0 : 1;
  } catch (error) {
    lines.complain(wordsOf(error));
    return 1;
  } finally {
    for (const side of opened.reverse()) await side.close();
  }
}

function directionOf(args: readonly string[]): { readonly from: SideName; readonly to: SideName } | undefined {
  try {
    const { from, to } = parseArgs({
      args: [...args],
      options: { from: { type: 'string' }, to: { type: 'string' } },
    }).values;
    if (from === 'embedded' && to === 'distributed') return { from, to };
    if (from === 'distributed' && to === 'embedded') return { from, to };
    return undefined;
  } catch {
    return undefined;
  }
}

/** @throws Error when the configuration does not name both sides */
function checkSides(from: SideName, config: Config): void {
  const missing = embeddedByVariable(config);
  if (missing.length > 0)
    throw new Error(
      `The distributed stores are not all named: ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not set.`,
    );
  if (from === 'embedded' && !existsSync(join(config.dataDir, 'FORMAT')))
    throw new Error(`There is no data folder at ${resolve(config.dataDir)}. Name it with DATA_DIR.`);
}

/** Describes what is not migrated. */
async function leftBehind({ jobs, mailFolder }: OpenSide, report: MigrationReport): Promise<readonly string[]> {
  const { waiting, held } = await jobs.size(CREATION_DEFAULTS.queue);
  const letters = (await readdir(mailFolder).catch(() => [])).filter((file) => file.endsWith('.eml')).length;
  const uploads = [...report.collections.values()].reduce((sum, { left }) => sum + left, 0);
  const { policies, streams, messages } = report.noted;
  return [
    `Rebuilt from the log at the next start: ${report.rebuilt.length === 0 ? 'nothing' : report.rebuilt.join(', ')}.`,
    `Continued where they were: policies: ${policies}; parked streams: ${streams}; parked messages: ${messages}.`,
    `Left behind: uploads still arriving: ${uploads}; letters in ${mailFolder}: ${letters}; jobs, which are recreated from their tasks: ${waiting + held}.`,
  ];
}
