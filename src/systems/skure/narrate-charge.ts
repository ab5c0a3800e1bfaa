import type { Moment } from '../../rules/definition.ts';
import { squareName } from '../../rules/grid/square.ts';
import { type Line, line, step } from '../../rules/lines.ts';
import type { EventOf } from './model.ts';
import type { State } from './state.ts';

/** SK-CHARGE-13. */
export const narrateEffect = (
  { by, target, condition, natural, takes }: EventOf<'charge-effect'>,
  { before, reader }: Moment<State>,
): Line => {
  const chance = before.settings['charge.effectChance'];
  const row =
    natural === undefined
      ? [step('SK-RUL-28', 'no die')]
      : [step('SK-CHARGE-13', `d100 ${natural}, takes hold on ${chance} or less`)];
  return line(
    `The charge of ${reader.name(by)} ${takes ? 'leaves' : 'does not leave'} ${reader.name(target)} ${condition}.`,
    takes ? 'bad' : 'quiet',
    [row],
  );
};

const landings: Readonly<Record<EventOf<'charge-ended'>['way'], string>> = {
  through: 'passes through to',
  into: 'takes the place at',
  beside: 'stops at',
};

/** SK-CHARGE-8, SK-CHARGE-9, SK-RUL-26: where the charger ends. */
export const narrateLanding = ({ who, way, to, facing, altitude }: EventOf<'charge-ended'>): Line => {
  const height = altitude === 'ground' ? '' : `, at ${altitude} height`;
  return line(`${who} ${landings[way]} ${squareName(to)}, facing ${facing}${height}.`, 'quiet');
};
