import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { productError, type ProductError } from '../kernel/errors.shared.js';
import { err, ok, type Result } from '../kernel/result.js';
import type { Logs } from '../platform/http/logs.js';
import { LOGGER } from '../platform/tokens.js';
import { CATEGORIES } from './category.shared.js';
import { IMAGE_MODERATION } from './image-check/tokens.js';
import type { ImageCheck } from './image-check/port.js';
import { Verdicts } from './image-check/verdicts.js';
import { OwnWords } from './policy/own-words.js';
import { actionOf, ruleOf, textRule, type Action, type MediaRule, type RuleId } from './policy/policy.shared.js';
import { PolicyStore } from './policy/policy.store.js';
import { WORDS } from './text-check/found.js';
import type { Finding, TextCheck } from './text-check/port.js';

/** Nest injection token of the `TextCheck`. */
export const TEXT_CHECK = Symbol('TEXT_CHECK');
/** Nest injection token of the `TextCheck` that asks nobody outside this process. */
export const LOCAL_TEXT_CHECK = Symbol('LOCAL_TEXT_CHECK');

/**
 * Checks whether a text may be used. Refused with SENSITIVE_TEXT {input, category, words?}, where `words` are
 * those of the text that led to it; with UNEXPECTED_MODERATION when judging failed, because unchecked content must not
 * pass.
 */
export class CheckText extends Query<Result<void, ProductError>> {
  constructor(
    readonly text: string,
    /** The form field, returned so that the form can point at it. */
    readonly input: string = 'prompt',
    /** Interface language. */
    readonly language = 'en',
  ) {
    super();
  }
}

/**
 * Finds what moderators should know before they publish something: rules with the action `review` that apply to texts
 * and media. A text is judged in every language, because its author's is not known, and by the word lists and own words
 * alone: a page of reviews must neither use up nor wait for an external API. Images count if judged lately. Empty if
 * the policy or the scores cannot be read.
 */
export class FindFlags extends Query<readonly RuleId[]> {
  constructor(
    readonly text: string,
    readonly media: { readonly hash: string; readonly rule: MediaRule },
  ) {
    super();
  }
}

/** Findings in texts with the actions of the policy that applies. */
export class JudgedTexts {
  private readonly own = new OwnWords();

  constructor(
    private readonly check: TextCheck,
    private readonly policy: Pick<PolicyStore, 'current'>,
  ) {}

  /**
   * Findings with this action, worst first, in one interface language or in all of them.
   * @throws whatever prevents judging
   */
  async find(text: string, language: string | undefined, wanted: Action): Promise<readonly Finding[]> {
    const policy = await this.policy.current();
    const found = [...this.own.find(policy, text, language), ...(await this.check.check(text, language))];
    return CATEGORIES.flatMap((category) =>
      found.filter((one) => {
        const rule = ruleOf(policy.content, textRule(one.category));
        return one.category === category && actionOf(rule, one.score) === wanted;
      }),
    );
  }
}

@QueryHandler(CheckText)
export class CheckTextHandler implements IQueryHandler<CheckText> {
  constructor(
    private readonly texts: JudgedTexts,
    @Inject(LOGGER) private readonly logs: Logs,
  ) {}

  async execute({ text, input, language }: CheckText): Promise<Result<void, ProductError>> {
    try {
      const found = await this.texts.find(text, language, 'refuse');
      const [worst] = found;
      if (worst === undefined) return ok(undefined);
      const { category } = worst;
      const words = [...new Set(found.flatMap((one) => (one.category === category ? one.words : [])))].slice(
        0,
        WORDS.count,
      );
      const named = { input, category };
      return err(productError('SENSITIVE_TEXT', words.length === 0 ? named : { ...named, words: words.join(', ') }));
    } catch (error) {
      // Logs the error but never the text.
      this.logs.error({ err: error, input }, 'a text could not be moderated');
      return err(productError('UNEXPECTED_MODERATION'));
    }
  }
}

@QueryHandler(FindFlags)
export class FindFlagsHandler implements IQueryHandler<FindFlags> {
  private readonly texts: JudgedTexts;

  constructor(
    @Inject(LOCAL_TEXT_CHECK) check: TextCheck,
    private readonly policy: PolicyStore,
    private readonly verdicts: Verdicts,
    @Inject(IMAGE_MODERATION) private readonly images: ImageCheck,
    @Inject(LOGGER) private readonly logs: Logs,
  ) {
    this.texts = new JudgedTexts(check, policy);
  }

  async execute({ text, media }: FindFlags): Promise<readonly RuleId[]> {
    try {
      const found = await this.texts.find(text, undefined, 'review');
      const score = await this.verdicts.find(this.images.name, media.hash);
      const rule = ruleOf((await this.policy.current()).content, media.rule);
      return [
        ...new Set(found.map(({ category }) => textRule(category))),
        ...(score !== undefined && actionOf(rule, score) === 'review' ? [media.rule] : []),
      ];
    } catch (error) {
      this.logs.error({ err: error }, 'a work under review could not be moderated');
      return [];
    }
  }
}
