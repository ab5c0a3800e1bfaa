import { z } from 'zod';
import type { Issuer } from '../../battle/decide/decisions.ts';
import type { AnswerRoute } from '../../battle/saved/outbox.ts';
import type { OpenBattle } from '../../battle/saved/store.ts';
import { controlledCombatants, isGm, viewerOf, visibleSides } from '../../battle/views/viewer.ts';
import type { SeenLocales } from '../../campaign/languages.ts';
import { currentDictionary, normalizeName, translateText } from '../../core/message.ts';
import { ownWords, toEnglish } from '../../core/own-words.ts';
import { type CommandOption, listOptions } from '../../rules/command-options.ts';
import { createReader } from '../../rules/reader.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import { type InputOf, type ParamOffer, parseInput } from '../../rules/verb.ts';
import { compassDirections } from '../../rules/view.ts';
import { type CommandAnswer, type ControlAction, type PrivateViewKind, privateViewKinds } from '../replies/reply.ts';
import type { Need, Services } from '../services.ts';

/** Choices that match the typed text. Choices that begin with the text come first. */
export const matchingOffers = (all: readonly (string | ParamOffer)[], typed: string): readonly ParamOffer[] => {
  const offers = all.map((each) => (typeof each === 'string' ? { value: each, label: each } : each));
  const key = normalizeName(typed);
  if (key === '') return offers.slice(0, 25);
  const textsOf = ({ value, label }: ParamOffer) =>
    [label, value, ...ownWords(label), ...ownWords(value)].map(normalizeName);
  const matching = offers.filter((offer) => textsOf(offer).some((text) => text.includes(key)));
  const isBeginning = (offer: ParamOffer) => textsOf(offer).some((text) => text.startsWith(key));
  return matching.toSorted((a, b) => Number(isBeginning(b)) - Number(isBeginning(a))).slice(0, 25);
};

export const toOffers = (values: readonly string[]): readonly ParamOffer[] =>
  values.map((value) => ({ value, label: value }));

/** Converts words of the game to choices, with labels for the current reader. */
export const wordOffers = (values: readonly string[]): readonly ParamOffer[] =>
  values.map((value) => ({ value, label: translateText(currentDictionary(), value, 'choice') }));

/** Suggests combatants that the user may know of. `own`: only combatants that the user controls. */
export const combatantOffers = async (
  asker: Asker,
  typed: string,
  { battles }: Need<'battles'>,
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
  return matchingOffers(ids, typed);
};

/** The side of the GM’s foes, if no other is named. */
export const foesSide = ({ sides }: Pick<Ruleset, 'sides'>): string => sides[1] ?? 'foes';

/** The side that a player joins without choosing: that of all players so far. Undefined if players are opponents. */
export const playersSide = (battle: OpenBattle, user: string): string | undefined => {
  const { ruleset, saved } = battle;
  const [side, other] = visibleSides(battle, user, (actor) => saved.table.control[actor] !== undefined);
  const isDuel = ruleset.usesPlayerName === true || saved.table.sides !== undefined || other !== undefined;
  return isDuel ? undefined : (side ?? ruleset.sides[0] ?? 'allies');
};

export type CommandInput = Readonly<Record<string, unknown>>;

/** Replaces choices, sides and directions that a user typed in another language by the English values. */
export const toEnglishInput = (
  options: readonly CommandOption[],
  input: CommandInput,
  sides: readonly string[] = [],
): CommandInput => {
  if (currentDictionary() === undefined) return input;
  const inEnglish = (option: string, value: string): string => {
    const { choices = [], widget } = options.find(({ name }) => name === option) ?? {};
    if (widget !== 'path') return toEnglish(value, [...choices, ...(option === 'side' ? sides : [])]);
    return value.replaceAll(/[^\s\d>;,]+/g, (part) => toEnglish(part, compassDirections));
  };
  return Object.fromEntries(
    Object.entries(input).map(([option, value]) => [
      option,
      typeof value === 'string' ? inEnglish(option, value) : value,
    ]),
  );
};

/** What a command is for. A page in a browser runs only commands for its battle. */
type CommandScope = 'battle' | 'person' | 'server';

/** A command and the services it needs. Slash commands, terminal lines, buttons and the manual come from it. */
export interface Command<Needed = Services> {
  /** The path of the command: `attack` or `battle create`. */
  readonly path: readonly [string] | readonly [string, string];
  readonly summary: string;
  /** Default: the person. */
  readonly scope?: CommandScope;
  /** Ids of the rulebooks that the command is for. Undefined if the command belongs to no rulebook. */
  readonly systems: readonly string[] | undefined;
  /** True if users run the command only through buttons and lists. Then the manual does not list it. */
  readonly hidden?: boolean;
  /** The command's name in the menu of a message, the only place where users find such a command. */
  readonly onMessage?: string;
  /** The command's name in the menu of a member. It gets the option `player`. */
  readonly onMember?: string;
  /** True if Discord shows the command only to people who manage messages. */
  readonly forModerators?: boolean;
  /** The verb or query of the rulebook that the command runs. */
  readonly verb?: string;
  readonly options: readonly CommandOption[];
  /** Returns the command's summary and options for some rulebooks. Undefined if none of them has the command. */
  readonly forSystems?: (systems: readonly string[]) => Pick<Command, 'summary' | 'options'> | undefined;
  /** Who usually reads the answer. Default: only the user. Decides who sees the announcement of a slow answer. */
  readonly usualReader?: 'everyone' | 'asker';
  readonly run: (asker: Asker, input: CommandInput, services: Needed) => Promise<CommandAnswer>;
  /** Suggests choices for an option. `typed`: the text that the user has typed so far. */
  readonly complete: (
    asker: Asker,
    option: string,
    typed: string,
    soFar: CommandInput,
    services: Needed,
  ) => Promise<readonly ParamOffer[]>;
}

/** The name of a service that a command may use. */
export type ServiceName = keyof Services;

/** What each command defines: its path, its texts and its options. */
export interface CommandDefinition<Needed, Params extends z.ZodRawShape>
  extends Omit<Command<Needed>, 'run' | 'options' | 'systems' | 'complete'>,
    Partial<Pick<Command<Needed>, 'systems' | 'complete'>> {
  readonly params?: Params;
  readonly run: (asker: Asker, input: InputOf<Params>, services: Needed) => Promise<CommandAnswer>;
}

/** Defines a command that may use only the named services. */
export const defineCommand = <Name extends ServiceName, Params extends z.ZodRawShape>(
  _needs: readonly Name[],
  { params, run, ...definition }: CommandDefinition<Need<Name>, Params>,
): Command<Need<Name>> => {
  const schema = z.strictObject(params ?? ({} as Params));
  return {
    systems: undefined,
    options: listOptions(schema),
    complete: async () => [],
    ...((definition.onMessage ?? definition.onMember) !== undefined && { hidden: true }),
    ...definition,
    run: async (asker, input, services) => {
      const parsed = parseInput(schema, input);
      return parsed.ok ? run(asker, parsed.value, services) : parsed;
    },
  };
};

/** The user who gives a command, the channel, and an order id that prevents duplicate orders. */
export interface Asker extends SeenLocales {
  readonly user: string;
  readonly name: string;
  /** The id of the server. Undefined in direct messages. */
  readonly guild: string | undefined;
  readonly channel: string;
  readonly orderId: string;
  /** True if the user may manage the server. */
  readonly manages: boolean;
  /** True if the user may manage messages in the channel. */
  readonly moderates?: boolean;
  /** True if the channel's slow mode does not apply to the user. */
  readonly unslowed?: boolean;
  /** The kind of private message that contains the pressed control. Undefined if that message is not updated. */
  readonly view?: PrivateViewKind | undefined;
  /** The drafted path of the pressed control. Undefined if the user has drafted none. */
  readonly draft?: string | undefined;
  /** How to answer the interaction later. Undefined if the caller answers at once. */
  readonly answerRoute?: AnswerRoute | undefined;
  /** True if the order comes from the GM channel or a browser. Its result is then posted in the battle's channel. */
  readonly isFromGmChannel?: boolean;
  /** What to tell the user about the file in the input, such as its encoding. */
  readonly fileNote?: string | undefined;
}

/** Converts the user of a command to the issuer of an order. */
export const toIssuer = ({ user, name, guild, channel, orderId, answerRoute, isFromGmChannel }: Asker): Issuer => ({
  user,
  name,
  guild,
  channel,
  orderId,
  ...(answerRoute && { answerRoute: isFromGmChannel ? { ...answerRoute, inGmChannel: true } : answerRoute }),
  ...(isFromGmChannel && { announcement: { scope: 'all', interaction: answerRoute?.interaction ?? orderId } }),
});

/** Converts the user of a command to the issuer of an order that sends no message of its own. */
export const toSilentIssuer = (asker: Asker): Issuer => {
  const { answerRoute: _, announcement: __, ...issuer } = toIssuer(asker);
  return issuer;
};

/** Key for the battle that a control adds to its command's input. The dollar sign sets it apart from options. */
const battleKey = '$battle';
const momentKey = '$moment';
const viewKey = '$view';
const draftKey = '$draft';

export interface ParsedControlInput {
  /** The battle that the pressed control belongs to. Undefined if the command was typed. */
  readonly battle: string | undefined;
  readonly version: number | undefined;
  /** The kind of private message that contains the control. */
  readonly view: PrivateViewKind | undefined;
  readonly draft: string | undefined;
  /** The input of the command, without the keys that the control added. */
  readonly input: CommandInput;
}

/** Adds the battle, version, private view and drafted path of a control to the input of its command. */
export const encodeControlInput = ({ input, battle, moment, view, draft }: ControlAction): CommandInput => ({
  ...input,
  ...(battle !== undefined && { [battleKey]: battle }),
  ...(moment !== undefined && { [momentKey]: moment }),
  ...(view !== undefined && { [viewKey]: view }),
  ...(draft !== undefined && { [draftKey]: draft }),
});

/** Separates the input of a command from the keys that its control added. */
export const parseControlInput = (input: CommandInput): ParsedControlInput => {
  const { [battleKey]: battle, [momentKey]: moment, [viewKey]: view, [draftKey]: draft, ...rest } = input;
  return {
    battle: typeof battle === 'string' ? battle : undefined,
    version: typeof moment === 'number' ? moment : undefined,
    view: privateViewKinds.find((each) => each === view),
    draft: typeof draft === 'string' ? draft : undefined,
    input: rest,
  };
};
