import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';

const GUARD = fileURLToPath(new URL('./guard-process.mjs', import.meta.url));

let guard: ChildProcess | undefined;
let watched = 0;

function writeLine(line: string): void {
  if (guard === undefined) {
    // In a group of its own, so that it is there still when the test process's group is killed.
    guard = spawn(process.execPath, [GUARD], {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    guard.unref();
    if (guard.stdin instanceof Socket) guard.stdin.unref();
  }
  guard.stdin?.write(`${line}\n`);
}

function watch(count: number, line: string): void {
  writeLine(line);
  watched += count;
  if (watched > 0) return;
  guard?.stdin?.end();
  guard = undefined;
}

/**
 * Servers and folders that do not outlive this process, however it ends: a small process of its own (guard-process.mjs)
 * kills and removes what is left when this one is gone.
 */
export const guarded = {
  server: (pid: number): void => watch(1, `server ${pid}`),
  ended: (pid: number): void => watch(-1, `ended ${pid}`),
  folder: (path: string): void => watch(1, `folder ${path}`),
  removed: (path: string): void => watch(-1, `removed ${path}`),
};
