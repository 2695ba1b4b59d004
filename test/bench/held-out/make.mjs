// A child process of `run.mjs`: inspects one photograph, or makes one result of it, as the product does.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { createFindDefect } from '../../../dist/creation/tasks/run/find-defect.js';
import { planOf } from '../../../dist/creation/procedures/plan.shared.js';
import { runProcedure } from '../../../dist/creation/procedures/run-procedure.js';
import { findFfmpeg } from '../../../dist/engine/ffmpeg.js';
import { inspectImage } from '../../../dist/engine/local/inspect/inspect.js';
import { ToolRefusal } from '../../../dist/engine/local/refusal.js';
import { TOOLS } from './tools.mjs';

/** Longest side of a photograph, pixels. */
const SIDE = 768;
const LONG_SIDE = 4_096;

const sized = (input, side = SIDE) =>
  sharp(input)
    .rotate()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .removeAlpha();

async function rasterOf(input) {
  const { data, info } = await sharp(input).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return {
    width: info.width,
    height: info.height,
    data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength),
  };
}

const reasonOf = ({ identifier, params }) => String(params.reason ?? identifier);

async function inspect({ path, need }) {
  const { refusal } = await inspectImage(await rasterOf(await sized(path).png().toBuffer()), need, 'image');
  return { reason: refusal === undefined ? undefined : reasonOf(refusal) };
}

/** The checks after a run, in this process. */
const programs = findFfmpeg();
const findDefect = createFindDefect({
  inspector: {
    inspect: async (image, need, input) => inspectImage(await rasterOf(image), need, input),
    shows: () => Promise.resolve(true),
  },
  programs: () => programs,
});

/** Writes the sources of a tool into a folder. */
async function sourcesOf({ side, beside = {} }, { path, face }, dir) {
  const image = join(dir, 'image.png');
  const { width, height } = await sized(path, side).png().toFile(image);
  const sources = [{ role: 'image', path: image, type: 'image/png', width, height }];
  const add = async (role, input) => {
    const file = join(dir, `${role}.png`);
    const info = await input.png().toFile(file);
    sources.push({ role, path: file, type: 'image/png', width: info.width, height: info.height });
  };
  for (const [role, draw] of Object.entries(beside)) await add(role, sharp(Buffer.from(draw({ width, height }))));
  if (face !== undefined) await add('face', sized(face));
  return sources;
}

async function make(question) {
  const tool = TOOLS.find(({ name }) => name === question.tool);
  const dir = mkdtempSync(join(tmpdir(), 'kinora-held-out-'));
  const started = performance.now();
  const answer = (outcome, why) => ({ outcome, why, from: question.path, ms: performance.now() - started });
  try {
    const sources = await sourcesOf(tool, question, dir);
    const params = typeof tool.params === 'function' ? tool.params(sources[0]) : tool.params;
    const plan = planOf(params, sources, params.procedure.startsWith('video.') ? 1_280 : LONG_SIDE);
    if (!plan.ok) return answer('refused before the hold', reasonOf(plan.error));
    const { width, height, seconds } = plan.value;
    const made = await runProcedure(
      {
        id: 'one',
        params,
        prompt: tool.prompt ?? '',
        negativePrompt: '',
        seed: 1,
        width,
        height,
        seconds,
        sources,
        dir,
        programs: await programs,
      },
      () => undefined,
    );
    if (made === undefined) return answer('released: not verified');
    const defect = await findDefect(made.media, { params, input: {} }, sources, new AbortController().signal);
    if (defect !== undefined) return answer('released: defect', defect);
    writeFileSync(
      question.out,
      made.media.type === 'image/png' ? made.media.bytes : await lastFrame(made.media.path, dir),
    );
    return answer('delivered');
  } catch (error) {
    if (error instanceof ToolRefusal) return answer('released: refused in the run', reasonOf(error));
    return answer('released: failed', String(error?.stack ?? error).slice(0, 400));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** A video shows most where the camera is farthest from where it began. */
async function lastFrame(path, dir) {
  const { spawnSync } = await import('node:child_process');
  const { readFileSync } = await import('node:fs');
  const file = join(dir, 'frame.png');
  const { ffmpeg } = await programs;
  spawnSync(ffmpeg, ['-v', 'error', '-sseof', '-0.2', '-i', path, '-frames:v', '1', '-y', file]);
  return readFileSync(file);
}

process.on('message', (question) => {
  void (question.kind === 'inspect' ? inspect(question) : make(question)).then((found) => process.send(found));
});
process.on('disconnect', () => process.exit(0));
