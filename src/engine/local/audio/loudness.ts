/** Integrated, gated loudness (ITU-R BS.1770) and loudness normalisation. */
import { Filter, gainOf, RATE, through, type Stereo } from './signal.js';

/** Target loudness for the web, LUFS. */
const TARGET_LUFS = -16;
/** Peak ceiling relative to full scale: −1.5 dB, leaving headroom for lossy coding. */
const CEILING = gainOf(-1.5);
/** Look-ahead and release time of the limiter, seconds. */
const LIMITER = { ahead: 0.005, release: 0.12 } as const;
const BLOCK = 0.4;
const STEP = 0.1;

/**
 * The K weighting: a shelf of +4 dB above 1.7 kHz (the head), then a high pass at 38 Hz, as the recommendation gives
 * them for 48 kHz.
 */
function weighted(samples: Float32Array): Float32Array {
  const out = new Float32Array(samples.length);
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  for (let at = 0; at < samples.length; at += 1) {
    const x = samples[at]!;
    const y =
      1.53512485958697 * x -
      2.69169618940638 * x1 +
      1.19839281085285 * x2 +
      1.69065929318241 * y1 -
      0.73248077421585 * y2;
    [x2, x1, y2, y1] = [x1, x, y1, y];
    out[at] = y;
  }
  return through(out, new Filter('high', 38.13547087, 0.5003270373));
}

/** Mean square of each block of 0.4 s, every 0.1 s, over both channels. */
function blocks({ left, right }: Stereo): readonly number[] {
  const sums = new Float64Array(left.length + 1);
  const [one, two] = [weighted(left), weighted(right)];
  for (let at = 0; at < left.length; at += 1) sums[at + 1] = sums[at]! + one[at]! ** 2 + two[at]! ** 2;
  const [block, step] = [Math.round(BLOCK * RATE), Math.round(STEP * RATE)];
  const out: number[] = [];
  for (let from = 0; from + block <= left.length; from += step) out.push((sums[from + block]! - sums[from]!) / block);
  return out;
}

const lufs = (power: number): number => -0.691 + 10 * Math.log10(power);
const mean = (powers: readonly number[]): number => powers.reduce((sum, power) => sum + power, 0) / powers.length;

/** Integrated loudness, LUFS, of sound at {@link RATE}; −Infinity for silence and what is shorter than 0.4 s. */
export function loudnessOf(sound: Stereo): number {
  const heard = blocks(sound).filter((power) => power > 0 && lufs(power) > -70);
  if (heard.length === 0) return -Infinity;
  const gate = lufs(mean(heard)) - 10;
  const counted = heard.filter((power) => lufs(power) > gate);
  return lufs(mean(counted));
}

/** Peak limiter with look-ahead: gain drops before a peak and recovers after it. */
function limit({ left, right }: Stereo): Stereo {
  const ahead = Math.round(LIMITER.ahead * RATE);
  const back = 1 - Math.exp(-1 / (LIMITER.release * RATE));
  const [one, two] = [new Float32Array(left.length), new Float32Array(left.length)];
  // Minimum gain over the look-ahead window, by a monotonic queue.
  const queue: number[] = [];
  let head = 0;
  const need = (at: number): number => Math.min(1, CEILING / Math.max(Math.abs(left[at]!), Math.abs(right[at]!), 1e-9));
  let gain = 1;
  for (let at = 0; at < left.length + ahead; at += 1) {
    if (at < left.length) {
      const wanted = need(at);
      while (queue.length > head && need(queue.at(-1)!) >= wanted) queue.pop();
      queue.push(at);
    }
    const now = at - ahead;
    if (now < 0) continue;
    while (queue[head]! < now) head += 1;
    const min = need(queue[head]!);
    gain = min < gain ? Math.max(min, gain - (1 - min) / ahead) : gain + (min - gain) * back;
    const held = Math.min(gain, need(now));
    one[now] = left[now]! * held;
    two[now] = right[now]! * held;
  }
  return { left: one, right: two };
}

const scaled = ({ left, right }: Stereo, gain: number): Stereo => ({
  left: left.map((sample) => sample * gain),
  right: right.map((sample) => sample * gain),
});

/**
 * Normalises a sound to a loudness and limits its peaks to −1.5 dB. Silence stays silence.
 * @param target LUFS
 */
export function leveled(sound: Stereo, target = TARGET_LUFS): Stereo {
  let out = sound;
  // Make-up gain for what the limiter removed from sounds with many peaks, as far as possible.
  for (let round = 0; round < 3; round += 1) {
    const now = loudnessOf(out);
    if (!Number.isFinite(now)) return out;
    if (round > 0 && Math.abs(now - target) < 0.2) break;
    out = limit(scaled(out, gainOf(Math.min(target - now, 60))));
  }
  return out;
}
