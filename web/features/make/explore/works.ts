import { defined } from '@src/kernel/defined.shared';
import type { ShowcaseWork } from '@/features/make/home/showcase';
import { isStyle, type Style } from '@/features/make/create/form/styles';

export const KINDS = ['all', 'image', 'video'] as const;
export type Kind = (typeof KINDS)[number];

/** Filter of the samples. */
export interface Filter {
  readonly kind: Kind;
  /** Shows only works of this style. */
  readonly tag?: Style;
}

/** Reads a filter from a page's query. Unknown values are ignored. */
export function filterOf(query: URLSearchParams): Filter {
  const kind = KINDS.find((one) => one === query.get('kind')) ?? 'all';
  const tag = query.get('tag') ?? '';
  return isStyle(tag) ? { kind, tag } : { kind };
}

/** A filter as a query, without default values. */
export const queryOf = ({ kind, tag }: Filter): Record<string, string> => ({
  ...(kind === 'all' ? {} : { kind }),
  ...defined({ tag }),
});

const kindOf = (work: ShowcaseWork): Kind => (work.procedure === 'text2Image.create' ? 'image' : 'video');

/** The works that match a filter, in their order. */
export const worksIn = (works: readonly ShowcaseWork[], { kind, tag }: Filter): readonly ShowcaseWork[] =>
  works.filter((work) => (kind === 'all' || kindOf(work) === kind) && (tag === undefined || work.style === tag));

/** The styles of works, without duplicates, in order of appearance. */
export const tagsOf = (works: readonly ShowcaseWork[]): readonly Style[] => [
  ...new Set(works.map(({ style }) => style)),
];
