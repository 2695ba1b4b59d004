import { openRedis, type RedisConnections } from '../../../src/platform/redis.js';
import { Leases } from '../../../src/platform/leases/leases.js';
import { createBullJobs } from '../../../src/platform/jobs/bullmq.js';
import { createRedisSignals } from '../../../src/platform/signals/redis.js';
import { TaskSignals, taskBroadcast } from '../../../src/creation/tasks/signals.js';
import type { Engine } from '../../../src/engine/port.js';
import { type CreationSettings, CREATION_DEFAULTS } from '../../../src/creation/tasks/settings.js';
import { colourEngine, Life, mortal, World, type Process } from './creation-world.js';

const STEADY = { now: () => performance.now() };
const quiet = { warn: () => undefined, info: () => undefined };

/** A process of an installation, with connections of its own to the Redis that all share. */
export interface Member {
  readonly process: Process;
  readonly redis: RedisConnections;
  /** Ends in good order. */
  stop(): Promise<void>;
  /** Ends at once, as by SIGKILL: it reaches nothing any more and gives nothing back. */
  kill(): Promise<void>;
}

/** Processes over one Redis and the same documents, as on several machines. Time is the time of day. */
export class Installation {
  readonly world: World;
  private readonly members: Member[] = [];
  private readonly prefix = `kinora-test-${crypto.randomUUID()}:`;

  constructor(
    private readonly url: string,
    settings: Partial<CreationSettings> = {},
  ) {
    this.world = new World({ ...CREATION_DEFAULTS, ...settings });
    this.world.clock.letGo();
  }

  /** Starts a process that works by an engine, or one that only serves. The worker that holds the lease dispatches. */
  async start(engine: Engine | 'none' = colourEngine): Promise<Member> {
    const redis = await openRedis({ url: this.url, log: quiet, prefix: this.prefix });
    const [jobs, shared] = [createBullJobs({ redis, log: quiet }), createRedisSignals({ redis, log: quiet })];
    const life = new Life();
    const leases = await Leases.open(mortal(this.world.documents, life, 'leases'), STEADY);
    const name = crypto.randomUUID();
    const process = await this.world.boot(life, engine, {
      jobs: mortal(jobs, life, 'jobs'),
      shared,
      name,
      signals: new TaskSignals(undefined, taskBroadcast(shared)),
      lead: { leases, clock: STEADY },
    });
    process.start();
    let isOver = false;
    const close = async (): Promise<void> => {
      await jobs.close();
      await shared.close();
      await redis.close();
    };
    const member: Member = {
      process,
      redis,
      stop: async () => {
        if (isOver) return;
        isOver = true;
        await process.stop();
        await close();
      },
      kill: async () => {
        if (isOver) return;
        isOver = true;
        life.kill();
        await close();
        // Its timers end; nothing of what it does by that reaches anything.
        await process.stop().catch(() => undefined);
      },
    };
    this.members.push(member);
    return member;
  }

  async stop(): Promise<void> {
    await Promise.all(this.members.map((member) => member.stop()));
  }
}
