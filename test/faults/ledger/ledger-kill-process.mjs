// A process to be killed: the built product on a data folder, asked for changes of accounts over connections, a line of
// JSON each way. `DATA_DIR=… node ledger-kill-process.mjs` prints its port once it takes commands.
import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { CommandBus } from '@nestjs/cqrs';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { AppModule } from '../../../dist/app.module.js';
import { readConfig } from '../../../dist/config.js';
import { ACCOUNT_PREFIX, accountStream } from '../../../dist/credits/account/account.key.js';
import { ChangeCredits } from '../../../dist/credits/commands.js';
import { Books } from '../../../dist/credits/books/finance.queries.js';
import { CreditsReads } from '../../../dist/credits/queries.js';
import { openPlatform } from '../../../dist/platform/open.js';
import { LogRuntime } from '../../../dist/platform/projections/log-runtime.js';

const PATIENCE_MS = 600_000;
const PAGE = 1_000;

const config = readConfig();
const platform = await openPlatform(config);
const nest = await NestFactory.createApplicationContext(
  AppModule.forRoot(platform.parts, { ...config, dataDir: platform.dataDir }),
  { logger: false, abortOnError: false },
);
const [commands, reads, runtime, books] = [CommandBus, CreditsReads, LogRuntime, Books].map((token) =>
  nest.get(token, { strict: false }),
);

/** Every line of an account's statement, once the read models have all that is in its stream. */
async function statement(account) {
  const stream = accountStream(account);
  if (!stream.startsWith(ACCOUNT_PREFIX)) throw new Error(`${stream} is no account`);
  const [last] = await platform.parts.events.readStream(stream, { direction: 'backwards', limit: 1 });
  for (const { name } of [reads.balance, reads.statement, books.follower]) {
    if (last !== undefined && !(await runtime.waitFor(name, { stream, revision: last.revision }, PATIENCE_MS)))
      throw new Error(`${name} does not come up with the log`);
  }
  const lines = [];
  let after;
  do {
    const page = await reads.statement.find({
      where: { account: stream },
      order: { field: 'opened', direction: 'ascending' },
      limit: PAGE,
      ...(after === undefined ? {} : { after }),
    });
    lines.push(
      ...page.items.map(({ id, kind, steps }) => ({
        id,
        kind,
        steps: steps.map(({ what, amount }) => ({ what, amount })),
      })),
    );
    after = page.next;
  } while (after !== undefined);
  const { available, held, spent } = await reads.balance.get(stream);
  return { lines, available, held, spent };
}

async function answer({ account, change }) {
  if (change === undefined) return statement(account);
  const done = await commands.execute(new ChangeCredits(account, change));
  return done.ok ? 'done' : done.error.identifier;
}

const server = createServer((socket) => {
  socket.on('error', () => socket.destroy());
  createInterface({ input: socket }).on('line', (line) => {
    const { n, ...request } = JSON.parse(line);
    answer(request)
      .then(
        (said) => ({ n, said }),
        (error) => ({ n, failed: String(error) }),
      )
      .then((answered) => socket.write(`${JSON.stringify(answered)}\n`));
  });
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
process.on('SIGTERM', async () => {
  server.close();
  await nest.close();
  await platform.close();
  process.exit(0);
});
