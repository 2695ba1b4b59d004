import { Controller, Get, Header, Inject, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { publicOrigin, type NetworkSettings } from '../../platform/http/request.js';
import { CONFIG } from '../../platform/tokens.js';
import { FeedStore } from './feed.store.js';

/** Pages of the product that list others. */
const ENTRANCES = ['/', '/explore'] as const;
/** Listed works in the sitemap: the newest ones. */
const WORKS = 1_000;

/** For search engines: the sitemap (sitemaps.org, protocol 0.9) with the newest listed works, and where it is. */
@Controller()
export class SitemapController {
  constructor(
    private readonly feed: FeedStore,
    @Inject(CONFIG) private readonly network: NetworkSettings,
  ) {}

  @Get('robots.txt')
  @Header('content-type', 'text/plain; charset=utf-8')
  robots(@Req() request: FastifyRequest): string {
    return `User-agent: *\nAllow: /\nSitemap: ${publicOrigin(request, this.network)}/sitemap.xml\n`;
  }

  @Get('sitemap.xml')
  @Header('content-type', 'application/xml; charset=utf-8')
  async sitemap(@Req() request: FastifyRequest): Promise<string> {
    const origin = publicOrigin(request, this.network);
    const { items } = await this.feed.page('new', {}, WORKS);
    const entries = [
      ...ENTRANCES.map((path) => `<url><loc>${origin}${path}</loc></url>`),
      ...items.map(
        ({ id, document }) =>
          `<url><loc>${origin}/v/${id}</loc><lastmod>${new Date(document.publishedAt).toISOString()}</lastmod></url>`,
      ),
    ];
    return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`;
  }
}
