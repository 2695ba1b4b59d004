import { defined } from '../../kernel/defined.shared.js';
import { familyOfMetadata, familyOfName } from './family.shared.js';
import type { RemoteLora } from './port.js';

/** Maximum LoRAs that are listed of an engine, and words kept of each. */
export const MAX_LORAS = 200;
const MAX_WORDS = 12;
const WORD_MAX = 80;

/** A value of metadata that may be JSON in a text, as a record. */
function recordIn(value: unknown): Readonly<Record<string, unknown>> {
  const read = typeof value === 'string' && value.startsWith('{') ? parsed(value) : value;
  return typeof read === 'object' && read !== null && !Array.isArray(read) ? { ...read } : {};
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A word as it may be shown and put into a prompt: plain text in one line. */
const plain = (word: string): string =>
  word
    .replace(/[\p{C}<>]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/**
 * Words that a LoRA was trained on: `modelspec.trigger_phrase` (ModelSpec 1.0), else the most frequent tags of
 * `ss_tag_frequency` (kohya-ss/sd-scripts: counts of tags by folder).
 */
export function wordsIn(metadata: Readonly<Record<string, unknown>>): readonly string[] {
  const phrase = metadata['modelspec.trigger_phrase'];
  const named = typeof phrase === 'string' ? phrase.split(',') : [];
  const counts = new Map<string, number>();
  for (const tags of Object.values(recordIn(metadata['ss_tag_frequency'])))
    for (const [tag, count] of Object.entries(recordIn(tags)))
      if (typeof count === 'number') counts.set(tag, (counts.get(tag) ?? 0) + count);
  const frequent = [...counts].sort(([, one], [, other]) => other - one).map(([tag]) => tag);
  const words = (named.some((word) => plain(word) !== '') ? named : frequent)
    .map(plain)
    .filter((word) => word !== '' && word.length <= WORD_MAX);
  return [...new Set(words)].slice(0, MAX_WORDS);
}

/** A LoRA by its file's name and metadata. */
export function loraOf(name: string, metadata: Readonly<Record<string, unknown>>): RemoteLora {
  return { name, words: wordsIn(metadata), ...defined({ family: familyOfMetadata(metadata) ?? familyOfName(name) }) };
}
