// How long each creation procedure takes on the local engine at typical settings (pictures of 1024², films of 5 s at
// 720p), and how much memory its process needs with all that it starts. `npm run bench procedures`;
// `BENCH_PROCEDURES=upscale,lipSync` chooses by parts of names, `BENCH_SMALL=1` makes everything a quarter as large.
// Each runs in a warm child of the engine's pool, alone. Beside it, on the same machine in the same minute, its peer:
// of a film the plain x264 encoding of the very result, of a picture sharp's enlargement of a 1024² picture to 2048² as
// PNG. Machines are shared: processor time, and its ratio to the peer's, say more than the clock's.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { casesOf, drawInputs, FPS } from '../../docs/gallery/cases.mjs';
import { findFfmpeg } from '../../dist/engine/ffmpeg.js';
import { openEnginePool } from '../../dist/creation/procedures/engine-pool.js';
import { intoMp4 } from '../../dist/engine/local/video/io/encode.js';
import { residentMiB } from './support.mjs';

const run = promisify(execFile);
const never = new AbortController().signal;
const small = process.env['BENCH_SMALL'] === '1';
const wanted = (process.env['BENCH_PROCEDURES'] ?? '').split(',').filter(Boolean);
const at = {
  dir: await mkdtemp(join(tmpdir(), 'kinora-procedures-')),
  programs: await findFfmpeg(),
  side: small ? 512 : 1_024,
  videoSize: small ? { width: 320, height: 180 } : { width: 1_280, height: 720 },
  seconds: small ? 3 : 5,
};
const SAMPLE_MS = 100;

/** Descendants of this process, by their ids. */
async function descendants(pid = process.pid) {
  const found = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const own = found.split(' ').filter(Boolean).map(Number);
  return [...own, ...(await Promise.all(own.map(descendants))).flat()];
}

/** Processor seconds of a process and of those of its children that have ended. */
async function cpuSeconds(pid) {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /s, '').split(' ');
  return [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0) / 100;
}

/** Watches the memory of all that this process has started; `stop` answers the most that it was, MiB. */
function watch() {
  let [slowest, on] = [0, true];
  const look = (async () => {
    while (on) {
      const whole = await residentMiB(process.pid).catch(() => 0);
      slowest = Math.max(slowest, whole - process.memoryUsage.rss() / 1_048_576);
      await new Promise((resolve) => {
        setTimeout(resolve, SAMPLE_MS);
      });
    }
  })();
  return async () => {
    on = false;
    await look;
    return slowest;
  };
}

const timed = async (work) => {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1_000;
};

/** The processor seconds of a result's peer, with those of what it starts. */
async function peer({ media }, image) {
  const before = await cpuSeconds(process.pid);
  await beside(media, image);
  return (await cpuSeconds(process.pid)) - before;
}

async function beside(media, image) {
  if (media.type === 'image/png')
    return timed(() =>
      sharp(image).resize(2_048, 2_048, { kernel: 'lanczos3', fit: 'fill' }).png({ compressionLevel: 6 }).toBuffer(),
    );
  return timed(() =>
    run(at.programs.ffmpeg, [
      '-nostdin',
      '-v',
      'error',
      '-i',
      media.path,
      '-an',
      ...intoMp4(FPS, join(at.dir, 'peer.mp4')),
    ]),
  );
}

const column = (text, width) => String(text).padStart(width);
const figure = (value, digits) => value.toFixed(digits);

console.log(`inputs: pictures of ${at.side}², films of ${at.film.width} × ${at.film.height} and ${at.seconds} s`);
const inputs = await drawInputs(at);
const cases = casesOf(inputs, at).filter(
  ({ procedure }) => wanted.length === 0 || wanted.some((part) => procedure.toLowerCase().includes(part.toLowerCase())),
);
console.log(
  `${'procedure'.padEnd(42)}${column('result', 22)}${column('s', 9)}${column('cpu s', 9)}${column('MiB', 7)}${column('peer cpu s', 12)}${column('ratio', 8)}`,
);
const image = inputs.car.path;
for (const { procedure, job } of cases) {
  // One child for each call: what one has loaded is not another's.
  const pool = openEnginePool({ size: 1, limitMilliseconds: 1_800_000 });
  try {
    const warm = {
      ...job,
      id: 'warm',
      params: { procedure: 'text2Image.create', style: 'natural', aspect: '1:1' },
      prompt: 'a lake',
      sources: [],
      width: 64,
      height: 64,
      seconds: 0,
    };
    await pool.run(warm, () => undefined, never);
    const [child] = await descendants();
    const [stop, cpuBefore] = [watch(), await cpuSeconds(child)];
    let made;
    const seconds = await timed(async () => {
      made = await pool.run(job, () => undefined, never);
    });
    const [cpu, memory] = [(await cpuSeconds(child)) - cpuBefore, await stop()];
    const other = ((await peer(made, image)) + (await peer(made, image))) / 2;
    const size = `${made.width} × ${made.height}${job.seconds > 0 ? `, ${job.seconds} s` : ''}`;
    console.log(
      `${procedure.padEnd(42)}${column(size, 22)}${column(figure(seconds, 2), 9)}${column(figure(cpu, 2), 9)}${column(figure(memory, 0), 7)}${column(figure(other, 2), 12)}${column(figure(cpu / other, 1), 8)}`,
    );
  } catch (error) {
    console.log(`${procedure.padEnd(42)} not made: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await pool.close();
  }
}
await rm(at.dir, { recursive: true, force: true });
