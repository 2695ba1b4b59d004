import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Server } from 'node:http';
import { createAppRouter, type AppRouter } from './app-router.js';
import { AppModule } from './app.module.js';
import type { Config } from './config.js';
import { widgetOrigins } from './identity/human-check/settings.shared.js';
import { ApiOrigins } from './platform/http/security/api-origins.js';
import { serveMetrics } from './platform/http/metrics-server.js';
import { configureHttp, createAdapter, type HttpParts } from './platform/http/server.js';
import type { OperatorLog } from './platform/http/operator-log.js';
import type { ApiKeyReader } from './platform/http/security/api-key.js';
import type { SessionReader, TierReader } from './platform/http/security/session-user.js';
import type { RateLimit } from './platform/rate-limit/port.js';
import { callByPath } from './platform/http/trpc/trpc.js';
import { readBuild } from './platform/http/build.js';
import { openWeb, type Web } from './platform/http/pages/web.js';
import { serveNoApi } from './platform/http/forward/without-api.js';
import { OpsModule, type OpsParts, type PlatformParts } from './platform/platform.module.js';
import { ProductClock } from './platform/product-clock.js';
import { API_KEY_READER, OPERATOR_LOG, RATE_LIMIT, SESSION_READER, TIER_READER } from './platform/tokens.js';
import { mountPublicApi } from './public-api/index.js';

/** A listening process. */
export interface Listening {
  /** `http://host:port`, with the actual port. */
  readonly url: string;
  readonly port: number;
  readonly nest: NestFastifyApplication;
  /** Finishes work in progress, then stops. The platform stays open, because its opener closes it. */
  close(): Promise<void>;
}

/** A running Kinora. */
export interface App extends Listening {
  readonly router: AppRouter;
}

/**
 * Starts the roles that the configuration requests, on parts already open.
 * @param config with `DATA_DIR` as the folder that is this process's alone
 * @param webDir of the web app; used with the role `web`
 * @throws what Node says of the port (EADDRINUSE, EACCES), or what a module says while it starts
 */
export async function startApp(parts: PlatformParts, config: Config, webDir: string): Promise<App> {
  const nest = await createNest(AppModule.forRoot(parts, config), parts, config);
  const router = createAppRouter({ commands: nest.get(CommandBus), queries: nest.get(QueryBus) });
  const clock = nest.get(ProductClock);
  const tiers = nest.get<TierReader>(TIER_READER);
  const call = callByPath(router);
  const listening = await serve(nest, parts, config, webDir, {
    router,
    sessions: nest.get<SessionReader>(SESSION_READER),
    tiers,
    operators: nest.get<OperatorLog>(OPERATOR_LOG),
    ahead: () => clock.ahead,
    mount: (fastify, live) =>
      mountPublicApi(fastify, {
        call,
        live,
        keys: nest.get<ApiKeyReader>(API_KEY_READER),
        tiers,
        rateLimit: nest.get<RateLimit>(RATE_LIMIT),
        random: parts.random,
        network: config,
        logger: parts.logger,
      }),
  });
  return { ...listening, router };
}

/**
 * Starts a process that serves pages and forwards calls; it has no stores.
 * @param webDir of the web app
 * @throws as `startApp`
 */
export async function startPages(parts: OpsParts, config: Config, webDir: string): Promise<Listening> {
  return serve(await createNest(OpsModule.forRoot(parts), parts, config), parts, config, webDir);
}

const sendsCallsOn = ({ roles, apiUrls }: Config): boolean =>
  roles.has('web') && !roles.has('api') && apiUrls.length > 0;

function createNest(module: DynamicModule, parts: OpsParts, config: Config): Promise<NestFastifyApplication> {
  return NestFactory.create<NestFastifyApplication>(module, createAdapter(config, parts.random, sendsCallsOn(config)), {
    bodyParser: false,
    abortOnError: false,
    logger: nestLogger(parts),
  });
}

async function serve(
  nest: NestFastifyApplication,
  parts: OpsParts,
  config: Config,
  webDir: string,
  calls?: HttpParts['calls'],
): Promise<Listening> {
  let web: Web | undefined;
  const servedWeb = (): Web => {
    if (web === undefined) throw new Error('the web app was requested before it was open');
    return web;
  };
  const elsewhere = sendsCallsOn(config) ? new ApiOrigins(config.apiUrls) : undefined;
  await configureHttp(nest, {
    network: config,
    development: config.mode === 'development',
    widgetOrigins: widgetOrigins(config.humanCheck),
    ...(calls ? { calls } : {}),
    build: readBuild(),
    ...(elsewhere ? { elsewhere } : {}),
    logger: parts.logger,
    metrics: parts.metrics,
    ...(config.roles.has('web') ? { web: servedWeb } : {}),
  });
  const fastify = nest.getHttpAdapter().getInstance();
  if (!config.roles.has('api') && elsewhere === undefined) serveNoApi(fastify);
  let closeMetrics = async (): Promise<void> => {};
  const close = async (): Promise<void> => {
    await nest.close();
    await closeMetrics();
    await web?.close();
    await elsewhere?.stop();
  };
  try {
    await nest.init();
    const server: Server = nest.getHttpServer();
    if (config.roles.has('web'))
      web = await openWeb({
        dir: webDir,
        dev: config.mode === 'development',
        server,
        host: config.host,
        port: config.port,
      });
    if (elsewhere !== undefined) {
      parts.health.register('api', elsewhere.check);
      await elsewhere.start();
    }
    if (config.metricsPort !== undefined)
      ({ close: closeMetrics } = await serveMetrics(parts.metrics, { ...config, metricsPort: config.metricsPort }));
    // Listens through Fastify, because Nest logs a refused port in addition to throwing.
    await fastify.listen({ port: config.port, host: config.host });
    const address = server.address();
    const port = address === null || typeof address === 'string' ? config.port : address.port;
    return { url: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`, port, nest, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Nest's logger: errors are logged, startup messages are not. */
function nestLogger({ logger }: OpsParts) {
  return {
    log: (message: unknown) => logger.debug({}, String(message)),
    warn: (message: unknown) => logger.warn({}, String(message)),
    error: (message: unknown) => logger.error({}, String(message)),
  };
}
