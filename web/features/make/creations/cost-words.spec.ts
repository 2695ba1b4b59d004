import { expect, it } from '@jest/globals';
import { createTranslator } from 'next-intl';
import { z } from 'zod';
import { textsOf } from '../../../../test/support/words';

const cost = z.object({ heldNote: z.string(), captured: z.string() });

it.each([
  ['en', /video/, /image/],
  ['de', /Video/, /Bild/],
  ['ar', /فيديو/, /صور/],
] as const)('counts a video as a video and an image as an image, in %s', (locale, video, image) => {
  const t = createTranslator({ locale, messages: cost.parse(textsOf(locale, 'creations')['cost']) });
  for (const key of ['heldNote', 'captured'] as const) {
    for (const count of [1, 2, 3, 11]) {
      const [ofVideo, ofImage] = ['video', 'image'].map((media) => t(key, { media, count, time: '12:00' }));
      expect(ofVideo).toMatch(video);
      expect(ofVideo).not.toMatch(image);
      expect(ofImage).toMatch(image);
      expect(ofImage).not.toMatch(video);
    }
  }
});
