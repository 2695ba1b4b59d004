import { Controller, Get, Header, NotFoundException, Param, Query, StreamableFile } from '@nestjs/common';
import { z } from 'zod';
import { productError } from '../../kernel/errors.shared.js';
import { ProductFault } from '../../platform/http/trpc/trpc.js';
import { rootFile, utcDay, type RootsPage } from './root.shared.js';
import { RootStore } from './root-store.js';
import { RootStamps } from './stamp/stamps.js';

const rootsQuery = z.object({
  before: utcDay.exactOptional(),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
});

const FILE = /^(.{10})\.(json|tsr)$/;

/** Public data for checking a receipt; needs no session. */
@Controller('.well-known/kinora')
export class ProofController {
  constructor(
    private readonly roots: RootStore,
    private readonly stamps: RootStamps,
  ) {}

  /**
   * Signed daily roots, newest first. `before`: only days before this one (2026-11-20); `limit`: 1 to 1,000, default
   * 100.
   */
  @Get('ledger-roots')
  @Header('cache-control', 'public, max-age=300')
  async rootsOf(@Query() query: unknown): Promise<RootsPage> {
    const read = rootsQuery.safeParse(query);
    if (!read.success)
      throw new ProductFault(
        productError('VALIDATION_ERROR', { field: String(read.error.issues[0]?.path[0] ?? 'query') }),
      );
    return this.roots.page(read.data.limit, read.data.before);
  }

  /**
   * The file of one root, `2026-11-20.json`, byte for byte as it is delivered and time-stamped, or its time stamp,
   * `2026-11-20.tsr` (RFC 3161, DER). 404 when there is none.
   */
  @Get('ledger-roots/:file')
  @Header('cache-control', 'public, max-age=300')
  async file(@Param('file') file: string): Promise<StreamableFile> {
    const [, day = '', kind] = FILE.exec(file) ?? [];
    const isDay = utcDay.safeParse(day).success;
    const root = isDay && kind === 'json' ? await this.roots.signedOf(day) : undefined;
    if (root !== undefined)
      return new StreamableFile(Buffer.from(rootFile(day, root.signed)), { type: 'application/json' });
    const stamp = isDay && kind === 'tsr' ? await this.stamps.of(day) : undefined;
    if (stamp === undefined) throw new NotFoundException();
    return new StreamableFile(stamp.response, { type: 'application/timestamp-reply' });
  }

  /** Every key that ever signed a root, as a JWK set (RFC 7517). */
  @Get('ledger-key')
  @Header('cache-control', 'public, max-age=300')
  async keys(): Promise<{ readonly keys: readonly object[] }> {
    return { keys: (await this.roots.published()).map((key) => ({ ...key, alg: 'EdDSA', use: 'sig' })) };
  }
}
