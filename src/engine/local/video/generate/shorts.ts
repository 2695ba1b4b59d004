/** A short vertical video of a script: a spoken scene for each sentence, with captions and a camera that moves in. */
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { renderScene } from '../../render/draw.js';
import type { Programs } from '../../../ffmpeg.js';
import type { OnGrow, Raster, SceneOptions } from '../../scene/scene.js';
import { captionsOf, narrate, type Sentence } from '../../audio/narration.js';
import { RATE } from '../../audio/signal.js';
import type { Said } from '../../audio/speech.js';
import type { SpokenLanguage, Voice } from '../../../options.shared.js';
import { encodeWav } from '../../audio/wav.js';
import { lettering } from '../../type/faces.js';
import { directionOf, drawBlock, setText } from '../../type/setting.js';
import { encodeMp4, videoPath } from '../io/encode.js';
import { frameCountOf, type RenderedVideo } from '../io/rendered-video.js';

export interface ShortOptions extends SceneOptions {
  /** Pixels; even; taller than wide. */
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
  readonly fps: number;
  readonly voice: Voice;
  readonly language: SpokenLanguage;
  /** Folder of Kokoro, when it speaks. */
  readonly kokoro?: string | undefined;
  readonly captions: boolean;
}

/**
 * How much nearer the camera comes in a shot, and the maximum length of a shot in seconds. A longer sentence is drawn
 * again.
 */
const CAMERA = { nearer: 1.1, longest: 7 } as const;
/** Position of captions, as shares of the frame: above the area that players cover with their controls. */
const PLACE = { left: 0.08, top: 0.62, width: 0.84, height: 0.16 } as const;

interface Shot {
  readonly prompt: string;
  readonly from: number;
  readonly to: number;
}

/** The shots of a video: one for each sentence, from when it begins; a long sentence is split evenly. Pure. */
export function shotsOf(sentences: readonly Sentence[], seconds: number): readonly Shot[] {
  return sentences.flatMap(({ text, from }, index) => {
    const [begin, end] = [index === 0 ? 0 : from, sentences[index + 1]?.from ?? seconds];
    const parts = Math.max(1, Math.ceil((end - begin) / CAMERA.longest));
    return Array.from({ length: parts }, (_, part) => ({
      prompt: text,
      from: begin + ((end - begin) * part) / parts,
      to: begin + ((end - begin) * (part + 1)) / parts,
    }));
  });
}

function onCanvas(context: SKRSContext2D, { data, width, height }: Raster): void {
  const pixels = context.createImageData(width, height);
  pixels.data.set(data);
  context.putImageData(pixels, 0, 0);
}

/** Draws a caption in its position: white text on a dark box of the text's size. */
function drawCaption(
  context: SKRSContext2D,
  caption: Said,
  script: string,
  { width, height }: { readonly width: number; readonly height: number },
): void {
  const box = {
    x: PLACE.left * width,
    y: PLACE.top * height,
    width: PLACE.width * width,
    height: PLACE.height * height,
  };
  const style = {
    face: 'sans',
    weight: 750,
    size: { max: width * 0.078, min: width * 0.036 },
    leading: 1.16,
    align: 'middle',
    anchor: 'middle',
    lines: 2,
  } as const;
  const block = setText(context, caption.text, box, style, { words: script, toward: directionOf(script) });
  if (block === undefined) return;
  const [across, down] = [block.size * 0.45, block.size * 0.34];
  context.fillStyle = 'rgba(8, 10, 16, 0.72)';
  context.beginPath();
  context.roundRect(
    block.ink.x - across,
    block.ink.y - down,
    block.ink.width + 2 * across,
    block.ink.height + 2 * down,
    block.size * 0.3,
  );
  context.fill();
  drawBlock(context, block, '#ffffff');
}

/**
 * Makes the video. Deterministic on one machine: the same options give the same frames.
 * @param out the folder for the MP4
 * @throws errors of `narrate`; ProgramFault when FFmpeg fails
 */
export async function shortVideo(
  options: ShortOptions,
  out: { readonly dir: string; readonly programs: Programs },
  on: OnGrow,
): Promise<RenderedVideo & { readonly sentences: readonly Sentence[]; readonly captions: readonly Said[] }> {
  const { width, height, seconds, fps, prompt, language, voice, kokoro, seed } = options;
  const count = frameCountOf(options);
  const { createCanvas } = await lettering();
  const { sentences, sound } = await narrate(prompt, { voice, language, kokoro }, { seconds, seed });
  const wav = join(out.dir, 'voice.wav');
  await writeFile(wav, encodeWav(sound, RATE));
  on({ fraction: 0.1 });
  const captions = options.captions ? captionsOf(sentences, language) : [];
  const shots = shotsOf(sentences, seconds);
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  let poster: Raster | undefined;
  const frames = async function* (): AsyncGenerator<Raster> {
    let drawn: { readonly shot: number; readonly canvas: Canvas } | undefined;
    for (let index = 0; index < count; index += 1) {
      const time = index / fps;
      const shot = Math.max(
        0,
        shots.findLastIndex(({ from }) => from <= time + 1e-6),
      );
      if (drawn?.shot !== shot) {
        const { raster } = await renderScene({ ...options, prompt: shots[shot]!.prompt, seed: (seed + shot) >>> 0 });
        drawn = { shot, canvas: createCanvas(width, height) };
        onCanvas(drawn.canvas.getContext('2d'), raster);
      }
      const { from, to } = shots[shot]!;
      const scale = 1 + (CAMERA.nearer - 1) * ((time - from) / (to - from));
      context.drawImage(
        drawn.canvas,
        (width * (1 - scale)) / 2,
        (height * (1 - scale)) / 2,
        width * scale,
        height * scale,
      );
      const caption = captions.find((one) => one.from <= time && time < one.to);
      if (caption !== undefined) drawCaption(context, caption, prompt, { width, height });
      const frame: Raster = {
        width,
        height,
        data: new Uint8ClampedArray(context.getImageData(0, 0, width, height).data),
      };
      poster ??= frame;
      if (index % 12 === 0) on({ fraction: 0.1 + (0.9 * (index + 1)) / count, partial: frame });
      yield frame;
    }
  };
  const mp4 = videoPath(out);
  await encodeMp4(out.programs, { width, height, fps, frames: frames(), sound: { path: wav }, path: mp4 });
  if (poster === undefined) throw new Error('a video without frames');
  return { mp4, poster, sentences, captions };
}
