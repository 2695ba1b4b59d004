import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * When a process started, in the system's own terms: from /proc if available (proc_pid_stat(5), field 22), otherwise
 * from `ps`. With the process id it names a process for good, because ids are used again. Undefined if it has ended.
 */
export async function startOfProcess(pid: number, proc = '/proc'): Promise<string | undefined> {
  try {
    const stat = await readFile(`${proc}/${pid}/stat`, 'utf8');
    // The name, in parentheses, may contain spaces. The state follows, then field 4.
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' || state === 'X' ? undefined : fields[18];
  } catch {
    return run('ps', ['-o', 'lstart=', '-p', String(pid)]).then(
      ({ stdout }) => stdout.trim() || undefined,
      () => undefined,
    );
  }
}

/** Whether a process of this id and start still runs. */
export const isSameProcess = async (pid: number, startedAt: string): Promise<boolean> =>
  (await startOfProcess(pid)) === startedAt;
