/**
 * Makes short films and tells, as JSON, what is seen and heard in them. A process of its own, so that the
 * worker's timers go on while it computes.
 */
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findFfmpeg, runProgram } from '../../../src/engine/ffmpeg.js';
import { speak } from '../../../src/engine/local/audio/speech.js';
import { decodeWav } from '../../../src/engine/local/audio/wav.js';
import { ToolRefusal } from '../../../src/engine/local/refusal.js';
import { shortVideo } from '../../../src/engine/local/video/generate/shorts.js';
import { videoFacts, framesOf, takeSound } from '../../../src/engine/local/video/io/source.js';
import { envelope } from '../sound/heard.js';

const [dir = ''] = process.argv.slice(2);
const programs = await findFfmpeg();
const size = { width: 180, height: 320, fps: 25 };
const script = 'A lighthouse stands by the sea. Every night, its light crosses the dark water.';

async function made(name: string, prompt: string, seconds: number, captions: boolean) {
  const own = join(dir, name);
  await mkdir(own, { recursive: true });
  const video = await shortVideo(
    { ...size, prompt, seconds, captions, voice: 'woman', language: 'en', seed: 3 },
    { dir: own, programs },
    () => undefined,
  );
  const wav = join(own, 'heard.wav');
  await takeSound(programs, video.mp4, wav);
  const {
    channels: [left = new Float32Array()],
    rate,
  } = decodeWav(await readFile(wav));
  return {
    film: video,
    loudness: await loudnessOf(video.mp4),
    level: [...envelope(left, rate)],
    facts: await videoFacts(programs, video.mp4),
  };
}

/** Integrated loudness of a film's sound, LUFS, by FFmpeg. @param before filters before it */
async function loudnessOf(path: string, before = ''): Promise<number> {
  const args = [
    '-nostdin',
    '-v',
    'error',
    '-i',
    path,
    '-af',
    `${before}ebur128=metadata=1,ametadata=print:key=lavfi.r128.I:file=-`,
    '-f',
    'null',
    '-',
  ];
  const report = Buffer.from(
    await runProgram(programs.ffmpeg, args, { timeoutMs: 60_000, stdoutLimit: 4_000_000 }),
  ).toString('utf8');
  return Number([...report.matchAll(/lavfi\.r128\.I=(-?[\d.]+)/g)].at(-1)?.[1] ?? Number.NaN);
}

/** The part of each frame where captions stand, as grey. */
async function bands(path: string): Promise<readonly Float32Array[]> {
  const out: Float32Array[] = [];
  for await (const { width, height, data } of framesOf(programs, path, size)) {
    const [from, to] = [Math.round(height * 0.62), Math.round(height * 0.78)];
    out.push(Float32Array.from({ length: (to - from) * width }, (_, i) => data[(from * width + i) * 4 + 1]!));
  }
  return out;
}

const apart = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, one, i) => sum + Math.abs(one - b[i]!), 0) / a.length;

const captioned = await made('captioned', script, 8, true);
const plain = await made('plain', script, 8, false);
const one = await made('one', 'Rain', 3, true);
const [seen, bare] = [await bands(captioned.film.mp4), await bands(plain.film.mp4)];
const refused = await made('long', script, 3, true).then(
  () => undefined,
  (error: unknown) => (error instanceof ToolRefusal ? error.params : undefined),
);
const alone = await speak('Open the old harbour gate', { voice: 'man', language: 'en' });
process.stdout.write(
  JSON.stringify({
    captions: captioned.film.captions,
    sentences: captioned.film.sentences,
    loudness: captioned.loudness,
    level: captioned.level,
    facts: captioned.facts,
    plainCaptions: plain.film.captions.length,
    silent: await loudnessOf(plain.film.mp4, 'volume=0,'),
    shown: seen.map((frame, i) => apart(frame, bare[i]!)),
    changed: seen.slice(1).map((frame, i) => apart(frame, seen[i]!)),
    refused,
    one: { captions: one.film.captions.map(({ text }) => text), seconds: one.facts.seconds, loudness: one.loudness },
    alone: { words: alone.words, level: [...envelope(alone.sound, 48_000)] },
  }),
);
