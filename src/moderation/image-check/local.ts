import { ChildQueue } from '../../platform/concurrency/child-queue.js';
import { fromChild } from './messages.js';
import type { ImageModeration } from './port.js';

export interface LocalOptions {
  /** Path of the compiled child, `look-process.js`; by default next to this file. */
  readonly entry?: URL;
  /** Wall time per image, including loading the network for the first one. */
  readonly limitMilliseconds?: number;
  /** Limit of the child's resident memory. */
  readonly residentMegabytes?: number;
  /** Idle time after which the child is ended. */
  readonly idleMilliseconds?: number;
}

const DEFAULTS = {
  name: 'image moderation',
  heapMegabytes: 256,
  limitMilliseconds: 60_000,
  residentMegabytes: 768,
  idleMilliseconds: 600_000,
} as const;

/**
 * Classifies images on this machine with the nsfwjs network, in a child process forked on first use, because inference
 * blocks its thread. One image at a time; the others wait.
 */
export function createLocalImageModeration(options: LocalOptions = {}): ImageModeration {
  const child = new ChildQueue({
    ...DEFAULTS,
    entry: new URL('./look-process.js', import.meta.url),
    ...options,
    read: (message) => fromChild.safeParse(message).data,
  });
  return {
    name: 'nsfwjs-4.4-mobilenet-v2',
    score: (image, signal) => child.ask({ image }, signal),
    close: () => child.close(),
  };
}
