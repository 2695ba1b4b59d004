/** Uploaded recordings: decoded once, in a separate process without network access, and stored in one format. */
import type { ProductError } from '../../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../../kernel/result.js';
import {
  mediaFile,
  MAX_ALLOCATION,
  probe,
  runProgram,
  SAFE_INPUT,
  type MediaFacts,
  type Programs,
} from '../../../engine/ffmpeg.js';
import { UPLOAD_LIMITS } from '../upload.shared.js';
import { refusal } from '../upload.js';
import type { Taken } from './taken.js';
import { damaged, RESIDENT_BYTES, type TakeImage } from './video.js';

/** Accepted formats of recordings, by magic bytes, with the accepted codecs of each. */
const KINDS = {
  mp3: { demuxer: 'mp3', codecs: ['mp3', 'mp2'] },
  wav: {
    demuxer: 'wav',
    codecs: [
      'pcm_s16le',
      'pcm_s24le',
      'pcm_s32le',
      'pcm_u8',
      'pcm_f32le',
      'pcm_f64le',
      'pcm_alaw',
      'pcm_mulaw',
      'adpcm_ms',
      'adpcm_ima_wav',
    ],
  },
  ogg: { demuxer: 'ogg', codecs: ['opus', 'vorbis', 'flac', 'speex'] },
  mp4: { demuxer: 'mov', codecs: ['aac', 'mp3', 'alac', 'opus', 'ac3', 'eac3'] },
} as const;
export type SoundKind = keyof typeof KINDS;
export const isSoundKind = (kind: string): kind is SoundKind => Object.hasOwn(KINDS, kind);

const PROBE_MS = 30_000;
const DECODE_MS = 120_000;
const REPORT_BYTES = 65_536;
/** Size in pixels of the waveform image, which is shown where other uploads show an image. */
const WAVES = { width: 640, height: 160 } as const;

export interface SoundFile {
  readonly from: string;
  readonly to: string;
  readonly kind: SoundKind;
}

const input = ({ from, kind }: SoundFile): readonly string[] => [
  '-nostdin',
  '-v',
  'error',
  '-threads',
  '1',
  '-max_alloc',
  String(MAX_ALLOCATION),
  ...SAFE_INPUT,
  '-f',
  KINDS[kind].demuxer,
  '-i',
  mediaFile(from),
];

const tooLong = (seconds: number): ProductError =>
  refusal('too-long', { seconds: Math.round(seconds), limit: UPLOAD_LIMITS.seconds });

function refuseFacts({ audio, seconds }: MediaFacts, kind: SoundKind): ProductError | undefined {
  if (audio === undefined) return refusal('no-recording');
  // The codec name comes from another program and is only compared.
  if (!(KINDS[kind].codecs as readonly string[]).includes(audio.codec))
    return refusal('codec', { codec: audio.codec.slice(0, 20) });
  if (audio.channels < 1 || audio.channels > 16 || audio.sampleRate < 4_000 || audio.sampleRate > 384_000)
    return refusal('damaged');
  return (seconds ?? 0) > UPLOAD_LIMITS.seconds + 1 ? tooLong(seconds ?? 0) : undefined;
}

/**
 * Decodes up to the duration limit and encodes again: 48 kHz, two channels, without metadata and cover art. A file that
 * is longer than it claims is cut off at the limit.
 */
async function recoded(programs: Programs, file: SoundFile): Promise<string> {
  const path = `${file.to}.m4a`;
  await runProgram(
    programs.ffmpeg,
    [
      ...input(file),
      '-map',
      '0:a:0',
      '-vn',
      '-sn',
      '-dn',
      '-map_metadata',
      '-1',
      '-map_chapters',
      '-1',
      '-t',
      String(UPLOAD_LIMITS.seconds + 2),
      '-c:a',
      'aac',
      '-b:a',
      '160k',
      '-ar',
      '48000',
      '-ac',
      '2',
      '-flags:a',
      '+bitexact',
      '-fflags',
      '+bitexact',
      '-movflags',
      '+faststart',
      '-f',
      'mp4',
      '-y',
      mediaFile(path),
    ],
    { timeoutMs: DECODE_MS, stdoutLimit: REPORT_BYTES, residentLimit: RESIDENT_BYTES },
  );
  return path;
}

/** Draws the waveform. */
async function waves(programs: Programs, path: string, to: string): Promise<string> {
  const image = `${to}.png`;
  await runProgram(
    programs.ffmpeg,
    [
      '-nostdin',
      '-v',
      'error',
      ...SAFE_INPUT,
      '-f',
      'mov',
      '-i',
      mediaFile(path),
      '-filter_complex',
      `color=c=0xf1efec:s=${WAVES.width}x${WAVES.height}[ground];[0:a:0]aformat=channel_layouts=mono,showwavespic=s=${WAVES.width}x${WAVES.height}:colors=0x5b6472[waves];[ground][waves]overlay=format=auto,format=rgb24[seen]`,
      '-map',
      '[seen]',
      '-frames:v',
      '1',
      '-c:v',
      'png',
      '-f',
      'image2',
      '-update',
      '1',
      '-y',
      mediaFile(image),
    ],
    { timeoutMs: DECODE_MS, stdoutLimit: REPORT_BYTES, residentLimit: RESIDENT_BYTES },
  );
  return image;
}

/**
 * Takes a recording in. FFmpeg runs in a separate process, with only the demuxer for the file's magic bytes, and opens
 * no other file.
 * @param takeImage re-encodes an image, as for any image
 * @returns the stored file with the size of its waveform image, or the refusal
 */
export async function takeSoundFile(
  programs: Programs,
  file: SoundFile,
  takeImage: TakeImage,
): Promise<Result<Taken, ProductError>> {
  const limits = { timeoutMs: PROBE_MS, residentLimit: RESIDENT_BYTES };
  const before = await damaged(probe(programs, file.from, { ...limits, demuxer: KINDS[file.kind].demuxer }));
  if (!before.ok) return before;
  const refused = refuseFacts(before.value, file.kind);
  if (refused !== undefined) return err(refused);
  const kept = await damaged(recoded(programs, file));
  if (!kept.ok) return kept;
  const after = await damaged(probe(programs, kept.value, { ...limits, demuxer: 'mov' }));
  if (!after.ok) return after;
  const seconds = after.value.seconds ?? 0;
  if (after.value.audio === undefined || seconds <= 0) return err(refusal('damaged'));
  if (seconds > UPLOAD_LIMITS.seconds + 1) return err(tooLong(seconds));
  const drawn = await damaged(waves(programs, kept.value, file.to));
  if (!drawn.ok) return drawn;
  const shown = await takeImage(drawn.value, `${file.to}.poster`, 'compact');
  if (!shown.ok) return shown;
  return ok({
    path: kept.value,
    posterPath: shown.value.path,
    kind: 'audio',
    type: 'audio/mp4',
    ...WAVES,
    seconds: Math.round(seconds * 1_000) / 1_000,
    animated: false,
    notes: [],
  });
}
