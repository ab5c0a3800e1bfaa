import { sides } from '../sheet.ts';
import { radiusOf } from '../skirmishes.ts';
import { called, headsOf, type Skirmish, stages } from '../state.ts';
import { ofBattle } from './kinds.ts';
import { turnToMend, unitCorrections } from './unit.ts';
import { list, oneOf, skirmishText, whole, word, yesNo } from './values.ts';

/** Whatever the GM may put right by hand, of a unit or of the battle. */
export const corrections = {
  ...unitCorrections,
  round: ofBattle('round', 'The round', whole, (_state, round) => ({ round: Math.max(0, round) })),
  first: ofBattle('first', 'The side that acts first', oneOf(sides), (_state, winner) => ({ winner })),
  phase: ofBattle(
    'phase',
    'Whose phase it is: winner or loser of initiative',
    oneOf(['winner', 'loser']),
    (_state, phase) => ({ phase }),
  ),
  turn: ofBattle(
    'turn',
    'The unit whose turn is open, or none',
    word,
    (state, name) => {
      if (name === 'none' || name === '') return { open: undefined };
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
  stage: ofBattle('stage', 'The step of the battle', oneOf(stages), (_state, stage) => ({ stage })),
  restricted: ofBattle('restricted', 'Units under the first-round restriction', list, (_state, restricted) => ({
    restricted,
  })),
  skirmishes: ofBattle(
    'skirmishes',
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
  pursuit: ofBattle('pursuit', 'Are those who left pursued, yes or no', yesNo, (_state, pursued) => ({ pursued })),
};
