import { z } from 'zod';
import type { Kinora } from '../client/client.js';
import { listedTools, runTool } from './tools.js';

/** The Model Context Protocol, in the part that a server of tools needs: JSON-RPC 2.0, one message a line. */

/** Versions of the protocol that mean the same for this server, the newest first. */
const VERSIONS = ['2025-06-18', '2025-03-26', '2024-11-05'] as const;
const SERVER = { name: 'kinora', version: '1' } as const;
/** Error codes of JSON-RPC 2.0, section 5.1. */
const CODES = { parse: -32_700, request: -32_600, method: -32_601, params: -32_602, internal: -32_603 } as const;

const request = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string(),
  params: z.record(z.string(), z.unknown()).default({}),
});
const initialize = z.object({ protocolVersion: z.string() });
const toolCall = z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()).default({}) });

type Outcome = { readonly result: unknown } | { readonly error: { readonly code: number; readonly message: string } };
const failed = (code: number, message: string): Outcome => ({ error: { code, message } });

async function outcomeOf(client: Kinora, { method, params }: z.infer<typeof request>): Promise<Outcome> {
  switch (method) {
    case 'initialize': {
      const wanted = initialize.safeParse(params).data?.protocolVersion;
      const protocolVersion = VERSIONS.find((version) => version === wanted) ?? VERSIONS[0];
      return { result: { protocolVersion, capabilities: { tools: {} }, serverInfo: SERVER } };
    }
    case 'ping':
      return { result: {} };
    case 'tools/list':
      return { result: { tools: listedTools() } };
    case 'tools/call': {
      const call = toolCall.safeParse(params);
      if (!call.success) return failed(CODES.params, 'a tool name is needed');
      const result = await runTool(client, call.data.name, call.data.arguments);
      return result === undefined ? failed(CODES.params, `unknown tool: ${call.data.name}`) : { result };
    }
    default:
      return failed(CODES.method, `unknown method: ${method}`);
  }
}

/** The answer to a line, as a line; undefined for what is not answered. Never throws. */
export async function answerLine(client: Kinora, line: string): Promise<string | undefined> {
  const reply = (id: string | number | null, outcome: Outcome): string =>
    JSON.stringify({ jsonrpc: '2.0', id, ...outcome });
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    return reply(null, failed(CODES.parse, 'not JSON'));
  }
  const read = request.safeParse(message);
  if (!read.success) return reply(null, failed(CODES.request, 'not a request'));
  const { id } = read.data;
  // A notification: nothing depends on any of them.
  if (id === undefined) return undefined;
  try {
    return reply(id, await outcomeOf(client, read.data));
  } catch (error) {
    return reply(id, failed(CODES.internal, error instanceof Error ? error.message : 'failed'));
  }
}
