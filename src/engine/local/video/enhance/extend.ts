/**
 * Extends a video. Its last motion is continued and comes to rest, while the video's end plays backwards and forwards
 * through it, for as long as requested. The original stands complete at the beginning.
 */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mediaFile, runProgram, SAFE_INPUT, type Programs } from '../../../ffmpeg.js';
import type { OnGrow, Raster } from '../../scene/scene.js';
import { decodeWav, encodeWav } from '../../audio/wav.js';
import { ENCODE_TIMEOUT_MS, videoPath, intoMp4, putSound } from '../io/encode.js';
import type { RenderedVideo } from '../io/rendered-video.js';
import { carried, flowBetween, greyOf, type Flow } from '../motion/flow.js';
import { evenly, framesOf, GUARDED, RESIDENT_BYTES, takeSound, type VideoFacts } from '../io/source.js';

export interface ExtendVideoOptions {
  /** Pixels; even. */
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  /** Length that is added, and length of the result; whole numbers of frames. */
  readonly added: number;
  readonly seconds: number;
}

/** Maximum seconds from the video's end that are replayed. */
const LOOPED = 3;
/** Seconds for which the last motion continues, and the share of its speed that it loses each frame. */
const GLIDE = 0.8;
const REST = 0.93;
/** Longest side of the images that motion is estimated on, pixels. */
const SEEN = 320;
/** Seconds over which the sound crossfades from its end to the repeated part. */
const CROSSED = 0.25;

/**
 * Extends a video. Deterministic.
 * @param out the folder for the MP4; no other files are left there
 * @param on progress 0..1 with images of the added part
 * @throws ProgramFault when FFmpeg fails; the signal's reason
 */
export async function extendVideo(
  video: { readonly path: string; readonly facts: Pick<VideoFacts, 'hasSound'> },
  options: ExtendVideoOptions,
  out: { readonly dir: string; readonly programs: Programs },
  on: OnGrow,
  signal: AbortSignal,
): Promise<RenderedVideo> {
  const { width, height, fps, added, seconds } = options;
  const { programs } = out;
  const given = seconds - added;
  const size = { width, height, fps };
  const end = await endOf(programs, video.path, { ...size, given }, signal);
  let poster: Raster | undefined;
  for await (const frame of framesOf(programs, video.path, { ...size, seconds: 1 / fps }, signal)) poster = frame;
  if (poster === undefined) throw new Error('a video without frames');
  on({ fraction: 0.1, partial: poster });
  const wanted = Math.round(added * fps);
  let made = 0;
  const bytes = (async function* () {
    for await (const { data } of continued(end, wanted, fps)) {
      signal.throwIfAborted();
      made += 1;
      if (made % fps === 0) on({ fraction: 0.1 + (0.8 * made) / wanted, partial: { width, height, data } });
      yield new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    }
  })();
  const [mp4, silent] = [videoPath(out), join(out.dir, 'silent.mp4')];
  try {
    // Sound may continue after the last image. The last image is held for that time.
    const first = `[0:V:0]${await evenly(programs, video.path, size, signal)},format=yuv420p,tpad=stop_mode=clone:stop_duration=${given.toFixed(6)},trim=end_frame=${Math.round(given * fps)},setpts=N/${fps}/TB[first]`;
    const second = `[1:v:0]scale=flags=bicubic+accurate_rnd:out_color_matrix=bt709:out_range=tv,setsar=1,format=yuv420p,setpts=N/${fps}/TB[second]`;
    await runProgram(
      programs.ffmpeg,
      [
        ...GUARDED,
        ...SAFE_INPUT,
        '-i',
        mediaFile(video.path),
        '-protocol_whitelist',
        'file,pipe',
        '-f',
        'rawvideo',
        '-pix_fmt',
        'rgba',
        '-s',
        `${width}x${height}`,
        '-r',
        String(fps),
        '-i',
        'pipe:0',
        '-filter_complex',
        `${first};${second};[first][second]concat=n=2:v=1:a=0[whole]`,
        '-map',
        '[whole]',
        '-r',
        String(fps),
        '-an',
        ...intoMp4(fps, video.facts.hasSound ? silent : mp4),
      ],
      { timeoutMs: ENCODE_TIMEOUT_MS, stdoutLimit: 1_000_000, residentLimit: RESIDENT_BYTES, stdin: bytes, signal },
    );
    if (video.facts.hasSound) {
      const sound = join(out.dir, 'sound.wav');
      await soundOn(programs, video.path, { given, added, to: sound }, signal);
      await putSound(programs, { video: silent, seconds, sound: { path: sound }, path: mp4, signal });
      await rm(sound, { force: true });
    }
  } finally {
    await rm(silent, { force: true });
  }
  on({ fraction: 1, partial: poster });
  return { mp4, poster };
}

/**
 * A video's last images, at most `LOOPED` seconds of them.
 * @throws ProgramFault when the video has no image
 */
async function endOf(
  programs: Programs,
  path: string,
  { given, ...size }: Pick<ExtendVideoOptions, 'width' | 'height' | 'fps'> & { readonly given: number },
  signal: AbortSignal,
): Promise<readonly Raster[]> {
  const seconds = Math.min(given, LOOPED);
  const end: Raster[] = [];
  for await (const frame of framesOf(programs, path, { ...size, from: given - seconds, seconds }, signal))
    end.push(frame);
  return end;
}

/**
 * Repeats the end of a sound, with a crossfade before each repetition.
 * @param given its length in seconds, and the number of seconds to add
 */
function goneOn(channel: Float32Array, rate: number, given: number, added: number): Float32Array {
  const [own, whole] = [Math.round(given * rate), Math.round((given + added) * rate)];
  const crossed = Math.round(CROSSED * rate);
  const looped = Math.min(own, Math.round(LOOPED * rate));
  const out = new Float32Array(whole);
  out.set(channel.subarray(0, Math.min(own, channel.length)));
  for (let end = own; end < whole; end += looped - crossed) {
    for (let i = 0; i < looped && end - crossed + i < whole; i += 1) {
      const at = end - crossed + i;
      const angle = (Math.min(1, i / crossed) * Math.PI) / 2;
      out[at] = out[at]! * Math.cos(angle) + (channel[own - looped + i] ?? 0) * Math.sin(angle);
    }
  }
  return out;
}

/** Writes the extended sound of a video. */
async function soundOn(
  programs: Programs,
  path: string,
  { given, added, to }: { readonly given: number; readonly added: number; readonly to: string },
  signal: AbortSignal,
): Promise<void> {
  await takeSound(programs, path, to, signal);
  const {
    rate,
    channels: [left = new Float32Array(), right = left],
  } = decodeWav(await readFile(to));
  await writeFile(
    to,
    encodeWav({ left: goneOn(left, rate, given, added), right: goneOn(right, rate, given, added) }, rate),
  );
}

/**
 * The images after the end of a video. Its motion glides to rest while the images are replayed.
 * @param end the video's last images, in order
 * @param wanted number of images to add
 */
async function* continued(
  end: readonly Raster[],
  wanted: number,
  fps: number,
): AsyncGenerator<Raster, void, undefined> {
  const last = end.at(-1);
  if (last === undefined) throw new RangeError('nothing to extend');
  const earlier = end.at(-2) ?? last;
  // Displacement of each pixel back to an earlier image. The continued motion extrapolates it.
  const back = await flowBetween(greyOf(last, SEEN), greyOf(earlier, SEEN));
  const gliding = Math.min(wanted, Math.round(GLIDE * fps));
  const loop = there(end);
  let gone = 0;
  let speed = 1;
  for (let index = 0; index < wanted; index += 1) {
    gone += speed;
    speed *= REST;
    const beyond = index < gliding ? carried(last, calmed(back, last), gone) : undefined;
    const returning = loop(index);
    if (beyond === undefined) yield returning;
    else yield mixedIn(beyond, returning, smooth(index / gliding));
  }
}

const smooth = (share: number): number => share * share * (3 - 2 * share);

/** The images backwards from the last one, then forwards, and so on; slower near the turning points. */
function there(end: readonly Raster[]): (index: number) => Raster {
  const period = Math.max(1, end.length - 1);
  return (index) => {
    const at = (index + 1) % (2 * period);
    const place = at <= period ? period - at : at - period;
    return end[Math.min(end.length - 1, Math.max(0, Math.round(place)))]!;
  };
}

/** Clamps a flow to a fifth of the image, because larger values are estimation errors. */
function calmed(flow: Flow, { width, height }: Pick<Raster, 'width' | 'height'>): Flow {
  const max = 0.2 * Math.min(flow.width, flow.height, width, height);
  return { ...flow, data: flow.data.map((value) => Math.min(max, Math.max(-max, value))) };
}

function mixedIn(one: Raster, other: Raster, share: number): Raster {
  const { width, height, data } = one;
  for (let at = 0; at < data.length; at += 1) data[at] = data[at]! + (other.data[at]! - data[at]!) * share;
  return { width, height, data };
}
