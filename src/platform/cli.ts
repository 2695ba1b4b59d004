import type { Abstract, Type } from '@nestjs/common';
import { parseArgs } from 'node:util';
import type { PlatformParts } from './platform.module.js';

/** What an operator's command works with: the whole product, opened, with no role started. */
export interface CliTools {
  readonly parts: PlatformParts;
  /** A provider of any module. */
  readonly get: <T>(token: Type<T> | Abstract<T> | string | symbol) => T;
  /** Tells the operator one line. */
  readonly say: (line: string) => void;
}

/** One thing that an operator can ask for, `<group> <name> <arguments>`. */
export interface CliCommand {
  readonly name: string;
  /** Its arguments in words, e.g. `['<stream>']`; every one is needed. */
  readonly takes: readonly string[];
  /** What may be said besides, `--name value` each, with the value in words: `{ 'as-of': '<ISO time>' }`. */
  readonly options?: Readonly<Record<string, string>>;
  /** What it does, half a line. */
  readonly does: string;
  /**
   * @param options what was said of them, by name
   * @returns the process's exit code: 0 when all is well, 1 when not. @throws what goes wrong, told in one line
   */
  run(tools: CliTools, args: readonly string[], options: ReadonlyMap<string, string>): Promise<number>;
}

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

/** Where lines go: `say` what was asked for, `complain` why it could not be had. */
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
  const command = group?.commands.find(({ name }) => name === commandName);
  const said = command === undefined ? undefined : parse(command, rest);
  if (command === undefined || said === undefined) {
    for (const line of usage(group === undefined ? groups : [group])) lines.complain(line);
    return 2;
  }
  let opened: OpenCliTools | undefined;
  try {
    opened = await open();
    return await command.run(opened.tools, said.args, said.options);
  } catch (error) {
    lines.complain(error instanceof Error ? error.message : String(error));
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
