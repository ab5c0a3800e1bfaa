import { listed, numeral } from '../../core/text.ts';
import type { Moment } from '../../rules/definition.ts';
import { type Line, line, step } from '../../rules/lines.ts';
import { somethingUnseen } from '../../rules/unseen-parts.ts';
import type { EventOf } from './events.ts';
import { areaNames } from './field.ts';
import type { State } from './model.ts';
import { damageRows, drawnRow, drawRow, partSteps, rolledRow, type Telling } from './telling.ts';
import { isDead, theBody, unitOf } from './units.ts';
import { capital, theThing } from './wording.ts';

const whyUnevaded = {
  failed: 'a miss, no Evasion needed',
  helpless: 'helpless, no Evasion',
  'full-metal': 'full metal armour underwater, no Evasion',
} as const;

const means = ({ weapon, mode, grip }: EventOf<'attacked'>): string => {
  if (weapon === undefined) return '';
  const how = mode === 'throw' ? ', thrown' : grip === '2H' && mode === 'melee' ? ' in both hands' : '';
  return ` with ${theThing(weapon)}${how}`;
};

/** SW-ATK-7 told: draw, Accuracy, Evasion, damage. */
export const attackedLines = (event: EventOf<'attacked'>, telling: Telling): readonly Line[] => {
  const { body, target, intended, draw, accuracy, evasion, noEvasion, hit, damage } = event;
  if (!telling.sees(body) && !telling.sees(target)) return [];
  const [doer, foe] = [telling.name(body), telling.name(target)];
  const strayed = draw && target !== intended ? ` The attack was meant for ${telling.name(intended)}.` : '';
  const number = damage && telling.told(target, 'hp') ? `: ${damage.applied} damage` : '';
  const text = hit
    ? `${doer} hits ${foe}${means(event)}${number}.${strayed}`
    : `${doer} misses ${foe}${means(event)}.${strayed}`;
  const rows = [
    ...(draw ? [drawRow(draw, telling)] : []),
    ...(telling.told(body, 'accuracy') ? [rolledRow('SW-ACC-2', 'Accuracy', accuracy)] : []),
    ...(evasion && telling.told(target, 'evasion') ? [rolledRow('SW-ACC-3', 'Evasion', evasion)] : []),
    ...(noEvasion ? [[step(noEvasion === 'helpless' ? 'SW-ACC-7' : 'SW-ACC-5', whyUnevaded[noEvasion])]] : []),
    ...(damage ? damageRows(damage, body, target, telling) : []),
  ];
  return [line(text, telling.tone(body, target, hit), rows)];
};

/**
 * SW-AREA-5: whom a spell affects, as this reader can count them. Where it takes so many at most, and one of the unseen took the
 * place of somebody seen, that is said.
 */
const affectedSeen = (event: EventOf<'cast'>, before: State, telling: Telling): readonly string[] => {
  const { unit, spell, affected, among, areas } = event;
  const seen = affected.filter(telling.sees).map(telling.name);
  if (among?.some((id) => telling.sees(id) && !affected.includes(id)) === false) return seen;
  const shape = unitOf(before, unit)?.sheet.spells.find(({ id }) => id === spell)?.shape;
  const most = typeof shape === 'object' ? shape.max : undefined;
  if (most === undefined || affected.length < most || seen.length === affected.length) return seen;
  const passedOver = before.units.some(
    ({ id, area, bodies, statuses }) =>
      telling.sees(id) &&
      !statuses.includes('left') &&
      (areas.length === 0 || (area !== undefined && areas.includes(area))) &&
      bodies.some((body) => !isDead(body) && !affected.includes(body.id)),
  );
  return passedOver ? [...seen, somethingUnseen] : seen;
};

/** SW-SPELL-9 told as far as the casting. */
export const castLines = (event: EventOf<'cast'>, { before }: Moment<State>, telling: Telling): readonly Line[] => {
  const { unit, body, spell, rolled, failed, draw, main, chances, among, areas, cost } = event;
  if (!telling.sees(unit)) return [];
  const aimed = affectedSeen(event, before, telling);
  const at = main && main !== body && telling.sees(main) ? ` at ${telling.name(main)}` : '';
  const astray = main !== undefined && !telling.sees(main);
  const whom =
    aimed.length > 1 ? ` It affects ${listed(aimed)}.` : aimed.length === 0 && !astray ? ' It affects nobody.' : '';
  const text = failed
    ? `${telling.name(unit)} casts ${spell}${at}, and the spell fails.`
    : `${telling.name(unit)} casts ${spell}${at}.${whom}`;
  const shown = chances.filter(({ body }) => telling.sees(body));
  const rows = [
    ...(draw ? [drawRow(draw, telling)] : []),
    ...(areas.length > 1 ? [[step('SW-AREA-2', `covers ${areas.map((area) => areaNames[area]).join(', ')}`)]] : []),
    ...(shown.length > 0
      ? [
          shown.map(({ body, die }) =>
            step('SW-AREA-6', `${telling.name(body)} 1d ${die}${die <= 3 ? ', affected' : ''}`),
          ),
        ]
      : []),
    ...(among ? [drawnRow(event, telling)] : []),
    ...(rolled && telling.told(unit, 'accuracy') ? [rolledRow('SW-SPELL-4', 'Casting', rolled)] : []),
    ...(telling.told(unit, 'mp') ? [[step('SW-SPELL-2', `${cost} MP`)]] : []),
  ];
  return [line(text, failed ? telling.tone(unit, unit, false) : 'plain', rows)];
};

/** SW-SPELL-6 told: what one target suffers. */
export const spellTookLines = (event: EventOf<'spell-took'>, telling: Telling): readonly Line[] => {
  const { unit, spell, body, resist, resisted, damage } = event;
  if (!telling.sees(body) || (resist === undefined && damage === undefined)) return [];
  const number = damage && telling.told(body, 'hp') ? `: ${damage.applied} damage` : '';
  const name = telling.name(body);
  const text = resisted
    ? `${name} resists ${theThing(spell)}${number}.`
    : damage
      ? `${capital(theThing(spell))} strikes ${name}${number}.`
      : `${name} does not resist ${theThing(spell)}.`;
  const rows = [
    ...(resist && telling.told(body, 'evasion') ? [rolledRow('SW-SPELL-5', 'Resistance', resist)] : []),
    ...(damage ? damageRows(damage, unit, body, telling) : []),
  ];
  return [line(text, telling.tone(unit, body, !resisted), rows)];
};

/** SW-DMG-8, SW-HP-1 told: the number for those who know it, a word for others. */
export const lostLines = (event: EventOf<'lost'>, moment: Moment<State>, telling: Telling): readonly Line[] => {
  const { body: id, pool, amount, from, to, felled } = event;
  if (!telling.sees(id) || (amount === 0 && !felled)) return [];
  const { unit, body } = theBody(moment.after, id);
  const rest = moment.reader.gauge(unit.id, 'HP', body.hp, body.maxHp)?.text;
  const name = telling.name(id);
  if (telling.told(id, pool === 'mp' ? 'mp' : 'hp')) {
    const end = felled ? ', unconscious' : '';
    const text = `${name}: ${numeral(from)} → ${numeral(to)} ${pool.toUpperCase()}${end}.`;
    return [line(text, felled ? telling.tone(id, id, false) : 'quiet')];
  }
  if (felled) return [line(`${name} is unconscious.`, telling.tone(id, id, false))];
  return pool === 'mp' || rest === undefined ? [] : [line(`${name} is ${rest}.`, 'quiet')];
};

/** SW-FALL-1..7 told. */
export const fellLines = (event: EventOf<'fell'>, telling: Telling): readonly Line[] => {
  const { unit, height, mods, distance, damage, tumbles, tumble, catcher, applied } = event;
  if (!telling.sees(unit)) return [];
  const caught = catcher !== undefined && telling.sees(catcher) ? `, caught by ${telling.name(catcher)}` : '';
  const rows = [
    [step('SW-FALL-1', `${height} m`), ...partSteps(mods), step('SW-FALL-2', `= ${distance} m × 3 = ${damage}`)],
    ...tumbles
      .filter((each) => telling.told(each.unit, 'checks'))
      .map(({ rolled }) => rolledRow('SW-FALL-3', 'Tumble', rolled)),
    ...applied
      .filter(({ body }) => telling.told(body, 'hp') && telling.told(body, 'defense'))
      .map(({ body, defense, amount }) => [
        step('SW-FALL-3', `${telling.name(body)}: ${damage}${tumble === 0 ? '' : ` −${tumble} Tumble`}`),
        ...(defense === 0 ? [] : [step('SW-FALL-3', `−${defense} Defense`)]),
        step('SW-DMG-7', `= ${amount} applied`),
      ]),
  ];
  return [line(`${telling.name(unit)} falls ${height} m${caught}.`, telling.tone(unit, unit, false), rows)];
};
