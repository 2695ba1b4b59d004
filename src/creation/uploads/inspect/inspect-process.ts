import sharp from 'sharp';
import { serveHost } from '../../../platform/concurrency/child-program.js';
import { imageJob, type ImageAnswer } from './job.js';
import { LOADERS, takeImage } from './image.js';

/** One file, then the end: nothing that a hostile file does to this process outlives it. */
sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: LOADERS });

const answer = (given: ImageAnswer): void => { process.send?.(given, () => { process.exit(0); }); };

serveHost((raw) => {
  // What libvips says of a broken file may hold parts of it; that it is broken is all that is told.
  takeImage(imageJob.parse(raw)).then(answer, () => { answer({ state: 'refused', reason: 'damaged' }); });
});
