import { z } from 'zod';
import { BoundedCache } from '../../core/memoize.ts';
import { counted, decimal, joined, ok, phrase, ref, refuse, say, term } from '../../core/message.ts';
import { line, step } from '../../rules/event.ts';
import { mayCommand } from '../../rules/expected-action.ts';
import { createLimitCounter } from '../../rules/order-limits.ts';
import type { Reader } from '../../rules/reader.ts';
import { combatantParam, type FindParamOffers, oneOfParam, textParam } from '../../rules/verb.ts';
import { calculateNeededRoll } from './attack.ts';
import { offerAllCombatants, offerEnemies, requireTarget } from './checks.ts';
import { extraDamageParts, stunThreshold } from './damage.ts';
import { offerWeapons } from './declaration/choices.ts';
import { withDeclarationsInForce } from './declaration/close.ts';
import { friendThreshold, meleeMembers } from './engagement.ts';
import { damageDiceOf } from './sheet.ts';
import {
  areDeclarationsSecret,
  type Combatant,
  findByName,
  findWeapon,
  hands,
  isRanged,
  protOf,
  query,
  type State,
  sumOfParts,
  withoutCombatants,
} from './state.ts';
import { type AttackSetup, criticalThresholds, readAttackRoll } from './strike-chance.ts';
import { isNumberVisible, sumRow } from './visibility.ts';

const knownSums = new BoundedCache<string, ReadonlyMap<number, number>>(500);

/** The probability of each sum of damage dice, without bonus. Cached, because one sheet can need thousands. */
const sumProbabilities = (damage: string): ReadonlyMap<number, number> => {
  const known = knownSums.get(damage);
  if (known !== undefined) return known;
  const { count, sides } = damageDiceOf(damage);
  const steps = createLimitCounter('steps');
  let all = new Map([[0, 1]]);
  for (let n = 0; n < count; n++) {
    const next = new Map<number, number>();
    for (const [sum, share] of all) {
      steps('odds', sides);
      for (let face = 1; face <= sides; face++) next.set(sum + face, (next.get(sum + face) ?? 0) + share / sides);
    }
    all = next;
  }
  return knownSums.put(damage, all);
};

/** Counts the results of d100 that lead to each outcome. */
const countFaces = (need: number) => {
  const faces = { miss: 0, hit: 0, critical: 0, grievous: 0 };
  const limits = criticalThresholds(need);
  for (let roll = 1; roll <= 100; roll++) faces[readAttackRoll(roll, need, limits)]++;
  return faces;
};

/** Calculates the chances of one attack, and the probability of each damage (0 to 1). */
const attackOdds = (state: State, attack: AttackSetup) => {
  const needed = calculateNeededRoll(state, attack);
  const faces = countFaces(needed.need);
  const { damage: dice } = attack.weapon;
  const extra = damageDiceOf(dice).bonus + sumOfParts(extraDamageParts(state, attack));
  const prot = protOf(state, attack.target);
  const hits = [...sumProbabilities(dice)].flatMap(([sum, share]) => {
    const damage = Math.max(0, sum + extra);
    const doubled = state.settings.critDoubles === 'total' ? 2 * damage : Math.max(0, 2 * sum + extra);
    return [
      { damage, taken: Math.max(0, damage - prot), probability: (share * faces.hit) / 100 },
      { damage: doubled, taken: doubled, probability: (share * (faces.critical + faces.grievous)) / 100 },
    ];
  });
  return { ...needed, faces, hits };
};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Formats a number with one decimal. Sums just below a half are rounded up. */
const toDecimal = (value: number) => decimal(Math.round(10 * value + 1e-6) / 10, 1);

/** Offers the attacker’s weapons. Empty if the caller does not control the attacker. */
const weaponsOfAttacker: FindParamOffers<State> = (state, call, soFar) => {
  const attacker = typeof soFar.attacker === 'string' ? findByName(state, soFar.attacker)?.id : call.actor;
  return attacker === undefined || !(attacker === call.actor || mayCommand(call, attacker))
    ? []
    : offerWeapons(state, { ...call, actor: attacker }, soFar);
};

/** What an attack has before its initiative is rolled. */
const unrolled = { kind: 'attack', natural: 0, modifier: 0, segment: 0, status: 'pending', settled: false } as const;

/** The battle as the reader knows it; until declarations are closed, known declarations already count. SEG-DECL-6. */
const expectedBattle = (state: State, reader: Reader): State => {
  const known = withoutCombatants(state, reader.unseen);
  if (state.phase !== 'declare') return known;
  const isKnown = ({ id }: Combatant) => !areDeclarationsSecret(state) || reader.isControlled(id);
  const declared = known.combatants.map((each) => (isKnown(each) ? each : { ...each, declaration: undefined }));
  const combatants = withDeclarationsInForce(declared, []).map((each) => ({
    ...each,
    initiatives: (each.declaration?.attacks ?? [])
      .slice(0, each.declaration?.kept)
      .map((attack, n) => ({ ...attack, number: n + 1, ...unrolled })),
  }));
  return { ...known, combatants };
};

/** Shows the chances of one attack, if the reader may know the numbers of both combatants. */
export const odds = query({
  summary: 'Show the exact chances of one attack right now',
  params: z.strictObject({
    target: combatantParam('The target'),
    attacker: combatantParam('The attacker; default: your combatant').optional(),
    weapon: textParam('The weapon; default: the one in hand', 100).optional(),
    hand: oneOfParam('The hand that holds the weapon', hands).default('main'),
  }),
  offers: { target: offerEnemies, attacker: offerAllCombatants, weapon: weaponsOfAttacker },
  answer: (battle, call, params, reader) => {
    const state = expectedBattle(battle, reader);
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
          ? joined(attacker.sheet.weapons.map(({ name }) => term(name)))
          : undefined,
      });
    const title = say`${ref(attacker.id)} against ${ref(struck.id)}, ${term(weapon.name)}`;
    const isVisible = (id: string, ...terms: readonly Parameters<typeof isNumberVisible>[2][]) =>
      terms.every((term) => isNumberVisible(reader, id, term));
    if (!isVisible(attacker.id, 'sc', 'hp') || !isVisible(struck.id, 'def'))
      return ok({ title, lines: [line('You do not know the numbers of both combatants; ask the GM.', 'quiet')] });
    const attack = { attacker, target: struck, weapon, hand: params.hand, free: false };
    const { faces, hits, need, sc, def } = attackOdds(state, attack);
    const { stunBasis } = state.settings;
    const percentWhere = (isCounted: (hit: (typeof hits)[number]) => boolean) =>
      phrase`${toDecimal(100 * sum(hits.filter(isCounted).map(({ probability }) => probability)))}%`;
    const mean = toDecimal(sum(hits.map(({ taken, probability }) => taken * probability)));
    const stuns = percentWhere((hit) => hit[stunBasis] > stunThreshold(struck.sheet));
    const downs = percentWhere(({ taken }) => taken >= struck.hp);
    const { friends, opponents } = isRanged(weapon)
      ? meleeMembers(state, attacker, struck)
      : { friends: [], opponents: [] };
    const sizes = phrase`${counted(friends.length, 'friend')}, ${counted(opponents.length, 'opponent')}`;
    const into =
      friends.length === 0
        ? []
        : [
            line(
              phrase`Shooting into a melee: a friend is the target on a total of ${friendThreshold(friends.length, opponents.length, state.settings)} or less.`,
              'bad',
              [[step('SEG-INTOMELEE-3', sizes)]],
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
            sumRow('SEG-AUTO-5', 'results of d100', 100, [
              { rule: 'SEG-AUTO-1', label: 'misses', value: faces.miss },
              { rule: 'SEG-HIT-1', label: 'hits', value: faces.hit },
              { rule: 'SEG-CRIT-2', label: 'criticals', value: faces.critical },
              { rule: 'SEG-CRIT-3', label: 'grievous', value: faces.grievous },
            ]),
          ],
        ),
        ...(isVisible(struck.id, 'hp', 'prot')
          ? [
              line(
                phrase`Average damage: ${mean} hit points. Chance to stun: ${stuns}, to take down: ${downs}.`,
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

/** The probability that a shot into melee hits a friend, ignoring specialists and natural rolls. */
const friendlyFireProbability = (state: State, { attacker, target, weapon }: AttackSetup): number => {
  if (!isRanged(weapon)) return 0;
  const { friends, opponents } = meleeMembers(state, attacker, target);
  if (friends.length === 0) return 0;
  const bonus = weapon.rank + 2 * attacker.sheet.masterBowman;
  return Math.min(1, Math.max(0, friendThreshold(friends.length, opponents.length, state.settings) - bonus) / 100);
};

/** Rates one round’s attacks on a foe: damage (percent), 100 for taking the foe down, 20 for a stun. */
export const expectedFromAttacks = (state: State, attack: AttackSetup, times: number, left: number) => {
  const { hp, sheet } = attack.target;
  const strays = friendlyFireProbability(state, attack);
  const threshold = stunThreshold(sheet);
  let [damage, downs, stuns] = [0, 0, 0];
  for (const { taken, probability } of attackOdds(state, attack).hits) {
    damage += probability * (1 - strays) * Math.min(taken, hp);
    if (taken >= hp) downs += probability * (1 - strays);
    else if (taken > threshold) stuns += probability * (1 - strays);
  }
  const all = (times * damage) / Math.max(1, left);
  const downChance = 1 - (1 - downs) ** times;
  // The more damage all attackers together are expected to do, the likelier they take the foe down.
  const together = Math.max(0, Math.min(1, all - 0.25));
  const worth =
    (100 * Math.min(Math.max(1, left), times * damage)) / Math.max(1, sheet.maxHp) +
    100 * Math.max(downChance, 0.8 * together) +
    20 * (1 - (1 - stuns) ** times) -
    30 * times * strays;
  return { worth, downChance };
};
