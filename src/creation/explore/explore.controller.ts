import { Controller, Get, Inject, Ip, Param, Query, Req, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { defined } from '../../kernel/defined.shared.js';
import { publicOrigin, type NetworkSettings } from '../../platform/http/request.js';
import { ProductFault } from '../../platform/http/trpc/trpc.js';
import { CONFIG } from '../../platform/tokens.js';
import { PROCEDURES } from '../procedures/registry.shared.js';
import { FindAuthor, ListFeed, SearchWorks } from './explore.messages.js';
import {
  FEED_ORDERS,
  FEED_PAGE,
  SEARCH_MAX,
  type AuthorFacts,
  type ExploreFacts,
  type FeedOrder,
  type FeedPage,
  type SearchPage,
  type TagFacts,
} from './explore.shared.js';
import { tagIn } from '../publishing/tags.shared.js';
import type { FeedFilter } from './feed.store.js';
import type { Wanted } from './search/terms.js';

const ANYBODY = { moderator: false } as const;
const CACHING = 'private, no-store';

/** The searched text of a page's query; undefined for none. */
const textIn = (value: unknown): string | undefined => {
  const text = typeof value === 'string' ? value.trim().slice(0, SEARCH_MAX) : '';
  return text === '' ? undefined : text;
};

/** Data for the first rendering of Explore's pages, the same for every caller. */
@Controller('api/explore')
export class ExploreController {
  constructor(
    private readonly queries: QueryBus,
    @Inject(CONFIG) private readonly network: NetworkSettings,
  ) {}

  /** The first works; the query is the page's own, and unknown values in it are ignored, as the page does. */
  @Get()
  async first(
    @Query() query: Readonly<Record<string, unknown>>,
    @Ip() ip: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const order = FEED_ORDERS.find((one) => one === query['order']) ?? 'new';
    const tool = PROCEDURES.find((one) => one === query['tool']);
    const kind = tool === undefined ? (['image', 'video'] as const).find((one) => one === query['kind']) : undefined;
    const text = textIn(query['q']);
    if (text !== undefined) {
      const page = await this.search({ text, ...defined({ kind }) }, ip);
      return void reply.header('cache-control', CACHING).send({ order: 'new', ...defined({ kind }), text, page });
    }
    const filter: FeedFilter = tool !== undefined ? { procedure: tool } : kind !== undefined ? { media: kind } : {};
    const facts: ExploreFacts = { order, ...defined({ kind, tool }), page: await this.page(order, filter, ip) };
    return void reply.header('cache-control', CACHING).send(facts);
  }

  /** The newest works with a tag, named by the page's query. */
  @Get('tags')
  async tag(@Query('tag') named: unknown, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const read = typeof named === 'string' ? tagIn(named) : undefined;
    const facts: TagFacts =
      read === undefined
        ? {}
        : {
            tag: read.tag,
            page: await this.search({ text: '', tag: read.tag }, request.ip),
            origin: publicOrigin(request, this.network),
          };
    return void reply.header('cache-control', CACHING).send(facts);
  }

  /** An author and their newest works. */
  @Get('authors/:id')
  async author(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const found = await this.queries.execute(new FindAuthor(id, ANYBODY));
    if (!found.ok) throw new ProductFault(found.error);
    const { name, works, followers } = found.value;
    const facts: AuthorFacts = {
      author: { id, name, works, followers },
      page: await this.page('new', { author: id }, request.ip),
      origin: publicOrigin(request, this.network),
    };
    return void reply.header('cache-control', CACHING).send(facts);
  }

  private async search(wanted: Wanted, ip: string): Promise<SearchPage> {
    const page = await this.queries.execute(new SearchWorks(wanted, { limit: FEED_PAGE }, ip));
    if (!page.ok) throw new ProductFault(page.error);
    return page.value;
  }

  private async page(order: FeedOrder, filter: FeedFilter, ip: string): Promise<FeedPage> {
    const page = await this.queries.execute(new ListFeed(order, filter, { limit: FEED_PAGE }, ip));
    if (!page.ok) throw new ProductFault(page.error);
    return page.value;
  }
}
