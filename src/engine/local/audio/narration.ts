/** Narration of a script: its sentences in sequence, with pauses that fill the available time. */
import { ToolRefusal } from '../refusal.js';
import { effects } from './effects.js';
import { leveled, loudnessOf } from './loudness.js';
import { addAt, gainOf, samplesIn, type Stereo } from './signal.js';
import { withSpeaker, type Speak, type Speaker } from './speaker.js';
import { SpokenTooLong, wordsIn, type Said, type Speech } from './speech.js';
import type { SpokenLanguage } from '../../options.shared.js';
import { parseSounds } from './words.js';

/** A sentence in a video; times in seconds. */
export interface Sentence extends Said {
  readonly words: readonly Said[];
}

export interface Narration {
  readonly sentences: readonly Sentence[];
  readonly sound: Stereo;
}

/** Silence in seconds: before the first sentence, minimum after the last, and between two. */
const REST = { before: 0.4, after: 0.5, min: 0.15, max: 1.2 } as const;
/** Level of scene sounds below the voice, decibels, and their maximum number. */
const BED = { below: 17, max: 2 } as const;

/** Splits a script into sentences; a part without a word is dropped. */
function sentencesIn(script: string, language: SpokenLanguage): readonly string[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' });
  return script
    .split(/\n+/u)
    .flatMap((line) => [...segmenter.segment(line)].map(({ segment }) => segment.trim()))
    .filter((sentence) => wordsIn(sentence, language).length > 0);
}

/** Speaks the sentences in order and stops when they exceed the available time. @throws as `narrate` */
async function spokenWithin(
  sentences: readonly string[],
  speak: Speak,
  seconds: number,
): Promise<readonly (Speech & { readonly sentence: string })[]> {
  const spoken: (Speech & { readonly sentence: string })[] = [];
  let needed = REST.before + Math.max(0, sentences.length - 1) * REST.min + REST.after;
  for (const sentence of sentences) {
    const speech = await speak(sentence, seconds - needed).catch((error: unknown) => {
      if (!(error instanceof SpokenTooLong)) throw error;
      throw new ToolRefusal('INPUT_INVALID_FOR_SERVICE', {
        input: 'prompt',
        reason: 'script-too-long',
        seconds: Math.ceil(needed + error.seconds),
      });
    });
    spoken.push({ sentence, ...speech });
    needed += speech.seconds;
  }
  return spoken;
}

/**
 * Speaks a script within a video's length.
 * @param seconds length of the video
 * @throws ToolRefusal INPUT_INVALID_FOR_SERVICE {input: 'prompt', reason: 'script-too-long', seconds} when it is too
 *   long, with the minimum seconds it needs (sentences after the one that exceeds the time are not spoken); errors of
 *   `speak`
 */
export async function narrate(
  script: string,
  who: Speaker,
  { seconds, seed }: { readonly seconds: number; readonly seed: number },
): Promise<Narration> {
  const spoken = await withSpeaker(who, (speak) => spokenWithin(sentencesIn(script, who.language), speak, seconds));
  const talk = spoken.reduce((sum, one) => sum + one.seconds, 0);
  const gaps = Math.max(0, spoken.length - 1);
  const rest = gaps === 0 ? 0 : Math.min(REST.max, (seconds - REST.before - REST.after - talk) / gaps);
  const voice = new Float32Array(samplesIn(seconds));
  let at: number = REST.before;
  const sentences = spoken.map(({ sentence, sound, words, seconds: lasts }): Sentence => {
    const from = at;
    addAt(voice, sound, samplesIn(from), 1);
    at += lasts + rest;
    return {
      text: sentence,
      from,
      to: from + lasts,
      words: words.map((word) => ({ ...word, from: from + word.from, to: from + word.to })),
    };
  });
  return {
    sentences,
    sound: leveled(
      withBed(
        voice,
        script,
        sentences.slice(1).map(({ from }) => from),
        { seconds, seed },
      ),
    ),
  };
}

/** Mixes a voice over scene sounds. */
function withBed(
  voice: Float32Array,
  script: string,
  cuts: readonly number[],
  { seconds, seed }: { readonly seconds: number; readonly seed: number },
): Stereo {
  const ids = parseSounds(script).effects.slice(0, BED.max);
  if (ids.length === 0) return { left: voice, right: voice };
  const bed = effects(ids, seconds, cuts, seed);
  const gain = gainOf(loudnessOf({ left: voice, right: voice }) - BED.below - loudnessOf(bed));
  if (!Number.isFinite(gain)) return { left: voice, right: voice };
  return {
    left: voice.map((sample, i) => sample + bed.left[i]! * gain),
    right: voice.map((sample, i) => sample + bed.right[i]! * gain),
  };
}

/** Maximum words and letters of a caption. */
const CAPTION = { words: 5, letters: 30 } as const;
/** Seconds for which a caption stays after its last word when no other follows. */
const LINGERS = 0.3;

/** Splits a sentence at punctuation, and each part into captions of similar length. */
function grouped(words: readonly Said[]): readonly (readonly Said[])[] {
  const parts: Said[][] = [];
  words.forEach((word, index) => {
    if (index === 0 || /[,;:.!?،؛。，！？]$/u.test(words[index - 1]!.text)) parts.push([]);
    parts.at(-1)?.push(word);
  });
  return parts.flatMap((part) => {
    const letters = (some: readonly Said[]): number => some.reduce((sum, { text }) => sum + text.length + 1, 0);
    const count = Math.max(Math.ceil(part.length / CAPTION.words), Math.ceil(letters(part) / CAPTION.letters));
    return Array.from({ length: count }, (_, index) =>
      part.slice(Math.round((part.length * index) / count), Math.round((part.length * (index + 1)) / count)),
    ).filter(({ length }) => length > 0);
  });
}

/**
 * Captions: a few words at a time, shown from when the first is spoken. Pure. @param language some languages are
 * written without spaces
 */
export function captionsOf(sentences: readonly Sentence[], language: SpokenLanguage): readonly Said[] {
  const groups = sentences.flatMap(({ words }) => grouped(words));
  return groups.map((group, index) => ({
    text: group.map(({ text }) => text).join(language === 'zh' ? '' : ' '),
    from: group[0]!.from,
    to: Math.min(groups[index + 1]?.[0]?.from ?? Infinity, group.at(-1)!.to + LINGERS),
  }));
}
