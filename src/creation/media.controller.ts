import { Controller, Get, Headers, Param, Query, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import { productError } from '../kernel/errors.shared.js';
import type { TaskId } from '../kernel/ids.js';
import { CurrentUser, Needs, SessionGuard } from '../platform/http/session.guard.js';
import type { SessionUser } from '../platform/http/session-user.js';
import { ProductFault } from '../platform/http/trpc.js';
import { Creation } from './creation.js';
import { claimOf, ContentCredential, recipeOf, withRecipe } from './recipe/index.js';
import { ownTask } from './lifecycle.js';
import { disposition, isUnchanged, linkTo, parseRange, SizedPictures, WIDTHS, type AskedFor, type Width } from './media.js';
import type { Held, Task } from './task.js';
import { Turns } from './uploads/inspect/turns.js';

/** A picture never changes under its address; only its owner's own cache may keep it. */
const CACHING = 'private, max-age=31536000, immutable';

const isWidth = (value: number): value is Width => WIDTHS.some((width) => width === value);

/** What is served: bytes that a task holds, and a picture of them when they are none themselves. */
interface Served {
  readonly held: Held;
  readonly type: string;
  readonly poster?: Held;
  readonly seed: number;
}

interface Wanted {
  readonly width: string | undefined;
  readonly download: string | undefined;
  readonly range: string | undefined;
  readonly ifRange: string | undefined;
  readonly known: string | undefined;
  readonly asked: AskedFor;
}

/** What has been made and what it was made from, for its owner alone. Somebody else's is as if there were none. */
@Controller('api/media')
@UseGuards(SessionGuard)
@Needs('ownWorks')
export class MediaController {
  private readonly turns = new Turns();

  constructor(private readonly creation: Creation, private readonly credential: ContentCredential, private readonly sized: SizedPictures) {}

  /** A result as it was made (with ranges), or a picture of it as WebP of a given width. */
  @Get(':taskId/:index')
  async output(
    @CurrentUser() user: SessionUser, @Param('taskId') taskId: string, @Param('index') index: string,
    @Query('w') width: string | undefined, @Query('download') download: string | undefined,
    @Headers('range') range: string | undefined, @Headers('if-range') ifRange: string | undefined, @Headers('if-none-match') known: string | undefined,
    @Headers('sec-fetch-dest') destination: string | undefined, @Headers('sec-fetch-mode') mode: string | undefined, @Res() reply: FastifyReply,
  ): Promise<void> {
    const task = await this.task(user, taskId);
    return this.serve(reply, task, outputOf(task, index), { width, download, range, ifRange, known, asked: { destination, mode } });
  }

  /** What a task was made from. */
  @Get(':taskId/source/:role')
  async source(
    @CurrentUser() user: SessionUser, @Param('taskId') taskId: string, @Param('role') role: string, @Query('w') width: string | undefined,
    @Headers('range') range: string | undefined, @Headers('if-range') ifRange: string | undefined, @Headers('if-none-match') known: string | undefined,
    @Headers('sec-fetch-dest') destination: string | undefined, @Headers('sec-fetch-mode') mode: string | undefined, @Res() reply: FastifyReply,
  ): Promise<void> {
    const task = await this.task(user, taskId);
    const held = task.sources.find((source) => source.role === role);
    if (held === undefined) throw new ProductFault(productError('IMAGE_NOT_FOUND'));
    return this.serve(reply, task, { held, type: held.type, seed: 0, ...(held.poster ? { poster: held.poster } : {}) }, { width, download: undefined, range, ifRange, known, asked: { destination, mode } });
  }

  /** The newest partial picture of an output that is being made. */
  @Get(':taskId/:index/preview')
  async preview(@CurrentUser() user: SessionUser, @Param('taskId') taskId: string, @Param('index') index: string, @Res() reply: FastifyReply): Promise<void> {
    const task = await this.task(user, taskId);
    const found = task.status === 'processing' && /^\d$/.test(index) ? await this.creation.live.preview(task.id, task.attempt, Number(index)) : undefined;
    if (found === undefined) throw new ProductFault(productError('IMAGE_NOT_FOUND'));
    return void reply.header('cache-control', 'no-store').type(found.type).send(Buffer.from(found.bytes));
  }

  private async serve(reply: FastifyReply, task: Task, { held, type, poster, seed }: Served, wanted: Wanted): Promise<void> {
    const width = wanted.width === undefined ? undefined : Number(wanted.width);
    if (width !== undefined && !isWidth(width)) throw new ProductFault(productError('VALIDATION_ERROR', { field: 'w' }));
    if (width === undefined && wanted.download !== undefined) return this.given(reply, task, { held, type, seed });
    const shown = width === undefined ? held : poster ?? held;
    const tag = `"${shown.hash.slice(0, 32)}${width === undefined ? '' : `-${width}`}"`;
    void reply.header('cache-control', CACHING).header('etag', tag).header('vary', 'Cookie');
    if (isUnchanged(wanted.known, tag)) return void reply.status(304).send();
    if (width !== undefined) return this.small(reply, shown, width);
    const link = await linkTo(this.creation.blobs, { ...held, type }, wanted.asked);
    if (link !== undefined) return void reply.header('cache-control', 'private, no-store').redirect(link, 302);
    return this.whole(reply, held, type, wanted.ifRange === undefined || wanted.ifRange === tag ? wanted.range : undefined);
  }

  /** The file as it leaves: with its recipe and, where its type can be, signed. Its length is its own, so it comes whole; one at a time for each owner. */
  private async given(reply: FastifyReply, task: Task, { held, type, seed }: Served): Promise<void> {
    const file = await this.turns.take(task.owner, () => this.sized.places.take(async () => {
      // Whoever has gone while waiting is spared the work.
      if (reply.raw.destroyed) return 'unwanted';
      const content = await this.creation.blobs.read(held.hash);
      return content && withRecipe(content, type, { recipe: recipeOf(task, seed), claimed: claimOf(task) }, this.credential);
    }));
    if (file === 'unwanted') return;
    if (file === undefined) throw new ProductFault(productError('IMAGE_NOT_FOUND'));
    const name = disposition(task.input.prompt, seed, type);
    return void reply.header('cache-control', 'private, no-store').header('vary', 'Cookie').header('content-disposition', name).type(type).send(Buffer.from(file.buffer, file.byteOffset, file.byteLength));
  }

  private async task(user: SessionUser, taskId: string): Promise<Task> {
    // A text from outside: it is only compared.
    const found = await ownTask(this.creation.tasks, user.id, taskId as TaskId);
    if (!found.ok) throw new ProductFault(found.error);
    return found.value.document;
  }

  private async whole(reply: FastifyReply, held: Held, type: string, header: string | undefined): Promise<void> {
    const range = parseRange(header, held.bytes);
    void reply.header('accept-ranges', 'bytes').type(type);
    if (range === 'unsatisfiable') return void reply.status(416).header('content-range', `bytes */${held.bytes}`).header('cache-control', 'no-store').send();
    const content = await this.creation.blobs.read(held.hash, range);
    if (content === undefined) throw new ProductFault(productError('IMAGE_NOT_FOUND'));
    if (range !== undefined) void reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${held.bytes}`);
    return void reply.header('content-length', range === undefined ? held.bytes : range.end - range.start + 1).send(Readable.from(content, { objectMode: false }));
  }

  private async small(reply: FastifyReply, held: Held, width: Width): Promise<void> {
    const made = await this.sized.get(held.hash, width);
    if (made === undefined) throw new ProductFault(productError('IMAGE_NOT_FOUND'));
    return void reply.type('image/webp').send(Buffer.from(made));
  }
}

function outputOf(task: Task, index: string): Served {
  const output = task.status === 'reserving' || !/^\d$/.test(index) ? undefined : task.outputs[Number(index)];
  if (output?.state !== 'ready') throw new ProductFault(productError('IMAGE_NOT_FOUND'));
  return { held: output, type: output.type, seed: output.seed, ...(output.poster ? { poster: output.poster } : {}) };
}
