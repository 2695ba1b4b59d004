import { readFile, writeFile, mkdir } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { creationNamed, Kinora, KinoraError, type Creation, type Operations, type Task } from './client.js';

/** The command line on top of the client. */

export const USAGE = `kinora models [procedure]
kinora balance
kinora tasks
kinora create <procedure> <field>=<text> <field>:=<JSON> <field>@<file> … [--wait] [--out <folder>] [--once <key>]
kinora price <procedure> <field>=<text> …
kinora wait <task> [--out <folder>]
kinora download <task> [--out <folder>]

KINORA_URL is the server, KINORA_KEY an API key. A field@file is uploaded first. --once is an idempotency key:
the same command creates nothing twice. Answers are JSON, one a line; progress goes to the error output.`;

export interface CliParts {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly print: (line: string) => void;
  readonly complain: (line: string) => void;
}

/** A wrong command line. */
class Misuse extends Error {}

const TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.wav': 'audio/wav',
  '.mp3': 'audio/mpeg',
};
const ENDINGS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
};

/** @throws Misuse for an unknown procedure */
function creationOf(procedure: string): Creation {
  const found = creationNamed(procedure);
  if (found === undefined) throw new Misuse(`unknown procedure: ${procedure}`);
  return found;
}

async function uploaded(client: Kinora, field: string, path: string): Promise<unknown> {
  const type = TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream';
  const kind = type.split('/')[0];
  const purpose = field === 'mask' ? 'mask' : kind === 'video' || kind === 'audio' ? kind : 'image';
  return client.sourceOf(await client.upload(new Blob([await readFile(path)], { type }), purpose));
}

/** The body of a creation from `field=text`, `field:=JSON` and `field@file`. @throws Misuse */
async function bodyOf(client: Kinora, given: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
  const body: Record<string, unknown> = {};
  for (const one of given) {
    const [, field = '', sign, value = ''] = /^(\w+)(:=|=|@)(.*)$/s.exec(one) ?? [];
    if (sign === undefined) throw new Misuse(`not a field: ${one}`);
    if (sign === '=') body[field] = value;
    else if (sign === '@') body[field] = await uploaded(client, field, value);
    else
      try {
        body[field] = JSON.parse(value);
      } catch {
        throw new Misuse(`not JSON: ${one}`);
      }
  }
  return body;
}

/** Writes the finished outputs of a task into a folder. @returns their paths */
async function save(client: Kinora, task: Task, folder: string): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true });
  const paths: string[] = [];
  for (const { url, index } of task.outputs) {
    if (url === undefined) continue;
    const file = await client.download(url);
    const path = join(folder, basename(`${task.id}-${index}.${ENDINGS[file.type] ?? 'bin'}`));
    await writeFile(path, Buffer.from(await file.arrayBuffer()));
    paths.push(path);
  }
  return paths;
}

async function finish(
  client: Kinora,
  id: string,
  out: string | undefined,
  { print, complain }: CliParts,
): Promise<number> {
  let percent = -1;
  const task = await client.waitFor(id, {
    onProgress: (seen) => {
      if (seen.percent !== percent) complain(`${seen.status} ${Math.round(seen.percent)} %`);
      ({ percent } = seen);
    },
  });
  print(JSON.stringify(task));
  if (out !== undefined) for (const path of await save(client, task, out)) print(JSON.stringify({ file: path }));
  return task.status === 'succeeded' ? 0 : 1;
}

async function run(args: readonly string[], parts: CliParts): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { wait: { type: 'boolean' }, out: { type: 'string' }, once: { type: 'string' } },
  });
  const [command, subject, ...fields] = positionals;
  const { KINORA_URL: url = 'http://localhost:3000', KINORA_KEY: key } = parts.env;
  const client = new Kinora({ url, ...(key === undefined ? {} : { key }) });
  const needed = (): string => {
    if (subject === undefined) throw new Misuse(`${command ?? ''} needs more`);
    return subject;
  };
  switch (command) {
    case 'help':
      parts.print(USAGE);
      return 0;
    case 'models': {
      const { models } = await client.call(
        'listModels',
        subject === undefined ? {} : { query: { procedure: subject } },
      );
      for (const model of models) parts.print(JSON.stringify(model));
      return 0;
    }
    case 'balance':
      parts.print(JSON.stringify(await client.call('getBalance')));
      return 0;
    case 'tasks':
      for await (const task of client.tasks()) parts.print(JSON.stringify(task));
      return 0;
    case 'create': {
      const operation = creationOf(needed());
      // The server validates what was typed.
      const body = (await bodyOf(client, fields)) as Operations[typeof operation]['body'];
      const task = await client.create(
        operation,
        body,
        values.once === undefined ? {} : { idempotencyKey: values.once },
      );
      if (values.wait === true || values.out !== undefined) return finish(client, task.id, values.out, parts);
      parts.print(JSON.stringify(task));
      return 0;
    }
    case 'price': {
      const operation = creationOf(needed());
      // The server validates what was typed.
      const body = (await bodyOf(client, fields)) as Operations[typeof operation]['body'];
      parts.print(JSON.stringify({ credits: await client.price(operation, body) }));
      return 0;
    }
    case 'wait':
      return finish(client, needed(), values.out, parts);
    case 'download': {
      const task = await client.call('getTask', { path: { id: needed() } });
      for (const path of await save(client, task, values.out ?? '.')) parts.print(JSON.stringify({ file: path }));
      return 0;
    }
    default:
      throw new Misuse(command === undefined ? 'a command is needed' : `unknown command: ${command}`);
  }
}

/** @returns the exit code: 1 for a refusal or a failed creation, 2 for a wrong command line */
export async function runClientCli(args: readonly string[], parts: CliParts): Promise<number> {
  try {
    return await run(args, parts);
  } catch (error) {
    if (error instanceof KinoraError) {
      const { code, status, params, fields } = error;
      parts.complain(JSON.stringify({ code, status, params, fields }));
      return 1;
    }
    if (error instanceof Misuse || (error instanceof TypeError && 'code' in error)) {
      parts.complain(`${error.message}\n\n${USAGE}`);
      return 2;
    }
    parts.complain(error instanceof Error ? error.message : String(error));
    return 1;
  }
}
