import { defined } from '@src/kernel/defined.shared';
import { PROCEDURES, SEED_MAX, type ProcedureName } from '@src/creation/procedures/params.shared';
import type { Press, User } from '@/lib/press/press';
import { userOf } from '@/lib/press/browser-environment';
import { sessionState } from '@/lib/session/store';
import { newId, randomUpTo } from '@/lib/random';
import { readDraft, seedOf } from '../draft/draft';
import { readGivenTo } from '../draft/given-inputs';
import { mainOf, mainRole, type DraftRequest } from '../draft/draft-request';

/** A draft request and its seed: each attempt sends the same ones. */
export interface CreatePayload {
  readonly request: DraftRequest;
  readonly seed: number;
}

export type CreatePress = Press<CreatePayload>;

/** Milliseconds. An older press needs confirmation, since the user may no longer expect it. */
const EXPECTED_MS = 10 * 60_000;
const keyOf = (procedure: ProcedureName): string => `kinora.create.${procedure}`;

/** A press on a Create button. @param said price on the button, whole credits */
export function pressOf(request: DraftRequest, said: number | undefined): CreatePress {
  const seed = seedOf(request.draft.seed);
  return {
    id: newId(),
    payload: { request, seed: typeof seed === 'number' ? seed : randomUpTo(SEED_MAX) },
    said,
    by: userOf(sessionState()),
  };
}

/** Stores a press, so that its page carries it out even after a reload. @param now milliseconds since 1970 */
export function keepPress(at: ProcedureName, press: CreatePress, now: number): void {
  const { procedure, draft, given, projectId, final } = press.payload.request;
  try {
    sessionStorage.setItem(
      keyOf(at),
      JSON.stringify({
        procedure,
        draft,
        given,
        projectId,
        final,
        seed: press.payload.seed,
        id: press.id,
        said: press.said,
        by: press.by,
        at: now,
      }),
    );
  } catch {
    // Storage is full or blocked: the press is lost only if the page is left.
  }
}

/** Stores a new press for another page, which carries it out. */
export const passOn = (at: ProcedureName, request: DraftRequest, said: number | undefined): void =>
  keepPress(at, pressOf(request, said), Date.now());

/** Deletes the stored press of a page. */
export function forgetPress(at: ProcedureName): void {
  try {
    sessionStorage.removeItem(keyOf(at));
  } catch {
    // Nothing was stored.
  }
}

function readUser(value: unknown): User | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { id, member }: Readonly<Record<string, unknown>> = { ...value };
  return typeof id === 'string' && typeof member === 'boolean' ? { id, member } : undefined;
}

function readFinal(value: unknown): DraftRequest['final'] {
  if (typeof value !== 'object' || value === null) return undefined;
  const { draftId, deductible }: Readonly<Record<string, unknown>> = { ...value };
  return typeof draftId === 'string' && typeof deductible === 'number' ? { draftId, deductible } : undefined;
}

/** The stored press of a page, if there is a valid one. @param now milliseconds since 1970 */
export function keptPress(at: ProcedureName, now: number): CreatePress | undefined {
  let read: unknown;
  try {
    read = JSON.parse(sessionStorage.getItem(keyOf(at)) ?? 'null');
  } catch {
    return undefined;
  }
  if (typeof read !== 'object' || read === null) return undefined;
  const stored: Readonly<Record<string, unknown>> = { ...read };
  const { id, seed, said, projectId } = stored;
  const procedure = PROCEDURES.find((one) => one === stored['procedure']);
  if (procedure === undefined || typeof id !== 'string' || typeof seed !== 'number') return undefined;
  const request: DraftRequest = {
    procedure,
    draft: readDraft(stored['draft'], procedure),
    given: readGivenTo(stored['given'], procedure),
    ...(typeof projectId === 'string' ? { projectId } : {}),
    ...defined({ final: readFinal(stored['final']) }),
  };
  if (mainRole(procedure) !== undefined && mainOf(request) === undefined) return undefined;
  const age = now - Number(stored['at']);
  return {
    id,
    payload: { request, seed },
    said: typeof said === 'number' ? said : undefined,
    by: readUser(stored['by']),
    late: !(age >= 0 && age <= EXPECTED_MS),
  };
}
