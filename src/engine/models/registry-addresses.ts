/** Addresses of the package registries of this machine: those that npm and pip are set up for. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { helperEnvironment, processEnvironment } from '../../platform/environment.js';
import type { RegistryAddresses } from './registries.js';

const run = promisify(execFile);
const ASK_MS = 20_000;
/** The index that pip uses where nothing is configured: a default of pip, read from it. */
const PIP_DEFAULT = 'from pip._internal.models.index import PyPI; print(PyPI.simple_url)';

/** First line that is an http address. It may have user and password. */
const addressIn = (text: string): string | undefined =>
  text
    .split('\n')
    .map((line) => line.trim())
    .find((line) => /^https?:\/\//.test(line));

/** @returns a program's answer; undefined when it is not installed or has none */
async function ask(program: string, args: readonly string[]): Promise<string | undefined> {
  // Both read their settings from the home folder.
  const env = {
    ...helperEnvironment(),
    ...(processEnvironment.HOME === undefined ? {} : { HOME: processEnvironment.HOME }),
  };
  return run(program, [...args], { timeout: ASK_MS, env, shell: process.platform === 'win32' }).then(
    ({ stdout }) => addressIn(stdout),
    () => undefined,
  );
}

async function firstOf(questions: readonly (() => Promise<string | undefined>)[]): Promise<string | undefined> {
  for (const question of questions) {
    const answer = await question();
    if (answer !== undefined) return answer;
  }
  return undefined;
}

/**
 * Addresses of the registries: those of the configuration, else what npm and pip answer.
 * @param given of the configuration
 */
export async function registryAddresses(given: Partial<RegistryAddresses>): Promise<RegistryAddresses> {
  const pip = ['-m', 'pip', 'config', 'get', 'global.index-url'];
  const [npm, python] = await Promise.all([
    given.npm ?? ask('npm', ['config', 'get', 'registry']),
    given.python ?? firstOf([() => ask('python3', pip), () => ask('python3', ['-c', PIP_DEFAULT])]),
  ]);
  return { npm, python };
}
