import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { findLocalModel, LOCAL_MODELS } from '../../../src/creation/procedures/models.shared.js';
import type { Engine, EngineOutcome, EngineRequest } from '../../../src/engine/port.js';
import {
  accountCommand,
  type HoldCommand,
  type Ledger,
  type PayingAccount,
} from '../../../src/creation/tasks/ledger.js';
import { CREATION_DEFAULTS, type CreationSettings } from '../../../src/creation/tasks/settings.js';
import type { StoredMedia } from '../../../src/creation/tasks/submit/sources.js';
import { TaskSignals } from '../../../src/creation/tasks/signals.js';
import type { CreationRequest, InputOf } from '../../../src/creation/tasks/task.shared.js';
import { hasEnded, readyOutputs, type TaskId } from '../../../src/creation/tasks/task.js';
import type { Task } from '../../../src/creation/tasks/task.state.js';
import { entitlementsOf } from '../../../src/billing/plans/entitlements.shared.js';
import type { Eligibility } from '../../../src/credits/account/events.js';
import { accountDecider } from '../../../src/credits/account/account.js';
import type { AccountCommand } from '../../../src/credits/account/account.commands.js';
import type { AccountState } from '../../../src/credits/account/account.state.js';
import type { Clock, Millis } from '../../../src/kernel/clock.js';
import { productError, type ProductError } from '../../../src/kernel/errors.shared.js';
import type { ConsistencyToken, StreamName } from '../../../src/kernel/event-sourcing/event.js';
import type { UserId } from '../../../src/kernel/ids.js';
import { PAYERS, type Payer } from '../../../src/kernel/payers.shared.js';
import { err, ok, type Result } from '../../../src/kernel/result.js';
import { createMemoryBlobs } from '../../../src/platform/blobs/memory.js';
import type { Blobs } from '../../../src/platform/blobs/port.js';
import { createMemoryDocumentStore } from '../../../src/platform/documents/memory.js';
import type { DocumentStore } from '../../../src/platform/documents/port.js';
import { createMemoryJobs } from '../../../src/platform/jobs/memory.js';
import { createMemorySignals } from '../../../src/platform/signals/memory.js';
import { StoreUnavailable } from '../../../src/platform/unavailable.js';
import { buildCreation, type Given, type TestCreation } from './creation-build.js';

/** Time that stands still until it is moved, or let go. */
export class HandClock implements Clock {
  private isLetGo = false;

  constructor(private time: Millis = 1_700_000_000_000) {}

  now(): Millis {
    return this.isLetGo ? Date.now() : this.time;
  }

  /** From now on it is the time of day. */
  letGo(): void {
    this.isLetGo = true;
  }

  move(ms: Millis): void {
    this.time += ms;
  }
}

/** The process died; nothing it had begun goes on. */
export class Crash extends Error {}

/** One life of a process: it dies at its nth call of a port, just before or just after the call is carried out. */
export class Life {
  private calls = 0;
  private isDead = false;
  private failing: { readonly name: string; left: number } | undefined;
  readonly trace: string[] = [];

  constructor(private readonly deathAt?: { readonly call: number; readonly when: 'before' | 'after' }) {}

  /** Runs one call of a port, unless the process is dead or dies by it. */
  async call<T>(name: string, work: () => Promise<T>): Promise<T> {
    if (this.isDead) throw new Crash(`dead before ${name}`);
    if (this.failing?.name === name && this.failing.left > 0) {
      this.failing.left -= 1;
      throw new StoreUnavailable('port', 'failed', name);
    }
    const number = (this.calls += 1);
    this.trace.push(name);
    const dies = number === this.deathAt?.call;
    if (dies && this.deathAt.when === 'before') return this.die(name);
    const answer = await work();
    if (dies) return this.die(name);
    if (this.isDead) throw new Crash(`dead after ${name}`);
    return answer;
  }

  /** The next calls of this name find their store out of reach; the process lives on. */
  fail(name: string, times = 1): void {
    this.failing = { name, left: times };
  }

  /** Ends this life now. */
  kill(): void {
    this.isDead = true;
  }

  get isOver(): boolean {
    return this.isDead;
  }

  private die(name: string): never {
    this.isDead = true;
    throw new Crash(`died at ${name}`);
  }
}

/** Puts every promise-answering method of a port under a life. Collections that a port opens live with it. */
export function mortal<T extends object>(port: T, life: Life, name: string): T {
  return new Proxy(port, {
    get(target, property, receiver) {
      const member: unknown = Reflect.get(target, property, receiver);
      if (typeof member !== 'function' || typeof property !== 'string') return member;
      if (property.startsWith('on')) return (...given: unknown[]): unknown => Reflect.apply(member, target, given);
      return (...given: unknown[]) =>
        life.call(`${name}.${property}`, async () => {
          const answer: unknown = await Reflect.apply(member, target, given);
          return property === 'collection' && typeof answer === 'object' && answer !== null
            ? mortal(answer, life, 'tasks')
            : answer;
        });
    },
  });
}

function bound(blobs: Blobs): Blobs {
  return {
    put: blobs.put.bind(blobs),
    addReference: blobs.addReference.bind(blobs),
    removeReference: blobs.removeReference.bind(blobs),
    list: blobs.list.bind(blobs),
    info: blobs.info.bind(blobs),
    read: blobs.read.bind(blobs),
    ping: blobs.ping.bind(blobs),
    close: blobs.close.bind(blobs),
  };
}

/** What a test may ask of an account beyond what Creation may. */
export interface TestLedger extends Ledger {
  grant(owner: UserId, amount: number, eligibility?: Eligibility, usageType?: Payer): Promise<void>;
  /** Signed conservation holds, nothing is negative. @throws otherwise */
  check(): Promise<void>;
  balance(
    owner: UserId,
    usageType?: Payer,
  ): Promise<{ readonly available: number; readonly held: number; readonly spent: number; readonly granted: number }>;
}

/**
 * A drawing of one colour by seed: tiny, deterministic, in process. It stands in for an engine, not for its pictures.
 */
export const colourEngine: Engine = {
  async *generate(request, on, signal) {
    for (const { index, seed } of request.outputs) {
      if (signal.aborted) return;
      on({ index, stage: 'drawing', fraction: 0.5, preview: { bytes: new Uint8Array([1]), type: 'image/webp' } });
      yield {
        index,
        state: 'made',
        media: { type: 'image/png', bytes: await colour(request, seed) },
        understanding: { understood: [], ignored: [] },
      } satisfies EngineOutcome;
    }
  },
};

const drawn = new Map<string, Promise<Uint8Array>>();

/** The one-colour PNG of a request's size and a seed. */
export function colour({ width, height }: Pick<EngineRequest, 'width' | 'height'>, seed: number): Promise<Uint8Array> {
  const key = `${width} ${height} ${seed % 5}`;
  const known = drawn.get(key);
  if (known) return known;
  const background = { r: (seed % 5) * 40, g: 90, b: 120 };
  const png = sharp({ create: { width, height, channels: 3, background } })
    .png({ compressionLevel: 1 })
    .toBuffer();
  drawn.set(key, png);
  return png;
}

/** What outlives a process: the stores and the clock. Processes are started on it, and die. */
export class World {
  readonly clock = new HandClock();
  readonly documents: DocumentStore = createMemoryDocumentStore();
  readonly jobs = createMemoryJobs(this.clock);
  readonly blobs = createMemoryBlobs();
  /** References that are held, as `hash reference`. */
  readonly references = new Set<string>();

  readonly ledger: TestLedger = new MemoryLedger(this.clock);
  /** What users have uploaded, by `owner id`. */
  readonly uploads = new Map<string, Result<StoredMedia, ProductError>>();

  constructor(readonly settings: CreationSettings = CREATION_DEFAULTS) {}

  private counted(): Blobs {
    const { blobs, references } = this;
    return {
      ...bound(blobs),
      put: async (content, reference) => {
        const info = await blobs.put(content, reference);
        references.add(`${info.hash} ${reference}`);
        return info;
      },
      addReference: async (hash, reference) => {
        const added = await blobs.addReference(hash, reference);
        if (added) references.add(`${hash} ${reference}`);
        return added;
      },
      removeReference: async (hash, reference) => {
        await blobs.removeReference(hash, reference);
        references.delete(`${hash} ${reference}`);
      },
    };
  }

  /**
   * Starts a process. Nothing in it runs by itself: the test makes its rounds.
   * @param given what it has in place of the world's own
   */
  async boot(life = new Life(), engine: Engine | 'none' = colourEngine, given: Partial<Given> = {}): Promise<Process> {
    const documents = mortal(this.documents, life, 'documents');
    const parts: Given = {
      settings: this.settings,
      name: 'test',
      signals: new TaskSignals(),
      shared: createMemorySignals(this.clock),
      jobs: mortal(this.jobs, life, 'jobs'),
      ledger: mortal<Ledger>(this.ledger, life, 'ledger'),
      caller: async () => ({ roles: [] }),
      entitlements: async () => entitlementsOf(undefined, 0),
      regCountry: async () => undefined,
      findModel: async (id) => findLocalModel(id),
      modelsFor: async () => LOCAL_MODELS,
      checkVideo: async () => false,
      mark: async (media) => media,
      findDefect: async () => undefined,
      workFolder: join(tmpdir(), 'kinora-test-work'),
      checkText: async (text, input) =>
        text.includes('forbidden') ? err(productError('SENSITIVE_TEXT', { input, category: 'test' })) : ok(undefined),
      refuseText: async (_owner, refused) => refused,
      checkSource: async () => ok(undefined),
      inspections: { refusalOf: async () => undefined },
      checkResult: async () => ok(undefined),
      ...given,
    };
    const creation = await buildCreation(
      {
        documents,
        blobs: mortal(this.counted(), life, 'blobs'),
        clock: this.clock,
        uploads: {
          source: async (owner, id) => this.uploads.get(`${owner} ${id}`) ?? err(productError('IMAGE_NOT_FOUND')),
        },
        available: async (owner) => (await this.ledger.balance(owner)).available,
      },
      engine,
      parts,
    );
    return new Process(creation, documents, life);
  }
}

/** Every task of an owner, the hidden ones too. */
export async function everyTaskOf(process: Process, owner: UserId): Promise<readonly { readonly document: Task }[]> {
  const { tasks } = process.creation;
  const found = new Map((await tasks.unfinished(owner)).map((task) => [task.document.id, task]));
  for (const hidden of [false, true])
    for await (const task of tasks.changedSince(owner, 0, hidden)) found.set(task.document.id, task);
  return [...found.values()];
}

/** What a finished world must look like. @throws Error saying what is wrong */
export async function assertClean(world: World, process: Process, owners: readonly UserId[]): Promise<void> {
  await world.ledger.check();
  const wanted = new Set<string>();
  for (const owner of owners) {
    const captured = { credits: 0, api_credits: 0 };
    for (const { document: task } of await everyTaskOf(process, owner)) {
      if (!hasEnded(task)) throw new Error(`${task.id} is ${task.status}`);
      if (task.settlement.state !== 'settled') throw new Error(`${task.id} is not settled`);
      const delivered = task.outputs.filter((output) => output.state === 'ready').length;
      if (task.settlement.note !== undefined) throw new Error(`${task.id}: ${task.settlement.note}`);
      // Told apart from the product's own sum on purpose: this is what a user would reckon.
      const due =
        delivered === 0
          ? 0
          : Math.max(0, task.price.base + delivered * task.price.perOutput - (task.deduction?.amount ?? 0));
      if (!task.hidden && task.settlement.captured !== due)
        throw new Error(`${task.id} captured ${task.settlement.captured} for ${delivered} pictures`);
      if (!task.hidden && (task.status === 'succeeded') !== delivered > 0)
        throw new Error(`${task.id} is ${task.status} with ${delivered} pictures`);
      captured[task.paysWith ?? 'credits'] += task.settlement.captured;
      for (const { poster, ...whole } of [...readyOutputs(task), ...task.sources])
        for (const { hash, reference } of [whole, ...(poster === undefined ? [] : [poster])])
          wanted.add(`${hash} ${reference}`);
    }
    for (const payer of PAYERS) {
      const { held, spent } = await world.ledger.balance(owner, payer);
      if (held !== 0) throw new Error(`${owner} has ${held} ${payer} held for nothing`);
      if (spent !== captured[payer])
        throw new Error(`${owner} spent ${spent} ${payer}, the tasks say ${captured[payer]}`);
    }
  }
  for (const reference of world.references)
    if (!wanted.has(reference)) throw new Error(`a picture is left behind: ${reference}`);
  for (const reference of wanted)
    if (!world.references.has(reference)) throw new Error(`a picture is missing: ${reference}`);
}

/** One process under test. */
export class Process {
  private stopBoards = (): void => undefined;

  constructor(
    readonly creation: TestCreation,
    private readonly documents: DocumentStore,
    readonly life: Life,
  ) {}

  /** One round of everything a process does by itself: dispatch, work, relay, sweep. */
  async round(): Promise<void> {
    await this.creation.dispatcher.lookAtAll();
    await this.creation.worker?.round();
    await this.creation.worker?.idle();
    if (this.life.isOver) throw new Crash('the worker died');
    await this.relay();
    await this.creation.sweeper.sweep();
    if (this.life.isOver) throw new Crash('the sweeper died');
  }

  /** Begins to work by itself. */
  start(): void {
    this.stopBoards = this.creation.services.start();
    this.creation.runner.start();
  }

  /** Ends in good order. */
  async stop(): Promise<void> {
    await this.creation.runner.stop();
    this.stopBoards();
  }

  /** Hands the stored messages to their policies, as the relay does: at least once. */
  async relay(): Promise<void> {
    for (const message of await this.documents.pendingMessages(100)) {
      for (const consumer of this.creation.consumers)
        if (consumer.types.includes(message.type)) await consumer.handle(message);
      await this.documents.settleMessages([message.id]);
    }
  }
}

/** A request as the browser sends it. */
export function request(
  given: Partial<InputOf<'text2Image.create'>> & { readonly requestId: string },
): CreationRequest {
  return {
    procedure: 'text2Image.create',
    input: {
      prompt: 'a lake',
      negativePrompt: '',
      model: 'preview',
      style: 'natural',
      aspect: '9:16',
      count: 1,
      seed: 1,
      price: { amount: 100, priceVersion: 1 },
      ...given,
    },
  };
}

/** Accounts by the product's own rules, kept in memory. */
export class MemoryLedger implements TestLedger {
  private readonly accounts = new Map<string, AccountState>();

  constructor(private readonly clock: Clock) {}

  async grant(
    userId: UserId,
    amount: number,
    eligibility: Eligibility = 'free-models',
    usageType: Payer = 'credits',
  ): Promise<void> {
    const account = { userId, usageType };
    const granted = this.report(account, {
      type: 'grant',
      grantId: `grant-${this.account(account).revision}`,
      source: 'anonymous',
      amount,
      eligibility,
      at: this.clock.now(),
    });
    if (!granted.ok) throw new Error(granted.error.identifier);
  }

  async balance(
    userId: UserId,
    usageType: Payer = 'credits',
  ): Promise<{ readonly available: number; readonly held: number; readonly spent: number; readonly granted: number }> {
    const { available, held, totals } = this.account({ userId, usageType });
    return { available, held, spent: totals.spent, granted: totals.granted };
  }

  async check(): Promise<void> {
    for (const [name, { available, held, totals }] of this.accounts) {
      const balances =
        totals.granted + totals.adjusted === available + held + totals.spent + totals.expired + totals.revoked;
      if (!balances || available < 0 || held < 0) throw new Error(`the account ${name} does not balance`);
    }
  }

  async change(
    account: PayingAccount,
    hold: TaskId,
    command: HoldCommand,
    at: Millis,
  ): Promise<Result<ConsistencyToken, ProductError>> {
    return this.report(account, accountCommand(hold, command, at));
  }

  private account({ userId, usageType }: PayingAccount): AccountState {
    return this.accounts.get(`${userId}.kinora.${usageType}`) ?? accountDecider.initial;
  }

  private report(account: PayingAccount, command: AccountCommand): Result<ConsistencyToken, ProductError> {
    const before = this.account(account);
    const decided = accountDecider.decide(command, before);
    if (!decided.ok) return decided;
    const after = decided.value.reduce(accountDecider.evolve, before);
    const name = `${account.userId}.kinora.${account.usageType}`;
    this.accounts.set(name, after);
    // Named as the ledger names an account's stream.
    return ok({ stream: `credits-${name}` as StreamName, revision: after.revision });
  }
}
