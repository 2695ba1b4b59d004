import type { S3Settings } from '../../../src/platform/blobs/s3.js';
import { MINIO_KEYS } from '../../services/minio.js';
import { s3Server } from './servers.js';

/**
 * Settings for a bucket of a name of its own, at the server that `S3_ENDPOINT` names with its keys, else at a MinIO.
 */
export async function freshBucket(): Promise<S3Settings> {
  const {
    S3_REGION: region = MINIO_KEYS.region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = process.env;
  const keys =
    accessKeyId === undefined || secretAccessKey === undefined ? MINIO_KEYS : { accessKeyId, secretAccessKey };
  return { ...keys, endpoint: await s3Server.url(), region, bucket: `kinora-test-${crypto.randomUUID()}` };
}
