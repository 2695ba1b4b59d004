import { Controller, Get, Header, Inject, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Clock, Millis } from '../../kernel/clock.js';
import { publicOrigin, type NetworkSettings } from '../../platform/http/request.js';
import { CLOCK, CONFIG } from '../../platform/tokens.js';
import { Explore } from './explore.js';
import type { WorkCard } from './explore.shared.js';

/** Pages of the product that list others. */
const ENTRANCES = ['/', '/explore', '/all'] as const;
/** Listed works in the sitemap: the newest ones. */
const WORKS = 1_000;
/** How long a list of them is used: reading it reads each work and its owner. */
const KEPT_MS = 60_000;

/** For search engines: the sitemap (sitemaps.org, protocol 0.9) with the newest listed works, and where it is. */
@Controller()
export class SitemapController {
  private kept: { readonly until: Millis; readonly works: Promise<readonly WorkCard[]> } | undefined;

  constructor(
    private readonly explore: Explore,
    @Inject(CLOCK) private readonly clock: Clock,
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
    const works = await this.works();
    const entries = [
      ...ENTRANCES.map((path) => `<url><loc>${origin}${path}</loc></url>`),
      ...works.map(
        ({ id, publishedAt }) =>
          `<url><loc>${origin}/v/${id}</loc><lastmod>${new Date(publishedAt).toISOString()}</lastmod></url>`,
      ),
    ];
    return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`;
  }

  private works(): Promise<readonly WorkCard[]> {
    const now = this.clock.now();
    if (this.kept === undefined || this.kept.until <= now) {
      const kept = { until: now + KEPT_MS, works: this.explore.newest(WORKS) };
      this.kept = kept;
      kept.works.catch(() => {
        if (this.kept === kept) this.kept = undefined;
      });
    }
    return this.kept.works;
  }
}
