import { expect, it } from '@jest/globals';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { LibraryController } from './library.controller.js';

const reply = () => ({ raw: new ServerResponse(new IncomingMessage(new Socket())) });

it('does not wait for the end of a download whose client had left before it began', async () => {
  const controller = new LibraryController({ owned: () => Promise.resolve([]) } as never, {} as never);
  const download = (to: ReturnType<typeof reply>) => controller.download({ id: 'ann' } as never, 'a', to as never);
  const left = reply();
  left.raw.destroy();
  await download(left);
  // The next one is refused only because there is nothing to download.
  await expect(download(reply())).rejects.toMatchObject({ error: { identifier: 'TASK_NOT_FOUND' } });
  await expect(download(reply())).rejects.toMatchObject({ error: { identifier: 'TOO_MANY_ATTEMPTS' } });
});
