import { z } from 'zod';
import { count, formatSigned, phrase, ref, refuse, say, sentences, type Text, term } from '../../core/message.ts';
import { ownValue } from '../../core/plain-object.ts';
import { createTally, type EventOf, line, type SumRow, step, tallyAttack } from '../../rules/event.ts';
import { combatantParam, doneVerdict, wholeNumberParam } from '../../rules/verb.ts';
import { offerFallenBodies, refuseTarget } from './checks.ts';
import { bodyConditions, isUnitAble, withoutConditions, withStatuses } from './conditions.ts';
import { clampPower, powerValue } from './damage.ts';
import { abilityMod, adventurerLevel } from './derived-values.ts';
import {
  automaticResult,
  type CheckRoll,
  checkRollRow,
  checkRollSchema,
  dicePairSchema,
  isSuccess,
  rollCheck,
  rollTwoDice,
  type SumPart,
} from './dice.ts';
import { isCharacter } from './relations.ts';
import type { Body, Pool } from './sheet.ts';
import { type Draft, event, gmOrder, type Moment, type State, type Unit, unitOrThingId } from './state.ts';
import { withArticle } from './text.ts';
import { find, findBody, formatBodyName, isDead, requireBody, unitIdOfBody, update, updateBody } from './units.ts';
import { chooseTone, isVisible, isVisibleNumber, visibleName } from './visibility.ts';

/** A body loses HP or MP. Readers who may not see the number see a word for it. SW-DMG-8, SW-HP-1. */
export const damaged = event('damaged', {
  facts: {
    target: unitOrThingId,
    pool: z.enum(['hp', 'mp']),
    damage: z.int(),
    from: z.int(),
    to: z.int(),
    unconscious: z.boolean(),
  },
  apply: (state, { target, pool, to, unconscious }) =>
    updateBody(state, target, ({ statuses }) => ({
      [pool]: to,
      ...(unconscious && { statuses: withStatuses(statuses, ['unconscious'], []) }),
    })),
  narrate: ({ target: id, pool, damage, from, to, unconscious }, moment) => {
    if (!isVisible(moment, id) || (damage === 0 && !unconscious)) return undefined;
    const { unit, body } = requireBody(moment.after, id);
    const rest = moment.reader.gauge(unit.id, 'HP', body.hp, body.maxHp)?.text;
    const who = visibleName(moment, id);
    if (isVisibleNumber(moment, id, pool === 'mp' ? 'mp' : 'hp')) {
      const label = term(pool.toUpperCase());
      return unconscious
        ? line(say`${who}: ${from} → ${to} ${label}, unconscious.`, chooseTone(moment, id, id, false))
        : line(say`${who}: ${from} → ${to} ${label}.`, 'quiet');
    }
    if (unconscious) return line(say`${who} is unconscious.`, chooseTone(moment, id, id, false));
    return pool === 'mp' || rest === undefined ? undefined : line(say`${who} is ${term(rest)}.`, 'quiet');
  },
  tallies: ({ target, pool, damage }, before, after) => {
    if (pool !== 'hp') return [];
    const who = unitIdOfBody(before, target);
    const stands = (state: State): boolean => {
      const unit = find(state, who);
      return unit !== undefined && isUnitAble(unit);
    };
    return [
      ...tallyAttack(undefined, who, undefined, damage),
      ...(stands(before) && !stands(after) ? [createTally(who, 'felled')] : []),
    ];
  },
});

/** A body rolls a Death Check. Only readers who know the body’s HP see the numbers. SW-DEATH-1, SW-DEATH-2. */
export const deathChecked = event('death-checked', {
  facts: { body: unitOrThingId, rolled: checkRollSchema, tn: z.int(), result: z.enum(['unconscious', 'dead']) },
  narrate: ({ body, rolled, tn, result }, moment) => {
    const dead = result === 'dead';
    const known = isVisibleNumber(moment, body, 'checks') && isVisibleNumber(moment, body, 'hp');
    const rows = known
      ? [[...checkRollRow('SW-DEATH-2', 'Death Check', rolled), step('SW-DEATH-2', phrase`against ${tn}`)]]
      : [];
    const who = visibleName(moment, body);
    const text = dead ? say`${who} fails the Death Check and is dead.` : say`${who} clings to life.`;
    return line(text, chooseTone(moment, body, body, !dead), rows);
  },
});

const describeCondition = (who: Text, status: string): Text =>
  status === 'left'
    ? say`${who} leaves the field.`
    : status === 'surrendered'
      ? say`${who} surrenders.`
      : say`${who} is now ${term(status)}.`;

/** Removes the conditions from the effects that cause them, so that they do not return. */
const withoutCauses = (state: State, who: string, of: 'unit' | 'body', remove: readonly string[]): State => {
  const unit = of === 'unit' ? find(state, who) : findBody(state, who)?.unit;
  const hasEffect = unit?.effects.some(({ status }) => status !== undefined && remove.includes(status));
  if (unit === undefined || !hasEffect) return state;
  const effects = withoutConditions(unit.effects, (status) => remove.includes(status), of === 'body' ? who : undefined);
  return update(state, unit.id, () => ({ effects }));
};

export const statusChanged = event('status', {
  facts: {
    who: unitOrThingId,
    of: z.enum(['unit', 'body']),
    add: z.array(unitOrThingId),
    remove: z.array(unitOrThingId),
  },
  apply: (state, { who, of, add, remove }) => {
    const change = ({ statuses }: { readonly statuses: readonly string[] }) => ({
      statuses: withStatuses(statuses, add, remove),
    });
    const freed = withoutCauses(state, who, of, remove);
    return of === 'unit' ? update(freed, who, change) : updateBody(freed, who, change);
  },
  narrate: ({ who, add, remove }, moment) => {
    const name = visibleName(moment, who);
    const changes = [
      ...add.filter((each) => each !== 'dead').map((each) => describeCondition(name, each)),
      ...remove.filter((each) => each !== 'unconscious').map((each) => say`${name} is no longer ${term(each)}.`),
    ];
    return changes.length === 0 ? undefined : line(sentences(...changes), 'quiet');
  },
});

/** Names of the herbs in log entries. SW-HERB-1. */
const remedyNames: Readonly<Record<string, string>> = { lifegrass: 'Lifegrass', magicHerb: 'Magic Herb' };

/** A body recovers HP or MP. SW-POWER-7, SW-HP-3. */
export const pointsRecovered = event('recovered', {
  facts: {
    body: unitOrThingId,
    by: unitOrThingId,
    what: unitOrThingId,
    pool: z.enum(['hp', 'mp']),
    power: z.int(),
    dice: dicePairSchema,
    value: z.int().nullable(),
    extra: z.int(),
    amount: z.int(),
    from: z.int(),
    to: z.int(),
    woke: z.boolean(),
    minutes: z.int(),
  },
  apply: (before, { body, by, pool, to, woke, minutes: spent }) => {
    const state = spent > 0 ? update(before, by, ({ minutes = 0 }) => ({ minutes: minutes + spent })) : before;
    const given = updateBody(
      woke ? withoutCauses(state, body, 'body', ['unconscious']) : state,
      body,
      ({ statuses }) => ({
        [pool]: to,
        ...(woke && { statuses: withStatuses(statuses, [], ['unconscious']) }),
      }),
    );
    const unit = given.units.find(({ bodies }) => bodies.some(({ id }) => id === body));
    return woke && unit
      ? update(given, unit.id, ({ statuses }) => ({ statuses: withStatuses(statuses, ['prone'], []) }))
      : given;
  },
  narrate: ({ body, by, what, pool, power, extra, dice, value, amount, from, to, woke, minutes }, moment) => {
    const known = isVisibleNumber(moment, body, pool);
    const row = [
      step('SW-POWER-7', phrase`power ${power}: ${dice[0]}+${dice[1]} → ${value ?? term('failure')}`),
      ...(value === null ? [] : [step('SW-HEAL-1', phrase`${formatSigned(extra)} extra = ${amount}`)]),
    ];
    const rows = known && isVisibleNumber(moment, by, 'damage') ? [row] : [];
    const [who, label] = [visibleName(moment, body), term(pool.toUpperCase())];
    const remedy = withArticle(ownValue(remedyNames, what) ?? what);
    const text = known
      ? say`${who} recovers ${to - from} ${label} (now ${to}) with ${remedy}.`
      : say`${who} recovers with ${remedy}.`;
    const time = minutes > 0 && say`This takes ${count(minutes, 'minute')}.`;
    return line(sentences(text, time, woke && say`${who} wakes.`), 'good', rows);
  },
  tallies: ({ body, by, pool, amount }, before) =>
    pool === 'hp' && amount > 0 ? [createTally(unitIdOfBody(before, body), 'healed', amount, by)] : [],
});

/** True for characters, and for monsters if their sheet or the settings say so. SW-DEATH-4, SW-RUL-43. */
const rollsForDeath = (state: State, unit: Unit): boolean =>
  isCharacter(unit) || unit.sheet.deathCheck || state.settings.monsterDeathCheck;

/** The modifiers of a Death Check: level and Vitality, or a monster’s Fortitude. SW-DEATH-2, SW-RUL-43. */
const deathParts = (unit: Unit, body: Body): SumPart[] => {
  const fortitude = body.fortitude ?? unit.sheet.fortitude;
  if (isCharacter(unit))
    return [
      { rule: 'SW-DEATH-2', says: 'level', value: adventurerLevel(unit) },
      { rule: 'SW-DATA-3', says: 'vit', value: abilityMod(unit, 'vit') },
    ];
  const value = typeof fortitude === 'object' ? fortitude.mod : (fortitude ?? 0);
  return [{ rule: 'SW-DEATH-2', says: 'Fortitude', value }];
};

/** Rolls a Death Check: 2d against the number of HP below 0. Failure is death. SW-DEATH-1, SW-DEATH-2, SW-RUL-42. */
export const rollDeathCheck = (draft: Draft, id: string, bonus: number): 'unconscious' | 'dead' => {
  const { unit, body } = requireBody(draft.now(), id);
  const tn = (-body.hp || 0) + bonus;
  const rolled = rollCheck(draft.dice, 'Death Check', deathParts(unit, body));
  const result = isSuccess(rolled, tn) ? 'unconscious' : 'dead';
  draft.emit(deathChecked({ body: id, rolled, tn, result }));
  if (result === 'dead') draft.emit(statusChanged({ who: id, of: 'body', add: ['dead'], remove: ['unconscious'] }));
  earnExperience(draft, unit, rolled);
  return result;
};

/** Subtracts HP or MP. At 0 HP: unconscious, and perhaps a Death Check. SW-HP-2, SW-DEATH-3, SW-HP-4, SW-RUL-41. */
export const losePoints = (draft: Draft, id: string, pool: Pool, amount: number): void => {
  const { unit, body } = requireBody(draft.now(), id);
  const from = body[pool];
  const to = pool === 'mp' ? Math.max(0, from - amount) : from - amount;
  const unconscious = pool === 'hp' && to <= 0 && !isDead(body);
  draft.emit(damaged({ target: id, pool, damage: from - to, from, to, unconscious }));
  if (unconscious && to < from && rollsForDeath(draft.now(), unit)) rollDeathCheck(draft, id, 0);
};

/** Restores HP or MP by a roll on the power table, and returns the amount. 1+1 restores 0. SW-POWER-7, SW-HP-3. */
export const recoverPoints = (
  draft: Draft,
  healing: Pick<EventOf<typeof pointsRecovered>, 'body' | 'by' | 'what' | 'pool' | 'power' | 'extra' | 'minutes'>,
): number => {
  const { unit, body } = requireBody(draft.now(), healing.body);
  const pair = rollTwoDice(draft.dice, 'recovery');
  const value = powerValue(clampPower(healing.power), pair[0] + pair[1]);
  const amount = value === null ? 0 : Math.max(0, value + healing.extra);
  const from = body[healing.pool];
  const most = healing.pool === 'hp' ? body.maxHp : body.maxMp;
  const to = isDead(body) ? from : Math.max(from, Math.min(most, from + amount));
  const woke = healing.pool === 'hp' && to >= 1 && bodyConditions(unit, body).includes('unconscious');
  draft.emit(pointsRecovered({ ...healing, dice: pair, value, amount, from, to, woke }));
  const healer = find(draft.now(), healing.by) ?? unit;
  earnExperience(draft, healer, { auto: automaticResult(pair) });
  return amount;
};

/** Lets the GM demand an extra Death Check. Those that the rules require are automatic. SW-DEATH-1, SW-DEATH-2. */
export const deathCheck = gmOrder({
  summary: 'Roll a Death Check',
  params: z.strictObject({
    target: combatantParam('Who rolls; default: the unit itself').optional(),
    harder: wholeNumberParam('Added to the target number', -99, 99).default(0),
  }),
  offers: {
    target: offerFallenBodies,
  },
  resolve: (draft, call, { target, harder }) => {
    const state = draft.now();
    const found = findBody(state, target ?? call.actor);
    if (found === undefined || isDead(found.body)) return refuseTarget(state, target ?? call.actor);
    if (found.body.hp > 0)
      return refuse('E_NOT_NOW', { why: say`${formatBodyName(found.unit, found.body)} is above 0 HP` });
    rollDeathCheck(draft, found.body.id, harder);
    return doneVerdict;
  },
});

/** A character earns experience points. SW-XP-1, SW-XP-2. */
export const experienceEarned = event('experienced', {
  facts: { who: unitOrThingId, amount: z.int() },
  apply: (state, { who, amount }) => update(state, who, ({ xp }) => ({ xp: xp + amount })),
  narrate: ({ who, amount }, moment) =>
    isVisibleNumber(moment, who, 'sheet')
      ? line(say`${visibleName(moment, who)} learns from the failure: ${amount} XP.`, 'quiet', [
          [step('SW-XP-1', '1+1')],
        ])
      : undefined,
});

/** Experience points for an automatic failure. SW-XP-1. */
export const failureXp = 50;

/** Gives a character experience points if the roll failed automatically. SW-XP-1. */
export const earnExperience = (draft: Draft, unit: Unit, rolled: Pick<CheckRoll, 'auto'> | undefined): void => {
  if (rolled?.auto === 'failure' && isCharacter(unit))
    draft.emit(experienceEarned({ who: unit.id, amount: failureXp }));
};

/** Experience points of earlier battles and this one. SW-XP-1. */
export const totalXp = ({ sheet, xp }: Unit): number => (sheet.xp ?? 0) + xp;

/** A row with the experience points that an event gave, for readers who see the units’ sheets. SW-XP-1. */
export const experienceRows = (moment: Moment): readonly SumRow<Text>[] => {
  const earned = moment.after.units.filter(({ id, xp }) => xp > 0 && isVisibleNumber(moment, id, 'sheet'));
  return earned.length === 0 ? [] : [earned.map(({ id, xp }) => step('SW-XP-1', say`${ref(id)}: ${xp} XP`))];
};
