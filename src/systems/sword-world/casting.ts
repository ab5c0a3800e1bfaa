import type { Dice } from '../../dice/dice.ts';
import { type Affected, areaTargets } from './areas.ts';
import { endTest } from './ending.ts';
import type { Damage, Rolled } from './events.ts';
import { consequences, harm, knockProne } from './falling.ts';
import { featNames } from './feats.ts';
import { lapseOffers } from './handling.ts';
import { earn, recover } from './life.ts';
import type { Place, Unit } from './model.ts';
import { isMount } from './mounts.ts';
import { rollPower } from './power.ts';
import { roll } from './rolls.ts';
import type { Spell, TimedEffect } from './sheet.ts';
import { conflict, recompute } from './skirmish.ts';
import { blowOf, damageTo, firstOf, type Resistance, resistance } from './spell-damage.ts';
import type { CastPlan } from './spells.ts';
import { spend, spendMajor } from './turns.ts';
import { happens, type Unfolding } from './unfolding.ts';
import { bodily, type Placed, theBody, theUnit } from './units.ts';
import { checkModifiers, magicPower } from './values.ts';
/** SW-SPELL-9. Misfire, targets, casting, then for each target resistance, damage and Death Check. */
export const makeCast = (course: Unfolding, plan: CastPlan, dice: Dice): void => {
  const { unit, spell, body } = plan;
  const minor = spell.castAs === 'minor';
  const aimed = {
    shape: spell.shape,
    target: plan.target,
    center: plan.center,
    withSelf: plan.withSelf,
  };
  const hits = areaTargets(course.state, unit, aimed, featNames(unit), dice);
  const rolled = minor
    ? undefined
    : roll(dice, 'casting', [
        { rule: 'SW-SPELL-4', says: 'Magic Power', value: magicPower(course.state, unit, spell.cls) },
        ...checkModifiers(course.state, unit),
      ]);
  const failed = rolled?.auto === 'failure';
  if (minor) spend(course, unit.id, { lockLimited: true });
  else
    spendMajor(course, unit.id, body.id, {
      checksRolled: true,
      ...(isMount(unit) && { mountSection: body.id }),
    });
  noteCast(course, plan, hits, rolled, failed);
  earn(course, unit, rolled);
  conflict(course, unit.id, plan.target ? [plan.target.unit.id] : []);
  if (!failed) {
    if (spell.bullet) load(course, unit.id, spell);
    if (course.state.settings.areaDamage === 'once' && hits.affected.length > 1)
      strikeOnce(course, plan, hits, rolled, dice);
    else for (const id of hits.affected) strikeEach(course, plan, id, rolled, dice);
    if (hits.userTo)
      happens(course, {
        type: 'relocated',
        why: 'breakthrough',
        places: [{ unit: unit.id, ...hits.userTo }, ...mountPlace(unit, hits.userTo)],
      });
  }
  lapseOffers(course);
  if (!minor) recompute(course);
  endTest(course);
};

const mountPlace = (unit: Unit, to: Place) => (unit.mountedOn === undefined ? [] : [{ unit: unit.mountedOn, ...to }]);

const noteCast = (
  course: Unfolding,
  { unit, body, spell }: CastPlan,
  hits: Affected,
  rolled: Rolled | undefined,
  failed: boolean,
): void =>
  happens(course, {
    type: 'cast',
    unit: unit.id,
    body: body.id,
    spell: spell.id,
    cost: spell.mpCost,
    minor: spell.castAs === 'minor',
    ...(rolled && { rolled }),
    failed,
    ...(hits.draw && { draw: hits.draw }),
    areas: [...hits.areas],
    ...(hits.main && { main: hits.main }),
    affected: [...hits.affected],
    chances: [...hits.chances],
    drawn: [...hits.drawn],
    ...(hits.among && { among: [...hits.among] }),
  });

const strikeEach = (course: Unfolding, plan: CastPlan, id: string, cast: Rolled | undefined, dice: Dice): void => {
  const { spell } = plan;
  const { state } = course;
  const target = theBody(state, id);
  const caster = theUnit(state, plan.unit.id);
  const shown = resistance(state, spell, cast, id, dice);
  const blow = blowOf(state, caster, spell, target.unit);
  const half = shown.resisted && spell.resist === 'half';
  const spared = shown.resisted && spell.resist === 'negates';
  const fell = blow && !spared ? rollPower(dice, 'power', blow.power, blow.c, blow.canCrit && !half) : undefined;
  took(course, plan, target, shown, blow && fell ? damageTo(state, caster, target, blow, fell, half) : undefined, dice);
};

/** SW-RUL-31, `areaDamage: once`. All resistances in order, then one damage roll. */
const strikeOnce = (course: Unfolding, plan: CastPlan, hits: Affected, cast: Rolled | undefined, dice: Dice): void => {
  const { spell } = plan;
  const { state } = course;
  const shown = hits.affected.map((id) => resistance(state, spell, cast, id, dice));
  const struck = shown.filter(({ resisted }) => !(resisted && spell.resist === 'negates'));
  const caster = theUnit(state, plan.unit.id);
  const [lead] = struck.toSorted((a, b) => Number(a.resisted) - Number(b.resisted));
  const first = lead && blowOf(state, caster, spell, theBody(state, lead.body).unit);
  const chain = first && rollPower(dice, 'power', first.power, first.c, first.canCrit && !lead?.resisted);
  for (const each of shown) {
    const target = theBody(course.state, each.body);
    const blow = blowOf(course.state, caster, spell, target.unit);
    const fell = blow && chain && struck.includes(each) ? (each.resisted ? firstOf(chain) : chain) : undefined;
    const damage = blow && fell ? damageTo(course.state, caster, target, blow, fell, each.resisted) : undefined;
    took(course, plan, target, each, damage, dice, each === lead);
  }
};

/** SW-SPELL-6. What one target suffers or receives. */
const took = (
  course: Unfolding,
  plan: CastPlan,
  target: Placed,
  shown: Resistance,
  damage: Damage | undefined,
  dice: Dice,
  rolledHere = true,
): void => {
  const { unit, spell } = plan;
  happens(course, {
    type: 'spell-took',
    unit: unit.id,
    spell: spell.id,
    body: target.body.id,
    ...(shown.resist && { resist: shown.resist }),
    resisted: shown.resisted,
    ...(damage && { damage }),
  });
  earn(course, target.unit, shown.resist);
  if (damage?.autoFail && rolledHere) earn(course, unit, { auto: 'failure' });
  if (damage) harm(course, target.body.id, 'hp', damage.applied, dice);
  if (shown.resisted) return;
  if (spell.recovery) {
    const extra = spell.castAs === 'minor' ? 0 : magicPower(course.state, unit, spell.cls);
    const { power, pool } = spell.recovery;
    const healing = { body: target.body.id, by: unit.id, what: spell.id, pool, power, extra, minutes: 0 };
    recover(course, healing, dice);
  }
  settleOn(course, plan, target, dice);
};

const lasting = ({ durationRounds }: Spell): TimedEffect['remaining'] =>
  durationRounds === undefined ? undefined : typeof durationRounds === 'number' ? durationRounds : 'long';

/** SW-FEAT-5. Lasting effects and statuses of a spell. */
const settleOn = (course: Unfolding, { unit, spell }: CastPlan, target: Placed, dice: Dice): void => {
  if (spell.effect !== undefined || spell.durationRounds !== undefined) {
    const remaining = lasting(spell);
    const effects = theUnit(course.state, target.unit.id).effects.filter(({ id }) => id !== spell.id);
    const effect = { ...spell.effect, id: spell.id, caster: unit.id, ...(remaining !== undefined && { remaining }) };
    happens(course, { type: 'effects', unit: target.unit.id, effects: [...effects, effect], why: spell.id });
  }
  if (spell.status === undefined) return;
  if (spell.status === 'prone') {
    knockProne(course, target.unit.id, dice);
    return;
  }
  const ofBody = bodily.includes(spell.status);
  happens(course, {
    type: 'status',
    who: ofBody ? target.body.id : target.unit.id,
    of: ofBody ? 'body' : 'unit',
    add: [spell.status],
    remove: [],
  });
  if (spell.status === 'unconscious') consequences(course, target.unit.id, dice);
};

/** SW-GUN-4. The Bullet goes into the gun in hand. */
const load = (course: Unfolding, id: string, spell: Spell): void => {
  const unit = theUnit(course.state, id);
  const gun = unit.weapons.find((weapon) => weapon.modes.includes('gun') && unit.held.includes(weapon.id));
  if (gun === undefined || spell.bullet === undefined) return;
  happens(course, {
    type: 'ammo',
    unit: id,
    weapon: gun.id,
    ...(gun.ammo !== undefined && { ammo: gun.ammo }),
    bullet: { ...spell.bullet, id: spell.id },
  });
};
