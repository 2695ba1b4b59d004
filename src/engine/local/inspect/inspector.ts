import { existsSync } from 'node:fs';
import type { Inspection, InputNeed } from '../../inspection.shared.js';
import { ChildQueue } from '../../../platform/concurrency/child-queue.js';
import { defined } from '../../../kernel/defined.shared.js';
import { fromChild } from './messages.js';

export interface InspectorOptions {
  /** Path of the compiled child, `inspect-process.js`; by default next to this file. */
  readonly entry?: URL;
  readonly limitMilliseconds?: number;
  readonly residentMegabytes?: number;
  readonly idleMilliseconds?: number;
  /** Folder of the network of body landmarks, whether installed or not. */
  readonly bodyNetwork?: string;
  /** Folder of the networks that read text, whether installed or not. */
  readonly textNetworks?: string;
}

/** Inspects source images before a run. */
export interface Inspector {
  /**
   * @param image a file of any accepted image type
   * @param input name of its form field, for the refusal
   * @throws Error when the image could not be inspected
   */
  inspect(image: Uint8Array, need: InputNeed, input: string, signal?: AbortSignal): Promise<Inspection>;
  /**
   * Whether an image shows texts legibly; true if no model that reads text is installed.
   * @throws Error when the image could not be inspected
   */
  shows(image: Uint8Array, texts: readonly string[], signal?: AbortSignal): Promise<boolean>;
  /** Rejects waiting images and ends the child. */
  close(): Promise<void>;
}

const DEFAULTS = {
  name: 'the inspection',
  heapMegabytes: 512,
  limitMilliseconds: 60_000,
  residentMegabytes: 1_536,
  idleMilliseconds: 600_000,
} as const;

/**
 * Inspects images in a child process of its own, forked on first use: the pool's children may be busy for minutes, and
 * a form waits for this answer.
 */
export function createInspector({ bodyNetwork, textNetworks, ...options }: InspectorOptions = {}): Inspector {
  const child = new ChildQueue({
    ...DEFAULTS,
    entry: new URL('./inspect-process.js', import.meta.url),
    ...options,
    read: (message) => fromChild.safeParse(message).data,
  });
  return {
    inspect: (image, need, input, signal) => child.ask({ image, need, input, ...defined({ bodyNetwork }) }, signal),
    shows: async (image, texts, signal) => {
      if (textNetworks === undefined || !existsSync(textNetworks)) return true;
      const question = { image, need: 'legible' as const, input: 'result', texts, textNetworks };
      return (await child.ask(question, signal)).refusal === undefined;
    },
    close: () => child.close(),
  };
}
