/**
 * Makes films of faces that speak and tells, as JSON, what is seen and heard in them. A process of its own, so
 * that the worker's timers go on while it computes.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findFfmpeg } from '../../../src/engine/ffmpeg.js';
import type { Raster } from '../../../src/engine/local/scene/scene.js';
import { decodeWav, encodeWav } from '../../../src/engine/local/audio/wav.js';
import { askNet } from '../../../src/engine/local/people/faces.js';
import { cropTo } from '../../../src/engine/local/photo/crop.js';
import {
  inImage,
  readFaces,
  throughWindow,
  type Point,
  type Window,
} from '../../../src/engine/local/people/landmarks.js';
import { mouthOf, reachOf } from '../../../src/engine/local/people/mouth.js';
import { ToolRefusal } from '../../../src/engine/local/refusal.js';
import { speakingFrame, speakingImage } from '../../../src/engine/local/people/speaking.js';
import { encodeMp4 } from '../../../src/engine/local/video/io/encode.js';
import { lipSync, recorded, said, type Spoken } from '../../../src/engine/local/video/faces/lip-sync.js';
import { videoFacts, framesOf, takeSound } from '../../../src/engine/local/video/io/source.js';
import { envelope } from '../sound/heard.js';
import { pair, PEOPLE, photograph, type Cut } from './people.js';

const [dir = ''] = process.argv.slice(2);
const programs = await findFfmpeg();
const SIDE = 300;
const size = { width: SIDE, height: SIDE, fps: 25, seconds: 4 } as const;
const script = 'We saw a large open harbour. Hello, Anna!';
const spoken = await said(script, { voice: 'woman', language: 'en' }, size);

async function placeOf(name: string): Promise<{ readonly dir: string; readonly programs: typeof programs }> {
  const own = join(dir, name);
  await mkdir(own, { recursive: true });
  return { dir: own, programs };
}

/** A film of a photograph seen through a window that wanders: a face that moves, and says nothing. */
async function wandering(name: string, image: Raster): Promise<string> {
  const path = join((await placeOf(name)).dir, 'given.mp4');
  const free = Math.min(image.width, image.height) - SIDE;
  const frames = Array.from({ length: size.seconds * size.fps }, (_, index) =>
    cropTo(image, {
      x: Math.round((free / 2) * (1 + Math.sin(index / 12))),
      y: Math.round((free / 2) * (1 + Math.sin(index / 17))),
      width: SIDE,
      height: SIDE,
    }),
  );
  await encodeMp4(programs, { ...size, frames, path });
  return path;
}

const made = async (name: string, given: Raster | { readonly path: string }, heard: Spoken = spoken) =>
  lipSync(given, heard, { ...size, seed: 3 }, await placeOf(name), () => undefined, new AbortController().signal);

/**
 * How far a mouth is open in each frame, of its width, as another network reads it than the one that it was moved by;
 * and where the nose's tip is. The face is looked for once and followed by its own points.
 */
async function mouthsIn(path: string): Promise<{ readonly open: readonly number[]; readonly nose: readonly Point[] }> {
  const [open, nose]: [number[], Point[]] = [[], []];
  let window: Window | undefined;
  for await (const frame of framesOf(programs, path, size)) {
    if (window === undefined) {
      const [face] = await readFaces(frame);
      if (face === undefined) throw new Error('no face');
      window = {
        centre: { x: face.box.x + face.box.width / 2, y: face.box.y + face.box.height / 2 },
        side: 1.1 * Math.max(face.box.width, face.box.height),
        roll: face.pose.roll,
      };
    }
    const seen: Window = window;
    const found = await askNet('faceLandmark68TinyNet', await throughWindow(frame, seen, 160), (api, input) =>
      api.nets.faceLandmark68TinyNet.detectLandmarks(input),
    );
    const [one] = Array.isArray(found) ? found : [found];
    if (one === undefined) throw new Error('no answer');
    const points = one.positions.map(({ x, y }) => inImage(seen, x / 160, y / 160));
    const apart = (a: number, b: number): number =>
      Math.hypot(points[a]!.x - points[b]!.x, points[a]!.y - points[b]!.y);
    open.push((apart(61, 67) + apart(62, 66) + apart(63, 65)) / (3 * apart(48, 54)));
    nose.push(points[30]!);
    const middle = points.reduce((sum, { x, y }) => ({ x: sum.x + x / points.length, y: sum.y + y / points.length }), {
      x: 0,
      y: 0,
    });
    window = { ...seen, centre: { x: seen.centre.x * 0.5 + middle.x * 0.5, y: seen.centre.y * 0.5 + middle.y * 0.5 } };
  }
  return { open, nose };
}

/** How loud a film is in each frame. */
async function mouthMomentsOf(path: string): Promise<readonly number[]> {
  await takeSound(programs, path, `${path}.wav`);
  const {
    channels: [left = new Float32Array()],
    rate,
  } = decodeWav(await readFile(`${path}.wav`));
  const level = envelope(left, rate);
  return Array.from({ length: size.seconds * size.fps }, (_, frame) =>
    level.slice(frame * 4, frame * 4 + 4).reduce((sum, one) => sum + one / 4, 0),
  );
}

const refusal = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) =>
      error instanceof ToolRefusal ? { identifier: error.identifier, ...error.params } : String(error),
  );

const wide = (cut: Cut): Cut => ({ ...cut, left: cut.left - 20, top: cut.top - 20, side: cut.side + 40 });
const still = await photograph(PEOPLE.dark, SIDE);
const walking = await wandering('walking', await photograph(wide(PEOPLE.tilted), SIDE + 30));
const image = await made('picture', still);
const video = await made('film', { path: walking });
// The same voice once more, of which nothing but its sound is known.
const voice = join(dir, 'voice.wav');
await writeFile(voice, encodeWav({ left: spoken.sound, right: spoken.sound }, 48_000));
const recording = await made('recording', still, await recorded(voice, size, await placeOf('recording')));
const quiet = join(dir, 'quiet.wav');
await writeFile(quiet, encodeWav({ left: new Float32Array(96_000), right: new Float32Array(96_000) }, 48_000));
const unmoved = join((await placeOf('unmoved')).dir, 'film.mp4');
await encodeMp4(programs, {
  ...size,
  frames: Array.from({ length: size.seconds * size.fps }, () => still),
  path: unmoved,
});

// What a moved mouth leaves alone, byte by byte.
const [face] = await readFaces(still);
if (face === undefined) throw new Error('no face');
const mouth = mouthOf(still, face.points);
const opened = speakingFrame(still, mouth, { open: 1, round: 0.5 }, 1);
const reach = reachOf(mouth, still);
let [inside, outside, above] = [0, 0, 0];
for (let at = 0; at < still.data.length; at += 1) {
  if (still.data[at] === opened.data[at]) continue;
  const [x, y] = [(at >> 2) % SIDE, Math.floor((at >> 2) / SIDE)];
  if (x < reach.x || y < reach.y || x >= reach.x + reach.width || y >= reach.y + reach.height) outside += 1;
  else inside += 1;
  if (y < Math.min(face.points[39]!.y, face.points[42]!.y)) above += 1;
}
const speaking = speakingImage(still, face, { seconds: 4, seed: 3 });
const again = speakingImage(still, face, { seconds: 4, seed: 3 });
const [once, twice, other] = [
  speaking(1, spoken.mouth[25]!),
  again(1, spoken.mouth[25]!),
  speakingImage(still, face, { seconds: 4, seed: 4 })(1, spoken.mouth[25]!),
];

const empty: Raster = { width: SIDE, height: SIDE, data: new Uint8ClampedArray(SIDE * SIDE * 4).fill(160) };
const [two, side] = [await pair(), await photograph(PEOPLE.profile, SIDE)];
process.stdout.write(
  JSON.stringify({
    picture: {
      ...(await mouthsIn(image.mp4)),
      heard: await mouthMomentsOf(image.mp4),
      facts: await videoFacts(programs, image.mp4),
    },
    film: {
      ...(await mouthsIn(video.mp4)),
      heard: await mouthMomentsOf(video.mp4),
      facts: await videoFacts(programs, video.mp4),
    },
    recording: {
      ...(await mouthsIn(recording.mp4)),
      heard: await mouthMomentsOf(recording.mp4),
      facts: await videoFacts(programs, recording.mp4),
    },
    untouched: { picture: (await mouthsIn(unmoved)).open, film: await mouthsIn(walking) },
    moved: { inside, outside, above },
    same: Buffer.from(once.data).equals(Buffer.from(twice.data)),
    differs: !Buffer.from(once.data).equals(Buffer.from(other.data)),
    refused: {
      empty: await refusal(made('empty', empty)),
      several: await refusal(made('several', two)),
      profile: await refusal(made('profile', side)),
      emptyFilm: await refusal(made('empty-film', { path: await wandering('empty-film', empty) })),
      profileFilm: await refusal(made('profile-film', { path: await wandering('profile-film', side) })),
      silent: await refusal(recorded(quiet, size, await placeOf('quiet'))),
      long: await refusal(said(script.repeat(3), { voice: 'man', language: 'en' }, size)),
    },
  }),
);
