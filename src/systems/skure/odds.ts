import { z } from 'zod';
import { memoizeByObject } from '../../core/memoize.ts';
import { count, decimal, isSameName, ok, present, ref, refuse, say, sentences, type Text } from '../../core/message.ts';
import { line, type SumRow, step } from '../../rules/event.ts';
import { combatantParam, oneOfParam } from '../../rules/verb.ts';
import { defaultAttackMode } from './attack/attack.ts';
import { type Attack, needsHitRoll } from './attack/attack-kinds.ts';
import { isDamageVisible } from './attack/attack-line.ts';
import { type AttackNumbers, calculateAttack, findStageRow } from './attack/attack-numbers.ts';
import { bearingBetween, findFacingZone, requiredMeleeReach, requiredRangedReach } from './board.ts';
import { offerCombatantsOnBoard, requireVisiblePair } from './checks.ts';
import { resolveDamage } from './death.ts';
import type { Settings } from './settings.ts';
import type { Breath, Sheet, Spell } from './sheet.ts';
import { countAimTurns } from './stances.ts';
import { isAbleToAct, query, type State } from './state.ts';

interface Odds {
  /** Number of rolls, out of 100, for each stage. */
  readonly stages: ReadonlyMap<number, number>;
  readonly hits: number;
  readonly downs: number;
  readonly kills: number;
  /** Sum of the damage of all 100 rolls. Divide by 100 for the average. */
  readonly damage: number;
}

/** Number of rolls, out of 100, that give one stage, with the numbers of the attack. */
interface Outcome {
  readonly rolls: number;
  readonly stage: number;
  readonly numbers: AttackNumbers;
}

/** Outcomes of all 100 rolls, by stage. An attack without a hit roll counts as 100 standard hits. */
const calculateOutcomes = (state: State, attack: Attack): readonly Outcome[] => {
  if (!needsHitRoll(attack, state.settings))
    return [{ rolls: 100, stage: 3, numbers: calculateAttack(state, attack, undefined) }];
  const outcomes: Outcome[] = [];
  for (let natural = 1; natural <= 100; ) {
    const numbers = calculateAttack(state, attack, natural);
    const { modified = natural, stage = 3, cap = 7 } = numbers.roll ?? {};
    const last = stage >= cap ? 100 : Math.min(100, natural + (findStageRow(stage).to ?? 0) - modified);
    outcomes.push({ rolls: last - natural + 1, stage, numbers });
    natural = last + 1;
  }
  return outcomes;
};

export const calculateOdds = (state: State, attack: Attack): Odds => {
  const stages = new Map<number, number>();
  let [hits, downs, kills, damage] = [0, 0, 0, 0];
  for (const { rolls, stage, numbers } of calculateOutcomes(state, attack)) {
    const { life } = resolveDamage(attack.target, numbers, state.settings);
    stages.set(stage, (stages.get(stage) ?? 0) + rolls);
    hits += numbers.hit ? rolls : 0;
    downs += life !== 'conscious' && attack.target.life === 'conscious' ? rolls : 0;
    kills += life === 'dead' || life === 'destroyed' ? rolls : 0;
    damage += numbers.damage * rolls;
  }
  return { stages, hits, downs, kills, damage };
};

/** Number of rolls, out of 100, that do this damage. */
interface DamageShare {
  readonly rolls: number;
  readonly damage: number;
}

const calculateDamageShares = (state: State, attack: Attack): readonly DamageShare[] =>
  calculateOutcomes(state, attack).map(({ rolls, numbers }) => ({ rolls, damage: numbers.damage }));

/** Cached damage shares by settings, attacker’s sheet and target’s sheet. */
const damageSharesBySheets = memoizeByObject((_: Settings) =>
  memoizeByObject((__: Sheet) => memoizeByObject((___: Sheet) => new Map<string, readonly DamageShare[]>())),
);

/** Damage of an attack for all 100 rolls, even beyond the target’s HP. Cached for equal attacks. */
export const damageDistribution = (state: State, attack: Attack): readonly DamageShare[] => {
  if (state.effects.length > 0) return calculateDamageShares(state, attack);
  const { how, attacker, target, magic } = attack;
  const { settings } = state;
  const { hit = 0, damage = 0 } = attacker.next;
  const known = damageSharesBySheets(settings)(attacker.sheet)(target.sheet);
  const key = `${how} ${magic?.name ?? ''} ${findFacingZone(target, attacker.at, settings)} ${target.stance} ${isAbleToAct(target)} ${countAimTurns(attack, settings)} ${hit} ${damage}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const falls = calculateDamageShares(state, attack);
  known.set(key, falls);
  return falls;
};

const listStageOdds = ({ stages }: Odds): readonly SumRow<Text>[] => [
  [...stages]
    .sort(([a], [b]) => a - b)
    .map(([stage, rolls]) => step('SK-ATK-10', say`${findStageRow(stage).name} ${rolls}%`)),
];

const describeChance = (hits: number, who: Text, target: Text): Text => {
  if (hits >= 90) return say`${who} almost certainly hits ${target}.`;
  if (hits >= 65) return say`${who} probably hits ${target}.`;
  if (hits >= 40) return say`${who} sometimes hits ${target}.`;
  return hits >= 15 ? say`${who} rarely hits ${target}.` : say`${who} almost never hits ${target}.`;
};

/** True if a plain attack would be refused at this distance. SK-ATK-2, SK-ATK-6. */
const isTooFar = (state: State, { how, attacker, target }: Attack): boolean =>
  (how === 'melee' && requiredMeleeReach(state, attacker, target) > attacker.sheet.meleeRange) ||
  (how === 'ranged' && requiredRangedReach(state, attacker, target) > (attacker.sheet.rangedRange ?? 0));

/** Shows the chances of an attack now, even if it would be refused. */
export const odds = query({
  summary: 'Show the exact chances of an attack right now',
  params: z.strictObject({
    target: combatantParam('The target'),
    attacker: combatantParam('The attacker; default: your combatant').optional(),
    mode: oneOfParam('How', ['melee', 'ranged', 'charge', 'counter', 'opportunity']).optional(),
    spell: z.string().max(60).optional().meta({ description: 'A spell or breath to use instead of a plain attack' }),
  }),
  offers: { target: offerCombatantsOnBoard, attacker: offerCombatantsOnBoard },
  answer: (state, call, { target: name, attacker: by, mode, spell }, reader) => {
    const pair = requireVisiblePair(state, [by ?? call.actor, name], reader);
    if (!pair.ok) return pair;
    const [attacker, target] = pair.value;
    const named = (each: Spell | Breath) => spell !== undefined && isSameName(each.name, spell);
    const cast = attacker.sheet.spells.find(named);
    const magic = cast ?? attacker.sheet.breaths.find(named);
    if (spell !== undefined && magic === undefined)
      return refuse('UNKNOWN_SPELL', {
        actor: ref(attacker.id),
        spell,
        known: reader.isNumberVisible(attacker.id, 'sheet')
          ? attacker.sheet.spells.map((each) => each.name).join(', ')
          : undefined,
      });
    const plain = mode ?? defaultAttackMode(state, attacker, target);
    const how = magic === undefined ? plain : cast === undefined ? 'breath' : 'spell';
    const attack: Attack = { how, attacker, target, ...(magic && { magic }) };
    const found = calculateOdds(state, attack);
    const both = (term: string, theirs = term) =>
      reader.isNumberVisible(attacker.id, term) && reader.isNumberVisible(target.id, theirs);
    const isRollVisible = !needsHitRoll(attack, state.settings) || both('speed');
    const sample = calculateAttack(state, attack, 60);
    const isDamageShown =
      isRollVisible && both('attack', 'defense') && isDamageVisible(reader, target.id, sample, magic !== undefined);
    const [who, whom] = [ref(attacker.id), ref(target.id)];
    const isTurnedAway = bearingBetween(attacker.at, target.at) !== attacker.facing;
    const text = sentences(
      isRollVisible
        ? say`${who} hits ${whom} with ${count(found.hits, 'roll')} out of 100.`
        : describeChance(found.hits, who, whom),
      isTurnedAway && say`The attacker does not face the target now.`,
      reader.isNumberVisible(attacker.id, 'sheet') && isTooFar(state, attack) && say`The target is out of range now.`,
    );
    return ok({
      title: say`${who} against ${whom}`,
      lines: present([
        line(text, 'plain', isRollVisible ? listStageOdds(found) : []),
        isDamageShown &&
          line(
            sentences(
              say`Average damage: ${decimal(found.damage / 100, 2)}.`,
              reader.isNumberVisible(target.id, 'hp') &&
                say`In 100 rolls: ${found.downs} × knocked out, ${found.kills} × killed.`,
            ),
          ),
      ]),
    });
  },
});
