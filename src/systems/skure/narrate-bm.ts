import { plain } from '../../core/message.ts';
import { signed } from '../../core/text.ts';
import type { Moment } from '../../rules/definition.ts';
import { type Line, line, type Row, step } from '../../rules/lines.ts';
import type { Reader } from '../../rules/reader.ts';
import { everyName } from '../../rules/reading.ts';
import { fate, hpGauge } from './death.ts';
import type { EventOf } from './model.ts';
import { find, type State } from './state.ts';

/** SK-EXC-1: the BM's word on a stunt. */
export const narrateStunt = (
  { who, text, approved, effect, chance, natural, next }: EventOf<'stunt-ruled'>,
  reader: Reader,
): Line => {
  const failed = natural !== undefined && chance !== undefined && natural > chance;
  const verdict = approved ? (failed ? 'is tried and fails' : 'is allowed') : 'is not allowed';
  const rows: Row[] = [];
  if (natural !== undefined) rows.push([step('SK-EXC-1', `d100 ${natural}, comes off on ${chance} or less`)]);
  if (next.hit !== undefined) rows.push([step('SK-EXC-3', `${signed(next.hit)} on the next roll`)]);
  if (next.damage !== undefined) rows.push([step('SK-EXC-3', `${signed(next.damage)} percent on its damage`)]);
  return line(
    `The stunt of ${reader.name(who)} (“${text}”) ${verdict}.${effect === '' ? '' : ` ${effect}`}`,
    approved && !failed ? 'good' : 'quiet',
    rows,
  );
};

/** SK-EXC-3. */
export const narrateCorrection = (
  { what, combatant }: EventOf<'corrected'>,
  { before, reader }: Moment<State>,
): Line => {
  const { name } = combatant;
  const end = fate(find(before, name), combatant);
  const hp = hpGauge(reader, combatant, combatant.hp)?.text;
  const row =
    reader.tells(name, 'hp') && reader.tells(name, 'essence')
      ? [[step('SK-EXC-3', `HP ${hp}, essence ${combatant.essence}`)]]
      : [];
  const told = reader.knowsOf(name) ? `: ${what.split(/[,;:]/)[0]?.replace(/^Its/, 'its')}` : '';
  return line(
    `The BM puts ${name} right${told}${end === undefined ? '' : `; it is ${plain(end, everyName)}`}.`,
    'plain',
    row,
  );
};
