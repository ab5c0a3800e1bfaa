import {
  type Asker,
  type Command,
  type CommandInput,
  combatantOffers,
  matchingOffers,
} from '../src/app/command-kit/command.ts';
import { completeWhoOption } from '../src/app/gm/gm-panel.ts';
import { presetOffers } from '../src/app/input/sheets.ts';
import { foeNames } from '../src/app/library/foes.ts';
import { libraryOffers } from '../src/app/library/libraries.ts';
import type { FoeServices, LibraryServices, Need } from '../src/app/services.ts';
import type { BattleFilter, OpenBattle } from '../src/battle/saved/store.ts';
import { isSameName, phrase, type Result, refuse, term } from '../src/core/message.ts';
import { ownValue } from '../src/core/plain-object.ts';
import type { LibraryKind } from '../src/library/library.ts';
import { flagParam, type ParamOffer, textParam } from '../src/rules/verb.ts';

/** Suggests values for one option from the typed text and the other options. */
export type Completer<Needed> = (
  asker: Asker,
  typed: string,
  services: Needed,
  soFar: CommandInput,
) => Promise<readonly ParamOffer[]>;

/** Creates a command's completer from one completer for each option. */
export const completeEach =
  <Needed>(completers: Readonly<Record<string, Completer<NoInfer<Needed>>>>): Command<Needed>['complete'] =>
  async (asker, option, typed, soFar, services) =>
    (await ownValue(completers, option)?.(asker, typed, services, soFar)) ?? [];

type Offers = readonly (string | ParamOffer)[];
type Lister<Needed, Before extends readonly unknown[] = []> = (
  ...given: [...Before, asker: Asker, services: Needed, soFar: CommandInput]
) => Offers | Promise<Offers>;

/** Creates a completer that suggests the listed values that match the typed text. */
export const offersOf =
  <Needed>(list: Lister<Needed>): Completer<Needed> =>
  async (asker, typed, services, soFar) =>
    matchingOffers(await list(asker, services, soFar), typed);

/** Creates a completer that suggests values from the channel's battle. Suggests nothing without a battle. */
export const offersOfBattle = <Needed extends Need<'battles'>>(
  list: Lister<Needed, [battle: OpenBattle]>,
): Completer<Needed> =>
  offersOf(async (asker, services, soFar) => {
    const battle = await services.battles.open(asker.channel);
    return battle.ok ? list(battle.value, asker, services, soFar) : [];
  });

export const battleParam = textParam('Which battle, by name; default: the one in this channel', 100).optional();

/** Lists the battles of this server in which the user has a seat, newest first. */
const listOwnBattles = async ({ user, guild }: Asker, { battles }: Need<'battles'>, which?: BattleFilter) =>
  (await battles.listBySeat(user, which)).filter((each) => each.guild === guild);

/** Creates a completer for `battleParam`. */
export const ownBattles = (which?: BattleFilter): Completer<Need<'battles'>> =>
  offersOf(async (asker, services) =>
    (await listOwnBattles(asker, services, which)).map(({ id, name }) => ({ value: id, label: name })),
  );

/** Opens the user's battle with a name or id, even if its channel is gone. Default: the channel's battle. */
export const openBattleNamed = async (
  asker: Asker,
  wanted: string | undefined,
  services: Need<'battles'>,
  which?: BattleFilter,
): Promise<Result<OpenBattle>> => {
  if (wanted === undefined) return services.battles.open(asker.channel);
  const own = await listOwnBattles(asker, services, which);
  const found = own.find(({ id, name }) => id === wanted || isSameName(name, wanted));
  return found === undefined ? refuse('no-such-battle', { name: wanted }) : services.battles.openById(found.id);
};

export const systemParam = textParam('The rulebook', 40);
/** The option for a rulebook. Default: the rulebook of the channel's battle or campaign. */
export const defaultSystemParam = textParam(
  'The rulebook; default: the rulebook of the battle or campaign here',
  40,
).optional();
export const publicParam = flagParam('Post the answer for everyone, with public information only').optional();

/** Suggests the ids of all rulebooks. */
export const systemOffers: Completer<Need<'rulesets'>> = offersOf((_asker, { rulesets }) =>
  rulesets.map(({ id }) => id),
);

/** The rulebooks that match the option `system`. If it is omitted: all rulebooks. */
export const chosenRulesets = ({ system }: CommandInput, { rulesets }: Need<'rulesets'>) =>
  rulesets.filter(({ id }) => system === undefined || id === system);

/** Suggests presets of the chosen rulebook. */
export const presetsOfSystem: Completer<Need<'rulesets'>> = offersOf((_asker, services, soFar) =>
  presetOffers(chosenRulesets(soFar, services)),
);

/** Suggests names of the user's characters. */
export const characterOffers: Completer<Need<'characters'>> = offersOf(async (asker, { characters }) =>
  (await characters.list(asker.user, asker.guild)).map(({ name }) => name),
);

/** Suggests combatants of the battle. Users may type several names, separated by commas. */
export const whoOffers: Completer<Need<'battles'>> = async (asker, typed, services) =>
  completeWhoOption(asker, typed, services);

/** Suggests combatants that the user can see. */
export const visibleCombatants: Completer<Need<'battles'>> = (asker, typed, services) =>
  combatantOffers(asker, typed, services, 'all');

/** Suggests combatants that the user controls. */
export const ownCombatants: Completer<Need<'battles'>> = (asker, typed, services) =>
  combatantOffers(asker, typed, services, 'own');

/** Suggests names of presets and saved foes that can be added to the channel's battle. */
export const foesToCome: Completer<FoeServices> = offersOfBattle((battle, asker, services) =>
  foeNames(asker, battle, services),
);

/** Creates a completer for names of library items of these kinds that the user may read. */
export const itemOffers =
  (...kinds: readonly LibraryKind[]): Completer<LibraryServices> =>
  (asker, typed, services, soFar) =>
    libraryOffers(asker, kinds, typed, soFar, services);

/** Converts pairs of name and description to choices. */
export const describedOffers = (
  all: Readonly<Record<string, { readonly description: string }>>,
): readonly ParamOffer[] =>
  Object.entries(all).map(([value, { description }]) => ({
    value,
    label: phrase`${value}: ${term(description)}`,
  }));
