import sharp from 'sharp';
import { pictureJob, type PictureAnswer } from './job.js';
import { LOADERS, takePicture } from './picture.js';

/** One file, then the end: nothing that a hostile file does to this process outlives it. */
sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: LOADERS });

const answer = (given: PictureAnswer): void => { process.send?.(given, () => { process.exit(0); }); };

process.once('message', (raw: unknown) => {
  process.send?.('ready');
  // What libvips says of a broken file may hold parts of it; that it is broken is all that is told.
  takePicture(pictureJob.parse(raw)).then(answer, () => { answer({ state: 'refused', reason: 'damaged' }); });
});
process.on('disconnect', () => { process.exit(0); });
// Ctrl+C in a terminal reaches the whole group: whoever began this process decides when it ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
