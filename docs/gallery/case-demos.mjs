// Generates the demo of each tool that `samples.mjs` has none for: input and output of its case (`cases.mjs`). No
// photographs are used. `npm run gallery` runs it after the samples; `npm run build:server && node
// docs/gallery/case-demos.mjs` runs it alone. Arguments, parts of procedure names, limit the run to those.
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { findFfmpeg } from '../../dist/engine/ffmpeg.js';
import { FORMS } from '../../dist/creation/procedures/params.shared.js';
import { openEnginePool } from '../../dist/creation/procedures/engine-pool.js';
import { framesOf } from '../../dist/engine/local/video/io/source.js';
import { casesOf, drawInputs, FPS, pixelsOf } from './cases.mjs';

const folder = join(dirname(fileURLToPath(import.meta.url)), '../../web/public/samples');
const FILE = join(folder, 'case-demos.json');
const read = async (path) => JSON.parse(await readFile(path, 'utf8'));
/** Demos that are made of samples of their own. */
const others = await read(join(folder, 'demos.json'));
const wanted = process.argv.slice(2);
const SIDE = 640;
const SECONDS = 3;

const kept = (pipeline, name) =>
  pipeline
    .removeAlpha()
    .resize({ width: SIDE, withoutEnlargement: true })
    .webp({ quality: 78 })
    .toFile(join(folder, name));

/** The frame at half a second. */
async function posterOf(programs, path, { width, height }) {
  let index = 0;
  for await (const frame of framesOf(programs, path, { width, height, fps: FPS }))
    if ((index += 1) > FPS / 2) return pixelsOf(frame);
  throw new Error(`${path} has no frame`);
}

const programs = await findFfmpeg();
const at = {
  dir: await mkdtemp(join(tmpdir(), 'kinora-demos-')),
  programs,
  side: SIDE,
  videoSize: { width: 960, height: 544 },
  seconds: SECONDS,
};
const pool = openEnginePool({ size: 1, limitMilliseconds: 1_800_000 });
const demos = wanted.length > 0 ? await read(FILE) : {};
try {
  const inputs = await drawInputs(at);
  for (const { procedure, job, sources } of casesOf(inputs, at)) {
    const { key, href } = FORMS[procedure];
    if (
      !href.startsWith('/tools/') ||
      Object.hasOwn(others, key) ||
      (wanted.length > 0 && !wanted.some((part) => procedure.toLowerCase().includes(part.toLowerCase())))
    )
      continue;
    const file = key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const { media } = await pool.run(job, () => undefined, new AbortController().signal);
    const isVideo = media.type !== 'image/png';
    const after = `${file}${isVideo ? '' : '-after'}.webp`;
    await kept(isVideo ? await posterOf(programs, media.path, job) : sharp(media.bytes), after);
    const given = sources.find(({ type }) => type === 'image/png');
    const before = isVideo ? after : `${file}-before.webp`;
    if (!isVideo) await kept(sharp(given.path), before);
    if (isVideo) await copyFile(media.path, join(folder, `${file}.mp4`));
    demos[key] = {
      before: `/samples/${before}`,
      after: `/samples/${after}`,
      ratio: `${job.width} / ${job.height}`,
      ...(isVideo ? { video: `/samples/${file}.mp4` } : {}),
    };
    console.log(procedure);
  }
} finally {
  await pool.close();
  await rm(at.dir, { recursive: true, force: true });
}
await writeFile(FILE, `${JSON.stringify(demos, null, 1)}\n`);
