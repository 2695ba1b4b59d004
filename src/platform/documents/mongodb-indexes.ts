import type { Db, IndexDescription } from 'mongodb';
import { MongoServerError } from 'mongodb';
import type { Logs } from '../http/logs.js';
import { call } from './mongodb-calls.js';

const NAMESPACE_NOT_FOUND = 26;
/** Building an index on a large collection takes minutes; the driver's own monitoring detects a lost server. */
const BUILD_MS = 60 * 60_000;
/** Longer builds are logged. */
const LOG_AFTER_MS = 2_000;

/** A wanted index, identified by its name. */
export type NamedIndex = IndexDescription & { readonly name: string };

/** Creates indexes. A build continues after its caller has given up, and later callers wait for the same build. */
export class Indexes {
  private readonly builds = new Map<string, Promise<void>>();

  /** @param patient the database through a client without time limits */
  constructor(
    private readonly db: Db,
    private readonly patient: Db,
    private readonly log: Pick<Logs, 'info'>,
  ) {}

  /**
   * Creates missing indexes. Others are kept, because an older process may still use them.
   * @param waitMs maximum wait, milliseconds; default: the maximum duration of a build
   */
  async ensure(collection: string, wanted: readonly NamedIndex[], waitMs = BUILD_MS): Promise<void> {
    const key = [collection, ...wanted.map(({ name }) => name)].join(' ');
    // Checked first, because a server may list an index that is still being built.
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
    return new Set(
      await call(async () => {
        try {
          return (await this.db.collection(collection).listIndexes().toArray()).map(
            (index: { readonly name?: string }) => index.name,
          );
        } catch (error) {
          if (error instanceof MongoServerError && error.code === NAMESPACE_NOT_FOUND) return [];
          throw error;
        }
      }),
    );
  }

  private async build(collection: string, missing: readonly NamedIndex[]): Promise<void> {
    const startedAt = performance.now();
    const indexes = missing.map(({ name }) => name);
    let isLogged = false;
    const timer = setTimeout(() => {
      isLogged = true;
      this.log.info({ collection, indexes }, 'building indexes; this takes a while on a large collection');
    }, LOG_AFTER_MS);
    try {
      await call(() => this.patient.collection(collection).createIndexes([...missing]), BUILD_MS);
      if (isLogged)
        this.log.info({ collection, indexes, ms: Math.round(performance.now() - startedAt) }, 'built indexes');
    } finally {
      clearTimeout(timer);
    }
  }
}
