import type { Abstract, Type } from '@nestjs/common';
import { parseArgs } from 'node:util';
import { wordsOf } from '../kernel/thrown.js';
import type { PlatformParts } from './platform.module.js';

/** What an operator's command works with: the whole product, opened, with no role started. */
export interface CliTools {
  readonly parts: PlatformParts;
  /** A provider of any module. */
  readonly get: <T>(token: Type<T> | Abstract<T> | string | symbol) => T;
  /** Tells the operator one line. */
  readonly say: (line: string) => void;
}

/** How a command is called: `<group> <name> <arguments>`. Several may have one name, told apart by their arguments. */
interface Called {
  readonly name: string;
  /** Its arguments in words, e.g. `['<stream>']`; every one is needed. */
  readonly takes: readonly string[];
  /** What may be said besides, `--name value` each, with the value in words: `{ 'as-of': '<ISO time>' }`. */
  readonly options?: Readonly<Record<string, string>>;
  /** What it does, half a line. */
  readonly does: string;
}

interface StoresCommand extends Called {
  /**
   * @param options what was said of them, by name
   * @returns the process's exit code: 0 when all is well, 1 when not. @throws what goes wrong, told in one line
   */
  run(tools: CliTools, args: readonly string[], options: ReadonlyMap<string, string>): Promise<number>;
}

interface BareCommand extends Called {
  /** As `run`, for what needs no stores: they are not opened, and may be someone else's or nowhere. */
  runBare(say: CliTools['say'], args: readonly string[], options: ReadonlyMap<string, string>): Promise<number>;
}

/** One thing that an operator can request. */
export type CliCommand = StoresCommand | BareCommand;

/** The commands of one part of the product; each group stands in the folder of its part. */
export interface CliGroup {
  readonly name: string;
  readonly commands: readonly CliCommand[];
}

/** Opened for one command, closed after it. */
export interface OpenCliTools {
  readonly tools: CliTools;
  close(): Promise<void>;
}

/** Where lines go: `say` what was requested, `complain` why it could not be had. */
export interface CliLines {
  say(line: string): void;
  complain(line: string): void;
}

/**
 * Runs the command that the arguments name. Nothing is opened for arguments that name none.
 * @param args after the program's name
 * @returns the exit code: what the command says, 1 when it failed, 2 when there is no such command
 */
export async function runCli(groups: readonly CliGroup[], args: readonly string[], open: () => Promise<OpenCliTools>, lines: CliLines): Promise<number> {
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

/** @returns undefined for what the command does not take */
function parse({ takes, options = {} }: CliCommand, rest: readonly string[]): { readonly args: readonly string[]; readonly options: ReadonlyMap<string, string> } | undefined {
  try {
    const { positionals, values } = parseArgs({ args: [...rest], allowPositionals: true, options: Object.fromEntries(Object.keys(options).map((name) => [name, { type: 'string' as const }])) });
    return positionals.length === takes.length ? { args: positionals, options: new Map(Object.entries(values).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))) } : undefined;
  } catch {
    return undefined;
  }
}

function usage(groups: readonly CliGroup[]): readonly string[] {
  return groups.flatMap((group) => group.commands.map(({ name, takes, options = {}, does }) => `npm run ${group.name} -- ${[name, ...takes, ...Object.entries(options).map(([option, value]) => `[--${option} ${value}]`)].join(' ')}   ${does}`));
}
