import { type Asker, defineCommand, toIssuer } from '../src/app/command-kit/command.ts';
import { reasonOption, runForSelectedCombatants, whoOption } from '../src/app/gm/gm-panel.ts';
import { knownNames } from '../src/app/input/battle-names.ts';
import { splitList } from '../src/app/input/match-name.ts';
import { type CommandAnswer, type Control, selectMenu } from '../src/app/replies/reply.ts';
import type { Need } from '../src/app/services.ts';
import type { OpenBattle } from '../src/battle/saved/store.ts';
import { isGm, viewerOf } from '../src/battle/views/viewer.ts';
import {
  formatSigned,
  isSameName,
  listed,
  ok,
  phrase,
  type Result,
  refuse,
  refuseInput,
  term,
  worded,
} from '../src/core/message.ts';
import { card } from '../src/presentation/card.ts';
import type { Effect } from '../src/rules/effects.ts';
import { line } from '../src/rules/event.ts';
import { createReader } from '../src/rules/reader.ts';
import { parseNumber } from '../src/rules/value-parsers.ts';
import { flagParam, type InputOf, oneOfParam, textParam, wholeNumberParam } from '../src/rules/verb.ts';
import { defineBattleCommand, privateCard, refuseMissing } from './answers.ts';
import { type Completer, completeEach, whoOffers } from './completion.ts';

/** Parses modifiers of an effect: `hit=10 damage=-2`. */
const readModifiers = (typed: string): Result<Readonly<Record<string, number>>> => {
  const parts = splitList(typed.trim().replaceAll(/\s*[=:]\s*|\s+(?=[-+−]?\d)/g, '='), /[\s,;]+/);
  const pairs = parts.map((part) => {
    const [term = '', value = '', more] = part.split('=');
    return [term, (more === undefined ? parseNumber(value, 4) : undefined) ?? Number.NaN] as const;
  });
  return pairs.length === 0 || pairs.some(([term, value]) => term === '' || Number.isNaN(value))
    ? refuseInput('modifiers', 'write modifiers like hit=10 damage=-2')
    : ok(Object.fromEntries(pairs));
};

/** Suggests names of the rulebook's modifiers for the last part of the typed text. */
const termOffers: Completer<Need<'battles'>> = async (asker, typed, { battles }) => {
  const battle = await battles.open(asker.channel);
  if (!battle.ok) return [];
  const cut = typed.search(/[\w.-]*$/);
  return Object.entries(battle.value.ruleset.modifiers)
    .filter(([name]) => name.startsWith(typed.slice(cut)))
    .map(([name, says]) => ({
      value: `${typed.slice(0, cut)}${name}=1`,
      label: phrase`${name}: ${term(says, battle.value.ruleset.id)}`,
    }))
    .slice(0, 25);
};

const modifiersOption = textParam('The modifiers, in the rulebook’s terms: hit=10 damage=-2', 200);

const effect = defineBattleCommand([], {
  path: ['gm', 'effect'],
  summary: 'GM: apply an effect, with modifiers and a duration; no options: list all, players their own',
  params: {
    name: textParam('The name', 40).optional(),
    who: whoOption.optional(),
    modifiers: modifiersOption.optional(),
    rounds: wholeNumberParam('Duration in rounds or turns; default: until removed', 1, 999).optional(),
    ticks: oneOfParam('When it counts down in a round or turn', ['start', 'end']).default('start'),
    of: textParam('Count this combatant’s turns; default: count rounds', 80).optional(),
    reason: reasonOption.default('an effect'),
  },
  complete: completeEach({ who: whoOffers, of: whoOffers, modifiers: termOffers }),
  run: async (battle, asker, input, services) => {
    const { name, who } = input;
    if ([name, who, input.modifiers].every((each) => each === undefined)) return listEffects(battle, asker);
    if (name === undefined || who === undefined) return refuseMissing(name === undefined ? 'name' : 'who');
    const modifiers = readModifiers(input.modifiers ?? '');
    if (!modifiers.ok) return modifiers;
    const lasting = { ...(input.rounds !== undefined && { remaining: input.rounds }) };
    const ticks = { at: input.ticks, ...(input.of !== undefined && { of: input.of }) };
    return runForSelectedCombatants(asker, who, services, (ids) =>
      services.battles.applyEffect(
        toIssuer(asker),
        ids,
        name,
        { modifiers: modifiers.value, ticks, ...lasting },
        input.reason,
      ),
    );
  },
});

const removeEffect = defineCommand(['battles'], {
  path: ['gm', 'remove-effect'],
  scope: 'battle',
  summary: 'GM: remove an effect',
  params: {
    name: textParam('The name', 40),
    who: whoOption,
    reason: reasonOption.default('lifted'),
  },
  complete: completeEach({ who: whoOffers }),
  run: async (asker, input, services) =>
    runForSelectedCombatants(asker, input.who, services, (ids) =>
      services.battles.applyEffect(toIssuer(asker), ids, input.name, undefined, input.reason),
    ),
});

const termsText = ({ modifiers }: Pick<Effect, 'modifiers'>): string =>
  Object.entries(modifiers)
    .map(([term, value]) => `${term} ${formatSigned(value)}`)
    .join(', ') || worded('no modifiers');

const describeDuration = ({ remaining, ticks }: Pick<Effect, 'remaining' | 'ticks'>): string => {
  const [at, of] = [term(ticks.at), ticks.of];
  if (remaining === undefined) return worded('until removed');
  if (remaining === 1)
    return of === undefined ? phrase`until the next ${at} of the round` : phrase`until the next ${at} of ${of}’s turn`;
  return of === undefined
    ? phrase`${remaining} left, counted down at each ${at} of the round`
    : phrase`${remaining} left, counted down at each ${at} of ${of}’s turn`;
};

/** The name of every effect that /gm exception creates. */
const exceptionName = 'Exception';

const durations = ['turn', 'round', 'battle'] as const;

const createException = (
  id: string,
  modifiers: Effect['modifiers'],
  until: (typeof durations)[number],
): Pick<Effect, 'modifiers' | 'remaining' | 'ticks'> => ({
  modifiers,
  ...(until !== 'battle' && { remaining: 1 }),
  ticks: { at: 'end', ...(until === 'turn' && { of: id }) },
});

/** The card for the GM about granted exceptions: the modifiers and their duration. */
const exceptionCard = (given: readonly (readonly [string, ReturnType<typeof createException>])[]) =>
  card('Applied to all their rolls', {
    lines: given.map(([id, each]) =>
      line(phrase`${id}: ${termsText(each)}, ${describeDuration(each)}. To remove this early, use /gm remove-effect.`),
    ),
  });

const grant = async (
  asker: Asker,
  { who, what, until, modifiers: typed }: InputOf<typeof exceptionParams>,
  services: Need<'battles'>,
) => {
  const modifiers = readModifiers(typed ?? '');
  if (!modifiers.ok) return modifiers;
  const effectOf = (id: string) => createException(id, modifiers.value, until);
  const given: string[] = [];
  const answer = await runForSelectedCombatants(asker, who, services, (ids) => {
    given.push(...ids);
    return services.battles.applyEffect(toIssuer(asker), ids, exceptionName, effectOf, what);
  });
  if (!answer.ok) return answer;
  const aside = [...answer.value.aside, exceptionCard(given.map((id) => [id, effectOf(id)]))];
  return ok({ ...answer.value, aside });
};

const deny = (asker: Asker, { who, what }: InputOf<typeof exceptionParams>, services: Need<'battles'>) =>
  runForSelectedCombatants(asker, who, services, (ids) =>
    services.battles.changeSession(toIssuer(asker), 'rule', 'ruling', (battle) => {
      const { canSee } = createReader(viewerOf(battle));
      // Each hidden combatant gets its own ruling, so that only users who see the combatant can read it.
      const groups = [ids.filter(canSee), ...ids.filter((id) => !canSee(id)).map((id) => [id])];
      const said = groups.filter((those) => those.length > 0);
      return ok(said.map((of) => ({ type: 'ruled', text: phrase`denied to ${listed(of)}: ${what}`, of: [...of] })));
    }),
  );

const exceptionParams = {
  who: whoOption,
  what: textParam('What you grant or deny, and why (recorded in the log)', 300),
  modifiers: modifiersOption.optional(),
  until: oneOfParam(
    'Until the end of the combatant’s current or next turn, the round, or the battle',
    durations,
  ).default('turn'),
  deny: flagParam('Deny it; this is only recorded in the log').optional(),
};

const exception = defineCommand(['battles'], {
  path: ['gm', 'exception'],
  scope: 'battle',
  summary: 'GM: grant an exception, modifiers on all rolls of a combatant for a time; or deny it',
  params: exceptionParams,
  complete: completeEach({ who: whoOffers, modifiers: termOffers }),
  run: async (asker, input, services) => (input.deny ? deny(asker, input, services) : grant(asker, input, services)),
});

/** Lists effects with their durations. The GM gets all effects, players those of their own combatants. */
const listEffects = (battle: OpenBattle, { user }: Asker): CommandAnswer => {
  const gm = isGm(battle.saved.table, user);
  const reader = createReader(viewerOf(battle, user));
  const owner = (id: string) => battle.game.roster().find((each) => each.id === id)?.actor ?? id;
  const mine = battle.game.effects().filter((each) => gm || reader.isControlled(owner(each.who)));
  const lines = mine.map((each) =>
    line(phrase`${each.who}: ${term(each.name)} (${termsText(each)}), ${describeDuration(each)}.`),
  );
  return ok(privateCard(lines.length === 0 ? 'No active effects' : 'Effects', { lines }));
};

/** A list of values to correct, which then asks for the new value. Of one combatant, or of the battle. */
const fieldMenu = ({ game, saved: { id: battle } }: OpenBattle, who?: string): Control => {
  const input = who === undefined ? {} : { who };
  const offers = game.fieldValues(who).map(({ field, description, shown, now }) => ({
    ...{ value: field, label: description.slice(0, 100), note: shown },
    ...(now !== undefined && { now }),
  }));
  const title = who === undefined ? 'Correct a value of the battle' : phrase`Correct a value of ${who}`;
  const menu = selectMenu(title, 'field', offers, { path: ['gm', 'set'], input, battle });
  return { ...menu, asks: 'value' };
};

/** Lists what `/gm set` can correct and which modifiers effects can apply, or with `who` a combatant's values. */
export const listFields = (battle: OpenBattle, { user }: Asker, who: string | undefined): CommandAnswer => {
  const [id] = who === undefined ? [] : knownNames(battle, user).filter((each) => isSameName(each, who));
  if (who !== undefined && id === undefined) return refuse('no-such-combatant', { who });
  const controls = [[fieldMenu(battle, id)]];
  if (id !== undefined) return ok(privateCard(phrase`Correct ${id}`, {}, { controls }));
  const { corrections, modifiers } = battle.ruleset;
  const list = (all: readonly (readonly [name: string, says: string])[]) =>
    all.map(([name, says]) => phrase`${name}: ${term(says, battle.ruleset.id)}`).join('; ');
  return ok(
    privateCard(
      'What you can correct and grant',
      {
        lines: [
          line('/gm set field:… value:… who:… reason:… corrects a number, condition, position or turn.', 'good'),
          line(list(Object.entries(corrections).map(([name, { description }]) => [name, description]))),
          line(
            '/gm exception and /gm effect apply modifiers, for a turn or longer. /gm exception deny:yes and /gm ruling only write in the log.',
            'good',
          ),
          line(list(Object.entries(modifiers))),
          line('who: names with commas, Zombie*, side:red, all, near:D4:3, or near:Ada:2 (within 2 of Ada).', 'quiet'),
        ],
      },
      { controls },
    ),
  );
};

export const gmEffectCommands = [effect, removeEffect, exception];
