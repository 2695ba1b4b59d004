import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { productError } from '../../kernel/errors.shared.js';
import type { UserId } from '../../kernel/ids.js';
import { err } from '../../kernel/result.js';
import { createMemoryDocumentStore } from '../../platform/documents/memory.js';
import { createLocalTextCheck } from '../text-check/local.js';
import { CheckText, CheckTextHandler, JudgedTexts } from '../queries.js';
import {
  ACTIONS,
  actionOf,
  BUILT_IN,
  loosened,
  NO_CHANGES,
  policyContent,
  REQUIRED,
  RULE_IDS,
  ruleOf,
  type OwnWord,
  type PolicyContent,
} from './policy.shared.js';
import { OwnWords } from './own-words.js';
import { Policy } from './policy.js';
import { POLICY_READ_EVERY_MS, PolicyStore } from './policy.store.js';

const MAX = 'max' as UserId; // the test's own user
const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const local = createLocalTextCheck();

describe('the moderation policy', () => {
  let now: number;
  let store: PolicyStore;
  /** That of another process, on the same documents. */
  let other: PolicyStore;
  let policy: Policy;

  beforeEach(async () => {
    now = 1_000_000;
    const documents = createMemoryDocumentStore();
    [store, other] = [
      await PolicyStore.open(documents, { now: () => now }),
      await PolicyStore.open(documents, { now: () => now }),
    ];
    policy = new Policy(store, { now: () => now });
  });

  const change = (content: Partial<PolicyContent>, seen: number) =>
    policy.change(MAX, { seen, reason: 'Because.' }, { ...NO_CHANGES, ...content });
  const categoryIn = async (text: string, by = store, language = 'en') => {
    const checked = await new CheckTextHandler(new JudgedTexts(local, by), quiet).execute(
      new CheckText(text, 'prompt', language),
    );
    return checked.ok ? undefined : checked.error.params['category'];
  };
  const word = (category: OwnWord['category'], text: string, language: OwnWord['language'] = 'en'): OwnWord => ({
    category,
    language,
    word: text,
  });

  it('is the built-in one until it is changed, and each change is a version that stays', async () => {
    expect(await store.latest()).toEqual({ number: 0, content: NO_CHANGES });
    const rules = { 'text.profanity': { threshold: 50, action: 'allow' } } as const;
    expect(await change({ rules }, 0)).toMatchObject({ ok: true, value: { number: 1 } });
    now += 1_000;
    expect(await change({}, 1)).toMatchObject({ ok: true, value: { number: 2 } });
    expect(await store.history(10)).toEqual([
      { number: 2, content: NO_CHANGES, change: { at: now, by: MAX, reason: 'Because.' } },
      { number: 1, content: { rules, words: [] }, change: { at: now - 1_000, by: MAX, reason: 'Because.' } },
    ]);
    expect((await store.history(10, 2)).map(({ number }) => number)).toEqual([1]);
  });

  it('is not overwritten by somebody who has seen an older version, also at the same moment', async () => {
    const all = await Promise.all([change({}, 0), change({}, 0), change({}, 0)]);
    expect(all.filter(({ ok }) => ok)).toHaveLength(1);
    expect(all.filter(({ ok }) => !ok)).toEqual(Array(2).fill(err(productError('ENTRY_CHANGED'))));
    expect(await change({}, 2)).toEqual(err(productError('ENTRY_CHANGED')));
    expect(await store.history(10)).toHaveLength(1);
  });

  it('decides what is refused, in every process within seconds', async () => {
    const text = 'a nude woman';
    expect([await categoryIn(text), await categoryIn(text, other)]).toEqual(['sexual', 'sexual']);
    await change({ rules: { 'text.sexual': { threshold: 50, action: 'review' } } }, 0);
    expect(await categoryIn(text)).toBeUndefined();
    now += POLICY_READ_EVERY_MS;
    expect(await categoryIn(text, other)).toBeUndefined();
    expect(await categoryIn('a nude woman and gore', other)).toBe('gore');
    expect(await new JudgedTexts(local, other).find(text, 'en', 'review')).toEqual([
      { category: 'sexual', score: 100, words: ['nude'] },
    ]);
  });

  it.each([...REQUIRED])('cannot be made looser for %s, only stricter', async (id) => {
    for (const rule of [
      { threshold: 50, action: 'review' },
      { threshold: 50, action: 'allow' },
      { threshold: 51, action: 'refuse' },
    ] as const)
      expect(await change({ rules: { [id]: rule } }, 0)).toEqual(err(productError('POLICY_PROTECTED', { rule: id })));
    expect(await change({ rules: { [id]: { threshold: 10, action: 'refuse' } } }, 0)).toMatchObject({ ok: true });
  });

  it('has own words of each category and language', async () => {
    const words = [word('hate', 'Zornbold*', 'de'), word('gore', 'grey goo'), word('sexual', '秘密花园', 'zh')];
    await change({ words }, 0);
    expect([
      await categoryIn('ein Zornbolde am See', store, 'de'),
      await categoryIn('a lake of grey goo'),
      await categoryIn('这是秘密花园。'),
      await categoryIn('a grey lake, goo'),
    ]).toEqual(['hate', 'gore', 'sexual', undefined]);
    await change({ words: words.slice(1) }, 1);
    expect(await categoryIn('ein Zornbolde am See', store, 'de')).toBeUndefined();
  });

  it('takes words as words: nothing of the lists’ own notation', () => {
    for (const bad of ['a', 'a|b', 'word!', '~word', '*', 'a*', 'foo-', 'foo-*', 'foo *', '(x)', 'a'.repeat(61)])
      expect([bad, policyContent.safeParse({ rules: {}, words: [word('gore', bad)] }).success]).toEqual([bad, false]);
    expect(policyContent.safeParse({ rules: {}, words: [word('gore', ' l’eau-de-vie* ')] }).success).toBe(true);
    expect(policyContent.safeParse({ rules: { 'text.other': BUILT_IN['text.gore'] }, words: [] }).success).toBe(false);
  });

  it('finds words as they are written in a text, with apostrophes, hyphens and any ending', () => {
    const own = new OwnWords();
    const found = (written: string, text: string, number: number) =>
      own.find({ number, content: { rules: {}, words: [word('gore', written, 'fr')] } }, text, 'fr').length > 0;
    expect(found('l’eau', 'Buvez de l’eau !', 1)).toBe(true);
    expect(found("l'eau-de-vie*", 'deux verres de l’eau-de-vie', 2)).toBe(true);
    expect(found('gross*', 'une grossesse', 3)).toBe(true);
    expect(found('l’eau', 'un seau', 4)).toBe(false);
  });

  it('refuses more when a threshold falls, never less, whatever the rule', () => {
    const rule = fc.record({ threshold: fc.integer({ min: 1, max: 100 }), action: fc.constantFrom(...ACTIONS) });
    fc.assert(
      fc.property(fc.constantFrom(...RULE_IDS), rule, fc.integer({ min: 0, max: 100 }), (id, given, score) => {
        expect(ruleOf({ rules: { [id]: given } }, id)).toEqual(given);
        expect(actionOf(given, score)).toBe(score >= given.threshold ? given.action : 'allow');
        const isLoose = REQUIRED.has(id) && (given.action !== 'refuse' || given.threshold > BUILT_IN[id].threshold);
        expect(loosened({ rules: { [id]: given } })).toBe(isLoose ? id : undefined);
      }),
    );
  });
});
