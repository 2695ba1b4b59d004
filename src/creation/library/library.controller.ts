import { Controller, Get, Inject, Query, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { productError } from '../../kernel/errors.shared.js';
import type { TaskId, UserId } from '../../kernel/ids.js';
import type { Blobs } from '../../platform/blobs/port.js';
import type { Versioned } from '../../platform/documents/port.js';
import type { ExportFile } from '../../platform/export-parts.js';
import { CurrentUser, Needs, SessionGuard } from '../../platform/http/security/session.guard.js';
import type { SessionUser } from '../../platform/http/security/session-user.js';
import { ProductFault } from '../../platform/http/trpc/trpc.js';
import { BLOBS } from '../../platform/tokens.js';
import { zipOf } from '../../platform/zip.js';
import { filesOf } from '../publishing/works.data-export.js';
import type { Task } from '../tasks/task.state.js';
import { Library } from './library.js';
import { DOWNLOADED_MAX } from './library.shared.js';

// Ids from outside are not verified here: an unknown one is not the caller's.
const wantedIds = z
  .string()
  .max(DOWNLOADED_MAX * 37)
  .transform((text) => text.split(',').map((id) => id.toLowerCase() as TaskId))
  .refine((ids) => ids.length <= DOWNLOADED_MAX);

/** Seconds after which a refused download may be tried again. */
const RETRY_SECONDS = 10;

/** Several of the caller's creations as one zip. */
@Controller('api/library')
@UseGuards(SessionGuard)
@Needs('ownWorks')
export class LibraryController {
  private readonly downloading = new Set<UserId>();

  constructor(
    private readonly library: Library,
    @Inject(BLOBS) private readonly blobs: Blobs,
  ) {}

  /**
   * Streams the results and recipes of these creations; nothing is stored, so an interrupted download begins anew. One
   * at a time per owner and process. Creations of others are left out.
   * @throws VALIDATION_ERROR, TASK_NOT_FOUND if none is the caller's, TOO_MANY_ATTEMPTS {seconds}
   */
  @Get('download')
  async download(
    @CurrentUser() { id: owner }: SessionUser,
    @Query('ids') ids: unknown,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const wanted = wantedIds.safeParse(ids);
    if (!wanted.success) throw new ProductFault(productError('VALIDATION_ERROR', { field: 'ids' }));
    if (this.downloading.has(owner))
      throw new ProductFault(productError('TOO_MANY_ATTEMPTS', { seconds: RETRY_SECONDS }));
    // Nothing would follow that ends the download.
    if (reply.raw.destroyed) return;
    this.downloading.add(owner);
    reply.raw.once('close', () => this.downloading.delete(owner));
    const tasks = await this.library.owned(owner, wanted.data);
    if (tasks.length === 0) throw new ProductFault(productError('TASK_NOT_FOUND'));
    return void reply
      .header('cache-control', 'private, no-store')
      .header('vary', 'Cookie')
      .header('content-disposition', 'attachment; filename="kinora-creations.zip"')
      .type('application/zip')
      .send(Readable.from(zipOf(this.files(tasks)), { objectMode: false }));
  }

  private async *files(tasks: readonly Versioned<Task>[]): AsyncGenerator<ExportFile, void, undefined> {
    for (const { document } of tasks) yield* filesOf(document, this.blobs, new Set());
  }
}
