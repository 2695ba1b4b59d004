/**
 * Speech by eSpeak NG, a program of the system that is run as a process of its own (adr/0042): a voice that rules make, in many languages,
 * and when each word and each of its sounds is said.
 */
import { escapeHtml } from '../../../kernel/escape-html.js';
import { SPEECH_PROGRAM } from '../../../platform/speech-program.js';
import { ProgramFault, runProgram } from '../../ffmpeg.js';
import { ToolRefusal } from '../refusal.js';
import { Filter, RATE, through } from './signal.js';
import type { SpokenLanguage, Voice } from '../../options.shared.js';
import { decodeWav } from './wav.js';

const NAMES: Readonly<Record<SpokenLanguage, string>> = {
  en: 'en-us', de: 'de', ar: 'ar', es: 'es', fr: 'fr-fr', it: 'it', pt: 'pt-br', nl: 'nl', pl: 'pl', ru: 'ru', tr: 'tr', id: 'id', da: 'da', ko: 'ko', zh: 'cmn',
};
/** The program's variants, and the pitch that each is given, of 99. */
const VARIANTS: Readonly<Record<Voice, { readonly variant: string; readonly pitch: number }>> = {
  woman: { variant: 'f2', pitch: 55 }, man: { variant: 'm3', pitch: 45 }, deep: { variant: 'm7', pitch: 30 }, bright: { variant: 'f5', pitch: 65 },
};
/** Words a minute: a narrator's. */
const PACE = 160;
const SPEAK_MS = 60_000;
const SOUND_BYTES = 40_000_000;
/** A word's strength by turns, of 100, in two recordings: what differs between them tells whose turn it is. Times are the same in both. */
const TURNS = { first: [100, 90], second: [100, 60] } as const;
/** Seconds of what is compared at once; the level, of full scale, from which a moment counts in full, and the share of that below which it is silence. */
const LOOK = { step: 0.01, loud: 0.03, silent: 0.05 } as const;

/** A stretch of what is said, seconds. */
export interface Said {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** One sound of speech: how far the mouth is open for it, and how round the lips are, 0 to 1. */
export interface Phone {
  readonly from: number;
  readonly to: number;
  readonly open: number;
  readonly round: number;
}

export interface Speech {
  /** One channel at RATE. */
  readonly sound: Float32Array;
  /** Until nothing more is heard of it: a recording ends in silence. */
  readonly seconds: number;
  readonly words: readonly Said[];
  readonly phones: readonly Phone[];
}

/** What was to be said takes longer than there is time. */
export class SpokenTooLong extends Error {
  /** @param seconds that it takes at least */
  constructor(readonly seconds: number) {
    super(`it takes ${seconds} s to say`);
    this.name = 'SpokenTooLong';
  }
}

/** The words of a text, each with the punctuation that follows it. */
export function wordsIn(text: string, language: SpokenLanguage): readonly string[] {
  const parts = language === 'zh' ? [...new Intl.Segmenter('zh', { granularity: 'word' }).segment(text)].map(({ segment }) => segment) : text.split(/\s+/u);
  const words: string[] = [];
  for (const part of parts.map((one) => one.trim()).filter((one) => one !== '')) {
    if (/[\p{L}\p{N}]/u.test(part)) words.push(part);
    else if (words.length > 0) words[words.length - 1] += part;
  }
  return words;
}

const nothingSaid = (): ToolRefusal => new ToolRefusal('INPUT_INVALID_FOR_SERVICE', { input: 'text', reason: 'nothing-said' });

/**
 * Says a text.
 * @param most seconds that it may take; when it takes longer, that is found out by one recording
 * @throws ToolRefusal ENGINE_UNAVAILABLE {reason: 'speech'} where the program is not installed, INPUT_INVALID_FOR_SERVICE {input: 'text', reason: 'nothing-said'} for a
 *   text without a word, or of which nothing is heard; SpokenTooLong; ProgramFault when it fails
 */
export async function speak(text: string, who: { readonly voice: Voice; readonly language: SpokenLanguage }, most = Infinity): Promise<Speech> {
  const words = wordsIn(text, who.language);
  if (words.length === 0) throw nothingSaid();
  const { variant, pitch } = VARIANTS[who.voice];
  const run = (args: readonly string[], stdin: string): Promise<Uint8Array> => runProgram(
    SPEECH_PROGRAM, ['-v', `${NAMES[who.language]}+${variant}`, '-s', String(PACE), '-p', String(pitch), '-b', '1', '--stdin', ...args],
    { timeoutMs: SPEAK_MS, stdoutLimit: SOUND_BYTES, stdin: Buffer.from(stdin, 'utf8') },
  );
  const recorded = async ([even, odd]: readonly [number, number]): Promise<Float32Array> => {
    const marked = words.map((word, index) => `<prosody volume="${index % 2 === 0 ? even : odd}">${escapeHtml(word)}</prosody>`).join(' ');
    const { channels: [sound], rate } = decodeWav(await run(['-m', '--stdout'], `<speak>${marked}</speak>`));
    if (sound === undefined || rate !== SPOKEN_RATE) throw new ProgramFault('failed', SPEECH_PROGRAM, `a recording at ${rate} Hz`);
    return sound;
  };
  try {
    const first = await recorded(TURNS.first);
    const seconds = heardFor(first);
    if (seconds === 0) throw nothingSaid();
    if (seconds > most) throw new SpokenTooLong(seconds);
    const second = await recorded(TURNS.second);
    const sounds = Buffer.from(await run(['-q', '--ipa', '--sep=_'], words.join(' '))).toString('utf8');
    return heardIn(first, second, words, sounds);
  } catch (error) {
    if (error instanceof ProgramFault && error.reason === 'output') throw new SpokenTooLong(Math.floor(SOUND_BYTES / (2 * SPOKEN_RATE)));
    if (error instanceof ProgramFault && error.reason === 'missing') throw new ToolRefusal('ENGINE_UNAVAILABLE', { reason: 'speech' });
    throw error;
  }
}

const SPOKEN_RATE = 22_050;

/** Puts together what two recordings of the same words tell. Pure. */
function heardIn(first: Float32Array, second: Float32Array, words: readonly string[], sounds: string): Speech {
  const times = timesOf(momentsOf(first, second), words);
  const even = first.slice();
  // Those of the softer turn are given their strength back.
  times.forEach(({ from, to }, index) => {
    if (index % 2 === 1) for (let at = Math.round(from * SPOKEN_RATE); at < Math.min(even.length, Math.round(to * SPOKEN_RATE)); at += 1) even[at]! *= TURNS.first[0] / TURNS.first[1];
  });
  const groups = groupsOf(sounds, times);
  return { sound: resampled(even), seconds: heardFor(first), words: times, phones: times.flatMap((word, index) => phonesOf(groups[index] ?? [], word)) };
}

/** What two recordings tell of each moment: how loud it is, 0 to 1 for what counts in full, and how much softer the second is. */
interface Moment {
  readonly weight: number;
  readonly ratio: number;
}

/** How loud each moment is, of full scale. */
function levelsOf(samples: Float32Array): readonly number[] {
  const step = Math.round(LOOK.step * SPOKEN_RATE);
  return Array.from({ length: Math.floor(samples.length / step) }, (_, index) => Math.sqrt(samples.subarray(index * step, (index + 1) * step).reduce((sum, one) => sum + one * one, 0) / step));
}

function momentsOf(first: Float32Array, second: Float32Array): readonly Moment[] {
  const [one, two] = [levelsOf(first), levelsOf(second)];
  return Array.from({ length: Math.min(one.length, two.length) }, (_, index) => ({ weight: Math.min(1, one[index]! / LOOK.loud), ratio: one[index]! > 0 ? two[index]! / one[index]! : 1 }));
}

/** Seconds until the last moment of a recording that is no silence; 0 where all is. */
const heardFor = (samples: Float32Array): number => (levelsOf(samples).findLastIndex((level) => level / LOOK.loud > LOOK.silent) + 1) * LOOK.step;

/** What it costs a word to be of another length than its letters let expect, times the square of how many times (as a logarithm); a moment in the wrong turn costs 0.4 at most. */
const STRANGE = 4;
/**
 * Moments of the longest word, with the silence before it. Where words cannot be as short, each may be so many times as long as its letters
 * let expect, and ever more times until they can.
 */
const LONGEST = { usual: 260, times: 4 } as const;

/**
 * When each word is said: the moments are shared out among the words, in their order, so that each falls to a word of its own turn and words
 * are as long as their letters let expect, as far as can be. Silence at a word's ends is not of it.
 */
function timesOf(moments: readonly Moment[], words: readonly string[]): readonly Said[] {
  const soft = TURNS.second[1] / TURNS.first[1];
  const summed = (of: (moment: Moment) => number): Float64Array => {
    const sums = new Float64Array(moments.length + 1);
    moments.forEach((moment, at) => { sums[at + 1] = sums[at]! + of(moment); });
    return sums;
  };
  const wrong = [1, soft].map((turn) => summed(({ weight, ratio }) => weight * Math.abs(Math.min(Math.max(ratio, soft), 1) - turn)));
  const voiced = summed(({ weight }) => (weight > LOOK.silent ? 1 : 0));
  const letters = words.map((word) => 1 + word.replace(/[^\p{L}]/gu, '').length + 5 * word.replace(/\P{N}/gu, '').length);
  const each = voiced[moments.length]! / letters.reduce((sum, one) => sum + one, 0);
  const cost = (word: number, start: number, to: number): number => {
    const spoken = voiced[to]! - voiced[start]!;
    return spoken === 0 ? Infinity : wrong[word % 2]![to]! - wrong[word % 2]![start]! + STRANGE * Math.log(spoken / (letters[word]! * each)) ** 2;
  };
  const end = voiced.indexOf(voiced[moments.length]!);
  // More words than moments: some are not said at all, and nothing tells which.
  if (voiced[end]! < words.length) return words.map((text, index) => ({ text, from: (end * index * LOOK.step) / words.length, to: (end * (index + 1) * LOOK.step) / words.length }));
  let longest = words.map((): number => LONGEST.usual);
  let came = sharedOut(voiced, longest, cost);
  for (let times: number = LONGEST.times; came === undefined; times *= LONGEST.times) {
    longest = letters.map((one) => Math.max(LONGEST.usual, Math.ceil(times * one * each)));
    came = sharedOut(voiced, longest, cost);
  }
  const said: Said[] = [];
  let to = end;
  for (let word = words.length - 1; word >= 0; word -= 1) {
    const start = came[word]![to]!;
    const heard = moments.slice(start, to).map(({ weight }) => weight > LOOK.silent);
    said.unshift({ text: words[word]!, from: (start + Math.max(0, heard.indexOf(true))) * LOOK.step, to: (start + heard.lastIndexOf(true) + 1) * LOOK.step });
    to = start;
  }
  return said;
}

/**
 * The cheapest way to share out moments among words, all of them until the last that is voiced.
 * @param voiced how many moments are, before each
 * @param longest moments of each word at most
 * @param cost of a word from one moment to another; Infinity where it cannot be
 * @returns for each word where it begins when it ends at a moment; nothing when words cannot be as short
 */
function sharedOut(voiced: Float64Array, longest: readonly number[], cost: (word: number, start: number, to: number) => number): readonly Int32Array[] | undefined {
  const end = voiced.indexOf(voiced.at(-1)!);
  let best = Float64Array.from(voiced.subarray(0, end + 1), (before) => (before === 0 ? 0 : Infinity));
  const came = longest.map((most, word) => {
    const next = new Float64Array(end + 1).fill(Infinity);
    const from = new Int32Array(end + 1);
    for (let to = 1; to <= end; to += 1) {
      for (let start = Math.max(0, to - most); start < to; start += 1) {
        if (best[start] === Infinity) continue;
        const sum = best[start]! + cost(word, start, to);
        if (sum < next[to]!) [next[to], from[to]] = [sum, start];
      }
    }
    best = next;
    return from;
  });
  return best[end] === Infinity ? undefined : came;
}

/** How open and how round the mouth is for sounds, by their letters of the international alphabet; the first that is in a sound counts. */
const MOUTHS: readonly (readonly [letters: string, open: number, round: number, lasts: number])[] = [
  ['pbm', 0, 0.1, 1], ['fvʋ', 0.1, 0.1, 1], ['aɑæɐʌäɶ', 1, 0.1, 2], ['ɛeœəɜɚɝɘ', 0.62, 0.15, 1.7], ['ɔoɒɤ', 0.72, 0.8, 2], ['uʊwɯy', 0.35, 1, 1.7], ['iɪjɨ', 0.38, 0, 1.6],
  ['szʃʒɕʑθðtdnlɾɹrɫ', 0.22, 0.15, 1], ['kɡgŋxhɣqħʕʔ', 0.35, 0.1, 1],
];
const USUAL = ['', 0.4, 0.2, 1] as const;

/** The sounds of each word. Where the program joins or parts words otherwise, they are shared out by how long each word is. */
function groupsOf(sounds: string, words: readonly Said[]): readonly (readonly string[])[] {
  const groups = sounds.split(/\s+/u).map((group) => group.split('_').map((one) => one.replace(/[ˈˌ;,.!?]/gu, '')).filter((one) => one !== '')).filter(({ length }) => length > 0);
  if (groups.length === words.length) return groups;
  const all = groups.flat();
  const spoken = words.reduce((sum, { from, to }) => sum + to - from, 0);
  let before = 0;
  return words.map(({ from, to }) => {
    const first = Math.round((all.length * before) / spoken);
    before += to - from;
    return all.slice(first, Math.round((all.length * before) / spoken));
  });
}

function phonesOf(sounds: readonly string[], { from, to }: Said): readonly Phone[] {
  const mouths = (sounds.length === 0 ? ['a'] : sounds).map((one) => MOUTHS.find(([letters]) => [...one].some((letter) => letters.includes(letter))) ?? USUAL);
  const lengths = mouths.map(([, , , lasts], index) => lasts * (sounds[index]?.includes('ː') === true ? 1.5 : 1));
  const all = lengths.reduce((sum, one) => sum + one, 0);
  let before = 0;
  return mouths.map(([, open, round], index) => {
    const start = from + ((to - from) * before) / all;
    before += lengths[index]!;
    return { from: start, to: from + ((to - from) * before) / all, open, round };
  });
}

/** From the program's rate to RATE, by cubic curves through its samples; what lies above its own reach is taken out again. */
function resampled(samples: Float32Array): Float32Array {
  const out = new Float32Array(Math.ceil((samples.length * RATE) / SPOKEN_RATE));
  const near = (at: number): number => samples[Math.min(Math.max(at, 0), samples.length - 1)]!;
  for (let at = 0; at < out.length; at += 1) {
    const place = (at * SPOKEN_RATE) / RATE;
    const left = Math.floor(place);
    const t = place - left;
    const [a, b, c, d] = [near(left - 1), near(left), near(left + 1), near(left + 2)];
    out[at] = b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
  }
  return through(out, new Filter('low', 9_800, 0.54), new Filter('low', 9_800, 1.31));
}
