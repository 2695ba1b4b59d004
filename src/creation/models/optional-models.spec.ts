import { describe, expect, it } from '@jest/globals';
import { OPTIONAL_MODELS } from '../../engine/models/catalogue.shared.js';
import { InstallFault } from '../../engine/install/fault.js';
import type { ModelStore } from '../../engine/models/store.js';
import { OptionalModels } from './optional-models.js';

/** A store whose installation ends when the test says so. */
function storeWith(): {
  readonly store: Pick<ModelStore, 'install' | 'isInstalled' | 'remove'>;
  readonly calls: string[];
  readonly end: (error?: Error) => void;
  readonly progress: (received: number) => void;
} {
  const calls: string[] = [];
  let isThere = false;
  let [end, progress]: [(error?: Error) => void, (received: number) => void] = [() => undefined, () => undefined];
  return {
    calls,
    end: (error) => {
      end(error);
    },
    progress: (received) => {
      progress(received);
    },
    store: {
      isInstalled: () => Promise.resolve(isThere),
      remove: () => {
        calls.push('remove');
        isThere = false;
        return Promise.resolve(true);
      },
      install: (_model, on, signal) =>
        new Promise((resolve, reject) => {
          calls.push('install');
          progress = (received) => {
            on({ received, total: 100_000_000 });
          };
          signal.addEventListener('abort', () => {
            calls.push('cancel');
            reject(new Error('cancelled'));
          });
          end = (error) => {
            if (error === undefined) {
              isThere = true;
              resolve();
            } else reject(error);
          };
        }),
    },
  };
}

const settle = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

describe('optional models of the administrator', () => {
  const open = () => {
    const fake = storeWith();
    const models = new OptionalModels(fake.store, { warn: () => undefined }, OPTIONAL_MODELS.slice(0, 1));
    return { ...fake, models, state: async () => (await models.list())[0]?.state };
  };

  it('are absent, are downloaded once however often they are requested, and are installed', async () => {
    const { models, state, calls, end, progress } = open();
    expect(await state()).toEqual({ is: 'absent' });
    models.install('kokoro');
    models.install('kokoro');
    expect(await state()).toEqual({ is: 'installing', received: 0 });
    progress(3_000_000);
    expect(await state()).toEqual({ is: 'installing', received: 3_000_000 });
    end();
    await settle();
    expect(await state()).toEqual({ is: 'installed' });
    expect(calls).toEqual(['install']);
  });

  it('say why they could not be installed, and can be requested again', async () => {
    const { models, state, end } = open();
    models.install('kokoro');
    end(new InstallFault('away', 'half of it came'));
    await settle();
    expect(await state()).toEqual({ is: 'failed', reason: 'away' });
    models.install('kokoro');
    expect(await state()).toEqual({ is: 'installing', received: 0 });
  });

  it('are absent after a cancelled installation', async () => {
    const { models, state, calls } = open();
    models.install('kokoro');
    await models.remove('kokoro');
    expect(await state()).toEqual({ is: 'absent' });
    expect(calls).toEqual(['install', 'cancel', 'remove']);
  });

  it('report each change to whoever watches', async () => {
    const { models, end } = open();
    const leaving = new AbortController();
    const seen: string[] = [];
    for await (const [one] of models.watch(leaving.signal)) {
      seen.push(one?.state.is ?? 'none');
      if (seen.length === 1) models.install('kokoro');
      else if (one?.state.is === 'installing') end();
      else leaving.abort();
    }
    expect(seen).toEqual(['absent', 'installing', 'installed']);
  });
});
