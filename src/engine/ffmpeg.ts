/**
 * FFmpeg as a child process: locating it, running it within limits, and probing media files.
 * Files are untrusted: programs get no network, no shell, none of this process's environment, and limited time and
 * output.
 */
import { execFile, spawn, type ChildProcessByStdio } from 'node:child_process';
import { basename } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { codeOf } from '../kernel/thrown.js';
import { helperEnvironment } from '../platform/environment.js';
import { residentBytes } from '../platform/machine/resident.js';

/** Paths of the two programs, or their names on PATH. */
export interface Programs {
  readonly ffmpeg: string;
  readonly ffprobe: string;
}

/**
 * Why a program failed: `missing`; `failed` with an exit code or unusable output; or a limit on time, output or memory
 * was exceeded.
 */
export type ProgramFaultReason = 'missing' | 'failed' | 'time' | 'output' | 'memory';

/** A program that failed. `stderr` holds the end of its error output. */
export class ProgramFault extends Error {
  constructor(
    readonly reason: ProgramFaultReason,
    program: string,
    detail: string,
    readonly stderr = '',
  ) {
    super(
      `${basename(program)}: ${detail}${stderr === '' ? '' : `: ${stderr.trim().split('\n').slice(-3).join(' | ')}`}`,
    );
    this.name = 'ProgramFault';
  }
}

export interface RunOptions {
  /** Ends the program; the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Wall time, milliseconds. */
  readonly timeoutMs: number;
  /** Standard input. An iterable is read only as fast as the program consumes it. Empty when left out. */
  readonly stdin?: AsyncIterable<Uint8Array> | Uint8Array;
  /** Maximum bytes of standard output. */
  readonly stdoutLimit: number;
  /** Maximum resident memory in bytes, checked ten times per second. Unlimited when left out. */
  readonly residentLimit?: number;
}

const WATCH_EVERY_MS = 100;
const STDERR_KEPT = 4000;
const environment = (): NodeJS.ProcessEnv => ({ ...helperEnvironment(), AV_LOG_FORCE_NOCOLOR: '1' });

/** The result of a program, after all of its output was read. */
function ended(
  child: ChildProcessByStdio<Writable, Readable, Readable>,
): Promise<{ code: number | null; killedBy: NodeJS.Signals | null }> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, killedBy) => {
      resolve({ code, killedBy });
    });
  });
}

/** A running program: its output as a stream, and its end. */
interface Running {
  readonly stdout: Readable;
  /** Kills the program; pending reads reject with the reason. */
  readonly kill: (reason: Error) => void;
  /** The end of its standard error. */
  readonly troubles: () => string;
  /** Resolves after it has ended and all of its output was read. Rejects as `runProgram` throws. */
  readonly done: Promise<void>;
}

function start(
  program: string,
  args: readonly string[],
  { signal, timeoutMs, stdin, residentLimit }: Omit<RunOptions, 'stdoutLimit'>,
): Running {
  signal?.throwIfAborted();
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true, env: environment() });
  let verdict: Error | undefined;
  let stderr = '';
  const kill = (reason: Error): void => {
    verdict ??= reason;
    child.kill('SIGKILL');
  };
  // The abort reason is passed on unchanged so that callers can compare it.
  const abort = (): void => {
    kill(signal?.reason as Error);
  };
  const clock = setTimeout(() => {
    kill(new ProgramFault('time', program, `not finished within ${timeoutMs} ms`, stderr));
  }, timeoutMs);
  const watch =
    residentLimit === undefined
      ? undefined
      : setInterval(() => {
          void residentBytes(child.pid ?? 0).then((bytes = 0) => {
            if (bytes > residentLimit)
              kill(new ProgramFault('memory', program, `more than ${residentLimit} bytes of memory`, stderr));
          });
        }, WATCH_EVERY_MS);
  signal?.addEventListener('abort', abort, { once: true });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-STDERR_KEPT);
  });
  const fed = feed(child.stdin, stdin).catch((reason: unknown) => {
    kill(reason instanceof Error ? reason : new Error(String(reason)));
  });
  const done = (async () => {
    try {
      const { code, killedBy } = await ended(child).catch((reason: NodeJS.ErrnoException) => {
        throw new ProgramFault('missing', program, `cannot be started (${reason.code ?? 'unknown'})`);
      });
      // The program has ended: stop the source that is still waiting to be read.
      child.stdin.destroy();
      await fed;
      if (verdict) throw verdict;
      if (code !== 0) throw new ProgramFault('failed', program, `ended with ${killedBy ?? code ?? 'nothing'}`, stderr);
    } finally {
      clearTimeout(clock);
      clearInterval(watch);
      signal?.removeEventListener('abort', abort);
    }
  })();
  return { stdout: child.stdout, kill, troubles: () => stderr, done };
}

/**
 * Runs a program to its end, without a shell.
 * @param args passed unchanged; for FFmpeg the caller adds `-nostdin` and `-protocol_whitelist file,pipe`
 * @returns its standard output
 * @throws ProgramFault when it is missing, fails, or exceeds a limit (it is then killed); the signal's reason when
 *   aborted; whatever `stdin` throws
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  { stdoutLimit, ...options }: RunOptions,
): Promise<Uint8Array> {
  const { stdout, kill, troubles, done } = start(program, args, options);
  const chunks: Uint8Array[] = [];
  let size = 0;
  stdout.on('data', (chunk: Uint8Array) => {
    size += chunk.byteLength;
    if (size > stdoutLimit)
      kill(new ProgramFault('output', program, `more than ${stdoutLimit} bytes of output`, troubles()));
    else chunks.push(chunk);
  });
  await done;
  return Buffer.concat(chunks, size);
}

/**
 * Runs a program and streams its output with back-pressure. The program is killed when the consumer stops reading.
 * @throws as `runProgram`, at the point of failure
 */
export async function* streamProgram(
  program: string,
  args: readonly string[],
  options: Omit<RunOptions, 'stdoutLimit'>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { stdout, kill, done } = start(program, args, options);
  // Awaited below; the empty handler prevents an unhandled rejection until then.
  done.catch(() => undefined);
  try {
    for await (const chunk of stdout) yield chunk as Uint8Array; // a stream without an encoding gives bytes
    await done;
  } catch (error) {
    // The program's own failure is more informative than the failed read of its output.
    kill(error instanceof Error ? error : new Error(String(error)));
    await done;
    throw error;
  } finally {
    kill(new ProgramFault('failed', program, 'its output has no reader'));
    await done.catch(() => undefined);
  }
}

/** Writes a program's input. A program may close its input early: its exit code decides whether that is a failure. */
async function feed(into: Writable, from: RunOptions['stdin']): Promise<void> {
  try {
    if (from === undefined) into.end();
    else
      await pipeline(
        from instanceof Uint8Array
          ? Readable.from([from], { objectMode: false })
          : Readable.from(from, { highWaterMark: 1 }),
        into,
      );
  } catch (error) {
    const code = codeOf(error);
    if (
      code !== 'EPIPE' &&
      code !== 'ECONNRESET' &&
      code !== 'ERR_STREAM_PREMATURE_CLOSE' &&
      code !== 'ERR_STREAM_DESTROYED'
    )
      throw error;
  }
}

const execute = promisify(execFile);

/** Whether the program runs and supports what is needed. */
async function answers(program: string, args: readonly string[], wanted: RegExp): Promise<boolean> {
  const { stdout } = await execute(program, [...args], {
    timeout: 20_000,
    maxBuffer: 2_000_000,
    env: environment(),
  }).catch(() => ({ stdout: '' }));
  return wanted.test(stdout);
}

/** Some systems ship FFmpeg without an H.264 encoder; such a build cannot be used. */
const isFfmpeg = (program: string): Promise<boolean> => answers(program, ['-hide_banner', '-encoders'], /\blibx264\b/);
const isFfprobe = (program: string): Promise<boolean> => answers(program, ['-version'], /^ffprobe version/m);

interface Program {
  readonly name: 'ffmpeg' | 'ffprobe';
  readonly configured: string | undefined;
  readonly works: (program: string) => Promise<boolean>;
  /** Whether the bundled program may be used. */
  readonly packaged: boolean;
}

/** Path at which a fetch of `packages/ffmpeg` puts a program for this platform. */
function packagedPath(name: Program['name']): string {
  const path = `node_modules/@${name}-installer/${process.platform}-${process.arch}/${name}${process.platform === 'win32' ? '.exe' : ''}`;
  return fileURLToPath(new URL(`../../packages/ffmpeg/${path}`, import.meta.url));
}

async function choose({ name, configured, works, packaged }: Program): Promise<string> {
  if (configured !== undefined) {
    if (await works(configured)) return configured;
    throw new ProgramFault(
      'missing',
      name,
      `the configured path ${configured} is not a working ${name}${name === 'ffmpeg' ? ' with libx264' : ''}`,
    );
  }
  if (await works(name)) return name;
  if (packaged && (await works(packagedPath(name)))) return packagedPath(name);
  throw new ProgramFault(
    'missing',
    name,
    `none found: install FFmpeg${name === 'ffmpeg' ? ' with libx264' : ''}, or set its path`,
  );
}

/** Which programs may be used. */
export interface ProgramChoice {
  /** Explicit paths. When given, only these are used. */
  readonly ffmpeg?: string;
  readonly ffprobe?: string;
  /** Whether the bundled `packages/ffmpeg` may be used if the system has none; true by default. */
  readonly packaged?: boolean;
}

/**
 * Finds the programs: the configured path, else the system's on PATH, else those that were fetched to `packages/ffmpeg`
 * (an FFmpeg of 2018; adr/0064).
 * @throws ProgramFault `missing` when a configured one does not work, or none is found
 */
export async function findFfmpeg({ packaged = true, ...configured }: ProgramChoice = {}): Promise<Programs> {
  const [ffmpeg, ffprobe] = await Promise.all([
    choose({ name: 'ffmpeg', configured: configured.ffmpeg, works: isFfmpeg, packaged }),
    choose({ name: 'ffprobe', configured: configured.ffprobe, works: isFfprobe, packaged }),
  ]);
  return { ffmpeg, ffprobe };
}

/** A path that FFmpeg cannot mistake for an option or another protocol. */
export const mediaFile = (path: string): string => `file:${path}`;

/**
 * Containers that hold their own media. Playlists and scripts (hls, concat, dash, lavfi …) open other files and are
 * therefore excluded.
 */
const CONTAINERS = [
  'mov',
  'matroska',
  'avi',
  'mpegts',
  'mpeg',
  'flv',
  'ogg',
  'gif',
  'asf',
  'mp3',
  'wav',
  'flac',
  'aac',
] as const;

/** Options before every input: local files only, and only the containers above. */
export const SAFE_INPUT = ['-protocol_whitelist', 'file,pipe', '-format_whitelist', CONTAINERS.join(',')] as const;

/** One video track. `rotation` in degrees clockwise: 0, 90, 180 or 270, as applied by players. */
export interface VideoStream {
  readonly kind: 'video';
  readonly codec: string;
  readonly pixelFormat: string | undefined;
  /** Pixels of a stored frame, before any rotation. */
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  /** Matrix between RGB and YUV, when the file states it, such as "bt709". */
  readonly matrix: string | undefined;
  /** Frame count stated by the container; not every container states one. */
  readonly frames: number | undefined;
  readonly seconds: number | undefined;
  readonly rotation: 0 | 90 | 180 | 270;
  /** Whether the track declares an alpha channel, as VP8 and VP9 in Matroska may. */
  readonly alpha: boolean;
  /** Whether this is a still cover image. */
  readonly still: boolean;
}

export interface AudioStream {
  readonly kind: 'audio';
  readonly codec: string;
  readonly channels: number;
  readonly sampleRate: number;
}

/** Contents that a media file declares. */
export interface MediaFacts {
  /** Short names of the container as FFmpeg lists them: "mov,mp4,m4a,3gp,3g2,mj2". */
  readonly format: string;
  readonly seconds: number | undefined;
  readonly bytes: number | undefined;
  readonly streams: readonly (VideoStream | AudioStream)[];
  /** The first track that is not a cover image. */
  readonly video: VideoStream | undefined;
  readonly audio: AudioStream | undefined;
}

const number = z.coerce.number().finite().optional().catch(undefined);
const rational = z
  .string()
  .transform((text) => {
    const [over = NaN, under = 1] = text.split('/').map(Number);
    const value = over / under;
    return Number.isFinite(value) && value > 0 ? value : undefined;
  })
  .optional()
  .catch(undefined);

const videoStream = z.object({
  codec_type: z.literal('video'),
  codec_name: z.string().default('unknown'),
  pix_fmt: z.string().optional(),
  width: z.number().int().nonnegative(),
  height: z.number().int().nonnegative(),
  avg_frame_rate: rational,
  r_frame_rate: rational,
  color_space: z.string().optional(),
  nb_frames: number,
  duration: number,
  disposition: z.object({ attached_pic: z.number().default(0) }).default({ attached_pic: 0 }),
  tags: z.object({ rotate: number, alpha_mode: z.string().optional(), ALPHA_MODE: z.string().optional() }).optional(),
  side_data_list: z.array(z.object({ rotation: number })).optional(),
});
const audioStream = z.object({
  codec_type: z.literal('audio'),
  codec_name: z.string().default('unknown'),
  channels: z.number().default(0),
  sample_rate: z.coerce.number().default(0),
});
const otherStream = z.object({ codec_type: z.string().default('unknown') });
const report = z.object({
  format: z.object({ format_name: z.string(), duration: number, size: number }),
  streams: z.array(z.union([videoStream, audioStream, otherStream])).default([]),
});

function rotationOf(stream: z.infer<typeof videoStream>): VideoStream['rotation'] {
  const matrix = stream.side_data_list?.find(({ rotation }) => rotation !== undefined)?.rotation;
  // The display matrix counts counter-clockwise, the older tag clockwise.
  const degrees = matrix === undefined ? (stream.tags?.rotate ?? 0) : -matrix;
  const quarter = ((Math.round(degrees / 90) % 4) + 4) % 4;
  return quarter === 1 ? 90 : quarter === 2 ? 180 : quarter === 3 ? 270 : 0;
}

function streamOf(stream: z.infer<typeof report>['streams'][number]): VideoStream | AudioStream | undefined {
  if ('width' in stream) {
    return {
      kind: 'video',
      codec: stream.codec_name,
      pixelFormat: stream.pix_fmt,
      width: stream.width,
      height: stream.height,
      fps: stream.avg_frame_rate ?? stream.r_frame_rate ?? 0,
      matrix: stream.color_space,
      frames: stream.nb_frames,
      seconds: stream.duration,
      rotation: rotationOf(stream),
      still: stream.disposition.attached_pic === 1,
      alpha: (stream.tags?.alpha_mode ?? stream.tags?.ALPHA_MODE) === '1',
    };
  }
  return 'channels' in stream
    ? { kind: 'audio', codec: stream.codec_name, channels: stream.channels, sampleRate: stream.sample_rate }
    : undefined;
}

/**
 * Parses ffprobe's answer. @throws ProgramFault `failed` when the answer is not usable, for example for an unreadable
 * file
 */
function reportIn(output: Uint8Array, program: string): z.infer<typeof report> {
  try {
    return report.parse(JSON.parse(Buffer.from(output).toString('utf8')));
  } catch {
    throw new ProgramFault('failed', program, 'no readable report');
  }
}

export interface ProbeOptions extends Pick<RunOptions, 'signal' | 'timeoutMs' | 'residentLimit'> {
  /** The only demuxer to try; any of CONTAINERS when left out. */
  readonly demuxer?: (typeof CONTAINERS)[number];
}

/** Maximum bytes of a single FFmpeg allocation when it opens an untrusted file. */
export const MAX_ALLOCATION = 268_435_456;

/**
 * Probes a file with ffprobe. Only headers are read, so the answer does not prove that the file decodes.
 * @param path a local file; only the containers of CONTAINERS are opened
 * @throws ProgramFault when it is no such file, or a limit is exceeded
 */
export async function probe(
  programs: Programs,
  path: string,
  { demuxer, ...options }: ProbeOptions,
): Promise<MediaFacts> {
  const only = demuxer === undefined ? [] : ['-f', demuxer];
  const output = await runProgram(
    programs.ffprobe,
    [
      '-v',
      'error',
      '-max_alloc',
      String(MAX_ALLOCATION),
      ...SAFE_INPUT,
      ...only,
      '-of',
      'json',
      '-show_format',
      '-show_streams',
      mediaFile(path),
    ],
    { ...options, stdoutLimit: 4_000_000 },
  );
  const { format, streams } = reportIn(output, programs.ffprobe);
  const known = streams.map(streamOf).filter((stream) => stream !== undefined);
  return {
    format: format.format_name,
    seconds: format.duration,
    bytes: format.size,
    streams: known,
    video: known.find((stream): stream is VideoStream => stream.kind === 'video' && !stream.still),
    audio: known.find((stream) => stream.kind === 'audio'),
  };
}
