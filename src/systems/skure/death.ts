import { z } from 'zod';
import { count, joined, ok, ref, refuse, say, sentences, type Text, term } from '../../core/message.ts';
import { createTally, line, step, type Tally } from '../../rules/event.ts';
import { formatSquare, type Square, squareSchema } from '../../rules/grid/square.ts';
import type { Gauge, Reader } from '../../rules/reader.ts';
import { combatantParam, doneVerdict, type FindParamOffers, wholeNumberParam } from '../../rules/verb.ts';
import type { AttackNumbers } from './attack/attack-numbers.ts';
import { isSameSquare, isSquareFree, rangedDistance } from './board.ts';
import { combatantOffer, requireGmInBattle, requireOnBoard } from './checks.ts';
import type { Settings } from './settings.ts';
import { corpseStates, deathCauses, elements } from './sheet.ts';
import { endLostAims } from './stances.ts';
import {
  altitudes,
  type CheckResult,
  type Combatant,
  type Condition,
  clearedStanceAndAim,
  combatantId,
  conditionSchema,
  type Draft,
  event,
  find,
  findPlaced,
  isAlive,
  isPlaced,
  lifeStates,
  order,
  type State,
  update,
} from './state.ts';

/** Conditions that prevent a combatant from acting. SK-COND-1. */
const disrupting: readonly string[] = ['stunned', 'paralyzed', 'asleep'];
const knownConditions = [...disrupting, 'gored'] as const;

/** Creates a condition. Default length: `stun.turns` for a stun, otherwise until removed. SK-RUL-30, SK-COND-3. */
export const createCondition = (
  called: string,
  settings: Pick<Settings, 'stun.turns'>,
  { turns, disrupts = false }: { readonly turns?: number | undefined; readonly disrupts?: boolean } = {},
): Condition => {
  const known = called.toLowerCase();
  const lasting = turns ?? (known === 'stunned' ? settings['stun.turns'] : undefined);
  return {
    name: knownConditions.includes(known) ? known : called,
    disrupts: disrupts || disrupting.includes(known),
    ...(lasting !== undefined && { turns: lasting }),
  };
};

/** Conditions with `more` added. A second stun adds nothing; of two equal conditions the longer counts. SK-COND-3. */
const withCondition = ({ conditions }: Combatant, more: Condition): readonly Condition[] => {
  const had = conditions.find((each) => each.name === more.name);
  if (had === undefined) return [...conditions, more];
  if (had.name === 'stunned' || (had.turns ?? 1000) >= (more.turns ?? 1000)) return conditions;
  return conditions.map((each) => (each === had ? more : each));
};

/** The battle after a condition is applied; a disrupting one ends stance and aim. SK-COND-2, SK-AIM-6, SK-DEF-5. */
export const applyCondition = (state: State, who: string, more: Condition): State =>
  update(state, who, (each) => ({ conditions: withCondition(each, more), ...(more.disrupts && clearedStanceAndAim) }));

/** A combatant gets a condition. SK-COND-2, SK-COND-3, SK-COND-4. */
export const conditionApplied = event('conditioned', {
  facts: { who: combatantId, condition: conditionSchema },
  apply: (state, { who, condition }) => applyCondition(state, who, condition),
  narrate: ({ who, condition: { name: called, turns } }) => {
    const time = turns === undefined ? term('until removed') : count(turns, 'turn');
    return line(say`${ref(who)} is ${term(called)} (${time}).`, 'bad');
  },
});

export const conditionEnded = event('condition-ended', {
  facts: { who: combatantId, name: z.string() },
  apply: (state, { who, name: ended }) =>
    update(state, who, (each) => ({ conditions: each.conditions.filter((one) => one.name !== ended) })),
  narrate: ({ who, name: ended }) => line(say`${ref(who)} is no longer ${term(ended)}.`),
});

/** Conditions after a turn. A lost turn counts down disrupting conditions, another turn all others. SK-COND-3. */
export const countDownConditions = ({ conditions }: Combatant, lost: boolean): readonly Condition[] =>
  conditions.some(({ turns, disrupts }) => turns !== undefined && disrupts === lost)
    ? conditions
        .map((each) => (each.turns === undefined || each.disrupts !== lost ? each : { ...each, turns: each.turns - 1 }))
        .filter(({ turns }) => turns !== 0)
    : conditions;

/** The target’s HP and life state after an attack, and whether it wakes. */
export const damageOutcomeSchema = z.strictObject({
  hp: z.int(),
  life: z.enum(lifeStates),
  deathCause: z.enum(deathCauses).optional(),
  remains: z.enum(corpseStates).optional(),
  wakes: z.boolean(),
});
export type DamageOutcome = z.output<typeof damageOutcomeSchema>;

/** The target after an attack. If no longer conscious, it loses stance and aim. SK-DEATH-2. */
export const withDamageOutcome = (who: Combatant, { wakes, ...outcome }: DamageOutcome): Combatant => ({
  ...who,
  ...outcome,
  ...(outcome.life !== 'conscious' && clearedStanceAndAim),
  ...(wakes && { conditions: who.conditions.filter((each) => each.name !== 'asleep') }),
});

const deadAt = -20;
const destroyedAt = -30;

/** Life state at a number of HP. SK-DEATH-1, SK-DEATH-2, SK-RUL-52. */
export const lifeStateAt = (hp: number, settings: Pick<Settings, 'death.unconscious'>): Combatant['life'] => {
  if (hp <= deadAt) return 'dead';
  return hp > 0 || settings['death.unconscious'] === 'no' ? 'conscious' : 'unconscious';
};

type Cause = NonNullable<Combatant['deathCause']>;
type Remains = NonNullable<Combatant['remains']>;

/** What is left of the dead. SK-DEATH-3, SK-DEATH-4, SK-DEATH-5, SK-DEATH-6, SK-DEATH-7, SK-DEATH-8, SK-DEATH-9. */
const remainsByCause: Readonly<Record<Cause, Remains>> = {
  ...{ earth: 'body', fire: 'ashes', water: 'drowned', air: 'body', cold: 'frozen' },
  ...{ light: 'enlightened', dark: 'damned', thunder: 'ashes', physical: 'body' },
};

/** The largest part of the damage that killed a combatant. An element wins a tie with physical damage. SK-RUL-53. */
const findDeathCause = (
  { physical, portions }: Pick<AttackNumbers, 'physical' | 'portions'>,
  settings: Pick<Settings, 'death.cause'>,
): Cause => {
  const of = (element: Cause) => portions.find((each) => each.element === element)?.damage ?? 0;
  const largest = elements.toSorted((a, b) => of(b) - of(a))[0] ?? 'earth';
  if (of(largest) === 0) return 'physical';
  return settings['death.cause'] === 'anyElement' || of(largest) >= physical ? largest : 'physical';
};

/** Death fields of a combatant that is not dead. */
export const clearedDeath = { deathCause: undefined, remains: undefined } as const;

/** True if the combatant was neither dead nor destroyed before, or was dead and is destroyed now. */
export const hasDied = (before: Pick<Combatant, 'life'>, after: Pick<Combatant, 'life'>): boolean =>
  before.life !== after.life && !isAlive(after);

/** Outcome of an attack without effect. */
export const noDamageOutcome = ({ hp, life, deathCause, remains }: Combatant): DamageOutcome => ({
  hp,
  life,
  deathCause,
  remains,
  wakes: false,
});

/** Outcome of a hit on a frozen body. Stage 5 destroys it; `frozen.hitsCount` rules others. SK-DEATH-7, SK-RUL-54. */
const frozenBodyOutcome = (target: Combatant, damage: number, stage: number, settings: Settings): DamageOutcome => {
  if (stage >= 5) return { ...noDamageOutcome(target), hp: destroyedAt, life: 'destroyed' };
  if (settings['frozen.hitsCount'] === 'no') return noDamageOutcome(target);
  const hp = target.hp - damage;
  return { ...noDamageOutcome(target), hp, life: hp <= destroyedAt ? 'destroyed' : 'dead' };
};

/** Outcome of a calculated attack for its target. SK-ATK-14, SK-DEATH-1, SK-DEATH-2, SK-DEATH-3, SK-RUL-62. */
export const resolveDamage = (
  target: Combatant,
  numbers: Pick<AttackNumbers, 'damage' | 'physical' | 'portions' | 'roll'>,
  settings: Settings,
): DamageOutcome => {
  const { damage, roll } = numbers;
  if (target.life === 'destroyed') return noDamageOutcome(target);
  if (target.life === 'dead')
    return target.remains === 'frozen'
      ? frozenBodyOutcome(target, damage, roll?.stage ?? 0, settings)
      : noDamageOutcome(target);
  const hp = target.hp - damage;
  const life = lifeStateAt(hp, settings);
  const sleeps = target.conditions.some((each) => each.name === 'asleep');
  const wakes = damage > 0 && settings['sleep.wakes'] === 'yes' && sleeps;
  if (life !== 'dead') return { hp, life, wakes };
  const deathCause = findDeathCause(numbers, settings);
  return { hp, life, deathCause, remains: remainsByCause[deathCause], wakes };
};

/** HP as the reader may know them, in numbers or words. Undefined if hidden. */
export const hpGauge = (reader: Reader, { id, sheet }: Combatant, hp: number): Gauge | undefined =>
  reader.gauge(id, 'HP', hp, sheet.maxHp);

/** Descriptions of what remains of the dead. */
export const remainsTexts: Readonly<Record<Remains, Text>> = {
  body: say`a body`,
  ashes: say`turned to ashes`,
  drowned: say`drowned`,
  frozen: say`frozen solid`,
  enlightened: say`“enlightened”`,
  damned: say`“damned”`,
};

/** A new life state as a word and as a sentence. */
type NewLife = readonly [word: Text, sentence: Text];

const fates: Readonly<Record<Combatant['life'], (who: Text) => NewLife>> = {
  conscious: (who) => [term('conscious again'), say`${who} is conscious again.`],
  unconscious: (who) => [term('unconscious'), say`${who} is unconscious.`],
  dead: (who) => [term('dead'), say`${who} is dead.`],
  destroyed: (who) => [term('destroyed'), say`${who} is destroyed.`],
};

/** The new life state of a combatant. Empty if unchanged. */
export const describeNewLife = (
  who: Text,
  before: Combatant | undefined,
  { life, remains }: Pick<DamageOutcome, 'life' | 'remains'>,
): NewLife | readonly [] => {
  if (before === undefined || before.life === life) return [];
  return life === 'dead' && remains !== undefined && remains !== 'body'
    ? [joined([term('dead'), remainsTexts[remains]]), say`${who} is dead (${remainsTexts[remains]}).`]
    : fates[life](who);
};

/** Statistics entry for a combatant that was just taken down. Empty if it was not. */
export const tallyDefeat = (before: State, after: State, who: string, by?: string): readonly Tally[] =>
  find(before, who)?.life === 'conscious' && find(after, who)?.life !== 'conscious'
    ? [createTally(who, 'felled', 1, by)]
    : [];

/** A revival, successful or not. SK-DEATH-10. */
export const revived = event('revived', {
  facts: {
    who: combatantId,
    chance: z.int(),
    natural: z.int().optional(),
    success: z.boolean(),
    hp: z.int(),
    at: squareSchema.optional(),
    stunned: z.boolean(),
  },
  apply: (state, { who, success, hp, at }) =>
    success ? update(state, who, (each) => ({ hp, life: 'conscious', ...clearedDeath, at: at ?? each.at })) : state,
  narrate: ({ who, chance, natural, success, hp, at, stunned }, { before, reader }) => {
    const body = find(before, who);
    const rows = natural === undefined ? [] : [[step('SK-DEATH-10', say`d100 ${natural}, fails on ${chance} or less`)]];
    if (!success) return line(say`The revival of ${ref(who)} fails.`, 'bad', rows);
    const health = body && hpGauge(reader, body, hp);
    const moved = at !== undefined && (body?.at === undefined || !isSameSquare(body.at, at));
    const text = sentences(
      moved ? say`${ref(who)} rises again at ${formatSquare(at)}.` : say`${ref(who)} rises again.`,
      health && say`HP: ${term(health.text)}.`,
      stunned && say`It is stunned for the first turn.`,
    );
    return line(text, 'good', rows);
  },
});

/** Chance that a revival fails (percent). 0 needs no roll. SK-DEATH-5, SK-DEATH-8, SK-DEATH-9. */
const revivalFailure = ({ deathCause, sheet: { alignment } }: Combatant): number => {
  if (deathCause === 'fire' || deathCause === 'thunder') return 50;
  const isOpposed = deathCause === 'light' ? alignment === 'evil' : deathCause === 'dark' && alignment === 'good';
  return isOpposed ? 75 : 0;
};

/** Square where a revived combatant rises: its own, or the nearest free one. SK-RUL-71. */
const risingSquare = (state: State, { id, at }: Combatant): Square | undefined => {
  if (at === undefined || isSquareFree(state, at, id)) return at;
  const { width, height } = state.board;
  const squares = Array.from({ length: width * height }, (_, n) => ({ x: n % width, y: Math.floor(n / width) }));
  const [nearest] = squares
    .filter((square) => isSquareFree(state, square, id))
    .toSorted((a, b) => rangedDistance(at, a) - rangedDistance(at, b));
  return nearest ?? at;
};

/** Refuses with NOT_DEAD or DESTROYED. SK-DEATH-10. */
export const requireCanRevive = (target: Combatant): CheckResult<Combatant> => {
  if (target.life === 'destroyed') return refuse('DESTROYED', { target: ref(target.id) });
  return target.life === 'dead' ? ok(target) : refuse('NOT_DEAD', { target: ref(target.id) });
};

/** Attempts a revival and rolls only if it may fail. The drowned rise stunned. SK-DEATH-6, SK-DEATH-10. */
export const attemptRevival = (draft: Draft, who: string, hp: number): void => {
  const body = findPlaced(draft.now(), who);
  const chance = revivalFailure(body);
  const natural = chance > 0 ? draft.dice.roll(100, 'revival') : undefined;
  const success = natural === undefined || natural > chance;
  const stunned = success && body.deathCause === 'water';
  const at = success ? risingSquare(draft.now(), body) : undefined;
  draft.emit(revived({ who, chance, success, hp, stunned, natural, at }));
  if (stunned) draft.emit(conditionApplied({ who, condition: { name: 'stunned', disrupts: true, turns: 1 } }));
  if (success) endLostAims(draft, who);
};

const dead: FindParamOffers<State> = (state) =>
  state.combatants.filter((each) => isPlaced(each) && requireCanRevive(each).ok).map((each) => combatantOffer(each));

/** SK-DEATH-10, SK-RUL-55. */
export const revive = order({
  summary: 'GM: try to revive a dead combatant',
  role: 'gm',
  params: z.strictObject({
    target: combatantParam('Who to revive'),
    hp: wholeNumberParam('HP after the revival; default: the battle’s setting', 1, 10_000).optional(),
  }),
  offers: { target: dead },
  requires: requireGmInBattle,
  resolve: (draft, _, { target: wanted, hp }) => {
    const { settings } = draft.now();
    const found = requireOnBoard(draft.now(), wanted);
    if (!found.ok) return found;
    const body = requireCanRevive(found.value);
    if (!body.ok) return body;
    attemptRevival(draft, body.value.id, hp ?? settings['revive.hp']);
    return doneVerdict;
  },
});

/** An unconscious flyer comes down to the ground. SK-FLY-2, SK-RUL-77. */
export const droppedToGround = event('came-down', {
  facts: { who: combatantId, from: z.enum(altitudes) },
  apply: (state, { who }) => update(state, who, () => ({ altitude: 'ground' })),
  narrate: ({ who, from }) =>
    line(say`${ref(who)} comes down from ${term(from)} height.`, 'quiet', [[step('SK-FLY-2', 'no fall damage')]]),
});

/** Brings unconscious flyers down to the ground. SK-FLY-2. */
export const dropUnconsciousFlyers = ({ now, emit }: Draft): void => {
  for (const { id: who, altitude, life } of now().combatants)
    if (altitude !== 'ground' && life !== 'conscious') emit(droppedToGround({ who, from: altitude }));
};
