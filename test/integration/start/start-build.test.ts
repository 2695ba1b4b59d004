import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

// Long enough for the slowest machine; nothing waits for it.
jest.setTimeout(120_000);

/** A server as small as can be: it says which process it is, and ends with 7 when asked to. */
const SERVER =
  "process.on('SIGTERM', () => process.exit(7)); setInterval(() => {}, 1_000); const pid: number = process.pid; console.log(`serving as ${pid}`);\n";

/** Beside it, what `npm start` asks of the product: that there is an FFmpeg. */
const REQUESTED = {
  'src/config.ts': 'export const readConfig = (): object => ({});\n',
  'src/creation/engines/programs.ts':
    "export const ffmpegAtStart = async (): Promise<object> => ({ state: 'found' });\n",
};

describe('npm start, on a program of one file', () => {
  let root: string;
  let running: ChildProcess | undefined;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'kinora-build-'));
    mkdirSync(join(root, 'src/creation/engines'), { recursive: true });
    symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
    for (const file of ['src/start.mjs', 'src/build-server.mjs', '.swcrc', 'package.json'])
      copyFileSync(file, join(root, file));
    for (const [file, text] of Object.entries({ 'src/main.ts': SERVER, ...REQUESTED }))
      writeFileSync(join(root, file), text);
  });
  afterEach(() => {
    running?.kill('SIGKILL');
    rmSync(root, { recursive: true, force: true });
  });

  /** Starts it and waits until it serves or has ended. */
  async function start(): Promise<{
    readonly child: ChildProcess;
    readonly printed: () => string;
    readonly exit: Promise<unknown[]>;
  }> {
    const child = (running = spawn(process.execPath, ['src/start.mjs'], {
      cwd: root,
      env: { ...process.env, NODE_OPTIONS: '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    }));
    let text = '';
    const exit = once(child, 'close');
    await new Promise<void>((done) => {
      child.once('close', () => done());
      for (const stream of [child.stdout, child.stderr]) {
        stream?.on('data', (chunk: Buffer) => {
          text += chunk.toString();
          if (text.includes('serving as')) done();
        });
      }
    });
    return { child, printed: () => text, exit };
  }

  it('is the server itself once it has built it: what ends the one ends the other, with its exit code', async () => {
    const first = await start();
    expect(first.printed()).toMatch(
      /^Building the server …\n(Building the server … \d+ s\n)*Built the server in \d+ s\.\n/,
    );
    expect(first.printed()).toContain(`serving as ${first.child.pid}\n`);
    first.child.kill('SIGTERM');
    expect(await first.exit).toEqual([7, null]);
    const second = await start();
    expect(second.printed()).toBe(`serving as ${second.child.pid}\n`);
    second.child.kill('SIGKILL');
    expect(await second.exit).toEqual([null, 'SIGKILL']);
  });

  it('builds anew after a build that failed, though what it is made of is as it was before', async () => {
    const first = await start();
    first.child.kill('SIGKILL');
    await first.exit;
    writeFileSync(join(root, 'src/main.ts'), 'const = ;\n');
    const failed = await start();
    expect(await failed.exit).toEqual([1, null]);
    expect(failed.printed()).toContain('Building the server failed');
    expect(existsSync(join(root, 'dist/.built'))).toBe(false);
    writeFileSync(join(root, 'src/main.ts'), SERVER);
    const again = await start();
    expect(again.printed()).toContain('Built the server in');
    expect(again.printed()).toContain('serving as');
  });
});
