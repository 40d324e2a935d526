import type { z } from 'zod';
import type { Actor } from '#app/accounts/actor.server.ts';
import { requireScope } from '#app/accounts/api-tokens/api-token.server.ts';
import type { Scope } from '#app/accounts/api-tokens/scopes.ts';
import { parseInput } from '#app/shared/parse.server.ts';

type Result = Record<string, unknown>;

type Definition<Input extends z.ZodType> = {
  name: string;
  title: string;
  description: string;
  /** The scope that a token needs. Without it, every token may call the tool. */
  scope?: Scope;
  /** Rejects actors who may not call it, before their input is parsed. @throws AppError */
  admits?: (actor: Actor) => void;
  input: Input;
  output: z.ZodType;
  /** Tell clients when to ask people first (ToolAnnotations of the MCP specification). */
  hints: { readOnlyHint?: boolean; destructiveHint?: boolean; idempotentHint?: boolean };
  perform(actor: Actor, input: z.output<Input>): Promise<Result> | Result;
};

/** A tool of the MCP server. */
export type Tool = Omit<Definition<z.ZodType>, 'perform'> & {
  /** Calls it with unchecked input. @throws AppError forbidden with the code 'scope_missing'; invalid; errors of its act */
  call(actor: Actor, input: unknown): Promise<Result>;
};

/** Defines a tool, which checks the token's scope and parses its input like an API call. */
export const tool = <Input extends z.ZodType>({ perform, ...definition }: Definition<Input>): Tool => ({
  ...definition,
  async call(actor, input) {
    if (definition.scope) requireScope(actor, definition.scope);
    definition.admits?.(actor);
    return await perform(actor, parseInput(definition.input, input));
  },
});
