import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { findProgram } from '../../support/needs.js';

// Long enough for the slowest machine and network; nothing waits for it.
jest.setTimeout(300_000);

/** A server that says where it finds FFmpeg, and ends. */
const SERVER = `import { findFfmpeg } from './engine/ffmpeg.js';
console.log(await findFfmpeg().then(({ ffmpeg, ffprobe }) => 'videos by ' + ffmpeg + ' and ' + ffprobe, () => 'no videos'));
`;
const FETCHING = 'Fetching FFmpeg for videos, once';

describe('npm start where the system has no FFmpeg', () => {
  const root = mkdtempSync(join(tmpdir(), 'kinora-start-ffmpeg-'));
  const bin = join(root, 'bin');
  beforeAll(() => {
    for (const name of ['src', 'packages'])
      cpSync(name, join(root, name), { recursive: true, filter: (path) => basename(path) !== 'node_modules' });
    for (const name of ['.swcrc', 'package.json', 'package-lock.json']) cpSync(name, join(root, name));
    writeFileSync(join(root, 'src/main.ts'), SERVER);
    symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
    mkdirSync(bin);
    for (const name of ['npm', 'node', 'sh']) symlinkSync(findProgram(name) ?? name, join(bin, name));
  });
  afterAll(() => {
    rmSync(root, { recursive: true, force: true });
  });

  /** Starts it with nothing but Node and npm on its path. @returns what it printed, once it has ended */
  async function start(env: Readonly<Record<string, string>> = {}): Promise<string> {
    const {
      npm_execpath: _npm,
      FFMPEG_PATH: _ffmpeg,
      FFPROBE_PATH: _ffprobe,
      PUBLIC_URL: _url,
      ...around
    } = process.env;
    const child = spawn(process.execPath, ['src/start.mjs'], {
      cwd: root,
      env: { ...around, NODE_OPTIONS: '', PATH: bin, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        printed += chunk.toString();
      });
    expect(await once(child, 'close')).toEqual([0, null]);
    return printed;
  }

  it('fetches none for a public service, and says that videos need one', async () => {
    const printed = await start({ PUBLIC_URL: 'https://kinora.example' });
    expect(printed).not.toContain(FETCHING);
    expect(printed).toMatch(
      /Videos cannot be made or uploaded until FFmpeg is there\. .*install FFmpeg with libx264.*\nno videos\n$/,
    );
  });

  it('starts without one where none can be fetched, and says so', async () => {
    const printed = await start({ npm_config_registry: 'http://127.0.0.1:1', npm_config_cache: join(root, 'cache') });
    expect(printed).toContain(FETCHING);
    expect(printed).toMatch(
      /ECONNREFUSED[^]*FFmpeg could not be fetched \(\d+ s\)\.\nVideos cannot be made or uploaded until FFmpeg is there\. .*\nno videos\n$/,
    );
  });

  it('fetches one, once, and uses it', async () => {
    const first = await start();
    expect(first).toMatch(
      new RegExp(
        `${FETCHING}[^]*Fetched FFmpeg in \\d+ s\\.\nvideos by .*packages/ffmpeg/.*/ffmpeg and .*packages/ffmpeg/.*/ffprobe\n$`,
      ),
    );
    expect(existsSync(join(root, 'packages/ffmpeg/node_modules'))).toBe(true);
    expect(await start()).toMatch(/^videos by .*\n$/);
  });
});
