import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { AddressInfo } from 'node:net';
import 'reflect-metadata';
import { ApiOrigins } from '../../../src/platform/http/security/api-origins.js';
import type { NetworkSettings } from '../../../src/platform/http/request.js';
import { configureHttp, createAdapter } from '../../../src/platform/http/server.js';
import { OpsModule } from '../../../src/platform/platform.module.js';
import { testParts } from '../servers/app.js';

/** A process that sends calls on, without the pages that it would serve. */
export interface Pages {
  /** Without a slash at the end. */
  readonly url: string;
  close(): Promise<void>;
}

/** Starts one on a free port. @param apis where calls go */
export async function startForwarding(
  apis: readonly string[],
  network: NetworkSettings = { trustProxy: false },
): Promise<Pages> {
  const parts = testParts({ now: () => Date.now() }, [], {});
  const origins = new ApiOrigins(apis);
  const nest = await NestFactory.create<NestFastifyApplication>(
    OpsModule.forRoot(parts),
    createAdapter(network, parts.random, true),
    { bodyParser: false, abortOnError: false, logger: false },
  );
  await configureHttp(nest, {
    network: { ...network, requestsPerAddress: 0, streamsPerAddress: 0, streamsPerProcess: 0 },
    development: false,
    elsewhere: origins,
    logger: parts.logger,
    metrics: parts.metrics,
  });
  parts.health.register('api', origins.check);
  await nest.init();
  await origins.start();
  await nest.getHttpAdapter().getInstance().listen({ port: 0, host: '127.0.0.1' });
  const { port } = nest.getHttpServer().address() as AddressInfo; // listens on a port, so it is no pipe's name
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      await nest.close();
      await origins.stop();
    },
  };
}
