import type { Json } from '../documents/port.js';

/**
 * Hints between the processes of an installation, and values that need not outlive the moment. No one's correctness may hang
 * on either: a hint may be lost or come twice, a value may be gone.
 */
export interface Signals {
  /** Whether other processes hear what is told here. Where they do not, nothing need be told for their sake. */
  readonly reach: 'process' | 'installation';
  /** Tells whoever listens to the channel, in this process too. Never throws: what cannot be told is lost. */
  publish(channel: string, message: Json): void;
  /**
   * Hears what is told on a channel from now on. A listener that throws is the listener's own affair.
   * @returns how to stop listening
   */
  subscribe(channel: string, listener: (message: Json) => void): () => void;
  /** Keeps bytes under a key for so long, in place of what was there. @throws StoreUnavailable */
  keep(key: string, value: Uint8Array, forMs: number): Promise<void>;
  /** What is kept under a key, if it still is. @throws StoreUnavailable */
  kept(key: string): Promise<Uint8Array | undefined>;
  /** Lets go of a key. @throws StoreUnavailable */
  forget(key: string): Promise<void>;
  /** @throws StoreUnavailable */
  ping(): Promise<void>;
  close(): Promise<void>;
}
