import { z } from 'zod';
import { CATEGORIES, type Category } from '../category.shared.js';
import { LANGUAGES } from '../languages.shared.js';

/** The moderation policy: what is refused from which score on. Values for pages and calls. */

/**
 * What happens from a rule's threshold on.
 * - `refuse`: it cannot be used, shown or published.
 * - `review`: it can be used; before publishing, moderators are told.
 * - `allow`: nothing.
 */
export const ACTIONS = ['refuse', 'review', 'allow'] as const;
export type Action = (typeof ACTIONS)[number];

/** Nudity in images and in sampled frames of videos: `before` in inputs, `after` in results and in publications. */
export const MEDIA_RULES = ['image.before', 'image.after', 'frames.before', 'frames.after'] as const;
export type MediaRule = (typeof MEDIA_RULES)[number];
export type RuleId = `text.${Category}` | MediaRule;
export const textRule = (category: Category): RuleId => `text.${category}`;
export const RULE_IDS: readonly RuleId[] = [...CATEGORIES.map(textRule), ...MEDIA_RULES];

/** Score from 1 to 100 from which on the action applies. */
export interface Rule {
  readonly threshold: number;
  readonly action: Action;
}

const TEXT: Rule = { threshold: 50, action: 'refuse' };
const MEDIA: Rule = { threshold: 90, action: 'refuse' };

/** The policy without a change. Thresholds of media are measured: docs/creations.md. */
export const BUILT_IN: Readonly<Record<RuleId, Rule>> = {
  'text.minors': TEXT,
  'text.terror': TEXT,
  'text.self-harm': TEXT,
  'text.hate': TEXT,
  'text.gore': TEXT,
  'text.sexual': TEXT,
  'text.profanity': TEXT,
  'image.before': MEDIA,
  'image.after': MEDIA,
  'frames.before': MEDIA,
  'frames.after': MEDIA,
};

/** Rules that law requires. They can be made stricter, not looser. */
export const REQUIRED: ReadonlySet<RuleId> = new Set<RuleId>(['text.minors', 'text.terror']);

/** Maximum own words of all categories. */
export const OWN_WORDS_MAX = 1_000;
export const OWN_WORD_LENGTH_MAX = 60;
/** Characters of the reason for a change. */
export const POLICY_REASON_MIN = 3;
export const POLICY_REASON_MAX = 300;

/**
 * Words with letters, spaces, hyphens and apostrophes. `*` after at least two letters at the end stands for any ending.
 */
const WORD =
  /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}'’ -]*[\p{L}\p{N}])?\p{M}*(?:(?<=[\p{L}\p{N}]\p{M}*[\p{L}\p{N}]\p{M}*)\*)?$/u;

const rule = z.object({ threshold: z.int().min(1).max(100), action: z.enum(ACTIONS) });
export const ownWord = z.object({
  category: z.enum(CATEGORIES),
  language: z.enum(LANGUAGES),
  word: z.string().trim().min(2).max(OWN_WORD_LENGTH_MAX).regex(WORD),
});
/** A word or phrase of the installation. */
export type OwnWord = z.infer<typeof ownWord>;

/** What differs from the built-in policy. */
export const policyContent = z.object({
  /** Changed rules only. */
  rules: z.partialRecord(z.enum(RULE_IDS as readonly [RuleId, ...RuleId[]]), rule), // the list is not empty
  words: z.array(ownWord).max(OWN_WORDS_MAX),
});
export type PolicyContent = z.infer<typeof policyContent>;

export const NO_CHANGES: PolicyContent = { rules: {}, words: [] };

/** A version of the policy. */
export interface PolicyVersion {
  /** 0 for the built-in one. */
  readonly number: number;
  readonly content: PolicyContent;
  /** Absent for the built-in one. Times are milliseconds since the epoch. */
  readonly change?: { readonly at: number; readonly by: string; readonly reason: string };
}

/** The rule of a policy. */
export const ruleOf = ({ rules }: Pick<PolicyContent, 'rules'>, id: RuleId): Rule => rules[id] ?? BUILT_IN[id];

/** Whether a score, 0 to 100, leads to an action. */
export const actionOf = ({ threshold, action }: Rule, score: number): Action => (score >= threshold ? action : 'allow');

/** The first rule that is looser than law allows; undefined if there is none. */
export function loosened(content: Pick<PolicyContent, 'rules'>): RuleId | undefined {
  return [...REQUIRED].find((id) => {
    const { threshold, action } = ruleOf(content, id);
    return action !== 'refuse' || threshold > BUILT_IN[id].threshold;
  });
}
