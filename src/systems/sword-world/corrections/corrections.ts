import { isNone, names, oneOf, wholeNumber, words, yesNo } from '../../../rules/values.ts';
import { sides } from '../sheet.ts';
import { radiusOf } from '../skirmishes.ts';
import { called, headsOf, type Skirmish, stages } from '../state.ts';
import { ofBattle } from './kinds.ts';
import { turnToMend, unitCorrections } from './unit.ts';
import { skirmishText } from './values.ts';

/** Whatever the GM may put right by hand, of a unit or of the battle. */
export const corrections = {
  ...unitCorrections,
  round: ofBattle('The round', wholeNumber(), (_state, round) => ({ round: Math.max(0, round) })),
  first: ofBattle('The side that acts first', oneOf(sides), (_state, winner) => ({ winner })),
  phase: ofBattle('Whose phase it is: winner or loser of initiative', oneOf(['winner', 'loser']), (_state, phase) => ({
    phase,
  })),
  turn: ofBattle(
    'The unit whose turn is open, or none',
    words(),
    (state, name) => {
      if (isNone(name)) return { open: undefined };
      const unit = called(state, name);
      return (
        unit && {
          open: unit.id,
          units: state.units.map((each) =>
            each.id === unit.id ? { ...each, turn: turnToMend(each, state), acted: false } : each,
          ),
        }
      );
    },
    'name a unit, or none',
  ),
  stage: ofBattle('The step of the battle', oneOf(stages), (_state, stage) => ({ stage })),
  restricted: ofBattle('Units under the first-round restriction', names, (_state, restricted) => ({
    restricted,
  })),
  skirmishes: ofBattle(
    'The skirmishes: s1 at 10: Wolf, Goblin',
    skirmishText,
    (state, given) => {
      const known = given.every(({ participants }) =>
        participants.every((id) => state.units.some((unit) => unit.id === id)),
      );
      if (!known || state.settings.mode === 'simplified') return undefined;
      const skirmishes: Skirmish[] = given.map((each) => ({
        ...each,
        radius: radiusOf(headsOf(state.units.filter(({ id }) => each.participants.includes(id)))),
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
  pursuit: ofBattle('Are those who left pursued? yes or no', yesNo, (_state, pursued) => ({ pursued })),
};
