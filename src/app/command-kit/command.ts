import type { z } from 'zod';
import { type CommandOption, listOptions } from '../../rules/command-options.ts';
import type { ParamOffer } from '../../rules/verb.ts';
import { parseInput } from '../../rules/verb.ts';
import type { CommandAnswer } from '../replies/reply.ts';
import type { Services } from '../services.ts';
import type { Asker } from './asker.ts';

export type CommandInput = Readonly<Record<string, unknown>>;

/** One thing a user can ask, and the services that it needs for it. Slash commands, console lines, buttons and the manual are made from a list of these. */
export interface Command<Needed = Services> {
  /** `attack`, or `battle create`. */
  readonly path: readonly [string] | readonly [string, string];
  readonly summary: string;
  /** The systems it belongs to; none named means every server has it. */
  readonly systems: readonly string[] | undefined;
  /** True where only buttons and lists give it: no slash command, not in the manual. */
  readonly hidden?: boolean;
  /** Its name in the menu of a message, for those who moderate: it is hidden everywhere else. */
  readonly onMessage?: string;
  /** True where a crowded server does without it: it is typed as `/order`, or pressed. */
  readonly isRare?: boolean;
  readonly options: readonly CommandOption[];
  /** What it says and takes where only these rulebooks are played; nothing where none of them knows it. */
  readonly forSystems?: (systems: readonly string[]) => Pick<Command, 'summary' | 'options'> | undefined;
  /** Who usually reads the answer. Where nothing is said a slow answer is announced to the asker alone, so nothing leaks. */
  readonly usualReader?: 'everyone' | 'asker';
  readonly run: (asker: Asker, input: CommandInput, services: Needed) => Promise<CommandAnswer>;
  /** What may be chosen for an option now; `typed` is what stands there so far. */
  readonly complete: (
    asker: Asker,
    option: string,
    typed: string,
    soFar: CommandInput,
    services: Needed,
  ) => Promise<readonly ParamOffer[]>;
}

interface CommandDefinition<Needed, Params extends z.ZodObject> {
  readonly path: Command['path'];
  readonly summary: string;
  readonly params: Params;
  readonly onMessage?: string;
  readonly usualReader?: Command['usualReader'];
  readonly run: (asker: Asker, input: z.output<Params>, services: Needed) => Promise<CommandAnswer>;
  readonly complete?: Command<Needed>['complete'];
}

/** A command that may use the services of these names, and no others. */
export const defineCommand = <Name extends keyof Services, Params extends z.ZodObject>(
  _needs: readonly Name[],
  definition: CommandDefinition<Pick<Services, Name>, Params>,
): Command<Pick<Services, Name>> => ({
  path: definition.path,
  summary: definition.summary,
  systems: undefined,
  options: listOptions(definition.params),
  ...(definition.onMessage && { onMessage: definition.onMessage, hidden: true }),
  ...(definition.usualReader && { usualReader: definition.usualReader }),
  run: async (asker, input, services) => {
    const parsed = parseInput(definition.params, input);
    return parsed.ok ? definition.run(asker, parsed.value, services) : parsed;
  },
  complete: definition.complete ?? (async () => []),
});
