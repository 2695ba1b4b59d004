import type { Millis } from '../../kernel/clock.js';
import type { Logs } from '../http/logs.js';
import { pause } from '../pause.js';
import { isRefillable, type Follower, type Refillable } from './follower.js';
import { generationName, Generations, KEEP_OLD_MS, type Rebuilt } from './generations.js';
import type { LogRuntime } from './log-runtime.js';
import { clearOld, rebuildBeside, takeUpLive, type RebuildStores } from './rebuild.js';

export interface RebuildsOptions {
  readonly stores: RebuildStores;
  readonly runtime: LogRuntime;
  readonly log: Logs;
}

const LOOK_EVERY_MS: Millis = 2_000;

/**
 * Rebuilds projections in new generations. A request is a document, so the active projector runs it, continues it after
 * a crash, or leaves it to the next one.
 */
export class Rebuilds {
  private stopping = new AbortController();
  private running: Promise<void> | undefined;

  private constructor(
    private readonly options: RebuildsOptions,
    private readonly generations: Generations,
  ) {}

  /** @throws StoreUnavailable */
  static async open(options: RebuildsOptions): Promise<Rebuilds> {
    return new Rebuilds(options, await Generations.open(options.stores.documents));
  }

  /** Projections that can be rebuilt. */
  get projections(): readonly (Follower & Refillable)[] {
    return this.options.runtime.followers.filter(isRefillable);
  }

  /**
   * Requests a rebuild, unless one is in progress.
   * @returns the generation that will be live
   * @throws StoreUnavailable
   */
  ask(name: string): Promise<number> {
    return this.generations.ask(name);
  }

  /**
   * Result of a rebuild, once that generation or a later one is live.
   * @throws StoreUnavailable
   */
  async outcome(name: string, generation: number): Promise<Rebuilt | undefined> {
    const { live, last } = await this.generations.of(name);
    return live >= generation && last !== null ? last : undefined;
  }

  /**
   * Runs the requested rebuild, in the process that maintains this projection.
   * @returns undefined if none is requested, it was aborted, or another process was first
   * @throws StoreUnavailable; the next run continues
   */
  carryOut(projection: Refillable, signal?: AbortSignal): Promise<Rebuilt | undefined> {
    const { stores, runtime } = this.options;
    return rebuildBeside(projection, stores, (work) => runtime.handOff(projection.name, work), signal);
  }

  /**
   * Drops former generations once no one reads them, except what this process still maintains.
   * @throws StoreUnavailable
   */
  clear(name: string): Promise<void> {
    return clearOld(name, this.options.stores, this.projections.find((projection) => projection.name === name)?.reader);
  }

  /** Starts to look for requests until stopped. Call where the log is followed. */
  start(): void {
    this.running ??= this.run(this.stopping.signal);
  }

  /** Interrupts a rebuild in progress; it can be continued. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
    this.running = undefined;
    this.stopping = new AbortController();
  }

  private async run(signal: AbortSignal): Promise<void> {
    const { log } = this.options;
    /** Since when each projection has had former generations, as seen by this process. */
    const since = new Map<string, Millis>();
    while (!signal.aborted) {
      for (const projection of this.projections) {
        if (signal.aborted) return;
        await this.lookAfter(projection, since, signal).catch((error: unknown) =>
          log.warn({ projection: projection.name, err: error }, 'a projection could not be rebuilt; it is retried'),
        );
      }
      await pause(LOOK_EVERY_MS, signal);
    }
  }

  private async lookAfter(
    projection: Follower & Refillable,
    since: Map<string, Millis>,
    signal: AbortSignal,
  ): Promise<void> {
    const { name } = projection;
    const { live, building, old } = await this.generations.of(name);
    if (generationName(name, live) !== projection.reader) {
      this.options.log.info(
        { projection: name, generation: live },
        'another generation of a projection is live; this process switches to it',
      );
      await takeUpLive(projection, this.options.stores, (work) => this.options.runtime.handOff(name, work), signal);
      since.set(name, performance.now());
      return;
    }
    if (building !== null) {
      this.options.log.info({ projection: name, generation: building }, 'rebuilding a projection beside the live one');
      const made = await this.carryOut(projection, signal);
      if (made === undefined) return;
      since.set(name, performance.now());
      this.options.log.info({ projection: name, ...made }, 'a rebuilt projection is live');
    }
    if (old.length === 0 && building === null) return;
    const from = since.get(name) ?? performance.now();
    since.set(name, from);
    const keepMs = this.options.stores.documents.shared ? KEEP_OLD_MS : 0;
    if (performance.now() - from < keepMs) return;
    await this.clear(name);
    since.delete(name);
  }
}
