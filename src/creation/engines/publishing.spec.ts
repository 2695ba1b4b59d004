import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ModelView } from '../../catalog/model.shared.js';
import { RemoteFault } from '../../engine/remote/port.js';
import type { RemoteOperation } from '../../engine/remote/operations.shared.js';
import { createMemoryDocumentStore } from '../../platform/documents/memory.js';
import { Connections, Sealer, type Connection } from './connections.js';
import { publishEngine, refreshOperations, type PublishingDeps } from './publishing.js';

const ENGINE = '0197a000-0000-7000-8000-000000000001';
const NEVER = new AbortController().signal;

describe('an engine in the catalogue', () => {
  let connections: Connections;
  let catalogue: readonly (readonly [string, readonly string[]])[];
  let beforeWrite: (() => Promise<void>) | undefined;
  let deps: PublishingDeps;
  beforeEach(async () => {
    connections = await Connections.open(createMemoryDocumentStore(), new Sealer(Buffer.alloc(32)));
    catalogue = [];
    beforeWrite = undefined;
    deps = {
      connections,
      workflows: { settingsOf: async () => undefined },
      loras: { idsFor: async () => new Map(), forget: async () => undefined },
      offer: async (_id, models: readonly ModelView[]) => {
        const pause = beforeWrite;
        beforeWrite = undefined;
        await pause?.();
        catalogue = models.map(({ name, procedures }) => [name, procedures]);
      },
    };
    await change(() => ({}));
  });

  async function change(by: (now: Connection | undefined) => Partial<Connection>): Promise<void> {
    const before = await connections.get(ENGINE);
    const now: Connection = before?.document ?? {
      id: ENGINE,
      kind: 'a1111',
      name: 'Studio',
      address: 'http://127.0.0.1:9',
      enabled: true,
      offers: [
        {
          model: 'one',
          name: 'One',
          procedures: ['text2Image.create', 'imageTools.painting'],
          credits: 1,
          tier: 'free',
        },
      ],
      connectedAt: 1_000,
      changedAt: 1_000,
    };
    await connections.put({ ...now, ...by(before?.document) }, undefined, before);
  }
  const renamed = (): Promise<void> =>
    change((now) => ({ offers: (now?.offers ?? []).map((one) => ({ ...one, name: 'Newer' })) }));

  it('is as the newest decision has it, though a writer that read an older one writes last', async () => {
    beforeWrite = async () => {
      await renamed();
      await publishEngine(deps, ENGINE);
    };
    await publishEngine(deps, ENGINE);
    expect(catalogue.map(([name]) => name)).toEqual(['Newer']);
  });

  it('does not come back when it is removed while it is published', async () => {
    beforeWrite = async () => {
      const stored = await connections.get(ENGINE);
      if (stored !== undefined) await connections.remove(stored);
      await publishEngine(deps, ENGINE);
    };
    await publishEngine(deps, ENGINE);
    expect(catalogue).toEqual([]);
  });

  it('loses the procedures that its model no longer serves, and gets them back with it', async () => {
    const served = async (serves: () => Promise<readonly RemoteOperation[]>, askMs?: number) => {
      const stored = await connections.get(ENGINE);
      if (stored === undefined) throw new RangeError('no engine');
      await refreshOperations(deps, stored.document, { serves }, NEVER, askMs);
      await publishEngine(deps, ENGINE);
      return catalogue;
    };
    const both = [['One', ['text2Image.create', 'imageTools.painting']]];
    expect(await served(async () => ['text-to-image'])).toEqual([['One', ['text2Image.create']]]);
    expect(await served(async () => ['text-to-image', 'inpaint'])).toEqual(both);
    expect(await served(() => Promise.reject(new RemoteFault('away', 'off')))).toEqual(both);
    // It does not heed its signal.
    expect(await served(() => new Promise(() => undefined), 5)).toEqual(both);
    expect(await served(async () => [])).toEqual([]);
  });
});
