import { FEED_ORDERS, OWN_FEEDS, SEARCH_MAX, type FeedOrder } from '@src/creation/explore/explore.shared';
import { defined } from '@src/kernel/defined.shared';
import type { ShowcaseWork } from '@/features/make/home/showcase';
import { isStyle, type Style } from '@/features/make/create/form/styles';
import { ALL_TOOLS } from '@/features/make/create/form/tools';

/** Tools that posts can be filtered by. Images and videos of texts alone are found by their kind. */
export const TOOLS = ALL_TOOLS;
type ToolName = (typeof TOOLS)[number]['procedure'];

export const KINDS = ['all', 'image', 'video'] as const;
export type Kind = (typeof KINDS)[number];

export const ORDERS = [...FEED_ORDERS, ...OWN_FEEDS] as const;
export type Order = (typeof ORDERS)[number];

/** The pages that list posts by filters. */
export type FeedPlace = '/explore' | '/all';

/** Orders that a page offers. */
export const ordersOf = (at: FeedPlace): readonly Order[] => (at === '/all' ? FEED_ORDERS : ORDERS);

/** Filter of the posts and the samples. */
export interface Filter {
  readonly kind: Kind;
  /** Order of the posts, or a list of the user's own; absent for the newest first. */
  readonly order?: Exclude<Order, 'new'>;
  /** Shows only posts made with this tool; no samples. */
  readonly tool?: ToolName;
  /** Shows only posts with these words, instead of an order or a tool; no samples. */
  readonly text?: string;
  /** Shows only works of this style. */
  readonly tag?: Style;
}

/** Reads a filter from a page's query. Unknown values are ignored. */
export function filterOf(query: URLSearchParams, at: FeedPlace = '/explore'): Filter {
  const kind = KINDS.find((one) => one === query.get('kind')) ?? 'all';
  const tag = query.get('tag') ?? '';
  const order = ordersOf(at).find((one) => one === query.get('order'));
  const text = (query.get('q') ?? '').trim().slice(0, SEARCH_MAX);
  if (text !== '') return { kind, text };
  const tool = TOOLS.find(({ procedure }) => procedure === query.get('tool'))?.procedure;
  return {
    kind,
    ...(at === '/explore' && isStyle(tag) ? { tag } : {}),
    ...(order === undefined || order === 'new' ? {} : { order }),
    ...defined({ tool }),
  };
}

/** The order of the open feed. */
export const openOrderOf = ({ order }: Filter): FeedOrder => FEED_ORDERS.find((one) => one === order) ?? 'new';

/** A filter as a query, without default values. */
export const queryOf = ({ kind, tag, order, tool, text }: Filter): Record<string, string> => ({
  ...(kind === 'all' ? {} : { kind }),
  ...defined({ q: text, tag, order, tool }),
});

const kindOf = (work: ShowcaseWork): Kind => (work.procedure === 'text2Image.create' ? 'image' : 'video');

/** The works that match a filter, in their order. */
export const worksIn = (works: readonly ShowcaseWork[], { kind, tag }: Filter): readonly ShowcaseWork[] =>
  works.filter((work) => (kind === 'all' || kindOf(work) === kind) && (tag === undefined || work.style === tag));

/** The styles of works, without duplicates, in order of appearance. */
export const tagsOf = (works: readonly ShowcaseWork[]): readonly Style[] => [
  ...new Set(works.map(({ style }) => style)),
];
