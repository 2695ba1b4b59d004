import { expect, it } from '@jest/globals';
import { noteAfter, type Note, type SaveStatus } from './save-notes';

const stands = (saving: SaveStatus['saving'], joined = 0): SaveStatus => ({ saving, joined });

it.each<[string, Note, SaveStatus, SaveStatus, Note]>([
  ['says that there is too much once there is', 'joined', stands('saving'), stands('full', 1), 'over'],
  ['does not say it again once it was put away', undefined, stands('full'), stands('full', 1), undefined],
  ['says it no longer once there is room', 'over', stands('full'), stands('waiting'), undefined],
  ['says that changes came in', undefined, stands('saving'), stands('saving', 1), 'joined'],
  ['says that nothing could be saved until it is', 'unsaved', stands('failed'), stands('saving'), 'unsaved'],
  ['and no longer', 'unsaved', stands('saving'), stands('saved'), undefined],
  ['leaves alone what is of something else', 'dearer', stands('saving'), stands('saved'), 'dearer'],
])('%s', (_, note, before, now, after) => expect(noteAfter(note, before, now)).toBe(after));
