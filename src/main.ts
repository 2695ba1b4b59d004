import 'reflect-metadata';
import { CommandBus } from '@nestjs/cqrs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codeOf, wordsOf } from './kernel/thrown.js';
import { startApp, startPages, type App, type Listening } from './app.js';
import { readConfig, type Config } from './config.js';
import { MentionModels } from './creation/index.js';
import { adminLink, OfferAdministration } from './identity/index.js';
import { assertNotHalfMigrated } from './platform/migrate/mark.js';
import { openOps, openPlatform } from './platform/open.js';
import { judgeRoles, servesPagesAlone } from './roles.js';

/** Time limit of a shutdown. Work in progress then resumes at the next start. */
const DRAIN_MS = 15_000;
/**
 * Signals within this time count as one: npm forwards a signal that the terminal already sent to the whole process
 * group.
 */
const SAME_SIGNAL_MS = 1_000;
const webDir = join(dirname(dirname(fileURLToPath(import.meta.url))), 'web');

/** One line with the cause and the remedy, for errors that an operator can fix. */
function explain(error: unknown, config: Config | undefined): string {
  const code = codeOf(error);
  if (config !== undefined && code === 'EADDRINUSE')
    return `Port ${config.port} on ${config.host} is in use. Stop what uses it, or choose another: PORT=${config.port + 1} npm start`;
  if (config !== undefined && code === 'EACCES')
    return `Port ${config.port} on ${config.host} may not be used by this user. Choose one above 1023: PORT=3000 npm start`;
  return wordsOf(error);
}

function fail(error: unknown, config?: Config): never {
  process.stderr.write(`Kinora cannot start: ${explain(error, config)}\n`);
  process.exit(1);
}

/**
 * Prints each warning as one line on standard error; startup continues.
 * @throws Error for roles that cannot do the requested work
 */
function checkRoles(config: Config): void {
  const verdict = judgeRoles(config);
  if (verdict.outcome === 'refused') throw new Error(verdict.words);
  if (verdict.outcome === 'warned') process.stderr.write(`${verdict.words}\n`);
}

/** Shuts down on a signal: work in progress first, then the stores. A second, later signal exits at once. */
function stopOnSignals(close: () => Promise<void>): void {
  let firstAt: number | undefined;
  const stop = async (): Promise<void> => {
    const now = performance.now();
    if (firstAt !== undefined) {
      if (now - firstAt >= SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    firstAt = now;
    setTimeout(() => process.exit(1), DRAIN_MS).unref();
    await close();
    process.exit(0);
  };
  const onSignal = (): void => {
    stop().catch((error: unknown) => {
      process.stderr.write(`Kinora did not stop cleanly: ${explain(error, undefined)}\n`);
      process.exit(1);
    });
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

/** Address of the site for a browser on this machine. */
function address(app: Listening, config: Config): string {
  if (config.publicUrl !== undefined) return config.publicUrl;
  return ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(config.host) ? `http://localhost:${app.port}` : app.url;
}

/**
 * Tells whoever started it for the first time how to become its administrator. Whoever reads what it prints, or what is
 * kept of that, can: hence once and for a day. When it cannot be offered now, it is at the next start, and all else
 * continues.
 */
async function offerAdministration(app: App, config: Config): Promise<void> {
  try {
    const token = await app.nest.get(CommandBus).execute(new OfferAdministration());
    if (token !== undefined)
      process.stdout.write(
        `Become the administrator with this link, valid once and for a day: ${adminLink(address(app, config), token)}\n`,
      );
  } catch (error) {
    process.stderr.write(
      `The administrator's role could not be offered: ${explain(error, config)}. It is at the next start.\n`,
    );
  }
}

/**
 * Mentions once that a real model can be installed here. It is only a hint: what goes wrong is left to the next start.
 */
async function mentionModels(app: App): Promise<void> {
  const isNew = await app.nest
    .get(CommandBus)
    .execute(new MentionModels())
    .catch(() => false);
  if (isNew) process.stdout.write('An image model can be installed on this machine under Administration, Engines.\n');
}

async function runPages(config: Config): Promise<void> {
  const pages = await startPages(openOps(config), config, webDir);
  stopOnSignals(() => pages.close());
  process.stdout.write(`Kinora is ready: ${address(pages, config)}\n`);
}

async function runRoles(config: Config): Promise<void> {
  const platform = await openPlatform(config, (detail) => {
    process.stderr.write(`Kinora stops: ${detail}. What was under way is taken up at the next start.\n`);
    process.exit(1);
  });
  try {
    await assertNotHalfMigrated(platform.parts.documents);
    const app = await startApp(platform.parts, { ...config, dataDir: platform.dataDir }, webDir);
    stopOnSignals(async () => {
      await app.close();
      await platform.close();
    });
    process.stdout.write(`Kinora is ready: ${address(app, config)}\n`);
    if (config.roles.has('api')) {
      await offerAdministration(app, config);
      await mentionModels(app);
    }
  } catch (error) {
    await platform.close();
    throw error;
  }
}

async function main(): Promise<void> {
  let config: Config | undefined;
  try {
    config = readConfig();
    checkRoles(config);
    await (servesPagesAlone(config) ? runPages(config) : runRoles(config));
  } catch (error) {
    fail(error, config);
  }
}

await main();
