/** Speech by Kokoro, an optional model (adr/0094): sounds by eSpeak NG, samples and durations by the network. */
import { ToolRefusal } from '../../refusal.js';
import {
  mouthOf,
  nothingSaid,
  resampled,
  SpokenTooLong,
  soundsOf,
  wordsIn,
  type Phone,
  type Said,
  type Speech,
} from '../speech.js';
import { KOKORO_RATE, STEP, type Say } from './network.js';
import { symbolsOf } from './symbols.js';
import { chunksOf, clausesOf, divided, partsOf, timesOf, type Chunk, type WordSymbols } from './utterances.js';
import type { KokoroSpeaker } from './voices.js';

/** Seconds kept before the first and after the last sound of a chunk; silence between chunks. */
const REST = { before: 0.05, after: 0.1, sentence: 0.2, clause: 0.05 } as const;
/** Below this share of full scale a sample is silence. */
const SILENT = 0.003;
/** Seconds over which a cut fades. */
const FADE = 0.005;
/** Above half of the network's rate nothing was said, Hz. */
const BAND = 10_700;
/** Loudest sample, of full scale: some voices exceed it. */
const PEAK = 0.9;

/** Sounds with a letter of their own in the network, as IPA of the same mouth. */
const AS_IPA: Readonly<Record<string, string>> = {
  A: 'e',
  I: 'a',
  O: 'o',
  Q: 'o',
  W: 'a',
  Y: 'ɔ',
  T: 'd',
  S: 's',
  ʤ: 'ʒ',
  ʧ: 'ʃ',
  ʣ: 'z',
  ʦ: 's',
};

/** Words of a text with their symbols. */
async function wordSymbols(text: string, { language }: KokoroSpeaker): Promise<readonly WordSymbols[]> {
  const words: WordSymbols[] = [];
  for (const clause of clausesOf(wordsIn(text, language).map(partsOf))) {
    const symbols = symbolsOf(await soundsOf(clause.map(({ core }) => core).join(' '), language), language);
    const alone: string[] = [];
    if (symbols.split(' ').length !== clause.length)
      for (const { core } of clause) alone.push(symbolsOf(await soundsOf(core, language), language));
    const each = divided(symbols, alone.length === 0 ? clause.map(({ core }) => core) : alone);
    words.push(...clause.map((word, index) => ({ ...word, symbols: each[index] ?? '' })));
  }
  return words;
}

/** A chunk's sound without the silence around it, and the times of its words and sounds in seconds. */
interface Piece {
  readonly sound: Float32Array;
  readonly words: readonly Said[];
  readonly phones: readonly Phone[];
}

function pieceOf(chunk: Chunk, sound: Float32Array, durations: readonly number[]): Piece {
  const times = timesOf(chunk, durations);
  const seconds = (steps: number): number => (steps * STEP) / KOKORO_RATE;
  const [first, last] = [seconds(times[0]?.from ?? 0), seconds(Math.max(...times.map(({ to }) => to)))];
  const from = Math.max(0, first - REST.before);
  // The network may draw out the last sound into silence.
  const loud = sound.findLastIndex((sample) => Math.abs(sample) > SILENT);
  const end = (loud < from * KOKORO_RATE ? last : Math.min(last, (loud + 1) / KOKORO_RATE)) + REST.after;
  const cut = sound.slice(Math.round(from * KOKORO_RATE), Math.round(end * KOKORO_RATE));
  const within = (steps: number): number => Math.min(seconds(steps), end) - from;
  const fade = Math.round(FADE * KOKORO_RATE);
  for (let at = 0; at < Math.min(fade, cut.length); at += 1) {
    cut[at]! *= at / fade;
    cut[cut.length - 1 - at]! *= at / fade;
  }
  return {
    sound: cut,
    words: times.map((time, index) => ({
      text: chunk.words[index]!.text,
      from: within(time.from),
      to: within(time.to),
    })),
    phones: times.flatMap(({ sounds }) =>
      sounds.map((one) => ({
        from: within(one.from),
        to: within(one.to),
        ...mouthOf(AS_IPA[one.symbol] ?? one.symbol),
      })),
    ),
  };
}

/**
 * Speaks a text.
 * @param say the loaded network
 * @param max seconds available. What a longer text needs is estimated from the part that was spoken
 * @throws as `speak` of eSpeak NG; ToolRefusal ENGINE_UNAVAILABLE {reason: 'speech'} when the network fails
 */
export async function speakByKokoro(text: string, who: KokoroSpeaker, say: Say, max = Infinity): Promise<Speech> {
  const chunks = chunksOf(await wordSymbols(text, who));
  if (chunks.length === 0) throw nothingSaid();
  const symbols = chunks.map(({ tokens }) => tokens.length);
  const pieces: (Piece & { readonly at: number })[] = [];
  let at = 0;
  let length = 0;
  for (const [index, chunk] of chunks.entries()) {
    const { sound, durations } = await say({ tokens: chunk.tokens, voice: who.voice }).catch(() => {
      throw new ToolRefusal('ENGINE_UNAVAILABLE', { reason: 'speech' });
    });
    const piece = pieceOf(chunk, sound, durations);
    pieces.push({ ...piece, at });
    length = at + piece.sound.length / KOKORO_RATE;
    at = length + (chunk.endsSentence ? REST.sentence : REST.clause);
    const share =
      symbols.slice(0, index + 1).reduce((sum, one) => sum + one, 0) / symbols.reduce((sum, one) => sum + one, 0);
    if (length > max) throw new SpokenTooLong(length / share);
  }
  const whole = new Float32Array(Math.ceil(length * KOKORO_RATE));
  for (const piece of pieces)
    whole.set(
      piece.sound.subarray(0, whole.length - Math.round(piece.at * KOKORO_RATE)),
      Math.round(piece.at * KOKORO_RATE),
    );
  const peak = whole.reduce((max, sample) => Math.max(max, Math.abs(sample)), 0);
  if (peak > PEAK) for (let sample = 0; sample < whole.length; sample += 1) whole[sample]! *= PEAK / peak;
  const later = <T extends { readonly from: number; readonly to: number }>(
    by: number,
    ranges: readonly T[],
  ): readonly T[] => ranges.map((one) => ({ ...one, from: one.from + by, to: one.to + by }));
  return {
    sound: resampled(whole, KOKORO_RATE, BAND),
    seconds: length,
    words: pieces.flatMap(({ at: by, words }) => later(by, words)),
    phones: pieces.flatMap(({ at: by, phones }) => later(by, phones)),
  };
}
