import { expect, it } from '@jest/globals';
import { slotWord } from './slot-names';

it('a garment is tried on by a person; elsewhere an image is an image', () => {
  expect([
    slotWord('template2Image.modelFitting', 'image'),
    slotWord('template2Image.modelFitting', 'garment'),
    slotWord('imageTools.faceSwap', 'image'),
  ]).toEqual(['person', 'garment', 'image']);
});
