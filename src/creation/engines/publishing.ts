import { isDeepStrictEqual } from 'node:util';
import type { ModelView } from '../../catalog/model.shared.js';
import type { RemoteOperation } from '../../engine/remote/operations.shared.js';
import { RemoteFault, type RemoteApi } from '../../engine/remote/port.js';
import { modelsOf, type Connection, type Connections } from './connections.js';
import type { LoraStore } from './loras/lora-store.js';
import type { WorkflowStore } from './workflows/workflow-store.js';

export interface PublishingDeps {
  readonly connections: Pick<Connections, 'get' | 'put'>;
  readonly workflows: Pick<WorkflowStore, 'settingsOf'>;
  readonly loras: Pick<LoraStore, 'idsFor' | 'forget'>;
  /** Sets the catalogue's models of an engine; replaces the previous ones. */
  readonly offer: (engineId: string, models: readonly ModelView[]) => Promise<void>;
}

/** Longest answer about one model, milliseconds. */
const ASK_MS = 5_000;

/**
 * Updates the catalogue with what an engine offers now, and forgets the LoRAs of one that was removed. Idempotent.
 *
 * What is offered is read again after each write. Of several writers, the last one therefore leaves the newest
 * decision, whichever it had read before.
 * @throws StoreUnavailable
 */
export async function publishEngine(deps: PublishingDeps, id: string): Promise<void> {
  for (let models = await offeredBy(deps, id); ;) {
    await deps.offer(id, models);
    const now = await offeredBy(deps, id);
    if (isDeepStrictEqual(now, models)) return;
    models = now;
  }
}

async function offeredBy({ connections, workflows, loras }: PublishingDeps, id: string): Promise<readonly ModelView[]> {
  const engine = (await connections.get(id))?.document;
  if (engine === undefined) {
    await loras.forget(id);
    return [];
  }
  const settings = await Promise.all(
    engine.offers.map(async (one) => [one.model, await workflows.settingsOf(one)] as const),
  );
  return modelsOf(
    engine,
    new Map(settings),
    await loras.idsFor(
      engine,
      engine.offers.map(({ model }) => model),
    ),
  );
}

/** Work that may not heed its signal. @throws RemoteFault time, once the signal is aborted */
function until<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = (): void => reject(new RemoteFault('time', 'the engine did not answer in time'));
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}

/**
 * Asks an engine what its offered models do now, and stores it with their offers: the catalogue leaves out what they no
 * longer serve, and has it again once they do. An engine that does not answer keeps what it had.
 * @throws StoreUnavailable
 */
export async function refreshOperations(
  { connections }: Pick<PublishingDeps, 'connections'>,
  { id, offers }: Connection,
  api: Pick<RemoteApi, 'serves'>,
  stop: AbortSignal,
  askMs = ASK_MS,
): Promise<void> {
  const signal = AbortSignal.any([AbortSignal.timeout(askMs), stop]);
  const served = new Map(
    await Promise.all(
      offers.map(async ({ model, version }): Promise<readonly [string, readonly RemoteOperation[] | undefined]> => [
        model,
        await until(signal, api.serves(model, signal, version)).catch(() => undefined),
      ]),
    ),
  );
  const before = await connections.get(id);
  if (before === undefined) return;
  const { sealedKey: _sealedKey, ...known } = before.document;
  const refreshed = known.offers.map((one) => {
    const operations = served.get(one.model);
    const isSameVersion = offers.some(({ model, version }) => model === one.model && version === one.version);
    return operations === undefined || !isSameVersion ? one : { ...one, operations: [...operations] };
  });
  // After a concurrent change, the next call writes it.
  if (!isDeepStrictEqual(refreshed, known.offers))
    await connections.put({ ...known, offers: refreshed }, undefined, before);
}
