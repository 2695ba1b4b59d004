import { expect, it } from '@jest/globals';
import type { SourceView } from '@src/creation/tasks/task.shared';
import { croppableOf } from './crop-help';

const source = (role: SourceView['role'], kind: SourceView['kind']): SourceView => ({
  role,
  kind,
  url: `/api/media/t/source/${role}`,
  width: 640,
  height: 480,
});
const failed = (reason: string, input: string, ...sources: readonly SourceView[]) =>
  croppableOf({ id: 't', sources, error: { identifier: 'INPUT_INVALID_FOR_SERVICE', params: { input, reason } } });

it('an image with several faces can be cropped, and is the one that was refused', () => {
  expect(failed('several-faces', 'face', source('image', 'image'), source('face', 'image'))).toMatchObject({
    role: 'face',
    given: { kind: 'image', ref: { from: 'source', taskId: 't', role: 'face' } },
  });
});

it('a video is not cropped, nor what cropping would not help, nor what is not there', () => {
  expect(failed('several-faces', 'video', source('video', 'video'))).toBeUndefined();
  expect(failed('garment-worn', 'image', source('image', 'image'))).toBeUndefined();
  expect(failed('several-faces', 'face')).toBeUndefined();
  expect(croppableOf({ id: 't', sources: [source('image', 'image')] })).toBeUndefined();
});
