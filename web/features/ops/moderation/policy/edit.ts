import type { OwnWord, PolicyContent, PolicyVersion, Rule, RuleId } from '@src/moderation/policy/policy.shared';
import { RULE_IDS } from '@src/moderation/policy/policy.shared';

/** A draft of the policy on top of the version that its editor has seen. */
export interface PolicyEdit {
  readonly base: PolicyVersion;
  readonly draft: PolicyContent;
  /** What another administrator changed while there were unsaved changes. */
  readonly news?: PolicyNews;
}

/** Differences of a newer version. */
export interface PolicyNews {
  readonly number: number;
  readonly reason?: string;
  readonly rules: readonly RuleId[];
  /** Numbers of own words. */
  readonly added: number;
  readonly removed: number;
}

const textOf = ({ category, language, word }: OwnWord): string => JSON.stringify([category, language, word]);

/** Order does not matter: the same rules and words are the same policy. */
export const isSamePolicy = (one: PolicyContent, other: PolicyContent): boolean =>
  changedRules(one, other).length === 0 && wordsBeyond(one, other).length === 0 && wordsBeyond(other, one).length === 0;

const isSameRule = (one: Rule | undefined, other: Rule | undefined): boolean =>
  one?.action === other?.action && one?.threshold === other?.threshold;

const changedRules = (before: PolicyContent, after: PolicyContent): readonly RuleId[] =>
  RULE_IDS.filter((id) => !isSameRule(before.rules[id], after.rules[id]));

/** The words of a policy that another one does not have. */
function wordsBeyond(of: PolicyContent, other: PolicyContent): readonly OwnWord[] {
  const known = new Set(other.words.map(textOf));
  return of.words.filter((word) => !known.has(textOf(word)));
}

/**
 * Puts the unsaved changes of a draft on top of a newer version, and says what that version changed. Where both changed
 * a rule, the draft's is kept.
 */
export function rebased({ base, draft }: PolicyEdit, latest: PolicyVersion): PolicyEdit {
  const [before, now] = [base.content, latest.content];
  const own = new Set(changedRules(before, draft));
  const removed = new Set(wordsBeyond(before, draft).map(textOf));
  const added = wordsBeyond(draft, before);
  const rules: Partial<Record<RuleId, Rule>> = {};
  for (const id of RULE_IDS) {
    const rule = (own.has(id) ? draft : now).rules[id];
    if (rule !== undefined) rules[id] = rule;
  }
  const kept = now.words.filter((word) => !removed.has(textOf(word)));
  const known = new Set(kept.map(textOf));
  const merged = { rules, words: [...kept, ...added.filter((word) => !known.has(textOf(word)))] };
  if (isSamePolicy(merged, now)) return { base: latest, draft: now };
  return {
    base: latest,
    draft: merged,
    news: {
      number: latest.number,
      ...(latest.change === undefined ? {} : { reason: latest.change.reason }),
      rules: changedRules(before, now),
      added: wordsBeyond(now, before).length,
      removed: wordsBeyond(before, now).length,
    },
  };
}
