import type { RouterContextProvider } from 'react-router';
import { z } from 'zod';
import { API_VERSION } from '#app/events/event-objects.server.ts';
import { errorBody, toFailure } from '#app/routes/api/v1/failures.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { invalid } from '#app/shared/errors.server.ts';
import { kept } from '#app/shared/kept.server.ts';
import { TOOLS } from './tools.server.ts';

const INSTRUCTIONS =
  'Certrace issues certificates and lets others verify them. Certificate IDs look like 7K3M-9QZX-2HVB-4TND. Dates are YYYY-MM-DD.';

/** Loaded at the first message, so that sites without MCP=1 do without it. */
const loadSdk = kept(async () => {
  const [{ Server }, { WebStandardStreamableHTTPServerTransport }, types, { AjvJsonSchemaValidator }] =
    await Promise.all([
      import('@modelcontextprotocol/sdk/server/index.js'),
      import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
      import('@modelcontextprotocol/sdk/types.js'),
      import('@modelcontextprotocol/sdk/validation/ajv-provider.js'),
    ]);
  const jsonSchemaValidator = new AjvJsonSchemaValidator();
  return { Server, WebStandardStreamableHTTPServerTransport, jsonSchemaValidator, ...types };
});

/** JSON Schema as an object of draft 7, which every client reads. */
const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => ({
  ...z.toJSONSchema(schema, { target: 'draft-7', io }),
  type: 'object' as const,
});

const describeTools = () =>
  TOOLS.map(({ name, title, description, scope, input, output, hints }) => ({
    name,
    title,
    description: scope ? `${description} Needs the scope ${scope}.` : description,
    inputSchema: schemaOf(input, 'input'),
    outputSchema: schemaOf(output, 'output'),
    annotations: { title, openWorldHint: false, ...hints },
  }));
let described: ReturnType<typeof describeTools> | undefined;

/** The result of a tool that failed, with the fields of an API error. */
const failed = (error: unknown, request: Request, context: Readonly<RouterContextProvider>) => {
  const text = JSON.stringify(errorBody(toFailure(error, request, context)));
  return { isError: true, content: [{ type: 'text' as const, text }] };
};

const NO_MESSAGE = 'The body must be a message of the Model Context Protocol in JSON-RPC 2.0.';

/** @throws AppError invalid */
function requireMessage(body: unknown, types: Awaited<ReturnType<typeof loadSdk>>) {
  const message = types.JSONRPCMessageSchema.safeParse(body);
  if (!message.success) throw invalid(NO_MESSAGE);
  const isCall = 'method' in message.data && message.data.method === 'tools/call';
  if (isCall && !types.CallToolRequestSchema.safeParse(body).success)
    throw invalid('A call of a tool needs its name as text and its arguments as an object.');
}

/**
 * Answers one message of an MCP client. Each message gets a new server, so that no state is kept between
 * messages.
 * @param body the parsed JSON
 * @throws AppError invalid unless it is a message
 */
export async function answerMessage(
  request: Request,
  body: unknown,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const sdk = await loadSdk();
  const { Server, WebStandardStreamableHTTPServerTransport, jsonSchemaValidator, ...types } = sdk;
  requireMessage(body, sdk);
  const server = new Server(
    { name: 'certrace', title: 'Certrace', version: API_VERSION },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS, jsonSchemaValidator },
  );
  server.setRequestHandler(types.ListToolsRequestSchema, () => {
    described ??= describeTools();
    return { tools: described };
  });
  server.setRequestHandler(types.CallToolRequestSchema, async ({ params }) => {
    const tool = TOOLS.find(({ name }) => name === params.name);
    if (!tool) throw new types.McpError(types.ErrorCode.InvalidParams, 'There is no such tool.');
    try {
      const result = await tool.call(context.get(actorContext), params.arguments ?? {});
      const content = [{ type: 'text' as const, text: JSON.stringify(result) }];
      return { content, structuredContent: result };
    } catch (error) {
      return failed(error, request, context);
    }
  });
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: body });
  } finally {
    await server.close();
  }
}
