import { Server } from '@tus/server';
import { z } from 'zod';
import { defined } from '../../kernel/defined.shared.js';
import { HTTP_STATUS, productError, type ProductError, type TransportCode } from '../../kernel/errors.shared.js';
import type { UserId } from '../../kernel/ids.js';
import { describeError, toTrpcError, type ErrorData } from '../../platform/http/trpc/trpc.js';
import { StoreUnavailable } from '../../platform/unavailable.js';
import { UPLOAD_LIMITS, UPLOAD_PURPOSES, type UploadPurpose } from './upload.shared.js';
import type { Uploads } from './uploads.js';

/** Path of resumable uploads. */
export const TUS_PATH = '/api/uploads/tus';

/** Caller and refusal of a request, which the library hands to each of its hooks. */
interface Call {
  readonly owner: UserId;
  fault?: ErrorData;
}

/** A response of the protocol (tus 1.0.0). Error bodies use the product's own format. */
export interface TusAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly error?: ErrorData;
}

const CODES: Readonly<Record<number, TransportCode>> = {
  401: 'UNAUTHORIZED',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  410: 'NOT_FOUND',
  412: 'PRECONDITION_FAILED',
  413: 'PAYLOAD_TOO_LARGE',
  500: 'INTERNAL_SERVER_ERROR',
  501: 'NOT_IMPLEMENTED',
};

const tooLarge: ErrorData = {
  identifier: 'PAYLOAD_TOO_LARGE',
  params: { limit: UPLOAD_LIMITS.bytes },
  code: 'PAYLOAD_TOO_LARGE',
  httpStatus: HTTP_STATUS.PAYLOAD_TOO_LARGE,
};

function faultOf(status: number): ErrorData {
  const code = CODES[status] ?? 'BAD_REQUEST';
  return code === 'PAYLOAD_TOO_LARGE'
    ? tooLarge
    : { identifier: code, params: {}, code, httpStatus: HTTP_STATUS[code] };
}

const purposeIn = z.enum(UPLOAD_PURPOSES).catch('image');
const uploadId = z.uuid();

/** Resumable uploads by the tus protocol. An upload exists only for the user who started it. */
export class TusUploads {
  private readonly server: Server;
  private readonly calls = new WeakMap<Request, Call>();

  constructor(private readonly uploads: Uploads) {
    const { incomingFiles } = uploads;
    this.server = new Server({
      path: TUS_PATH,
      datastore: incomingFiles.datastore,
      ...defined({ locker: incomingFiles.locker }),
      relativeLocation: true,
      maxSize: UPLOAD_LIMITS.bytes,
      // Requests from this server's own pages need no CORS, and no other origin is allowed.
      allowedOrigins: () => false,
      getFileIdFromRequest: (_request, last) => {
        const { data } = uploadId.safeParse(last);
        return data === undefined ? undefined : incomingFiles.nameOf(data);
      },
      namingFunction: async (request, metadata) =>
        incomingFiles.nameOf(
          await this.begin(
            this.callOf(request),
            request.headers.get('upload-length'),
            purposeIn.parse(metadata?.['purpose']),
          ),
        ),
      onResponseError: (request, error) => {
        // Refusals of the protocol and our own already carry a status.
        if (!('status_code' in error) && (error instanceof StoreUnavailable || incomingFiles.isAway(error)))
          this.callOf(request).fault = dataOf(productError('TRY_AGAIN'));
        return undefined;
      },
      onIncomingRequest: async (request, id) => {
        const call = this.callOf(request);
        if (request.method !== 'POST') await this.admit(call, idOf(id));
        // The disk may have filled up since the upload began.
        if (request.method === 'PATCH' && !(await this.uploads.hasRoom(0)))
          throw refuse(call, dataOf(productError('IMAGE_UPLOAD_FAILED')));
      },
    });
  }

  /**
   * Answers one request.
   * @param body streamed to disk; only read for an upload of this owner
   */
  async handle(owner: UserId, request: Request): Promise<TusAnswer> {
    const call: Call = { owner };
    this.calls.set(request, call);
    const answer = await this.server.handleWeb(request);
    const headers = new Map(
      [...answer.headers].filter(([name]) => name !== 'content-length' && name !== 'content-type'),
    );
    // The library's name may contain the file's storage path; the public address must not depend on that.
    const location = headers.get('location');
    if (location !== undefined) headers.set('location', `${TUS_PATH}/${idOf(location)}`);
    if (answer.status < 400) return { status: answer.status, headers };
    const error = call.fault ?? faultOf(answer.status);
    return { status: error.httpStatus, headers, error };
  }

  private async begin(call: Call, announced: string | null, purpose: UploadPurpose): Promise<string> {
    const bytes = Number(announced ?? Number.NaN);
    if (!Number.isSafeInteger(bytes) || bytes < 0) throw refuse(call, faultOf(400));
    if (bytes > UPLOAD_LIMITS.bytes) throw refuse(call, tooLarge);
    const begun = await this.uploads.begin(call.owner, purpose, bytes, 'parts');
    if (!begun.ok) throw refuse(call, dataOf(begun.error));
    return begun.value.id;
  }

  private async admit(call: Call, id: string): Promise<void> {
    if (!(await this.uploads.isArriving(call.owner, id))) throw refuse(call, faultOf(404));
  }

  private callOf(request: Request): Call {
    const call = this.calls.get(request);
    if (call === undefined) throw new Error('an upload protocol hook ran outside a request');
    return call;
  }
}

/** The error that a library hook throws for a refusal. */
function refuse(call: Call, fault: ErrorData): Error {
  call.fault = fault;
  return Object.assign(new Error(fault.identifier), { status_code: fault.httpStatus, body: fault.identifier });
}

/** The upload's id, from the library's name for it. */
const idOf = (name: string): string => name.split('/').at(-1) ?? '';

const dataOf = (error: ProductError): ErrorData => describeError(toTrpcError(error)).data;
