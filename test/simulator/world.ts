import { z } from 'zod';
import type { AccountCommand } from '../../src/credits/account/account.commands.js';
import type { NewEvent, Revision, StreamName } from '../../src/kernel/event-sourcing/event.js';
import { createMemoryDocumentStore } from '../../src/platform/documents/memory.js';
import type { EventStore } from '../../src/platform/event-store/port.js';
import { createMemoryEventStore } from '../../src/platform/event-store/memory.js';
import { Chance } from './chance.js';
import type { Happened } from './model.js';
import type { Plan } from './plan.js';
import { wiredDocuments, wiredEvents, type Wire } from './ports.js';
import { SimulatedProcess, type ProcessParts } from './process.js';
import { Life, Scheduler } from './scheduler.js';

const eventData = z.object({
  available: z.int(),
  amount: z.int().optional(),
  listPrice: z.int().optional(),
  expiresAt: z.int().optional(),
  grantId: z.string().optional(),
  holdId: z.string().optional(),
  adjustmentId: z.string().optional(),
  usageId: z.string().optional(),
  reference: z.string().optional(),
});
const eventMetadata = z.object({ at: z.int() });

/** What somebody was told, and how much of the stream there was when they asked and when they heard. */
export interface Published {
  readonly stream: StreamName;
  readonly command: AccountCommand;
  /** Events in the store. */
  readonly from: number;
  readonly to: number;
  /** `done`, or why not. */
  readonly answer: string;
}

/** What outlives the processes: stores, time, and what everybody outside knows. */
export class World {
  readonly chance: Chance;
  readonly scheduler: Scheduler;
  now = 1_700_000_000_000;
  /** When the last process had handled every message, before the clock moves beyond every end. */
  caughtUpAt = Infinity;
  readonly clock = { now: (): number => this.now };
  readonly events: EventStore;
  readonly documents = createMemoryDocumentStore();
  /** The log as it was written, stream by stream. */
  readonly log = new Map<StreamName, Happened[]>();
  readonly commands = new Map<StreamName, AccountCommand[]>();
  readonly published: Published[] = [];
  readonly history: string[] = [];
  processes: SimulatedProcess[] = [];
  private booting: Life | undefined;
  private born = 0;
  deaths = 0;

  constructor(readonly plan: Plan) {
    this.chance = new Chance(plan.seed ^ 0x5bd1e995);
    this.scheduler = new Scheduler(this.chance);
    this.events = createMemoryEventStore(this.clock, this.isShared);
    this.scheduler.weather = { refused: plan.refused, lost: plan.lost };
  }

  /** Whether several processes write at once, over a network; otherwise the stores are one process's own files. */
  get isShared(): boolean {
    return this.plan.processes > 1;
  }

  note(what: string): void {
    this.history.push(`${String(this.scheduler.taken).padStart(5)} ${what}`);
  }

  /** Events of a stream that are in the store. */
  length(stream: StreamName): number {
    return this.log.get(stream)?.length ?? 0;
  }

  /** How many are up, or coming up. */
  get up(): number {
    return this.processes.length + (this.booting === undefined ? 0 : 1);
  }

  /** Starts a process; it is there once it has come up, if it does. */
  boot(projects: boolean): void {
    const life = new Life(`process ${(this.born += 1)}`);
    this.booting = life;
    const wire: Wire = {
      scheduler: this.scheduler,
      chance: this.chance,
      life,
      again: this.plan.again,
      stored: (stream, first, events) => this.stored(life, stream, first, events),
    };
    SimulatedProcess.boot({
      ...this.parts(life),
      events: wiredEvents(this.events, wire),
      documents: wiredDocuments(this.documents, wire),
      projects,
    }).then(
      (process) => {
        if (life.isOver) return;
        this.booting = undefined;
        this.processes.push(process);
        this.note(`${life.name} is up${projects ? ' and projects' : ''}`);
      },
      () => {
        // It could not come up and ends; another is started.
        if (this.booting === life) this.booting = undefined;
        life.kill();
      },
    );
  }

  /** A process that reaches the stores at once and does nothing by itself, to look at what is there. */
  bare(): Promise<SimulatedProcess> {
    return SimulatedProcess.boot({ ...this.parts(new Life('who looks')), projects: false });
  }

  private parts(life: Life): Omit<ProcessParts, 'projects'> {
    const {
      events,
      documents,
      clock,
      plan: { checkpointEvery, seal, cachedStreams },
    } = this;
    return {
      life,
      events,
      documents,
      clock,
      cachedStreams,
      checkpoints: { every: checkpointEvery, perEntry: 0, seal },
      commands: (stream, command) => void list(this.commands, stream).push(command),
    };
  }

  /** Ends one of the processes, or the one that is coming up, without warning. */
  async kill(): Promise<void> {
    const lives = [...this.processes.map(({ life }) => life), ...(this.booting === undefined ? [] : [this.booting])];
    if (lives.length === 0) return;
    const life = this.chance.pick(lives);
    this.note(`${life.name} dies`);
    this.deaths += 1;
    if (life === this.booting) this.booting = undefined;
    this.processes = this.processes.filter((process) => process.life !== life);
    life.kill();
    await this.scheduler.bury(life, !this.isShared);
  }

  private stored(life: Life, stream: StreamName, first: Revision, events: readonly NewEvent[]): void {
    for (const [index, { type, data, metadata }] of events.entries()) {
      const parsed = eventData.parse(JSON.parse(data));
      const happened: Happened = {
        type,
        at: eventMetadata.parse(JSON.parse(metadata)).at,
        available: parsed.available,
        id: parsed.grantId ?? parsed.holdId ?? parsed.adjustmentId ?? parsed.usageId ?? '',
        amount: (type === 'HoldExtended' ? parsed.expiresAt : (parsed.amount ?? parsed.listPrice)) ?? 0,
        reference: type === 'GrantRevoked' ? (parsed.reference ?? '') : '',
      };
      list(this.log, stream)[first + index] = happened;
      this.note(
        `  ${life.name} stored ${stream}@${first + index} ${type} ${happened.id} ${happened.amount}, ${happened.available} available`,
      );
    }
  }
}

/** The list under a key, made when there is none. */
function list<Key, Value>(lists: Map<Key, Value[]>, key: Key): Value[] {
  let found = lists.get(key);
  if (found === undefined) lists.set(key, (found = []));
  return found;
}
