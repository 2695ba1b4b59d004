import type { Json } from '../documents/port.js';

/**
 * Hints between the processes of an installation, and short-lived values. Correctness must not depend on either: a hint
 * may be lost or repeated, and a value may be gone.
 */
export interface Signals {
  /** Whether other processes receive the messages. If not, nothing need be sent for them. */
  readonly reach: 'process' | 'installation';
  /** Publishes to the channel, including this process. Never throws: an undeliverable message is lost. */
  publish(channel: string, message: Json): void;
  /**
   * Subscribes to a channel. Errors of a listener are ignored.
   * @returns a function that unsubscribes
   */
  subscribe(channel: string, listener: (message: Json) => void): () => void;
  /**
   * Stores bytes under a key for this long, replacing earlier ones.
   * @throws StoreUnavailable
   */
  keep(key: string, value: Uint8Array, forMs: number): Promise<void>;
  /**
   * The bytes under a key, if they still exist.
   * @throws StoreUnavailable
   */
  kept(key: string): Promise<Uint8Array | undefined>;
  /**
   * Deletes a key.
   * @throws StoreUnavailable
   */
  forget(key: string): Promise<void>;
  /** @throws StoreUnavailable */
  ping(): Promise<void>;
  close(): Promise<void>;
}
