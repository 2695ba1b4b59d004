import { z } from 'zod';
import {
  creationNamed,
  KinoraError,
  type Creation,
  type Kinora,
  type Operations,
  type Task,
} from '../client/client.js';

/** The tools of the MCP server: the API's operations for models that use tools. */

/** Content of a tool's result, as of the protocol. */
export type Content =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly data: string; readonly mimeType: string };
export interface ToolResult {
  readonly content: readonly Content[];
  readonly isError?: true;
}
interface Tool {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodObject;
  readonly run: (client: Kinora, input: unknown) => Promise<readonly Content[]>;
}

const MAX_WAIT_SECONDS = 300;

const json = (value: unknown): readonly Content[] => [{ type: 'text', text: JSON.stringify(value) }];
const description = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        summary: z.string(),
        requestBody: z.object({ content: z.record(z.string(), z.object({ schema: z.unknown() })) }).optional(),
      }),
    ),
  ),
});
const creationsOf = async (client: Kinora) =>
  Object.entries(description.parse(await client.description()).paths).flatMap(([path, { post }]) =>
    path.startsWith('/creations/') && post !== undefined ? [{ procedure: path.slice('/creations/'.length), post }] : [],
  );

const procedure = z
  .string()
  .transform((name, context) => {
    const found = creationNamed(name);
    if (found === undefined) context.addIssue({ code: 'custom', message: 'no such procedure' });
    return found ?? z.NEVER;
  })
  .describe('A name of list_procedures.');
const creation = z.object({
  procedure,
  input: z.record(z.string(), z.unknown()).describe('As describe_procedure says, with model.'),
});
// The server validates the input.
const bodyOf = (input: Readonly<Record<string, unknown>>) => input as Operations[Creation]['body'];

function tool<Input extends z.ZodObject>(
  name: string,
  about: string,
  input: Input,
  run: (client: Kinora, input: z.infer<Input>) => Promise<readonly Content[]>,
): Tool {
  return { name, description: about, input, run: (client, given) => run(client, input.parse(given)) };
}

async function waited(client: Kinora, task: string, seconds: number): Promise<Task> {
  const limit = AbortSignal.timeout(seconds * 1_000);
  try {
    return await client.waitFor(task, { signal: limit });
  } catch (error) {
    if (!limit.aborted) throw error;
    return client.call('getTask', { path: { id: task } });
  }
}

const TOOLS: readonly Tool[] = [
  tool(
    'list_procedures',
    'Procedures that create images and videos, with the models that serve each.',
    z.object({}),
    async (client) => {
      const { models } = await client.call('listModels');
      return json(
        (await creationsOf(client)).map(({ procedure: name, post }) => ({
          procedure: name,
          summary: post.summary,
          models: models.filter(({ procedures }) => procedures.includes(name)).map(({ id }) => id),
        })),
      );
    },
  ),
  tool(
    'describe_procedure',
    'The JSON schema of a procedure’s input.',
    z.object({ procedure: z.string() }),
    async (client, { procedure: name }) => {
      const found = (await creationsOf(client)).find((one) => one.procedure === name);
      return json(found?.post.requestBody?.content['application/json']?.schema ?? { error: 'no such procedure' });
    },
  ),
  tool(
    'price',
    'The price of a creation in credits. Creates nothing.',
    creation,
    async (client, { procedure: operation, input }) => json({ credits: await client.price(operation, bodyOf(input)) }),
  ),
  tool(
    'create',
    'Submits a creation, which costs credits, and answers with its task.',
    creation.extend({
      maxCredits: z.int().min(0).describe('Refused if it costs more.'),
      idempotencyKey: z.string().min(1).max(200).optional().describe('A repeated call with it creates nothing twice.'),
    }),
    async (client, { procedure: operation, input, maxCredits, idempotencyKey }) =>
      json(
        await client.create(
          operation,
          bodyOf({ ...input, maxCredits }),
          idempotencyKey === undefined ? {} : { idempotencyKey },
        ),
      ),
  ),
  tool(
    'wait',
    'Waits until a task has ended or the time is over, and answers with the task.',
    z.object({ task: z.uuid(), seconds: z.int().min(1).max(MAX_WAIT_SECONDS).default(60) }),
    async (client, { task, seconds }) => json(await waited(client, task, seconds)),
  ),
  tool(
    'fetch',
    'A finished output of a task: an image itself, or the address of a video.',
    z.object({ task: z.uuid(), index: z.int().min(0).max(9).default(0) }),
    async (client, { task: id, index }) => {
      const task = await client.call('getTask', { path: { id } });
      const output = task.outputs[index];
      if (output?.url === undefined || output.type?.startsWith('image/') !== true) return json(output ?? task);
      const file = await client.download(output.url);
      const data = Buffer.from(await file.arrayBuffer()).toString('base64');
      return [{ type: 'image', data, mimeType: output.type }];
    },
  ),
];

/** The tools as a client lists them. */
export const listedTools = () =>
  TOOLS.map(({ name, description: about, input }) => {
    const { $schema: _, ...inputSchema } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
    return { name, description: about, inputSchema };
  });

/**
 * Runs a tool. A refusal is a result that says why, so that the model can act on it.
 * @returns undefined for an unknown tool
 * @throws what `fetch` throws
 */
export async function runTool(client: Kinora, name: string, input: unknown): Promise<ToolResult | undefined> {
  const found = TOOLS.find((one) => one.name === name);
  if (found === undefined) return undefined;
  try {
    return { content: await found.run(client, input) };
  } catch (error) {
    if (error instanceof KinoraError) {
      const { code, params, fields } = error;
      return { content: json({ code, params, fields }), isError: true };
    }
    if (error instanceof z.ZodError)
      return { content: json({ code: 'VALIDATION_ERROR', issues: error.issues }), isError: true };
    throw error;
  }
}
