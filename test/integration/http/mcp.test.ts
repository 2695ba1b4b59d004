import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { z } from 'zod';
import { answerLine } from '../../../src/public-api/mcp/server.js';
import { Kinora } from '../../../src/public-api/client/client.js';
import { clientModule } from '../../clients/clients.js';
import { childEnvironment } from '../../services/environment.js';
import { claimAdmin, creating, PATIENCE } from '../../support/people/creating.js';

/** What the test uses of the package `@modelcontextprotocol/sdk`. */
interface McpClient {
  connect(transport: unknown): Promise<void>;
  listTools(): Promise<{ readonly tools: readonly { readonly name: string; readonly inputSchema: object }[] }>;
  callTool(call: { readonly name: string; readonly arguments: object }): Promise<unknown>;
  close(): Promise<void>;
}
type NewClient = new (info: { readonly name: string; readonly version: string }) => McpClient;
type NewTransport = new (server: {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}) => unknown;

const result = z.looseObject({
  isError: z.boolean().optional(),
  content: z.array(z.looseObject({ type: z.string(), text: z.string().optional(), data: z.string().optional() })),
});

describe('the MCP server, called by the SDK', () => {
  const here = creating('mcp');
  let client: McpClient;
  beforeAll(async () => {
    const owner = await here.arrive();
    await claimAdmin(here, owner);
    const { secret } = await owner.api.apiKey.create.mutate({ name: 'Assistant', scopes: ['create', 'read'] });
    // The package exports these under these names.
    const { Client } = (await clientModule('@modelcontextprotocol/sdk/client/index.js')) as { Client: NewClient };
    const { StdioClientTransport } = (await clientModule('@modelcontextprotocol/sdk/client/stdio.js')) as {
      StdioClientTransport: NewTransport;
    };
    client = new Client({ name: 'test', version: '1' });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: ['dist/public-api/mcp/main.js'],
        env: childEnvironment({ KINORA_URL: here.server.url, KINORA_KEY: secret }),
      }),
    );
  }, PATIENCE);
  afterAll(() => client.close());
  const call = async (name: string, input: object = {}) =>
    result.parse(await client.callTool({ name, arguments: input }));
  const answerOf = async (name: string, input: object = {}): Promise<unknown> =>
    JSON.parse((await call(name, input)).content[0]?.text ?? '');

  it(
    'lists procedures, says the price, creates, waits, and fetches the image',
    async () => {
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual([
        'list_procedures',
        'describe_procedure',
        'price',
        'create',
        'wait',
        'fetch',
      ]);
      const procedure = 'text2Image.create';
      expect(await answerOf('list_procedures')).toContainEqual({
        procedure,
        summary: expect.any(String),
        models: expect.arrayContaining(['preview']),
      });
      expect(await answerOf('describe_procedure', { procedure })).toMatchObject({ required: ['model', 'prompt'] });
      const input = { model: 'preview', prompt: 'a fox in the snow', aspect: '16:9' };
      expect(await answerOf('price', { procedure, input })).toEqual({ credits: 1 });
      const { id: task } = z
        .looseObject({ id: z.string() })
        .parse(await answerOf('create', { procedure, input, maxCredits: 1, idempotencyKey: 'fox' }));
      expect(await answerOf('wait', { task, seconds: 120 })).toMatchObject({ status: 'succeeded', captured: 1 });
      const [image] = (await call('fetch', { task })).content;
      expect(image?.type).toBe('image');
      expect(await sharp(Buffer.from(image?.data ?? '', 'base64')).metadata()).toMatchObject({
        width: 1_024,
        height: 576,
      });
    },
    PATIENCE,
  );

  it(
    'says what was refused, so that it can be corrected',
    async () => {
      const input = { model: 'preview', prompt: 'a fox in the snow', count: 9 };
      const refused = await call('create', { procedure: 'text2Image.create', input, maxCredits: 1 });
      expect(refused.isError).toBe(true);
      expect(JSON.parse(refused.content[0]?.text ?? '')).toMatchObject({
        code: 'VALIDATION_ERROR',
        fields: [{ field: 'count', reason: 'too-large', limit: 4 }],
      });
      expect(await call('price', { procedure: 'no.such', input })).toMatchObject({ isError: true });
      await expect(client.callTool({ name: 'fly', arguments: {} })).rejects.toMatchObject({ code: -32_602 });
    },
    PATIENCE,
  );

  it('answers damaged and unknown messages by the codes of JSON-RPC, and no notification', async () => {
    const kinora = new Kinora({ url: here.server.url });
    const codeOf = async (line: string): Promise<unknown> =>
      z.object({ error: z.object({ code: z.number() }) }).parse(JSON.parse((await answerLine(kinora, line)) ?? ''))
        .error.code;
    expect(await codeOf('{')).toBe(-32_700);
    expect(await codeOf('{"method":"ping"}')).toBe(-32_600);
    expect(await codeOf('{"jsonrpc":"2.0","id":1,"method":"fly"}')).toBe(-32_601);
    expect(await answerLine(kinora, '{"jsonrpc":"2.0","method":"notifications/initialized"}')).toBeUndefined();
  });
});
