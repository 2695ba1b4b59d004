import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ProcedureName } from '../../creation/procedures/registry.shared.js';
import type { SourceRef } from '../../creation/procedures/request.shared.js';
import { productError } from '../../kernel/errors.shared.js';
import { FairSemaphore } from '../../platform/concurrency/semaphore.js';
import { COMPATIBLE_WAIT_MS, RETRY_HEADER } from '../../platform/http/forward/forwarded-paths.js';
import { Streams } from '../../platform/http/limits/streams.js';
import { publicOrigin } from '../../platform/http/request.js';
import { addressGroup } from '../../platform/http/security/address.js';
import { toTrpcError, type Context } from '../../platform/http/trpc/trpc.js';
import type { Admission } from '../admission.js';
import { callInput, requestIdFrom } from '../creations.js';
import type { PublicApiParts } from '../parts.js';
import { taskView } from '../views.js';
import { outputContent, storeFile, type Exchange } from './exchange.js';
import { readyOutputs, whenOver, type Task } from './finished.js';
import { fileIn, formFields, formOf } from './forms.js';
import {
  creationBody,
  edit,
  generation,
  modelFor,
  offeredModel,
  SERVING,
  unmaskedProcedure,
  type ImageRequest,
  type OfferedModel,
} from './images.js';

/** The task of an answer, also of one that is an error. */
const TASK_HEADER = 'kinora-task';
/** Answers that hold whole images in memory: at once, and waiting. */
const WHOLE = { permits: 2, maxWaitingPerKey: 20, maxWaiting: 100 } as const;

/** When to try again if too many requests of a user wait, seconds. */
const WAITS_FULL = 5;

const creationAnswer = z.object({ data: z.unknown() });
const modelList = z.object({ models: z.array(offeredModel) });
/** Addresses without an origin, to be read by this process. */
const task = taskView('');

export type OpenAiParts = PublicApiParts & { readonly admission: Admission };
type Sources = Readonly<Record<string, SourceRef>>;

/** OpenAI's image calls, carried out by the calls of `/api/v1`. */
export class OpenAiCalls {
  private readonly whole = new FairSemaphore(WHOLE);
  private readonly closing = new AbortController();
  /** Requests that wait, limited for each user; they end by themselves. */
  private readonly waits = new Streams({ streamsPerAddress: 0, streamsPerProcess: 0 });

  constructor(
    private readonly fastify: Pick<FastifyInstance, 'inject'>,
    private readonly parts: OpenAiParts,
  ) {}

  /** Ends every wait, so that a server which closes need not wait for images. The creations go on. */
  close(): void {
    this.closing.abort();
  }

  /** Images of a prompt. @throws TRPCError; ZodError */
  async generate(request: FastifyRequest, reply: FastifyReply) {
    return this.create(this.exchange(request, reply), 'text2Image.create', generation.parse(request.body));
  }

  /** An image changed by a prompt, within a mask if there is one. @throws TRPCError; ZodError */
  async change(request: FastifyRequest, reply: FastifyReply) {
    const exchange = this.exchange(request, reply);
    const form = await formOf(request);
    const wanted = edit.parse(formFields(form));
    const [image, mask] = [fileIn(form, 'image'), fileIn(form, 'mask')];
    if (image === undefined) throw toTrpcError(productError('VALIDATION_ERROR', { field: 'image' }));
    const { call } = this.parts;
    const procedure =
      mask === undefined ? unmaskedProcedure(await this.models(exchange.context), wanted.model) : 'imageTools.painting';
    const sources = {
      image: await storeFile(call, exchange, image, 'image'),
      ...(mask === undefined ? {} : { mask: await storeFile(call, exchange, mask, 'alpha-mask') }),
    };
    // The result may take minutes, in which others send their files.
    request.body = undefined;
    this.parts.admission.releaseFile(request);
    return this.create(exchange, procedure, wanted, sources);
  }

  /** Models that serve one of these requests. */
  async list(request: FastifyRequest) {
    const { admission } = this.parts;
    const models = await this.models(admission.contextOf(request, admission.callerOf(request)));
    return models
      .filter(({ procedures }) => SERVING.some((procedure) => procedures.includes(procedure)))
      .map(({ id, connectedAt = 0 }) => ({
        id,
        object: 'model',
        created: Math.floor(connectedAt / 1_000),
        owned_by: 'kinora',
      }));
  }

  /** @throws TRPCError MODEL_NOT_SUPPORTED */
  async model(request: FastifyRequest, wanted: string) {
    const found = (await this.list(request)).find(({ id }) => id === wanted);
    if (found === undefined) throw toTrpcError(productError('MODEL_NOT_SUPPORTED'));
    return found;
  }

  /** @throws TRPCError TOO_MANY_ATTEMPTS {seconds} if too many requests of the caller wait */
  private exchange(request: FastifyRequest, reply: FastifyReply): Exchange {
    const { admission, random } = this.parts;
    const caller = admission.callerOf(request);
    const left = new AbortController();
    reply.raw.once('close', () => left.abort());
    const whose = caller?.user.id ?? request.ip;
    if (this.waits.add(reply, { whose, address: addressGroup(request.ip) }) !== 'taken')
      throw toTrpcError(productError('TOO_MANY_ATTEMPTS', { seconds: WAITS_FULL }));
    return {
      request,
      reply,
      context: admission.contextOf(request, caller),
      requestId: requestIdFrom(request, caller, random),
      whose,
      signal: AbortSignal.any([left.signal, this.closing.signal, AbortSignal.timeout(COMPATIBLE_WAIT_MS)]),
    };
  }

  private async models(context: Context, procedure?: string): Promise<readonly OfferedModel[]> {
    return modelList.parse(await this.parts.call(context, 'catalog.models', { procedure })).models;
  }

  /** Submits a creation, waits for it, and answers with its images. */
  private async create(exchange: Exchange, procedure: ProcedureName, wanted: ImageRequest, sources?: Sources) {
    const { reply, context, requestId, signal } = exchange;
    const { call } = this.parts;
    const model = modelFor(await this.models(context, procedure), wanted);
    if (model === undefined) throw toTrpcError(productError('MODEL_NOT_SUPPORTED'));
    const input = callInput(creationBody(procedure, wanted, model, sources), requestId);
    const submitted = task.parse(creationAnswer.parse(await call(context, procedure, input)).data);
    const { id } = submitted;
    // From here on, a request repeated without an idempotency key would be another creation.
    void reply.header(TASK_HEADER, id).header(RETRY_HEADER, 'false');
    const look = async (): Promise<Task> => task.parse(await call(context, 'task.get', { id }));
    return this.answer(exchange, await whenOver(submitted, look, signal), wanted);
  }

  private async answer(exchange: Exchange, made: Task, { response_format: format }: ImageRequest) {
    const outputs = readyOutputs(made);
    const origin = publicOrigin(exchange.request, this.parts.network);
    const data =
      format === 'url'
        ? outputs.map(({ url }) => ({ url: `${origin}${url}` }))
        : await this.whole.run(exchange.whose, async () => {
            const images: { readonly b64_json: string }[] = [];
            for (const { url } of outputs) images.push({ b64_json: await outputContent(this.fastify, exchange, url) });
            return images;
          });
    const { width = made.width, height = made.height, type = 'image/png' } = outputs[0] ?? {};
    return {
      created: Math.floor(Date.parse(made.createdAt) / 1_000),
      size: `${width}x${height}`,
      output_format: type.replace(/^image\//, ''),
      data,
    };
  }
}
