import { say, type Text, term } from '../../../core/message.ts';
import type { Plan } from '../../../rules/tactics.ts';
import { conditionsOf, withoutConditions } from '../conditions.ts';
import { defaultGrip, findWeapon, requiredHands, requireFreeHands } from '../equipment.ts';
import { featEffects, isDeclarable, isFeatLimitReached, resolveFeat } from '../feats.ts';
import { moveReach, moveTypeNames, planMove } from '../movement/movement.ts';
import { placeOf } from '../relations.ts';
import { areas } from '../sheet.ts';
import { planCast } from '../spells/plan.ts';
import type { MoveType, Place, State, Turn, Unit } from '../state.ts';
import { placeWithArticle, withArticle } from '../text.ts';
import { requireMinorAction, requireWeaponHandling, turnOf } from '../turns.ts';
import { replaceUnit, requireUnit, updateBody, withoutMelee } from '../units.ts';

export type Order = Plan['orders'][number];

export const createOrder = (verb: string, params: Order['params'] = {}): Order => ({ verb, params });

/** A unit as it is after the first orders of a plan, and the orders themselves. */
export interface PreparedUnit {
  readonly state: State;
  readonly unit: Unit;
  readonly orders: readonly Order[];
  /** Parts of the plan’s name: where the unit moved and what it used. */
  readonly says: readonly Text[];
  /** Points of Evasion that the orders cost, until the unit’s next turn. */
  readonly evasion: number;
}

const withChange = (from: PreparedUnit, change: Partial<Unit>, order: Order, says?: Text): PreparedUnit => {
  const unit = Object.assign({ ...from.unit }, change);
  return {
    ...from,
    state: replaceUnit(from.state, unit),
    unit,
    orders: [...from.orders, order],
    says: says === undefined ? from.says : [...from.says, says],
  };
};

const changeTurn = (from: PreparedUnit, change: Partial<Turn>): { readonly turn: Turn } => ({
  turn: { ...turnOf(from.state, from.unit), ...change },
});

/** The unit after standing up. Unchanged if the unit is not prone or may not get up. SW-ACT-20. */
export const withStandUp = (from: PreparedUnit): PreparedUnit => {
  const { state, unit } = from;
  if (!conditionsOf(unit).includes('prone') || !requireMinorAction(state, unit).ok) return from;
  const effects = withoutConditions(unit.effects, (status) => status === 'prone');
  const statuses = unit.statuses.filter((status) => status !== 'prone');
  const stoodUp = state.settings.prone.linger;
  const order = createOrder('minor', { kind: 'stand' });
  return withChange(from, { statuses, effects, ...changeTurn(from, { stoodUp }) }, order);
};

/** The unit after drawing a weapon. Unchanged if the unit already holds one or may not draw. SW-ACT-11. */
export const withDrawnWeapon = (from: PreparedUnit): PreparedUnit => {
  const { state, unit } = from;
  if (unit.held.some((id) => findWeapon(unit, id) !== undefined) || !requireWeaponHandling(state, unit).ok) return from;
  const weapon = unit.weapons.find(
    (each) =>
      !unit.luggage.includes(each.id) && requireFreeHands(unit, requiredHands(each, defaultGrip(unit, each))).ok,
  );
  if (weapon === undefined) return from;
  const order = createOrder('minor', { kind: 'equip', item: weapon.id });
  return withChange(from, { held: [...unit.held, weapon.id] }, order, say`${withArticle(weapon.id)} taken in hand`);
};

/** Copies of the unit, one for each active feat that it may declare now. SW-FEAT-3. */
export const withFeats = (from: PreparedUnit): readonly PreparedUnit[] => {
  const { state, unit } = from;
  const turn = turnOf(state, unit);
  if (!requireMinorAction(state, unit).ok || turn.checksRolled || isFeatLimitReached(turn, state.settings.activeFeats))
    return [];
  return unit.sheet.feats
    .filter((feat) => isDeclarable(feat))
    .map((feat) => resolveFeat(feat))
    .filter(({ id, accMod, cMod, increase }) => !turn.feats.includes(id) && (accMod ?? cMod ?? increase) !== undefined)
    .map((feat) => {
      const effects = [...unit.effects, ...featEffects(feat)];
      const change = { effects, ...changeTurn(from, { feats: [...turn.feats, feat.id] }) };
      const order = createOrder('minor', { kind: 'feat', item: feat.id });
      const evasion = from.evasion - (feat.evaMod ?? 0);
      return { ...withChange(from, change, order, say`with ${term(feat.id)}`), evasion };
    });
};

/** Copies of the unit, one for each Bullet spell that it can load. SW-GUN-4. */
export const withBullets = (from: PreparedUnit): readonly PreparedUnit[] => {
  const { state, unit } = from;
  const gun = unit.weapons.find(({ id, modes }) => modes.includes('gun') && unit.held.includes(id));
  const [body] = unit.bodies;
  if (gun === undefined || body === undefined || gun.bullet !== undefined) return [];
  return unit.sheet.spells
    .filter(({ bullet, castAs }) => bullet !== undefined && castAs === 'minor')
    .filter((spell) => planCast(state, unit, { spell }).ok)
    .map((spell) => {
      const weapons = unit.weapons.map((each) =>
        each.id === gun.id ? { ...each, bullet: { ...spell.bullet, id: spell.id } } : each,
      );
      const change = { weapons, ...changeTurn(from, { lockLimited: true }) };
      const loaded = withChange(from, change, createOrder('cast', { spell: spell.id }), say`with ${term(spell.id)}`);
      const paid = updateBody(loaded.state, body.id, ({ mp }) => ({ mp: mp - spell.mpCost }));
      return { ...loaded, state: paid, unit: requireUnit(paid, unit.id) };
    });
};

/** Evasion that a Full Move costs. SW-MOVE-2. */
const fullMoveEvasion = 4;

/** The unit after a move, if it is legal: at its height, or on the ground (`lands`). */
const withMove = (from: PreparedUnit, type: MoveType, to: Place, lands: boolean): PreparedUnit | undefined => {
  const { state, unit } = from;
  if (!planMove(state, unit, { type, to }).ok) return undefined;
  const ground = lands ? { altitude: 0 } : {};
  const order = createOrder('move', { type, to: to.area ?? String(to.pos), ...ground });
  const change = {
    ...to,
    ...ground,
    retreat: 'none',
    ...changeTurn(from, { moveType: type, movementDone: true }),
  } as const;
  const there = withChange(from, change, order, say`${moveTypeNames[type]} Move to ${placeWithArticle(to)}`);
  const evasion = from.evasion + (type === 'full' ? fullMoveEvasion : 0);
  return { ...there, state: withoutMelee(there.state, [unit.id]), evasion };
};

/** Coordinates to move to: as near to each foe as possible and, for a retreat, away from foes. */
const marks = (from: PreparedUnit, foes: readonly Unit[], type: MoveType): readonly number[] => {
  const here = from.unit.pos;
  if (here === undefined) return [];
  const most = moveReach(from.state, from.unit, type);
  const ends = foes.flatMap(({ pos }) => (pos === undefined ? [] : [pos]));
  const near = ends.map((pos) => here + Math.sign(pos - here) * Math.min(most, Math.abs(pos - here)));
  const away = from.unit.retreat === 'ready' ? [here - most, here + most] : [];
  return [...new Set([...near, ...away])].filter((pos) => pos !== here);
};

/** Copies of the unit, one for each useful move of the given type. SW-MOVE-3, SW-MOVE-4, SW-MOVE-5, SW-MOVE-9. */
export const withMoves = (from: PreparedUnit, foes: readonly Unit[], type: MoveType): readonly PreparedUnit[] => {
  const { state, unit } = from;
  const places: readonly Place[] =
    state.settings.mode === 'simplified'
      ? areas.filter((area) => area !== unit.area).map((area) => ({ area }))
      : marks(from, foes, type).map((pos) => ({ pos }));
  const moved = places.flatMap((to) => withMove(from, type, to, false) ?? []);
  if (unit.altitude === 0) return moved;
  return [...moved, ...[placeOf(unit), ...places].flatMap((to) => withMove(from, type, to, true) ?? [])];
};
