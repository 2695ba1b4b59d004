import type { S3Settings } from '../../../src/platform/blobs/s3.js';
import { minioMissing, startMinio, type MinioService } from '../../services/minio.js';

const own = process.env['S3_ENDPOINT'];
let server: Promise<MinioService> | undefined;

/** Why there is no S3 here to try; undefined when there is one. */
export const s3Missing = (): string | undefined => (own === undefined ? minioMissing() : undefined);

/** Settings for a bucket of a name of its own: at the server that `S3_ENDPOINT` names, else at a MinIO that this file's tests share. */
export async function freshBucket(): Promise<S3Settings> {
  const bucket = `kinora-test-${crypto.randomUUID()}`;
  if (own !== undefined) {
    const [accessKeyId, secretAccessKey] = [process.env['S3_ACCESS_KEY_ID'], process.env['S3_SECRET_ACCESS_KEY']];
    return { endpoint: own, region: process.env['S3_REGION'] ?? 'us-east-1', bucket, ...(accessKeyId === undefined || secretAccessKey === undefined ? {} : { accessKeyId, secretAccessKey }) };
  }
  const { url, region, accessKeyId, secretAccessKey } = await (server ??= startMinio());
  return { endpoint: url, region, bucket, accessKeyId, secretAccessKey };
}

/** Ends the MinIO that was started, if one was. */
export async function stopS3(): Promise<void> {
  const started = server;
  server = undefined;
  await (await started)?.stop();
}
