import 'reflect-metadata';
import { closeCommands } from './billing/close/cli.js';
import { billingCli } from './billing/finance/cli.js';
import { webhooksCli } from './billing/cli.js';
import { readConfig } from './config.js';
import { exploreCli } from './creation/explore/cli.js';
import { ledgerCli } from './credits/cli.js';
import { usersCli } from './identity/cli.js';
import { modelsCli } from './engine/models/cli.js';
import { openCliTools } from './open-cli-tools.js';
import { runCli, surviveClosedReader } from './platform/cli.js';
import { projectionsCli } from './platform/projections/cli.js';

/** The operator's commands, one group per part of the product: `npm run <group> -- <command>`. */
const GROUPS = [
  projectionsCli,
  { ...ledgerCli, commands: [...ledgerCli.commands, ...closeCommands] },
  webhooksCli,
  billingCli,
  usersCli,
  exploreCli,
  modelsCli(readConfig, Date.now),
];

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function complain(line: string): void {
  process.stderr.write(`${line}\n`);
}

surviveClosedReader(process.stdout);
process.exitCode = await runCli(GROUPS, process.argv.slice(2), async () => openCliTools(readConfig(), say), {
  say,
  complain,
});
