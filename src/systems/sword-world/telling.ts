import { numeral, signed } from '../../core/text.ts';
import type { Moment } from '../../rules/definition.ts';
import { type Row, type Step, step, type Tone } from '../../rules/lines.ts';
import type { Reader } from '../../rules/reader.ts';
import { somethingUnseen } from '../../rules/unseen-parts.ts';
import type { Damage, Draw, EventOf, Part, Rolled } from './events.ts';
import type { State, Unit } from './model.ts';
import { bodyCalled, unitOf } from './units.ts';

/** What one reader may be told of who was in an event. */
export interface Telling {
  readonly sees: (id: string) => boolean;
  /** A unit or a section by name, or `somebody`. */
  readonly name: (id: string) => string;
  /** Is this number of it told, by its term among the rulebook's numbers? */
  readonly told: (id: string, term: string) => boolean;
  readonly tone: (doer: string, sufferer: string, good: boolean) => Tone;
}

/** Is this reader told that number of a unit? SW-KNOW-2: what is on the sheet of a monster somebody knows, everybody is told. */
export const tellsOf = (reader: Reader, unit: Unit | undefined, term: string): boolean =>
  unit !== undefined && (reader.tells(unit.id, term) || (unit.revealed && term !== 'hp' && term !== 'mp'));

export const tellingOf = ({ before, after, reader }: Moment<State>): Telling => {
  const owner = (id: string): string =>
    bodyCalled(after, id)?.unit.id ?? bodyCalled(before, id)?.unit.id ?? unitOf(after, id)?.id ?? id;
  return {
    sees: (id) => reader.sees(owner(id)),
    name: (id) => (reader.sees(owner(id)) ? id : 'somebody'),
    told: (id, term) => reader.sees(owner(id)) && tellsOf(reader, unitOf(after, owner(id)), term),
    tone: (doer, sufferer, good) => {
      if (reader.controls.includes(owner(doer))) return good ? 'good' : 'bad';
      return reader.controls.includes(owner(sufferer)) ? (good ? 'bad' : 'good') : 'plain';
    },
  };
};

export const partSteps = (parts: readonly Part[]): readonly Step[] =>
  parts.map(({ rule, says, value }) => step(rule, `${signed(value)} ${says}`));

/** `Accuracy 2d 4+2 · +3 Fighter · +2 dex = 11`. */
export const rolledRow = (rule: string, name: string, { dice, parts, total, auto }: Rolled): Row => {
  const end = auto === 'success' ? ', automatic success' : auto === 'failure' ? ', automatic failure' : '';
  if (dice)
    return [step(rule, `${name} 2d ${dice[0]}+${dice[1]}`), ...partSteps(parts), step(rule, `= ${total}${end}`)];
  const [first, ...rest] = parts.filter(({ value }) => value !== 0);
  if (first?.says !== 'fixed' || rest.length === 0) return [step(rule, `${name} ${numeral(total)} (fixed)`)];
  return [step(rule, `${name} ${first.value} (fixed)`), ...partSteps(rest), step(rule, `= ${numeral(total)}`)];
};

/** Who a lot was drawn among, and the dice that drew. */
const lots = (candidates: readonly string[], fallen: readonly number[], telling: Telling): string => {
  const among = candidates.map((id) => (telling.sees(id) ? telling.name(id) : somethingUnseen)).join(', ');
  return fallen.length > 0 ? `${among}, die ${fallen.join(', ')}` : among;
};

export const drawRow = ({ candidates, dice, target }: Draw, telling: Telling): Row => [
  step('SW-MISFIRE-1', `misfire among ${lots(candidates, dice, telling)} → ${telling.name(target)}`),
];

/** SW-AREA-4: so many of those in the area, drawn by these dice. */
export const drawnRow = ({ affected, among = [], drawn }: EventOf<'cast'>, telling: Telling): Row => [
  step('SW-AREA-4', `${affected.length} drawn among ${lots(among, drawn, telling)}`),
];

/** From the power roll to the total damage: what the one who deals it knows. */
export const dealtRow = (damage: Damage): Row => {
  const { power, c, canCrit, rolls, powerTotal, extra, half, calculated, increases, total, autoFail } = damage;
  const fell = rolls.map(
    ({ dice, value }) => `${dice[0]}+${dice[1]}${power === undefined ? '' : ` → ${value ?? 'failure'}`}`,
  );
  const source = power === undefined ? '2d' : `power ${power}${canCrit ? `, C ${c}` : ''}:`;
  if (autoFail) return [step('SW-POWER-6', `${source} ${fell.join('')}, no damage`)];
  const base = rolls.length > 0 ? `${source} ${fell.join(', critical ')}` : 'flat damage';
  return [
    step(power === undefined ? 'SW-DMG-9' : 'SW-POWER-1', base),
    ...(rolls.length > 1 ? [step('SW-CRIT-1', `= ${powerTotal}`)] : []),
    ...(extra === 0 ? [] : [step('SW-DMG-3', `${signed(extra)} extra`)]),
    step('SW-DMG-2', half ? `= ${powerTotal + extra}, half ${calculated}` : `= ${calculated} calculated`),
    ...partSteps(increases),
    ...(increases.length > 0 ? [step('SW-DMG-6', `= ${total} total`)] : []),
  ];
};

/** What is taken off, which the one who suffers it knows. */
export const appliedRow = ({ reductions, applied }: Damage): Row => [
  ...reductions
    .filter(({ value }) => value !== 0)
    .map(({ rule, says, value }) => step(rule, `${signed(-value)} ${says}`)),
  step('SW-DMG-7', `= ${applied} applied`),
];

export const damageRows = (damage: Damage, doer: string, sufferer: string, telling: Telling): readonly Row[] => [
  ...(telling.told(doer, 'damage') ? [dealtRow(damage)] : []),
  ...(telling.told(sufferer, 'defense') && telling.told(sufferer, 'hp') && !damage.autoFail
    ? [appliedRow(damage)]
    : []),
];
