import { parentPort } from 'node:worker_threads';
import { drawInvoice } from './invoice.pdf.js';
import type { Drawn, ToDraw } from './invoice.drawing.js';

/** Worker thread that draws invoices one at a time, off the event loop that serves requests. */
function serve(): void {
  if (parentPort === null) throw new Error('invoices are drawn in a worker thread');
  const port = parentPort;
  port.on('message', ({ id, sheet }: ToDraw) => {
    const answer = (drawn: Drawn): void => port.postMessage(drawn);
    drawInvoice(sheet).then(
      (pdf) => answer({ id, pdf: new Uint8Array(pdf) }),
      (error: unknown) => answer({ id, failed: error instanceof Error ? error.message : String(error) }),
    );
  });
}

serve();
