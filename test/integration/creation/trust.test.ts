import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import { randomUUID } from 'node:crypto';
import { makeDailyRoots, type DailyRootsParts } from '../../../src/credits/proof/daily-roots.js';
import { DAILY_ROOTS } from '../../../src/credits/proof/proof.module.js';
import { ChangeCredits, type AccountCommand, type Changed } from '../../../src/credits/index.js';
import { begin, cancel, conclude, enqueue, recordOutput, reserve } from '../../../src/creation/tasks/task.js';
import type { Output } from '../../../src/creation/tasks/task.state.js';
import { TaskStore } from '../../../src/creation/tasks/task.store.js';
import { ENOUGH, trustFigures } from '../../../src/creation/trust/trust.shared.js';
import { productError } from '../../../src/kernel/errors.shared.js';
import type { TaskId, UserId } from '../../../src/kernel/ids.js';
import { Person } from '../../support/people/account.js';
import { account } from '../../support/people/credits.js';
import { must } from '../../support/people/must.js';
import { startApp, type TestApp } from '../../support/servers/app.js';
import { until } from '../../support/until.js';

// Long enough for the slowest machine; nothing waits for it.
jest.setTimeout(180_000);

const DAY_MS = 86_400_000;
const USER = 'trust-ann';
/** Credits for two outputs. */
const PRICE = { amount: 10, base: 0, perOutput: 5, version: 1 };

describe('the figures of the trust page', () => {
  let app: TestApp;
  let nobody: Person;

  beforeAll(async () => {
    app = await startApp({ env: { ROLES: 'api,projector' } });
    nobody = new Person(app.url);
    await change({
      type: 'grant',
      grantId: 'g',
      source: 'purchase',
      amount: 1_000,
      eligibility: 'any',
      at: app.parts.clock.now(),
    });
  });
  afterAll(() => app.close());

  const change = async (command: AccountCommand): Promise<Changed> =>
    must(await app.nest.get(CommandBus).execute(new ChangeCredits(account(USER), command, 'trust')));
  const ready = (reference: string): Output => ({
    state: 'ready',
    seed: 7,
    type: 'image/png',
    hash: 'a'.repeat(64) as Extract<Output, { state: 'ready' }>['hash'], // no blob is read here
    reference,
    width: 64,
    height: 64,
    bytes: 10,
  });
  const lost: Output = { state: 'failed', seed: 8, error: productError('ENGINE_FAILED') };

  /** Ends a task of two images as the worker does: with its hold, its outputs, and the message of its end. */
  async function end(waited: number, outputs: readonly Output[] | 'canceled'): Promise<void> {
    const id = randomUUID() as TaskId; // a test's own task
    const at = app.parts.clock.now();
    const expiresAt = at + DAY_MS;
    const held = await change({ type: 'hold', holdId: id, ...hold, reference: `task:${id}`, expiresAt, at });
    const wanted = reserve({
      id,
      owner: USER as UserId, // a test's own user
      payer: USER as UserId,
      fingerprint: 'f',
      input: { prompt: 'a lake', negativePrompt: '', model: 'preview', count: 2, seed: 7 },
      params: { procedure: 'text2Image.create', style: 'natural', aspect: '1:1' },
      sources: [],
      media: 'image',
      seconds: 0,
      width: 64,
      height: 64,
      price: PRICE,
      eligibility: 'any',
      parallel: 1,
      lane: 'free',
      marked: false,
      createdAt: at - waited,
      deadlineAt: expiresAt,
    });
    let working = must(begin(must(enqueue(wanted, at, held.token)), 1, at));
    if (outputs !== 'canceled')
      for (const [index, output] of outputs.entries()) working = must(recordOutput(working, 1, index, output, at));
    const tasks = await TaskStore.open(app.parts.documents, app.parts.logger);
    await tasks.create(working);
    must(await tasks.change(id, (task) => (outputs === 'canceled' ? cancel(task, at, 'user') : conclude(task, 1, at))));
  }
  const hold = { amount: PRICE.amount, eligibility: 'any' } as const;

  const answer = () => nobody.fetch('/api/trust');
  const figures = async () => trustFigures.parse(await (await answer()).json());
  const settled = (returned: number) =>
    until(
      () => {
        app.pass(60_000);
        return figures();
      },
      (now) => now.returned === returned,
    );

  it('are empty on a fresh installation, and say so', async () => {
    expect(await figures()).toMatchObject({
      root: null,
      since: null,
      finished: 0,
      failed: 0,
      returned: 0,
      waits: { image: null, video: null },
    });
  });

  it('equal what happened', async () => {
    for (let count = 0; count < ENOUGH - 1; count += 1) await end(4_000, [ready(`a${count}`), ready(`b${count}`)]);
    await end(80_000, [ready('c'), lost]);
    await end(9_000, [lost, lost]);
    await end(9_000, [lost, lost]);
    await end(9_000, 'canceled');
    // Half a task that was delivered in part, and two that were not; what its owner cancelled is no failure.
    const now = await settled(PRICE.perOutput + 2 * PRICE.amount);
    expect(now).toMatchObject({ finished: ENOUGH, failed: 2, since: now.to, root: null });
    expect(now.waits.video).toBeNull();
    expect(Math.abs((now.waits.image?.median ?? 0) - 4_000)).toBeLessThan(200);
    expect(Math.abs((now.waits.image?.p95 ?? 0) - 4_000)).toBeLessThan(200);
    expect(JSON.stringify(now)).not.toContain(USER);
  });

  it('are sent once as long as they stay the same', async () => {
    const first = await answer();
    const tag = first.headers.get('etag') ?? '';
    expect([first.headers.get('cache-control'), tag]).toEqual([
      'public, max-age=60',
      expect.stringMatching(/^"[\w-]{22}"$/),
    ]);
    const again = await nobody.fetch('/api/trust', { headers: { 'if-none-match': tag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    await end(1_000, [lost, lost]);
    await settled(PRICE.perOutput + 3 * PRICE.amount);
    expect((await nobody.fetch('/api/trust', { headers: { 'if-none-match': tag } })).status).toBe(200);
  });

  it('name the newest signed root, and forget what is more than thirty days old', async () => {
    app.pass(DAY_MS);
    const signed = await makeDailyRoots(app.nest.get<DailyRootsParts>(DAILY_ROOTS), app.parts.clock.now());
    expect(signed).toBeDefined();
    app.pass(60_000);
    const { root, from } = await figures();
    const page: unknown = await (await nobody.fetch('/.well-known/kinora/ledger-roots?limit=1')).json();
    expect(page).toMatchObject({ roots: [{ day: root?.day }] });
    expect(JSON.stringify(await (await nobody.fetch('/.well-known/kinora/ledger-key')).json())).toContain(root?.kid);
    // The grant, each hold, and its end.
    expect(root).toMatchObject({ accounts: 1, events: 1 + 2 * (ENOUGH + 4) });
    app.pass(30 * DAY_MS);
    const later = await figures();
    expect(later).toMatchObject({ finished: 0, failed: 0, returned: 0, root, waits: { image: null } });
    expect(later.from > from).toBe(true);
  });
});
