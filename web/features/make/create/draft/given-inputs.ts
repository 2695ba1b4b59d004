import { defined } from '@src/kernel/defined.shared';
import {
  FORMS,
  GIVEN_KINDS,
  rolesOf,
  slotOf,
  slotsOf,
  SOURCE_ROLES,
  type GivenKind,
  type ProcedureName,
  type SourceRole,
} from '@src/creation/procedures/params.shared';
import type { ReadyOutputView, SourceRef, TaskView } from '@src/creation/tasks/task.shared';
import type { Cutting } from '@src/creation/uploads/cutting-rules.shared';
import type { UploadNote, UploadView } from '@src/creation/uploads/upload.shared';

/** An image, video or recording used as an input: an upload or one of the user's results. */
export interface Given {
  readonly ref: SourceRef;
  readonly kind: GivenKind;
  /** For its owner; `?w=320|640|1024` for a smaller one, or a frame of a video. */
  readonly url: string;
  /** Pixels; of a recording, of the image of its waves. */
  readonly width: number;
  readonly height: number;
  /** Of a video or a recording. */
  readonly seconds?: number;
  /** Of a result: when it was asked for, milliseconds since the epoch. */
  readonly madeAt?: number;
  /** The file's own name, or the words of the creation; may be empty. */
  readonly name: string;
  readonly bytes: number;
  /** Whoever it shows consents that their likeness is used, as the user has declared. */
  readonly consented?: true;
  /** What was done to the file when it was taken in. */
  readonly notes: readonly UploadNote[];
  /** What it was cut out of, and which part of that it is: so that another part can be taken. */
  readonly cut?: { readonly whole: Given; readonly part: Cutting };
}

/** The inputs of a form, by role. */
export type GivenTo = Readonly<Partial<Record<SourceRole, Given>>>;

const lasting = (seconds: number | undefined) => (seconds === undefined ? {} : { seconds });

export function ofUpload({ id, kind, url, width, height, seconds, bytes, notes }: UploadView, name: string): Given {
  return { ref: { from: 'upload', id }, kind, url, width, height, ...lasting(seconds), name, bytes, notes };
}

export function ofOutput(
  { id, input, createdAt }: Pick<TaskView, 'id' | 'input' | 'createdAt'>,
  { index, type, url, width, height, seconds, bytes }: ReadyOutputView,
): Given {
  return {
    ref: { from: 'output', taskId: id, index },
    kind: type === 'image/png' ? 'image' : 'video',
    url,
    width,
    height,
    ...lasting(seconds),
    madeAt: createdAt,
    name: input.prompt,
    bytes,
    notes: [],
  };
}

/** What a task was made from, so that it can be made again. */
export function ofSources({ id, sources }: Pick<TaskView, 'id' | 'sources'>): GivenTo {
  return Object.fromEntries(
    sources.map(({ role, kind, url, width, height, seconds }): [SourceRole, Given] => [
      role,
      {
        ref: { from: 'source', taskId: id, role },
        kind,
        url,
        width,
        height,
        ...lasting(seconds),
        name: '',
        bytes: 0,
        notes: [],
      },
    ]),
  );
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const isSide = (value: unknown): value is number => Number.isInteger(value) && Number(value) > 0;

function readRef(value: unknown): SourceRef | undefined {
  if (!isRecord(value)) return undefined;
  const { from, id, taskId, index } = value;
  const role = SOURCE_ROLES.find((one) => one === value['role']);
  if (from === 'upload' && typeof id === 'string') return { from, id };
  if (from === 'source' && typeof taskId === 'string' && role !== undefined) return { from, taskId, role };
  return from === 'output' && typeof taskId === 'string' && typeof index === 'number'
    ? { from, taskId, index }
    : undefined;
}

const isPart = (value: unknown): value is Cutting =>
  isRecord(value) &&
  (value['kind'] === 'crop'
    ? ['left', 'top', 'width', 'height']
    : value['kind'] === 'trim'
      ? ['from', 'to']
      : ['']
  ).every((key) => Number.isInteger(value[key]));

function readCut(value: unknown): Given['cut'] {
  if (!isRecord(value) || !isPart(value['part'])) return undefined;
  const whole = readGiven(value['whole']);
  return whole === undefined ? undefined : { whole, part: value['part'] };
}

/** What a store says was given; nothing unless it is whole and lies on this server. */
export function readGiven(value: unknown): Given | undefined {
  if (!isRecord(value)) return undefined;
  const { url, width, height, seconds, madeAt, name, bytes } = value;
  const ref = readRef(value['ref']);
  if (ref === undefined || typeof url !== 'string' || !url.startsWith('/api/') || !isSide(width) || !isSide(height))
    return undefined;
  const cut = readCut(value['cut']);
  // What was done to it was said when it came; a reload does not say it again.
  return {
    ref,
    kind: GIVEN_KINDS.find((kind) => kind === value['kind']) ?? 'image',
    url,
    width,
    height,
    ...lasting(typeof seconds === 'number' ? seconds : undefined),
    ...(typeof madeAt === 'number' ? { madeAt } : {}),
    ...(value['consented'] === true ? { consented: true as const } : {}),
    name: typeof name === 'string' ? name : '',
    bytes: typeof bytes === 'number' ? bytes : 0,
    notes: [],
    ...defined({ cut }),
  };
}

/**
 * What is given once something is put into one of a form's places, or taken from it; as before where that place does
 * not take it. In a slot with room for several the others move up.
 */
export function placed(procedure: ProcedureName, given: GivenTo, role: SourceRole, one: Given | undefined): GivenTo {
  const slot = slotsOf(FORMS[procedure]).find(({ name }) => name === slotOf(role));
  if (slot === undefined || (one !== undefined && !slot.takes.includes(one.kind))) return given;
  const roles = rolesOf(slot.name, slot);
  const there = roles.flatMap((has) => (has === role ? one : given[has]) ?? []);
  const others = SOURCE_ROLES.flatMap((has) =>
    roles.includes(has) || given[has] === undefined ? [] : [[has, given[has]] as const],
  );
  return Object.fromEntries([
    ...others,
    ...roles.flatMap((has, index) => (there[index] === undefined ? [] : [[has, there[index]] as const])),
  ]);
}

/** The same for each of a form's places, as far as it takes what was stored. */
export function readGivenTo(value: unknown, procedure: ProcedureName): GivenTo {
  if (!isRecord(value)) return {};
  return SOURCE_ROLES.reduce<GivenTo>((given, role) => {
    const one = readGiven(value[role]);
    return one === undefined ? given : placed(procedure, given, role, one);
  }, {});
}
