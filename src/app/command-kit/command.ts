import type { z } from 'zod';
import type { OpenBattle } from '../../battle/saved/store.ts';
import { controlledCombatants, isGm, viewerOf } from '../../battle/views/viewer.ts';
import { normalizeName } from '../../core/message.ts';
import { type CommandOption, listOptions } from '../../rules/command-options.ts';
import { createReader } from '../../rules/reader.ts';
import { type ParamOffer, parseInput } from '../../rules/verb.ts';
import type { CommandAnswer } from '../replies/reply.ts';
import type { Services } from '../services.ts';
import type { Asker } from './asker.ts';

/** What of these fits to what is typed so far: beginnings first, then anything that holds it. */
export const matchingOffers = (offers: readonly ParamOffer[], typed: string): readonly ParamOffer[] => {
  const key = normalizeName(typed);
  if (key === '') return offers.slice(0, 25);
  const rank = ({ value, label }: ParamOffer): number => {
    const texts = [normalizeName(label), normalizeName(value)];
    return texts.some((text) => text.startsWith(key)) ? 0 : texts.some((text) => text.includes(key)) ? 1 : 2;
  };
  return offers
    .map((offer) => ({ offer, rank: rank(offer) }))
    .filter(({ rank }) => rank < 2)
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, 25)
    .map(({ offer }) => offer);
};

export const toOffers = (values: readonly string[]): readonly ParamOffer[] =>
  values.map((value) => ({ value, label: value }));

/** The combatants that the asker may know of; `own`: only those they run. */
export const combatantOffers = async (
  asker: Asker,
  typed: string,
  { battles }: Pick<Services, 'battles'>,
  which: 'own' | 'all' | 'all and parts',
): Promise<readonly ParamOffer[]> => {
  const battle = await battles.open(asker.channel);
  if (!battle.ok) return [];
  const { table } = battle.value.saved;
  const reader = createReader(viewerOf(battle.value, asker.user));
  const controls = controlledCombatants(battle.value, asker.user);
  const roster = battle.value.game.roster().filter(({ id }) => reader.canSee(id));
  const actors = [...new Set(roster.map(({ actor }) => actor))];
  const ids =
    which !== 'own'
      ? roster.flatMap(({ id, parts = [] }) => (which === 'all' ? [id] : [id, ...parts]))
      : actors.filter((id) => isGm(table, asker.user) || controls.includes(id));
  return matchingOffers(toOffers(ids), typed);
};

/** The sides on which the asker may know of anybody. */
export const visibleSides = (battle: OpenBattle, user: string): readonly string[] => {
  const reader = createReader(viewerOf(battle, user));
  const seen = battle.game.roster().filter(({ id }) => reader.canSee(id));
  return [...new Set(seen.flatMap(({ side }) => side ?? []))];
};

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
