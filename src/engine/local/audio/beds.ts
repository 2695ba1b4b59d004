/**
 * Continuous sounds: rain, wind, an engine. Each function returns one channel; another random stream gives another
 * channel.
 */
import type { Random } from '../scene/random.js';
import { addAt, burst, Filter, RATE, samplesIn, scattered, through, tone, wander, white } from './signal.js';

/** Generates this many samples. */
export type Bed = (length: number, random: Random) => Float32Array;

const secondsOf = (length: number): number => length / RATE;

/** Near drops over the hiss of distant ones. */
export const rain: Bed = (length, random) => {
  const out = through(
    white(length, random),
    new Filter('high', 900),
    new Filter('low', 5_200, 0.6),
    new Filter('low', 9_000),
  );
  for (let at = 0; at < length; at += 1) out[at]! *= 0.5;
  for (const time of scattered(secondsOf(length), 90, random)) {
    const pitch = random.range(2_200, 6_500);
    addAt(
      out,
      random.chance(0.5)
        ? burst(0.02, 0.003, { frequency: pitch, q: 1.2 }, random)
        : tone(0.02, 0.004, pitch, pitch * 1.15),
      samplesIn(time),
      random.range(0.1, 0.5),
    );
  }
  return out;
};

/** Gusts: band-filtered noise whose frequency and level vary together. */
export const wind: Bed = (length, random) => {
  const [gusts, flutter] = [wander(length, 1.3, random), wander(length, 0.3, random)];
  const [low, whistle] = [new Filter('low', 320, 0.8), new Filter('band', 500, 5)];
  const [steep, floor] = [new Filter('low', 1_100), new Filter('high', 90)];
  const noise = white(length, random);
  for (let at = 0; at < length; at += 1) {
    const strength = 0.12 + 0.88 * gusts[at]! ** 1.5 * (0.75 + 0.25 * flutter[at]!);
    if (at % 64 === 0) {
      low.tune(200 + 620 * strength);
      whistle.tune(300 + 480 * strength);
    }
    noise[at] = floor.step(steep.step(low.step(noise[at]!) * 0.9 + whistle.step(noise[at]!) * 0.5)) * strength;
  }
  return noise;
};

/** Waves: each rises as low noise, breaks as bright noise and fades. */
export const sea: Bed = (length, random) => {
  const out = through(white(length, random), new Filter('low', 420), new Filter('high', 60));
  for (let at = 0; at < length; at += 1) out[at]! *= 0.55;
  const foam = new Filter('low', 2_600);
  // The first wave is already in motion when the video begins.
  for (let time = -random.range(0.5, 2.5); time < secondsOf(length); time += random.range(4.4, 6.2)) {
    const wave = white(samplesIn(6), random);
    const [rise, strength] = [random.range(1.5, 2), random.range(0.7, 1.1)];
    for (let at = 0; at < wave.length; at += 1) {
      const since = at / RATE;
      const level = since < rise ? (since / rise) ** 2.4 : Math.exp(-(since - rise) / 1.05);
      if (at % 64 === 0) foam.tune(350 + 2_800 * level);
      wave[at] = foam.step(wave[at]!) * level;
    }
    addAt(out, wave, samplesIn(time), strength);
  }
  return out;
};

/** A brook: bubbles (short rising tones) over a murmur. */
export const stream: Bed = (length, random) => {
  const out = through(white(length, random), new Filter('band', 900, 0.6));
  for (let at = 0; at < length; at += 1) out[at]! *= 0.12;
  for (const time of scattered(secondsOf(length), 70, random)) {
    const pitch = 420 * 2 ** random.range(0, 2.2);
    addAt(
      out,
      tone(0.09, random.range(0.012, 0.035), pitch, pitch * random.range(1.1, 1.5), 0.004),
      samplesIn(time),
      random.range(0.05, 0.3),
    );
  }
  return out;
};

/** Crackling over a low roar. */
export const fire: Bed = (length, random) => {
  const out = through(white(length, random), new Filter('low', 260), new Filter('high', 40));
  const roar = wander(length, 0.22, random);
  for (let at = 0; at < length; at += 1) out[at]! *= 0.25 * (0.5 + roar[at]!);
  // A shot never begins in the gap between two crackles.
  addAt(out, burst(0.03, 0.005, { frequency: 2_400, q: 0.8 }, random), 0, 1.2);
  for (const time of scattered(secondsOf(length), 13, random)) {
    addAt(
      out,
      burst(0.03, random.range(0.001, 0.005), { frequency: random.range(1_200, 5_500), q: 0.8 }, random),
      samplesIn(time),
      random.range(0.15, 1.3) ** 2,
    );
  }
  return out;
};

/** Birdsong: each bird repeats its own phrase with rests. */
export const birds: Bed = (length, random) => {
  const out = new Float32Array(length);
  for (let bird = 0; bird < 4; bird += 1) {
    const base = random.range(2_400, 5_200);
    const phrase = Array.from({ length: random.int(2, 5) }, () => ({
      from: base * random.range(0.85, 1.3),
      to: base * random.range(0.85, 1.3),
      lasts: random.range(0.05, 0.13),
      rest: random.range(0.04, 0.12),
    }));
    const loud = random.range(0.25, 1);
    // One bird sings immediately, so that a shot does not begin in silence.
    for (let time = bird === 0 ? 0 : random.range(0, 1.6); time < secondsOf(length); time += random.range(0.7, 2)) {
      for (const { from, to, lasts, rest } of phrase) {
        addAt(out, tone(lasts, lasts * 0.8, from, to, lasts * 0.25), samplesIn(time), loud);
        time += lasts + rest;
      }
    }
  }
  return out;
};

/** Crickets: chirps made of short pulses of one high tone. */
export const crickets: Bed = (length, random) => {
  const out = new Float32Array(length);
  for (let one = 0; one < 3; one += 1) {
    const [pitch, loud, every] = [random.range(4_100, 4_700), random.range(0.4, 1), random.range(0.5, 0.72)];
    for (
      let time = one === 0 ? 0 : random.range(0, every);
      time < secondsOf(length);
      time += every * random.range(0.96, 1.04)
    ) {
      for (let pulse = 0; pulse < 4; pulse += 1)
        addAt(out, tone(0.026, 0.016, pitch, pitch, 0.006), samplesIn(time + pulse * 0.033), loud);
    }
  }
  return out;
};

/** An engine at constant speed: the pulses of its cylinders, filtered by an exhaust. */
export const engine: Bed = (length, random) => {
  const out = new Float32Array(length);
  const drift = wander(length, 0.9, random);
  const strokes = [1, 0.82, 0.93, 0.78];
  let [phase, cylinder] = [0, 0];
  for (let at = 0; at < length; at += 1) {
    phase += (46 * (1 + 0.03 * (drift[at]! - 0.5))) / RATE;
    if (phase >= 1) {
      phase -= 1;
      cylinder = (cylinder + 1) % 4;
    }
    out[at] =
      strokes[cylinder]! * Math.exp(-phase * 7) * Math.sin(2 * Math.PI * phase * 3) + 0.02 * (2 * random.next() - 1);
  }
  return through(out, new Filter('low', 900), new Filter('high', 35));
};

/** A train from inside: the rumble; the rail joints are separate strikes. */
export const rumble: Bed = (length, random) => {
  const out = through(white(length, random), new Filter('low', 210), new Filter('high', 35));
  const sway = wander(length, 0.5, random);
  for (let at = 0; at < length; at += 1) out[at]! *= 0.7 + 0.3 * sway[at]!;
  return out;
};

/** Formant frequencies of vowels, Hz. */
const VOWELS = [
  [730, 1_090],
  [530, 1_840],
  [390, 1_990],
  [570, 840],
  [440, 1_020],
] as const;

/** A crowd of unintelligible voices. */
export const crowd: Bed = (length, random) => {
  const out = new Float32Array(length);
  for (let voice = 0; voice < 14; voice += 1) {
    const pitch = random.range(95, 230);
    const loud = random.range(0.3, 1);
    let time = -random.range(0, 0.4);
    while (time < secondsOf(length)) {
      const [lasts, vowel] = [random.range(0.1, 0.26), random.pick(VOWELS)];
      const [first, second] = [new Filter('band', vowel[0], 5), new Filter('band', vowel[1], 7)];
      const syllable = new Float32Array(samplesIn(lasts));
      const own = pitch * random.range(0.85, 1.2);
      for (let at = 0; at < syllable.length; at += 1) {
        const glottis = 1 - 2 * (((at * own) / RATE) % 1);
        syllable[at] = (first.step(glottis) + 0.6 * second.step(glottis)) * Math.sin((Math.PI * at) / syllable.length);
      }
      addAt(out, syllable, samplesIn(time), loud);
      time += lasts * random.range(0.9, 1.15) + (random.chance(0.12) ? random.range(0.3, 1) : 0);
    }
  }
  return through(out, new Filter('low', 3_400));
};

/** Applause. */
export const applause: Bed = (length, random) => {
  const out = new Float32Array(length);
  const hands = Array.from({ length: 12 }, () =>
    burst(
      0.05,
      random.range(0.006, 0.012),
      { frequency: random.range(1_000, 1_900), q: random.range(0.9, 1.6) },
      random,
    ),
  );
  for (const time of scattered(secondsOf(length), 160, random))
    addAt(out, random.pick(hands), samplesIn(time), random.range(0.2, 1) ** 1.5);
  return out;
};
