import type { PlayCase, WorkedCase } from './case.ts';
import { differences } from './compare.ts';
import { playAttack, playAttacks, playFreeAttack } from './segment/attack-cases.ts';
import { list, type Raw, texts } from './segment/raw.ts';
import { playClose, playDeclare, playMoveRound, playRound, playRounds } from './segment/round-cases.ts';
import * as small from './segment/small-cases.ts';

const plays: Readonly<Record<string, (worked: WorkedCase) => small.Played>> = {
  attack: playAttack,
  attacks: playAttacks,
  'free-attack': playFreeAttack,
  'read-rolls': small.playReadRolls,
  'stun-threshold': small.playStunThreshold,
  'wound-level': small.playWoundLevel,
  'casting-time': small.playCastingTime,
  check: small.playCheck,
  declare: playDeclare,
  close: playClose,
  round: playRound,
  rounds: playRounds,
  'attack-move': small.playAttackMove,
  movement: small.playMovement,
  'move-round': playMoveRound,
  ambush: small.playAmbush,
  'spell-goes-off': small.playSpell,
  'force-move': small.playForceMove,
  'first-aid': small.playFirstAid,
  'gm-damage': small.playGm('damage'),
  heal: small.playGm('heal'),
  repair: small.playGm('repair'),
  'end-round': small.playEndRound,
  resolve: small.playResolve,
  redirect: small.playAnswer('redirect'),
  forgo: small.playAnswer('forgo'),
  push: small.playPush,
  engaged: small.playEngaged,
  'multiple-attackers': small.playMultiple,
  potion: small.playPotion,
  'into-melee': small.playIntoMelee,
  'into-melee-group': small.playIntoMeleeGroup,
};

/** A pair is the same either way round. */
const unordered = (expected: Raw): Raw =>
  Array.isArray(expected.engaged)
    ? { ...expected, engaged: list(expected.engaged).map((pair) => texts(pair).toSorted()) }
    : expected;

/** Plays one worked case of Segment Rounds on the real engine. */
export const play: PlayCase = (worked) => {
  const run = plays[String(worked.action.type)];
  if (run === undefined) return [`unknown action: ${String(worked.action.type)}`];
  const [result, dice] = run(worked);
  const left = dice.left();
  return [
    ...differences(unordered(worked.expect), result, ['engaged']),
    ...(left > 0 ? [`dice: ${left} left over`] : []),
  ];
};
