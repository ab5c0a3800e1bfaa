import type { Wording } from '../../core/message.ts';

/**
 * Every error code of section 1.2 and those of the preparation, each with the sentence a player reads. What a player is
 * refused names nobody the order did not name: somebody else may be hidden from them.
 */
export const refusals = {
  BATTLE_NOT_ACTIVE: 'The battle has not begun, or it is over; the BM starts it with /battle start.',
  NOT_YOUR_TURN: ['It is not {actor}’s turn; wait for that turn.', 'To choose who acts, use the option as.'],
  NOT_CONTROLLER: ['You do not control {actor}; ask its player or the BM.', 'To choose who acts, use the option as.'],
  NOT_BM: 'Only the BM may do that; ask the BM.',
  INCAPACITATED: ['{actor} cannot act: {why}.', '{actor} cannot act now.'],
  ALREADY_ACTED: '{actor} has already used this turn’s action and can do nothing more this turn.',
  REACTION_PENDING: 'Someone must first decide whether to take an attack for an ally.',
  NO_SUCH_TARGET: [
    'No one on the board is named {target}; choose a name from the roster.',
    'Name a combatant on the board.',
  ],
  TARGET_SELF: '{actor} cannot be its own target; choose someone else.',
  FRIENDLY_TARGET: '{target} is on {actor}’s own team; choose an enemy.',
  TARGET_DEAD: '{target} is {life} and can no longer be a target; choose another.',
  OUT_OF_RANGE: '{target} is at distance {distance}, and the range is {range}; move closer first.',
  NOT_FACING: '{actor} faces {facing} and {target} is to the {bearing}; {advice}.',
  NO_RANGED_ATTACK: '{actor} has no ranged attack; attack in melee instead.',
  BAD_PATH: [
    'The path cannot be read at “{word}”; write steps like N NE E, 3N, or squares like D4 D5.',
    'Give the path in steps like N NE E, 3N, or squares like D4 D5.',
  ],
  OFF_BOARD: '{square} is off the board, which has {width} columns and {height} rows; choose a square on it.',
  SQUARE_OCCUPIED: '{square} is taken by {by}; choose another square.',
  NOT_ENOUGH_MOVEMENT: 'That path costs {cost}, and only {left} is left this turn; choose a shorter one.',
  MOVE_AFTER_TURN: '{actor} has moved and then turned, so another move is not allowed this turn.',
  TURN_AFTER_PRETURN: '{actor} turned before moving, so another turn is not allowed this turn.',
  TURN_TOO_FAR: 'After moving, {actor} may turn at most {most} degrees from {from}; choose a closer facing.',
  CANNOT_FLY: '{actor} cannot fly: its movement is {move}.',
  SAME_HEIGHT: '{actor} is already at that height; choose another one, or use /move.',
  CANNOT_CHARGE: '{actor} cannot charge: its movement, {move}, has no bonus in brackets like (+1).',
  CHARGE_AFTER_MOVE: '{actor} has already moved this turn; a charge must be the only thing done in a turn.',
  CHARGE_NOT_STRAIGHT: '{target} is not in {actor}’s row or column, and a charge runs straight.',
  CHARGE_NOT_FACING: 'To charge, {actor} must face {target} now and have faced it when the turn began.',
  CHARGE_TOO_CLOSE: '{target} is at distance {distance}; a charge needs at least 3 spaces.',
  CHARGE_TOO_SHORT: 'The charge would cover {spaces} spaces; it must cover at least {least}.',
  CHARGE_TOO_FAR: 'The charge would cover {spaces} spaces; {actor} can cover at most {most}.',
  CHARGE_BLOCKED:
    'The charge is blocked at {square}: the lane must be free, and for a cut the square behind the target too.',
  UNKNOWN_SPELL: ['{actor} has no spell called {spell}; it knows {known}.', '{actor} has no spell called {spell}.'],
  UNKNOWN_BREATH: ['{actor} has no breath called {breath}; it has {known}.', '{actor} has no breath called {breath}.'],
  NO_ESSENCE: '{actor} has no essence left and cannot cast; defending itself restores some.',
  TARGET_NOT_IN_SIGHT: '{actor} does not have {target} in sight; turn or move first.',
  NOT_AN_ALLY: '{target} is not on {actor}’s team; only an ally can be defended.',
  ALLY_NOT_BEHIND: 'To shield {target}, {actor} must stand directly in front of that ally, facing away.',
  INTERCEPT_NOT_FRONT: 'The attack reaches {target} from the flank or rear, so an ally cannot take it.',
  INTERCEPT_NOT_PHYSICAL: 'No one can take that kind of attack for {target}.',
  INTERCEPT_SPENT: '{actor} has already taken an attack for an ally this round.',
  NO_PENDING_ATTACK: [
    'There is no attack now that {actor} could take for an ally.',
    'There is no attack now to take for an ally.',
  ],
  NOT_GUARDING: [
    '{actor} is not defending an ally, so there is nothing to release.',
    'Use the option as to choose who stops defending.',
  ],
  NOT_DEAD: '{target} is not dead and needs no revival.',
  DESTROYED: '{target} is destroyed and cannot be revived.',
  BAD_SHEET: 'The sheet cannot be used: {option}: {problem}.',
  NAME_TAKEN: 'This battle already has someone named {target}; join with another name.',
  ALREADY_STARTED: 'The battle has already begun.',
  UNPLACED:
    '{who} must be placed before the battle begins: use /battle deploy for all of them or /battle place for one.',
  TOO_FEW_TEAMS: 'A battle needs two teams, or an objective set by the BM.',
  NO_ROOM: 'There is no free square left for {target}; give {team} more rows.',
  BAD_ROWS: [
    'The rows cannot be read at “{word}”; write them like red 1-3, blue 14-16.',
    'Write the rows like red 1-3, blue 14-16.',
  ],
  NO_STUNT: ['No stunt of {target} is waiting for a ruling.', 'No stunt is waiting for a ruling.'],
  NO_TURN: 'It is not anyone’s turn now.',
  NO_EFFECT: '{target} has no effect called {effect}; /gm effects lists all effects.',
  NO_PROMOTION:
    '{target} is already promoted, or its sheet names no promotion; name the class, like Fierce Fire Elemental.',
  NO_SUCH_CLASS: 'There is no preset class called {class}; /character preset lists the preset classes.',
  BAD_ORDER: '{target} cannot be in the order; name each combatant on the board once.',
} as const satisfies Readonly<Record<string, Wording>>;
export type RefusalCode = keyof typeof refusals;
