import { z } from 'zod';
import { count, ref, say, type Text } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { ok } from '../../../core/result.ts';
import { sameName } from '../../../core/text.ts';
import { line, type Row, step } from '../../../rules/lines.ts';
import { combatant, oneOf } from '../../../rules/params.ts';
import { bearing, meleeReach, rangedReach } from '../board.ts';
import { thoseOnBoard } from '../checks.ts';
import { harmOf } from '../death.ts';
import { called, isPlaced, query, type State } from '../state.ts';
import { usualMode } from './attack.ts';
import { damageTold } from './blow-line.ts';
import { type Attack, rollsToHit } from './kinds.ts';
import { reckon } from './reckoning.ts';
import { stageRow } from './roll.ts';

interface Odds {
  /** Of 100 rolls, how many come to each stage. */
  readonly stages: ReadonlyMap<number, number>;
  readonly hits: number;
  readonly fells: number;
  readonly kills: number;
  /** Damage of all 100 rolls together: the mean is this over 100. */
  readonly damage: number;
}

/** Exact, by reckoning all hundred rolls. What simply lands counts as a hundred hits. */
export const chancesOf = (state: State, attack: Attack): Odds => {
  const stages = new Map<number, number>();
  let [hits, fells, kills, damage] = [0, 0, 0, 0];
  const rolls = rollsToHit(attack, state.settings);
  for (let natural = 1; natural <= 100; natural++) {
    const blow = reckon(state, attack, rolls ? natural : undefined);
    const { life } = harmOf(attack.target, blow, state.settings);
    const stage = blow.roll?.stage ?? 3;
    stages.set(stage, (stages.get(stage) ?? 0) + 1);
    hits += blow.hit ? 1 : 0;
    fells += life !== 'conscious' && attack.target.life === 'conscious' ? 1 : 0;
    kills += life === 'dead' || life === 'destroyed' ? 1 : 0;
    damage += blow.damage;
  }
  return { stages, hits, fells, kills, damage };
};

const mean = (damage: number): string => `${Math.floor(damage / 100)}.${String(damage % 100).padStart(2, '0')}`;

const rowsOf = ({ stages }: Odds): readonly Row<Text>[] => [
  [...stages]
    .sort(([a], [b]) => a - b)
    .map(([stage, rolls]) => step('SK-ATK-10', say`${stageRow(stage).name} ${rolls}%`)),
];

const likely = (hits: number): Text =>
  hits >= 90
    ? say`almost surely`
    : hits >= 65
      ? say`probably`
      : hits >= 40
        ? say`perhaps`
        : hits >= 15
          ? say`hardly`
          : say`almost never`;

/** SK-ATK-2, SK-ATK-6: a plain attack over this distance would be refused. */
const isTooFar = (state: State, { how, attacker, target }: Attack): boolean =>
  (how === 'melee' && meleeReach(state, attacker, target) > attacker.sheet.meleeRange) ||
  (how === 'ranged' && rangedReach(state, attacker, target) > (attacker.sheet.rangedRange ?? 0));

/** The chance of an attack as things stand now, whether or not it could be made. */
export const odds = query({
  summary: 'The exact chances of an attack as things stand',
  params: z.strictObject({
    target: combatant('At whom'),
    attacker: combatant('Who attacks; left out: you').optional(),
    mode: oneOf('How', ['melee', 'ranged', 'charge', 'counter', 'opportunity']).optional(),
    spell: z.string().max(60).optional().meta({ description: 'With a spell or breath instead' }),
  }),
  offers: { target: thoseOnBoard, attacker: thoseOnBoard },
  answer: (state, call, { target: name, attacker: by, mode, spell }, reader) => {
    const [attacker, target] = [called(state, by ?? call.actor), called(state, name)];
    if (attacker === undefined || !isPlaced(attacker) || !reader.sees(attacker.name))
      return refuse('NO_SUCH_TARGET', { target: ref(by ?? call.actor) });
    if (target === undefined || !isPlaced(target) || !reader.sees(target.name))
      return refuse('NO_SUCH_TARGET', { target: ref(name) });
    if (attacker.name === target.name) return refuse('TARGET_SELF', { actor: ref(attacker.name) });
    const magic = spell === undefined ? undefined : attacker.sheet.spells.find((each) => sameName(each.name, spell));
    const blown = spell === undefined ? undefined : attacker.sheet.breaths.find((each) => sameName(each.name, spell));
    if (spell !== undefined && magic === undefined && blown === undefined)
      return refuse('UNKNOWN_SPELL', {
        actor: ref(attacker.name),
        spell,
        known: reader.tells(attacker.name, 'sheet')
          ? attacker.sheet.spells.map((each) => each.name).join(', ')
          : undefined,
      });
    const how =
      magic !== undefined ? 'spell' : blown !== undefined ? 'breath' : (mode ?? usualMode(state, attacker, target));
    const used = magic ?? blown;
    const found = chancesOf(state, { how, attacker, target, ...(used !== undefined && { magic: used }) });
    const both = (term: string, theirs = term) =>
      reader.tells(attacker.name, term) && reader.tells(target.name, theirs);
    const rolled =
      !rollsToHit({ how, attacker, target, ...(used && { magic: used }) }, state.settings) || both('speed');
    const struck = reckon(state, { how, attacker, target, ...(used && { magic: used }) }, 60);
    const counted = rolled && both('attack', 'defense') && damageTold(reader, target.name, struck, used !== undefined);
    const away = bearing(attacker.at, target.at) === attacker.facing ? '' : say` It does not face the target now.`;
    const far =
      reader.tells(attacker.name, 'sheet') && isTooFar(state, { how, attacker, target })
        ? say` The target is out of range now.`
        : '';
    return ok({
      title: say`${ref(attacker.name)} against ${ref(target.name)}`,
      lines: [
        line(
          rolled
            ? say`${ref(attacker.name)} hits ${ref(target.name)} with ${count(found.hits, 'roll')} in 100.${away}${far}`
            : say`${ref(attacker.name)} ${likely(found.hits)} hits ${ref(target.name)}.${away}${far}`,
          'plain',
          rolled ? rowsOf(found) : [],
        ),
        ...(counted
          ? [
              line(
                say`Mean damage ${mean(found.damage)}${reader.tells(target.name, 'hp') ? say`; fells with ${found.fells}, kills with ${found.kills} in 100` : ''}.`,
              ),
            ]
          : []),
      ],
    });
  },
});
