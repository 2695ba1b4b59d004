// Makes the files of the posts of the house (src/creation/house/posts.ts) with the local engine: images as WebP, videos
// as small MP4 with a WebP poster. `npm run build:server && node docs/gallery/house.mjs`. Arguments, names of posts,
// limit the run to those. The same seeds give the same results.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { findFfmpeg, runProgram } from '../../dist/engine/ffmpeg.js';
import { HOUSE_POSTS } from '../../dist/creation/house/posts.js';
import { FORMS } from '../../dist/creation/procedures/params.shared.js';
import { planOf } from '../../dist/creation/procedures/plan.shared.js';
import { runProcedure } from '../../dist/creation/procedures/run-procedure.js';

const folder = join(dirname(fileURLToPath(import.meta.url)), '../../src/creation/house/files');
const names = process.argv.slice(2);
const quiet = () => undefined;
const programs = await findFfmpeg();
const work = await mkdtemp(join(tmpdir(), 'kinora-house-'));

const webp = (bytes) => sharp(Buffer.from(bytes)).webp({ quality: 82, effort: 6 }).toBuffer();

/** Encodes a video of the engine slowly, which makes it a third smaller. */
const small = (from, to) =>
  runProgram(
    programs.ffmpeg,
    [
      ...['-nostdin', '-y', '-v', 'error', '-i', from],
      ...['-c:v', 'libx264', '-preset', 'veryslow', '-crf', '29', '-pix_fmt', 'yuv420p', '-an'],
      ...['-movflags', '+faststart', '-bitexact', '-map_metadata', '-1', to],
    ],
    { timeoutMs: 600_000 },
  );

await mkdir(folder, { recursive: true });
try {
  for (const { name, prompt, seed, params } of HOUSE_POSTS) {
    if (names.length > 0 && !names.includes(name)) continue;
    const plan = planOf(params, [], FORMS[params.procedure].models[0].longSide);
    if (!plan.ok) throw new Error(`${name} has no plan: ${plan.error.identifier}`);
    const { width, height, seconds } = plan.value;
    const size = { width, height, seconds };
    const job = { id: name, params, prompt, negativePrompt: '', seed, ...size, sources: [], dir: work, programs };
    const made = await runProcedure(job, quiet);
    if (made === undefined) throw new Error(`${name} could not be made`);
    const { media } = made;
    if (media.type === 'image/png') await writeFile(join(folder, `${name}.webp`), await webp(media.bytes));
    else {
      await small(media.path, join(folder, `${name}.mp4`));
      await writeFile(join(folder, `${name}.webp`), await webp(media.poster));
    }
    console.log(name);
  }
} finally {
  await rm(work, { recursive: true, force: true });
}
