import { z } from 'zod';
import { phrase } from '../../core/message.ts';
import { line, step } from '../../rules/event.ts';
import type { Reader } from '../../rules/reader.ts';
import type { Attack } from './attack/attack-kinds.ts';
import { calculateAttack } from './attack/attack-numbers.ts';
import { requiredMeleeReach, requiredRangedReach } from './board.ts';
import { movementPoints } from './movement/paths.ts';
import { type Draft, event, isAlive, isPlaced, type PlacedCombatant, type State } from './state.ts';

const says =
  'No one here can defeat anyone soon: even standard hits would need very many rounds. End the battle with /battle end.';

/** SK-HINT-1: the BM alone is told, for it tells of everybody’s numbers. */
export const stalemateDetected = event(
  'stalled',
  { round: z.int() },
  {
    apply: (state, { round }) => ({ ...state, hintedAt: round }),
    narrate: (_, { before, reader }) =>
      reader.gm
        ? {
            ...line(says, 'bad', [
              [step('SK-HINT-1', phrase`each can take more than ${before.settings['hint.blows']} standard hits`)],
            ]),
            atDesk: true,
          }
        : undefined,
  },
);

/** What one can do to another with each of its attacks, from the front and without any luck. */
const standardHits = (state: State, from: PlacedCombatant, to: PlacedCombatant): readonly number[] => {
  const attacker = { ...from, next: {} };
  const target = { ...to, stance: 'none' as const };
  const attacks: readonly Attack[] = [
    { how: 'melee', attacker, target },
    ...from.sheet.breaths.map((magic): Attack => ({ how: 'breath', attacker, target, magic })),
    ...from.sheet.spells
      .filter(({ revives }) => revives === null)
      .map((magic): Attack => ({ how: 'spell', attacker, target, magic })),
  ];
  return attacks.map((attack) => calculateAttack(state, attack, undefined).damage);
};

/** Can one ever come to strike another? */
const comesNear = (state: State, from: PlacedCombatant, to: PlacedCombatant): boolean => {
  const { meleeRange, rangedRange, spells, breaths } = from.sheet;
  const far = Math.max(rangedRange ?? 0, ...spells.map(({ range }) => range), ...breaths.map(({ range }) => range));
  return (
    movementPoints(state, from) > 0 ||
    movementPoints(state, to) > 0 ||
    requiredMeleeReach(state, from, to) <= meleeRange ||
    requiredRangedReach(state, from, to) <= far
  );
};

/** What somebody has left until it falls, or until it dies where it has fallen. */
const lifeLeft = ({ settings }: State, { life, hp }: PlacedCombatant): number =>
  life === 'conscious' && settings['death.unconscious'] === 'yes' ? hp : hp + 20;

/** SK-RUL-80: would every enemy of everybody stand more than so many standard hits, or never be reached? */
export const isStalemate = (state: State): boolean => {
  const most = state.settings['hint.blows'];
  if (most === 0) return false;
  const there = state.combatants.filter(isPlaced).filter(isAlive);
  let areFoes = false;
  for (const from of there)
    for (const to of there) {
      if (from.life !== 'conscious' || to.team === from.team) continue;
      areFoes = true;
      if (
        comesNear(state, from, to) &&
        standardHits(state, from, to).some((damage) => damage * most >= lifeLeft(state, to))
      )
        return false;
    }
  return areFoes;
};

/** Rounds after which the BM is told again. */
const again = 10;

/** SK-HINT-1: tells the BM as a round begins. */
export const hintAtStalemate = ({ now, emit }: Draft): void => {
  const state = now();
  const { status, round, hintedAt } = state;
  if (status !== 'active' || (hintedAt !== undefined && round < hintedAt + again)) return;
  if (isStalemate(state)) emit(stalemateDetected({ round }));
};

/** SK-HINT-1: what the BM reads of it at any time. */
export const stalemateNotes = (state: State, { gm }: Reader): readonly string[] =>
  gm && state.status === 'active' && isStalemate(state) ? [says] : [];
