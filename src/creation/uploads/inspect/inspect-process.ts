import sharp from 'sharp';
import { serveHost } from '../../../platform/concurrency/child-program.js';
import { imageJob, type ImageAnswer } from './job.js';
import { LOADERS, takeImage } from './image.js';

/** The process handles one file and exits, so a hostile file cannot affect later ones. */
sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: LOADERS });

const answer = (given: ImageAnswer): void => {
  process.send?.(given, () => {
    process.exit(0);
  });
};

serveHost((raw) => {
  // libvips error messages may contain parts of the file, so only the fact that it is damaged is reported.
  takeImage(imageJob.parse(raw)).then(answer, () => {
    answer({ state: 'refused', reason: 'damaged' });
  });
});
