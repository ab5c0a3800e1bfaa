import type { Wording } from '../../core/message.ts';

/** The sentence of each refusal, by code. Section 1.2 of RULES.md. */
export const refusals = {
  COMBAT_NOT_ACTIVE: 'No combat is running: it has not begun, or has ended. The GM starts one with /battle start.',
  COMBAT_ALREADY_ACTIVE: 'The combat is running already (turn {turn}); end it before you begin another.',
  NOT_GM: 'Only the GM may do that; ask the GM.',
  NO_SUCH_COMBATANT: [
    'No one in this combat is named {name}; choose a name from the roster.',
    'Name a combatant. To give orders for it, use the option as.',
  ],
  NOT_CONTROLLER: [
    'You do not control {name}; ask its player or the GM.',
    'You can only see that for combatants you control; name one of them.',
  ],
  DUPLICATE_NAME: 'A combatant called {name} is already in this combat; choose another name.',
  BAD_SHEET: 'The sheet cannot be used: {option}: {problem}.',
  BAD_SETTING: 'That setting cannot be used: {option}: {problem}.',
  NOT_ENOUGH_COMBATANTS: 'A combat needs at least two combatants who can act (now {able}); let more join first.',
  WRONG_STAGE: 'That is not possible now. The combat is at this stage: {stage}.',
  INCAPACITATED: '{name} is {life} and can do nothing; act with another combatant.',
  ALREADY_ROLLED: '{name} has already rolled initiative this turn ({score}); wait for the others.',
  ALREADY_DECLARED: '{name} has already nominated. Drop the action with /straalara pass when its turn to act comes.',
  NOT_YOUR_NOMINATION:
    'It is not {name}’s turn to nominate yet: slower combatants go first. Seal the nomination until then with /straalara intend.',
  UNKNOWN_STANCE: [
    'There is no stance {stance}; choose offense, mixed or defense.',
    'Name a stance: offense, mixed or defense.',
  ],
  UNKNOWN_ACTION: [
    'There is no action {action}; choose brawl, melee, archery, thrown, spell, act, trivial, continue, recover or none.',
    'Name an action: brawl, melee, archery, thrown, spell, act, trivial, continue, recover or none.',
  ],
  DAZED: '{name} is dazed and can only {can}; choose that.',
  DEFENSE_CANNOT_ATTACK: 'In the defense stance {name} may do nothing harmful; choose another action or stance.',
  NO_SUCH_TARGET: [
    'No one in this combat is named {target}; choose a target from the roster.',
    '{nominated} is no longer in this combat; name another.',
    'That needs a target; name one.',
  ],
  TARGET_SELF: '{name} cannot be its own target; name someone else.',
  TARGET_DEAD: ['{target} is dead; choose another target.', '{nominated} is dead; name another.'],
  NO_WEAPON: [
    '{name} has no weapon {weapon} ready; name one in hand, or ready one first.',
    '{name} has no weapon ready for {maneuver}; ready one first.',
    '{name} used no weapon that could break; choose another consequence.',
  ],
  WRONG_WEAPON: 'The {weapon} cannot be used for {maneuver}; choose another weapon or action.',
  WEAPON_BROKEN: 'The {weapon} is broken; choose another.',
  UNKNOWN_SPELL: ['{name} knows no spell {spell}; choose from the sheet.', 'Name a spell from the sheet of {name}.'],
  WRONG_SPELL_KIND: '{spell} is a spell of the kind {kind} and cannot be used that way; choose another spell.',
  NO_TRAIT: ['{name} has no attribute {attribute}; choose from the sheet.', 'Name an attribute from the sheet.'],
  NOTHING_TO_CONTINUE: '{name} has no extended action to continue; start one first.',
  NO_FURTHER_ACTION: '{name} has no action left this turn; wait for the next one.',
  NOT_YOUR_STEP: 'It is not {name}’s turn to act yet; someone else goes first.',
  NOT_NOMINATED: 'Someone must first nominate a second action at this count; {name} acts after that.',
  DEFENSE_PENDING: 'An attack must be answered first (block, parry, dodge, spell or none); {name} acts after that.',
  NO_PENDING_ATTACK: ['There is no attack for {name} to answer.', 'There is no attack to answer.'],
  UNKNOWN_DEFENSE: [
    'There is no defense {maneuver}; choose block, parry, dodge, spell or none.',
    'Name a defense: block, parry, dodge, spell or none.',
  ],
  CANNOT_SENSE: 'The attack is unseen, so {name} can only soak. Choose the defense none.',
  NO_DEFENSES_LEFT: '{name} has no defense left this turn (the limit is {limit}). Choose the defense none.',
  STANCE_FORBIDS: 'The {stance} stance does not allow {maneuver}; choose another defense.',
  NO_PARRY_TOOL: [
    '{name} cannot parry with {weapon}: only with a weapon or shield that is ready. Choose one, or another defense.',
    '{name} has nothing ready to parry with; choose another defense.',
  ],
  DEFENSE_NOT_USEFUL: 'A {maneuver} is of no use against {attack}; choose another defense.',
  BAD_DISTANCE: 'A movement is a whole number of metres, 0 or more; {move} is not.',
  MOVE_TOO_FAR: '{name} has {left} m of walking left this turn; {move} m is too far.',
  BAD_VALUE: 'The number for {option} must be a whole number {range}; change it.',
  BOTCH_OPEN: 'The GM must first decide what a botch leads to; {name} continues after that.',
  NO_BOTCH: ['{name} has no unsettled botch.', 'No botch is waiting to be settled.'],
  UNKNOWN_CONSEQUENCE: 'This botch has no consequence {consequence}; choose {choices}.',
  TARGET_NOT_ALIVE: '{target} is dead and cannot be healed; change that first with /straalara life.',
} as const satisfies Readonly<Record<string, Wording>>;
export type RefusalCode = keyof typeof refusals;
