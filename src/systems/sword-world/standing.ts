import { gives, gmKind, moveKind, questionKind, type StandingKind } from '../../rules/standing.ts';

/** What this rulebook asks and awaits. */
export const standing: Readonly<Record<string, StandingKind>> = {
  block: questionKind(
    'could block somebody’s way',
    'actor',
    'block it where it fights hand to hand, and help others who do',
    {
      'let pass': 'let them pass',
      help: 'help others who block',
    },
  ),
  initiative: moveKind('is to roll initiative', 'roll it'),
  placement: moveKind('is to place its side', 'place everyone in the Frontline'),
  turn: moveKind('is to act', 'attack the foe with the fewest HP it can attack at once, else end the turn', {
    end: gives('end the turn', 'end'),
  }),
  round: gmKind('is to go on to the next side', 'go on'),
  aftermath: gmKind('is to close the battle', 'close it'),
};
