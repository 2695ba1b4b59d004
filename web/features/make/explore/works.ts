import { defined } from '@src/kernel/defined.shared';
import type { ShowcaseWork } from '@/features/make/home/showcase';
import { isStyle, type Style } from '@/features/make/create/form/styles';

export const KINDS = ['all', 'image', 'video'] as const;
export type Kind = (typeof KINDS)[number];

/** What of the samples is shown. */
export interface Filter {
  readonly kind: Kind;
  /** Only works in this style. */
  readonly tag?: Style;
}

/** Reads a filter from a page's query; what it does not know counts as not asked for. */
export function filterOf(query: URLSearchParams): Filter {
  const kind = KINDS.find((one) => one === query.get('kind')) ?? 'all';
  const tag = query.get('tag') ?? '';
  return isStyle(tag) ? { kind, tag } : { kind };
}

/** A filter as a query; what is shown by itself is left out. */
export const queryOf = ({ kind, tag }: Filter): Record<string, string> => ({ ...(kind === 'all' ? {} : { kind }), ...defined({ tag }) });

const kindOf = (work: ShowcaseWork): Kind => (work.procedure === 'text2Image.create' ? 'image' : 'video');

/** The works that a filter leaves, in their order. */
export const worksIn = (works: readonly ShowcaseWork[], { kind, tag }: Filter): readonly ShowcaseWork[] =>
  works.filter((work) => (kind === 'all' || kindOf(work) === kind) && (tag === undefined || work.style === tag));

/** The styles that works are in, each once, in the order in which they come. */
export const tagsOf = (works: readonly ShowcaseWork[]): readonly Style[] => [...new Set(works.map(({ style }) => style))];
