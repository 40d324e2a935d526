/** The parts of JSON Schema that the API's document uses. */
export type JsonSchema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  const?: unknown;
  enum?: unknown[];
  examples?: unknown[];
  description?: string;
  default?: unknown;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
};

type Content = Record<string, { schema?: JsonSchema; example?: unknown }>;

export type Operation = {
  summary: string;
  tags: string[];
  security: { bearer?: string[] }[];
  parameters?: { in: string; name: string; required?: boolean; schema: JsonSchema; description?: string }[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
};
