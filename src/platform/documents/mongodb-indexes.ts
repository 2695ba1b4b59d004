import type { Db, IndexDescription } from 'mongodb';
import { MongoServerError } from 'mongodb';
import type { Logs } from '../http/logs.js';
import { call } from './mongodb-calls.js';

const NAMESPACE_NOT_FOUND = 26;
/** An index over a grown collection takes minutes; a server that goes away meanwhile is noticed by the driver's own looks at it. */
const BUILD_MS = 60 * 60_000;
/** A build that takes longer is said in the log. */
const LOG_AFTER_MS = 2_000;

/** An index as it is to be; it is known by its name. */
export type NamedIndex = IndexDescription & { readonly name: string };

/** Makes the indexes of collections. A build continues when no one waits for it any more, and whoever asks next waits for the same. */
export class Indexes {
  private readonly builds = new Map<string, Promise<void>>();

  /** @param patient the database by a client that leaves a server as long as it takes */
  constructor(private readonly db: Db, private readonly patient: Db, private readonly log: Pick<Logs, 'info'>) {}

  /**
   * Makes those that are missing. Others stay: an older process may still go by them.
   * @param waitMs how long it is waited for, milliseconds; default as long as a build may take
   * @throws StoreUnavailable
   */
  async ensure(collection: string, wanted: readonly NamedIndex[], waitMs = BUILD_MS): Promise<void> {
    const key = [collection, ...wanted.map(({ name }) => name)].join(' ');
    // Asked for before looking: a server may name an index that it is still building.
    let building = this.builds.get(key);
    if (building === undefined) {
      building = this.buildMissing(collection, wanted).finally(() => this.builds.delete(key));
      this.builds.set(key, building);
    }
    const underWay = building;
    await call(() => underWay, waitMs);
  }

  private async buildMissing(collection: string, wanted: readonly NamedIndex[]): Promise<void> {
    const present = await this.present(collection);
    const missing = wanted.filter(({ name }) => !present.has(name));
    if (missing.length > 0) await this.build(collection, missing);
  }

  private async present(collection: string): Promise<ReadonlySet<string | undefined>> {
    return new Set(await call(async () => {
      try {
        return (await this.db.collection(collection).listIndexes().toArray()).map((index: { readonly name?: string }) => index.name);
      } catch (error) {
        if (error instanceof MongoServerError && error.code === NAMESPACE_NOT_FOUND) return [];
        throw error;
      }
    }));
  }

  private async build(collection: string, missing: readonly NamedIndex[]): Promise<void> {
    const begun = performance.now();
    const indexes = missing.map(({ name }) => name);
    let isLogged = false;
    const timer = setTimeout(() => {
      isLogged = true;
      this.log.info({ collection, indexes }, 'indexes are being built, which takes its time on a grown collection');
    }, LOG_AFTER_MS);
    try {
      await call(() => this.patient.collection(collection).createIndexes([...missing]), BUILD_MS);
      if (isLogged) this.log.info({ collection, indexes, ms: Math.round(performance.now() - begun) }, 'indexes were built');
    } finally {
      clearTimeout(timer);
    }
  }
}
