import type { HttpAdapterHost } from '@nestjs/core';
import type { Server } from 'node:http';

/**
 * Where links in letters lead: the operator's word, else this machine. Never the `Host` of a request, by which a stranger could
 * have someone's token sent to a place of their own.
 * @returns without a slash at the end
 */
export function letterOrigin(config: { readonly publicUrl?: string; readonly port: number }, host: HttpAdapterHost): string {
  if (config.publicUrl !== undefined) return config.publicUrl;
  // Absent where nothing is served, as in an operator's command.
  const adapter = host.httpAdapter as HttpAdapterHost['httpAdapter'] | undefined;
  const address = (adapter?.getHttpServer() as Server | undefined)?.address();
  return `http://localhost:${typeof address === 'object' && address !== null ? address.port : config.port}`;
}
