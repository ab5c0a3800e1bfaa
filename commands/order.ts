import { z } from 'zod';
import { stepByStepCommand } from '../src/app/buttons/step-by-step.ts';
import {
  type Command,
  type CommandInput,
  combatantOffers,
  defineCommand,
  matchingOffers,
} from '../src/app/command-kit/command.ts';
import { didYouMean, matchName } from '../src/app/input/match-name.ts';
import { expectedActionsOfUser } from '../src/app/replies/order-outcome.ts';
import { forLibrary } from '../src/app/services.ts';
import { defineQueryCommand } from '../src/app/verbs/query-command.ts';
import { type CommandMaker, commonOptions, defineVerbCommand } from '../src/app/verbs/verb-command.ts';
import type { OpenBattle } from '../src/battle/saved/store.ts';
import { isGm } from '../src/battle/views/viewer.ts';
import { phrase, refuse } from '../src/core/message.ts';
import { listOptions } from '../src/rules/command-options.ts';
import { type ParamOffer, textParam } from '../src/rules/verb.ts';

/** What this person may order or ask in a battle, with what it does: what is awaited of them first. */
const knownVerbs = (battle: OpenBattle, user: string): readonly ParamOffer[] => {
  const { ruleset, saved } = battle;
  const verbs = Object.entries(ruleset.verbs).filter(([, { role }]) => role === 'player' || isGm(saved.table, user));
  const due = expectedActionsOfUser(battle, user).flatMap((each) => each.verbs);
  const named = [...verbs, ...Object.entries(ruleset.queries)];
  const all = new Map(named.map(([name, { summary }]) => [name, `${name}: ${summary}`]));
  return [...new Set([...due, ...all.keys()])].flatMap((value) => {
    const label = all.get(value);
    return label === undefined ? [] : [{ value, label: label.slice(0, 100) }];
  });
};

/** `target=Grim, path=N N` as pairs. */
const parsePairs = (typed: string): readonly (readonly [name: string, value: string | undefined])[] =>
  typed
    .split(/[,;]+(?=\s*[\w-]*\s*(?:=|$))/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [name = '', ...value] = part.split('=');
      return [name.trim(), value.length === 0 ? undefined : value.join('=').trim()];
    });

const inputOf = (pairs: ReturnType<typeof parsePairs>): CommandInput =>
  Object.fromEntries(pairs.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

/** The command of a verb or a free question of this battle's rulebook. */
const findVerbCommand = ({ ruleset }: OpenBattle, name: string): ReturnType<CommandMaker> | undefined => {
  const [verb, query] = [ruleset.verbs[name], ruleset.queries[name]];
  if (verb !== undefined) return defineVerbCommand(name, verb.summary)([ruleset]);
  return query === undefined ? undefined : defineQueryCommand(name, query.summary)([ruleset]);
};

/** What may follow what is typed: a value of the last option that is named, or the name of another one. */
const completeOrder = async (
  own: Command,
  typed: string,
  ask: (option: string, begun: string, soFar: CommandInput) => Promise<readonly ParamOffer[]>,
): Promise<readonly ParamOffer[]> => {
  const pairs = parsePairs(typed);
  const last = pairs.at(-1);
  const goesOn = /[,;]\s*$/.test(typed) || last === undefined;
  const done = goesOn ? pairs : pairs.slice(0, -1);
  const before = done.map(([name, value]) => `${name}=${value ?? ''}`).join(', ');
  const led = (rest: string): string => (before === '' ? rest : `${before}, ${rest}`);
  if (!goesOn && last[1] !== undefined) {
    const [name, begun = ''] = last;
    return (await ask(name, begun, inputOf(done))).map(({ value, label }) => ({
      value: led(`${name}=${value}`).slice(0, 100),
      label: led(`${name}=${label}`).slice(0, 100),
    }));
  }
  const free = own.options.filter(({ name }) => name !== 'as' && done.every(([each]) => each !== name));
  const begun = goesOn ? '' : (last[0] ?? '');
  return matchingOffers(
    free.map(({ name, description }) => ({ value: `${name}=`, label: `${name}= ${description}` })),
    begun,
  ).map(({ value, label }) => ({ value: led(value).slice(0, 100), label: led(label).slice(0, 100) }));
};

/** Any verb or free question of the battle's rulebook, also where it has no command of its own. */
export const order = defineCommand([...forLibrary], {
  path: ['order'],
  usualReader: 'everyone',
  summary: 'Use any action or question of this battle’s rulebook',
  params: z.strictObject({
    verb: textParam('The action or question', 40),
    with: textParam('Options: target=Grim, path=N N; default: you are asked', 100).optional(),
    as: commonOptions.shape.as,
  }),
  complete: async (asker, option, typed, soFar, services) => {
    const battle = await services.battles.open(asker.channel);
    if (!battle.ok) return [];
    if (option === 'as') return combatantOffers(asker, typed, services, 'own');
    if (option === 'verb') return matchingOffers(knownVerbs(battle.value, asker.user), typed);
    const own = findVerbCommand(battle.value, String(soFar.verb ?? ''));
    if (own === undefined) return [];
    const as = soFar.as === undefined ? {} : { as: soFar.as };
    return completeOrder(own, typed, (name, begun, given) =>
      own.complete(asker, name, begun, { ...given, ...as }, services),
    );
  },
  run: async (asker, { verb, with: details, as }, services) => {
    const battle = await services.battles.open(asker.channel);
    if (!battle.ok) return battle;
    const { ruleset } = battle.value;
    const names = knownVerbs(battle.value, asker.user).map(({ value }) => value);
    const meant = matchName(verb, names, (name) => [name]);
    const name = meant.found;
    const own = name === undefined ? undefined : findVerbCommand(battle.value, name);
    if (name === undefined || own === undefined) {
      const hint = didYouMean(meant.found === undefined ? meant.suggestions : [], 'Choose from the list as you type.');
      return refuse('no-such-verb', { verb, system: ruleset.title, hint });
    }
    const pairs = parsePairs(details ?? '');
    const unsaid = pairs.find(([, value]) => value === undefined);
    if (unsaid !== undefined)
      return refuse('bad-input', { option: 'with', problem: phrase`write option=value, not ${unsaid[0]}` });
    const given: CommandInput = { ...inputOf(pairs), ...(as !== undefined && { as }) };
    const asks = listOptions(ruleset.verbs[name]?.params ?? z.object({})).some(
      ({ name: each, required }) => required && !Object.hasOwn(given, each),
    );
    const isDue = expectedActionsOfUser(battle.value, asker.user).some(({ verbs }) => verbs.includes(name));
    return asks && isDue
      ? stepByStepCommand.run(asker, { verb: name, ...given }, services)
      : own.run(asker, given, services);
  },
});
