import { z } from 'zod';
import { capitalize, count, decimal, joined, ok, ref, refuse, say, type Text, term } from '../../core/message.ts';
import { line, step, type UnresolvedLine } from '../../rules/event.ts';
import type { Reader } from '../../rules/reader.ts';
import { combatantParam, textParam, wholeNumberParam } from '../../rules/verb.ts';
import { offerAllCombatants, remainingWalk } from './checks.ts';
import { type DefenseName, parseDefense, planDefense } from './defense/plan.ts';
import { initiativeRating } from './initiative.ts';
import { type AttackPlan, planAttack, requireWeapon, toPendingAttack } from './maneuvers.ts';
import { requireAction } from './nomination/action.ts';
import { nominationOffers } from './nomination/choices.ts';
import {
  type AttackChances,
  attackChances,
  chanceOfAtLeast,
  clampDifficulty,
  defaultDifficulty,
  formatDiceCount,
  meanSuccesses,
  partSteps,
  type SuccessDistribution,
  successChances,
  sumParts,
} from './pools.ts';
import { defenseNames, type Maneuver } from './sheet.ts';
import { type CheckResult, type Combatant, findByName, type PendingAttack, query, type State } from './state.ts';
import { arePoolsVisible, isNominationVisible, isNumberVisible } from './visibility.ts';
import { soakParts } from './wounds.ts';

const nameManeuver = (maneuver: string, tool: string | undefined): Text =>
  tool === undefined ? term(capitalize(maneuver)) : say`${term(capitalize(maneuver))} (${term(tool)})`;

const nameAttack = ({ maneuver, weapon, spell }: AttackPlan): Text => nameManeuver(maneuver, weapon ?? spell);

/** The maneuver of the named weapon, or of the first weapon that is ready. `brawl` without one. ST-MAN-9. */
const usualManeuver = (me: Combatant, weapon: string | undefined): Maneuver =>
  (weapon === undefined ? me.sheet.weapons.map(({ name }) => name) : [weapon])
    .flatMap((name) => (['melee', 'archery', 'thrown'] as const).filter((each) => requireWeapon(me, each, name).ok))
    .at(0) ?? 'brawl';

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
    const difficulty = clampDifficulty(sumParts(plan.marks), state.settings);
    return [
      line(
        say`${nameAttack(plan)}: ${formatDiceCount(sumParts(plan.parts))} against difficulty ${difficulty}, damage ${plan.base}.`,
        'plain',
        [partSteps(plan.parts, () => 'ST-POOL-2')],
      ),
    ];
  });

const defenseLines = (me: Combatant, state: State): readonly UnresolvedLine[] => {
  const attack = toPendingAttack('', { maneuver: 'brawl', base: 0, netAdds: true, answerableBy: [] }, me.id);
  const defenses: readonly { readonly maneuver: DefenseName; readonly spell?: string }[] = [
    ...defenseNames.filter((each) => each !== 'spell').map((maneuver) => ({ maneuver })),
    ...me.sheet.spells.map(({ name }) => ({ maneuver: 'spell' as const, spell: name })),
  ];
  return defenses.flatMap((how) => {
    const plan = planDefense(state, me, attack, how.maneuver, how);
    if (!plan.ok) return [];
    const name = nameManeuver(how.maneuver, plan.value.with);
    return [
      line(say`${name}: ${formatDiceCount(sumParts(plan.value.parts))}.`, 'plain', [
        partSteps(plan.value.parts, () => 'ST-POOL-2'),
      ]),
    ];
  });
};

/** Shows the pools a combatant would roll now. ST-POOL-2, ST-SOAK-2. */
export const poolsQuery = query({
  summary: 'Show what a combatant would roll now: attacks, defenses, soak, initiative',
  params: z.strictObject({ target: combatantParam('Whose pools; default: your combatant').optional() }),
  offers: { target: offerAllCombatants },
  answer: (state, call, { target }, reader) => {
    const name = target ?? call.actor;
    const me = findByName(state, name);
    if (me === undefined || !reader.canSee(me.id)) return refuse('NO_SUCH_COMBATANT', { name: ref(name) });
    if (!['pools', 'health', 'soak'].every((term) => reader.isNumberVisible(me.id, term)))
      return refuse('NOT_CONTROLLER', { name: ref(me.id) });
    const soak = soakParts(me, state);
    return ok({
      title: say`Pools of ${ref(me.id)}`,
      lines: [
        line(say`Initiative rating ${initiativeRating(me, state)}.`, 'plain', [
          [step('ST-INIT-1', 'wits + dexterity − wounds')],
        ]),
        ...attackLines(me, state),
        ...defenseLines(me, state),
        line(say`Soak: ${formatDiceCount(sumParts(soak))}.`, 'plain', [partSteps(soak, () => 'ST-SOAK-2')]),
        line(say`Walking distance left: ${remainingWalk(me, state.settings)} m.`, 'plain', [
          [step('ST-MOVE-3', 'for the whole turn')],
        ]),
      ],
    });
  },
});

const dicePool = (says: string) => wholeNumberParam(says, 0, 60).optional();

const params = z.strictObject({
  target: combatantParam('Who to attack').optional(),
  action: textParam('The kind of attack: brawl, melee, archery, thrown or spell', 40).optional(),
  weapon: textParam('The weapon', 100).optional(),
  spell: textParam('The attack spell', 100).optional(),
  defense: textParam('The defense: block, parry, dodge, spell or none', 40).optional(),
  ward: textParam('The defense spell, or the weapon or shield the target parries with', 100).optional(),
  attack: dicePool('Attack dice to use instead of the sheet’s'),
  difficulty: wholeNumberParam('Difficulty of the attack', 1, 10).optional(),
  against: dicePool('Defense dice to use instead of the sheet’s'),
  damage: dicePool('Dice of base damage to use instead of the sheet’s'),
  soak: dicePool('Soak dice to use instead of the sheet’s'),
});
type OddsParams = z.output<typeof params>;

/** The attack whose odds to calculate, from typed numbers or from the attacker’s sheet. */
const planOddsAttack = (state: State, actor: string, asked: OddsParams, target: Combatant | undefined) => {
  if (asked.attack !== undefined)
    return ok({
      pool: asked.attack,
      difficulty: clampDifficulty(asked.difficulty ?? defaultDifficulty, state.settings),
      base: asked.damage ?? 0,
      netAdds: asked.action !== 'thrown',
      how: undefined,
      pending: undefined,
    });
  const me = findByName(state, actor);
  if (me === undefined) return refuse('NO_SUCH_COMBATANT', { name: ref(actor) });
  const first = me.actions[0];
  const nominatedNow = first.status === 'nominated' ? first.as : undefined;
  const usual = { action: usualManeuver(me, asked.weapon), weapon: undefined, spell: undefined };
  const basis = asked.weapon === undefined && nominatedNow?.class === 'attack' ? nominatedNow : usual;
  const words = asked.action ?? (asked.spell === undefined ? basis.action : 'spell');
  const worded = {
    action: words,
    weapon: asked.weapon ?? (words === basis.action ? basis.weapon : undefined),
    spell: asked.spell ?? basis.spell,
    target: target?.id,
  };
  const checked = requireAction(state, { ...me, dazed: false }, 'none', worded);
  if (!checked.ok) return checked;
  const plan = planAttack(me, checked.value, state);
  if (plan === undefined) return refuse('UNKNOWN_ACTION', { action: words });
  return ok({
    pool: sumParts(plan.parts),
    difficulty: clampDifficulty(asked.difficulty ?? sumParts(plan.marks), state.settings),
    base: asked.damage ?? plan.base,
    netAdds: plan.netAdds,
    how: nameAttack(plan),
    pending: target && toPendingAttack(me.id, plan, target.id),
  });
};

/** The defense used in the odds, from typed numbers or from the target’s sheet if the reader may see it. */
const planOddsDefense = (
  state: State,
  asked: OddsParams,
  target: Combatant | undefined,
  pending: PendingAttack | undefined,
  isVisible: boolean,
): CheckResult<{ readonly pool: number; readonly difficulty: number } | undefined> => {
  if (asked.against !== undefined) return ok({ pool: asked.against, difficulty: defaultDifficulty });
  if (asked.defense === undefined) return ok(undefined);
  const maneuver = parseDefense(asked.defense);
  if (maneuver === undefined) return refuse('UNKNOWN_DEFENSE', { maneuver: asked.defense });
  if (maneuver === 'none' || target === undefined || pending === undefined || !isVisible) return ok(undefined);
  const plan = planDefense(state, target, pending, maneuver, { weapon: asked.ward, spell: asked.ward });
  return plan.ok
    ? ok({
        pool: sumParts(plan.value.parts),
        difficulty: clampDifficulty(sumParts(plan.value.marks), state.settings),
      })
    : plan;
};

const percent = (chance: number): Text => say`${decimal(chance * 100, 1)} %`;

const spread = (chances: SuccessDistribution): Text =>
  joined(chances.map((chance, n) => chance >= 0.0005 && say`${n}: ${percent(chance)}`));

/** The target without its stance, if the reader may not know the stance (`declarations: private`). */
const withoutHiddenStance = (target: Combatant, reader: Reader): Combatant =>
  target.actions[0].status === 'empty' || isNominationVisible(reader, target, target.actions[0])
    ? target
    : { ...target, stance: 'none' };

const consequenceLines = (
  target: Combatant,
  { levelsLost: lost, damageRolled }: AttackChances,
  { settings }: State,
): readonly UnresolvedLine[] => {
  const left = settings.healthTrack.length - target.lost;
  const daze = chanceOfAtLeast(
    settings.dazeBasis === 'rolled' ? damageRolled : lost,
    target.sheet.attributes.stamina + 1,
  );
  const stamina = say`damage above stamina ${target.sheet.attributes.stamina}`;
  const [down, dead] = [chanceOfAtLeast(lost, Math.max(1, left)), chanceOfAtLeast(lost, left + 1)];
  const name = ref(target.id);
  const lines = [
    line(say`Chance to daze ${name}: ${percent(daze)}.`, 'plain', [[step('ST-DAZE-1', stamina)]]),
    line(say`Chance to take down ${name}: ${percent(down)}.`, 'plain', [
      [step('ST-WOUND-5', say`${count(left, 'level')} left`)],
    ]),
    line(say`Chance to kill ${name}: ${percent(dead)}.`, 'plain', [[step('ST-WOUND-6', 'overflow')]]),
  ];
  return settings.death === 'overflow' ? lines : lines.slice(0, -1);
};

/** Shows the exact chances of an attack to hit, daze, take down and kill. ST-RES-1. */
export const odds = query({
  summary: 'Show the exact odds of an attack, from your sheet or from pools you enter',
  params,
  offers: { target: nominationOffers.target, weapon: nominationOffers.weapon, spell: nominationOffers.spell },
  answer: (state, call, asked, reader) => {
    const { settings } = state;
    const found = asked.target === undefined ? undefined : findByName(state, asked.target);
    if (asked.target !== undefined && (found === undefined || !reader.canSee(found.id)))
      return refuse('NO_SUCH_TARGET', { target: ref(asked.target) });
    if (asked.attack === undefined && !arePoolsVisible(reader, call.actor))
      return refuse('NOT_CONTROLLER', { name: ref(call.actor) });
    const target = found && withoutHiddenStance(found, reader);
    const isVisible = target !== undefined && arePoolsVisible(reader, target.id);
    const isSoakKnown = target !== undefined && isNumberVisible(reader, target.id, 'soak');
    const attack = planOddsAttack(state, call.actor, asked, target);
    if (!attack.ok) return attack;
    const defense = planOddsDefense(state, asked, target, attack.value.pending, isVisible);
    if (!defense.ok) return defense;
    const { pool, difficulty, base, netAdds, how } = attack.value;
    const soakPool = asked.soak ?? (isSoakKnown ? sumParts(soakParts(target, state)) : undefined);
    const rolled = successChances('trait', pool, difficulty, settings);
    const answered =
      defense.value === undefined
        ? [1]
        : successChances('trait', defense.value.pool, defense.value.difficulty, settings);
    const pools = { attack: rolled, defense: answered, base, netAdds, soakPool: soakPool ?? 0, settings };
    const chances = attackChances(pools);
    const extra = netAdds
      ? say`damage ${base} + net successes after the first`
      : say`damage ${base}, net successes not counted`;
    const hit = defense.value === undefined ? say`undefended` : say`against ${formatDiceCount(defense.value.pool)}`;
    return ok({
      title: target === undefined ? (how ?? 'Odds') : say`${how ?? term('Odds')} against ${ref(target.id)}`,
      lines: [
        line(say`Chance to hit (${hit}): ${percent(chances.hit)}.`, 'plain', [
          [step('ST-POOL-7', say`attack: ${formatDiceCount(pool)}, difficulty ${difficulty}`)],
          [step('ST-POOL-8', say`successes ${spread(rolled)}`)],
          ...(defense.value ? [[step('ST-DEF-6', say`defense successes ${spread(answered)}`)]] : []),
        ]),
        ...(soakPool === undefined
          ? [line('You do not know the target’s pools. Use the options against and soak to see the damage.', 'quiet')]
          : [
              line(say`Health levels lost on average: ${decimal(meanSuccesses(chances.levelsLost), 2)}.`, 'plain', [
                [step('ST-DMG-2', extra)],
                [step('ST-SOAK-2', say`soak ${formatDiceCount(soakPool)}`)],
                [step('ST-SOAK-4', say`levels lost ${spread(chances.levelsLost)}`)],
              ]),
              ...(isVisible && isSoakKnown ? consequenceLines(target, chances, state) : []),
            ]),
      ],
    });
  },
});
