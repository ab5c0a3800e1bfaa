import type { Draft } from './action.ts';
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
import { bodily, type Placed, theBody, theUnit } from './units.ts';
import { checkModifiers, magicPower } from './values.ts';

/** SW-SPELL-9. Misfire, targets, casting, then for each target resistance, damage and Death Check. */
export const makeCast = (draft: Draft, plan: CastPlan): void => {
  const { unit, spell, body } = plan;
  const minor = spell.castAs === 'minor';
  const aimed = {
    shape: spell.shape,
    target: plan.target,
    center: plan.center,
    withSelf: plan.withSelf,
  };
  const hits = areaTargets(draft.now(), unit, aimed, featNames(unit), draft.dice);
  const rolled = minor
    ? undefined
    : roll(draft.dice, 'casting', [
        { rule: 'SW-SPELL-4', says: 'Magic Power', value: magicPower(draft.now(), unit, spell.cls) },
        ...checkModifiers(draft.now(), unit),
      ]);
  const failed = rolled?.auto === 'failure';
  if (minor) spend(draft, unit.id, { lockLimited: true });
  else
    spendMajor(draft, unit.id, body.id, {
      checksRolled: true,
      ...(isMount(unit) && { mountSection: body.id }),
    });
  noteCast(draft, plan, hits, rolled, failed);
  earn(draft, unit, rolled);
  conflict(draft, unit.id, plan.target ? [plan.target.unit.id] : []);
  if (!failed) {
    if (spell.bullet) load(draft, unit.id, spell);
    if (draft.now().settings.areaDamage === 'once' && hits.affected.length > 1) strikeOnce(draft, plan, hits, rolled);
    else for (const id of hits.affected) strikeEach(draft, plan, id, rolled);
    if (hits.userTo)
      draft.emit({
        type: 'relocated',
        why: 'breakthrough',
        places: [{ unit: unit.id, ...hits.userTo }, ...mountPlace(unit, hits.userTo)],
      });
  }
  lapseOffers(draft);
  if (!minor) recompute(draft);
  endTest(draft);
};

const mountPlace = (unit: Unit, to: Place) => (unit.mountedOn === undefined ? [] : [{ unit: unit.mountedOn, ...to }]);

const noteCast = (
  draft: Draft,
  { unit, body, spell }: CastPlan,
  hits: Affected,
  rolled: Rolled | undefined,
  failed: boolean,
): void =>
  draft.emit({
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

const strikeEach = (draft: Draft, plan: CastPlan, id: string, cast: Rolled | undefined): void => {
  const { spell } = plan;
  const state = draft.now();
  const target = theBody(state, id);
  const caster = theUnit(state, plan.unit.id);
  const shown = resistance(state, spell, cast, id, draft.dice);
  const blow = blowOf(state, caster, spell, target.unit);
  const half = shown.resisted && spell.resist === 'half';
  const spared = shown.resisted && spell.resist === 'negates';
  const fell = blow && !spared ? rollPower(draft.dice, 'power', blow.power, blow.c, blow.canCrit && !half) : undefined;
  took(draft, plan, target, shown, blow && fell ? damageTo(state, caster, target, blow, fell, half) : undefined);
};

/** SW-RUL-31, `areaDamage: once`. All resistances in order, then one damage roll. */
const strikeOnce = (draft: Draft, plan: CastPlan, hits: Affected, cast: Rolled | undefined): void => {
  const { spell } = plan;
  const state = draft.now();
  const shown = hits.affected.map((id) => resistance(state, spell, cast, id, draft.dice));
  const struck = shown.filter(({ resisted }) => !(resisted && spell.resist === 'negates'));
  const caster = theUnit(state, plan.unit.id);
  const [lead] = struck.toSorted((a, b) => Number(a.resisted) - Number(b.resisted));
  const first = lead && blowOf(state, caster, spell, theBody(state, lead.body).unit);
  const chain = first && rollPower(draft.dice, 'power', first.power, first.c, first.canCrit && !lead?.resisted);
  for (const each of shown) {
    const target = theBody(draft.now(), each.body);
    const blow = blowOf(draft.now(), caster, spell, target.unit);
    const fell = blow && chain && struck.includes(each) ? (each.resisted ? firstOf(chain) : chain) : undefined;
    const damage = blow && fell ? damageTo(draft.now(), caster, target, blow, fell, each.resisted) : undefined;
    took(draft, plan, target, each, damage, each === lead);
  }
};

/** SW-SPELL-6. What one target suffers or receives. */
const took = (
  draft: Draft,
  plan: CastPlan,
  target: Placed,
  shown: Resistance,
  damage: Damage | undefined,
  rolledHere = true,
): void => {
  const { unit, spell } = plan;
  draft.emit({
    type: 'spell-took',
    unit: unit.id,
    spell: spell.id,
    body: target.body.id,
    ...(shown.resist && { resist: shown.resist }),
    resisted: shown.resisted,
    ...(damage && { damage }),
  });
  earn(draft, target.unit, shown.resist);
  if (damage?.autoFail && rolledHere) earn(draft, unit, { auto: 'failure' });
  if (damage) harm(draft, target.body.id, 'hp', damage.applied);
  if (shown.resisted) return;
  if (spell.recovery) {
    const extra = spell.castAs === 'minor' ? 0 : magicPower(draft.now(), unit, spell.cls);
    const { power, pool } = spell.recovery;
    const healing = { body: target.body.id, by: unit.id, what: spell.id, pool, power, extra, minutes: 0 };
    recover(draft, healing);
  }
  settleOn(draft, plan, target);
};

const lasting = ({ durationRounds }: Spell): TimedEffect['remaining'] =>
  durationRounds === undefined ? undefined : typeof durationRounds === 'number' ? durationRounds : 'long';

/** SW-FEAT-5. Lasting effects and statuses of a spell. */
const settleOn = (draft: Draft, { unit, spell }: CastPlan, target: Placed): void => {
  if (spell.effect !== undefined || spell.durationRounds !== undefined) {
    const remaining = lasting(spell);
    const effects = theUnit(draft.now(), target.unit.id).effects.filter(({ id }) => id !== spell.id);
    const effect = { ...spell.effect, id: spell.id, caster: unit.id, ...(remaining !== undefined && { remaining }) };
    draft.emit({ type: 'effects', unit: target.unit.id, effects: [...effects, effect], why: spell.id });
  }
  if (spell.status === undefined) return;
  if (spell.status === 'prone') {
    knockProne(draft, target.unit.id);
    return;
  }
  const ofBody = bodily.includes(spell.status);
  draft.emit({
    type: 'status',
    who: ofBody ? target.body.id : target.unit.id,
    of: ofBody ? 'body' : 'unit',
    add: [spell.status],
    remove: [],
  });
  if (spell.status === 'unconscious') consequences(draft, target.unit.id);
};

/** SW-GUN-4. The Bullet goes into the gun in hand. */
const load = (draft: Draft, id: string, spell: Spell): void => {
  const unit = theUnit(draft.now(), id);
  const gun = unit.weapons.find((weapon) => weapon.modes.includes('gun') && unit.held.includes(weapon.id));
  if (gun === undefined || spell.bullet === undefined) return;
  draft.emit({
    type: 'ammo',
    unit: id,
    weapon: gun.id,
    ...(gun.ammo !== undefined && { ammo: gun.ammo }),
    bullet: { ...spell.bullet, id: spell.id },
  });
};
