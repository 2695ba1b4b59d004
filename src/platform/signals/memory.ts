import type { Clock, Millis } from '../../kernel/clock.js';
import type { Json } from '../documents/port.js';
import type { Signals } from './port.js';

/** Maximum number of keys; above it the oldest are dropped. */
const MAX_KEYS = 5_000;

/** Listeners of this process, by channel. */
export interface LocalChannels {
  /** Calls every listener. */
  deliver(channel: string, message: Json): void;
  /** @returns a function that unsubscribes */
  listen(channel: string, listener: (message: Json) => void): () => void;
  /** Number of listeners. */
  count(channel: string): number;
  clear(): void;
}

/** Channels without listeners yet. */
export function createLocalChannels(): LocalChannels {
  const channels = new Map<string, Set<(message: Json) => void>>();
  return {
    deliver: (channel, message) => {
      for (const listener of [...(channels.get(channel) ?? [])]) {
        try {
          listener(message);
        } catch {
          // A hint may be lost, so errors are ignored.
        }
      }
    },
    listen: (channel, listener) => {
      const own = (message: Json): void => listener(message);
      const listeners = channels.get(channel) ?? new Set();
      channels.set(channel, listeners.add(own));
      return () => {
        listeners.delete(own);
        if (listeners.size === 0 && channels.get(channel) === listeners) channels.delete(channel);
      };
    },
    count: (channel) => channels.get(channel)?.size ?? 0,
    clear: () => channels.clear(),
  };
}

/** Signals within one process: delivered at once, and lost with it. */
export function createMemorySignals(clock: Clock): Signals {
  const channels = createLocalChannels();
  const values = new Map<string, { readonly value: Uint8Array; readonly until: Millis }>();

  const makeRoom = (): void => {
    for (const [key, { until }] of values) if (until <= clock.now()) values.delete(key);
    for (const key of values.keys()) {
      if (values.size < MAX_KEYS) return;
      values.delete(key);
    }
  };

  return {
    reach: 'process',
    publish: (channel, message) => channels.deliver(channel, message),
    subscribe: (channel, listener) => channels.listen(channel, listener),
    keep: async (key, value, forMs) => {
      values.delete(key);
      if (values.size >= MAX_KEYS) makeRoom();
      values.set(key, { value, until: clock.now() + forMs });
    },
    kept: async (key) => {
      const found = values.get(key);
      return found !== undefined && found.until > clock.now() ? found.value : undefined;
    },
    forget: async (key) => void values.delete(key),
    ping: async () => {},
    close: async () => {
      channels.clear();
      values.clear();
    },
  };
}
