import { Controller, Get, Headers, Inject, Param, Query, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { defined } from '../../kernel/defined.shared.js';
import { productError } from '../../kernel/errors.shared.js';
import type { TaskId, UserId } from '../../kernel/ids.js';
import { CurrentUser, ForApiKeys, Needs, SessionGuard } from '../../platform/http/security/session.guard.js';
import type { SessionUser } from '../../platform/http/security/session-user.js';
import type { Blobs } from '../../platform/blobs/port.js';
import { BLOBS } from '../../platform/tokens.js';
import { ProductFault } from '../../platform/http/trpc/trpc.js';
import { claimOf, ContentCredential, recipeOf, withRecipe } from '../provenance/index.js';
import { ownTask } from '../tasks/lifecycle.js';
import { disposition, SizedImages } from './media.js';
import { servedOf, serveMedia, widthOf, type Served, type Wanted } from './media.serve.js';
import { LiveShare } from '../tasks/run/live-share.js';
import type { Made, Task } from '../tasks/task.state.js';
import { TaskStore } from '../tasks/task.store.js';
import { KeyedMutex } from '../../platform/concurrency/keyed-mutex.js';

/** An image never changes under its address; only its owner's browser may cache it. */
const CACHING = 'private, max-age=31536000, immutable';

/** Media with the seed, which is part of the file name. */
type SeededMedia = Served & Pick<Made, 'seed' | 'seedless'>;

/** Serves results and sources to their owner alone. Another user's media give the same answer as an unknown id. */
@Controller('api/media')
@UseGuards(SessionGuard)
@Needs('ownWorks')
export class MediaController {
  private readonly downloads = new KeyedMutex<UserId>();

  constructor(
    private readonly tasks: TaskStore,
    private readonly live: LiveShare,
    private readonly credential: ContentCredential,
    private readonly sized: SizedImages,
    @Inject(BLOBS) private readonly blobs: Blobs,
  ) {}

  /** The original result (with ranges), or an image of it as WebP of a given width. */
  @Get(':taskId/:index')
  @ForApiKeys('read')
  async output(
    @CurrentUser() user: SessionUser,
    @Param('taskId') taskId: string,
    @Param('index') index: string,
    @Query('w') width: string | undefined,
    @Query('download') download: string | undefined,
    @Headers('range') range: string | undefined,
    @Headers('if-range') ifRange: string | undefined,
    @Headers('if-none-match') known: string | undefined,
    @Headers('sec-fetch-dest') destination: string | undefined,
    @Headers('sec-fetch-mode') mode: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const task = await this.task(user, taskId);
    return this.serve(
      reply,
      task,
      outputOf(task, index),
      { width, range, ifRange, known, metadata: { destination, mode } },
      download,
    );
  }

  /** A source of a task. */
  @Get(':taskId/source/:role')
  async source(
    @CurrentUser() user: SessionUser,
    @Param('taskId') taskId: string,
    @Param('role') role: string,
    @Query('w') width: string | undefined,
    @Headers('range') range: string | undefined,
    @Headers('if-range') ifRange: string | undefined,
    @Headers('if-none-match') known: string | undefined,
    @Headers('sec-fetch-dest') destination: string | undefined,
    @Headers('sec-fetch-mode') mode: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const task = await this.task(user, taskId);
    const held = task.sources.find((source) => source.role === role);
    if (held === undefined) throw new ProductFault(productError('IMAGE_NOT_FOUND'));
    return this.serve(
      reply,
      task,
      { held, type: held.type, seed: 0, ...(held.poster ? { poster: held.poster } : {}) },
      { width, range, ifRange, known, metadata: { destination, mode } },
    );
  }

  /** The latest preview of an output in progress. */
  @Get(':taskId/:index/preview')
  async preview(
    @CurrentUser() user: SessionUser,
    @Param('taskId') taskId: string,
    @Param('index') index: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const task = await this.task(user, taskId);
    const found =
      task.status === 'processing' && /^\d$/.test(index)
        ? await this.live.preview(task.id, task.attempt, Number(index))
        : undefined;
    if (found === undefined) throw new ProductFault(productError('IMAGE_NOT_FOUND'));
    return void reply.header('cache-control', 'no-store').type(found.type).send(Buffer.from(found.bytes));
  }

  private async serve(
    reply: FastifyReply,
    task: Task,
    { seed, seedless, ...served }: SeededMedia,
    wanted: Wanted,
    download?: string,
  ): Promise<void> {
    if (download !== undefined && widthOf(wanted) === undefined)
      return this.given(reply, task, { seed, ...defined({ seedless }), ...served });
    return serveMedia({ blobs: this.blobs, sized: this.sized, whose: task.owner }, reply, served, wanted, CACHING);
  }

  /**
   * Sends the file with its recipe and, if its type allows, signed. Its length changes, so ranges are not supported.
   * One at a time per owner.
   */
  private async given(reply: FastifyReply, task: Task, { held, type, seed, seedless }: SeededMedia): Promise<void> {
    const file = await this.downloads.run(task.owner, () =>
      this.sized.semaphore.run(task.owner, async () => {
        // The client has disconnected while waiting.
        if (reply.raw.destroyed) return 'unwanted';
        const content = await this.blobs.read(held.hash);
        return (
          content &&
          withRecipe(
            content,
            type,
            { recipe: recipeOf(task, { seed, ...defined({ seedless }) }), claimed: claimOf(task) },
            this.credential,
          )
        );
      }),
    );
    if (file === 'unwanted') return;
    if (file === undefined) throw new ProductFault(productError('IMAGE_NOT_FOUND'));
    const name = disposition(task.input.prompt, seed, type);
    return void reply
      .header('cache-control', 'private, no-store')
      .header('vary', 'Cookie')
      .header('content-disposition', name)
      .type(type)
      .send(Buffer.from(file.buffer, file.byteOffset, file.byteLength));
  }

  private async task(user: SessionUser, taskId: string): Promise<Task> {
    // An id from outside; it is only compared.
    const found = await ownTask(this.tasks, user.id, taskId as TaskId, 'anywhere');
    if (!found.ok) throw new ProductFault(found.error);
    return found.value.document;
  }
}

function outputOf(task: Task, index: string): SeededMedia {
  const output = task.status === 'reserving' || !/^\d$/.test(index) ? undefined : task.outputs[Number(index)];
  if (output?.state !== 'ready') throw new ProductFault(productError('IMAGE_NOT_FOUND'));
  return { ...servedOf(output), seed: output.seed, ...defined({ seedless: output.seedless }) };
}
