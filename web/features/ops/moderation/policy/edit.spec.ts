import { describe, expect, it } from '@jest/globals';
import {
  NO_CHANGES,
  type OwnWord,
  type PolicyContent,
  type PolicyVersion,
  type Rule,
} from '@src/moderation/policy/policy.shared';
import { isSamePolicy, rebased } from './edit';

const word = (text: string): OwnWord => ({ category: 'hate', language: 'en', word: text });
const version = (number: number, content: PolicyContent): PolicyVersion => ({
  number,
  content,
  change: { at: 1, by: 'kim', reason: 'A new law.' },
});
const [LOW, HIGH]: readonly [Rule, Rule] = [
  { threshold: 10, action: 'refuse' },
  { threshold: 80, action: 'review' },
];

describe('a draft of the policy, when another administrator has saved a change', () => {
  const base = version(1, { rules: { 'text.gore': LOW }, words: [word('one'), word('two')] });

  it('keeps its own changes on top of the others, and says what these are', () => {
    const draft: PolicyContent = { rules: { 'text.gore': LOW, 'text.hate': HIGH }, words: [word('two'), word('mine')] };
    const latest = version(2, { rules: { 'text.sexual': HIGH }, words: [word('one'), word('two'), word('theirs')] });
    const { news, ...edit } = rebased({ base, draft }, latest);
    expect(edit.base).toBe(latest);
    expect(
      isSamePolicy(edit.draft, {
        rules: { 'text.sexual': HIGH, 'text.hate': HIGH },
        words: [word('two'), word('theirs'), word('mine')],
      }),
    ).toBe(true);
    expect(news).toEqual({
      number: 2,
      reason: 'A new law.',
      rules: ['text.gore', 'text.sexual'],
      added: 1,
      removed: 0,
    });
  });

  it('keeps its own rule where both changed it, also one that was reset', () => {
    const latest = version(2, { rules: { 'text.gore': HIGH }, words: base.content.words });
    const own = rebased(
      { base, draft: { ...base.content, rules: { 'text.gore': { ...LOW, threshold: 20 } } } },
      latest,
    );
    expect(own.draft.rules).toEqual({ 'text.gore': { ...LOW, threshold: 20 } });
    expect(rebased({ base, draft: { ...base.content, rules: {} } }, latest).draft.rules).toEqual({});
  });

  it('is the new version without news if nothing was unsaved, or if it was just saved', () => {
    const latest = version(2, { rules: {}, words: [] });
    expect(rebased({ base, draft: base.content }, latest)).toEqual({ base: latest, draft: latest.content });
    expect(rebased({ base, draft: { words: [], rules: {} } }, latest)).toEqual({ base: latest, draft: latest.content });
  });

  it('does not add a word twice that both added', () => {
    const latest = version(2, { ...base.content, words: [...base.content.words, word('new')] });
    const draft = { rules: { 'text.hate': HIGH }, words: [...base.content.words, word('new')] };
    expect(rebased({ base, draft }, latest).draft.words).toEqual(latest.content.words);
  });

  it('is the same policy in any order of its words', () => {
    expect(
      isSamePolicy({ rules: {}, words: [word('a'), word('b')] }, { rules: {}, words: [word('b'), word('a')] }),
    ).toBe(true);
    expect(isSamePolicy(NO_CHANGES, { rules: {}, words: [word('a')] })).toBe(false);
  });
});
