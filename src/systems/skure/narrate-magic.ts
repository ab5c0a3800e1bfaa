import type { Moment } from '../../rules/definition.ts';
import { type Line, line, type Row, step } from '../../rules/lines.ts';
import type { EventOf } from './model.ts';
import type { State } from './state.ts';
import { subject } from './telling.ts';

/** SK-SPELL-2..6: the casting; what lands is told as a blow. */
export const narrateCast = (event: EventOf<'cast'>, { reader }: Moment<State>): Line => {
  const { who, spell, target, cost, moved, essence, left, failure } = event;
  const at = target === who ? 'itself' : reader.name(target);
  const told = reader.tells(who, 'essence');
  const row: Row = [
    ...(told
      ? [
          step('SK-SPELL-2', `cost ${cost}${moved ? ', 1 of it for moving' : ''}`),
          step('SK-SPELL-4', `essence ${essence} → ${left}`),
        ]
      : []),
    ...(failure === undefined
      ? []
      : [step('SK-SPELL-5', `d100 ${failure.natural}, fails on ${failure.chance} or less`)]),
  ];
  const end = failure?.fails ? ', but it fails' : '';
  return line(
    `${subject(reader, who)} casts ${spell} at ${at}${end}.`,
    failure?.fails ? 'bad' : 'plain',
    row.length > 0 ? [row] : [],
  );
};
