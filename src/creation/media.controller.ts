import { Controller, Get, Headers, Param, Query, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import { productError } from '../kernel/errors.shared.js';
import type { TaskId } from '../kernel/ids.js';
import { CurrentUser, SessionGuard } from '../platform/http/session.guard.js';
import type { SessionUser } from '../platform/http/session-user.js';
import { ProductFault } from '../platform/http/trpc.js';
import { Creation } from './creation.js';
import { ownTask } from './lifecycle.js';
import { disposition, isUnchanged, parseRange, SizedPictures, WIDTHS, type Width } from './media.js';
import type { Picture, Task } from './task.js';

/** A picture never changes under its address; only its owner's own cache may keep it. */
const CACHING = 'private, max-age=31536000, immutable';

const isWidth = (value: number): value is Width => WIDTHS.some((width) => width === value);

/** What has been made, for its owner alone. Somebody else's picture is as if there were none. */
@Controller('api/media')
@UseGuards(SessionGuard)
export class MediaController {
  private readonly sized: SizedPictures;

  constructor(private readonly creation: Creation) {
    this.sized = new SizedPictures(creation.blobs);
  }

  /** The picture as it was made (PNG, with ranges), or as WebP of a given width. */
  @Get(':taskId/:index')
  async picture(
    @CurrentUser() user: SessionUser, @Param('taskId') taskId: string, @Param('index') index: string,
    @Query('w') width: string | undefined, @Query('download') download: string | undefined,
    @Headers('range') range: string | undefined, @Headers('if-range') ifRange: string | undefined, @Headers('if-none-match') known: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const task = await this.task(user, taskId);
    const picture = pictureOf(task, index);
    const wanted = width === undefined ? undefined : Number(width);
    if (wanted !== undefined && !isWidth(wanted)) throw new ProductFault(productError('VALIDATION_ERROR', { field: 'w' }));
    const tag = `"${picture.hash.slice(0, 32)}${wanted === undefined ? '' : `-${wanted}`}"`;
    void reply.header('cache-control', CACHING).header('etag', tag).header('vary', 'Cookie');
    if (isUnchanged(known, tag)) return void reply.status(304).send();
    if (wanted === undefined && download !== undefined) void reply.header('content-disposition', disposition(task.input.prompt, picture.seed));
    return wanted === undefined ? this.original(reply, picture, ifRange === undefined || ifRange === tag ? range : undefined) : this.small(reply, picture, wanted);
  }

  /** The newest partial picture of an output that is being drawn. */
  @Get(':taskId/:index/preview')
  async preview(@CurrentUser() user: SessionUser, @Param('taskId') taskId: string, @Param('index') index: string, @Res() reply: FastifyReply): Promise<void> {
    const task = await this.task(user, taskId);
    const found = /^\d$/.test(index) ? this.creation.live.preview(task.id, Number(index)) : undefined;
    if (found === undefined) throw new ProductFault(productError('IMAGE_NOT_FOUND'));
    return void reply.header('cache-control', 'no-store').type(found.preview.type).send(Buffer.from(found.preview.bytes));
  }

  private async task(user: SessionUser, taskId: string): Promise<Task> {
    // A text from outside: it is only compared.
    const found = await ownTask(this.creation.tasks, user.id, taskId as TaskId);
    if (!found.ok) throw new ProductFault(found.error);
    return found.value.document;
  }

  private async original(reply: FastifyReply, picture: Picture, header: string | undefined): Promise<void> {
    const range = parseRange(header, picture.bytes);
    void reply.header('accept-ranges', 'bytes').type('image/png');
    if (range === 'unsatisfiable') return void reply.status(416).header('content-range', `bytes */${picture.bytes}`).header('cache-control', 'no-store').send();
    const content = await this.creation.blobs.read(picture.hash, range);
    if (content === undefined) throw new ProductFault(productError('IMAGE_NOT_FOUND'));
    if (range !== undefined) void reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${picture.bytes}`);
    return void reply.header('content-length', range === undefined ? picture.bytes : range.end - range.start + 1).send(Readable.from(content, { objectMode: false }));
  }

  private async small(reply: FastifyReply, picture: Picture, width: Width): Promise<void> {
    const made = await this.sized.get(picture.hash, width);
    if (made === undefined) throw new ProductFault(productError('IMAGE_NOT_FOUND'));
    return void reply.type('image/webp').send(Buffer.from(made));
  }
}

function pictureOf(task: Task, index: string): Picture {
  const output = task.status === 'reserving' || !/^\d$/.test(index) ? undefined : task.outputs[Number(index)];
  if (output?.state !== 'ready') throw new ProductFault(productError('IMAGE_NOT_FOUND'));
  return output;
}
