import { z } from 'zod';
import {
  capitalize,
  isSameName,
  listing,
  present,
  ref,
  refuse,
  say,
  sentences,
  type Text,
  term,
} from '../../../core/message.ts';
import { tellAbility } from '../../../rules/abilities.ts';
import { hiddenPartLabel, line, type SumRow, step } from '../../../rules/event.ts';
import type { Caller } from '../../../rules/expected-action.ts';
import {
  combatantParam,
  createOffer,
  doneVerdict,
  type FindParamOffers,
  flagParam,
  textParam,
} from '../../../rules/verb.ts';
import { areaNames, placeText } from '../battlefield.ts';
import { bodyOffer, offerAllBodies, offerBodies, parsePlaceOrUnit, placeOffer } from '../checks.ts';
import { endIfDecided } from '../combat-end.ts';
import { bodyStatuses, conditionsOutsideEffects } from '../conditions.ts';
import { attackTallies, type Damage, damageRows, damageSchema, describeHit } from '../damage.ts';
import { magicPower } from '../derived-values.ts';
import { type CheckRoll, checkRollRow, checkRollSchema, makeCheck } from '../dice.ts';
import { beginEffect } from '../effects.ts';
import { ammoChanged, lapseOffers } from '../equipment.ts';
import { applyDamage, dropUnableRidersAndFlyers, knockProne, relocated } from '../falling.ts';
import { earnExperience, recoverPoints, statusChanged } from '../life.ts';
import { attacksOf, bodyAfterUse, mayStillAct } from '../natural-attacks.ts';
import { describeLotDraw, misfireCandidates, withMisfireNote } from '../range.ts';
import { areHostile, isMount, riderAndMountOf } from '../relations.ts';
import { type Area, areas, type Spell, type TimedEffect } from '../sheet.ts';
import { recomputeSkirmishes, updateSkirmishesForAction } from '../skirmishes.ts';
import { type Draft, event, type Moment, type State, unitOrThingId } from '../state.ts';
import { withArticle } from '../text.ts';
import { findCommandedInTurn, offersFor, recordTurnUse, spendMajorAction, turnOrder } from '../turns.ts';
import { find, formatBodyName, isDead, requireBody, requireUnit, type UnitWithBody, updateBody } from '../units.ts';
import { chooseTone, isDamageVisible, isVisible, isVisibleNumber, visibleName } from '../visibility.ts';
import { areaTargets, bodiesInRadius, type DrawnTargets, formatDrawnTargets, targetFacts } from './areas.ts';
import {
  type CastPlan,
  calculateSpellDamage,
  castFormula,
  planCast,
  type Resistance,
  rollResistance,
  spellDamage,
  takeFirstRoll,
} from './plan.ts';

/** Names the affected bodies that the reader sees, plus “something hidden” if a hidden body took a place. SW-AREA-5. */
const describeAffected = (
  unit: string,
  spell: string,
  covered: readonly Area[],
  { affected, among }: DrawnTargets,
  moment: Moment,
): readonly Text[] => {
  const { units } = moment.before;
  const seen = affected.filter((id) => isVisible(moment, id)).map((id) => visibleName(moment, id));
  if (among?.some((id) => isVisible(moment, id) && !affected.includes(id)) === false) return seen;
  const caster = find(moment.before, unit);
  const own = caster?.bodies.flatMap(attacksOf) ?? [];
  const shape = [...(caster?.sheet.spells ?? []), ...own].find(({ id }) => id === spell)?.shape;
  const most = typeof shape === 'object' ? shape.max : undefined;
  if (most === undefined || affected.length < most || seen.length === affected.length) return seen;
  const passedOver = units.some(
    ({ id, area, bodies: own, statuses }) =>
      isVisible(moment, id) &&
      !statuses.includes('left') &&
      (covered.length === 0 || (area !== undefined && covered.includes(area))) &&
      own.some((body) => !isDead(body) && !affected.includes(body.id)),
  );
  return passedOver ? [...seen, term(hiddenPartLabel)] : seen;
};

const describeCast = (who: Text, spell: string, at: Text | undefined, natural = false): Text => {
  const name = natural ? withArticle(spell) : term(spell);
  if (at === undefined) return natural ? say`${who} uses ${name}.` : say`${who} casts ${name}.`;
  return natural ? say`${who} uses ${name} at ${at}.` : say`${who} casts ${name} at ${at}.`;
};

/** A unit casts a spell or uses an ability. SW-SPELL-9. */
export const spellCast = event('cast', {
  facts: {
    who: unitOrThingId,
    /** The body that pays the MP. */
    body: unitOrThingId,
    spell: unitOrThingId,
    cost: z.int(),
    minor: z.boolean(),
    rolled: checkRollSchema.optional(),
    failed: z.boolean(),
    ...targetFacts,
    /** True for an ability, false for a spell. SW-ATK-11. */
    natural: z.boolean().optional(),
  },
  apply: (state, { body, cost, spell, natural }) =>
    updateBody(state, body, (own) => (natural ? bodyAfterUse(own, spell, cost) : { mp: own.mp - cost })),
  narrate: (happened, moment) => {
    const { who, body, spell, rolled, failed, draw, main, chances, among, areas: covered, cost, natural } = happened;
    const check =
      rolled &&
      (natural ? checkRollRow('SW-ATK-11', 'Ability', rolled) : checkRollRow('SW-SPELL-4', 'Casting', rolled));
    const aimed = describeAffected(who, spell, covered, happened, moment);
    const at = main && main !== body && isVisible(moment, main) ? visibleName(moment, main) : undefined;
    const astray = main !== undefined && !isVisible(moment, main);
    const outcome = failed
      ? term(natural ? 'It fails.' : 'The spell fails.')
      : aimed.length > 1
        ? say`It affects ${listing(aimed)}.`
        : aimed.length === 0 && !astray && term('It affects no one.');
    const text = sentences(describeCast(ref(who), spell, at, natural), outcome);
    const shown = chances.filter((each) => isVisible(moment, each.body));
    const rows = present<SumRow<Text>>([
      draw && describeLotDraw(draw, moment),
      covered.length > 1 && [step('SW-AREA-2', say`covers ${listing(covered.map((area) => term(areaNames[area])))}`)],
      shown.length > 0 &&
        shown.map(({ body: id, die }) => {
          const name = visibleName(moment, id);
          return step('SW-AREA-6', die <= 3 ? say`${name} 1d ${die}, affected` : say`${name} 1d ${die}`);
        }),
      among && formatDrawnTargets(happened, moment),
      isVisibleNumber(moment, who, 'accuracy') && check,
      (!natural || cost > 0) && isVisibleNumber(moment, who, 'mp') && [step('SW-SPELL-2', say`${cost} MP`)],
    ]);
    return line(text, failed ? chooseTone(moment, who, who, false) : 'plain', rows);
  },
  actors: ({ who }) => [who],
});

/** A spell or ability affects one target, or is resisted. SW-SPELL-6. */
export const spellAffectedTarget = event('spell-affected', {
  facts: {
    who: unitOrThingId,
    spell: unitOrThingId,
    target: unitOrThingId,
    resist: checkRollSchema.optional(),
    resisted: z.boolean(),
    damage: damageSchema.optional(),
  },
  narrate: ({ who, spell, target, resist, resisted, damage }, moment) => {
    if (resist === undefined && damage === undefined) return undefined;
    const number = isDamageVisible(moment, target) ? damage?.applied : undefined;
    const [name, by] = [visibleName(moment, target), withArticle(spell)];
    const resists = number === undefined ? say`${name} resists ${by}.` : say`${name} resists ${by}: ${number} damage.`;
    const fails = damage ? describeHit(capitalize(by), name, number) : say`${name} does not resist ${by}.`;
    const rows = present([
      resist && isVisibleNumber(moment, target, 'evasion') && checkRollRow('SW-SPELL-5', 'Resistance', resist),
      ...(damage ? damageRows(damage, who, target, moment) : []),
    ]);
    return line(resisted ? resists : fails, chooseTone(moment, who, target, !resisted), rows);
  },
  tallies: ({ who, target, damage }, before) =>
    damage === undefined ? [] : attackTallies(before, who, target, true, damage.applied),
});

/** Plays a casting: misfire, affected bodies, casting check, then each target’s resistance and damage. SW-SPELL-9. */
export const makeCast = (draft: Draft, plan: CastPlan): void => {
  const { unit, spell, body, natural } = plan;
  const minor = spell.castAs === 'minor';
  const { userTo, ...targets } = areaTargets(draft.now(), unit, { ...plan, shape: spell.shape }, draft.dice);
  const unresisted = natural !== undefined && spell.resist === 'none';
  const name = natural ? 'ability' : 'casting';
  const rolled = minor || unresisted ? undefined : makeCheck(draft.dice, name, castFormula(draft.now(), plan));
  const failed = rolled?.auto === 'failure';
  if (minor) recordTurnUse(draft, unit.id, { lockLimited: true });
  else
    spendMajorAction(draft, unit.id, body.id, { checksRolled: true, ...(isMount(unit) && { mountSection: body.id }) });
  draft.emit(
    spellCast({
      who: unit.id,
      body: body.id,
      spell: spell.id,
      cost: spell.mpCost,
      minor,
      ...(rolled && { rolled }),
      failed,
      ...targets,
      ...(natural && { natural: true }),
    }),
  );
  if (!failed) tellAbility(draft, unit.id, spell.id, spell.text);
  earnExperience(draft, unit, rolled);
  updateSkirmishesForAction(draft, unit.id, plan.target ? [plan.target.unit.id] : []);
  if (!failed) {
    if (spell.bullet) load(draft, unit.id, spell);
    const { affected } = targets;
    if (draft.now().settings.areaDamage === 'once' && affected.length > 1)
      affectTogether(draft, plan, affected, rolled);
    else for (const id of affected) affectTarget(draft, plan, id, rolled);
    const carried = userTo ? riderAndMountOf(draft.now(), unit) : [];
    const places = carried.map(({ id }) => ({ unit: id, ...userTo }));
    if (userTo) draft.emit(relocated({ why: 'breakthrough', places }));
  }
  lapseOffers(draft);
  if (!minor) recomputeSkirmishes(draft);
  endIfDecided(draft);
};

const affectTarget = (draft: Draft, plan: CastPlan, id: string, cast: CheckRoll | undefined): void => {
  const { spell } = plan;
  const state = draft.now();
  const target = requireBody(state, id);
  const caster = requireUnit(state, plan.unit.id);
  const shown = rollResistance(state, spell, cast, id, draft.dice);
  const formula = spellDamage(state, caster, plan, target.unit);
  const half = shown.resisted && spell.resist === 'half';
  const spared = shown.resisted && spell.resist === 'negates';
  const roll = formula && !spared ? formula.rollPower(draft.dice, formula.canCrit && !half) : undefined;
  const damage = formula && roll ? calculateSpellDamage(state, caster, target, formula, roll, half) : undefined;
  applyToTarget(draft, plan, target, shown, damage);
};

/** Rolls all resistances, then damage once for all targets (setting `areaDamage: once`). SW-RUL-31. */
const affectTogether = (draft: Draft, plan: CastPlan, ids: readonly string[], cast: CheckRoll | undefined): void => {
  const { spell } = plan;
  const state = draft.now();
  const shown = ids.map((id) => rollResistance(state, spell, cast, id, draft.dice));
  const affected = shown.filter(({ resisted }) => !(resisted && spell.resist === 'negates'));
  const caster = requireUnit(state, plan.unit.id);
  const [lead] = affected.toSorted((a, b) => Number(a.resisted) - Number(b.resisted));
  const first = lead && spellDamage(state, caster, plan, requireBody(state, lead.body).unit);
  const chain = first?.rollPower(draft.dice, first.canCrit && !lead?.resisted);
  for (const each of shown) {
    const target = requireBody(draft.now(), each.body);
    const formula = spellDamage(draft.now(), caster, plan, target.unit);
    const roll =
      formula && chain && affected.includes(each) ? (each.resisted ? takeFirstRoll(chain) : chain) : undefined;
    const damage =
      formula && roll ? calculateSpellDamage(draft.now(), caster, target, formula, roll, each.resisted) : undefined;
    applyToTarget(draft, plan, target, each, damage, each === lead);
  }
};

/** Applies damage, healing and effect to one target. SW-SPELL-6. */
const applyToTarget = (
  draft: Draft,
  plan: CastPlan,
  target: UnitWithBody,
  shown: Resistance,
  damage: Damage | undefined,
  rolledHere = true,
): void => {
  const { unit, spell } = plan;
  draft.emit(
    spellAffectedTarget({
      who: unit.id,
      spell: spell.id,
      target: target.body.id,
      ...(shown.resist && { resist: shown.resist }),
      resisted: shown.resisted,
      ...(damage && { damage }),
    }),
  );
  earnExperience(draft, target.unit, shown.resist);
  if (damage?.autoFail && rolledHere) earnExperience(draft, unit, { auto: 'failure' });
  if (damage) applyDamage(draft, target.body.id, plan.natural?.pool ?? 'hp', damage.applied);
  if (shown.resisted) return;
  if (spell.recovery) {
    const extra = spell.castAs === 'minor' ? 0 : magicPower(draft.now(), unit, spell.cls);
    const { power, pool } = spell.recovery;
    const healing = { body: target.body.id, by: unit.id, what: spell.id, pool, power, extra, minutes: 0 };
    recoverPoints(draft, healing);
  }
  applySpellEffect(draft, plan, target);
};

const durationLeft = ({ durationRounds }: Spell): TimedEffect['remaining'] =>
  durationRounds === undefined ? undefined : typeof durationRounds === 'number' ? durationRounds : 'long';

/** Begins the effect of a spell on a target, with its condition. SW-FEAT-5, SW-ROUND-2. */
const applySpellEffect = (draft: Draft, { unit, spell }: CastPlan, { unit: whose, body }: UnitWithBody): void => {
  const { status, durationRounds } = spell;
  const isHeld = durationRounds !== undefined && status !== undefined && !conditionsOutsideEffects.includes(status);
  const held = isHeld ? status : undefined;
  if (spell.effect !== undefined || durationRounds !== undefined) {
    const remaining = durationLeft(spell);
    beginEffect(draft, whose.id, {
      ...spell.effect,
      id: spell.id,
      caster: unit.id,
      ...(remaining !== undefined && { remaining }),
      ...(held !== undefined && { status: held }),
      ...(held !== undefined && bodyStatuses.includes(held) && whose.bodies.length > 1 && { body: body.id }),
    });
  }
  if (status === undefined || held !== undefined) return;
  if (status === 'prone') {
    knockProne(draft, whose.id);
    return;
  }
  const ofBody = bodyStatuses.includes(status);
  draft.emit(
    statusChanged({ who: ofBody ? body.id : whose.id, of: ofBody ? 'body' : 'unit', add: [status], remove: [] }),
  );
  dropUnableRidersAndFlyers(draft, whose.id);
};

/** Loads the Bullet into the gun in hand. SW-GUN-4. */
const load = (draft: Draft, id: string, spell: Spell): void => {
  const unit = requireUnit(draft.now(), id);
  const gun = unit.weapons.find((weapon) => weapon.modes.includes('gun') && unit.held.includes(weapon.id));
  if (gun === undefined || spell.bullet === undefined) return;
  draft.emit(
    ammoChanged({
      who: id,
      weapon: gun.id,
      ...(gun.ammo !== undefined && { ammo: gun.ammo }),
      bullet: { ...spell.bullet, id: spell.id },
    }),
  );
};

const offerKnownSpells = offersFor((_, { sheet, bodies }) =>
  sheet.spells
    .filter(({ mpCost }) => bodies.some(({ mp }) => mp >= mpCost))
    .map(({ id, mpCost }) => createOffer(id, say`${term(id)} (${mpCost} MP)`)),
);

/** The caster and the spell of an order that the user is still typing. */
const findCasting = (state: State, call: Caller, soFar: Readonly<Record<string, unknown>>) => {
  const unit = findCommandedInTurn(state, call);
  const spell = unit?.sheet.spells.find(({ id }) => id === soFar.spell);
  const section = typeof soFar.section === 'string' ? soFar.section : undefined;
  return unit && spell && { unit, spell, section };
};

/** Offers targets for a spell, with the bodies it may hit; only foes if it harms. Empty with a centre. SW-MISFIRE-1. */
const spellTargets: FindParamOffers<State> = (state, call, soFar) => {
  const casting = findCasting(state, call, soFar);
  if (casting === undefined) return offerAllBodies(state, call, soFar);
  const { unit, spell, section } = casting;
  const { shape } = spell;
  if (typeof shape === 'object' && soFar.center !== undefined) return [];
  const isHarmful = spell.range !== 'self' && (spell.damage !== undefined || spell.resist !== 'none');
  const others = state.units.filter((each) => !isHarmful || areHostile(unit, each));
  return others.flatMap((other) =>
    other.bodies.flatMap((body) => {
      const plan = planCast(state, unit, { spell, target: body.id, section, instinct: call.gm });
      if (!plan.ok) return [];
      const named = formatBodyName(other, body);
      const aimed = shape === 'shot' || shape === 'line' ? ({ kind: 'spell', shape } as const) : undefined;
      const instead = aimed && misfireCandidates(state, unit, { unit: other, body }, aimed);
      return [bodyOffer(other, body, withMisfireNote(named, instead ?? []))];
    }),
  );
};

/** Offers centres for a spell with a radius, with the number of foes and friends inside. SW-AREA-4. */
const spellCenters: FindParamOffers<State> = (state, call, soFar) => {
  const casting = findCasting(state, call, soFar);
  const simplified = state.settings.mode === 'simplified';
  if (casting === undefined) return simplified ? areas.map((area) => placeOffer({ area })) : [];
  const { unit, spell, section } = casting;
  const { shape } = spell;
  if (typeof shape === 'string' || soFar.target !== undefined) return [];
  const places = simplified
    ? areas.map((area) => ({ area }))
    : [...new Set(state.units.flatMap(({ pos }) => pos ?? []))].toSorted((a, b) => a - b).map((pos) => ({ pos }));
  return places.flatMap((center) => {
    if (!planCast(state, unit, { spell, center, section, instinct: call.gm }).ok) return [];
    const inside = bodiesInRadius(state, unit, shape, center);
    const own = inside.filter((each) => each.unit.side === unit.side).length;
    const label = say`${placeText(center)} · foes: ${inside.length - own}, own side: ${own}`;
    return [placeOffer(center, label)];
  });
};

/** Casts a spell. SW-SPELL-1, SW-SPELL-2, SW-SPELL-3, SW-SPELL-4, SW-SPELL-5, SW-SPELL-6, SW-SPELL-7, SW-SPELL-8. */
export const cast = turnOrder({
  summary: 'Cast a spell',
  visibility: 'seen',
  params: z.strictObject({
    spell: textParam('The spell', 100),
    target: combatantParam('The target: a unit, or one section of it').optional(),
    center: textParam('The centre of a wide effect: an area, or metres', 40).optional(),
    self: flagParam('For a line: include the caster, with the same chance to be hit as others').default(false),
    section: textParam('The section that casts, and pays the MP', 100).optional(),
  }),
  offers: {
    spell: offerKnownSpells,
    target: spellTargets,
    section: offersFor((_, unit) => {
      const able = unit.bodies.length === 1 ? [] : unit.bodies.filter((body) => mayStillAct(unit, body));
      return offerBodies(able.map((body) => ({ unit, body })));
    }),
    center: spellCenters,
  },
  promptFor: () => ['center', 'target'],
  act: (draft, unit, { spell: name, target, center, self, section }, call) => {
    const spell = unit.sheet.spells.find(({ id }) => isSameName(id, name));
    if (spell === undefined)
      return refuse('E_NO_SPELL', { unit: ref(unit.id), spell: unit.sheet.spells.length > 0 ? name : undefined });
    const middle = center === undefined ? undefined : parsePlaceOrUnit(draft.now(), call, center, unit.side);
    if (middle && !middle.ok) return middle;
    const wanted = { spell, target, center: middle?.value, withSelf: self, section, instinct: call.gm };
    const plan = planCast(draft.now(), unit, wanted);
    if (!plan.ok) return plan;
    makeCast(draft, plan.value);
    return doneVerdict;
  },
});
