import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { NewNotice } from '../../identity/index.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import type { UserId } from '../../kernel/ids.js';
import { err, ok, type Result } from '../../kernel/result.js';
import { CATEGORIES } from '../../moderation/index.js';
import { createMemoryDocumentStore } from '../../platform/documents/memory.js';
import { InvalidCursor } from '../../platform/documents/port.js';
import { createMemoryRateLimit } from '../../platform/rate-limit/memory.js';
import { moderateTexts } from '../tasks/submit/words-check.js';
import { refusalIdOf } from './refusal.js';
import { REFUSAL_DAYS } from './refusal.shared.js';
import { RefusalStore } from './refusal.store.js';
import { refusalsPart } from './refusals.data-export.js';
import { Refusals } from './refusals.js';
import { refusalPolicies } from './refusals.policies.js';
import { createRefuseText } from './text-refusals.js';

const user = (name: string): UserId => name as UserId; // the test's own users
const [ADA, EVE, MAX] = [user('ada'), user('eve'), user('max')];
const DAY = 86_400_000;

/** Finds categories by their names in the text; "child" with "sexual" is the worst one. */
const checkText = async (text: string, input: string): Promise<Result<void, ProductError>> => {
  const category = /child[^]*sexual/.test(text) ? 'minors' : CATEGORIES.find((one) => text.includes(one));
  return category === undefined
    ? ok(undefined)
    : err(productError('SENSITIVE_TEXT', { input, category, words: category }));
};

describe('refused texts', () => {
  let now: number;
  let store: RefusalStore;
  let refusals: Refusals;
  let notices: NewNotice[];

  beforeEach(async () => {
    [now, notices] = [1_000 * DAY, []];
    store = await RefusalStore.open(createMemoryDocumentStore());
    refusals = new Refusals({
      refusals: store,
      rateLimit: createMemoryRateLimit({ now: () => now }),
      clock: { now: () => now },
      notify: async (notice) => void notices.push(notice),
    });
  });

  const moderate = (said: Readonly<Record<string, string>>, author = ADA) =>
    moderateTexts(
      { checkText, refuseText: createRefuseText(store, { now: () => now }) },
      { id: author, language: 'en' },
      Object.entries(said),
    );
  const paramsOf = async (said: Readonly<Record<string, string>>, author?: UserId) => {
    const checked = await moderate(said, author);
    return checked.ok ? undefined : checked.error.params;
  };
  const idIn = async (said: Readonly<Record<string, string>>): Promise<string> =>
    String((await paramsOf(said))?.['refusal']);
  const codeOf = (answered: Result<void, ProductError>) => (answered.ok ? 'ok' : answered.error.identifier);
  const grant = async (id: string, isGranted = true): Promise<void> => {
    expect(codeOf(await refusals.appeal(ADA, id, 'It is harmless.'))).toBe('ok');
    expect(codeOf(await refusals.answer(MAX, id, isGranted))).toBe('ok');
  };
  const exported = async (owner: UserId): Promise<string> => {
    let text = '';
    for await (const { content } of refusalsPart({ refusals: store }).files(owner))
      for await (const bytes of (await content()) ?? []) text += Buffer.from(bytes).toString('utf8');
    return text;
  };

  it('name the field, the words and a number that stays the same', async () => {
    const said = { prompt: 'a lake', headline: 'so much gore' };
    const params = await paramsOf(said);
    expect(params).toEqual({
      input: 'headline',
      category: 'gore',
      words: 'gore',
      refusal: expect.stringMatching(/^R-[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/),
      appeal: 'possible',
    });
    now += 3 * DAY;
    expect(await paramsOf(said)).toEqual(params);
    expect((await paramsOf(said, EVE))?.['refusal']).not.toBe(params?.['refusal']);
    expect((await refusals.own(ADA, 20)).refusals).toMatchObject([
      { id: params?.['refusal'], at: now, appeal: 'possible' },
    ]);
  });

  it('are listed for their author page by page, newest first, without those that have ended', async () => {
    await idIn({ prompt: 'gore of long ago' });
    now += (REFUSAL_DAYS.plain + 1) * DAY;
    const ids: string[] = [];
    for (const prompt of ['gore', 'gore again', 'more gore']) {
      now += 1_000;
      ids.unshift(await idIn({ prompt }));
    }
    await paramsOf({ prompt: 'gore' }, EVE);
    const first = await refusals.own(ADA, 2);
    expect(first.refusals.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    const second = await refusals.own(ADA, 2, first.next);
    expect(second.refusals.map(({ id }) => id)).toEqual(ids.slice(2));
    await expect(refusals.own(ADA, 2, 'elsewhere')).rejects.toThrow(InvalidCursor);
  });

  it('leave nothing behind when nothing is refused', async () => {
    expect(await moderate({ prompt: 'a lake', title: '' })).toEqual(ok(undefined));
    expect(await moderate({})).toEqual(ok(undefined));
    expect(await refusals.own(ADA, 20)).toEqual({ refusals: [] });
    expect(await exported(ADA)).toBe('');
  });

  it('are let through for their author after a granted appeal, for a year, without the text being kept', async () => {
    const said = { prompt: 'a painting of gore', title: 'a lake' };
    const id = await idIn(said);
    await grant(id);
    expect(notices).toMatchObject([
      { userId: ADA, content: { kind: 'refusal-answered', refusalId: id, granted: true } },
    ]);
    expect(await moderate(said)).toEqual(ok(undefined));
    expect(await moderate({ title: 'another title', prompt: said.prompt })).toEqual(ok(undefined));
    expect(await paramsOf(said, EVE)).toMatchObject({ category: 'gore', appeal: 'possible' });
    expect(await paramsOf({ prompt: `${said.prompt}!` })).toMatchObject({ category: 'gore', appeal: 'possible' });
    expect(JSON.stringify(await store.find(id))).not.toContain(said.prompt);
    now += 365 * DAY;
    expect(await paramsOf(said)).toMatchObject({ refusal: id, appeal: 'possible' });
  });

  it('with an exception do not let others pass with them', async () => {
    const gore = 'a painting of gore';
    await grant(await idIn({ prompt: gore }));
    expect(await paramsOf({ prompt: gore, title: 'terror' })).toMatchObject({ input: 'title', category: 'terror' });
    expect(await paramsOf({ prompt: gore, title: 'more gore' })).toMatchObject({ input: 'title', category: 'gore' });
    await grant(await idIn({ prompt: 'a sexual scene' }));
    expect(await paramsOf({ title: 'a child', prompt: 'a sexual scene' })).toMatchObject({
      category: 'minors',
      appeal: 'never',
    });
  });

  it('stay refused after a denied appeal, which cannot be repeated', async () => {
    const said = { prompt: 'gore' };
    const id = await idIn(said);
    await grant(id, false);
    expect(notices).toMatchObject([{ content: { kind: 'refusal-answered', granted: false } }]);
    expect(await paramsOf(said)).toMatchObject({ refusal: id, appeal: 'denied' });
    expect(codeOf(await refusals.appeal(ADA, id, 'Again.'))).toBe('APPEAL_ALREADY_EXISTS');
    now += 30 * DAY;
    expect(codeOf(await refusals.appeal(ADA, id, 'Again.'))).toBe('REFUSAL_NOT_FOUND');
  });

  it('with minors are neither kept nor open to appeals', async () => {
    const said = { prompt: 'a child in a sexual scene' };
    const params = await paramsOf(said);
    expect(params).toMatchObject({ category: 'minors', appeal: 'never' });
    const id = String(params?.['refusal']);
    expect(await store.find(id)).toEqual({ owner: ADA, input: 'prompt', category: 'minors', words: '', at: now });
    expect(await refusals.appeal(ADA, id, '')).toEqual(err(productError('APPEAL_NOT_POSSIBLE', { reason: 'never' })));
  });

  it('are answered once, by an administrator who is not their author', async () => {
    const id = await idIn({ prompt: 'gore' });
    expect(codeOf(await refusals.answer(MAX, id, true))).toBe('REFUSAL_NOT_FOUND');
    expect(codeOf(await refusals.appeal(EVE, id, ''))).toBe('REFUSAL_NOT_FOUND');
    expect(codeOf(await refusals.appeal(ADA, id, 'Please.'))).toBe('ok');
    expect(codeOf(await refusals.appeal(ADA, id, 'Please.'))).toBe('ok');
    expect((await refusals.waiting(MAX, 20)).appeals).toEqual([
      {
        id,
        input: 'prompt',
        category: 'gore',
        words: 'gore',
        text: 'gore',
        comment: 'Please.',
        appealedAt: now,
        isOwn: false,
      },
    ]);
    expect((await refusals.waiting(ADA, 20)).appeals).toMatchObject([{ id, isOwn: true }]);
    expect(codeOf(await refusals.answer(ADA, id, true))).toBe('SECOND_PERSON');
    for (const answer of [true, true]) expect(codeOf(await refusals.answer(MAX, id, answer))).toBe('ok');
    expect(codeOf(await refusals.answer(MAX, id, false))).toBe('REPORT_ALREADY_HANDLED');
    expect(await refusals.waiting(MAX, 20)).toEqual({ appeals: [] });
    expect(new Set(notices.map(({ cause }) => cause)).size).toBe(1);
  });

  it('can be appealed against ten times a day', async () => {
    for (let made = 0; made < 10; made += 1)
      expect(codeOf(await refusals.appeal(ADA, await idIn({ prompt: `gore ${made}` }), ''))).toBe('ok');
    const id = await idIn({ prompt: 'gore 10' });
    expect(codeOf(await refusals.appeal(ADA, id, ''))).toBe('TOO_MANY_ATTEMPTS');
    now += DAY;
    expect(codeOf(await refusals.appeal(ADA, id, ''))).toBe('ok');
  });

  it('are deleted when they end, an appeal that waits never, and all when the user goes', async () => {
    const [plain, waiting, other] = [
      await idIn({ prompt: 'gore' }),
      await idIn({ prompt: 'terror' }),
      String((await paramsOf({ prompt: 'hate' }, EVE))?.['refusal']),
    ];
    await refusals.appeal(ADA, waiting, '');
    now += 14 * DAY;
    await store.sweep(now);
    expect([await store.find(plain), await store.find(other)]).toEqual([undefined, undefined]);
    expect(await store.find(waiting)).toBeDefined();
    await idIn({ prompt: 'gore' });
    const data = { type: 'UserPurged', data: { userId: ADA } };
    for (const policy of refusalPolicies({ service: refusals, refusals: store }))
      if (policy.types.includes('UserPurged'))
        await policy.handle({ ...data, id: 'm', collection: 'users', documentId: ADA, sequence: 1 });
    expect([await refusals.own(ADA, 20), await exported(ADA)]).toEqual([{ refusals: [] }, '']);
  });

  it('are in their author’s data export, without who answered', async () => {
    await grant(await idIn({ prompt: 'gore' }), false);
    const text = await exported(ADA);
    expect(JSON.parse(text)).toMatchObject([
      { input: 'prompt', text: 'gore', appeal: { comment: 'It is harmless.', answer: { isGranted: false } } },
    ]);
    expect(text).not.toContain(MAX);
  });

  it('have one number for each author, category and text', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string(),
        fc.boolean(),
        fc.constantFrom(...CATEGORIES),
        (a, other, isSame, category) => {
          const b = isSame ? ` ${a.normalize('NFD')}\n` : other;
          const same = a.normalize('NFC').trim() === b.normalize('NFC').trim();
          expect(refusalIdOf(ADA, category, a) === refusalIdOf(ADA, category, b)).toBe(same);
        },
      ),
    );
  });
});
