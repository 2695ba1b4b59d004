import { NestFactory } from '@nestjs/core';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Server } from 'node:http';
import { createAppRouter, type AppRouter } from './app-router.js';
import { AppModule } from './app.module.js';
import type { Config } from './config.js';
import { configureHttp, createAdapter } from './platform/http/server.js';
import type { SessionReader } from './platform/http/session-user.js';
import { openWeb, type Web } from './platform/http/web.js';
import { serveNoApi } from './platform/http/without-api.js';
import type { PlatformParts } from './platform/platform.module.js';
import { SESSION_READER } from './platform/tokens.js';

/** A running Kinora. */
export interface App {
  /** `http://host:port`, with the port it really has. */
  readonly url: string;
  readonly port: number;
  readonly router: AppRouter;
  readonly nest: NestFastifyApplication;
  /** Lets what is under way end, then stops. The platform's parts stay open: they belong to whoever opened them. */
  close(): Promise<void>;
}

/**
 * Starts the roles that the configuration asks for, on parts already open.
 * @param webDir of the web app; used with the role `web`
 * @throws what Node says of the port (EADDRINUSE, EACCES), or what a module says while it starts
 */
export async function startApp(parts: PlatformParts, config: Config, webDir: string): Promise<App> {
  const adapter = createAdapter(config, parts.random);
  const nest = await NestFactory.create<NestFastifyApplication>(AppModule.forRoot(parts, config), adapter, {
    bodyParser: false,
    abortOnError: false,
    logger: nestLogger(parts),
  });
  const router = createAppRouter({ commands: nest.get(CommandBus), queries: nest.get(QueryBus) });
  let web: Web | undefined;
  const servedWeb = (): Web => {
    if (web === undefined) throw new Error('the web app is asked for before it is open');
    return web;
  };
  await configureHttp(nest, {
    network: config,
    development: config.mode === 'development',
    router,
    sessions: nest.get<SessionReader>(SESSION_READER),
    logger: parts.logger,
    metrics: parts.metrics,
    ...(config.roles.has('web') ? { web: servedWeb } : {}),
  });
  if (!config.roles.has('api')) serveNoApi(nest.getHttpAdapter().getInstance());
  try {
    await nest.init();
    const server: Server = nest.getHttpServer();
    if (config.roles.has('web')) web = await openWeb({ dir: webDir, dev: config.mode === 'development', server, host: config.host, port: config.port });
    // By Fastify rather than Nest, which logs a refused port on its own besides throwing it.
    await nest.getHttpAdapter().getInstance().listen({ port: config.port, host: config.host });
    const address = server.address();
    const port = address === null || typeof address === 'string' ? config.port : address.port;
    return { url: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`, port, router, nest, close: () => close(nest, web) };
  } catch (error) {
    await close(nest, web);
    throw error;
  }
}

async function close(nest: NestFastifyApplication, web: Web | undefined): Promise<void> {
  await nest.close();
  await web?.close();
}

/** Nest's own words: what goes wrong is logged, what it does while it starts is not news. */
function nestLogger({ logger }: PlatformParts) {
  return {
    log: (message: unknown) => logger.debug({}, String(message)),
    warn: (message: unknown) => logger.warn({}, String(message)),
    error: (message: unknown) => logger.error({}, String(message)),
  };
}
