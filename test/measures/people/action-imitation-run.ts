/**
 * Lets a portrait move as a made driver does and tells, as JSON, what is seen in the film. A process of its own, as
 * `lip-sync-run` is.
 */
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findFfmpeg, mediaFile } from '../../../src/engine/ffmpeg.js';
import type { Raster } from '../../../src/engine/local/scene/scene.js';
import { readFaces, sample, type Point } from '../../../src/engine/local/people/landmarks.js';
import { ToolRefusal } from '../../../src/engine/local/refusal.js';
import { bending, meshed } from '../../../src/engine/local/people/thin-plate.js';
import { encodeMp4, verifyVideo } from '../../../src/engine/local/video/io/encode.js';
import { mimicVideo } from '../../../src/engine/local/video/faces/mimic/mimic.js';
import { openness } from '../../../src/engine/local/video/faces/mimic/retarget.js';
import { videoFacts, framesOf } from '../../../src/engine/local/video/io/source.js';
import { ffmpeg } from '../../support/files/made-videos.js';
import { pair, PEOPLE, photograph } from './people.js';

const [dir = ''] = process.argv.slice(2);
const programs = await findFfmpeg();
const SIDE = 240;
const size = { width: SIDE, height: SIDE, fps: 12 } as const;
const SECONDS = 3;
const FRAMES = SECONDS * size.fps;

/** What a head and a mouth do at a moment: pixels, radians, and 0 to 1. */
interface Moment {
  readonly x: number;
  readonly y: number;
  readonly roll: number;
  readonly open: number;
}

/** How the driver moves: each thing at a pace of its own, so that none can be taken for another. */
const moves = (second: number): Moment => ({
  x: 15 * Math.sin((2 * Math.PI * second) / 2.6),
  y: 8 * Math.sin((2 * Math.PI * second) / 1.7 + 1),
  roll: 0.13 * Math.sin((2 * Math.PI * second) / 3.1),
  open: Math.max(0, Math.sin((2 * Math.PI * second) / 0.9)),
});

const LOWER: ReadonlySet<number> = new Set([5, 6, 7, 8, 9, 10, 11, 55, 56, 57, 58, 59, 65, 66, 67]);
/** Of the picture's side: how far a jaw falls. */
const FALL = 0.06;
/** Far outside the picture: all of it is carried. */
const FAR: readonly Point[] = [
  { x: -200, y: -200 },
  { x: 440, y: -200 },
  { x: -200, y: 440 },
  { x: 440, y: 440 },
  { x: 120, y: -200 },
];

/** A person who moves so: a photograph, its mouth opened by bending and the whole of it carried about. */
function moving(person: Raster, points: readonly Point[], { x, y, roll, open }: Moment): Raster {
  const carried = (point: Point): Point => {
    const [dx, dy] = [point.x - SIDE / 2, point.y - SIDE / 2];
    return {
      x: SIDE / 2 + dx * Math.cos(roll) - dy * Math.sin(roll) + x,
      y: SIDE / 2 + dx * Math.sin(roll) + dy * Math.cos(roll) + y,
    };
  };
  const to = [
    ...points.map((point, k) => carried(LOWER.has(k) ? { x: point.x, y: point.y + open * FALL * SIDE } : point)),
    ...FAR.map(carried),
  ];
  const where = meshed(bending(to, [...points, ...FAR], 0.0005), { x: 0, y: 0, width: SIDE, height: SIDE });
  const data = new Uint8ClampedArray(SIDE * SIDE * 4);
  for (let row = 0; row < SIDE; row += 1)
    for (let column = 0; column < SIDE; column += 1) {
      const at = where(column, row);
      sample(person, at.x, at.y, data, (row * SIDE + column) * 4);
    }
  return { width: SIDE, height: SIDE, data };
}

/** What the face of a frame does, read off its landmarks. */
async function readOff(frame: Raster): Promise<Moment> {
  const [face] = await readFaces(frame, 0.45);
  if (face === undefined) throw new Error('no face');
  return { x: face.points[28]!.x, y: face.points[28]!.y, roll: face.pose.roll, open: openness(face.points) };
}

async function folder(name: string): Promise<string> {
  const own = join(dir, name);
  await mkdir(own, { recursive: true });
  return own;
}

async function videoOf(name: string, frames: readonly Raster[]): Promise<string> {
  const path = join(await folder(`given-${name}`), 'film.mp4');
  await encodeMp4(programs, { ...size, frames, path });
  return path;
}

async function mimicked(name: string, portrait: Raster, path: string, seconds: number): Promise<string> {
  const own = await folder(name);
  const { mp4 } = await mimicVideo(
    portrait,
    { path, facts: { hasSound: true } },
    { ...size, seconds, reach: 1 },
    { dir: own, programs },
    () => undefined,
    new AbortController().signal,
  );
  return mp4;
}

const refusal = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) =>
      error instanceof ToolRefusal ? { identifier: error.identifier, ...error.params } : String(error),
  );

const [person, portrait] = [await photograph(PEOPLE.green, SIDE), await photograph(PEOPLE.fair, SIDE)];
const [face] = await readFaces(person);
if (face === undefined) throw new Error('no face');
const driven = Array.from({ length: FRAMES }, (_, k) => moves(k / size.fps));
const silent = await videoOf(
  'silent',
  driven.map((moment) => moving(person, face.points, moment)),
);
const driver = join(dir, 'driver.mp4');
await ffmpeg(programs, [
  '-i',
  mediaFile(silent),
  '-f',
  'lavfi',
  '-i',
  `sine=440:d=${SECONDS}`,
  '-c:v',
  'copy',
  '-c:a',
  'aac',
  '-y',
  mediaFile(driver),
]);

const video = await mimicked('made', portrait, driver, SECONDS);
const made: Moment[] = [];
for await (const frame of framesOf(programs, video, { ...size, seconds: SECONDS })) made.push(await readOff(frame));

const empty: Raster = { width: SIDE, height: SIDE, data: new Uint8ClampedArray(SIDE * SIDE * 4).fill(160) };
const two = await pair();
const around = { width: two.width, height: two.height - (two.height % 2) };
const twoVideo = join(await folder('given-two'), 'film.mp4');
await encodeMp4(programs, {
  ...around,
  fps: size.fps,
  frames: Array.from({ length: size.fps }, () => ({
    ...around,
    data: two.data.subarray(0, around.width * around.height * 4),
  })),
  path: twoVideo,
});
process.stdout.write(
  JSON.stringify({
    driven,
    made,
    still: await readOff(portrait),
    left: await readdir(join(dir, 'made')),
    checked: await verifyVideo(programs, video, { ...size, seconds: SECONDS }),
    hasSound: (await videoFacts(programs, video)).hasSound,
    refused: {
      empty: await refusal(mimicked('empty', empty, driver, 1)),
      several: await refusal(mimicked('several', two, driver, 1)),
      emptyFilm: await refusal(
        mimicked(
          'empty-film',
          portrait,
          await videoOf(
            'empty',
            Array.from({ length: size.fps }, () => empty),
          ),
          1,
        ),
      ),
      severalFilm: await refusal(mimicked('several-film', portrait, twoVideo, 1)),
    },
  }),
);
