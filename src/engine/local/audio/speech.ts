/**
 * Speech synthesis by eSpeak NG, a system program run as a child process (adr/0042): a rule-based voice in many
 * languages, with the time of each word and sound.
 */
import { escapeHtml } from '../../../kernel/escape-html.js';
import { SPEECH_PROGRAM } from '../../../platform/machine/speech-program.js';
import { ProgramFault, runProgram } from '../../ffmpeg.js';
import { ToolRefusal } from '../refusal.js';
import { Filter, RATE, through } from './signal.js';
import type { SpokenLanguage, Voice } from '../../options.shared.js';
import { decodeWav } from './wav.js';

const NAMES: Readonly<Record<SpokenLanguage, string>> = {
  en: 'en-us',
  'en-gb': 'en-gb',
  de: 'de',
  ar: 'ar',
  es: 'es',
  fr: 'fr-fr',
  it: 'it',
  pt: 'pt-br',
  nl: 'nl',
  pl: 'pl',
  ru: 'ru',
  tr: 'tr',
  id: 'id',
  da: 'da',
  ko: 'ko',
  zh: 'cmn',
};
/** The program's voice variants, and the pitch of each, 0 to 99. */
const VARIANTS: Readonly<Record<Voice, { readonly variant: string; readonly pitch: number }>> = {
  woman: { variant: 'f2', pitch: 55 },
  man: { variant: 'm3', pitch: 45 },
  deep: { variant: 'm7', pitch: 30 },
  bright: { variant: 'f5', pitch: 65 },
};
/** Words per minute: a narrator's pace. */
const PACE = 160;
const SPEAK_MS = 60_000;
const SOUND_BYTES = 40_000_000;
/**
 * Word volumes (of 100) in two recordings. Their pattern differs, which identifies each word's time range. Timing is
 * equal in both.
 */
const TURNS = { first: [100, 90], second: [100, 60] } as const;
/**
 * Window in seconds for comparing the recordings; the level (of full scale) that counts in full, and the share below
 * which it is silence.
 */
const LOOK = { step: 0.01, loud: 0.03, silent: 0.05 } as const;

/** A time range of speech, seconds. */
export interface Said {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** One speech sound: how open the mouth and how round the lips are, 0 to 1. */
export interface Phone {
  readonly from: number;
  readonly to: number;
  readonly open: number;
  readonly round: number;
}

export interface Speech {
  /** One channel at RATE. */
  readonly sound: Float32Array;
  /** End of the audible part: a recording ends in silence. */
  readonly seconds: number;
  readonly words: readonly Said[];
  readonly phones: readonly Phone[];
}

/** The text takes longer than the available time. */
export class SpokenTooLong extends Error {
  /** @param seconds minimum length it needs */
  constructor(readonly seconds: number) {
    super(`it takes ${seconds} s to say`);
    this.name = 'SpokenTooLong';
  }
}

/** The words of a text, each with its trailing punctuation. */
export function wordsIn(text: string, language: SpokenLanguage): readonly string[] {
  const parts =
    language === 'zh'
      ? [...new Intl.Segmenter('zh', { granularity: 'word' }).segment(text)].map(({ segment }) => segment)
      : text.split(/\s+/u);
  const words: string[] = [];
  for (const part of parts.map((one) => one.trim()).filter((one) => one !== '')) {
    if (/[\p{L}\p{N}]/u.test(part)) words.push(part);
    else if (words.length > 0) words[words.length - 1] += part;
  }
  return words;
}

/** The refusal of a text without audible words. */
export const nothingSaid = (): ToolRefusal =>
  new ToolRefusal('INPUT_INVALID_FOR_SERVICE', { input: 'text', reason: 'nothing-said' });

/**
 * Speech sounds of a text as IPA, the parts of a diphthong or affricate joined by `^`.
 * @throws ToolRefusal ENGINE_UNAVAILABLE {reason: 'speech'} when the program is not installed; ProgramFault
 */
export async function soundsOf(text: string, language: SpokenLanguage): Promise<string> {
  try {
    const said = await runProgram(SPEECH_PROGRAM, ['-v', NAMES[language], '-q', '--ipa', '--tie=^', '--stdin'], {
      timeoutMs: SPEAK_MS,
      stdoutLimit: SOUND_BYTES,
      stdin: Buffer.from(text, 'utf8'),
    });
    return Buffer.from(said).toString('utf8').trim().replace(/\s+/gu, ' ');
  } catch (error) {
    throw orUnavailable(error);
  }
}

/** A program that is not installed is a refusal. */
const orUnavailable = (error: unknown): unknown =>
  error instanceof ProgramFault && error.reason === 'missing'
    ? new ToolRefusal('ENGINE_UNAVAILABLE', { reason: 'speech' })
    : error;

/**
 * Speaks a text.
 * @param max seconds available; one recording is enough to detect that it takes longer
 * @throws ToolRefusal ENGINE_UNAVAILABLE {reason: 'speech'} when the program is not installed;
 *   INPUT_INVALID_FOR_SERVICE {input: 'text', reason: 'nothing-said'} for a text without audible words; SpokenTooLong;
 *   ProgramFault when it fails
 */
export async function speak(
  text: string,
  who: { readonly voice: Voice; readonly language: SpokenLanguage },
  max = Infinity,
): Promise<Speech> {
  const words = wordsIn(text, who.language);
  if (words.length === 0) throw nothingSaid();
  const { variant, pitch } = VARIANTS[who.voice];
  const run = (args: readonly string[], stdin: string): Promise<Uint8Array> =>
    runProgram(
      SPEECH_PROGRAM,
      [
        '-v',
        `${NAMES[who.language]}+${variant}`,
        '-s',
        String(PACE),
        '-p',
        String(pitch),
        '-b',
        '1',
        '--stdin',
        ...args,
      ],
      { timeoutMs: SPEAK_MS, stdoutLimit: SOUND_BYTES, stdin: Buffer.from(stdin, 'utf8') },
    );
  const recorded = async ([even, odd]: readonly [number, number]): Promise<Float32Array> => {
    const marked = words
      .map((word, index) => `<prosody volume="${index % 2 === 0 ? even : odd}">${escapeHtml(word)}</prosody>`)
      .join(' ');
    const {
      channels: [sound],
      rate,
    } = decodeWav(await run(['-m', '--stdout'], `<speak>${marked}</speak>`));
    if (sound === undefined || rate !== SPOKEN_RATE)
      throw new ProgramFault('failed', SPEECH_PROGRAM, `a recording at ${rate} Hz`);
    return sound;
  };
  try {
    const first = await recorded(TURNS.first);
    const seconds = audibleSeconds(first);
    if (seconds === 0) throw nothingSaid();
    if (seconds > max) throw new SpokenTooLong(seconds);
    const second = await recorded(TURNS.second);
    const sounds = Buffer.from(await run(['-q', '--ipa', '--sep=_'], words.join(' '))).toString('utf8');
    return mouthMomentsOf(first, second, words, sounds);
  } catch (error) {
    if (error instanceof ProgramFault && error.reason === 'output')
      throw new SpokenTooLong(Math.floor(SOUND_BYTES / (2 * SPOKEN_RATE)));
    throw orUnavailable(error);
  }
}

const SPOKEN_RATE = 22_050;
/** Above this frequency it says nothing, Hz. */
const SPOKEN_BAND = 9_800;

/** Combines two recordings of the same words. Pure. */
function mouthMomentsOf(first: Float32Array, second: Float32Array, words: readonly string[], sounds: string): Speech {
  const times = timesOf(momentsOf(first, second), words);
  const even = first.slice();
  // Restores the level of the softer words.
  times.forEach(({ from, to }, index) => {
    if (index % 2 === 1)
      for (let at = Math.round(from * SPOKEN_RATE); at < Math.min(even.length, Math.round(to * SPOKEN_RATE)); at += 1)
        even[at]! *= TURNS.first[0] / TURNS.first[1];
  });
  const groups = groupsOf(sounds, times);
  return {
    sound: resampled(even, SPOKEN_RATE, SPOKEN_BAND),
    seconds: audibleSeconds(first),
    words: times,
    phones: times.flatMap((word, index) => phonesOf(groups[index] ?? [], word)),
  };
}

/** Per moment: the level, 0 to 1, and how much softer the second recording is. */
interface Moment {
  readonly weight: number;
  readonly ratio: number;
}

/** Level of each moment, of full scale. */
function levelsOf(samples: Float32Array): readonly number[] {
  const step = Math.round(LOOK.step * SPOKEN_RATE);
  return Array.from({ length: Math.floor(samples.length / step) }, (_, index) =>
    Math.sqrt(samples.subarray(index * step, (index + 1) * step).reduce((sum, one) => sum + one * one, 0) / step),
  );
}

function momentsOf(first: Float32Array, second: Float32Array): readonly Moment[] {
  const [one, two] = [levelsOf(first), levelsOf(second)];
  return Array.from({ length: Math.min(one.length, two.length) }, (_, index) => ({
    weight: Math.min(1, one[index]! / LOOK.loud),
    ratio: one[index]! > 0 ? two[index]! / one[index]! : 1,
  }));
}

/** Seconds until the last moment that is not silent; 0 when all is silent. */
const audibleSeconds = (samples: Float32Array): number =>
  (levelsOf(samples).findLastIndex((level) => level / LOOK.loud > LOOK.silent) + 1) * LOOK.step;

/**
 * Cost of a word's length: the squared logarithm of its ratio to the length expected from its letters. A moment
 * assigned to the wrong volume pattern costs at most 0.4.
 */
const STRANGE = 4;
/**
 * Maximum moments of a word, including the silence before it. When words cannot be that short, the limit grows until a
 * solution exists.
 */
const LONGEST = { usual: 260, times: 4 } as const;

/**
 * Assigns time ranges to words: moments are divided among the words in order, so that each fits its word's volume
 * pattern and lengths fit the letters. Leading and trailing silence is excluded.
 */
function timesOf(moments: readonly Moment[], words: readonly string[]): readonly Said[] {
  const soft = TURNS.second[1] / TURNS.first[1];
  const summed = (of: (moment: Moment) => number): Float64Array => {
    const sums = new Float64Array(moments.length + 1);
    moments.forEach((moment, at) => {
      sums[at + 1] = sums[at]! + of(moment);
    });
    return sums;
  };
  const wrong = [1, soft].map((turn) =>
    summed(({ weight, ratio }) => weight * Math.abs(Math.min(Math.max(ratio, soft), 1) - turn)),
  );
  const voiced = summed(({ weight }) => (weight > LOOK.silent ? 1 : 0));
  const letters = words.map(
    (word) => 1 + word.replace(/[^\p{L}]/gu, '').length + 5 * word.replace(/\P{N}/gu, '').length,
  );
  const each = voiced[moments.length]! / letters.reduce((sum, one) => sum + one, 0);
  const cost = (word: number, start: number, to: number): number => {
    const spoken = voiced[to]! - voiced[start]!;
    return spoken === 0
      ? Infinity
      : wrong[word % 2]![to]! - wrong[word % 2]![start]! + STRANGE * Math.log(spoken / (letters[word]! * each)) ** 2;
  };
  const end = voiced.indexOf(voiced[moments.length]!);
  // More words than moments: some are not audible, and it is unknown which.
  if (voiced[end]! < words.length)
    return words.map((text, index) => ({
      text,
      from: (end * index * LOOK.step) / words.length,
      to: (end * (index + 1) * LOOK.step) / words.length,
    }));
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
    said.unshift({
      text: words[word]!,
      from: (start + Math.max(0, heard.indexOf(true))) * LOOK.step,
      to: (start + heard.lastIndexOf(true) + 1) * LOOK.step,
    });
    to = start;
  }
  return said;
}

/**
 * Dynamic programming: the cheapest division of moments among words.
 * @param voiced number of voiced moments before each moment
 * @param longest maximum moments of each word
 * @param cost of a word from one moment to another; Infinity when impossible
 * @returns for each word, the start for every possible end; undefined when no division exists
 */
function sharedOut(
  voiced: Float64Array,
  longest: readonly number[],
  cost: (word: number, start: number, to: number) => number,
): readonly Int32Array[] | undefined {
  const end = voiced.indexOf(voiced.at(-1)!);
  let best = Float64Array.from(voiced.subarray(0, end + 1), (before) => (before === 0 ? 0 : Infinity));
  const came = longest.map((max, word) => {
    const next = new Float64Array(end + 1).fill(Infinity);
    const from = new Int32Array(end + 1);
    for (let to = 1; to <= end; to += 1) {
      for (let start = Math.max(0, to - max); start < to; start += 1) {
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

/** Mouth opening and roundness by IPA symbols; the first match counts. */
const MOUTHS: readonly (readonly [letters: string, open: number, round: number, lasts: number])[] = [
  ['pbm', 0, 0.1, 1],
  ['fvʋ', 0.1, 0.1, 1],
  ['aɑæɐʌäɶ', 1, 0.1, 2],
  ['ɛeœəɜɚɝɘ', 0.62, 0.15, 1.7],
  ['ɔoɒɤ', 0.72, 0.8, 2],
  ['uʊwɯy', 0.35, 1, 1.7],
  ['iɪjɨ', 0.38, 0, 1.6],
  ['szʃʒɕʑθðtdnlɾɹrɫ', 0.22, 0.15, 1],
  ['kɡgŋxhɣqħʕʔ', 0.35, 0.1, 1],
];
const USUAL = ['', 0.4, 0.2, 1] as const;

const shapeOf = (sound: string): (typeof MOUTHS)[number] =>
  MOUTHS.find(([letters]) => [...sound].some((letter) => letters.includes(letter))) ?? USUAL;

/** How open the mouth and how round the lips are for a sound, IPA. */
export function mouthOf(sound: string): Pick<Phone, 'open' | 'round'> {
  const [, open, round] = shapeOf(sound);
  return { open, round };
}

/** The sounds of each word. Where the program joins or splits words differently, sounds are divided by word length. */
function groupsOf(sounds: string, words: readonly Said[]): readonly (readonly string[])[] {
  const groups = sounds
    .split(/\s+/u)
    .map((group) =>
      group
        .split('_')
        .map((one) => one.replace(/[ˈˌ;,.!?]/gu, ''))
        .filter((one) => one !== ''),
    )
    .filter(({ length }) => length > 0);
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
  const mouths = (sounds.length === 0 ? ['a'] : sounds).map(shapeOf);
  const lengths = mouths.map(([, , , lasts], index) => lasts * (sounds[index]?.includes('ː') === true ? 1.5 : 1));
  const all = lengths.reduce((sum, one) => sum + one, 0);
  let before = 0;
  return mouths.map(([, open, round], index) => {
    const start = from + ((to - from) * before) / all;
    before += lengths[index]!;
    return { from: start, to: from + ((to - from) * before) / all, open, round };
  });
}

/**
 * Resamples to RATE by cubic interpolation, then filters frequencies above the original band.
 * @param rate samples per second of the source
 * @param band Hz
 */
export function resampled(samples: Float32Array, rate: number, band: number): Float32Array {
  const out = new Float32Array(Math.ceil((samples.length * RATE) / rate));
  const near = (at: number): number => samples[Math.min(Math.max(at, 0), samples.length - 1)]!;
  for (let at = 0; at < out.length; at += 1) {
    const place = (at * rate) / RATE;
    const left = Math.floor(place);
    const t = place - left;
    const [a, b, c, d] = [near(left - 1), near(left), near(left + 1), near(left + 2)];
    out[at] = b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
  }
  return through(out, new Filter('low', band, 0.54), new Filter('low', band, 1.31));
}
