import { segment } from '../../src/systems/segment/index.ts';
import type { PlayCase, WorkedCase } from './case.ts';
import { differences } from './compare.ts';
import { playAnswer, playResolve } from './segment/answer-cases.ts';
import { playAttack, playAttacks, playFreeAttack } from './segment/attack-cases.ts';
import { playClose, playDeclare } from './segment/close-cases.ts';
import { playAmbush, playEndRound, playFirstAid, playGm, playPotion, playSpell, playVerb } from './segment/gm-cases.ts';
import { playEngaged, playIntoMelee, playIntoMeleeGroup, playMultiple } from './segment/melee-cases.ts';
import { playAttackMove, playForceMove, playMovement, playMoveRound, playPush } from './segment/movement-cases.ts';
import type { Played } from './segment/played.ts';
import { list, type Raw, texts } from './segment/raw.ts';
import { playRound, playRounds } from './segment/round-cases.ts';
import { playScript } from './segment/script-cases.ts';
import { playCastingTime, playCheck, playReadRolls, playStunThreshold, playWoundLevel } from './segment/table-cases.ts';

const plays: Readonly<Record<string, (worked: WorkedCase) => Played>> = {
  attack: playAttack,
  attacks: playAttacks,
  'free-attack': playFreeAttack,
  'read-rolls': playReadRolls,
  'stun-threshold': playStunThreshold,
  'wound-level': playWoundLevel,
  'casting-time': playCastingTime,
  check: playCheck,
  declare: playDeclare,
  close: playClose,
  round: playRound,
  rounds: playRounds,
  script: playScript,
  'attack-move': playAttackMove,
  movement: playMovement,
  'move-round': playMoveRound,
  ambush: playAmbush,
  'spell-goes-off': playSpell,
  'force-move': playForceMove,
  'first-aid': playFirstAid,
  'gm-damage': playGm('damage'),
  heal: playGm('heal'),
  repair: playGm('repair'),
  'end-round': playEndRound,
  resolve: playResolve,
  redirect: playAnswer('redirect'),
  forgo: playAnswer('forgo'),
  push: playPush,
  engaged: playEngaged,
  'multiple-attackers': playMultiple,
  potion: playPotion,
  'into-melee': playIntoMelee,
  'into-melee-group': playIntoMeleeGroup,
};

/** A pair in a fixed order. */
const unordered = (expected: Raw): Raw =>
  Array.isArray(expected.engaged)
    ? { ...expected, engaged: list(expected.engaged).map((pair) => texts(pair).toSorted()) }
    : expected;

/** Plays one worked case of Segment Rounds on the real engine. */
export const play: PlayCase = (worked) => {
  const type = String(worked.action.type);
  const run = plays[type] ?? (segment.verbs[type] === undefined ? undefined : playVerb);
  if (run === undefined) return [`unknown action: ${type}`];
  const [result, dice] = run(worked);
  const left = dice.left();
  return [
    ...differences(unordered(worked.expect), result, ['engaged']),
    ...(left > 0 ? [`dice: ${left} left over`] : []),
  ];
};
