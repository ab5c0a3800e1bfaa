import { gives, gmKind, moveKind, questionKind, type StandingKind } from '../../rules/standing.ts';

/** What this rulebook asks and awaits. */
export const standing: Readonly<Record<string, StandingKind>> = {
  initiative: moveKind('is to roll initiative', 'roll it'),
  declaration: moveKind('is to nominate', 'stand mixed and nominate no action'),
  defense: moveKind('is attacked', 'answer with the defense by which it loses the least', {
    block: gives('block', 'defend', { maneuver: 'block' }),
    parry: gives('parry', 'defend', { maneuver: 'parry' }),
    dodge: gives('dodge', 'defend', { maneuver: 'dodge' }),
    none: gives('not defend', 'defend', { maneuver: 'none' }),
  }),
  turn: moveKind('is to act', 'carry out the nominated action where it can be', {
    pass: gives('drop the action', 'pass'),
  }),
  lapse: questionKind('is to say whether an action lapses', 'gm', 'let it lapse', { lose: 'let it lapse' }),
  botch: gmKind('is to say what a botch leads to', 'let nothing come of it'),
  gm: gmKind('is to move the combat on', 'move it on, or end it where nobody is left to act'),
};
