import { describe, expect, it } from '@jest/globals';
import { remoteRefusal } from './remote-problem.shared.js';

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
