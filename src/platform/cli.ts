import type { Abstract, Type } from '@nestjs/common';
import { parseArgs } from 'node:util';
import { wordsOf } from '../kernel/thrown.js';
import type { PlatformParts } from './platform.module.js';

/** Tools of an operator's command: the whole product, opened, with no role started. */
export interface CliTools {
  readonly parts: PlatformParts;
  /** A provider of any module. */
  readonly get: <T>(token: Type<T> | Abstract<T> | string | symbol) => T;
  /** Prints one line for the operator. */
  readonly say: (line: string) => void;
}

/**
 * How a command is invoked: `<group> <name> <arguments>`. Several commands may share a name and differ in their
 * arguments.
 */
interface Called {
  readonly name: string;
  /** Names of its arguments, e.g. `['<stream>']`; all are required. */
  readonly takes: readonly string[];
  /** Options, each `--name value`, with a description of the value: `{ 'as-of': '<ISO time>' }`. */
  readonly options?: Readonly<Record<string, string>>;
  /** Options without a value, `--name`. They are among the options with an empty text when given. */
  readonly flags?: readonly string[];
  /** Description of the command, half a line. */
  readonly does: string;
}

interface StoresCommand extends Called {
  /**
   * @param options given options by name
   * @returns the process's exit code: 0 for success, 1 otherwise
   * @throws an error that is reported in one line
   */
  run(tools: CliTools, args: readonly string[], options: ReadonlyMap<string, string>): Promise<number>;
}

interface BareCommand extends Called {
  /** As `run`, for a command without stores: they are not opened, and may be in use elsewhere or not exist. */
  runBare(say: CliTools['say'], args: readonly string[], options: ReadonlyMap<string, string>): Promise<number>;
}

/** An operator's command. */
export type CliCommand = StoresCommand | BareCommand;

/** The commands of one part of the product, defined in that part's folder. */
export interface CliGroup {
  readonly name: string;
  readonly commands: readonly CliCommand[];
}

/** Tools opened for one command, and closed after it. */
export interface OpenCliTools {
  readonly tools: CliTools;
  close(): Promise<void>;
}

/** Output: `say` for results, `complain` for errors. */
export interface CliLines {
  say(line: string): void;
  complain(line: string): void;
}

/**
 * Lets a command go on, and close its stores, when the reader of its output is gone, as after `| head`.
 * @param output receives its errors as events. Any other error is thrown
 */
export function surviveClosedReader(output: Pick<NodeJS.EventEmitter, 'on'>): void {
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

/**
 * Runs the command that the arguments name. Nothing is opened for unknown commands.
 * @param args after the program's name
 * @returns the exit code: the command's own, 1 if it failed, 2 for an unknown command
 */
export async function runCli(
  groups: readonly CliGroup[],
  args: readonly string[],
  open: () => Promise<OpenCliTools>,
  lines: CliLines,
): Promise<number> {
  const [groupName, commandName, ...rest] = args;
  const group = groups.find(({ name }) => name === groupName);
  const found = group?.commands.flatMap((command) => {
    const said = command.name === commandName ? parse(command, rest) : undefined;
    return said === undefined ? [] : [{ command, said }];
  })[0];
  if (found === undefined) {
    for (const line of usage(group === undefined ? groups : [group])) lines.complain(line);
    return 2;
  }
  const { command, said } = found;
  let opened: OpenCliTools | undefined;
  try {
    if ('runBare' in command) return await command.runBare((line) => lines.say(line), said.args, said.options);
    opened = await open();
    return await command.run(opened.tools, said.args, said.options);
  } catch (error) {
    lines.complain(wordsOf(error));
    return 1;
  } finally {
    await opened?.close();
  }
}

/** @returns undefined for arguments that the command does not accept */
function parse(
  { takes, options = {}, flags = [] }: CliCommand,
  rest: readonly string[],
): { readonly args: readonly string[]; readonly options: ReadonlyMap<string, string> } | undefined {
  try {
    const known: Record<string, { readonly type: 'string' | 'boolean' }> = {};
    for (const name of Object.keys(options)) known[name] = { type: 'string' };
    for (const name of flags) known[name] = { type: 'boolean' };
    // A negative number is an argument. The parser takes anything that begins with a hyphen for an option, so a space
    // is put before it.
    const { positionals, values } = parseArgs({
      args: rest.map((arg) => (/^-\d+$/.test(arg) ? ` ${arg}` : arg)),
      allowPositionals: true,
      options: known,
    });
    if (positionals.length !== takes.length) return undefined;
    return {
      args: positionals.map(unmasked),
      options: new Map(
        Object.entries(values).flatMap(([name, value]) =>
          typeof value === 'string' ? [[name, unmasked(value)]] : value === true ? [[name, '']] : [],
        ),
      ),
    };
  } catch {
    return undefined;
  }
}

const unmasked = (arg: string): string => arg.replace(/^ (?=-\d+$)/, '');

function usage(groups: readonly CliGroup[]): readonly string[] {
  return groups.flatMap((group) =>
    group.commands.map(
      ({ name, takes, options = {}, flags = [], does }) =>
        `npm run ${group.name} -- ${[name, ...takes, ...flags.map((flag) => `[--${flag}]`), ...Object.entries(options).map(([option, value]) => `[--${option} ${value}]`)].join(' ')}   ${does}`,
    ),
  );
}
