import { ownValue } from '../../core/plain-object.ts';
import type { Session } from '../saved/session.ts';

export type BattleRole = 'gm' | 'co-gm' | 'player' | 'spectator' | 'stranger';

export const roleOf = ({ gm, seats }: Session, user: string): BattleRole =>
  user === gm ? 'gm' : (ownValue(seats, user)?.role ?? 'stranger');

export const isGm = (table: Session, user: string): boolean => {
  const role = roleOf(table, user);
  return role === 'gm' || role === 'co-gm';
};

/** What each role may do, in one table. `own` = only with combatants or seats of one's own. */
export const rolesByRight = {
  look: ['gm', 'co-gm', 'player', 'spectator', 'stranger'],
  join: ['gm', 'co-gm', 'player', 'spectator', 'stranger'],
  roll: ['gm', 'co-gm', 'player', 'spectator', 'stranger'],
  speak: ['gm', 'co-gm', 'player', 'spectator'],
  'command own': ['gm', 'co-gm', 'player'],
  'answer own': ['gm', 'co-gm', 'player'],
  'standing orders own': ['gm', 'co-gm', 'player'],
  'undo own': ['gm', 'co-gm', 'player'],
  'command any': ['gm', 'co-gm'],
  'answer any': ['gm', 'co-gm'],
  'standing orders any': ['gm', 'co-gm'],
  'undo any': ['gm', 'co-gm'],
  bring: ['gm', 'co-gm'],
  start: ['gm', 'co-gm'],
  finish: ['gm', 'co-gm'],
  move: ['gm', 'co-gm'],
  correct: ['gm', 'co-gm'],
  rule: ['gm', 'co-gm'],
  hide: ['gm', 'co-gm'],
  'choose telling': ['gm', 'co-gm'],
  'choose settings': ['gm', 'co-gm'],
  'give control': ['gm', 'co-gm'],
  'see all': ['gm', 'co-gm'],
  'run the clock': ['gm', 'co-gm'],
  'name co-gms': ['gm'],
  'hand over': ['gm'],
} as const satisfies Record<string, readonly BattleRole[]>;
export type BattleRight = keyof typeof rolesByRight;

export const hasBattleRight = (table: Session, user: string, right: BattleRight): boolean =>
  rolesByRight[right].some((role) => role === roleOf(table, user));
