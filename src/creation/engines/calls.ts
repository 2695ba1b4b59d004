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

/** Outcome of a callback: a run was woken, the callback was a duplicate, or no one waits for the run. */
export type CallTaken = 'rung' | 'known' | 'idle';

/**
 * Receives callbacks of engines. A callback only wakes whoever waits for the run, who then queries the engine. A lost
 * callback costs time only, a replayed one wakes no one, and none can inject an image.
 */
export class EngineCalls {
  private readonly waiting = new Map<string, Set<() => void>>();

  private constructor(
    private readonly seen: Collection<z.infer<typeof seenCall>>,
    private readonly signals: Signals,
    private readonly clock: Clock,
    private readonly publicUrl: string | undefined,
  ) {}

  /** @param publicUrl public address of this installation; without it engines are only polled */
  static async open(
    documents: DocumentStore,
    signals: Signals,
    clock: Clock,
    publicUrl: string | undefined,
  ): Promise<EngineCalls> {
    return new EngineCalls(
      await documents.collection({ name: 'engine_calls_v1', indexes: [['at']] }, (stored) => seenCall.parse(stored)),
      signals,
      clock,
      publicUrl,
    );
  }

  /**
   * Subscribes to callbacks that other processes received.
   * @returns a function that unsubscribes
   */
  start(): () => void {
    return this.signals.subscribe(CHANNEL, (message) => {
      const received = rung.safeParse(message);
      if (received.success) for (const called of this.waiting.get(received.data.run) ?? []) called();
    });
  }

  /**
   * Callback address for an engine; undefined if the engine sends none or cannot reach us. A remote engine calls only
   * over https.
   */
  addressOf({ id, address }: Pick<Connection, 'id' | 'address'>, api: RemoteApi): string | undefined {
    if (api.calls === undefined || this.publicUrl === undefined) return undefined;
    return this.publicUrl.startsWith('https:') || address.startsWith('http:')
      ? `${this.publicUrl}/api/engines/${id}/calls`
      : undefined;
  }

  /** Callbacks for the runs of the engine that calls this address. */
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
   * Accepts a callback of a connected engine.
   * @param noted the run in progress with the name from the callback's address
   * @returns PERMISSION_ERROR {reason} for a callback that is unsigned, changed, or outside the time window;
   * ENGINE_UNAVAILABLE if the engine's keys cannot be fetched now
   * @throws StoreUnavailable
   */
  async take(
    engineId: string,
    api: RemoteApi,
    run: string,
    noted: { readonly externalId: string } | undefined,
    delivery: RemoteDelivery,
  ): Promise<Result<CallTaken, ProductError>> {
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

  /**
   * Forgets callbacks that are too old to be accepted again.
   * @throws StoreUnavailable
   */
  async sweep(before: number): Promise<void> {
    await deleteWhere(this.seen, { range: { field: 'at', below: before } });
  }
}
