import { z } from 'zod';
import { count, isSameName, joined, phrase, ref, refuse, say, term } from '../../core/message.ts';
import { ownValue } from '../../core/plain-object.ts';
import { line, step } from '../../rules/event.ts';
import {
  combatantParam,
  combatantsParam,
  doneVerdict,
  oneOfParam,
  textParam,
  wholeNumberParam,
} from '../../rules/verb.ts';
import {
  mayCommandUnit,
  mayDecideForSide,
  offerAbleCharacters,
  offerAllBodies,
  offerUnits,
  refuseTarget,
  requireCombatants,
  requireCommandedUnit,
} from './checks.ts';
import { closed } from './combat-end.ts';
import { isUnitAble, refuseUnable } from './conditions.ts';
import { rangerRecoveryBonus } from './derived-values.ts';
import { dicePairSchema, rollTwoDice } from './dice.ts';
import { recoverPoints } from './life.ts';
import { isInTouch } from './range.ts';
import { isCharacter, otherSide } from './relations.ts';
import { recomputeSkirmishes } from './skirmishes.ts';
import { type Draft, event, gmOrder, order, type Unit, unitOrThingId } from './state.ts';
import { requireActingUnit, requireMajorAction, spendMajorAction, unitOrder } from './turns.ts';
import { find, findBody, findByName, isDead, requireUnit, update } from './units.ts';

/** Units search defeated monsters, ten minutes for each monster. SW-LOOT-1, SW-LOOT-2. */
export const looted = event('looted', {
  facts: {
    looters: z.array(z.strictObject({ unit: unitOrThingId, monsters: z.array(unitOrThingId), minutes: z.int() })),
    minutes: z.int(),
  },
  apply: (state, { looters }) =>
    looters.reduce(
      (next, { unit, minutes: own }) => update(next, unit, ({ minutes = 0 }) => ({ minutes: minutes + own })),
      state,
    ),
  narrate: ({ looters, minutes }, { reader }) =>
    line(say`The search takes ${count(minutes, 'minute')}.`, 'plain', [
      looters
        .filter(({ unit }) => reader.canSee(unit))
        .map((each) => step('SW-LOOT-2', say`${ref(each.unit)}: ${each.minutes} min`)),
    ]),
});

/** A unit finds items on a monster, with a roll if the loot table needs one, for its luggage. SW-LOOT-3. */
export const lootFound = event('loot-found', {
  facts: { who: unitOrThingId, monster: unitOrThingId, dice: dicePairSchema.optional(), items: z.array(z.string()) },
  apply: (state, { who, monster, items }) =>
    update(
      update(state, who, ({ luggage }) => ({ luggage: [...luggage, ...items] })),
      monster,
      () => ({ searched: true }),
    ),
  narrate: ({ who, monster, dice, items }) =>
    line(
      items.length === 0
        ? say`${ref(who)} finds nothing on ${ref(monster)}.`
        : say`${ref(who)} finds this on ${ref(monster)}: ${joined(items.map((item) => term(item)))}.`,
      'plain',
      dice ? [[step('SW-LOOT-3', phrase`2d ${dice[0]}+${dice[1]} = ${dice[0] + dice[1]}`)]] : [],
    ),
});

/** Rolls the loot of a monster for the unit that searches it. SW-LOOT-3. */
const rollDrops = (draft: Draft, unit: string, monster: string): void => {
  const found = findByName(draft.now(), monster);
  if (found === undefined || found.searched || isUnitAble(found)) return;
  const { drops } = found.sheet;
  if (drops === undefined) return;
  const asks = drops.some(({ from, to }) => from !== undefined || to !== undefined);
  const dice = asks ? rollTwoDice(draft.dice, 'drops') : undefined;
  const total = dice ? dice[0] + dice[1] : 0;
  const items = drops
    .filter(({ from, to }) => (from === undefined && to === undefined) || (total >= (from ?? 2) && total <= (to ?? 12)))
    .map(({ item }) => item);
  draft.emit(lootFound({ who: unit, monster: found.id, ...(dice && { dice }), items }));
};

/** The pool that each herb restores, its row of the power table, and its name on sheets. SW-HERB-1, SW-RUL-83. */
const herbs = {
  lifegrass: { pool: 'hp', power: 10, named: 'Lifegrass' },
  magicHerb: { pool: 'mp', power: 0, named: 'Magic Herb' },
} as const;

/** Time to use a herb or to search a monster (minutes). SW-HERB-1, SW-LOOT-1. */
const jobMinutes = 10;

/** Divides monsters among units that search in parallel, ten minutes for each. SW-LOOT-1, SW-LOOT-2, SW-RUL-84. */
const searchMonsters = (draft: Draft, looters: readonly string[], monsters: readonly string[]): void => {
  const shares = looters.map((unit, n) => {
    const own = monsters.filter((_, at) => at % looters.length === n);
    return { unit, monsters: own, minutes: own.length * jobMinutes };
  });
  const minutes = Math.max(0, ...shares.map((share) => share.minutes));
  draft.emit(looted({ looters: shares, minutes }));
  for (const { unit, monsters: own } of shares) for (const monster of own) rollDrops(draft, unit, monster);
};

/** Searches defeated monsters for loot. SW-LOOT-1, SW-LOOT-2, SW-LOOT-3, SW-MOUNT-15. */
export const loot = order({
  summary: 'Search the defeated monsters: ten minutes each',
  role: 'player',
  params: z.strictObject({
    looters: combatantsParam('Who searches; default: every able character of the winners').optional(),
    monsters: combatantsParam('What to search; default: every defeated monster').optional(),
  }),
  offers: {
    looters: offerAbleCharacters,
    monsters: ({ units }) => offerUnits(units.filter((unit) => !isUnitAble(unit) && !unit.searched)),
  },
  resolve: (draft, call, { looters, monsters }) => {
    const state = draft.now();
    const own = find(state, call.actor);
    const side = own?.side ?? state.outcome?.winner ?? 'allies';
    if (own ? !mayCommandUnit(call, own) : !mayDecideForSide(state, call, side))
      return refuse('E_NOT_YOURS', { unit: ref(call.actor) });
    if (state.stage === 'combat') return refuse('E_IN_COMBAT');
    const searching = requireCombatants(state, looters ?? []);
    if (!searching.ok) return searching;
    // Searches a unit that is hidden from the caller only if the caller names it.
    const unseen = call.hiddenFrom?.(call.actor) ?? [];
    const seen = state.units.filter(({ id }) => !unseen.includes(id));
    const all = seen.filter((unit) => unit.side === side && isCharacter(unit) && isUnitAble(unit));
    const found = seen
      .filter((unit) => unit.side === otherSide(side) && !isCharacter(unit) && !isUnitAble(unit) && !unit.searched)
      .map(({ id }) => id);
    const who = (looters === undefined ? all : searching.value).map(({ id }) => id);
    const what = monsters ?? found;
    if (who.length === 0 || what.length === 0)
      return refuse('E_NOT_NOW', { why: 'no unit can search, or there is nothing to search' });
    searchMonsters(draft, who, what);
    return doneVerdict;
  },
});

/** Uses a medicinal herb, outside combat. SW-HERB-1, SW-HERB-2, SW-HERB-3. */
export const herb = unitOrder({
  summary: 'Use a medicinal herb: ten minutes, outside combat',
  params: z.strictObject({
    herb: oneOfParam('Lifegrass for HP, Magic Herb for MP', ['lifegrass', 'magicHerb']),
    target: combatantParam('Who is treated; default: the unit itself').optional(),
  }),
  offers: { target: offerAllBodies },
  act: (draft, unit, { herb: kind, target }, call) => {
    const state = draft.now();
    if (state.stage === 'combat') return refuse('E_IN_COMBAT');
    if (!isUnitAble(unit)) return refuseUnable(unit);
    const treated = findBody(state, target ?? unit.id);
    if (treated === undefined || isDead(treated.body)) return refuseTarget(state, target ?? unit.id);
    const { id: by } = unit;
    const { named, ...restores } = herbs[kind];
    const stock = remainingPotions(unit).find(({ id }) => isSameName(id, named));
    // The GM may use a herb that is not on the sheet.
    if (stock === undefined && !call.gm) return refuse('E_NO_POTION', { unit: ref(by), herb: named });
    if (stock !== undefined) draft.emit(potionUsed({ who: by, potion: stock.id, left: stock.left - 1 }));
    const extra = rangerRecoveryBonus(unit, 'dex');
    recoverPoints(draft, { body: treated.body.id, by, what: kind, ...restores, extra, minutes: jobMinutes });
    return doneVerdict;
  },
});

/** The potions and herbs of a unit that are not used up. SW-GEAR-4, SW-HERB-1. */
const remainingPotions = ({ sheet: { potions = [] }, potionsUsed = {} }: Unit) =>
  potions.flatMap((potion) => {
    const left = potion.left - (ownValue(potionsUsed, potion.id) ?? 0);
    return left > 0 ? [{ ...potion, left }] : [];
  });

/** The potions of a unit that are not used up, without the herbs. SW-GEAR-4. */
const drinkablePotions = (unit: Unit) =>
  remainingPotions(unit).filter(({ id }) => Object.values(herbs).every(({ named }) => !isSameName(id, named)));

/** A unit uses one of its potions or herbs. SW-GEAR-4. */
export const potionUsed = event('potion-used', {
  facts: { who: unitOrThingId, potion: unitOrThingId, left: z.int() },
  apply: (state, { who, potion }) =>
    update(state, who, ({ potionsUsed = {} }) => ({
      potionsUsed: { ...potionsUsed, [potion]: (ownValue(potionsUsed, potion) ?? 0) + 1 },
    })),
  narrate: ({ who, potion, left }) =>
    line(
      left === 0
        ? say`${ref(who)} uses ${term(potion)}, the last one.`
        : say`${ref(who)} uses ${term(potion)}, ${left} left.`,
      'quiet',
    ),
});

/** Uses a potion, in combat as a Major Action. Ranger level and Intelligence add to it. SW-HEAL-1, SW-ACT-23. */
export const potion = order({
  summary: 'Drink a potion, or give it to someone in the same place: a Major Action',
  role: 'player',
  params: z.strictObject({
    name: textParam('The name', 60).default('potion'),
    power: wholeNumberParam('The potion’s row of the power table', 0, 100).default(20),
    pool: oneOfParam('What the potion restores', ['hp', 'mp']).default('hp'),
    target: combatantParam('Who drinks; default: the unit itself').optional(),
    own: textParam('One of the potions on your sheet', 60).optional(),
  }),
  // The GM must approve the numbers of a potion that is not on the sheet.
  needsApproval: ({ own, name: called, power, pool }) =>
    own === undefined || called !== undefined || power !== undefined || pool !== undefined
      ? ['name', 'power', 'pool']
      : [],
  offers: {
    target: offerAllBodies,
    own: (state, { actor }) => {
      const unit = findByName(state, actor);
      return unit === undefined
        ? []
        : drinkablePotions(unit).map(({ id, left }) => ({ value: id, label: phrase`${term(id)}, ${left} left` }));
    },
  },
  resolve: (draft, call, { target, own: wanted, ...kind }) => {
    const state = draft.now();
    const fights = state.stage === 'combat';
    const own = fights ? requireActingUnit(draft, call) : requireCommandedUnit(state, call);
    if (!own.ok) return own;
    const unit = own.value;
    const carried = wanted === undefined ? undefined : drinkablePotions(unit).find(({ id }) => isSameName(id, wanted));
    if (wanted !== undefined && carried === undefined)
      return refuse('E_NO_POTION', {
        unit: ref(unit.id),
        potion: wanted,
        potions: joined(drinkablePotions(unit).map(({ id, left }) => say`${term(id)} (${left})`)),
      });
    if (fights) {
      const major = requireMajorAction(draft.now(), unit, unit.id);
      if (!major.ok) return major;
    }
    const drinker = findBody(draft.now(), target ?? unit.id);
    if (drinker === undefined || isDead(drinker.body)) return refuseTarget(draft.now(), target ?? unit.id);
    if (fights && !isInTouch(draft.now(), unit, drinker.unit)) return refuse('E_NOT_HERE');
    if (fights) spendMajorAction(draft, unit.id, unit.id);
    if (carried !== undefined) draft.emit(potionUsed({ who: unit.id, potion: carried.id, left: carried.left - 1 }));
    const { name, power, pool = 'hp' } = carried ? { ...carried, name: carried.id } : kind;
    const extra = rangerRecoveryBonus(requireUnit(draft.now(), unit.id), 'int');
    recoverPoints(draft, { body: drinker.body.id, by: unit.id, what: name, pool, power, extra, minutes: 0 });
    if (fights) recomputeSkirmishes(draft);
    return doneVerdict;
  },
});

/** Ends the battle after looting and healing. SW-FLOW-1. */
export const close = gmOrder({
  summary: 'Close the battle when looting and herbs are done',
  resolve: (draft) => {
    const state = draft.now();
    if (state.stage !== 'aftermath') return refuse('E_NOT_NOW', { why: 'the combat is not over' });
    return closed({ outcome: state.outcome ?? { reason: 'it is over' } });
  },
});
