import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { describeWith, findProgram } from '../../support/needs.js';

jest.setTimeout(180_000);

const LOADER = fileURLToPath(new URL('../../../src/platform/sqlite/typescript-loader.mjs', import.meta.url));
const WRITER = fileURLToPath(new URL('./durability-writer.ts', import.meta.url));
const ROUNDS = 12;
const ACKNOWLEDGED = 8 * ROUNDS * 3;

/** What matters of one system call, in the order in which they happened; `log` is the path of a log file. */
type Call =
  | { readonly kind: 'page'; readonly log: string; readonly text: string }
  /** Comes right after the last page of a commit. */
  | { readonly kind: 'commit'; readonly log: string }
  /** `begun`: how many calls had happened when it began. */
  | { readonly kind: 'sync'; readonly log: string; readonly begun: number }
  | { readonly kind: 'acks'; readonly ids: readonly string[] };

const FRAME_HEADER_BYTES = 24;
/** A call on a path that ends in `-wal`, as `strace -xx` writes it. */
const ON_LOG = /^(pwrite64|fsync|fdatasync)\(\d+<([^>]*\\x2d\\x77\\x61\\x6c)>/;

/**
 * Reads what `strace -f -y -xx` wrote: writes to the log files, their syncs that ended well, and lines on standard
 * output. The lines of threads alternate as they like.
 */
function readTrace(trace: string): Call[] {
  const calls: Call[] = [];
  /** The sync that a thread has under way. */
  const syncing = new Map<string, Extract<Call, { kind: 'sync' }>>();
  /** Threads and logs whose next page ends a commit. */
  const ending = new Set<string>();
  for (const line of trace.split('\n')) {
    const [, thread = '', rest = ''] = /^(?:\[pid\s+)?(\d+)\]?\s+(.*)$/.exec(line) ?? [];
    const [, name, log = ''] = ON_LOG.exec(rest) ?? [];
    if (name === 'pwrite64') {
      const bytes = bytesOf(rest);
      // A frame's header says in its second word how many pages the database has after this commit, or 0 if none ends
      // here.
      if (bytes.byteLength === FRAME_HEADER_BYTES && bytes.readUInt32BE(4) > 0) ending.add(`${thread} ${log}`);
      if (bytes.byteLength <= FRAME_HEADER_BYTES) continue;
      calls.push({ kind: 'page', log, text: bytes.toString('latin1') });
      if (ending.delete(`${thread} ${log}`)) calls.push({ kind: 'commit', log });
    } else if (name !== undefined && rest.includes('<unfinished')) {
      syncing.set(thread, { kind: 'sync', log, begun: calls.length });
    } else if (name !== undefined && /\)\s+= 0/.test(rest)) {
      calls.push({ kind: 'sync', log, begun: calls.length });
    } else if (/^<\.\.\. f(data)?sync resumed>/.test(rest)) {
      const sync = syncing.get(thread);
      if (sync !== undefined && /= 0$/.test(rest)) calls.push(sync);
      syncing.delete(thread);
    } else if (/^write\(1</.test(rest)) {
      calls.push({
        kind: 'acks',
        ids: [
          ...bytesOf(rest)
            .toString('latin1')
            .matchAll(/ack (\S+)/g),
        ].map(([, id = '']) => id),
      });
    }
  }
  return calls;
}

/** The bytes that a traced write carried, from strace's hexadecimal. */
function bytesOf(call: string): Buffer {
  const [, hex = ''] = /, "((?:\\x[0-9a-f]{2})*)"/.exec(call) ?? [];
  return Buffer.from(hex.replaceAll('\\x', ''), 'hex');
}

/** The acknowledgements that were given before the commit that holds them was synced. */
function tooEarly(calls: readonly Call[]): string[] {
  return calls.flatMap((call, at) => {
    if (call.kind !== 'acks') return [];
    return call.ids.filter((id) => {
      const before = calls.slice(0, at);
      const written = before.findIndex((one) => one.kind === 'page' && one.text.includes(id));
      const page = before[written];
      const committed =
        page?.kind !== 'page'
          ? -1
          : before.findIndex((one, n) => n > written && one.kind === 'commit' && one.log === page.log);
      // One that was under way when the commit was written may have missed it.
      const synced =
        page?.kind !== 'page' || committed < 0
          ? -1
          : before.findIndex((one) => one.kind === 'sync' && one.log === page.log && one.begun > committed);
      return synced < 0;
    });
  });
}

describeWith(findProgram('strace'), 'strace', 'an acknowledged write', () => {
  let folder: string;
  let calls: Call[];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kinora-durability-'));
    const trace = join(folder, 'trace');
    const strace = ['-f', '-y', '-xx', '-s', '5000', '-e', 'trace=pwrite64,write,fsync,fdatasync', '-o', trace];
    const node = [process.execPath, '--import', LOADER, WRITER, join(folder, 'data'), String(ROUNDS)];
    await promisify(execFile)('strace', [...strace, ...node], {
      maxBuffer: 64 * 1024 * 1024,
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    calls = readTrace(await readFile(trace, 'latin1'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const acknowledged = (): string[] => calls.flatMap((call) => (call.kind === 'acks' ? call.ids : []));
  const count = (kind: Call['kind']): number => calls.filter((call) => call.kind === kind).length;

  it('was written into the log and fsynced, up to the frame that ends its commit, before it was acknowledged', () => {
    expect(new Set(acknowledged()).size).toBe(ACKNOWLEDGED);
    expect(tooEarly(calls)).toEqual([]);
  });

  it('shares its fsync with the writes that waited with it', () => {
    expect(count('sync')).toBeGreaterThanOrEqual(count('commit'));
    expect(count('commit')).toBeLessThan(ACKNOWLEDGED / 2);
  });

  it('would be found out if the fsyncs were left out, or came only after the answer', () => {
    expect(tooEarly(calls.filter(({ kind }) => kind !== 'sync'))).toHaveLength(ACKNOWLEDGED);
    const lastSync = calls.findLastIndex(({ kind }) => kind === 'sync');
    const delayed = calls.filter(({ kind }, at) => kind !== 'sync' || at === lastSync);
    expect(tooEarly(delayed).length).toBeGreaterThan(ACKNOWLEDGED / 2);
  });
});
