import type { Lock, Locker, RequestRelease } from '@tus/utils';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Clock, Millis } from '../../kernel/clock.js';
import type { Collection, DocumentStore } from '../../platform/documents/port.js';
import type { Random } from '../../platform/random.js';
import type { Signals } from '../../platform/signals/port.js';
import { StoreUnavailable } from '../../platform/unavailable.js';

const lockShape = z.object({ holder: z.string() });
type LockDocument = z.infer<typeof lockShape>;

const DEFINITION = { name: 'upload_locks_v1', indexes: [] } as const;
const CHANNEL = 'upload-lock-wanted';
const wantedShape = z.string();

/** A lock that is unchanged for this long is abandoned: its holder has died. */
const HELD_MS = 20_000;
const LOOK_AGAIN_MS = 150;
/** Longer than it takes to detect an abandoned lock. */
const WAIT_MS = 30_000;

/** Another holder's lock, with the time at which it was first seen in this version. */
interface Sighting {
  readonly holder: string;
  readonly version: number;
  readonly at: Millis;
}

export interface UploadLocksDeps {
  readonly documents: DocumentStore;
  readonly signals: Signals;
  /** A monotonic clock, unlike the time of day. Clocks of different machines are never compared. */
  readonly clock: Clock;
  readonly random: Random;
}

/**
 * Locks on uploads between the processes of an installation. A lock is a document that names its holder and is renewed
 * while held. A process that sees one unchanged for its whole life, by its own clock, takes it over (as in
 * platform/leases/leases.ts, but no document remains afterwards). A holder is asked to release its lock when another
 * process waits, as the tus protocol requires for half-open connections. A process that was paused for longer than a
 * lock's life may find that another one holds it; uploads tolerate that.
 */
export class UploadLocks implements Locker {
  private constructor(
    private readonly locks: Collection<LockDocument>,
    private readonly deps: UploadLocksDeps,
  ) {}

  /**
   * Opens the collection `upload_locks_v1`.
   * @throws StoreUnavailable
   */
  static async open(deps: UploadLocksDeps): Promise<UploadLocks> {
    return new UploadLocks(await deps.documents.collection(DEFINITION, (value) => lockShape.parse(value)), deps);
  }

  newLock(id: string): Lock {
    let release: (() => Promise<void>) | undefined;
    return {
      lock: async (signal, requestRelease) => {
        release = await this.take(id, requestRelease, signal);
      },
      unlock: async () => release?.(),
    };
  }

  /**
   * Waits for the lock, for at most half a minute.
   * @param onWanted called when another process waits for the lock, or when it was lost
   * @returns a function that releases the lock; it never fails, because an unreleased lock expires
   * @throws StoreUnavailable if the lock is still held
   */
  async take(id: string, onWanted: RequestRelease, signal?: AbortSignal): Promise<() => Promise<void>> {
    const { clock, random, signals } = this.deps;
    const holder = random.uuid();
    const begun = clock.now();
    let seen: Sighting | undefined;
    // Waiting for another's lock goes by the clock; it is no conflict to retry (adr/0070).
    for (;;) {
      const held = await this.locks.get(id);
      const now = clock.now();
      if (held !== undefined && (seen?.version !== held.version || seen.holder !== held.document.holder))
        seen = { holder: held.document.holder, version: held.version, at: now };
      if (held === undefined || (seen !== undefined && now - seen.at >= HELD_MS)) {
        const version = held?.version ?? 0;
        if ((await this.locks.put({ id, document: { holder }, expectedVersion: version })) === 'written')
          return this.hold(id, holder, version + 1, now + HELD_MS, onWanted);
      } else {
        signals.publish(CHANNEL, id);
      }
      if (signal?.aborted === true || clock.now() - begun > WAIT_MS)
        throw new StoreUnavailable('uploads', 'failed', `the lock of ${id} is still held`);
      await sleep(random.between(LOOK_AGAIN_MS / 2, LOOK_AGAIN_MS));
    }
  }

  private hold(
    id: string,
    holder: string,
    taken: number,
    untilThen: number,
    onWanted: RequestRelease,
  ): () => Promise<void> {
    let version = taken;
    let until = untilThen;
    let ended = false;
    let work: Promise<void> = Promise.resolve();
    const respond = (): void => {
      void Promise.resolve()
        .then(onWanted)
        .catch(() => undefined);
    };
    const stopListening = this.deps.signals.subscribe(CHANNEL, (wanted) => {
      if (!ended && wantedShape.safeParse(wanted).data === id) respond();
    });
    const prolong = async (): Promise<void> => {
      const now = this.deps.clock.now();
      // Once the lock has expired, a document of the same version may belong to another holder.
      const kept =
        now < until && (await this.locks.put({ id, document: { holder }, expectedVersion: version })) === 'written';
      if (kept) [version, until] = [version + 1, now + HELD_MS];
      else respond();
    };
    const timer = setInterval(() => {
      work = work.then(async () => (ended ? undefined : prolong())).catch(() => undefined);
    }, HELD_MS / 4);
    timer.unref();
    return async () => {
      ended = true;
      clearInterval(timer);
      stopListening();
      await work;
      if (this.deps.clock.now() < until) await this.locks.delete(id, version).catch(() => undefined);
    };
  }
}
