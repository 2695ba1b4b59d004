import type { GivenKind } from '@src/creation/procedures/params.shared';
import type { TaskView } from '@src/creation/tasks/task.shared';
import { toolsFor, type Tool } from './tools';

/** What most results are used for next. */
const FIRST: readonly Tool['id'][] = ['upscale', 'cutOut', 'backdrop', 'restyle', 'animate', 'upscaleFilm', 'extend', 'sound', 'restyleFilm', 'edit'];

/** Whether a tool is among those that are offered first; the others are one press away. */
export const isOfferedFirst = ({ id }: Pick<Tool, 'id'>): boolean => FIRST.includes(id);

/** Whether a tool may fit: a drawn scene has no face that lip sync finds. */
const mayFit = ({ id }: Pick<Tool, 'id'>, { understanding }: Pick<TaskView, 'understanding'>): boolean => id !== 'lipSync' || understanding === undefined;

/** The tools that can go on with a result of a creation. */
export const nextTools = (task: Pick<TaskView, 'understanding'>, kind: GivenKind): ReturnType<typeof toolsFor> => toolsFor(kind).filter((tool) => mayFit(tool, task));
