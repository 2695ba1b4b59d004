import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { constants, getPriority, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { createEnginePool, type Job, type JobProgress, type JobResult } from '../../../src/engine/local/pool.js';
import { until } from '../../support/until.js';

/** Children run compiled code only. */
const built = resolve('dist/');
let folder: string;
const never = new AbortController().signal;
const job = (more: Partial<Job> = {}): Job => ({
  id: 'one',
  params: { procedure: 'text2Image.create', style: 'natural', aspect: '1:1' },
  prompt: 'a green bottle',
  negativePrompt: '',
  seed: 5,
  width: 160,
  height: 96,
  seconds: 0,
  sources: [],
  dir: folder,
  ...more,
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'engine-built-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const pngOf = (media: JobResult['media']): Uint8Array => {
  if (media.type !== 'image/png') throw new Error('not a picture');
  return media.bytes;
};
const entry = (): URL => pathToFileURL(join(built, 'creation/procedures/worker-process.js'));

/** Whether a process is still there; a dead one whose parent has not asked for it counts as gone. */
async function runs(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const { stdout } = await promisify(execFile)('ps', ['-o', 'stat=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return stdout.trim() !== '' && !stdout.trim().startsWith('Z');
}

async function untilGone(pid: number): Promise<void> {
  while (await runs(pid)) await new Promise((done) => setTimeout(done, 50));
}

describe('the engine in its own process', () => {
  it.each([0, 12])('steps back behind the process that forked it, which itself stands %i back', async (back) => {
    const own = Math.min(constants.priority.PRIORITY_LOW, getPriority() + back);
    const wanted = Math.min(constants.priority.PRIORITY_LOW, own + constants.priority.PRIORITY_BELOW_NORMAL);
    const child = spawn('nice', ['-n', String(back), process.execPath, fileURLToPath(entry())], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const gone = once(child, 'exit');
    const priority = (): number | undefined =>
      child.pid === undefined || child.exitCode !== null ? undefined : getPriority(child.pid);
    try {
      expect(
        await until(
          () => Promise.resolve(priority()),
          (now) => now === undefined || now === wanted,
        ),
      ).toBe(wanted);
    } finally {
      child.disconnect();
      await gone;
    }
  });

  it('draws a picture of the size asked for, tells each stage once begun, and shows it growing', async () => {
    const pool = createEnginePool({ entry: entry(), size: 1 });
    try {
      const seen: JobProgress[] = [];
      const { media, understanding } = await pool.run(job(), (progress) => seen.push(progress), never);
      const png = pngOf(media);
      expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 160, height: 96 });
      expect(understanding?.understood.map(({ means }) => means)).toContain('bottle');
      expect([...new Set(seen.map(({ stage }) => stage))]).toEqual(['understanding', 'drawing', 'styling', 'encoding']);
      const previews = seen.flatMap(({ preview }) => (preview ? [preview] : []));
      expect(previews.length).toBeGreaterThan(0);
      expect(previews.every(({ bytes }) => bytes.byteLength <= 40_000)).toBe(true);
      const again = await pool.run(job({ id: 'two' }), () => undefined, never);
      expect(Buffer.from(pngOf(again.media)).equals(Buffer.from(png))).toBe(true);
    } finally {
      await pool.close();
    }
  });

  it('works on a picture that is given, in a process that stays', async () => {
    const path = join(folder, 'image');
    await writeFile(
      path,
      await sharp({ create: { width: 96, height: 72, channels: 3, background: '#3377aa' } })
        .png()
        .toBuffer(),
    );
    const sources = [{ role: 'image' as const, path }];
    const pool = createEnginePool({ entry: entry(), size: 1 });
    try {
      const seen: JobProgress[] = [];
      const larger = await pool.run(
        job({ params: { procedure: 'imageTools.upscale', scale: 2 }, prompt: '', sources, width: 192, height: 144 }),
        (progress) => seen.push(progress),
        never,
      );
      expect(await sharp(pngOf(larger.media)).metadata()).toMatchObject({
        format: 'png',
        width: 192,
        height: 144,
        hasAlpha: false,
      });
      expect([...new Set(seen.map(({ stage }) => stage))]).toEqual(['reading', 'working', 'encoding']);
      const restyled = await pool.run(
        job({
          id: 'two',
          params: { procedure: 'image2Image.create', style: 'oil', strength: 1 },
          prompt: 'at sunset',
          sources,
          width: 96,
          height: 72,
        }),
        () => undefined,
        never,
      );
      expect(restyled).toMatchObject({ width: 96, height: 72 });
      expect(restyled.understanding?.understood.map(({ means }) => means)).toContain('sunset');
    } finally {
      await pool.close();
    }
  });

  it('stops at once when it is cancelled in the midst of drawing', async () => {
    const pool = createEnginePool({ entry: entry(), size: 1 });
    const control = new AbortController();
    const running = pool.run(
      job({ width: 2048, height: 2048 }),
      ({ stage }) => {
        if (stage === 'drawing') control.abort(new Error('enough'));
      },
      control.signal,
    );
    await expect(running).rejects.toThrow('enough');
    await pool.close();
  });

  it('leaves no child behind when the process that forked it is killed outright', async () => {
    const script = join(folder, 'parent.mjs');
    await writeFile(
      script,
      `
      import { fork } from 'node:child_process';
      import { openEnginePool } from ${JSON.stringify(pathToFileURL(join(built, 'creation/procedures/engine-pool.js')).href)};
      import { execFileSync } from 'node:child_process';
      const pool = openEnginePool({ size: 1 });
      const job = { id: 'x', params: { procedure: 'text2Image.create', style: 'natural', aspect: '1:1' }, prompt: 'a rose', negativePrompt: '', seed: 1, width: 2048, height: 2048, seconds: 0, sources: [], dir: '' };
      const children = () => execFileSync('ps', ['-A', '-o', 'pid=,ppid=,comm='], { encoding: 'utf8' }).split('\\n').map((line) => line.trim().split(/ +/))
        .filter(([, parent, name]) => parent === String(process.pid) && name !== 'ps').map(([pid]) => pid);
      pool.run(job, ({ stage }) => { if (stage === 'drawing') process.send(children().map(Number)); }, new AbortController().signal).catch(() => undefined);
    `,
    );
    const parent = fork(script, { stdio: 'ignore', execArgv: [] });
    const [children] = (await once(parent, 'message')) as [number[]];
    expect(children).toHaveLength(1);
    parent.kill('SIGKILL');
    await once(parent, 'exit');
    for (const child of children) await untilGone(child);
    expect(await Promise.all(children.map(runs))).toEqual([false]);
  });
});
