import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Resident memory of a process in bytes, from /proc if available, otherwise from `ps`; undefined if the process has
 * ended.
 */
export async function residentBytes(pid: number, proc = '/proc'): Promise<number | undefined> {
  const kilobytes = await statusKilobytes(pid, proc)
    .catch(() => psKilobytes(pid))
    .catch(() => undefined);
  return kilobytes === undefined || !Number.isFinite(kilobytes) ? undefined : kilobytes * 1_024;
}

/**
 * In kilobytes, independent of the page size.
 * @throws without /proc or if the process does not exist
 */
async function statusKilobytes(pid: number, proc: string): Promise<number> {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`${proc}/${pid}/status`, 'utf8'))?.[1]);
}

/** @throws if the process does not exist */
async function psKilobytes(pid: number): Promise<number> {
  return Number.parseInt((await run('ps', ['-o', 'rss=', '-p', String(pid)])).stdout, 10);
}
