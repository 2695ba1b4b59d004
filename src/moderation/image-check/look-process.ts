/**
 * Child process that classifies images, one at a time. It loads the network with the first image, and ends when its
 * parent process does, however that ended.
 */
import sharp from 'sharp';
import { serveHost } from '../../platform/concurrency/child-program.js';
import { toChild, type FromChild } from './messages.js';
import { loadNetwork, type Network } from './network.js';

let loading: Promise<Network> | undefined;
let last: Promise<void> = Promise.resolve();

const send = (message: FromChild): void => {
  process.send?.(message);
};

async function look(raw: unknown): Promise<void> {
  const { id, image } = toChild.parse(raw);
  try {
    const network = await (loading ??= loadNetwork());
    send({ id, answer: await network(image) });
  } catch (error) {
    send({ id, failed: error instanceof Error ? error.message : 'unknown' });
  }
}

sharp.concurrency(1);
sharp.cache(false);
serveHost((raw) => {
  last = last.then(() => look(raw));
});
