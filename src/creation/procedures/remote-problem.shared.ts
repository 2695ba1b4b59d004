import type { ModelView } from '../../catalog/model.shared.js';
import { operationFor, operationsWith } from '../../engine/remote/operations.shared.js';
import type { GivenKind, SlotName } from '../../engine/sources.shared.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { FORMS, type ProcedureName } from './registry.shared.js';

/** The slot or setting that each problem is about. */
const ABOUT = {
  'engine-words-only': 'behind',
  'engine-one-face': 'faces',
  'engine-recording': 'audio',
  'engine-other-file': 'file',
} as const;

/**
 * Refuses a request that a model of a connected engine cannot serve, although it serves the procedure.
 * @param given the kind of the file in each filled slot
 * @returns INPUT_INVALID_FOR_SERVICE {input, reason: 'engine-words-only' | 'engine-one-face' | 'engine-recording' |
 * 'engine-other-file'}
 */
export function remoteRefusal(
  procedure: ProcedureName,
  settings: Readonly<Record<string, unknown>>,
  given: Readonly<Partial<Record<SlotName, GivenKind>>>,
  { engine, operations }: Pick<ModelView, 'engine' | 'operations'>,
): ProductError | undefined {
  const definition = FORMS[procedure];
  const { remote } = definition;
  if (engine !== 'remote' || remote === undefined) return undefined;
  const usable = operationsWith(remote, given);
  const problem =
    definition.remoteProblem?.(settings, given) ??
    (operations !== undefined && usable.length > 0 && !usable.some((one) => operations.includes(one))
      ? 'engine-other-file'
      : undefined);
  return problem === undefined
    ? undefined
    : productError('INPUT_INVALID_FOR_SERVICE', { input: ABOUT[problem], reason: problem });
}

/**
 * Settings of a procedure that have no effect with a model of a connected engine: forms hide them, and recipes leave
 * them out. Where the operations of the model are not known, those that no operation uses.
 */
export function ignoredSettings(
  procedure: ProcedureName,
  { engine, operations }: Pick<ModelView, 'engine' | 'operations'>,
): readonly string[] {
  const { remote } = FORMS[procedure];
  if (engine !== 'remote' || remote?.ignores === undefined) return [];
  const { ignores } = remote;
  const served = operations === undefined ? undefined : operationFor(remote, operations);
  if (served !== undefined) return ignores[served] ?? [];
  const [first = [], ...others] = remote.operations.map((one) => ignores[one] ?? []);
  return first.filter((name) => others.every((names) => names.includes(name)));
}
