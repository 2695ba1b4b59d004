import type { HttpAdapterHost } from '@nestjs/core';
import type { Server } from 'node:http';

/**
 * Origin of links in emails: the operator's setting, otherwise this machine. Never the `Host` header of a request,
 * because a stranger could then direct another user's token to their own site.
 * @returns without a trailing slash
 */
export function letterOrigin(
  config: { readonly publicUrl?: string; readonly port: number },
  host: HttpAdapterHost,
): string {
  if (config.publicUrl !== undefined) return config.publicUrl;
  // Absent when no server is running, as in an operator's command.
  const adapter = host.httpAdapter as HttpAdapterHost['httpAdapter'] | undefined;
  const address = (adapter?.getHttpServer() as Server | undefined)?.address();
  return `http://localhost:${typeof address === 'object' && address !== null ? address.port : config.port}`;
}
