import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { defined } from '../../kernel/defined.shared.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import type { UserId } from '../../kernel/ids.js';
import { err, ok, type Result } from '../../kernel/result.js';
import type { RateLimit } from '../../platform/rate-limit/port.js';
import { RATE_LIMIT } from '../../platform/tokens.js';
import { nearTo } from '../../engine/local/scene/near.js';
import { plain } from '../../engine/local/scene/vocabulary/stems.js';
import { promptClaims } from '../../engine/local/words-claimed.js';
import type { WordsInput } from './words-input.js';
import type { WordsView } from './words.shared.js';

/** As often as someone types fast without a pause. */
const READ_LIMIT = { limit: 120, windowMs: 60_000 } as const;
/** The seed is only chosen at the submission, so a statement must hold for each of these. */
const SEEDS = [1, 2, 3, 4] as const;

/**
 * What the built-in engine will draw for a prompt. Error: AI_RATE_LIMIT {seconds}. Nothing is stored.
 * @param language of the page, for suggested words
 */
export class ReadWords extends Query<Result<WordsView, ProductError>> {
  constructor(
    readonly owner: UserId,
    readonly input: WordsInput,
    readonly language: string,
  ) {
    super();
  }
}

/** How prompts that are drawn are read; the others only change or animate a given image. */
const DRAWN: readonly WordsInput['reads'][] = ['scene', 'shots', 'script', 'painting'];
/** Shorter words that are left out, such as "on", say little. */
const MIN_LETTERS = 4;

/** Whether more words are left out than things and places are drawn. */
function isPartly(
  understood: WordsView['understood'],
  ignored: readonly string[],
  reads: WordsInput['reads'],
): boolean {
  const things = new Set(
    understood.filter(({ kind }) => kind === 'subject' || kind === 'place').map(({ text }) => text),
  );
  return (
    DRAWN.includes(reads) &&
    things.size > 0 &&
    ignored.filter((word) => word.length >= MIN_LETTERS).length >= Math.max(2, things.size)
  );
}

/** Words, in the languages of the interface's menu, that ask for letters or a logo. */
const LETTERS = new Set(
  (
    'logo|logos|logotype|wordmark|emblem|badge|monogram|monograms|initials|letter|letters|lettering|inscription|slogan|signature' +
    '|schriftzug|wortmarke|monogramm|initialen|buchstabe|buchstaben|aufschrift|inschrift|unterschrift|abzeichen' +
    '|شعار|لوغو|لوجو|حرف|حروف|أحرف|كتابة|نقش'
  )
    .split('|')
    .map(plain),
);

/** What holds for a prompt with any seed. Pure. */
export function readWords({ roles, reads, ...input }: WordsInput, language: string): WordsView {
  const [first, ...others] = SEEDS.map((seed) => promptClaims({ ...input, reads, roles, seed }));
  if (first === undefined) return { understood: [], ignored: [], near: [] };
  const isAlways = ({ text, kind, means }: WordsView['understood'][number]): boolean =>
    others.every(
      (other) =>
        other?.understood.some((term) => term.text === text && term.kind === kind && term.means === means) === true,
    );
  const understood = first.understood.filter(isAlways);
  const claimed = new Set(understood.map(({ text }) => text));
  const ignored = [...new Set([...first.ignored, ...first.understood.map(({ text }) => text)])].filter(
    (word) => !claimed.has(word),
  );
  const partly = first.lacks === undefined && isPartly(understood, ignored, reads) ? { partly: true as const } : {};
  const letters = DRAWN.includes(reads) && ignored.some((word) => LETTERS.has(plain(word)));
  return {
    understood,
    ignored,
    ...partly,
    ...(letters ? { letters: true as const } : {}),
    ...defined({ lacks: first.lacks }),
    near:
      first.lacks === 'no-sound' || first.lacks === 'nothing-changed'
        ? []
        : nearTo(first.ignored, language, first.lacks !== undefined),
  };
}

@QueryHandler(ReadWords)
export class ReadWordsHandler implements IQueryHandler<ReadWords> {
  constructor(@Inject(RATE_LIMIT) private readonly rateLimit: RateLimit) {}

  async execute({ owner, input, language }: ReadWords): Promise<Result<WordsView, ProductError>> {
    const counted = await this.rateLimit.take(`words:${owner}`, READ_LIMIT);
    return counted.allowed
      ? ok(readWords(input, language))
      : err(productError('AI_RATE_LIMIT', { seconds: Math.ceil(counted.retryAfterMs / 1_000) }));
  }
}
