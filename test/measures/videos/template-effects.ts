/** What each template of a film declares, measured on its frames: why it is not done, or nothing where it is. */
import type { Raster } from '../../../src/engine/local/scene/scene.js';
import type { VideoTemplate } from '../../../src/engine/options.shared.js';
import { movement } from '../../support/files/video-file.js';

/** Frames of one film, opaque. */
export type Colours = readonly Raster[];

const lightOf = ({ data }: Raster): Float32Array =>
  Float32Array.from(
    { length: data.length / 4 },
    (_, i) => 0.3 * data[i * 4]! + 0.59 * data[i * 4 + 1]! + 0.11 * data[i * 4 + 2]!,
  );
const mean = (values: ArrayLike<number>): number =>
  Array.prototype.reduce.call<ArrayLike<number>, [(sum: number, value: number) => number, number], number>(
    values,
    (sum, value) => sum + value,
    0,
  ) / values.length;
const at = (frames: Colours, share: number): Raster => frames[Math.round(share * (frames.length - 1))]!;
const channel = ({ data }: Raster, k: 0 | 1 | 2): Float32Array =>
  Float32Array.from({ length: data.length / 4 }, (_, i) => data[i * 4 + k]!);
const share = ({ data }: Raster, is: (red: number, green: number, blue: number) => boolean): number => {
  let count = 0;
  for (let i = 0; i < data.length; i += 4) if (is(data[i]!, data[i + 1]!, data[i + 2]!)) count += 1;
  return count / (data.length / 4);
};
/** Says what was found where something is not so. */
const unless = (isSo: boolean, found: Readonly<Record<string, number | readonly number[]>>): string | undefined =>
  isSo
    ? undefined
    : JSON.stringify(found, (_, value: unknown) =>
        typeof value === 'number' ? Math.round(value * 1000) / 1000 : value,
      );

/** Mean step between neighbours beyond a third of the way to the sides. */
function outerDetail(frame: Raster): number {
  const light = lightOf(frame);
  const { width, height } = frame;
  let [sum, count] = [0, 0];
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      if (Math.abs(x - width / 2) < width / 3 && Math.abs(y - height / 2) < height / 3) continue;
      const i = y * width + x;
      sum += Math.abs(light[i + 1]! - light[i]!) + Math.abs(light[i + width]! - light[i]!);
      count += 1;
    }
  }
  return sum / count;
}

/** How far red has gone to the left of blue, pixels: the shift at which their steps agree best. */
function parted(frame: Raster): number {
  const { width, height } = frame;
  const [red, blue] = [channel(frame, 0), channel(frame, 2)];
  let [best, found] = [-1, 0];
  for (let shift = -16; shift <= 16; shift += 1) {
    let agreed = 0;
    for (let y = 0; y < height; y += 1) {
      for (let x = 20; x < width - 20; x += 1) {
        const i = y * width + x;
        agreed += Math.min(Math.abs(red[i + shift + 1]! - red[i + shift - 1]!), Math.abs(blue[i + 1]! - blue[i - 1]!));
      }
    }
    if (agreed > best) [best, found] = [agreed, shift];
  }
  return Math.abs(found);
}

/** Half a second, frames. */
const APART = 12;

/** 1 where something is at a moment that is neither there half a second before nor half a second after. */
function things(frames: Colours, frame: number): Uint8Array {
  const [before, now, after] = [frame - APART, frame, frame + APART].map((index) => lightOf(frames[index]!));
  return Uint8Array.from(now!, (value, i) => {
    const [one, other] = [value - before![i]!, value - after![i]!];
    return Math.abs(one) > 24 && Math.abs(other) > 24 && one > 0 === other > 0 ? 1 : 0;
  });
}

const LOOKED_AT = [14, 24, 34, 44, 54] as const;

/** How far down things go in three frames, pixels, and how much of the frame they are. */
function fall(frames: Colours): { readonly down: number; readonly much: number } {
  const { width, height } = frames[0]!;
  const agreed = new Float64Array(25);
  let much = 0;
  for (const start of LOOKED_AT) {
    const [before, after] = [things(frames, start), things(frames, start + 3)];
    much += mean(before) / LOOKED_AT.length;
    for (let shift = -12; shift <= 12; shift += 1) {
      for (let y = 12; y < height - 12; y += 1)
        for (let x = 0; x < width; x += 1)
          agreed[shift + 12]! += before[y * width + x]! & after[(y + shift) * width + x]!;
    }
  }
  return { down: agreed.indexOf(Math.max(...agreed)) - 12, much };
}

/** How many of six hues what flies has, each of at least a thirtieth of it. */
function huesOf(frames: Colours): number {
  const counts = new Float64Array(6);
  for (const start of LOOKED_AT) {
    const { data } = frames[start]!;
    things(frames, start).forEach((is, i) => {
      const [r, g, b] = [data[i * 4]!, data[i * 4 + 1]!, data[i * 4 + 2]!];
      const [max, min] = [Math.max(r, g, b), Math.min(r, g, b)];
      if (is === 0 || max - min < 70) return;
      const hue = max === r ? (g - b) / (max - min) : max === g ? 2 + (b - r) / (max - min) : 4 + (r - g) / (max - min);
      counts[Math.floor((hue + 6) % 6)]! += 1;
    });
  }
  const all = counts.reduce((sum, value) => sum + value, 0);
  return counts.filter((value) => value > all / 30).length;
}

/** Where the warm light stands that is not there all the time, 0..1 from the left, and how much of it there is. */
function warmth(frames: Colours, moment: number): { readonly x: number; readonly much: number } {
  const reds = frames.filter((_, index) => index % 6 === 0).map((frame) => channel(frame, 0));
  const red = channel(at(frames, moment), 0);
  const { width } = frames[0]!;
  let [sum, all] = [0, 0];
  red.forEach((value, i) => {
    const more = value - Math.min(...reds.map((one) => one[i]!)) - 12;
    if (more <= 0) return;
    sum += more * (i % width);
    all += more;
  });
  return { x: sum / Math.max(1, all) / width, much: all / red.length };
}

/** Points that are brighter than what is about them, in the upper half. */
function points(frame: Raster): number {
  const light = lightOf(frame);
  const { width, height } = frame;
  let count = 0;
  for (let y = 4; y < height / 2; y += 1)
    for (let x = 4; x < width - 4; x += 1) {
      const i = y * width + x;
      const about = [i - 4, i + 4, i - 4 * width, i + 4 * width].map((place) => light[place]!);
      if (light[i]! > 22 + Math.max(...about)) count += 1;
    }
  return count;
}

const MEASURES: Readonly<Record<VideoTemplate, (frames: Colours) => string | undefined | Promise<string | undefined>>> =
  {
    'zoom-burst': async (frames) => {
      const list = frames.map((frame) => Uint8Array.from(lightOf(frame)));
      const { growth } = await movement({ width: frames[0]!.width, height: frames[0]!.height, list }, 20, 40);
      const [calm, burst] = [at(frames, 0.3), at(frames, 0.37)];
      const [blur, flash] = [outerDetail(burst) / outerDetail(calm), mean(lightOf(burst)) - mean(lightOf(calm))];
      return unless(growth > 0.04 && blur < 0.75 && flash > 12, { growth, blur, flash });
    },
    glitch: (frames) => {
      const max = (...moments: readonly number[]): number =>
        Math.max(...moments.map((moment) => parted(at(frames, moment))));
      const [fault, calm] = [max(0.14, 0.16, 0.74, 0.77, 0.8), max(0.05, 0.34, 0.6)];
      return unless(fault >= 3 && calm === 0, { fault, calm });
    },
    snow: (frames) => {
      const { down, much } = fall(frames);
      return unless(down >= 1 && much > 0.004, { down, much });
    },
    hearts: (frames) => {
      const { down, much } = fall(frames);
      const pink = share(at(frames, 0.5), (red, green, blue) => red > 150 && red - green > 70 && blue - green > -20);
      return unless(down <= -1 && much > 0.004 && pink > 0.01, { down, much, pink });
    },
    confetti: (frames) => {
      const { down, much } = fall(frames);
      const hues = huesOf(frames);
      return unless(down >= 1 && much > 0.004 && hues >= 4, { down, much, hues });
    },
    projector: (frames) => {
      const lights = frames.map(lightOf);
      const grain = mean(
        lights.slice(1).map((light, index) => mean(light.map((value, i) => Math.abs(value - lights[index]![i]!)))),
      );
      const lamp = mean(lights.slice(1).map((light, index) => Math.abs(mean(light) - mean(lights[index]!))));
      const warm = mean(frames.map((frame) => mean(channel(frame, 0)) - mean(channel(frame, 2))));
      const grey = share(at(frames, 0.5), (red, green, blue) => blue < red && green <= red + 2 && green >= blue - 2);
      return unless(grain > 2 && lamp > 0.4 && warm > 12 && grey > 0.95, { grain, lamp, warm, grey });
    },
    reveal: (frames) => {
      const bare = [0, 0.12, 0.25, 0.38, 0.5, 0.9].map((moment) =>
        share(
          at(frames, moment),
          (red, green, blue) => red > 226 && green > 220 && blue > 205 && red - blue > 4 && red - blue < 34,
        ),
      );
      return unless(
        bare[0]! > 0.9 &&
          bare.every((value, index) => index === 0 || value < bare[index - 1]!) &&
          bare[5]! < 0.25 * bare[0]!,
        { bare },
      );
    },
    polaroid: (frames) => {
      const white = [0, 0.2, 0.4, 0.7].map((moment) =>
        share(at(frames, moment), (red, green, blue) => red > 228 && green > 224 && blue > 214),
      );
      const wood = share(at(frames, 0), (red, green, blue) => red > green && green > blue && red < 190);
      return unless(
        wood > 0.95 &&
          white[0]! < 0.005 &&
          white[1]! > 0.02 &&
          white[2]! > white[1]! * 1.5 &&
          white[3]! > white[2]! * 1.15,
        { wood, white },
      );
    },
    'day-to-night': (frames) => {
      const [day, night] = [at(frames, 0), at(frames, 0.95)];
      const blue = (frame: Raster): number =>
        mean(channel(frame, 2)) / (mean(channel(frame, 0)) + mean(channel(frame, 1)) + mean(channel(frame, 2)));
      const [dark, bluer, stars] = [mean(lightOf(night)) / mean(lightOf(day)), blue(night) - blue(day), points(night)];
      return unless(dark < 0.5 && bluer > 0.08 && stars >= 5, { dark, bluer, stars });
    },
    'light-leak': (frames) => {
      const [before, after] = [warmth(frames, 0.35), warmth(frames, 0.7)];
      return unless(after.x - before.x > 0.12 && Math.min(before.much, after.much) > 2, {
        x: [before.x, after.x],
        much: [before.much, after.much],
      });
    },
    kaleidoscope: (frames) => {
      const uneven = [0.1, 0.5, 0.9].map((moment) => {
        const frame = at(frames, moment);
        const light = lightOf(frame);
        return mean(
          light.map((value, i) =>
            Math.abs(value - light[i - (i % frame.width) + frame.width - 1 - (i % frame.width)]!),
          ),
        );
      });
      return unless(Math.max(...uneven) < 7, { uneven });
    },
  };

/**
 * Why a film does not show what its template is for; nothing where it does. @param frames all of a film of three
 * seconds at 25 a second
 */
export const undone = async (template: VideoTemplate, frames: Colours): Promise<string | undefined> =>
  MEASURES[template](frames);
