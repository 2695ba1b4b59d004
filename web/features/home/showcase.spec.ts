import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { wordsClaimed } from '@src/creation/engine/words-claimed';
import { drawnBy } from '@src/creation/words.shared';
import { captionKey, EXAMPLES, GALLERY } from './showcase';

const captionsOf = (language: string): Readonly<Record<string, string>> =>
  z.object({ captions: z.record(z.string(), z.string()) }).parse(JSON.parse(readFileSync(`web/messages/${language}/image.json`, 'utf8'))).captions;

describe('captions of the gallery', () => {
  it('are in English the very words that each work was made of', () => {
    expect(GALLERY.map((work) => captionsOf('en')[captionKey(work)])).toEqual(GALLERY.map(({ prompt }) => prompt));
  });
  it.each(['en', 'de', 'ar'])('are drawn by the engine where they are offered as examples, in %s', (language) => {
    const captions = captionsOf(language);
    const understood = EXAMPLES.map((work) => wordsClaimed({ ...drawnBy({ procedure: 'text2Image.create', style: work.style, aspect: work.aspect }), prompt: captions[captionKey(work)] ?? '', negativePrompt: '', seed: 1, roles: [] }));
    expect(understood.map((one) => one?.lacks)).toEqual([undefined, undefined, undefined]);
  });
  it.each(['de', 'ar'])('are in words of their own in %s', (language) => {
    const [own, english] = [captionsOf(language), captionsOf('en')];
    expect(GALLERY.map(captionKey).filter((key) => own[key] === undefined || own[key] === english[key])).toEqual([]);
  });
});
