import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { ASPECTS, STYLES, type Aspect } from '../../src/creation/procedures/params.shared.js';
import { promptClaims } from '../../src/engine/local/words-claimed.js';
import { readingOf } from '../../src/creation/procedures/reading.shared.js';

const isAspect = (value: string): value is Aspect => Object.hasOwn(ASPECTS, value);
const shown = z.array(z.object({ src: z.string(), style: z.enum(STYLES), aspect: z.string().refine(isAspect) }));
const caption = z.object({ captions: z.record(z.string(), z.string()) });

const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
/** As many as stand beside the prompt box (EXAMPLES of web/features/make/home/showcase.ts). */
const examples = shown.parse(read('web/public/showcase/showcase.json')).slice(0, 3);

describe('gallery captions offered as examples', () => {
  it.each(['en', 'de', 'ar'])('are drawn by the engine, in %s', (language) => {
    const { captions } = caption.parse(read(`web/messages/${language}/image.json`));
    const lacking = examples.flatMap(({ src, style, aspect }) => {
      const prompt = captions[/\/(\d+)-[^/]*$/.exec(src)?.[1] ?? ''] ?? '';
      const claimed = promptClaims({
        ...readingOf({ procedure: 'text2Image.create', style, aspect }),
        prompt,
        negativePrompt: '',
        seed: 1,
        roles: [],
      });
      return claimed === undefined || claimed.lacks !== undefined ? [{ src, prompt, lacks: claimed?.lacks }] : [];
    });
    expect(examples).toHaveLength(3);
    expect(lacking).toEqual([]);
  });
});
