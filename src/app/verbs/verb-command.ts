import { z } from 'zod';
import type { UnparsedOrder } from '../../battle/decide/command.ts';
import { rollModes } from '../../battle/saved/session.ts';
import { expectedActionsForViewer } from '../../battle/views/expected-actions.ts';
import { controlledCombatants } from '../../battle/views/viewer.ts';
import { err, listed, ok, refuse } from '../../core/message.ts';
import { type CommandOption, listOptions } from '../../rules/command-options.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import { parseNumber } from '../../rules/value-parsers.ts';
import { oneOfParam, parseInput, type SealedVerb, textParam } from '../../rules/verb.ts';
import {
  type Command,
  type CommandInput,
  combatantOffers,
  equivalentCommands,
  matchingOffers,
  toIssuer,
  toOffers,
} from '../command-kit/command.ts';
import { expandNames, expandOffers } from '../input/battle-names.ts';
import { suggestSavedTable } from '../library/tables.ts';
import { orderAnswer } from '../replies/order-outcome.ts';
import type { LibraryServices, Services } from '../services.ts';

/** A command as soon as it is known which rulebooks there are. */
export type CommandMaker = (rulesets: readonly Ruleset[]) => Command<LibraryServices>;

/** Discord takes no more options than these. */
const maxOptions = 25;

/** What every verb takes beside its own parameters. */
export const commonOptions = z.strictObject({
  as: z
    .string()
    .min(1)
    .max(100)
    .meta({ description: 'Who acts, if you control several combatants', widget: 'combatant' })
    .optional(),
  rolls: oneOfParam('Who sees the roll: everyone, you and the GM, GM only, only you', rollModes).optional(),
  dice: textParam('GM only: dice rolled by hand, like 55 80', 200).optional(),
});
export const commonOptionList = listOptions(commonOptions);

/** Two systems' options of one name as one: as wide as both. */
const mergeOptions = (a: CommandOption, b: CommandOption): CommandOption => {
  const same = a.kind === b.kind;
  const kind = same ? a.kind : 'text';
  const choices = kind === 'choice' ? [...new Set([...a.choices, ...b.choices])] : [];
  const varies = a.varies || choices.length > a.choices.length || choices.length > b.choices.length;
  return {
    ...a,
    kind,
    required: a.required && b.required,
    widget: a.widget === b.widget ? a.widget : undefined,
    choices,
    ...(varies && { varies }),
    min: same && a.min !== undefined && b.min !== undefined ? Math.min(a.min, b.min) : undefined,
    max: same && a.max !== undefined && b.max !== undefined ? Math.max(a.max, b.max) : undefined,
    maxLength: a.maxLength !== undefined && b.maxLength !== undefined ? Math.max(a.maxLength, b.maxLength) : undefined,
  };
};

/** What options are called where several rulebooks have them and say it in words of their own. */
export type OptionDescriptions = Readonly<Record<string, string>>;

/**
 * The union of the options that these systems' verbs or queries of one name take; required only where all agree. What they describe
 * in one way stays so described; what they do not, `words` describe.
 */
const unionOptions = (
  declared: readonly Pick<SealedVerb, 'params'>[],
  words: OptionDescriptions = {},
): readonly CommandOption[] => {
  const union = new Map<string, CommandOption>();
  const lists = declared.map(({ params }) => listOptions(params));
  for (const option of lists.flat()) {
    const there = union.get(option.name);
    const description =
      there === undefined || there.description === option.description
        ? option.description
        : (words[option.name] ?? there.description);
    union.set(option.name, { ...(there === undefined ? option : mergeOptions(there, option)), description });
  }
  return [...union.values()]
    .map((option) => ({
      ...option,
      required: option.required && lists.every((list) => list.some(({ name }) => name === option.name)),
    }))
    .toSorted((a, b) => Number(b.required) - Number(a.required));
};

/** A text where a system wants a number or yes or no, because another system's option of that name is a text. */
export const coerceInput = (options: readonly CommandOption[], input: CommandInput): CommandInput =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      const kind = options.find((option) => option.name === name)?.kind;
      if (typeof value !== 'string') return [name, value];
      if (kind === 'whole') return [name, parseNumber(value.trim(), 9) ?? value];
      return kind === 'flag' && /^(yes|no|true|false)$/i.test(value)
        ? [name, /^(yes|true)$/i.test(value)]
        : [name, value];
    }),
  );

export const systemsWithVerb = (
  rulesets: readonly Ruleset[],
  name: string,
  of: 'verbs' | 'queries',
): readonly Ruleset[] => rulesets.filter((ruleset) => ruleset[of][name] !== undefined);

/** The dice typed in by hand: `55 80`. */
const parseHandDice = (typed: string | undefined): readonly number[] | undefined =>
  typed === undefined ? undefined : (typed.match(/\d+/g) ?? []).map(Number);

/** What may be chosen for an option of a verb or query: what its rulebook offers, its closed list, or those who are there. */
export const completeVerb =
  (name: string, beside: readonly CommandOption[]): Command<Pick<Services, 'battles'>>['complete'] =>
  async (asker, option, typed, soFar, services) => {
    const { battles } = services;
    const battle = await battles.open(asker.channel);
    if (!battle.ok) return [];
    const { verbs, queries } = battle.value.ruleset;
    const params = (verbs[name] ?? queries[name])?.params;
    const own = params === undefined ? [] : listOptions(params);
    const declared = own.find((each) => each.name === option);
    if (declared === undefined)
      return option === 'as' && beside.some((each) => each.name === 'as')
        ? combatantOffers(asker, typed, services, 'own')
        : [];
    const offers = await battles.offers(asker.channel, asker.user, name, option, soFar);
    if (offers !== undefined) return matchingOffers(offers, typed);
    if (declared.kind === 'choice') return matchingOffers(toOffers(declared.choices), typed);
    return declared.widget === 'combatant' ? combatantOffers(asker, typed, services, 'all') : [];
  };

/** The options of a verb or query in these rulebooks, and what every one of them takes beside; what it says where one alone has it. */
export const optionsAcrossSystems =
  (
    all: readonly Ruleset[],
    name: string,
    of: 'verbs' | 'queries',
    {
      summary,
      beside,
      words,
    }: {
      readonly summary: string;
      readonly beside: readonly CommandOption[];
      readonly words?: OptionDescriptions | undefined;
    },
  ) =>
  (systems: readonly string[]): Pick<Command, 'summary' | 'options'> | undefined => {
    const declared = all.filter(({ id }) => systems.includes(id)).flatMap((ruleset) => ruleset[of][name] ?? []);
    const [first, ...others] = declared;
    if (first === undefined) return undefined;
    const own = unionOptions(declared, words);
    return {
      summary: others.length === 0 ? first.summary : summary,
      options: [...own, ...beside.filter((each) => own.every((other) => other.name !== each.name))].slice(
        0,
        maxOptions,
      ),
    };
  };

/** As many orders as a refusal names. */
const maxListed = 5;

/** What was typed for a verb, read as the battle's rulebook declares it. */
const parseOrder =
  (name: string, input: CommandInput): UnparsedOrder =>
  (ruleset) => {
    const verb = ruleset.verbs[name];
    if (verb === undefined)
      return refuse('not-in-system', {
        verb: `/${name}`,
        system: ruleset.title,
        order: equivalentCommands(ruleset, name, input),
      });
    const own = listOptions(verb.params);
    const params = Object.entries(input).filter(
      ([key]) => own.some((option) => option.name === key) || !Object.hasOwn(commonOptions.shape, key),
    );
    const outer = parseInput(
      commonOptions,
      Object.fromEntries(Object.entries(input).filter(([key]) => !params.some(([named]) => named === key))),
    );
    if (!outer.ok) return outer;
    return ok({
      verb: name,
      params: coerceInput(own, Object.fromEntries(params)),
      actor: outer.value.as,
      rolls: outer.value.rolls,
      handDice: parseHandDice(outer.value.dice),
    });
  };

/** Where a command is typed that is not its verb's own name, and its options in words of no rulebook. */
interface VerbCommandNames {
  readonly path?: Command['path'];
  readonly words?: OptionDescriptions;
}

/** A verb as a slash command, shared by all systems that know it. What a battle's system does not know is refused by name. */
export const defineVerbCommand =
  (name: string, summary: string, { path = [name], words }: VerbCommandNames = {}): CommandMaker =>
  (rulesets) => {
    const systems = systemsWithVerb(rulesets, name, 'verbs');
    const ids = systems.map(({ id }) => id);
    const forSystems = optionsAcrossSystems(systems, name, 'verbs', { summary, beside: commonOptionList, words });
    const isMostlyPressed = systems.some(({ verbs }) => verbs[name]?.isMostlyPressed);
    return {
      path,
      summary,
      usualReader: 'everyone',
      systems: ids,
      ...(ids.length === 1 && isMostlyPressed && { isRare: true }),
      options: forSystems(ids)?.options ?? commonOptionList,
      forSystems,
      run: async (asker, input, services) => {
        const { battles } = services;
        const ordered = await battles.order(toIssuer(asker), parseOrder(name, input));
        if (ordered.ok) return orderAnswer(ordered, asker);
        // Nothing came of it. What was typed may be the beginning of a name.
        const battle = await battles.open(asker.channel);
        const offered = battle.ok ? await suggestSavedTable(asker, battle.value, ordered.error, services) : undefined;
        if (offered !== undefined) return err(offered);
        const options = forSystems(battle.ok ? [battle.value.ruleset.id] : [])?.options ?? [];
        const named = battle.ok ? expandNames(battle.value, asker.user, options, input) : undefined;
        const meant = (await expandOffers(asker, name, named ?? input, services)) ?? named;
        if (battle.ok && ordered.error.code === 'not-in-system') {
          const { ruleset } = battle.value;
          const own = controlledCombatants(battle.value, asker.user);
          const due = expectedActionsForViewer(battle.value, asker.user).filter(({ actor }) => own.includes(actor));
          const verbs = [...new Set(due.flatMap((each) => each.verbs))]
            .slice(0, maxListed)
            .map((verb) => formatCommand(ruleset, verb));
          const { facts } = ordered.error;
          if (verbs.length > 0) return refuse('not-in-system', { ...facts, verbs: listed(verbs, 'or') });
        }
        if (meant === undefined) return orderAnswer(ordered, asker);
        return orderAnswer(await battles.order(toIssuer(asker), parseOrder(name, meant)), asker);
      },
      complete: completeVerb(name, commonOptionList),
    };
  };

/** The verbs of preparing a battle, which stand under `/battle`. */
const preparationVerbs = ['place', 'deploy'];

/** How an order is typed: the GM's own verbs stand under the name of their rulebook. */
export const formatCommand = ({ id, verbs }: Ruleset, verb: string): string => {
  if (verbs[verb]?.role !== 'gm') return `/${verb}`;
  return preparationVerbs.includes(verb) ? `/battle ${verb}` : `/${id} ${verb}`;
};

/** The verbs that only the GM gives, under the name of their rulebook: `/skure revive`. */
export const defineGmVerbCommands = ({ id, verbs }: Ruleset): readonly CommandMaker[] =>
  Object.entries(verbs).flatMap(([name, { role, summary }]) =>
    role === 'gm'
      ? [
          (rulesets) =>
            defineVerbCommand(name, summary, { path: [id, name] })(rulesets.filter((each) => each.id === id)),
        ]
      : [],
  );
