import { z } from 'zod';
import { ok, phrase, ref, refuse, say } from '../../core/message.ts';
import { line, step, type UnresolvedLine } from '../../rules/event.ts';
import { combatantParam } from '../../rules/verb.ts';
import { offerAllCombatants } from './checks.ts';
import { soakParts } from './damage.ts';
import { type DefenseName, planDefense } from './defense/plan.ts';
import { initiativeRating } from './initiative.ts';
import { attackInSight, planAttack } from './maneuvers.ts';
import { remainingWalk } from './movement.ts';
import { clampDifficulty, formatDiceCount, partSteps, sumParts } from './pools.ts';
import { defenseNames } from './sheet.ts';
import { type Combatant, findByName, query, type State } from './state.ts';

const titled = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const attackLines = (me: Combatant, state: State): readonly UnresolvedLine[] =>
  [
    { action: 'brawl' as const },
    ...me.sheet.weapons.flatMap(({ name }) =>
      (['melee', 'archery', 'thrown'] as const).map((action) => ({ action, weapon: name })),
    ),
    ...me.sheet.spells.map(({ name }) => ({ action: 'spell' as const, spell: name })),
  ].flatMap((how) => {
    const plan = planAttack(me, how, state);
    if (plan === undefined) return [];
    const tool = plan.weapon ?? plan.spell;
    const difficulty = clampDifficulty(sumParts(plan.marks), state.settings);
    const name = `${titled(how.action)}${tool ? phrase` (${tool})` : ''}`;
    return [
      line(
        say`${name}: ${formatDiceCount(sumParts(plan.parts))} against difficulty ${difficulty}, damage ${plan.base}.`,
        'plain',
        [partSteps(plan.parts, () => 'ST-POOL-2')],
      ),
    ];
  });

const defenseLines = (me: Combatant, state: State): readonly UnresolvedLine[] => {
  const blow = attackInSight('', { maneuver: 'brawl', base: 0, netAdds: true, answerableBy: [] }, me.name);
  const defenses: readonly { readonly maneuver: DefenseName; readonly spell?: string }[] = [
    ...defenseNames.filter((each) => each !== 'spell').map((maneuver) => ({ maneuver })),
    ...me.sheet.spells.map(({ name }) => ({ maneuver: 'spell' as const, spell: name })),
  ];
  return defenses.flatMap((how) => {
    const plan = planDefense(state, me, blow, how.maneuver, how);
    if (!plan.ok) return [];
    const tool = plan.value.with === undefined ? '' : phrase` (${plan.value.with})`;
    return [
      line(say`${titled(how.maneuver)}${tool}: ${formatDiceCount(sumParts(plan.value.parts))}.`, 'plain', [
        partSteps(plan.value.parts, () => 'ST-POOL-2'),
      ]),
    ];
  });
};

/** What a combatant would roll now (ST-POOL-2, ST-SOAK-2). */
export const poolsQuery = query({
  summary: 'Show what a combatant would roll now: attacks, defenses, soak, initiative',
  params: z.strictObject({ target: combatantParam('Whose pools; default: your combatant').optional() }),
  offers: { target: offerAllCombatants },
  answer: (state, call, { target }, reader) => {
    const name = target ?? call.actor;
    const me = findByName(state, name);
    if (me === undefined || !reader.canSee(me.name)) return refuse('NO_SUCH_COMBATANT', { name: ref(name) });
    if (!['pools', 'health', 'soak'].every((term) => reader.isNumberVisible(me.name, term)))
      return refuse('NOT_CONTROLLER', { name: ref(me.name) });
    const soak = soakParts(me, state);
    return ok({
      title: say`Pools of ${ref(me.name)}`,
      lines: [
        line(phrase`Initiative rating ${initiativeRating(me, state)}.`, 'plain', [
          [step('ST-INIT-1', 'wits + dexterity − wounds')],
        ]),
        ...attackLines(me, state),
        ...defenseLines(me, state),
        line(say`Soak: ${formatDiceCount(sumParts(soak))}.`, 'plain', [partSteps(soak, () => 'ST-SOAK-2')]),
        line(phrase`Walking distance left: ${remainingWalk(me, state.settings)} m.`, 'plain', [
          [step('ST-MOVE-3', 'for the whole turn')],
        ]),
      ],
    });
  },
});
