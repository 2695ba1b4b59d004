import type { Millis } from '../../kernel/clock.js';
import type { UserId } from '../../kernel/ids.js';
import { API_CREDITS_PER_CREDIT } from '../../kernel/payers.shared.js';
import { indexedWords, nearTerms, nearWanted, wantedWords } from '../explore/search/words.js';
import { textsOf } from '../procedures/params.shared.js';
import { readingOf } from '../procedures/reading.shared.js';
import { hasEnded } from '../tasks/task.js';
import type { EndedTask, Task } from '../tasks/task.state.js';
import type { LibraryFilter } from './library.input.js';
import { costOf, RATINGS, type Shelf } from './library.shared.js';

/**
 * Terms by which an owner finds a creation (adr/0122). Every write of a task derives them again, so a search never
 * shows an older state than the task itself.
 */

/** Version of the terms of a task; the sweeper derives those of an older version, or of none, again. */
export const TERMS_VERSION = 2;

/** Words wanted in one search. */
const MAX_WANTED = 10;
/** Marks a filter: it is in no word. */
const FILTER = '#';
const DAY_MS = 86_400_000;
/** No creation is older. */
const FIRST_YEAR = 2020;
const LAST_YEAR = 2096;

const term = (name: string, value: string): string => `${FILTER}${name}:${value}`;
const dayOf = (time: Millis): string => new Date(time).toISOString().slice(0, 10);

/** The list that a task is in; undefined if its owner cannot see it. */
export function shelfOf(task: Pick<Task, 'hidden' | 'trashedAt' | 'archivedAt'>): Shelf | undefined {
  if (task.trashedAt !== undefined) return 'trash';
  if (task.hidden) return undefined;
  return task.archivedAt === undefined ? 'library' : 'archive';
}

/** Credits charged for an ended task; API credits by what they are worth in credits. */
function chargedFor({ settlement, paysWith }: EndedTask): number {
  const charged = settlement.state === 'settled' ? settlement.captured : settlement.captures;
  return paysWith === undefined ? charged : charged / API_CREDITS_PER_CREDIT;
}

/**
 * The texts of a task: tags, titles of its works, its prompt, and texts from the settings. The short ones come first,
 * because the index takes a limited number of words.
 */
function textOf(task: Task): string {
  const titles =
    task.status === 'succeeded'
      ? task.outputs.flatMap((output) => (output.state === 'ready' ? (output.publication?.title ?? []) : []))
      : [];
  return [...(task.tags ?? []), ...titles, task.input.prompt, ...textsOf(task.params).map(([, text]) => text)].join(
    '\n',
  );
}

/** Terms of a task in the index: none while it runs, in the trash, and after its deletion. */
export function libraryTerms(task: Task): readonly string[] {
  const shelf = shelfOf(task);
  if (!hasEnded(task) || shelf === undefined || shelf === 'trash') return [];
  const day = dayOf(task.createdAt);
  const words = indexedWords(textOf(task));
  return [
    ...new Set([
      term('owner', task.owner),
      term('shelf', shelf),
      term('kind', task.media),
      term('procedure', task.params.procedure),
      term('model', task.input.model),
      term('style', readingOf(task.params).style),
      term('project', task.project ?? ''),
      term('cost', costOf(chargedFor(task))),
      ...(task.isFavourite === true ? [term('favourite', '')] : []),
      ...(task.rating === undefined ? [] : [term('rating', String(task.rating))]),
      ...(task.tags ?? []).map((tag) => term('tag', tag)),
      term('at', day),
      term('at', day.slice(0, 7)),
      term('at', day.slice(0, 4)),
      ...words,
      ...words.flatMap(nearTerms),
    ]),
  ];
}

/** Whose creations are searched, and where. */
export interface SearchScope {
  readonly owner: UserId;
  readonly shelf: 'library' | 'archive';
  /** A project of the owner, or its default one for null; undefined for all. */
  readonly project?: string | null;
}

/**
 * Groups of terms; a creation that is found has one of each.
 * @param isNear also takes words with one letter different
 * @returns undefined if the text has no words
 */
export function wantedLibraryTerms(
  { owner, shelf, project }: SearchScope,
  filter: LibraryFilter,
  isNear: boolean,
): readonly (readonly string[])[] | undefined {
  const { text = '', kind, procedure, model, style, tag, isFavourite, minRating, cost, from, to } = filter;
  const words = wantedWords(text, MAX_WANTED).map((word) => (isNear ? nearWanted(word) : [word]));
  if (words.length === 0 && text !== '') return undefined;
  const equal = (name: string, value: string | undefined): readonly (readonly string[])[] =>
    value === undefined ? [] : [[term(name, value)]];
  return [
    ...words,
    [term('owner', owner)],
    [term('shelf', shelf)],
    ...equal('kind', kind),
    ...equal('procedure', procedure),
    ...equal('model', model),
    ...equal('style', style),
    ...equal('tag', tag),
    ...equal('cost', cost),
    ...(project === undefined ? [] : [[term('project', project ?? '')]]),
    ...(isFavourite === true ? [[term('favourite', '')]] : []),
    ...(minRating === undefined
      ? []
      : [RATINGS.filter((rating) => rating >= minRating).map((rating) => term('rating', String(rating)))]),
    ...(from === undefined && to === undefined ? [] : [periodsOf(from ?? 0, to ?? Number.MAX_SAFE_INTEGER)]),
  ];
}

/**
 * Years, months and days in UTC that together cover the time from `from` to before `to`, and no day outside of it. A
 * creation is in the range only if its own time is.
 */
export function periodsOf(from: Millis, to: Millis): readonly string[] {
  const first = Math.floor(Math.max(from, Date.UTC(FIRST_YEAR)) / DAY_MS) * DAY_MS;
  const end = Math.min(to, Date.UTC(LAST_YEAR));
  const periods: string[] = [];
  for (let at = first; at < end;) {
    const date = new Date(at);
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
    const [nextYear, nextMonth] = [Date.UTC(year + 1), Date.UTC(year, month + 1)];
    if (at === Date.UTC(year) && nextYear <= end) {
      periods.push(term('at', String(year)));
      at = nextYear;
    } else if (at === Date.UTC(year, month) && nextMonth <= end) {
      periods.push(term('at', dayOf(at).slice(0, 7)));
      at = nextMonth;
    } else {
      periods.push(term('at', dayOf(at)));
      at += DAY_MS;
    }
  }
  return periods;
}
