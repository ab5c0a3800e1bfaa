import type { Wording } from '../../core/refusal.ts';

/**
 * Every error code of section 1.2 and those of the preparation, each with the sentence a player reads. What a player is
 * refused names nobody the order did not name: somebody else may be hidden from them.
 */
export const refusals = {
  BATTLE_NOT_ACTIVE: 'The battle has not begun, or it is over; the BM begins it with /battle start.',
  NOT_YOUR_TURN: ['It is not {actor}’s turn; wait until it comes.', 'Say which combatant acts, with the option as.'],
  NOT_CONTROLLER: [
    'You do not run {actor}; ask its player or the BM.',
    'Say which combatant acts, with the option as.',
  ],
  NOT_BM: 'Only the BM may do that; ask the BM.',
  INCAPACITATED: ['{actor} cannot act: {why}.', '{actor} cannot act now.'],
  ALREADY_ACTED: '{actor} has taken this turn’s action, and nothing may follow it.',
  REACTION_PENDING: 'The battle waits until somebody says whether to take an attack for an ally.',
  NO_SUCH_TARGET: [
    'Nobody called {target} is on the board; choose a name from the roster.',
    'Say which combatant on the board is meant.',
  ],
  TARGET_SELF: '{actor} cannot be its own target; choose somebody else.',
  FRIENDLY_TARGET: '{target} is on {actor}’s own team; choose an enemy.',
  TARGET_DEAD: '{target} is {life} and can no longer be the target; choose another.',
  OUT_OF_RANGE: '{target} is at distance {distance}, and the range is {range}; move closer first.',
  NOT_FACING: '{actor} faces {facing} and {target} is to the {bearing}; {advice}.',
  NO_RANGED_ATTACK: '{actor} has no ranged attack; strike in melee instead.',
  BAD_PATH: [
    'The path cannot be read at “{word}”; write steps like N NE E, 3N, or squares like D4 D5.',
    'Name the way in steps like N NE E, 3N, or squares like D4 D5.',
  ],
  OFF_BOARD: '{square} is off the board, which has {width} columns and {height} rows; choose a square on it.',
  SQUARE_OCCUPIED: '{square} is taken by {by}; choose another square.',
  NOT_ENOUGH_MOVEMENT: 'That path costs {cost}, and only {left} is left this turn; choose a shorter one.',
  MOVE_AFTER_TURN: '{actor} has moved and then turned, so it cannot move again this turn.',
  TURN_AFTER_PRETURN: '{actor} turned before it moved, so it cannot turn again this turn.',
  TURN_TOO_FAR: 'After moving {actor} may turn at most {most} degrees from {from}; choose a nearer facing.',
  CANNOT_FLY: '{actor} cannot fly: its movement is {move}.',
  SAME_HEIGHT: '{actor} is at that height already; choose another one, or use /move.',
  CANNOT_CHARGE: '{actor} cannot charge: its movement, {move}, has no bonus in brackets like (+1).',
  CHARGE_AFTER_MOVE: '{actor} has moved this turn; a charge must be all it does.',
  CHARGE_NOT_STRAIGHT: '{target} is not in {actor}’s row or column, and a charge runs straight.',
  CHARGE_NOT_FACING: 'To charge, {actor} must face {target} now and have faced it when the turn began.',
  CHARGE_TOO_CLOSE: '{target} is at distance {distance}; a charge needs at least 3 spaces.',
  CHARGE_TOO_SHORT: 'The charge would cover {spaces} spaces; it must cover at least {least}.',
  CHARGE_TOO_FAR: 'The charge would cover {spaces} spaces; {actor} can cover at most {most}.',
  CHARGE_BLOCKED:
    'The charge is blocked at {square}: the lane must be free, and for a cut the square behind the target too.',
  UNKNOWN_SPELL: ['{actor} has no spell called {spell}; it knows {known}.', '{actor} has no spell called {spell}.'],
  UNKNOWN_BREATH: ['{actor} has no breath called {breath}; it has {known}.', '{actor} has no breath called {breath}.'],
  NO_ESSENCE: '{actor} has no essence left and cannot cast; defending itself gives some back.',
  TARGET_NOT_IN_SIGHT: '{actor} does not have {target} in sight; turn or move so that it does.',
  NOT_AN_ALLY: '{target} is not on {actor}’s team; only an ally can be defended.',
  ALLY_NOT_BEHIND: 'To shield {target}, {actor} must stand right in front with its back to it.',
  INTERCEPT_NOT_FRONT: 'The attack reaches {target} from the flank or rear, so nobody can take it.',
  INTERCEPT_NOT_PHYSICAL: 'That attack on {target} is of a kind that nobody can take for it.',
  INTERCEPT_SPENT: '{actor} has already taken an attack for an ally this round.',
  NO_PENDING_ATTACK: ['No attack is waiting for {actor} to take it.', 'No attack is waiting to be taken.'],
  NOT_GUARDING: [
    '{actor} is not defending an ally, so there is nothing to release.',
    'Say who is to stop defending, with the option as.',
  ],
  NOT_DEAD: '{target} is not dead and needs no revival.',
  DESTROYED: '{target} is destroyed and cannot be revived.',
  BAD_SHEET: 'The sheet cannot be used: {option}: {problem}.',
  NAME_TAKEN: 'Somebody called {target} is in this battle already; enter under another name.',
  ALREADY_STARTED: 'The battle has begun already.',
  UNPLACED:
    '{who} must be placed before the battle begins: use /battle deploy for all of them or /battle place for one.',
  TOO_FEW_TEAMS: 'A battle needs two teams, or an objective set by the BM.',
  NO_ROOM: 'There is no free square left for {target}; give {team} more rows.',
  BAD_ROWS: [
    'The rows cannot be read at “{word}”; write them like red 1-3, blue 14-16.',
    'Write the rows like red 1-3, blue 14-16.',
  ],
  NO_STUNT: ['No stunt of {target} waits for a ruling.', 'No stunt waits for a ruling.'],
  NO_TURN: 'Nobody has the turn now.',
  NO_EFFECT: '{target} has no effect called {effect}; /gm effects lists what does.',
  NO_PROMOTION:
    '{target} is promoted already, or its sheet names no promotion; say into what, like Fierce Fire Elemental.',
  NO_SUCH_CLASS: 'There is no ready-made class called {class}; /character preset shows them.',
  BAD_ORDER: '{target} cannot stand in the order; name each combatant on the board once.',
} as const satisfies Readonly<Record<string, Wording>>;
export type Code = keyof typeof refusals;
