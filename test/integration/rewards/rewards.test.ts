import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { UserId } from '../../../src/kernel/ids.js';
import { member, Person, refusal } from '../../support/people/account.js';
import { drawn } from '../../support/people/drawn.js';
import { startApp, type TestApp } from '../../support/servers/app.js';
import { until } from '../../support/until.js';

// Long enough for the slowest machine; nothing waits for it.
jest.setTimeout(180_000);

const DAY = 86_400_000;
const zone = { timeZone: 'Asia/Tokyo' };

describe('rewards over the wire', () => {
  let app: TestApp;
  let ada: Person;

  beforeAll(async () => {
    app = await startApp({ env: { REWARDS_PER_ADDRESS: '4' } });
    ada = await member(app, 'ada@example.org');
  });
  afterAll(() => app.close());

  const balanceOf = async (who: Person): Promise<number> => (await who.api.credits.balance.query()).available;

  it('a check-in adds its credits at once, and the next one is open on the next day of the time zone', async () => {
    // The welcome credits: 10 as a visitor, 30 for the account.
    const before = await until(
      () => balanceOf(ada),
      (available) => available >= 40,
    );
    expect(await ada.api.rewards.get.query(zone)).toMatchObject({ today: { state: 'open', day: 1, credits: 2 } });
    const { credits, balance } = await ada.api.rewards.checkIn.mutate(zone);
    expect(credits).toBe(2);
    expect((await ada.api.credits.balance.query({ after: balance })).available).toBe(before + 2);
    expect(await ada.api.rewards.get.query(zone)).toMatchObject({ today: { state: 'done', day: 1 } });
    expect(await refusal(ada.api.rewards.checkIn.mutate(zone))).toMatchObject({
      identifier: 'MISSION_CREDIT_ALREADY_CLAIMED',
    });
    app.pass(DAY);
    expect(await ada.api.rewards.get.query(zone)).toMatchObject({ today: { state: 'open', day: 2, credits: 2 } });
  });

  it('the statement names the check-in, and its credits expire after seven days', async () => {
    await ada.api.rewards.checkIn.mutate(zone);
    const { lines } = await until(
      () => ada.api.credits.statement.query({ limit: 4 }),
      ({ lines: found }) => found.length === 4,
    );
    expect(lines.slice(0, 1)).toMatchObject([{ kind: 'grant', net: 2, paidBy: [{ source: 'check-in', amount: 2 }] }]);
    const [line] = lines;
    // The expiry counts from the claim, which comes a little before the line.
    expect(Math.round(((line?.paidBy[0]?.expiresAt ?? 0) - (line?.at ?? 0)) / DAY)).toBe(7);
  });

  it('a mission is completed by what its user makes, and its credits are claimed once', async () => {
    const missionOf = async (id: string) =>
      (await ada.api.rewards.get.query(zone)).missions.find((mission) => mission.id === id);
    expect(await missionOf('first-image')).toMatchObject({ state: 'open' });
    expect(await refusal(ada.api.rewards.claimMission.mutate({ mission: 'first-image' }))).toMatchObject({
      identifier: 'MISSION_NOT_COMPLETED',
    });
    // The session's own user.
    await drawn(app, (await ada.me()).id as UserId, { isAnnounced: true });
    await until(
      () => missionOf('first-image'),
      (mission) => mission?.state === 'completed',
    );
    expect(await ada.api.rewards.claimMission.mutate({ mission: 'first-image' })).toMatchObject({ credits: 3 });
    expect(await missionOf('first-image')).toMatchObject({ state: 'claimed' });
    expect(await refusal(ada.api.rewards.claimMission.mutate({ mission: 'first-image' }))).toMatchObject({
      identifier: 'MISSION_CREDIT_ALREADY_CLAIMED',
    });
    expect(await refusal(ada.api.rewards.claimMission.mutate({ mission: 'first-novel' }))).toMatchObject({
      identifier: 'MISSION_NOT_FOUND',
    });
  });

  it('a visitor is asked to sign in, and a time zone that does not exist is refused', async () => {
    const visitor = new Person(app.url);
    await visitor.visit();
    expect(await refusal(visitor.api.rewards.checkIn.mutate(zone))).toMatchObject({ identifier: 'NOT_SIGNED_IN' });
    expect(await refusal(ada.api.rewards.checkIn.mutate({ timeZone: 'Mars/Olympus' }))).toMatchObject({
      identifier: 'VALIDATION_ERROR',
    });
  });

  it('claims of one address end for the day at its cap', async () => {
    app.pass(DAY);
    const people = await Promise.all(Array.from({ length: 5 }, (_, nth) => member(app, `farmer-${nth}@example.org`)));
    const answers = await Promise.all(people.map((who) => refusal(who.api.rewards.checkIn.mutate(zone))));
    expect(answers.filter((answer) => JSON.stringify(answer).includes('REWARDS_LIMIT'))).toHaveLength(1);
    expect(answers.filter((answer) => JSON.stringify(answer).includes('"credits":2'))).toHaveLength(4);
  });
});
