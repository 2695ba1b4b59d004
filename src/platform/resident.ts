import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Memory of a process that is in use now, bytes: from /proc where there is one, else from `ps`; nothing once it is gone. */
export async function residentBytes(pid: number, proc = '/proc'): Promise<number | undefined> {
  const kilobytes = await statusKilobytes(pid, proc).catch(() => psKilobytes(pid)).catch(() => undefined);
  return kilobytes === undefined || !Number.isFinite(kilobytes) ? undefined : kilobytes * 1_024;
}

/** In kilobytes whatever the size of a page. @throws where there is no /proc or no such process */
async function statusKilobytes(pid: number, proc: string): Promise<number> {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`${proc}/${pid}/status`, 'utf8'))?.[1]);
}

/** @throws when there is no such process */
async function psKilobytes(pid: number): Promise<number> {
  return Number.parseInt((await run('ps', ['-o', 'rss=', '-p', String(pid)])).stdout, 10);
}
