import type { Wording } from '../../core/message.ts';

/** The sentence of each refusal, by code. Section 1.2 of RULES.md. */
export const refusals = {
  NO_BATTLE: 'The battle is over; start a new one with /battle create.',
  WRONG_PHASE: 'That is not possible now; {phase}.',
  NOT_GM: 'Only the GM may do that; ask the GM.',
  NOT_CONTROLLER: 'You do not control {who}; ask its player or the GM.',
  NO_SUCH_COMBATANT: [
    'No one in this battle is named {who}; /my view shows who is there.',
    'Name a combatant. To give orders for it, use the option as.',
  ],
  INCAPACITATED: '{who} is {life} and can do nothing; act with another combatant.',
  STUNNED: '{who} is stunned until the round ends and can do nothing; wait for the next round.',
  SURPRISED: '{who} is surprised (level {level}) and declares nothing in the ambush round; wait for the next one.',
  BAD_ACTION: 'That is not possible: {problem}.',
  NO_SUCH_TARGET: [
    'There is no target named {target}; /my view shows who is there.',
    '{patient} is more than 5 feet away; go there first.',
    'Name a target.',
  ],
  TARGET_SELF: '{who} cannot attack itself; choose another target.',
  FRIENDLY_TARGET: '{target} is on {who}’s own side; choose an enemy.',
  TARGET_DOWN: '{target} is already {life}; choose another target.',
  NO_SUCH_WEAPON: [
    '{who} has no weapon named {weapon}, only {weapons}.',
    '{who} has no weapon named {weapon}; leave the option out.',
    '{who} has no weapon to do that with; choose another action.',
  ],
  WEAPON_NOT_IN_HAND: [
    '{who} does not hold the {weapon}; draw it in the same declaration.',
    '{who} holds no weapon; draw one in the same declaration.',
  ],
  ALREADY_IN_HAND: '{who} already holds the {weapon}; do not draw it again.',
  NOTHING_TO_SHEATHE: [
    '{who} does not hold {weapon}; sheathe what is in hand.',
    '{who} holds nothing to sheathe; declare without it.',
  ],
  HANDS_FULL: '{who} has no hand free for the {weapon}; sheathe or drop something in the same declaration.',
  TOO_MANY_ATTACKS: '{who} has only {kept} attacks this round, but {listed} are declared; name fewer.',
  NO_ATTACKS_LEFT: '{who} has no attack left this round; declare none.',
  NO_MOVEMENT_CONFLICT: 'You cannot combine “no movement” with {what}; leave one of the two out.',
  PATH_TOO_LONG: 'The path is {feet} feet long, but {who} can move at most {most} feet so; choose a shorter path.',
  CANNOT_STAND: 'No one can be placed on {square}: it {problem}. Name a free square.',
  BAD_PATH: 'The path cannot be walked: {problem}. Write neighbouring squares in order, like D4 D5 E5.',
  FREE_MOVE_TOO_FAR: 'A free move is one square, 5 feet, and {to} is {feet} feet away; choose a neighbouring square.',
  ENGAGED: '{who} is in melee with {foes}; declare withdraw, or move and attack.',
  NOT_ENGAGED: '{who} is not in melee; declare a plain move instead.',
  NOT_MELEE_WEAPON: '{who} has no melee weapon in hand to do that with; draw one in the same declaration.',
  NOT_RANGED_WEAPON: [
    'Careful Aim needs a ranged weapon, and {weapon} is not one; draw one, or leave Careful Aim out.',
    'Careful Aim needs a ranged weapon in hand; draw one, or leave Careful Aim out.',
  ],
  DEFEND_TOO_MUCH: 'With the {weapon}, {who} may give up at most {most} SC (5 for each rank); choose less.',
  DEFEND_BAD_AMOUNT: 'Choose how much SC to give up: a whole number, at least 1.',
  CANNOT_ATTACK: 'Full defense allows no attack; leave the attacks out.',
  DESPERATE_ONLY: 'Desperate defense allows nothing else; declare it alone.',
  CASTER_CANNOT_DEFEND: 'A caster cannot declare Defending; leave it out.',
  AIM_AND_MOVE: 'Careful Aim means standing still; leave the movement out.',
  AIM_WITH_DOUBLE_SHOT: 'Careful Aim cannot be combined with Double Shot; choose one of them.',
  NO_SHIELD: '{who} has no shield to ready; declare without it.',
  SHIELD_READY: '{who} already has the shield ready; declare without it.',
  NO_POTION: [
    '{who} has no potion named {potion} at hand, only {potions}.',
    '{who} has no potion at hand; declare without it.',
  ],
  IN_MELEE: '{who} is in melee with {foes} and cannot drink; withdraw first.',
  FREE_ACTION_USED: 'Only the first free action is free, and {who} has no attack left to pay for others; name fewer.',
  NO_DROPPED_WEAPON: [
    'Nothing with that name lies at {who}’s feet, only {there}.',
    'Nothing lies at {who}’s feet; choose another action.',
  ],
  NO_SUCH_SKILL: [
    '{who} has no skill named {skill}, only {skills}.',
    '{who} has no skill named {skill}; test dex, per or luck.',
  ],
  NO_TABLE: [
    'There is no table “{table}” yet, but you have saved one named {kept}. Use it with /library use-table name:{kept}.',
    'There is no table “{named}” yet; give its rows, like 1-50 none; 51-100 broken arm, or use a saved one with /library use-table.',
    'There is no table “{table}” yet; give its rows, like 1-50 none; 51-100 broken arm.',
  ],
  UNKNOWN_SPELL: [
    '{who} cannot cast {spell}, only {spells}.',
    'Name a spell; {who} knows {spells}.',
    '{who} knows no spells; choose another action.',
  ],
  NO_ENERGY: '{who} lacks energy or prepared uses for {spell}: {left} left, {cost} needed. Choose another spell.',
  NOT_DESPERATE: '{target} is not in desperate defense, so it cannot be pushed; choose another target.',
  PUSH_TOO_FAR: 'A push goes at most 10 feet, two neighbouring squares; choose a shorter path.',
  PUSH_USED: '{who} has already pushed {target} this round; choose another target.',
  NO_PENDING: [
    '{who} has no such question to answer now. /help shows what you can do.',
    'No one has such a question to answer now. /my view shows what you can do.',
  ],
  NOT_A_MINOR_CHANGE: [
    'The attack cannot turn to {target}: {problem}. Choose another target, or forgo the attack.',
    'You may do something else only if the target is in desperate defense, and {target} is not; attack anyway, or forgo the attack.',
  ],
  NO_FREE_ATTACK: '{who} gets no free attack on {target}; choose another target.',
  NO_STUCK_MISSILE: '{patient} has no such missile in the body; name another.',
  BAD_SHEET: 'The sheet of {who} cannot be used: {problem}.',
} as const satisfies Readonly<Record<string, Wording>>;

export type RefusalCode = keyof typeof refusals;
