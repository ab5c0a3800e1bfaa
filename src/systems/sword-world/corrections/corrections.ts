import {
  isNone,
  namesValue,
  oneOfValue,
  wholeNumberValue,
  wordsValue,
  yesNoValue,
} from '../../../rules/value-parsers.ts';
import { sides } from '../sheet.ts';
import { radiusOf } from '../skirmishes.ts';
import { findByName, type Skirmish, stages, totalHeadCount } from '../state.ts';
import { battleField } from './correction-fields.ts';
import { turnToCorrect, unitCorrections } from './unit.ts';
import { skirmishValue } from './values.ts';

/** Whatever the GM may put right by hand, of a unit or of the battle. */
export const corrections = {
  ...unitCorrections,
  round: battleField('The round', wholeNumberValue(), (_state, round) => ({ round: Math.max(0, round) })),
  first: battleField('The side that acts first', oneOfValue(sides), (_state, winner) => ({ winner })),
  phase: battleField(
    'Whose phase it is: winner or loser of initiative',
    oneOfValue(['winner', 'loser']),
    (_state, phase) => ({
      phase,
    }),
  ),
  turn: battleField(
    'The unit whose turn is open, or none',
    wordsValue(),
    (state, name) => {
      if (isNone(name)) return { open: undefined };
      const unit = findByName(state, name);
      return (
        unit && {
          open: unit.id,
          units: state.units.map((each) =>
            each.id === unit.id ? { ...each, turn: turnToCorrect(each, state), acted: false } : each,
          ),
        }
      );
    },
    'name a unit, or none',
  ),
  stage: battleField('The step of the battle', oneOfValue(stages), (_state, stage) => ({ stage })),
  restricted: battleField('Units under the first-round restriction', namesValue, (_state, restricted) => ({
    restricted,
  })),
  skirmishes: battleField(
    'The skirmishes: s1 at 10: Wolf, Goblin',
    skirmishValue,
    (state, given) => {
      const known = given.every(({ participants }) =>
        participants.every((id) => state.units.some((unit) => unit.id === id)),
      );
      if (!known || state.settings.mode === 'simplified') return undefined;
      const skirmishes: Skirmish[] = given.map((each) => ({
        ...each,
        radius: radiusOf(totalHeadCount(state.units.filter(({ id }) => each.participants.includes(id)))),
      }));
      const center = (id: string) => skirmishes.find(({ participants }) => participants.includes(id))?.center;
      return {
        skirmishes,
        nextSkirmish: state.nextSkirmish + given.length,
        units: state.units.map((unit) => ({ ...unit, pos: center(unit.id) ?? unit.pos })),
      };
    },
    'name units that are in the battle',
  ),
  pursuit: battleField('Are those who left pursued? yes or no', yesNoValue, (_state, pursued) => ({ pursued })),
};
