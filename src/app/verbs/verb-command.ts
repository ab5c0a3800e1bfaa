import { z } from 'zod';
import type { UnparsedOrder } from '../../battle/decide/command.ts';
import { rollModes } from '../../battle/saved/session.ts';
import { expectedActionsForViewer } from '../../battle/views/expected-actions.ts';
import { controlledCombatants } from '../../battle/views/viewer.ts';
import { err, listed, ok, refuse } from '../../core/message.ts';
import { type CommandOption, listOptions } from '../../rules/command-options.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import { parseNumber } from '../../rules/value-parsers.ts';
import { combatantParam, oneOfParam, parseInput, textParam, type VerbInfo } from '../../rules/verb.ts';
import {
  type Command,
  type CommandInput,
  combatantOffers,
  matchingOffers,
  toIssuer,
  wordOffers,
} from '../command-kit/command.ts';
import { expandNames, expandOffers } from '../input/battle-names.ts';
import { splitList } from '../input/match-name.ts';
import { suggestSavedTable } from '../library/tables.ts';
import { orderAnswer } from '../replies/order-outcome.ts';
import { equivalentCommands, formatCommand } from '../replies/verb-names.ts';
import type { LibraryServices, Need } from '../services.ts';

/** Creates a command that works for all the given rulebooks. */
export type CommandMaker = (rulesets: readonly Ruleset[]) => Command<LibraryServices>;

/** Discord's maximum number of options. */
const maxOptions = 25;

/** The options that every verb has. */
export const commonOptions = z.strictObject({
  as: combatantParam('Who acts, if you control several combatants').optional(),
  rolls: oneOfParam('Who sees the roll: everyone, you and the GM, GM only, only you', rollModes).optional(),
  dice: textParam('GM only: dice rolled by hand, like 55 80', 200).optional(),
});
export const commonOptionList = listOptions(commonOptions);

/** Merges two rulebooks' options of the same name into one that accepts the values of both. */
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

/** Descriptions of options that several rulebooks describe differently, by option name. */
type OptionDescriptions = Readonly<Record<string, string>>;

/** Merges the options of several rulebooks' verbs of the same name. Required only if all rulebooks require it. */
const unionOptions = (
  declared: readonly Pick<VerbInfo, 'params'>[],
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

/** Converts texts to the numbers or flags that the rulebook needs. Merged options may give texts. */
export const coerceInput = (options: readonly CommandOption[], input: CommandInput): CommandInput =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      const kind = options.find((option) => option.name === name)?.kind;
      if (typeof value !== 'string') return [name, value];
      if (kind === 'whole') return [name, parseNumber(value.trim(), 9) ?? value];
      return kind === 'flag' && /^(yes|no|true|false|on|off)$/i.test(value)
        ? [name, /^(yes|true|on)$/i.test(value)]
        : [name, value];
    }),
  );

/** Parses dice that a user rolled by hand: `55 80`. What is no number is no face of a die. */
const parseHandDice = (typed: string): readonly number[] =>
  splitList(typed, /[\s,;+]+/).map((face) => parseNumber(face) ?? Number.NaN);

/** Suggests values for an option of a verb: the rulebook's choices, a fixed list, or combatants. */
const completeVerb =
  (name: string, beside: readonly CommandOption[]): Command<Need<'battles'>>['complete'] =>
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
    if (declared.kind === 'choice') return matchingOffers(wordOffers(declared.choices), typed);
    return declared.widget === 'combatant' ? combatantOffers(asker, typed, services, 'all') : [];
  };

/** Maximum number of commands that a refusal lists. */
const maxListed = 5;

/** The part of the input for the verb's own options, without options that all verbs have. */
export const ownInput = (input: CommandInput, own: readonly CommandOption[], common: z.ZodObject): CommandInput =>
  Object.fromEntries(
    Object.entries(input).filter(([key]) => own.some(({ name }) => name === key) || !Object.hasOwn(common.shape, key)),
  );

/** Parses the input of a verb as the rulebook of the battle requires. */
const parseOrder =
  (name: string, typed: string, input: CommandInput): UnparsedOrder =>
  (ruleset) => {
    const verb = ruleset.verbs[name];
    if (verb === undefined)
      return refuse('not-in-system', {
        verb: typed,
        system: ruleset.title,
        order: equivalentCommands(ruleset, name, input),
      });
    const own = listOptions(verb.params);
    const params = ownInput(input, own, commonOptions);
    const others = Object.entries(input).filter(([key]) => !Object.hasOwn(params, key));
    const outer = parseInput(commonOptions, Object.fromEntries(others));
    if (!outer.ok) return outer;
    return ok({
      verb: name,
      params: coerceInput(own, params),
      actor: outer.value.as,
      rolls: outer.value.rolls,
      handDice: outer.value.dice === undefined ? undefined : parseHandDice(outer.value.dice),
    });
  };

/** The path of a verb's command, and descriptions that replace the rulebooks' own. */
export interface VerbCommandNames {
  readonly path?: Command['path'] | undefined;
  readonly options?: OptionDescriptions | undefined;
}

/** What the commands of verbs and of queries have in common. `beside`: options besides the rulebooks' own. */
export const describeVerbCommand = (
  rulesets: readonly Ruleset[],
  of: 'verbs' | 'queries',
  name: string,
  summary: string,
  { path = [name], options: words }: VerbCommandNames,
  beside: readonly CommandOption[],
) => {
  const forSystems = (ids: readonly string[]): Pick<Command, 'summary' | 'options'> | undefined => {
    const declared = rulesets.filter(({ id }) => ids.includes(id)).flatMap((ruleset) => ruleset[of][name] ?? []);
    const [first, ...others] = declared;
    if (first === undefined) return undefined;
    const own = unionOptions(declared, words);
    const further = beside.filter((each) => own.every((other) => other.name !== each.name));
    return {
      summary: others.length === 0 ? first.summary : summary,
      options: [...own, ...further].slice(0, maxOptions),
    };
  };
  const systems = rulesets.flatMap((ruleset) => (ruleset[of][name] === undefined ? [] : ruleset.id));
  return {
    ...{ path, scope: 'battle' as const, verb: name, summary, systems, forSystems },
    options: forSystems(systems)?.options ?? beside,
    complete: completeVerb(name, beside),
  };
};

/** Creates a function that makes a verb's slash command. Rulebooks with the verb share it. Others refuse it. */
export const defineVerbCommand =
  (name: string, summary: string, names: VerbCommandNames = {}): CommandMaker =>
  (rulesets) => {
    const command = describeVerbCommand(rulesets, 'verbs', name, summary, names, commonOptionList);
    const { forSystems } = command;
    const typed = `/${command.path.join(' ')}`;
    return {
      ...command,
      usualReader: 'everyone',
      run: async (asker, input, services) => {
        const { battles } = services;
        const ordered = await battles.order(toIssuer(asker), parseOrder(name, typed, input));
        if (ordered.ok || ordered.error.code === 'waits-for-gm') return orderAnswer(ordered, asker);
        // The user may have typed only the beginning of a name.
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
        return orderAnswer(await battles.order(toIssuer(asker), parseOrder(name, typed, meant)), asker);
      },
    };
  };
