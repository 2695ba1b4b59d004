import { describe, expect, it } from '@jest/globals';
import { FORMS } from './registry.shared.js';
import { effectiveParams } from './params.shared.js';
import { ignoredSettings, remoteRefusal } from './remote-problem.shared.js';

const remote = { engine: 'remote' } as const;

describe('a request to a model of a connected engine', () => {
  it.each([
    [
      'a background of a colour',
      'imageTools.backgroundChanger',
      { behind: 'colour' },
      { image: 'image' },
      'engine-words-only',
    ],
    [
      'all faces of an image',
      'imageTools.faceSwap',
      { faces: 'all' },
      { image: 'image', face: 'image' },
      'engine-one-face',
    ],
    ['speech from text', 'lipSync.createLipSyncTask', {}, { face: 'image' }, 'engine-recording'],
  ] as const)('is refused for %s, which the local engine makes', (_, procedure, settings, given, reason) => {
    expect(remoteRefusal(procedure, settings, given, remote)).toMatchObject({
      identifier: 'INPUT_INVALID_FOR_SERVICE',
      params: { reason },
    });
    expect(remoteRefusal(procedure, settings, given, { engine: 'local' })).toBeUndefined();
  });

  it('is refused for a file that the model does not take, once all files are there', () => {
    const of = (face: 'image' | 'video', operations: readonly ('lip-sync' | 'talking-image')[]) =>
      remoteRefusal('lipSync.createLipSyncTask', {}, { face, audio: 'audio' }, { ...remote, operations })?.params[
        'reason'
      ];
    expect([
      of('image', ['lip-sync']),
      of('video', ['lip-sync']),
      of('image', ['talking-image']),
      of('video', ['talking-image']),
    ]).toEqual(['engine-other-file', undefined, undefined, 'engine-other-file']);
    expect(
      remoteRefusal('template2Image.modelFitting', {}, { image: 'image' }, { ...remote, operations: ['try-on'] }),
    ).toBeUndefined();
  });

  it('passes where the operations of a model are not known', () => {
    expect(remoteRefusal('lipSync.createLipSyncTask', {}, { face: 'image', audio: 'audio' }, remote)).toBeUndefined();
  });
});

describe('settings without effect', () => {
  it.each([
    ['Fit of a try-on', 'template2Image.modelFitting', ['try-on'], ['fit']],
    ['Fit of a try-on by an instruction', 'template2Image.modelFitting', ['edit', 'compose'], ['fit']],
    ['Fit, by operations that are not known', 'template2Image.modelFitting', undefined, ['fit']],
    ['Reach of a mimic', 'video.createActionImitation', ['mimic-motion'], ['reach']],
    ['the strength of a restyle by an instruction', 'image2Image.create', ['edit', 'image-to-image'], ['strength']],
    ['nothing of a restyle of the image', 'image2Image.create', ['image-to-image'], []],
    ['nothing of a restyle by operations that are not known', 'image2Image.create', undefined, []],
  ] as const)('are %s', (_, procedure, operations, names) => {
    const served = operations === undefined ? {} : { operations };
    expect(ignoredSettings(procedure, { engine: 'remote', ...served })).toEqual(names);
    expect(ignoredSettings(procedure, { engine: 'local', ...served })).toEqual([]);
  });

  it('count with their initial value, and the others as they are', () => {
    const params = { procedure: 'image2Image.create', style: 'oil', strength: 0.05 } as const;
    expect(effectiveParams(params, ['strength'])).toEqual({ ...params, strength: 0.6 });
    expect(effectiveParams(params)).toEqual(params);
  });

  it('are settings of their procedure, by operations that serve it', () => {
    for (const { options, remote } of Object.values(FORMS))
      for (const [operation, names] of Object.entries(remote?.ignores ?? {})) {
        expect(remote?.operations).toContain(operation);
        expect(Object.keys(options)).toEqual(expect.arrayContaining([...names]));
      }
  });
});
