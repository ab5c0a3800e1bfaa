import { z } from 'zod';
import { ok, phrase, ref, refuse, say } from '../../core/message.ts';
import { line, step } from '../../rules/event.ts';
import { mayCommand } from '../../rules/expected-action.ts';
import { createLimitCounter } from '../../rules/order-limits.ts';
import { combatantParam, type FindParamOffers, oneOfParam, textParam } from '../../rules/verb.ts';
import { calculateNeededRoll } from './attack.ts';
import { offerAllCombatants, offerEnemies, requireTarget } from './checks.ts';
import { extraDamageParts, stunThreshold } from './damage.ts';
import { offerWeapons } from './declaration/choices.ts';
import { friendThreshold, meleeMembers } from './engagement.ts';
import { isNumberVisible, sumRow } from './rows.ts';
import { parseDamageDice } from './sheet.ts';
import { findByName, findWeapon, hands, isRanged, protOf, query, type State, sumOfParts } from './state.ts';
import { type AttackSetup, readAttackRoll } from './strike-chance.ts';

/** An exact share: some of a number of equally likely ways. */
interface ExactShare {
  readonly of: bigint;
  readonly among: bigint;
}

/** How many ways the dice give each sum. */
const sums = (count: number, sides: number): ReadonlyMap<number, bigint> => {
  const step = createLimitCounter('steps');
  let ways = new Map<number, bigint>([[0, 1n]]);
  for (let n = 0; n < count; n++) {
    const next = new Map<number, bigint>();
    for (const [sum, times] of ways) {
      step('odds', 3 * sides);
      for (let face = 1; face <= sides; face++) next.set(sum + face, (next.get(sum + face) ?? 0n) + times);
    }
    ways = next;
  }
  return ways;
};

/** Every face of the d100 and every fall of the damage dice, counted: nothing is sampled. `mean`: hit points taken, a miss counting 0. */
const oddsOf = (state: State, blow: AttackSetup) => {
  const { sc, def, need } = calculateNeededRoll(state, blow);
  const { count, sides, bonus } = parseDamageDice(blow.weapon.damage) ?? { count: 0, sides: 1, bonus: 0 };
  const extra = sumOfParts(extraDamageParts(state, blow));
  const prot = protOf(state, blow.target);
  const threshold = stunThreshold(blow.target.sheet);
  // How many of the hundred faces give each outcome.
  const faces = { miss: 0, hit: 0, critical: 0, grievous: 0 };
  for (let roll = 1; roll <= 100; roll++) faces[readAttackRoll(roll, need)]++;
  const ways = sums(count, sides);
  const among = 100n * BigInt(sides) ** BigInt(count);
  let [stuns, downs, mean] = [0n, 0n, 0n];
  for (const [dice, times] of ways) {
    const rolled = Math.max(0, dice + bonus + extra);
    const double = state.settings.critDoubles === 'total' ? 2 * rolled : Math.max(0, 2 * dice + bonus + extra);
    for (const [damage, shield, share] of [
      [rolled, prot, faces.hit],
      [double, 0, faces.critical + faces.grievous],
    ] as const) {
      const taken = Math.max(0, damage - shield);
      const weight = times * BigInt(share);
      mean += weight * BigInt(taken);
      if ((state.settings.stunBasis === 'taken' ? taken : damage) > threshold) stuns += weight;
      if (taken >= blow.target.hp) downs += weight;
    }
  }
  return {
    need,
    sc,
    def,
    faces,
    stunShare: { of: stuns, among },
    downShare: { of: downs, among },
    mean: { of: mean, among },
  };
};

/** A share of a hundred with one decimal, rounded to the nearest. */
const percent = ({ of, among }: ExactShare): string => tenths(of * 1000n, among, '%');

/** A number with one decimal, rounded to the nearest. */
const decimal = ({ of, among }: ExactShare): string => tenths(of * 10n, among, '');

const tenths = (of: bigint, among: bigint, unit: string): string => {
  const rounded = (2n * of + among) / (2n * among);
  return `${rounded / 10n}.${rounded % 10n}${unit}`;
};

/** The weapons of whoever would strike; none of somebody whom the asker does not run. */
const weaponsOfAttacker: FindParamOffers<State> = (state, call, soFar) => {
  const attacker = typeof soFar.attacker === 'string' ? findByName(state, soFar.attacker)?.id : call.actor;
  return attacker === undefined || !(attacker === call.actor || mayCommand(call, attacker))
    ? []
    : offerWeapons(state, { ...call, actor: attacker }, soFar);
};

/** Exact chances of one attack as things stand; for those who are told both sides' numbers. */
export const odds = query({
  summary: 'Show the exact chances of one attack right now',
  params: z.strictObject({
    target: combatantParam('The target'),
    attacker: combatantParam('The attacker; default: your combatant').optional(),
    weapon: textParam('The weapon; default: the one in hand', 100).optional(),
    hand: oneOfParam('The hand that holds the weapon', hands).default('main'),
  }),
  offers: { target: offerEnemies, attacker: offerAllCombatants, weapon: weaponsOfAttacker },
  answer: (state, call, params, reader) => {
    const attacker = findByName(state, params.attacker ?? call.actor);
    if (attacker === undefined || !reader.canSee(attacker.id))
      return refuse('NO_SUCH_COMBATANT', { who: ref(params.attacker ?? call.actor) });
    const target = requireTarget(state, params.target);
    if (!target.ok || !reader.canSee(target.value.id)) return refuse('NO_SUCH_TARGET', { target: ref(params.target) });
    const struck = target.value;
    const named = params.weapon ?? attacker.hand ?? attacker.sheet.weapons[0]?.name ?? '';
    const weapon = findWeapon(attacker, named);
    if (weapon === undefined)
      return refuse('NO_SUCH_WEAPON', {
        who: ref(attacker.id),
        weapon: named,
        weapons: isNumberVisible(reader, attacker.id, 'sheet')
          ? attacker.sheet.weapons.map(({ name }) => name).join(', ')
          : undefined,
      });
    const title = say`${ref(attacker.id)} against ${ref(struck.id)}, ${weapon.name}`;
    const told = (id: string, ...terms: readonly Parameters<typeof isNumberVisible>[2][]) =>
      terms.every((term) => isNumberVisible(reader, id, term));
    if (!told(attacker.id, 'sc', 'hp') || !told(struck.id, 'def'))
      return ok({ title, lines: [line('You do not know the numbers of both combatants; ask the GM.', 'quiet')] });
    const blow = { attacker, target: struck, weapon, hand: params.hand, free: false };
    const { faces, stunShare, downShare, mean, need, sc, def } = oddsOf(state, blow);
    const { friends, opponents } = isRanged(weapon)
      ? meleeMembers(state, attacker, struck)
      : { friends: [], opponents: [] };
    const into =
      friends.length === 0
        ? []
        : [
            line(
              phrase`Shooting into a melee: a friend is the target on a total of ${friendThreshold(friends.length, opponents.length, state.settings)} or less.`,
              'bad',
              [[step('SEG-INTOMELEE-3', phrase`${friends.length} friends, ${opponents.length} opponents`)]],
            ),
          ];
    return ok({
      title,
      lines: [
        line(
          phrase`Chance to hit: ${100 - faces.miss} % (plain ${faces.hit} %, critical ${faces.critical} %, grievous ${faces.grievous} %).`,
          'good',
          [
            [step('SEG-HIT-1', phrase`need ${sc} − ${def} = ${need}`)],
            sumRow('SEG-AUTO-5', 'results of d100: misses', 100, [
              { rule: 'SEG-AUTO-1', label: '', value: faces.miss },
              { rule: 'SEG-HIT-1', label: 'hits', value: faces.hit },
              { rule: 'SEG-CRIT-2', label: 'criticals', value: faces.critical },
              { rule: 'SEG-CRIT-3', label: 'grievous', value: faces.grievous },
            ]),
          ],
        ),
        ...(told(struck.id, 'hp', 'prot')
          ? [
              line(
                phrase`Average damage: ${decimal(mean)} hit points. Chance to stun: ${percent(stunShare)}, to take down: ${percent(downShare)}.`,
                'plain',
                [[step('SEG-STUN-1', 'over all results of the damage dice')]],
              ),
            ]
          : []),
        ...into,
      ],
    });
  },
});
