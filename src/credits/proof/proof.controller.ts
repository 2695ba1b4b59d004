import { Controller, Get, Header, Query } from '@nestjs/common';
import { z } from 'zod';
import { productError } from '../../kernel/errors.shared.js';
import { ProductFault } from '../../platform/http/trpc/trpc.js';
import { utcDay, type RootsPage } from './root.shared.js';
import { RootStore } from './root-store.js';

const rootsQuery = z.object({ before: utcDay.exactOptional(), limit: z.coerce.number().int().min(1).max(1_000).default(100) });

/** Public data for checking a receipt; needs no session. */
@Controller('.well-known/kinora')
export class ProofController {
  constructor(private readonly roots: RootStore) {}

  /**
   * Signed daily roots, newest first. `before`: only days before this one (2026-11-20); `limit`: 1 to 1,000, default
   * 100.
   */
  @Get('ledger-roots')
  @Header('cache-control', 'public, max-age=300')
  async rootsOf(@Query() query: unknown): Promise<RootsPage> {
    const read = rootsQuery.safeParse(query);
    if (!read.success) throw new ProductFault(productError('VALIDATION_ERROR', { field: String(read.error.issues[0]?.path[0] ?? 'query') }));
    return this.roots.page(read.data.limit, read.data.before);
  }

  /** Every key that ever signed a root, as a JWK set (RFC 7517). */
  @Get('ledger-key')
  @Header('cache-control', 'public, max-age=300')
  async keys(): Promise<{ readonly keys: readonly object[] }> {
    return { keys: (await this.roots.published()).map((key) => ({ ...key, alg: 'EdDSA', use: 'sig' })) };
  }
}
