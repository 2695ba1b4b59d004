import { SOURCE_ROLES, type SourceRole } from '@src/creation/picture.shared';
import type { ReadyOutputView, SourceRef, TaskView } from '@src/creation/task.shared';
import type { UploadNote, UploadView } from '@src/creation/uploads/upload.shared';

/** A picture that something is to be made from: an upload, or a result of one's own. */
export interface Given {
  readonly ref: SourceRef;
  /** For its owner; `?w=320|640|1024` for a smaller one. */
  readonly url: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** The file's own name, or the words of the creation; may be empty. */
  readonly name: string;
  readonly bytes: number;
  /** What was done to the file when it was taken in. */
  readonly notes: readonly UploadNote[];
}

export function ofUpload({ id, url, width, height, bytes, notes }: UploadView, name: string): Given {
  return { ref: { from: 'upload', id }, url, width, height, name, bytes, notes };
}

export function ofOutput({ id, input }: Pick<TaskView, 'id' | 'input'>, { index, url, width, height, bytes }: ReadyOutputView): Given {
  return { ref: { from: 'output', taskId: id, index }, url, width, height, name: input.prompt, bytes, notes: [] };
}

/** What a task was made from, so that it can be made again. */
export function ofSource({ id, sources }: Pick<TaskView, 'id' | 'sources'>, role: SourceRole): Given | undefined {
  const source = sources.find((one) => one.role === role);
  return source === undefined ? undefined : { ref: { from: 'source', taskId: id, role }, url: source.url, width: source.width, height: source.height, name: '', bytes: 0, notes: [] };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;
const isSide = (value: unknown): value is number => Number.isInteger(value) && Number(value) > 0;

function readRef(value: unknown): SourceRef | undefined {
  if (!isRecord(value)) return undefined;
  const { from, id, taskId, index } = value;
  const role = SOURCE_ROLES.find((one) => one === value['role']);
  if (from === 'upload' && typeof id === 'string') return { from, id };
  if (from === 'source' && typeof taskId === 'string' && role !== undefined) return { from, taskId, role };
  return from === 'output' && typeof taskId === 'string' && typeof index === 'number' ? { from, taskId, index } : undefined;
}

/** What a store says was given; nothing unless it is whole and lies on this server. */
export function readGiven(value: unknown): Given | undefined {
  if (!isRecord(value)) return undefined;
  const { url, width, height, name, bytes } = value;
  const ref = readRef(value['ref']);
  if (ref === undefined || typeof url !== 'string' || !url.startsWith('/api/') || !isSide(width) || !isSide(height)) return undefined;
  // What was done to it was said when it came; a reload does not say it again.
  return { ref, url, width, height, name: typeof name === 'string' ? name : '', bytes: typeof bytes === 'number' ? bytes : 0, notes: [] };
}
