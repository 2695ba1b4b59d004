/** What is measured of a sound: where its energy lies, how it comes and goes, and when something begins in it. */

const FFT = 2_048;

/** In-place radix-2 transform of FFT complex values. */
function transform(re: Float64Array, im: Float64Array): void {
  const n = re.length;
  for (let i = 1, j = 0; i < n; i += 1) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) [re[i], re[j], im[i], im[j]] = [re[j]!, re[i]!, im[j]!, im[i]!];
  }
  for (let size = 2; size <= n; size <<= 1) {
    for (let from = 0; from < n; from += size) {
      for (let k = 0; k < size / 2; k += 1) {
        const [cos, sin] = [Math.cos((-2 * Math.PI * k) / size), Math.sin((-2 * Math.PI * k) / size)];
        const [a, b] = [from + k, from + k + size / 2];
        const [x, y] = [re[b]! * cos - im[b]! * sin, re[b]! * sin + im[b]! * cos];
        [re[b], im[b], re[a], im[a]] = [re[a]! - x, im[a]! - y, re[a]! + x, im[a]! + y];
      }
    }
  }
}

/** Mean power of each bin of FFT over the sound, by a Hann window. */
function spectrum(samples: Float32Array): Float64Array {
  const out = new Float64Array(FFT / 2);
  for (let from = 0; from + FFT <= samples.length; from += FFT) {
    const re = Float64Array.from(
      { length: FFT },
      (_, i) => samples[from + i]! * (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / FFT)),
    );
    const im = new Float64Array(FFT);
    transform(re, im);
    for (let k = 0; k < out.length; k += 1) out[k]! += re[k]! ** 2 + im[k]! ** 2;
  }
  return out;
}

/** Root mean square of each 10 ms. */
export function envelope(samples: Float32Array, rate: number): Float64Array {
  const step = Math.round(rate / 100);
  return Float64Array.from({ length: Math.floor(samples.length / step) }, (_, i) => {
    let sum = 0;
    for (let at = i * step; at < (i + 1) * step; at += 1) sum += samples[at]! ** 2;
    return Math.sqrt(sum / step);
  });
}

/**
 * Seconds at which something begins: the level of 20 ms is over what the 60 ms before it had by `over` decibels, and
 * near the loudest there is.
 */
export function onsets(samples: Float32Array, rate: number, over = 5): readonly number[] {
  const level = envelope(samples, rate);
  const loudest = level.reduce((max, one) => Math.max(max, one), 0);
  const mean = (from: number, to: number): number =>
    level.subarray(Math.max(0, from), to).reduce((sum, one) => sum + one, 0) / Math.max(1, to - Math.max(0, from));
  const found: number[] = [];
  for (let at = 0; at + 2 <= level.length; at += 1) {
    const [now, before] = [mean(at, at + 2), mean(at - 6, at)];
    if (now < loudest * 0.12 || now < before * 10 ** (over / 20) || at / 100 - (found.at(-1) ?? -1) < 0.1) continue;
    found.push(at / 100);
  }
  return found;
}

/** A sound's character. */
export interface Features {
  /** Share of its energy between two frequencies, Hz. */
  readonly share: (from: number, to: number) => number;
  /** Hz below which half of the energy lies. */
  readonly middle: number;
  /** 1 for noise, 0 for a pure tone: how evenly energy lies within 100 Hz to 12 kHz. */
  readonly flatness: number;
  /** How far the level of tenths of a second sways about its mean, as a share of it: 0 for what is steady. */
  readonly sway: number;
  /** The highest sample over the root mean square. */
  readonly crest: number;
  /** Beginnings a second, and how evenly they follow each other (0 exactly evenly). */
  readonly rate: number;
  readonly jitter: number;
  /** How like the sound is to itself one period later, at the best period between two frequencies, Hz. */
  readonly pitch: (low: number, high: number) => number;
}

/** What a sound of one channel is like. */
export function features(samples: Float32Array, rate: number): Features {
  const power = spectrum(samples);
  const total = power.reduce((sum, one) => sum + one, 0);
  const bin = (frequency: number): number => Math.round((frequency * FFT) / rate);
  const share = (from: number, to: number): number =>
    power.subarray(bin(from), bin(to)).reduce((sum, one) => sum + one, 0) / total;
  let [sum, middle] = [0, 0];
  while (sum < total / 2) sum += power[middle++]!;
  const band = [...power.subarray(bin(100), bin(12_000))];
  const flatness =
    Math.exp(band.reduce((all, one) => all + Math.log(one + 1e-12), 0) / band.length) /
    (band.reduce((all, one) => all + one, 0) / band.length);
  const fine = envelope(samples, rate);
  const tenths = Array.from(
    { length: Math.floor(fine.length / 10) },
    (_, i) => fine.subarray(i * 10, i * 10 + 10).reduce((all, one) => all + one, 0) / 10,
  );
  const mean = tenths.reduce((all, one) => all + one, 0) / tenths.length;
  const sway = Math.sqrt(tenths.reduce((all, one) => all + (one - mean) ** 2, 0) / tenths.length) / mean;
  const peak = samples.reduce((max, one) => Math.max(max, Math.abs(one)), 0);
  const times = onsets(samples, rate);
  const gaps = times.slice(1).map((time, i) => time - times[i]!);
  const usual = gaps.reduce((all, one) => all + one, 0) / Math.max(1, gaps.length);
  return {
    share,
    middle: (middle * rate) / FFT,
    flatness,
    sway,
    crest: peak / Math.sqrt(samples.reduce((all, one) => all + one * one, 0) / samples.length),
    rate: times.length / (samples.length / rate),
    jitter:
      gaps.length < 2 ? 1 : Math.sqrt(gaps.reduce((all, one) => all + (one - usual) ** 2, 0) / gaps.length) / usual,
    pitch: (low, high) => likeness(samples, Math.floor(rate / high), Math.ceil(rate / low)),
  };
}

function likeness(samples: Float32Array, min: number, max: number): number {
  const length = Math.min(samples.length - max, 24_000);
  const from = Math.floor((samples.length - max - length) / 2);
  const dot = (lag: number): number => {
    let [both, one, two] = [0, 0, 0];
    for (let at = from; at < from + length; at += 1) {
      both += samples[at]! * samples[at + lag]!;
      one += samples[at]! ** 2;
      two += samples[at + lag]! ** 2;
    }
    return both / Math.sqrt(one * two || 1);
  };
  let best = 0;
  for (let lag = min; lag <= max; lag += Math.max(1, Math.floor(min / 40))) best = Math.max(best, dot(lag));
  return best;
}
