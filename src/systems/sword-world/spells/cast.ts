import { z } from 'zod';
import { listing, ref, say, type Text } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { nameKey } from '../../../core/text.ts';
import type { Moment } from '../../../rules/definition.ts';
import { line, type Row, step } from '../../../rules/lines.ts';
import { combatant, flag, text } from '../../../rules/params.ts';
import { somethingUnseen } from '../../../rules/redacted-sum.ts';
import { done, type Offers } from '../../../rules/verb.ts';
import { areaNames } from '../battlefield.ts';
import { everyBody, placeCalled, plainOffer } from '../checks.ts';
import { endTest } from '../combat-end.ts';
import { type Damage, damageRows, damageSchema, landed } from '../damage.ts';
import { checkModifiers, magicPower } from '../derived-values.ts';
import { type Rolled, roll, rolledRow, rolledSchema } from '../dice.ts';
import { lapseOffers } from '../equipment.ts';
import { earn } from '../experience.ts';
import { consequences, harm, knockProne } from '../falling.ts';
import { featNames } from '../feats.ts';
import { recover } from '../life.ts';
import { drawRow, drawSchema } from '../misfire.ts';
import { rollPower } from '../power.ts';
import { type Area, areas, type Spell, type TimedEffect } from '../sheet.ts';
import { conflict, recompute } from '../skirmishes.ts';
import {
  bodily,
  type Draft,
  event,
  find,
  isDead,
  isMount,
  name,
  onBody,
  order,
  type Place,
  type Placed,
  type State,
  theBody,
  theUnit,
  type Unit,
} from '../state.ts';
import { capital, theThing } from '../text.ts';
import { acting, actorIn, spend, spendMajor } from '../turns.ts';
import { nameText, sees, told, toneOf } from '../visibility.ts';
import { type Affected, areaTargets, type Drawn, drawnRow } from './areas.ts';
import { type CastPlan, planCast } from './plan.ts';
import { blowOf, damageTo, firstOf, type Resistance, resistance } from './resistance.ts';

/**
 * SW-AREA-5: whom a spell affects, as this reader can count them. Where it takes this many at most, and one of the unseen
 * took the place of somebody seen, that is said.
 */
const affectedSeen = (
  unit: string,
  spell: string,
  covered: readonly Area[],
  { affected, among }: Drawn,
  moment: Moment<State>,
): readonly Text[] => {
  const { units } = moment.before;
  const seen = affected.filter((id) => sees(moment, id)).map((id) => nameText(moment, id));
  if (among?.some((id) => sees(moment, id) && !affected.includes(id)) === false) return seen;
  const shape = find(moment.before, unit)?.sheet.spells.find(({ id }) => id === spell)?.shape;
  const most = typeof shape === 'object' ? shape.max : undefined;
  if (most === undefined || affected.length < most || seen.length === affected.length) return seen;
  const passedOver = units.some(
    ({ id, area, bodies: own, statuses }) =>
      sees(moment, id) &&
      !statuses.includes('left') &&
      (covered.length === 0 || (area !== undefined && covered.includes(area))) &&
      own.some((body) => !isDead(body) && !affected.includes(body.id)),
  );
  return passedOver ? [...seen, somethingUnseen] : seen;
};

/** SW-SPELL-9, as far as the casting. */
export const spellCast = event(
  'cast',
  {
    unit: name,
    /** The body whose MP are spent. */
    body: name,
    spell: name,
    cost: z.int(),
    minor: z.boolean(),
    rolled: rolledSchema.optional(),
    failed: z.boolean(),
    draw: drawSchema.optional(),
    areas: z.array(z.enum(areas)),
    main: name.optional(),
    affected: z.array(name),
    chances: z.array(z.strictObject({ body: name, die: z.int() })),
    drawn: z.array(z.int()),
    /** SW-AREA-4: who was drawn among, where fewer are affected than are in the area. */
    among: z.array(name).optional(),
  },
  {
    apply: (state, { body, cost }) => onBody(state, body, ({ mp }) => ({ mp: mp - cost })),
    tell: (happened, moment) => {
      const { unit, body, spell, rolled, failed, draw, main, chances, among, areas: covered, cost } = happened;
      const aimed = affectedSeen(unit, spell, covered, happened, moment);
      const at = main && main !== body && sees(moment, main) ? say` at ${nameText(moment, main)}` : '';
      const astray = main !== undefined && !sees(moment, main);
      const whom =
        aimed.length > 1
          ? say` It affects ${listing(aimed)}.`
          : aimed.length === 0 && !astray
            ? ' It affects nobody.'
            : '';
      const text = failed
        ? say`${ref(unit)} casts ${spell}${at}, and the spell fails.`
        : say`${ref(unit)} casts ${spell}${at}.${whom}`;
      const shown = chances.filter((each) => sees(moment, each.body));
      const rows: readonly Row<Text>[] = [
        ...(draw ? [drawRow(draw, moment)] : []),
        ...(covered.length > 1
          ? [[step('SW-AREA-2', `covers ${covered.map((area) => areaNames[area]).join(', ')}`)]]
          : []),
        ...(shown.length > 0
          ? [
              shown.map((each) =>
                step(
                  'SW-AREA-6',
                  say`${nameText(moment, each.body)} 1d ${each.die}${each.die <= 3 ? ', affected' : ''}`,
                ),
              ),
            ]
          : []),
        ...(among ? [drawnRow(happened, moment)] : []),
        ...(rolled && told(moment, unit, 'accuracy') ? [rolledRow('SW-SPELL-4', 'Casting', rolled)] : []),
        ...(told(moment, unit, 'mp') ? [[step('SW-SPELL-2', `${cost} MP`)]] : []),
      ];
      return line(text, failed ? toneOf(moment, unit, unit, false) : 'plain', rows);
    },
    actedBy: ({ unit }) => [unit],
  },
);

/** SW-SPELL-6. What one target suffers. */
export const spellTook = event(
  'spell-took',
  {
    unit: name,
    spell: name,
    body: name,
    resist: rolledSchema.optional(),
    resisted: z.boolean(),
    damage: damageSchema.optional(),
  },
  {
    apply: (state) => state,
    tell: ({ unit, spell, body, resist, resisted, damage }, moment) => {
      if (resist === undefined && damage === undefined) return undefined;
      const number = damage && told(moment, body, 'hp') ? say`: ${damage.applied} damage` : '';
      const who = nameText(moment, body);
      const text = resisted
        ? say`${who} resists ${theThing(spell)}${number}.`
        : damage
          ? say`${capital(theThing(spell))} strikes ${who}${number}.`
          : say`${who} does not resist ${theThing(spell)}.`;
      const rows = [
        ...(resist && told(moment, body, 'evasion') ? [rolledRow('SW-SPELL-5', 'Resistance', resist)] : []),
        ...(damage ? damageRows(damage, unit, body, moment) : []),
      ];
      return line(text, toneOf(moment, unit, body, !resisted), rows);
    },
    counts: ({ unit, body, damage }, before) =>
      damage === undefined ? [] : landed(before, unit, body, true, damage.applied),
  },
);

/** SW-SPELL-9. Misfire, targets, casting, then for each target resistance, damage and Death Check. */
const makeCast = (draft: Draft, plan: CastPlan): void => {
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

const spellsKnown: Offers<State> = (state, call) =>
  (actorIn(state, call)?.sheet.spells ?? [])
    .filter(({ mpCost }) => actorIn(state, call)?.bodies.some(({ mp }) => mp >= mpCost))
    .map(({ id, mpCost }) => plainOffer(id, `${id} (${mpCost} MP)`));

/** SW-SPELL-1, SW-SPELL-2, SW-SPELL-3, SW-SPELL-4, SW-SPELL-5, SW-SPELL-6, SW-SPELL-7, SW-SPELL-8, SW-SPELL-9. */
export const cast = order({
  summary: 'Cast a spell',
  role: 'player',
  seen: 'seen',
  params: z.strictObject({
    spell: text('The spell', 100),
    target: combatant('At whom: a unit, or one section of it').optional(),
    center: text('The middle of a wide effect: an area, or metres', 40).optional(),
    self: flag('Take the same chance as others on a line').default(false),
  }),
  offers: {
    spell: spellsKnown,
    target: (state, call, soFar) => {
      const unit = actorIn(state, call);
      const spell = unit?.sheet.spells.find(({ id }) => id === soFar.spell);
      const all = everyBody(state, call, soFar);
      return unit && spell ? all.filter(({ value }) => planCast(state, unit, { spell, target: value }).ok) : all;
    },
    center: (state) =>
      state.settings.mode === 'simplified' ? areas.map((value) => ({ value, label: areaNames[value] })) : [],
  },
  asks: () => ['target'],
  resolve: (draft, call, { spell: name, target, center, self }) => {
    const turn = acting(draft, call);
    if (!turn.ok) return turn;
    const unit = turn.value;
    const spell = unit.sheet.spells.find(({ id }) => nameKey(id) === nameKey(name));
    if (spell === undefined) return refuse('E_NO_SPELL', { unit: ref(unit.id), spell: name });
    const middle = center === undefined ? undefined : placeCalled(draft.now(), center, unit.side);
    if (middle && !middle.ok) return middle;
    const plan = planCast(draft.now(), unit, { spell, target, center: middle?.value, withSelf: self });
    if (!plan.ok) return plan;
    makeCast(draft, plan.value);
    return done;
  },
});
