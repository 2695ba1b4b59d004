/** A script as it is spoken in a film: its sentences one after another, with rests that fill the time that there is. */
import { ToolRefusal } from '../refusal.js';
import { effects } from './effects.js';
import { leveled, loudnessOf } from './loudness.js';
import { addAt, gainOf, samplesIn, type Stereo } from './signal.js';
import { speak, SpokenTooLong, wordsIn, type Said, type Speech } from './speech.js';
import type { SpokenLanguage, Voice } from '../../options.shared.js';
import { parseSounds } from './words.js';

/** A sentence in a film, seconds. */
export interface Sentence extends Said {
  readonly words: readonly Said[];
}

export interface Narration {
  readonly sentences: readonly Sentence[];
  readonly sound: Stereo;
}

/** Seconds of silence before the first sentence, after the last at least, and between two. */
const REST = { before: 0.4, after: 0.5, least: 0.15, most: 1.2 } as const;
/** How far what is heard of a scene stays below the voice, decibels, and how many sounds there are of it. */
const BED = { below: 17, most: 2 } as const;

/** The sentences of a script; what has no word in it is none. */
function sentencesIn(script: string, language: SpokenLanguage): readonly string[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' });
  return script.split(/\n+/u).flatMap((line) => [...segmenter.segment(line)].map(({ segment }) => segment.trim())).filter((sentence) => wordsIn(sentence, language).length > 0);
}

/** Says sentences one after another, until they take longer than there is time. @throws as `narrate` */
async function spokenWithin(sentences: readonly string[], who: { readonly voice: Voice; readonly language: SpokenLanguage }, seconds: number): Promise<readonly (Speech & { readonly sentence: string })[]> {
  const spoken: (Speech & { readonly sentence: string })[] = [];
  let needed = REST.before + Math.max(0, sentences.length - 1) * REST.least + REST.after;
  for (const sentence of sentences) {
    const speech = await speak(sentence, who, seconds - needed).catch((error: unknown) => {
      if (!(error instanceof SpokenTooLong)) throw error;
      throw new ToolRefusal('INPUT_INVALID_FOR_SERVICE', { input: 'prompt', reason: 'script-too-long', seconds: Math.ceil(needed + error.seconds) });
    });
    spoken.push({ sentence, ...speech });
    needed += speech.seconds;
  }
  return spoken;
}

/**
 * Speaks a script within a film's time.
 * @param seconds of the film
 * @throws ToolRefusal INPUT_INVALID_FOR_SERVICE {input: 'prompt', reason: 'script-too-long', seconds} when it takes longer, with the seconds that it needs at least: what comes
 *   after the sentence that is too much is not spoken any more; what `speak` throws
 */
export async function narrate(script: string, who: { readonly voice: Voice; readonly language: SpokenLanguage }, { seconds, seed }: { readonly seconds: number; readonly seed: number }): Promise<Narration> {
  const spoken = await spokenWithin(sentencesIn(script, who.language), who, seconds);
  const talk = spoken.reduce((sum, one) => sum + one.seconds, 0);
  const gaps = Math.max(0, spoken.length - 1);
  const rest = gaps === 0 ? 0 : Math.min(REST.most, (seconds - REST.before - REST.after - talk) / gaps);
  const voice = new Float32Array(samplesIn(seconds));
  let at: number = REST.before;
  const sentences = spoken.map(({ sentence, sound, words, seconds: lasts }): Sentence => {
    const from = at;
    addAt(voice, sound, samplesIn(from), 1);
    at += lasts + rest;
    return { text: sentence, from, to: from + lasts, words: words.map((word) => ({ ...word, from: from + word.from, to: from + word.to })) };
  });
  return { sentences, sound: leveled(withBed(voice, script, sentences.slice(1).map(({ from }) => from), { seconds, seed })) };
}

/** A voice over what its words let be heard. */
function withBed(voice: Float32Array, script: string, cuts: readonly number[], { seconds, seed }: { readonly seconds: number; readonly seed: number }): Stereo {
  const ids = parseSounds(script).effects.slice(0, BED.most);
  if (ids.length === 0) return { left: voice, right: voice };
  const bed = effects(ids, seconds, cuts, seed);
  const gain = gainOf(loudnessOf({ left: voice, right: voice }) - BED.below - loudnessOf(bed));
  if (!Number.isFinite(gain)) return { left: voice, right: voice };
  return { left: voice.map((sample, i) => sample + bed.left[i]! * gain), right: voice.map((sample, i) => sample + bed.right[i]! * gain) };
}

/** Words and letters of a caption at most. */
const CAPTION = { words: 5, letters: 30 } as const;
/** Seconds for which a caption stays after its last word, where no other comes. */
const LINGERS = 0.3;

/** Parts of a sentence that no mark divides, and each in captions of about as many letters. */
function grouped(words: readonly Said[]): readonly (readonly Said[])[] {
  const parts: Said[][] = [];
  words.forEach((word, index) => {
    if (index === 0 || /[,;:.!?،؛。，！？]$/u.test(words[index - 1]!.text)) parts.push([]);
    parts.at(-1)?.push(word);
  });
  return parts.flatMap((part) => {
    const letters = (some: readonly Said[]): number => some.reduce((sum, { text }) => sum + text.length + 1, 0);
    const count = Math.max(Math.ceil(part.length / CAPTION.words), Math.ceil(letters(part) / CAPTION.letters));
    return Array.from({ length: count }, (_, index) => part.slice(Math.round((part.length * index) / count), Math.round((part.length * (index + 1)) / count))).filter(({ length }) => length > 0);
  });
}

/** What is written when: some words at a time, from when the first of them is said. Pure. @param language of the words: some are written without spaces */
export function captionsOf(sentences: readonly Sentence[], language: SpokenLanguage): readonly Said[] {
  const groups = sentences.flatMap(({ words }) => grouped(words));
  return groups.map((group, index) => ({
    text: group.map(({ text }) => text).join(language === 'zh' ? '' : ' '), from: group[0]!.from, to: Math.min(groups[index + 1]?.[0]?.from ?? Infinity, group.at(-1)!.to + LINGERS),
  }));
}
