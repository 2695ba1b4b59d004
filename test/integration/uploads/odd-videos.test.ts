import { describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mediaFile } from '../../../src/engine/ffmpeg.js';
import { creating, PATIENCE, requestEnvelope } from '../../support/people/creating.js';
import { ffmpeg } from '../../support/files/made-videos.js';
import { refusalOf } from '../../support/refusal.js';

/** A video as few cameras write it. */
interface Odd {
  readonly name: string;
  /** Frames a second, as FFmpeg writes it. */
  readonly rate: string;
  readonly frames: number;
  /** When each frame begins, where that is not by the rate. */
  readonly pts?: string;
  readonly turned?: 90;
  readonly size?: string;
  /** Seconds that a sound lasts. */
  readonly sound?: number;
  /** Its size as it is seen, pixels. */
  readonly seen: { readonly width: number; readonly height: number };
}

const ODD: readonly Odd[] = [
  { name: '120 frames a second', rate: '120', frames: 360, seen: { width: 160, height: 90 } },
  { name: 'one frame a second', rate: '1', frames: 4, seen: { width: 160, height: 90 } },
  { name: 'frames that come ever later', rate: '25', frames: 10, pts: 'N*N/25/TB', seen: { width: 160, height: 90 } },
  { name: 'a single frame that stands for four seconds', rate: '1/4', frames: 1, seen: { width: 160, height: 90 } },
  { name: 'a quarter turn', rate: '25', frames: 80, turned: 90, seen: { width: 90, height: 160 } },
  { name: 'an odd size', rate: '25', frames: 80, size: '161x91', seen: { width: 161, height: 91 } },
  { name: 'a sound that outlasts its pictures', rate: '25', frames: 80, sound: 5, seen: { width: 160, height: 90 } },
];

describe('a video that few cameras write', () => {
  const me = creating('odd-films');

  async function bytesOf({
    rate,
    frames,
    pts,
    turned,
    size = '160x90',
    sound,
  }: Omit<Odd, 'name' | 'seen'>): Promise<Buffer> {
    const plain = join(me.dataDir, `${randomUUID()}.mp4`);
    const heard = sound === undefined ? [] : ['-f', 'lavfi', '-t', String(sound), '-i', 'sine=440', '-c:a', 'aac'];
    const images = `testsrc=s=${size}:r=${rate}${pts === undefined ? '' : `,setpts=${pts}`}`;
    await ffmpeg(me.programs, [
      '-f',
      'lavfi',
      '-i',
      images,
      ...heard,
      '-vsync',
      'vfr',
      '-frames:v',
      String(frames),
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-pix_fmt',
      'yuv444p',
      '-y',
      mediaFile(plain),
    ]);
    if (turned === undefined) return readFile(plain);
    const path = join(me.dataDir, `${randomUUID()}.mp4`);
    await ffmpeg(me.programs, [
      '-i',
      mediaFile(plain),
      '-c',
      'copy',
      '-metadata:s:v:0',
      `rotate=${turned}`,
      '-y',
      mediaFile(path),
    ]);
    return readFile(path);
  }

  it(
    'is taken, looked at and cut with others into one, whatever is odd about it',
    async () => {
      const clip = await Promise.all(ODD.map(async (odd) => me.upload(await bytesOf(odd), 'video')));
      const cuts = ODD.map((_odd, at) => ({ clip: at + 1, from: 2_000, to: 2_400, way: 'cut' as const }));
      const { id, data } = await me.api.videoEdit.createVideoEdit.mutate({
        ...requestEnvelope('cutting-room'),
        clip,
        resolution: '480p',
        timeline: { cuts, texts: [] },
      });
      expect(data.sources.map(({ width, height }, at) => ({ name: ODD[at]?.name, width, height }))).toEqual(
        ODD.map(({ name, seen: { width, height } }) => ({ name, width, height })),
      );
      expect(await me.settled(id)).toMatchObject({
        status: 'succeeded',
        outputs: [{ state: 'ready', type: 'video/mp4' }],
      });
      expect(await me.opened(id)).toMatchObject({
        width: 848,
        height: 480,
        fps: 25,
        seconds: expect.closeTo(0.4 * ODD.length, 1),
      });
    },
    PATIENCE,
  );

  it(
    'is refused by a rule, and not by a fault, where it is one short frame',
    async () => {
      const video = await me.upload(await bytesOf({ rate: '25', frames: 1 }), 'video');
      expect(
        await refusalOf(
          me.api.video.createVideoByVideo.mutate({
            ...requestEnvelope('film-restyle'),
            video,
            style: 'poster',
            strength: 0.7,
          }),
        ),
      ).toMatchObject({ identifier: 'DURATION_LIMIT' });
    },
    PATIENCE,
  );
});
