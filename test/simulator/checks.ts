import { isDeepStrictEqual } from 'node:util';
import { accountOf, accountStream } from '../../src/credits/account/account.key.js';
import { balanceProjection } from '../../src/credits/account/balance.projection.js';
import { BooksFollower } from '../../src/credits/books/books.follower.js';
import { verifyLedger } from '../../src/credits/cli.js';
import { GetTrialBalance, GetTrialBalanceHandler } from '../../src/credits/books/finance.queries.js';
import type { HoldSubject } from '../../src/credits/statement/hold-owners.js';
import { reconcile } from '../../src/credits/reconcile/reconcile.js';
import { statementProjection } from '../../src/credits/statement/statement.projection.js';
import type { StreamName } from '../../src/kernel/event-sourcing/event.js';
import type { DocumentStore } from '../../src/platform/documents/port.js';
import { Checkpoints } from '../../src/platform/projections/checkpoints.js';
import { ParkedStreams } from '../../src/platform/projections/parked.js';
import { ProjectionRunner } from '../../src/platform/projections/projection-runner.js';
import { refill } from '../../src/platform/projections/rebuild.js';
import { collect } from '../support/browser/collect.js';
import { Model, Wrong, type Sums } from './model.js';
import { accountOfUser, Broken, type People } from './people.js';
import { BONUS, noGauge, silent, type SimulatedProcess } from './process.js';
import type { World } from './world.js';

const plural = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/**
 * Walks each account through the model beside its stream, and holds what was told to what was so. @throws Wrong or
 * Broken
 */
export function checkAccounts(world: World): ReadonlyMap<StreamName, Model> {
  const models = new Map<StreamName, Model>();
  for (const [stream, log] of world.log) {
    const model = new Model();
    const published = world.published.filter((one) => one.stream === stream);
    const unexplained = new Set(published.filter(({ answer }) => answer !== 'done'));
    for (let length = 0; length <= log.length; length += 1) {
      const happened = log[length - 1];
      if (happened !== undefined) model.take(happened, world.commands.get(stream) ?? []);
      for (const { command, to, answer } of published) {
        if (answer === 'done' && to === length && !model.isDone(command))
          throw new Wrong(`${JSON.stringify(command)} was acknowledged and is not done`);
      }
      for (const one of unexplained)
        if (one.from <= length && length <= one.to && model.mayRefuse(one.command, one.answer)) unexplained.delete(one);
    }
    for (const { command, answer } of unexplained)
      throw new Wrong(`${JSON.stringify(command)} was refused without reason: ${answer}`);
    models.set(stream, model);
  }
  for (const { stream, command, answer } of world.published) {
    if (models.has(stream)) continue;
    if (answer === 'done' || !new Model().mayRefuse(command, answer))
      throw new Wrong(`${JSON.stringify(command)} was answered ${answer} on an account without events`);
  }
  return models;
}

/**
 * What arrived with messages has led to what it is to lead to, once. A grant that was past its end before any process
 * handled its message may be missing.
 * @throws Broken
 */
export function checkMessages(people: People, models: ReadonlyMap<StreamName, Model>, caughtUpAt: number): void {
  const grants = (who: number) => models.get(accountStream(accountOfUser(who)))?.pots ?? [];
  const once = (who: number, id: string, amount: number, endsAt = Infinity): void => {
    const found = grants(who).filter((pot) => pot.id === id);
    if (found.length === 0 && endsAt <= caughtUpAt) return;
    if (found.length !== 1) throw new Broken(`${id} was granted ${plural(found.length, 'time')}`);
    if (amount > 0 && found[0]?.amount !== amount)
      throw new Broken(`${id} is of ${found[0]?.amount} credits, ${amount} were bought`);
  };
  for (const { kind, who, id, amount } of people.facts) {
    // Who arrives again sends no second message: the first one's end counts.
    if (kind !== 'refunded')
      once(who, id, amount, people.facts.find((fact) => fact.id === id && fact.kind === kind)?.endsAt);
    else if (!grants(who).some((pot) => pot.id === id && pot.revokedBy !== undefined))
      throw new Broken(`${id} was refunded and not revoked`);
  }
  for (const [stream, { pots }] of models) {
    const bought = pots.filter((pot) => pot.source === 'purchase').length;
    const bonuses = pots.filter((pot) => pot.source === 'mission');
    if (bonuses.length !== bought || bonuses.some((pot) => pot.amount !== BONUS))
      throw new Broken(`${stream}: ${plural(bought, 'purchase')} and ${plural(bonuses.length, 'bonus')}`);
  }
}

async function checkBalances(process: SimulatedProcess, models: ReadonlyMap<StreamName, Model>): Promise<void> {
  for (const [stream, model] of models) {
    const document = await process.reads.balance.get(stream);
    if (document === undefined) throw new Broken(`${stream} has no balance`);
    const shown = {
      available: document.available,
      held: document.held,
      spent: document.spent,
      holds: document.holds.map((hold) => hold.holdId).sort(),
    };
    const expected = {
      available: model.available,
      held: model.held,
      spent: model.sums.spent,
      holds: [...model.works].flatMap(([id, { over }]) => (over === undefined ? [id] : [])).sort(),
    };
    if (!isDeepStrictEqual(shown, expected))
      throw new Broken(
        `the balance of ${stream} is ${JSON.stringify(shown)}, it should be ${JSON.stringify(expected)}`,
      );
    const left = (
      grants: readonly { readonly id: string; readonly available: number; readonly held: number }[],
    ): string =>
      JSON.stringify(
        [...grants]
          .filter((grant) => grant.available + grant.held > 0)
          .map(({ id, available, held }) => [id, available, held])
          .sort(),
      );
    const parts = left(document.grants.map(({ grantId, available, held }) => ({ id: grantId, available, held })));
    const wanted = left(model.pots.map(({ id, left: available, held }) => ({ id, available, held })));
    if (parts !== wanted) throw new Broken(`the grants of ${stream} are ${parts}, they should be ${wanted}`);
    const lines = await process.reads.statement.find({
      where: { account: stream },
      order: { field: 'opened', direction: 'ascending' },
      limit: 1_000,
    });
    const net = lines.items.reduce((sum, line) => sum + line.net, 0);
    if (net !== model.available + model.held)
      throw new Broken(`the statement of ${stream} comes to ${net}, it should be ${model.available + model.held}`);
  }
}

async function checkBooks(
  world: World,
  process: SimulatedProcess,
  models: ReadonlyMap<StreamName, Model>,
): Promise<void> {
  const trial = await new GetTrialBalanceHandler(process.books).execute(new GetTrialBalance());
  if (!trial.ok) throw new Broken(`there is no trial balance: ${trial.error.identifier}`);
  const {
    balanced,
    incomplete,
    debits,
    credits,
    total: { toDate },
  } = trial.value;
  if (!balanced || incomplete.length > 0)
    throw new Broken(
      `the trial balance does not balance: ${debits} and ${credits}, ${plural(incomplete.length, 'event')} left out`,
    );
  const sum = (column: keyof Sums): number => [...models.values()].reduce((all, model) => all + model.sums[column], 0);
  for (const column of ['granted', 'adjusted', 'spent', 'expired', 'revoked'] as const)
    if (toDate[column] !== sum(column))
      throw new Broken(`the books say ${toDate[column]} ${column}, it should be ${sum(column)}`);
  const verdict = await verifyLedger(world.events);
  for (const [stream, { revision, reason }] of verdict.broken)
    throw new Broken(`${stream}: event ${revision} is ${reason}`);
  const differences: string[] = [];
  const works = statesOf(models);
  const owners = {
    works: async function* () {
      yield* works.values();
    },
    work: async (holdId: string) => works.get(holdId),
  };
  const read = {
    balance: process.reads.balance,
    statement: process.reads.statement,
    books: process.books.follower.pages,
  };
  await reconcile(
    { log: world.events, models: read, owners, pause: async () => undefined },
    ({ where, what }) => void differences.push(`${where}: ${what}`),
  );
  if (differences.length > 0) throw new Broken(`reconcile finds ${differences.join('; ')}`);
}

/** What became of every hold, as the model has it: reconciliation looks for it in the ledger. */
function statesOf(models: ReadonlyMap<StreamName, Model>): ReadonlyMap<string, HoldSubject> {
  return new Map(
    [...models].flatMap(([stream, { works }]) =>
      [...works].map(([holdId, { commands, over }]) => {
        const account = accountOf(stream);
        if (account === undefined) throw new Broken(`${stream} is no account`);
        return [
          holdId,
          {
            holdId,
            account,
            amount: commands.amount,
            isHeld: true,
            stands: over === undefined ? { state: 'under-way' } : { state: 'over', captured: over.amount },
          },
        ] as const;
      }),
    ),
  );
}

async function contents(documents: DocumentStore, name: string): Promise<string> {
  return JSON.stringify((await collect(documents.carryOut(name))).map(({ id, document }) => ({ id, document })));
}

/** Each read model is filled anew beside the live one and is the same, to the byte. */
async function checkRebuilt(world: World): Promise<void> {
  const { documents, events } = world;
  const stores = {
    events,
    documents,
    parked: await ParkedStreams.open(documents, world.clock, silent, noGauge),
    checkpoints: await Checkpoints.open(documents),
  };
  const balance = () => ProjectionRunner.open(balanceProjection, documents, stores.parked);
  const statement = () => ProjectionRunner.open(statementProjection, documents, stores.parked);
  const books = () => BooksFollower.open(events, documents, stores.parked);
  for (const open of [balance, statement, books]) {
    const live = await open();
    const before = await contents(documents, await live.live());
    await refill(live, stores);
    const rebuilt = await open();
    if ((await rebuilt.live()) === (await live.live()))
      throw new Broken(`${live.name} was not rebuilt beside the live one`);
    if ((await contents(documents, await rebuilt.live())) !== before)
      throw new Broken(`${live.name} is not what a rebuild makes of the log`);
  }
}

/**
 * What must be so once everything has come to rest and every hold's time is over.
 * @param process one that reaches the stores at once
 * @throws Broken or Wrong, saying what is not so
 */
export async function checkEnd(world: World, people: People, process: SimulatedProcess): Promise<void> {
  const models = checkAccounts(world);
  checkMessages(people, models, world.caughtUpAt);
  for (const [stream, { works, pots, at }] of models) {
    for (const [id, { over }] of works)
      if (over === undefined) throw new Broken(`${stream}: hold ${id} is left past its time`);
    for (const pot of pots)
      if (pot.ends <= at && pot.left > 0) throw new Broken(`${stream}: grant ${pot.id} is left past its time`);
  }
  const aside = [...(await process.parked.list()), ...(await process.relay.listParked())];
  if (aside.length > 0) throw new Broken(`something was set aside: ${JSON.stringify(aside)}`);
  await checkBalances(process, models);
  await checkBooks(world, process, models);
  await checkRebuilt(world);
}
