import sharp from 'sharp';
import { MAX_ALLOCATION, mediaFile, probe, runProgram, SAFE_INPUT, type Programs } from '../../../engine/ffmpeg.js';
import type { EngineSource, Media } from '../../../engine/port.js';
import type { Inspector } from '../../../engine/local/inspect/inspector.js';
import type { Raster } from '../../../engine/local/scene/scene.js';
import type { ResultNeeds } from '../../procedures/define.shared.js';
import { effectiveParams, FORMS } from '../task.shared.js';
import type { Processing } from '../task.state.js';
import type { Defect } from '../failure.shared.js';
import { isAudible, isBlank, isUnchanged } from './defects.js';
import { sampleFrames } from './sample-frames.js';

/** What is checked: settings without effect count with their initial value. */
export interface Checked extends Pick<Processing, 'params'> {
  readonly input: Pick<Processing['input'], 'withoutEffect'>;
}

/**
 * Looks for an objective defect of a result before it is marked and delivered.
 * @param sources the files that it was made from
 * @returns undefined if there is none, or the result does not open: its delivery reports that
 * @throws the signal's reason
 */
export type FindDefect = (
  media: Media,
  task: Checked,
  sources: readonly EngineSource[],
  signal: AbortSignal,
) => Promise<Defect | undefined>;

export interface FindDefectDeps {
  readonly inspector: Pick<Inspector, 'inspect' | 'shows'>;
  readonly programs: () => Promise<Programs>;
}

/** Longest side at which images are compared. */
const SIDE = 1_024;
const PROGRAM_MS = 120_000;
/** Includes the wait behind the inspections of others. */
const INSPECTION_MS = 120_000;
/** Samples of the sound: enough for a peak, ten minutes in 20 MB. */
const SOUND = { rate: 8_000, bytes: 32_000_000 } as const;

async function read(
  image: Uint8Array | string,
  size?: { readonly width: number; readonly height: number },
): Promise<Raster> {
  const whole = sharp(image).toColourspace('srgb').ensureAlpha();
  const { data, info } = await whole
    .resize(
      size === undefined
        ? { width: SIDE, height: SIDE, fit: 'inside', withoutEnlargement: true }
        : { ...size, fit: 'fill' },
    )
    .raw()
    .toBuffer({ resolveWithObject: true });
  return {
    width: info.width,
    height: info.height,
    data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength),
  };
}

async function hasSound(programs: Programs, path: string, signal: AbortSignal): Promise<boolean> {
  const limits = { signal, timeoutMs: PROGRAM_MS };
  const { audio } = await probe(programs, path, limits);
  if (audio === undefined) return false;
  const args = [
    '-nostdin',
    '-hide_banner',
    '-v',
    'error',
    '-max_alloc',
    String(MAX_ALLOCATION),
    ...SAFE_INPUT,
    '-i',
    mediaFile(path),
    '-map',
    '0:a:0',
    '-ac',
    '1',
    '-ar',
    String(SOUND.rate),
    '-f',
    'f32le',
    'pipe:1',
  ];
  const bytes = await runProgram(programs.ffmpeg, args, { ...limits, stdoutLimit: SOUND.bytes });
  return isAudible(new Float32Array(new Uint8Array(bytes).buffer, 0, Math.floor(bytes.byteLength / 4)));
}

/** Result checks of one task. */
class Look {
  constructor(
    private readonly deps: FindDefectDeps,
    private readonly media: Media,
    private readonly sources: readonly EngineSource[],
    private readonly signal: AbortSignal,
  ) {}

  private get still(): Uint8Array {
    return this.media.type === 'image/png' ? this.media.bytes : this.media.poster;
  }

  async defect(
    { differsFrom, face, sound }: ResultNeeds,
    due: { readonly sound: boolean; readonly change: boolean; readonly texts: readonly string[] },
  ): Promise<Defect | undefined> {
    const still = await read(this.still);
    if (isBlank(still) && (await this.isBlankThroughout())) return 'blank';
    const source = this.sources.find(({ role }) => role === differsFrom);
    if (due.change && source !== undefined && (await this.isEqualTo(source, still))) return 'unchanged';
    if (
      face === true &&
      (await this.deps.inspector.inspect(this.still, 'any-face', 'result', this.inspection())).refusal !== undefined
    )
      return 'faceless';
    if (
      sound !== undefined &&
      due.sound &&
      this.media.type !== 'image/png' &&
      !(await hasSound(await this.deps.programs(), this.media.path, this.signal))
    )
      return 'silent';
    if (due.texts.length > 0 && !(await this.deps.inspector.shows(this.still, due.texts, this.inspection())))
      return 'unreadable';
    return undefined;
  }

  private inspection(): AbortSignal {
    return AbortSignal.any([this.signal, AbortSignal.timeout(INSPECTION_MS)]);
  }

  /**
   * A video may begin black. An edit of a blank source is blank, and so is a plain background from which all is erased.
   */
  private async isBlankThroughout(): Promise<boolean> {
    if (this.sources.some(({ role }) => role === 'mask')) return false;
    const { media } = this;
    const frames =
      media.type === 'image/png' ? [] : await sampleFrames(await this.deps.programs(), media.path, this.signal);
    for (const frame of frames) if (!isBlank(await read(frame))) return false;
    for (const { type, path } of this.sources)
      if (type.startsWith('video/') || (type.startsWith('image/') && isBlank(await read(path)))) return false;
    return true;
  }

  private async isEqualTo({ path, type }: EngineSource, still: Raster): Promise<boolean> {
    const { media } = this;
    if (type.startsWith('image/')) return media.type === 'image/png' && isUnchanged(still, await read(path, still));
    if (media.type === 'image/png' || !type.startsWith('video/')) return false;
    const programs = await this.deps.programs();
    const [before, after] = [
      await sampleFrames(programs, path, this.signal),
      await sampleFrames(programs, media.path, this.signal),
    ];
    if (before.length !== after.length) return false;
    for (const [index, frame] of after.entries())
      if (!isUnchanged(await read(frame), await read(before[index] ?? frame))) return false;
    return true;
  }
}

/** Whether the settings ask for sound. */
function isSoundDue(settings: Readonly<Record<string, unknown>>, { sound }: ResultNeeds): boolean {
  return sound === true || (sound !== undefined && settings[sound] === true);
}

/** Strength of an edit, 0 to 1, up to which no visible change was asked for. */
const HARDLY_ANY = 0.1;

function isChangeDue({ strength }: Readonly<Record<string, unknown>>): boolean {
  return typeof strength !== 'number' || strength > HARDLY_ANY;
}

/** Result checks for engines of every kind. A check that fails to run finds nothing. */
export function createFindDefect(deps: FindDefectDeps): FindDefect {
  return async (media, task, sources, signal) => {
    const needs = FORMS[task.params.procedure].result ?? {};
    const settings: Readonly<Record<string, unknown>> = { ...effectiveParams(task.params, task.input.withoutEffect) };
    try {
      return await new Look(deps, media, sources, signal).defect(needs, {
        sound: isSoundDue(settings, needs),
        change: isChangeDue(settings),
        texts: (needs.words ?? []).flatMap((name) => (typeof settings[name] === 'string' ? [settings[name]] : [])),
      });
    } catch (error) {
      if (signal.aborted) throw error;
      return undefined;
    }
  };
}
