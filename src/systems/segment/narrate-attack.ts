import { numeral, signed } from '../../core/text.ts';
import type { Moment } from '../../rules/definition.ts';
import { type Line, line, type Row, type Step, step } from '../../rules/lines.ts';
import type { Reader } from '../../rules/reader.ts';
import { partsKnown, somethingUnseen } from '../../rules/unseen-parts.ts';
import { withSights } from './attack.ts';
import { find, weaponOf } from './battle.ts';
import type { Attacked, DegreeRoll, EventOf, Impact, Part, PercentRoll } from './events.ts';
import { friendOn, meleeSizes } from './into-melee.ts';
import type { Combatant, State } from './model.ts';
import { strikeChance } from './to-hit.ts';
import { without } from './without.ts';
import { aftermath, sumRow, tells, tellsSum } from './words.ts';
import { woundNow } from './wounds.ts';

const strikes = { miss: 'misses', hit: 'hits', critical: 'critically hits', grievous: 'grievously hits' } as const;

/** Is this reader told how a check came out that wounds may weigh on? */
export const tellsDegree = (reader: Reader, id: string, { modifier }: DegreeRoll): boolean =>
  tells(reader, id, 'checks') && (modifier === 0 || tells(reader, id, 'hp'));

/** d100 against a degree: `PER 26: 2x (13 each)`. */
export const degreeRow = (rule: string, label: string, { roll, attribute, modifier, degree }: DegreeRoll): Row => [
  step(rule, `d100 ${roll} for ${label}`),
  step('SEG-CHECK-1', `${attribute} each${modifier === 0 ? '' : `, ${modifier} for wounds and the like`}`),
  step(rule, degree > 4 ? '→ 5x or worse' : `→ ${degree}x`),
];

export const percentRow = (rule: string, { roll, target, success, parts }: PercentRoll): Row => [
  ...sumRow(rule, '', target, parts).map((each) => ({ ...each, says: each.says.trim() })),
  step(rule, `d100 ${roll}: ${success ? 'made' : 'failed'}`),
];

/** Hit points after a hit, as this reader may know them. */
const hpNow = (state: State, id: string, impact: Impact, { reader }: Moment<State>): string => {
  const most = find(state, id)?.sheet.maxHp ?? 1;
  const gauge = reader.sees(id) ? reader.gauge(id, 'HP', impact.hp, most) : undefined;
  return gauge === undefined ? '' : ` ${reader.name(id)}: ${gauge.text}${gauge.share === undefined ? '' : ' HP'}.`;
};

/** What is taken is what was dealt without protection: it is told where both may be known. */
const tellsTaken = (reader: Reader, id: string): boolean => tells(reader, id, 'hp') && tells(reader, id, 'prot');

/** SEG-DMG-2..4 on a row: how much was dealt, what protection took, and what is left. */
export const damageRow = (
  rolled: number,
  impact: Impact,
  parts: Attacked['damageParts'],
  told: boolean,
  left: boolean,
): Row => [
  ...sumRow('SEG-DMG-1', 'damage', rolled, parts),
  ...(impact.damage !== rolled ? [step('SEG-DMG-2', `doubled: ${impact.damage}`)] : []),
  ...(told
    ? [step('SEG-DMG-3', impact.prot > 0 ? `−${impact.prot} PROT = ${impact.taken} taken` : `${impact.taken} taken`)]
    : []),
  ...(told && left
    ? [step('SEG-DMG-4', `${numeral(impact.hp)} HP left`), step('SEG-STUN-1', `stun above ${impact.stunThreshold}`)]
    : []),
];

const unseenPart = (value: number): Part => ({ rule: '', label: somethingUnseen, value });

/** The parts of SC, those that stand on the unseen as one number (SEG-RANGED-7, SEG-MELEE-2). */
const scPartsFor = (event: Attacked, { reader, before }: Moment<State>): readonly Part[] => {
  const [attacker, target] = [find(before, event.who), find(before, event.target)];
  const weapon = attacker && weaponOf(attacker, event.weapon, event.use);
  if (reader.unseen.length === 0 || attacker === undefined || target === undefined || weapon === undefined)
    return event.scParts;
  const state = event.intoMelee === undefined ? before : { ...before, surprises: [] };
  const seen = (each: Combatant): Combatant => withSights(each, event.sights);
  const blow = {
    attacker: seen(attacker),
    target: seen(target),
    weapon,
    hand: event.hand,
    free: event.number === undefined,
  };
  const reckoned = (there: State): readonly Part[] =>
    strikeChance(there, blow, woundNow(state, attacker).modifier).parts;
  const others = reader.unseen.filter((id) => id !== event.who && id !== event.target);
  const both = { asIs: reckoned(state), asKnown: reckoned(without(state, others)) };
  return partsKnown(event.scParts, both, ({ rule }) => rule, unseenPart);
};

/** SEG-INTOMELEE-3: on what a friend is struck, by those whom the reader sees there; what the others make of it is one number. */
const friendStep = (
  { threshold, intended, who }: NonNullable<Attacked['intoMelee']> & Pick<Attacked, 'who'>,
  { reader, before }: Moment<State>,
): Step => {
  const known = without(
    before,
    reader.unseen.filter((id) => id !== who && id !== intended),
  );
  const [shooter, target] = [find(known, who), find(known, intended)];
  const sizes = shooter && target && reader.unseen.length > 0 ? meleeSizes(known, shooter, target) : undefined;
  const usual = sizes && friendOn(sizes.friends.length, sizes.opponents.length, known.settings);
  if (sizes === undefined || usual === undefined || (usual === threshold && sizes.friends.length > 0))
    return step('SEG-INTOMELEE-3', `a friend on ${threshold} or less`);
  return step(
    'SEG-INTOMELEE-3',
    sizes.friends.length === 0
      ? `${somethingUnseen} on ${threshold} or less`
      : `a friend on ${usual} ${signed(threshold - usual)} ${somethingUnseen} = ${threshold} or less`,
  );
};

const rowsOf = (event: Attacked, moment: Moment<State>): readonly Row[] => {
  const { reader, before } = moment;
  const attackerTold = tellsSum(reader, event.who, 'sc', event.scParts);
  const targetTold = tells(reader, event.target, 'def');
  const { intoMelee, impact } = event;
  const through: readonly Row[] = intoMelee
    ? [
        [
          step('SEG-INTOMELEE-2', `into melee d100 ${intoMelee.natural} +${intoMelee.bonus} = ${intoMelee.total}`),
          friendStep({ ...intoMelee, who: event.who }, moment),
        ],
      ]
    : [];
  const looks = event.sights
    .filter(({ who, roll }) => tellsDegree(reader, who, roll))
    .map(({ who, roll }) => degreeRow('SEG-MELEE-7', `PER of ${reader.name(who)}`, roll));
  const chances: readonly Row[] = [
    ...(attackerTold ? [sumRow('SEG-HIT-2', 'SC', event.sc, scPartsFor(event, moment))] : []),
    ...(targetTold ? [sumRow('SEG-HIT-3', 'DEF', event.def, event.defParts)] : []),
  ];
  const need = attackerTold && targetTold ? [step('SEG-HIT-1', `need ${event.sc} − ${event.def} = ${event.need}`)] : [];
  const limits =
    need.length > 0 ? [step('SEG-CRIT-1', `grievous to ${event.grievousMax}, critical to ${event.criticalMax}`)] : [];
  const roll: Row = [...need, ...limits, step('SEG-AUTO-5', `d100 ${event.roll} → ${event.outcome}`)];
  const harm: readonly Row[] =
    impact && event.rolled !== undefined && reader.sees(event.who)
      ? [
          damageRow(
            event.rolled,
            impact,
            event.damageParts,
            tellsTaken(reader, event.target),
            tells(reader, event.target, 'hp'),
          ),
        ]
      : [];
  const held =
    impact?.concentration && tellsSum(reader, event.target, 'checks', impact.concentration.parts)
      ? [percentRow('SEG-INT-2', impact.concentration)]
      : [];
  return before.status === 'active' ? [...through, ...looks, ...chances, roll, ...harm, ...held] : [];
};

/** One attack, first line for everybody, rows for a pencil. */
export const attackLine = (event: Attacked, moment: Moment<State>): readonly Line[] => {
  const { reader, after } = moment;
  const { who, target, impact, intoMelee, number, outcome } = event;
  if (!reader.sees(who) && !reader.sees(target)) return [];
  const free = number === undefined ? ' with a free attack' : '';
  const weapon = reader.sees(who) ? `, ${event.weapon}` : '';
  const strays = intoMelee?.friend === true ? ` (meant for ${reader.name(intoMelee.intended)})` : '';
  const told = tellsTaken(reader, target);
  const how = impact === undefined ? '' : told ? ` for ${impact.taken}` : ` for ${impact.damage} before protection`;
  const text = `${reader.name(who)} ${strikes[outcome]} ${reader.name(target)}${strays}${free}${how}${weapon}.`;
  const rest =
    impact === undefined ? '' : aftermath(impact, reader.name(target)) + hpNow(after, target, impact, moment);
  const tone = outcome === 'miss' ? 'plain' : reader.runs(target) && !reader.gm ? 'bad' : 'good';
  return [line(`Segment ${numeral(event.segment)}: ${text}${rest}`, tone, rowsOf(event, moment))];
};

/** A spell that goes off. */
export const spellLine = (event: EventOf<'spell-went-off'>, moment: Moment<State>): readonly Line[] => {
  const { reader, after } = moment;
  const { who, spell, target, chance, impact, rolled, success } = event;
  if (!reader.sees(who)) {
    if (target === undefined || impact === undefined || !reader.sees(target)) return [];
    return [
      line(
        `A spell strikes ${reader.name(target)}.${aftermath(impact, reader.name(target))}${hpNow(after, target, impact, moment)}`,
        'plain',
      ),
    ];
  }
  const on = target === undefined ? '' : ` on ${reader.name(target)}`;
  const told = target !== undefined && tellsTaken(reader, target);
  const rows = [
    ...(chance && tellsSum(reader, who, 'checks', chance.parts) ? [percentRow('SEG-CAST-10', chance)] : []),
    ...(impact && rolled !== undefined
      ? [damageRow(rolled, impact, event.damageParts, told, target !== undefined && tells(reader, target, 'hp'))]
      : []),
  ];
  const harm =
    impact === undefined || target === undefined
      ? ''
      : `${told ? ` for ${impact.taken}` : ''}.${aftermath(impact, reader.name(target))}${hpNow(after, target, impact, moment)}`;
  const how = success ? `goes off${on}` : 'fails';
  return [
    line(
      `Segment ${numeral(event.segment)}: ${spell} of ${reader.name(who)} ${how}${harm || '.'}`,
      success ? 'good' : 'bad',
      rows,
    ),
  ];
};
