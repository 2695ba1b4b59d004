import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Params } from '../../creation/procedures/params.shared.js';
import { readingOf } from '../../creation/procedures/reading.shared.js';
import { promptClaims, type PromptClaims, type PromptInput } from './words-claimed.js';

const TEXT_TO_IMAGE: Params = { procedure: 'text2Image.create', style: 'natural', aspect: '1:1' };
const read = (prompt: string, params: Params = TEXT_TO_IMAGE, more: Partial<PromptInput> = {}): PromptClaims =>
  promptClaims({ ...readingOf(params), prompt, negativePrompt: '', seed: 7, roles: [], ...more }) ?? {
    understood: [],
    ignored: [],
  };
const claimed = (prompt: string, params?: Params): string[] =>
  read(prompt, params).understood.map(({ text, means }) => (text.toLowerCase() === means ? means : `${text}:${means}`));

describe('what is claimed of a prompt', () => {
  it.each([
    ['astronaut riding a horse on the moon', ['astronaut', 'horse'], ['riding', 'on', 'moon']],
    ['elderly fisherman with a grey beard, portrait', ['fisherman:person'], ['elderly', 'beard', 'grey', 'portrait']],
    ['two people shaking hands', ['two people:couple', 'shaking hands:handshake'], []],
    ['a man holding a red umbrella', ['man', 'holding:hold', 'red', 'umbrella'], []],
    ['a squirrel holding a nut and a tree', ['tree'], ['squirrel', 'holding', 'nut']],
    ['a man holding a nut and a balloon', ['man', 'balloon'], ['holding', 'nut']],
    ['a running white horse', ['running:run', 'white', 'horse'], []],
    ['a small sleeping black cat', ['sleeping:sleep', 'black', 'cat'], []],
    ['a man holding a tree', ['man', 'tree'], ['holding']],
    ['a running cat', ['cat'], ['running']],
    ['a fox jumping over a fence', ['fox', 'jumping:jump', 'fence'], ['over']],
    ['a cat under a red chair', ['cat'], ['under']],
    ['an old dog running on a beach', ['dog', 'running:run', 'beach'], ['old']],
    ['a fox behind a tree', ['fox', 'tree'], ['behind']],
    ['a castle on a hill', ['castle', 'hill:hills'], []],
    ['a rainbow over a house', ['rainbow', 'house'], []],
    ['a whale under water at noon in the rain', ['whale', 'under water:underwater'], ['noon', 'rain']],
    ['une femme avec une barbe grise', ['femme:woman'], ['barbe', 'grise']],
    ['a photorealistic lake', ['lake'], ['photorealistic']],
    ['a giant bottle', ['bottle'], ['giant']],
    ['a street by the sea', ['sea'], ['street']],
    ['99 moons', ['moons:moon'], []],
    ['the sea in autumn', ['sea'], ['autumn']],
  ])('%s', (prompt, drawn, left) => {
    expect(claimed(prompt)).toEqual(expect.arrayContaining(drawn));
    expect(claimed(prompt).filter((word) => left.some((one) => word.startsWith(`${one}:`) || word === one))).toEqual(
      [],
    );
    expect(read(prompt).ignored).toEqual(expect.arrayContaining(left));
  });

  it('claims a number where exactly so many are drawn', () => {
    expect(claimed('three sunflowers in a meadow')).toContain('three:3');
    expect(claimed('one bird over the sea')).toContain('one:1');
    expect(claimed('a vase with seven roses')).not.toContain('seven:7');
    expect(claimed('a room with a sofa and two chairs')).toContain('two:2');
    expect(claimed('a room with a sofa and five chairs')).not.toContain('five:5');
    expect(claimed('a room with four chairs, a table and a sofa')).toContain('four:4');
    expect(claimed('a room with two rugs')).not.toContain('two:2');
  });

  it('claims no position of furniture, which a room lays out itself', () => {
    expect(claimed('a room with a sofa on the left')).toEqual(expect.arrayContaining(['sofa']));
    expect(read('a room with a sofa on the left').understood.filter(({ kind }) => kind === 'position')).toEqual([]);
    expect(read('a house on the left of a meadow').understood.filter(({ kind }) => kind === 'position')).toHaveLength(
      1,
    );
  });

  it('claims no word that it also says is left out, whatever is written', () => {
    const words = fc
      .array(
        fc.constantFrom(
          'a',
          'red',
          'two',
          'cat',
          'moon',
          'on',
          'riding',
          'lake',
          'forest',
          'at night',
          'rain',
          'zorb',
          ',',
          'no',
          'robot',
          'glass',
          'autumn',
          'portrait',
          'dark',
          'huge',
        ),
        { maxLength: 14 },
      )
      .map((list) => list.join(' '));
    fc.assert(
      fc.property(words, fc.integer({ min: 0, max: 2 ** 32 - 1 }), (prompt, seed) => {
        for (const { text } of read(prompt, TEXT_TO_IMAGE, { seed }).understood) expect(prompt).toContain(text);
        expect(read(prompt, TEXT_TO_IMAGE, { seed }).ignored.every((word) => prompt.includes(word))).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});

describe('what is not enough to make anything of', () => {
  const video = { style: 'natural', resolution: '720p', seconds: 5, aspect: '16:9' } as const;
  const calls: readonly Params[] = [
    TEXT_TO_IMAGE,
    { procedure: 'video.createVideoByText', ...video },
    { procedure: 'imageTools.painting', style: 'natural' },
    { procedure: 'imageTools.backgroundChanger', behind: 'prompt', style: 'natural', colour: '#ffffff' },
    { procedure: 'video.createVideoByTextV2', ...video, camera: 'zoom-in', shots: 2, transition: 'cut', sound: false },
    { procedure: 'aiShorts.create', style: 'natural', language: 'en', voice: 'woman', captions: true, seconds: 10 },
    { procedure: 'anime.createAnimatedVideo', look: 'cel', hold: 2, aspect: '16:9', seconds: 5, resolution: '720p' },
  ];

  it.each(calls.map((params) => [params.procedure, params] as const))('%s needs something to see', (_, params) => {
    for (const prompt of [
      'asdf qwer zxcv',
      'an oil painting',
      'in the morning',
      'red and blue',
      'dreamy, cinematic',
      'no people',
      'steak',
      '😀',
    ]) {
      expect({ prompt, lacks: read(prompt, params).lacks }).toEqual({ prompt, lacks: 'nothing-drawn' });
    }
    for (const prompt of ['a lake', 'fog', 'ein Schloss', '湖', 'sunset', 'قلعة', '🦊', 'A city. Asdf qwer.'])
      expect({ prompt, lacks: read(prompt, params).lacks }).toEqual({ prompt, lacks: undefined });
  });

  it('asks of a picture that is changed that something of it changes, and lets a style do so by itself', () => {
    const restyle = (prompt: string, style: 'natural' | 'ink' = 'natural'): PromptClaims =>
      read(prompt, { procedure: 'image2Image.create', style, strength: 0.6 }, { roles: ['image'] });
    expect(restyle('superhero in a saga')).toMatchObject({ lacks: 'nothing-changed', understood: [] });
    expect(restyle('a lion at night')).toMatchObject({
      understood: [{ text: 'night', kind: 'time' }],
      ignored: ['lion'],
    });
    expect(restyle('a lion at night').lacks).toBeUndefined();
    expect(restyle('superhero', 'ink').lacks).toBeUndefined();
  });

  it.each([
    ['watercolour', ['a watercolour', 'ein Aquarell', 'mit Wasserfarben', 'بالألوان المائية']],
    ['line', ['pencil drawing', 'mit Bleistift', 'Bleistiftzeichnung', 'رسم بالقلم الرصاص', 'قلم رصاص']],
    ['risograph', ['a comic', 'comic book style', 'als Comic', 'قصة مصورة', 'كوميك']],
    ['oil', ['oil painting', 'Ölgemälde', 'mit Ölfarben', 'لوحة زيتية', 'بالألوان الزيتية']],
    ['pixel', ['pixel art', 'Pixelgrafik', 'فن البكسل']],
  ] as const)('changes a picture into the style that is named, whichever is chosen (%s)', (style, prompts) => {
    for (const prompt of prompts)
      for (const chosen of ['natural', 'clay'] as const) {
        const claims = read(
          prompt,
          { procedure: 'image2Image.create', style: chosen, strength: 0.6 },
          { roles: ['image'] },
        );
        expect({ prompt, claims }).toMatchObject({ prompt, claims: { understood: [{ kind: 'style', means: style }] } });
        expect({ prompt, lacks: claims.lacks }).toEqual({ prompt, lacks: undefined });
      }
  });

  it.each([
    ['a man running on a beach', 'running'],
    ['a woman jumping', 'jumping'],
    ['a child jumping', 'jumping'],
    ['a person sitting in the snow', 'sitting'],
    ['ein winkender Mann', 'winkender'],
    ['امرأة تلوح', 'تلوح'],
  ])('claims what people are drawn doing: %s', (prompt, word) => {
    const claims = read(prompt, { procedure: 'text2Image.create', style: 'natural', aspect: '1:1' });
    expect(claims.understood).toContainEqual(expect.objectContaining({ text: word, kind: 'action' }));
  });

  it('leaves out what they are not drawn doing', () => {
    const params: Params = { procedure: 'text2Image.create', style: 'natural', aspect: '1:1' };
    expect(read('a child sitting by a lake', params).ignored).toContain('sitting');
    expect(read('a dog waving', params).ignored).toContain('waving');
  });

  it('leaves the chosen style where another is only implied', () => {
    const params: Params = { procedure: 'image2Image.create', style: 'clay', strength: 0.6 };
    const { understood } = read('cyberpunk', params, { roles: ['image'] });
    expect(understood.some(({ kind }) => kind === 'style')).toBe(false);
    expect(understood).toContainEqual({ text: 'cyberpunk', kind: 'time', means: 'night' });
  });

  it('asks of sounds that something is heard, and of subjects that they do or stand somewhere', () => {
    const sound: Params = { procedure: 'audioVideo.createAudioVideo', ownSound: 'keep', seconds: 5 };
    expect(read('asdf', sound, { roles: ['video'] }).lacks).toBe('no-sound');
    expect(read('rain', sound, { roles: ['video'] }).lacks).toBeUndefined();
    const subjects: Params = {
      procedure: 'video.createVideoBySubjects',
      aspect: '16:9',
      seconds: 5,
      resolution: '720p',
    };
    expect(read('asdf', subjects, { roles: ['subject-1'] }).lacks).toBe('nothing-drawn');
    expect(read('it hops', subjects, { roles: ['subject-1'] }).lacks).toBeUndefined();
    expect(read('a cat on a beach', subjects, { roles: ['subject-1'] }).lacks).toBeUndefined();
  });

  it('says nothing of words that are spoken or of a call without any', () => {
    expect(
      promptClaims({
        reads: undefined,
        style: 'natural',
        shots: 1,
        prompt: 'asdf',
        negativePrompt: '',
        seed: 1,
        roles: ['face'],
      }),
    ).toBeUndefined();
    expect(
      promptClaims({ ...readingOf(TEXT_TO_IMAGE), prompt: '', negativePrompt: '', seed: 1, roles: [] }),
    ).toBeUndefined();
  });
});
