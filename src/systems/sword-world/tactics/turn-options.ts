import { say, type Text } from '../../../core/message.ts';
import { planAbilityOrder } from '../attack/attack.ts';
import { planAttack } from '../attack/plan.ts';
import { placeName } from '../battlefield.ts';
import { defaultGrip, findWeapon, gripOf } from '../equipment.ts';
import { accuracyAttacks, attacksOf, isResistedAttack } from '../natural-attacks.ts';
import { areas, type Body, grips, type Spell } from '../sheet.ts';
import { planCast } from '../spells/plan.ts';
import {
  areHostile,
  formatBodyName,
  isDead,
  isStanding,
  type Place,
  type State,
  type Unit,
  type UnitWithBody,
} from '../state.ts';
import { placeWithArticle, withArticle } from '../text.ts';
import { requireMajorAction } from '../turns.ts';
import { type AttackWorth, attackWorth, castWorth } from './attack-worth.ts';
import { createOrder, type Order, type PreparedUnit } from './readiness.ts';

/** A Major Action, or a Minor spell, of one body: its order and what that is worth. */
export interface TurnOption extends AttackWorth {
  readonly says: () => Text;
  readonly order: Order;
  /** Whom it is meant for. */
  readonly target: string | undefined;
}

/** What could be ordered of a body, before it is known whether it is legal. */
type OptionBuilder = (from: PreparedUnit, body: Body) => TurnOption | undefined;

/** The bodies of the other side that still stand, where there are any to be seen. */
const foesOf = (state: State, unit: Unit): readonly UnitWithBody[] =>
  state.units
    .filter(
      (each) => areHostile(unit, each) && !each.statuses.includes('left') && !each.statuses.includes('surrendered'),
    )
    .flatMap((each) => each.bodies.filter(isStanding).map((body) => ({ unit: each, body })));

/** The body an order is for, where there are several. */
const sectionParams = ({ bodies }: Unit, body: Body): Order['params'] =>
  bodies.length > 1 ? { section: body.id } : {};

const striking =
  (params: Readonly<Record<string, unknown>>, { unit: foe, body: at }: UnitWithBody, how: Text): OptionBuilder =>
  (from, body) => {
    const { state, unit } = from;
    const means = { ...params, ...sectionParams(unit, body) };
    const plan = planAttack(state, unit, { ...means, target: at.id });
    if (!plan.ok || plan.value.body.id !== body.id) return undefined;
    return {
      ...attackWorth(state, plan.value),
      says: () => say`Attack ${formatBodyName(foe, at)}${how}`,
      order: createOrder('attack', { target: at.id, ...means }),
      target: at.id,
    };
  };

/** SW-ATK-6, SW-ATK-13. Each weapon in hand in each way it can be used; fists where there is none. */
const listWeaponUses = (unit: Unit): readonly (readonly [Order['params'], Text])[] => {
  const held = unit.held.flatMap((id) => findWeapon(unit, id) ?? []);
  if (held.length === 0) return unit.sheet.kind === 'pc' && unit.held.length === 0 ? [[{}, '']] : [];
  return held.flatMap((weapon, at) =>
    weapon.modes.flatMap((mode) =>
      grips
        .filter((grip) => weapon.stances[grip] !== undefined && (grip === 'throw') === (mode === 'throw'))
        .map((grip) => {
          const usual = mode === 'throw' || (gripOf(unit, weapon.id) ?? defaultGrip(unit, weapon)) === grip;
          const params = {
            ...(at > 0 && { weapon: weapon.id }),
            ...(mode !== weapon.modes[0] && { mode }),
            ...(!usual && { stance: grip }),
          };
          const hands = mode === 'throw' ? ', thrown' : grip === '2H' && mode === 'melee' ? ' in both hands' : '';
          return [params, say` with ${withArticle(weapon.id)}${hands}`] as const;
        }),
    ),
  );
};

const abilityAt =
  (id: string, { unit: foe, body: at }: UnitWithBody): OptionBuilder =>
  (from, body) => {
    const means = { ability: id, ...sectionParams(from.unit, body) };
    const plan = planAbilityOrder(from.state, from.unit, { ...means, target: at.id });
    if (plan?.ok !== true || plan.value.body.id !== body.id) return undefined;
    return {
      ...castWorth(from.state, plan.value),
      says: () => say`Use ${withArticle(id)} on ${formatBodyName(foe, at)}`,
      order: createOrder('attack', { target: at.id, ...means }),
      target: at.id,
    };
  };

const castAt =
  (spell: Spell, { unit: whose, body: at }: UnitWithBody): OptionBuilder =>
  (from, body) => {
    const means = { spell: spell.id, target: at.id, ...sectionParams(from.unit, body) };
    const plan = planCast(from.state, from.unit, { spell, target: at.id, section: body.id });
    if (!plan.ok) return undefined;
    return {
      ...castWorth(from.state, plan.value),
      says: () => say`Cast ${spell.id} on ${formatBodyName(whose, at)}`,
      order: createOrder('cast', means),
      target: at.id,
    };
  };

const castInto =
  (spell: Spell, center: Place): OptionBuilder =>
  (from, body) => {
    const means = { spell: spell.id, center: center.area ?? String(center.pos), ...sectionParams(from.unit, body) };
    const plan = planCast(from.state, from.unit, { spell, center, section: body.id });
    if (!plan.ok) return undefined;
    return {
      ...castWorth(from.state, plan.value),
      says: () => say`Cast ${spell.id} at ${placeWithArticle(center)}`,
      order: createOrder('cast', means),
      target: placeName(center),
    };
  };

/** The bodies of one's own side that live. */
const friendsOf = ({ state, unit }: PreparedUnit): readonly UnitWithBody[] =>
  state.units
    .filter((each) => !areHostile(unit, each) && !each.statuses.includes('left'))
    .flatMap((each) => each.bodies.filter((body) => !isDead(body)).map((body) => ({ unit: each, body })));

/** The places at which a wide spell may be put. */
const possibleSpellCenters = ({ state }: PreparedUnit, foes: readonly UnitWithBody[]): readonly Place[] =>
  state.settings.mode === 'simplified'
    ? areas.map((area) => ({ area }))
    : [...new Set(foes.flatMap(({ unit }) => unit.pos ?? []))].map((pos) => ({ pos }));

/** Those for whom a spell is meant: harm for foes, help for friends, what is neither for all. */
const intendedTargets = (
  { recovery, damage }: Spell,
  foes: readonly UnitWithBody[],
  friends: readonly UnitWithBody[],
): readonly UnitWithBody[] => {
  if (recovery !== undefined) return friends;
  return damage === undefined ? [...foes, ...friends] : foes;
};

/** SW-SPELL-1. Each spell at each for whom it may be meant: harm for foes, help for friends, wide ones at places. */
const spellMeans = (from: PreparedUnit, foes: readonly UnitWithBody[]): readonly OptionBuilder[] => {
  const { unit } = from;
  const friends = friendsOf(from);
  const centers = possibleSpellCenters(from, foes);
  return unit.sheet.spells
    .filter(({ bullet }) => bullet === undefined)
    .flatMap((spell) => {
      if (typeof spell.shape === 'object') return centers.map((center) => castInto(spell, center));
      return intendedTargets(spell, foes, friends).map((each) => castAt(spell, each));
    });
};

/** All that a body could do with a Major Action there, on everybody. */
const optionBuilders = (from: PreparedUnit, body: Body): readonly OptionBuilder[] => {
  const { unit } = from;
  const foes = foesOf(from.state, from.unit);
  const own = accuracyAttacks(body);
  const strikes = own.flatMap(({ id }, at) => {
    if (id === undefined && at > 0) return [];
    const params = at === 0 || id === undefined ? {} : { ability: id };
    const how = id === undefined ? '' : say` with ${withArticle(id)}`;
    return foes.map((each) => striking(params, each, how));
  });
  const abilities = attacksOf(body).flatMap((attack) =>
    attack.id !== undefined && isResistedAttack(attack) ? foes.map((each) => abilityAt(attack.id ?? '', each)) : [],
  );
  const ways = own.length > 0 ? [] : listWeaponUses(unit);
  return [
    ...strikes,
    ...abilities,
    ...ways.flatMap(([params, how]) => foes.map((each) => striking(params, each, how))),
    ...spellMeans(from, foes),
  ];
};

/** The legal ones, the best first, of a body that has a Major Action left. */
export const legalOptions = (
  from: PreparedUnit,
  body: Body,
): readonly { readonly means: OptionBuilder; readonly deed: TurnOption }[] => {
  if (!requireMajorAction(from.state, from.unit, body.id).ok) return [];
  return optionBuilders(from, body)
    .flatMap((means) => {
      const deed = means(from, body);
      return deed === undefined ? [] : [{ means, deed }];
    })
    .toSorted((a, b) => b.deed.worth - a.deed.worth);
};
