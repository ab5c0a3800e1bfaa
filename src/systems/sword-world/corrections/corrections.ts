import {
  isNoneText,
  nameListParser,
  oneOfParser,
  textParser,
  wholeNumberParser,
  yesNoParser,
} from '../../../rules/value-parsers.ts';
import { sides } from '../sheet.ts';
import { calculateSkirmishRadius } from '../skirmishes.ts';
import { findByName, type Skirmish, stages, totalHeadCount } from '../state.ts';
import { battleCorrectionField } from './correction-fields.ts';
import { turnToCorrect, unitCorrections } from './unit.ts';
import { skirmishParser } from './values.ts';

/** Whatever the GM may put right by hand, of a unit or of the battle. */
export const corrections = {
  ...unitCorrections,
  round: battleCorrectionField('The round', wholeNumberParser(), (_state, round) => ({ round: Math.max(0, round) })),
  first: battleCorrectionField('The side that acts first', oneOfParser(sides), (_state, winner) => ({ winner })),
  phase: battleCorrectionField(
    'The side that acts now: winner or loser of initiative',
    oneOfParser(['winner', 'loser']),
    (_state, phase) => ({ phase }),
  ),
  turn: battleCorrectionField(
    'The unit whose turn it is, or none',
    textParser(),
    (state, name) => {
      if (isNoneText(name)) return { open: undefined };
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
  stage: battleCorrectionField(
    'The stage of the battle, like placement or combat',
    oneOfParser(stages),
    (_state, stage) => ({ stage }),
  ),
  restricted: battleCorrectionField(
    'Units under the first-round restriction',
    nameListParser,
    (_state, restricted) => ({ restricted }),
  ),
  skirmishes: battleCorrectionField(
    'The skirmishes, like s1 at 10: Wolf, Goblin',
    skirmishParser,
    (state, given) => {
      const known = given.every(({ participants }) =>
        participants.every((id) => state.units.some((unit) => unit.id === id)),
      );
      if (!known || state.settings.mode === 'simplified') return undefined;
      const skirmishes: Skirmish[] = given.map((each) => ({
        ...each,
        radius: calculateSkirmishRadius(totalHeadCount(state.units.filter(({ id }) => each.participants.includes(id)))),
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
  pursuit: battleCorrectionField('Are the units that left pursued? yes or no', yesNoParser, (_state, pursued) => ({
    pursued,
  })),
};
