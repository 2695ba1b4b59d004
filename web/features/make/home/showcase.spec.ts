import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { captionKey, GALLERY } from './showcase';

const captionsOf = (language: string): Readonly<Record<string, string>> =>
  z
    .object({ captions: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(`web/messages/${language}/image.json`, 'utf8'))).captions;

describe('captions of the gallery', () => {
  it('are in English the very words that each work was made of', () => {
    expect(GALLERY.map((work) => captionsOf('en')[captionKey(work)])).toEqual(GALLERY.map(({ prompt }) => prompt));
  });
  it.each(['de', 'ar'])('are in words of their own in %s', (language) => {
    const [own, english] = [captionsOf(language), captionsOf('en')];
    expect(GALLERY.map(captionKey).filter((key) => own[key] === undefined || own[key] === english[key])).toEqual([]);
  });
});
