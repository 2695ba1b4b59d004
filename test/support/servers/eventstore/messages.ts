import { status, Metadata, type StatusObject } from '@grpc/grpc-js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import rpc from '@eventstore/db-client/generated/status_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import any from 'google-protobuf/google/protobuf/any_pb.js';
import empty from 'google-protobuf/google/protobuf/empty_pb.js';
import type { Appended, Expected, Proposed, Stored } from './log.js';

/** −1 as an unsigned number of 64 bits. */
export const NO_POSITION = '18446744073709551615';
const TICKS_PER_MILLISECOND = 10_000n;

const nameOf = (stream: { getStreamName_asU8(): Uint8Array } | undefined): string =>
  Buffer.from(stream?.getStreamName_asU8() ?? []).toString('utf8');

export const streamOf = nameOf;

export function identifier(stream: string): InstanceType<typeof shared.StreamIdentifier> {
  return new shared.StreamIdentifier().setStreamName(Buffer.from(stream).toString('base64'));
}

/**
 * An event as a read or a subscription answers it; without its place when it was read by stream, as the server does.
 */
export function eventMessage(event: Stored, withPosition: boolean): InstanceType<typeof streams.ReadResp> {
  const position = withPosition ? String(event.position) : NO_POSITION;
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent()
    .setId(new shared.UUID().setString(event.id))
    .setStreamIdentifier(identifier(event.stream))
    .setStreamRevision(String(event.revision))
    .setCommitPosition(position)
    .setPreparePosition(position)
    .setData(event.data)
    .setCustomMetadata(event.metadata);
  recorded
    .getMetadataMap()
    .set('type', event.type)
    .set('content-type', event.contentType)
    .set('created', String(BigInt(event.created) * TICKS_PER_MILLISECOND));
  const read = new streams.ReadResp.ReadEvent().setEvent(recorded);
  if (withPosition) read.setCommitPosition(position);
  else read.setNoPosition(new shared.Empty());
  return new streams.ReadResp().setEvent(read);
}

export function checkpointMessage(
  commit: number | typeof NO_POSITION,
  prepare = commit,
): InstanceType<typeof streams.ReadResp> {
  return new streams.ReadResp().setCheckpoint(
    new streams.ReadResp.Checkpoint().setCommitPosition(String(commit)).setPreparePosition(String(prepare)),
  );
}

interface ProposedMessage {
  getId(): { getString(): string } | undefined;
  getMetadataMap(): { get(key: string): string | undefined };
  getData_asB64(): string;
  getCustomMetadata_asB64(): string;
}

export function proposed(message: ProposedMessage): Proposed {
  return {
    id: message.getId()?.getString() ?? '',
    type: message.getMetadataMap().get('type') ?? '',
    contentType: message.getMetadataMap().get('content-type') ?? '',
    data: message.getData_asB64(),
    metadata: message.getCustomMetadata_asB64(),
  };
}

interface ExpectedMessage {
  hasNoStream(): boolean;
  hasAny(): boolean;
  hasStreamExists(): boolean;
}

/** @param revision what stands when none of the others is said */
export function expectedOf(message: ExpectedMessage, revision: string): Expected {
  if (message.hasNoStream()) return -1;
  if (message.hasAny()) return 'any';
  return message.hasStreamExists() ? 'exists' : Number(revision);
}

export function tooLarge(limit: number): Partial<StatusObject> {
  const metadata = new Metadata();
  metadata.set('exception', 'maximum-append-size-exceeded');
  metadata.set('maximum-append-size', String(limit));
  return { code: status.INVALID_ARGUMENT, details: `Maximum Append Size of ${limit} Exceeded.`, metadata };
}

/** The answer of Append. */
export function appendMessage(
  appended: Exclude<Appended, { outcome: 'too large' }>,
  expected: Expected,
): InstanceType<typeof streams.AppendResp> {
  if (appended.outcome === 'wrong') {
    const wrong = new streams.AppendResp.WrongExpectedVersion();
    if (appended.current < 0) wrong.setCurrentNoStream(new shared.Empty());
    else wrong.setCurrentRevision(String(appended.current));
    if (expected === 'any') wrong.setExpectedAny(new shared.Empty());
    else if (expected === 'exists') wrong.setExpectedStreamExists(new shared.Empty());
    else if (expected < 0) wrong.setExpectedNoStream(new shared.Empty());
    else wrong.setExpectedRevision(String(expected));
    return new streams.AppendResp().setWrongExpectedVersion(wrong);
  }
  const success = new streams.AppendResp.Success();
  if (appended.revision < 0) success.setNoStream(new shared.Empty());
  else success.setCurrentRevision(String(appended.revision));
  if (appended.position === undefined) success.setNoPosition(new shared.Empty());
  else
    success.setPosition(
      new streams.AppendResp.Position()
        .setCommitPosition(String(appended.position))
        .setPreparePosition(String(appended.position)),
    );
  return new streams.AppendResp().setSuccess(success);
}

/** The answer to an append of BatchAppend that comes after its deadline, by the server's clock. */
export function lateMessage(
  correlation: InstanceType<typeof shared.UUID> | undefined,
  stream: string,
): InstanceType<typeof streams.BatchAppendResp> {
  const details = new any.Any();
  details.pack(new shared.Timeout().serializeBinary(), 'event_store.client.Timeout');
  return new streams.BatchAppendResp()
    .setCorrelationId(correlation)
    .setStreamIdentifier(identifier(stream))
    .setError(new rpc.Status().setMessage('late').setDetails(details));
}

/** The answer to one append of BatchAppend. @param limit the most bytes of an append */
export function batchMessage(
  appended: Appended,
  correlation: InstanceType<typeof shared.UUID> | undefined,
  stream: string,
  limit: number,
): InstanceType<typeof streams.BatchAppendResp> {
  const response = new streams.BatchAppendResp().setCorrelationId(correlation).setStreamIdentifier(identifier(stream));
  if (appended.outcome === 'appended') {
    const success = new streams.BatchAppendResp.Success();
    if (appended.revision < 0) success.setNoStream(new empty.Empty());
    else success.setCurrentRevision(String(appended.revision));
    if (appended.position === undefined) success.setNoPosition(new empty.Empty());
    else
      success.setPosition(
        new shared.AllStreamPosition()
          .setCommitPosition(String(appended.position))
          .setPreparePosition(String(appended.position)),
      );
    return response.setSuccess(success);
  }
  const details = new any.Any();
  if (appended.outcome === 'wrong') {
    const wrong = new shared.WrongExpectedVersion();
    if (appended.current < 0) wrong.setCurrentNoStream(new empty.Empty());
    else wrong.setCurrentStreamRevision(String(appended.current));
    details.pack(wrong.serializeBinary(), 'event_store.client.WrongExpectedVersion');
  } else {
    details.pack(
      new shared.MaximumAppendSizeExceeded().setMaxappendsize(limit).serializeBinary(),
      'event_store.client.MaximumAppendSizeExceeded',
    );
  }
  return response.setError(new rpc.Status().setMessage(appended.outcome).setDetails(details));
}
