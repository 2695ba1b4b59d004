/** Videos from engines: validated as untrusted files and converted to the requested format. */
import { mkdtemp, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { isCropped, VIDEO_FPS } from '../sizes.shared.js';
import { mediaFile, runProgram, SAFE_INPUT, type Programs } from '../ffmpeg.js';
import type { Media } from '../local/job.js';
import type { EngineRequest, Shortfall } from '../port.js';
import { ENCODE_TIMEOUT_MS, INTO_AAC, intoMp4, verifyVideo } from '../local/video/io/encode.js';
import { videoFacts, framesOf, GUARDED, RESIDENT_BYTES } from '../local/video/io/source.js';
import { mustBeVideo, RemoteFault, type RemoteFile } from './port.js';

/** Tolerated missing share of a video's length. */
const SHORT_BY = 0.1;
/** Allowed sides of a video, pixels. */
const SIDES = { min: 64, max: 4_096 } as const;

/** A video as requested, or with the reason why it is not. */
export interface ConvertedVideo {
  readonly media: Media;
  readonly shortfall?: Shortfall;
  readonly cropped?: true;
}

/**
 * Converts an engine's video to an MP4 of the requested size, length and rate: H.264 and AAC, index at the front. A
 * matching video is only remuxed; any other is cropped, trimmed and encoded. The last frame of a short one is held.
 * @param bytes as received @param request its folder takes the files
 * @param soundPath a source video whose sound is added when the received video has none
 * @throws RemoteFault misunderstood for other data; ProgramFault when it does not decode; the signal's reason
 */
export async function toRequestedVideo(
  programs: Programs,
  bytes: Uint8Array,
  { dir, width, height, seconds }: Pick<EngineRequest, 'dir' | 'width' | 'height' | 'seconds'>,
  index: number,
  signal: AbortSignal,
  soundPath?: string,
): Promise<ConvertedVideo> {
  const kind = mustBeVideo(bytes);
  // Several engines may have made this output one after the other.
  const folder = await mkdtemp(join(dir, `remote-${index}-`));
  const [given, path, made] = [join(folder, `given.${kind}`), join(folder, 'film.mp4'), join(folder, 'made.mp4')];
  await writeFile(given, bytes);
  const facts = await videoFacts(programs, given, signal);
  if (Math.min(facts.width, facts.height) < SIDES.min || Math.max(facts.width, facts.height) > SIDES.max)
    throw new RemoteFault('misunderstood', `a video of ${facts.width} × ${facts.height}`);
  const wanted = { width, height, seconds, fps: VIDEO_FPS };
  const addSound =
    !facts.hasSound && soundPath !== undefined && (await videoFacts(programs, soundPath, signal)).hasSound;
  const isSo = !addSound && kind === 'mp4' && (await verifyVideo(programs, given, wanted)).ok;
  const how = isSo
    ? [
        '-map',
        '0:v:0',
        '-map',
        '0:a:0?',
        '-c',
        'copy',
        '-map_metadata',
        '-1',
        '-movflags',
        '+faststart',
        '-f',
        'mp4',
        '-y',
        mediaFile(made),
      ]
    : encodedTo(wanted, facts.hasSound ? 0 : addSound ? 1 : undefined, made);
  const inputs = [given, ...(addSound ? [soundPath] : [])].flatMap((file) => [...SAFE_INPUT, '-i', mediaFile(file)]);
  await runProgram(programs.ffmpeg, [...GUARDED, ...inputs, ...how], {
    timeoutMs: ENCODE_TIMEOUT_MS,
    stdoutLimit: 1_000_000,
    residentLimit: RESIDENT_BYTES,
    signal,
  });
  await rename(made, path);
  return {
    media: { type: 'video/mp4', path, poster: await firstImage(programs, path, { width, height }, signal) },
    ...(facts.seconds < seconds * (1 - SHORT_BY) ? { shortfall: 'short' } : {}),
    ...(isCropped(facts, { width, height }) ? { cropped: true } : {}),
  };
}

/** @param sound the input with the sound; undefined for a silent video */
function encodedTo(
  {
    width,
    height,
    seconds,
    fps,
  }: { readonly width: number; readonly height: number; readonly seconds: number; readonly fps: number },
  sound: number | undefined,
  path: string,
): readonly string[] {
  const frames = Math.round(seconds * fps);
  const seen = `fps=${fps}:start_time=0,scale=${width}:${height}:force_original_aspect_ratio=increase:flags=bicubic+accurate_rnd:out_color_matrix=bt709:out_range=tv,crop=${width}:${height},setsar=1,tpad=stop_mode=clone:stop_duration=${seconds},trim=end_frame=${frames},setpts=N/${fps}/TB`;
  const audioArguments =
    sound !== undefined
      ? [
          '-map',
          `${sound}:a:0`,
          '-af',
          `aresample=48000:async=1:first_pts=0,atrim=end=${seconds.toFixed(6)}`,
          ...INTO_AAC,
        ]
      : [];
  return ['-map', '0:V:0', '-vf', seen, ...audioArguments, '-t', seconds.toFixed(6), ...intoMp4(fps, path)];
}

/**
 * A recording as every engine reads it: WAV, one channel, followed by silence up to the length of the result. Some
 * engines end the video with the recording.
 * @throws ProgramFault when it does not decode; the signal's reason
 */
export async function paddedRecording(
  programs: Programs,
  path: string,
  { dir, seconds }: Pick<EngineRequest, 'dir' | 'seconds'>,
  index: number,
  signal: AbortSignal,
): Promise<RemoteFile> {
  const padded = join(dir, `recording-${index}.wav`);
  const how = [
    '-map',
    '0:a:0',
    '-vn',
    '-af',
    'apad',
    '-t',
    seconds.toFixed(6),
    '-ac',
    '1',
    '-ar',
    '44100',
    '-c:a',
    'pcm_s16le',
    '-map_metadata',
    '-1',
    '-f',
    'wav',
    '-y',
    mediaFile(padded),
  ];
  await runProgram(programs.ffmpeg, [...GUARDED, ...SAFE_INPUT, '-i', mediaFile(path), ...how], {
    timeoutMs: ENCODE_TIMEOUT_MS,
    stdoutLimit: 1_000_000,
    residentLimit: RESIDENT_BYTES,
    signal,
  });
  return { bytes: await readFile(padded), type: 'audio/wav' };
}

/** The first frame of a video as PNG. @throws ProgramFault when it has none */
async function firstImage(
  programs: Programs,
  path: string,
  size: { readonly width: number; readonly height: number },
  signal: AbortSignal,
): Promise<Uint8Array> {
  for await (const { data, width, height } of framesOf(
    programs,
    path,
    { ...size, fps: VIDEO_FPS, seconds: 1 / VIDEO_FPS },
    signal,
  )) {
    return sharp(Buffer.from(data.buffer, data.byteOffset, data.byteLength), { raw: { width, height, channels: 4 } })
      .removeAlpha()
      .png()
      .toBuffer();
  }
  throw new RemoteFault('misunderstood', 'a video without frames');
}
