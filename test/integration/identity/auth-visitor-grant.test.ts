import { describe, expect, it, jest } from '@jest/globals';
import { Person, refusal } from '../../support/people/account.js';
import { startApp, type TestApp } from '../../support/servers/app.js';
import { Relay } from '../../../src/platform/documents/relay.js';
import { until } from '../../support/until.js';
import { answerTo } from '../../support/people/human-check.js';

// Long enough for the slowest machine; nothing waits for it.
jest.setTimeout(120_000);

const visitor = async (app: TestApp): Promise<Person> => {
  const person = new Person(app.url);
  await person.visit();
  return person;
};
const waits = async (person: Person): Promise<boolean> =>
  JSON.stringify(await person.session()).includes('"grantWaits":true');
const solved = async (person: Person): Promise<string> => {
  const challenge = await person.api.account.humanCheck.query();
  if (challenge === null) throw new Error('nothing is asked for');
  return answerTo(challenge);
};
/** Comes once a visitor has ten credits. */
const tenCredits = (person: Person): Promise<number> =>
  until(
    () => available(person),
    (credits) => credits === 10,
  );
const available = async (person: Person): Promise<number> => (await person.api.credits.balance.query({})).available;
const within = async (env: Readonly<Record<string, string>>, use: (app: TestApp) => Promise<void>): Promise<void> => {
  const app = await startApp({ env: { VISITOR_GRANTS_PER_ADDRESS: '5', ...env } });
  try {
    await use(app);
  } finally {
    await app.close();
  }
};

describe('the credits of visitors', () => {
  it('are given at once up to the last fifth of a day’s; from then on a visitor comes in without, works for them, and has them once', () =>
    within({ HUMAN_CHECK_BITS: '6' }, async (app) => {
      for (let count = 0; count < 4; count += 1) {
        const early = await visitor(app);
        expect(await waits(early)).toBe(false);
        await tenCredits(early);
        expect(await early.api.account.claimVisitorGrant.mutate({})).toEqual({ given: false });
      }
      const [fifth, sixth] = [await visitor(app), await visitor(app)];
      for (const person of [fifth, sixth]) {
        expect(await waits(person)).toBe(true);
        expect(await refusal(person.api.account.claimVisitorGrant.mutate({}))).toMatchObject({
          identifier: 'HUMAN_CHECK_WANTED',
        });
        expect(await refusal(person.api.account.claimVisitorGrant.mutate({ human: 'nonsense' }))).toMatchObject({
          identifier: 'HUMAN_CHECK_WANTED',
        });
      }
      expect(await fifth.api.account.claimVisitorGrant.mutate({ human: await solved(fifth) })).toEqual({ given: true });
      await tenCredits(fifth);
      expect(await waits(fifth)).toBe(false);
      expect(await fifth.api.account.claimVisitorGrant.mutate({ human: await solved(fifth) })).toEqual({
        given: false,
      });
      // Beyond the cap work earns nothing, and nobody is asked for it any more.
      expect(await sixth.api.account.claimVisitorGrant.mutate({ human: await solved(sixth) })).toEqual({
        given: false,
      });
      const seventh = await visitor(app);
      for (const person of [sixth, seventh]) {
        expect(await waits(person)).toBe(false);
        expect(await available(person)).toBe(0);
      }
    }));

  it('are given at once up to the cap where nothing is asked for', () =>
    within({ HUMAN_CHECK_BITS: '0' }, async (app) => {
      for (let count = 0; count < 5; count += 1) {
        const person = await visitor(app);
        expect(await waits(person)).toBe(false);
        await tenCredits(person);
      }
    }));

  it('are waited for by whoever asks before they are there, unless none were promised', () =>
    within({ HUMAN_CHECK_BITS: '0', VISITOR_GRANTS_PER_ADDRESS: '1' }, async (app) => {
      const relay = app.nest.get(Relay);
      await relay.stop();
      const [promised, other] = [await visitor(app), await visitor(app)];
      const first = available(promised);
      const [lines, expiries] = [promised.api.credits.statement.query({}), promised.api.credits.expiries.query({})];
      expect(await Promise.race([first, available(other)])).toBe(0);
      expect((await other.api.credits.statement.query({})).lines).toEqual([]);
      await relay.start();
      expect(await first).toBe(10);
      expect((await lines).lines.map(({ kind }) => kind)).toEqual(['grant']);
      expect((await expiries).expiring).toHaveLength(1);
    }));
});
