import type { GivenKind } from '@src/creation/procedures/params.shared';
import type { TaskView } from '@src/creation/tasks/task.shared';
import { toolsFor, type Tool } from './tools';

/** The most common next steps for a result. */
const FIRST: readonly Tool['id'][] = [
  'upscale',
  'cutOut',
  'backdrop',
  'restyle',
  'animate',
  'upscaleFilm',
  'extend',
  'sound',
  'restyleFilm',
  'edit',
];

/** Whether a tool is shown at first. The others need one more press. */
export const isOfferedFirst = ({ id }: Pick<Tool, 'id'>): boolean => FIRST.includes(id);

/** Whether a tool may work on the result. Lip sync finds no face in a drawn scene. */
const mayFit = ({ id }: Pick<Tool, 'id'>, { understanding }: Pick<TaskView, 'understanding'>): boolean =>
  id !== 'lipSync' || understanding === undefined;

/** The tools that can take a creation's result as input. */
export const nextTools = (task: Pick<TaskView, 'understanding'>, kind: GivenKind): ReturnType<typeof toolsFor> =>
  toolsFor(kind).filter((tool) => mayFit(tool, task));
