import 'reflect-metadata';
import { closeCommands } from '../../src/billing/close/cli.js';
import { readConfig } from '../../src/config.js';
import { ledgerCli } from '../../src/credits/cli.js';
import { usersCli } from '../../src/identity/cli.js';
import { openCliTools } from '../../src/open-cli-tools.js';
import { runCli } from '../../src/platform/cli.js';

/** What a command ended with and printed. */
export interface Ended {
  readonly code: number;
  readonly said: readonly string[];
  readonly complained: readonly string[];
}

/**
 * Runs `npm run ledger -- …` or `npm run users -- …` without a process of its own: the stores of a data folder are
 * opened for one command, and closed after it.
 */
export async function operatorCommand(
  env: { readonly DATA_DIR: string; readonly AUTH_SECRET: string } & Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<Ended> {
  const [said, complained]: [string[], string[]] = [[], []];
  const say = (line: string): void => void said.push(line);
  const config = readConfig({ NODE_ENV: 'production', LOG_LEVEL: 'silent', ...env });
  const code = await runCli(
    [{ ...ledgerCli, commands: [...ledgerCli.commands, ...closeCommands] }, usersCli],
    args,
    () => openCliTools(config, say),
    { say, complain: (line) => void complained.push(line) },
  );
  return { code, said, complained };
}
