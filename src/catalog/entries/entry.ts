import { z } from 'zod';
import type { Millis } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import { productError, type ProductError, type ErrorIdentifier } from '../../kernel/errors.shared.js';
import type { UserId } from '../../kernel/ids.js';
import { err, ok, type Result } from '../../kernel/result.js';
import { content, type Content } from './content.shared.js';
import {
  ENTRY_ACTIONS,
  ENTRY_KINDS,
  entryId,
  partsOfId,
  PLACES,
  SETTINGS,
  SLOTS,
  type EntryAction,
  type EntryId,
  type EntryKind,
  type EntryState,
} from './kinds.shared.js';
import { slotProblem } from './slots.shared.js';

const user = z
  .string()
  .min(1)
  .transform((id) => id as UserId); // the brand is applied when the document is read

/** One change of an entry, as it is kept for good. */
export const change = z.object({
  /** Document id of the entry. */
  entry: z.string(),
  number: z.int().min(1),
  action: z.enum(ENTRY_ACTIONS),
  who: user,
  at: z.int(),
  content: content.exactOptional(),
  restored: z.int().min(0).exactOptional(),
});
export type Change = z.infer<typeof change>;

/** The stored document of an entry. A deleted entry keeps it, so that its versions go on and no seed returns. */
export const entryDocument = z.object({
  kind: z.enum(ENTRY_KINDS),
  key: z.string().min(1),
  draft: content,
  /** The version that wrote the draft. */
  draftNumber: z.int().min(0),
  /** What takes effect, and the version that wrote it. */
  published: z.object({ number: z.int().min(0), content }).exactOptional(),
  isDeleted: z.boolean(),
  /** The last change. Earlier ones are in the history. */
  last: change,
});
export type Entry = z.infer<typeof entryDocument>;

/** An entry. A built-in one that nobody has changed has no last change. */
export type EntryFacts = Omit<Entry, 'last'> & { readonly last?: Change };
/** An entry with its version: 0 for a built-in one that nobody has changed. */
export interface Known {
  readonly version: number;
  readonly entry: EntryFacts;
}

export type EntryCommand =
  | { readonly action: 'create' | 'update'; readonly content: Content }
  | { readonly action: 'restore'; readonly content: Content; readonly restored: number }
  | { readonly action: 'publish' | 'unpublish' | 'delete' };

/** Who changes an entry, when, and the version that they have seen; none for a new entry. */
export interface Act {
  readonly who: UserId;
  readonly at: Millis;
  readonly expected?: number;
}

const NOT_FOUND = {
  effect: 'ENTRY_NOT_FOUND',
  template: 'TEMPLATE_NOT_FOUND',
  category: 'CATEGORY_NOT_FOUND',
  position: 'POSITION_NOT_FOUND',
  'special-topic': 'SPECIAL_TOPIC_NOT_FOUND',
  tag: 'ENTRY_NOT_FOUND',
  announcement: 'ENTRY_NOT_FOUND',
  config: 'CONFIG_NOT_FOUND',
} as const satisfies Readonly<Record<EntryKind, ErrorIdentifier>>;

const ALREADY_EXISTS = {
  effect: 'ENTRY_ALREADY_EXISTS',
  template: 'TEMPLATE_ALREADY_EXISTS',
  category: 'CATEGORY_ALREADY_EXISTS',
  position: 'POSITION_ALREADY_EXISTS',
  'special-topic': 'SPECIAL_TOPIC_ALREADY_EXISTS',
  tag: 'ENTRY_ALREADY_EXISTS',
  announcement: 'ENTRY_ALREADY_EXISTS',
  config: 'CONFIG_ALREADY_EXISTS',
} as const satisfies Readonly<Record<EntryKind, ErrorIdentifier>>;

/** The error of a kind for an entry that does not exist (specification, section 8). */
export const notFound = (id: EntryId): ProductError => {
  const kind = partsOfId(id)?.kind;
  return productError(kind === undefined ? 'ENTRY_NOT_FOUND' : NOT_FOUND[kind], { id });
};

const mismatch = (id: string): ProductError => productError('TYPE_MISMATCH', { id });
const wrong = (field: string): ProductError => productError('VALIDATION_ERROR', { field, reason: 'invalid' });

/**
 * Refuses content that its entry cannot have.
 * @returns TYPE_MISMATCH {id} for content, a setting's value or a named entry of another kind, SORT_FIELDS_FULL
 *   {limit}, SORT_ALREADY_EXISTS {sort}, POSITION_ALREADY_EXISTS {id} for an entry with two slots, VALIDATION_ERROR
 *   {field, reason}
 */
export function contentProblem(id: EntryId, given: Content): ProductError | undefined {
  const parts = partsOfId(id);
  if (parts === undefined) return wrong('id');
  if (parts.kind !== given.kind) return mismatch(id);
  switch (given.kind) {
    case 'position': {
      const takes: readonly EntryKind[] | undefined = Object.entries(PLACES).find(
        ([place]) => place === parts.key,
      )?.[1];
      if (takes === undefined) return wrong('id');
      const other = given.slots.find((slot) => !takes.some((kind) => kind === partsOfId(slot.id)?.kind));
      if (other !== undefined) return mismatch(other.id);
      const problem = slotProblem(given.slots);
      switch (problem?.kind) {
        case undefined:
          return undefined;
        case 'full':
          return productError('SORT_FIELDS_FULL', { limit: SLOTS });
        case 'sort':
          return productError('SORT_ALREADY_EXISTS', { sort: problem.sort });
        case 'entry':
          return productError('POSITION_ALREADY_EXISTS', { id: problem.id });
        default:
          return problem satisfies never;
      }
    }
    case 'special-topic': {
      const other = given.entries.find((one) => !PLACES.effects.some((kind) => kind === partsOfId(one)?.kind));
      return other === undefined ? undefined : mismatch(other);
    }
    case 'config': {
      const type = Object.entries(SETTINGS).find(([setting]) => setting === parts.key)?.[1];
      if (type === undefined) return wrong('id');
      return type === given.value.type ? undefined : mismatch(id);
    }
    case 'announcement':
      return given.from !== undefined && given.until !== undefined && given.until <= given.from
        ? wrong('until')
        : undefined;
    case 'effect':
    case 'template':
    case 'category':
    case 'tag':
      return undefined;
    default:
      return given satisfies never;
  }
}

/** The entries that content names. They must exist when it is written; later, a missing one is left out. */
export function referencesOf(given: Content): readonly EntryId[] {
  switch (given.kind) {
    case 'effect':
    case 'template':
      return [
        ...(given.category === undefined ? [] : [entryId('category', given.category)]),
        ...given.tags.map((tag) => entryId('tag', tag)),
      ];
    case 'position':
      return given.slots.map(({ id }) => id);
    case 'special-topic':
      return given.entries;
    case 'category':
    case 'tag':
    case 'announcement':
    case 'config':
      return [];
    default:
      return given satisfies never;
  }
}

/** What users see of an entry. */
export const stateOf = ({ published, draftNumber }: EntryFacts): EntryState =>
  published === undefined ? 'draft' : published.number === draftNumber ? 'published' : 'changed';

/**
 * Decides a change of an entry. Pure.
 * @param known the entry, or what is left of a deleted one; undefined if there has never been one
 * @param isBuiltIn whether the key is one that the product has by itself
 * @returns the entry afterwards, or `unchanged` if it is published or unpublished already; the not-found and
 *   already-exists errors of the kind {id}, ENTRY_CHANGED {version} if somebody else was faster, those of
 *   `contentProblem`, and VALIDATION_ERROR {field: 'id'} for an effect or template that nothing serves
 */
export function decideEntry(
  id: EntryId,
  known: Known | undefined,
  command: EntryCommand,
  { who, at, expected }: Act,
  isBuiltIn: boolean,
): Result<Entry | 'unchanged', ProductError> {
  const parts = partsOfId(id);
  if (parts === undefined) return err(wrong('id'));
  const isThere = known !== undefined && !known.entry.isDeleted;
  const makes = command.action === 'create' || (command.action === 'restore' && known !== undefined);
  if (command.action === 'create' && isThere) return err(productError(ALREADY_EXISTS[parts.kind], { id }));
  if (!isThere && !makes) return err(notFound(id));
  if (command.action !== 'create' && expected !== known?.version)
    return err(productError('ENTRY_CHANGED', { version: known?.version ?? 0 }));
  const version = (known?.version ?? 0) + 1;
  const kept = (action: EntryAction, rest: Partial<Change> = {}): Change => ({
    entry: id,
    number: version,
    action,
    who,
    at,
    ...rest,
  });
  if ('content' in command) {
    const problem = contentProblem(id, command.content);
    if (problem !== undefined) return err(problem);
    if ((parts.kind === 'effect' || parts.kind === 'template') && !isBuiltIn) return err(wrong('id'));
    const published = isThere ? known.entry.published : undefined;
    return ok({
      ...parts,
      draft: command.content,
      draftNumber: version,
      isDeleted: false,
      ...defined({ published }),
      last: kept(command.action, {
        content: command.content,
        ...(command.action === 'restore' ? { restored: command.restored } : {}),
      }),
    });
  }
  if (known === undefined) return err(notFound(id));
  const { published, ...rest } = known.entry;
  switch (command.action) {
    case 'publish': {
      if (stateOf(known.entry) === 'published') return ok('unchanged');
      // The rules may have become stricter since the draft was written.
      const problem = contentProblem(id, rest.draft);
      return problem === undefined
        ? ok({ ...rest, published: { number: rest.draftNumber, content: rest.draft }, last: kept('publish') })
        : err(problem);
    }
    case 'unpublish':
      return ok(published === undefined ? 'unchanged' : { ...rest, last: kept('unpublish') });
    case 'delete':
      return ok({ ...rest, isDeleted: true, last: kept('delete') });
    default:
      return command satisfies never;
  }
}
