import { parentPort, workerData } from 'node:worker_threads';
import { wordsOf } from '../../../kernel/thrown.js';

/**
 * Serves the questions of `withNetworkThread`, in the thread that it started.
 * @param start loads what the answers need, once
 */
export function serveNetwork<Q, A extends object, L>(
  start: (folder: string) => Promise<L>,
  answer: (loaded: L, question: Q, folder: string) => Promise<A>,
): void {
  const port = parentPort;
  if (port === null) throw new Error('not a worker thread');
  // Given by `thread.ts`.
  const { folder } = workerData as { readonly folder: string };
  const started = start(folder);
  port.on('message', (question: Q) => {
    started
      .then((loaded) => answer(loaded, question, folder))
      .then(
        (answered) => {
          port.postMessage(answered);
        },
        (error: unknown) => {
          port.postMessage({ failed: wordsOf(error) });
        },
      );
  });
}
