import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../kernel/clock.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../kernel/result.js';
import type { Collection, DocumentStore } from '../../platform/documents/port.js';
import { deleteWhere } from '../../platform/documents/update.js';
import type { Signals } from '../../platform/signals/port.js';
import type { RunCalls } from '../../engine/remote/engine.js';
import { RemoteFault, type RemoteApi, type RemoteDelivery } from '../../engine/remote/port.js';
import type { Connection } from './connections.js';

const CHANNEL = 'creation.engine-calls';
const rung = z.object({ run: z.string() });
const seenCall = z.object({ at: z.int() });

/** What came of a call: a run was woken, it was known already, or no one waits for it. */
export type CallTaken = 'rung' | 'known' | 'idle';

/**
 * The door for engines' calls. A call is a bell, no news: whoever waits for the run then asks the engine itself. So a call that is
 * lost only costs time, one that is sent twice or recorded wakes no one, and none can bring in an image.
 */
export class EngineCalls {
  private readonly waiting = new Map<string, Set<() => void>>();

  private constructor(
    private readonly seen: Collection<z.infer<typeof seenCall>>, private readonly signals: Signals, private readonly clock: Clock, private readonly publicUrl: string | undefined,
  ) {}

  /** @param publicUrl where this installation is found from outside; without it engines are only asked */
  static async open(documents: DocumentStore, signals: Signals, clock: Clock, publicUrl: string | undefined): Promise<EngineCalls> {
    return new EngineCalls(await documents.collection({ name: 'engine_calls_v1', indexes: [['at']] }, (stored) => seenCall.parse(stored)), signals, clock, publicUrl);
  }

  /** Hears what other processes' doors were told. @returns how to stop */
  start(): () => void {
    return this.signals.subscribe(CHANNEL, (message) => {
      const received = rung.safeParse(message);
      if (received.success) for (const called of this.waiting.get(received.data.run) ?? []) called();
    });
  }

  /** Where an engine is told to call; nothing for one that does not, or that could not: what is abroad calls by https only. */
  addressOf({ id, address }: Pick<Connection, 'id' | 'address'>, api: RemoteApi): string | undefined {
    if (api.calls === undefined || this.publicUrl === undefined) return undefined;
    return this.publicUrl.startsWith('https:') || address.startsWith('http:') ? `${this.publicUrl}/api/engines/${id}/calls` : undefined;
  }

  /** For the runs of one engine that calls at an address. */
  of(address: string): RunCalls {
    return {
      address: (run) => `${address}?run=${encodeURIComponent(run)}`,
      listen: (run, called) => {
        const listeners = this.waiting.get(run) ?? new Set();
        this.waiting.set(run, listeners.add(called));
        return () => {
          listeners.delete(called);
          if (listeners.size === 0) this.waiting.delete(run);
        };
      },
    };
  }

  /**
   * Takes a call of a connected engine.
   * @param noted what is in progress there under the name that the call was addressed to
   * @returns PERMISSION_ERROR {reason} for a call that is not signed by the engine, changed, or of another time; ENGINE_UNAVAILABLE when
   *   its keys cannot be requested now. @throws StoreUnavailable
   */
  async take(engineId: string, api: RemoteApi, run: string, noted: { readonly externalId: string } | undefined, delivery: RemoteDelivery): Promise<Result<CallTaken, ProductError>> {
    if (api.calls === undefined) return err(productError('PERMISSION_ERROR', { reason: 'signature' }));
    const now = this.clock.now();
    let call: Awaited<ReturnType<typeof api.calls.read>>;
    try {
      call = await api.calls.read(delivery, now);
    } catch (error) {
      if (!(error instanceof RemoteFault)) throw error;
      return err(productError('ENGINE_UNAVAILABLE', { reason: error.reason }));
    }
    if (call === undefined) return err(productError('PERMISSION_ERROR', { reason: 'signature' }));
    if (noted === undefined || !api.calls.isAbout(noted.externalId, call.externalId)) return ok('idle');
    const id = createHash('sha256').update(`${engineId}\n${call.callId}`).digest('hex');
    if ((await this.seen.put({ id, document: { at: now }, expectedVersion: 0 })) === 'conflict') return ok('known');
    this.signals.publish(CHANNEL, { run });
    return ok('rung');
  }

  /** Forgets calls that are too old to be taken again. @throws StoreUnavailable */
  async sweep(before: number): Promise<void> {
    await deleteWhere(this.seen, { range: { field: 'at', below: before } });
  }
}
