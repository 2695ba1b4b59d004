import { existsSync } from 'node:fs';
import { findProgram } from '../support/servers/programs.js';
import { programPath } from './programs.mjs';
import type { Service } from './service.js';
import { ServiceMissing, startService } from './service.js';

export interface MinioService extends Service {
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** With which each MinIO of the tests is entered. */
export const MINIO_KEYS = { region: 'us-east-1', accessKeyId: 'kinora-tests', secretAccessKey: 'only-for-tests' };

/** Why MinIO cannot be started here; undefined when it can. */
export function minioMissing(): string | undefined {
  if (existsSync(programPath('minio'))) return undefined;
  return findProgram('go') === undefined
    ? 'go is not here to build MinIO (Debian: golang)'
    : 'MinIO is not built (npm run services)';
}

/** A server of S3's protocol without buckets. @throws ServiceMissing */
export async function startMinio(): Promise<MinioService> {
  const missing = minioMissing();
  if (missing !== undefined) throw new ServiceMissing(missing);
  const service = await startService({
    name: 'minio',
    url: (port) => `http://127.0.0.1:${port}`,
    command: (port, folder) => ({
      file: programPath('minio'),
      args: ['server', '--quiet', '--address', `127.0.0.1:${port}`, folder],
      env: {
        MINIO_ROOT_USER: MINIO_KEYS.accessKeyId,
        MINIO_ROOT_PASSWORD: MINIO_KEYS.secretAccessKey,
        MINIO_BROWSER: 'off',
        MINIO_UPDATE: 'off',
        MINIO_CI_CD: '1',
        HOME: folder,
      },
    }),
    // Its own word of health comes before it takes calls: until it does, it does not even refuse a stranger.
    ready: async (port) =>
      (await fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(2_000) })).status === 403,
  });
  return { ...service, ...MINIO_KEYS };
}
