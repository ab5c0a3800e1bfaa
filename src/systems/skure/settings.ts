import { z } from 'zod';
import { settingGroup } from '../../rules/editions.ts';
import { maxBoardSide, parseSquare, type Square } from '../../rules/grid/square.ts';

const yesNo = (title: string, says: string, usual: 'yes' | 'no' = 'no') =>
  z.enum(['yes', 'no']).default(usual).meta({ title, description: says });
const oneOf = <const T extends readonly [string, ...string[]]>(...words: T) => z.enum(words).default(words[0] as never);
const number = (usual: number, min: number, max: number) => z.int().min(min).max(max).default(usual);
const level = <const T extends readonly [number, ...number[]]>(title: string, says: string, numbers: T) =>
  z
    .literal(numbers)
    .default(numbers[0] as never)
    .meta({ title, description: says });

/** Parses squares like `C4 D5`. Undefined if a word is not a square. */
export const parseBlockedSquares = (text: string): readonly Square[] | undefined => {
  const found = text
    .split(/\s+/)
    .filter((word) => word !== '')
    .map(parseSquare);
  return found.every((each) => each !== undefined) ? found : undefined;
};

/** Settings of a battle: the rulings of section 7 and the board. Fixed once the battle starts. SK-GEN-2. */
export const settingsSchema = z.strictObject({
  ...settingGroup('The board', {
    'board.width': number(12, 2, maxBoardSide).meta({
      title: 'Width of the board',
      description: 'Columns of the board',
    }),
    'board.height': number(12, 2, maxBoardSide).meta({
      title: 'Height of the board',
      description: 'Rows of the board',
    }),
    'board.blocked': z
      .string()
      .max(4000)
      .refine((text) => parseBlockedSquares(text) !== undefined, 'squares are written like C4 D5')
      .default('')
      .meta({ title: 'Blocked squares', description: 'Squares no one may enter, like C4 D5' }),
  }),
  ...settingGroup('Objective and end', {
    objective: z.string().max(300).default('').meta({
      title: 'What ends the battle',
      description: 'What ends the battle, like hold C4 for 3 rounds; empty: the surviving team wins (SK-OBJ-1)',
    }),
    'objective.reads': yesNo(
      'The objective ends the battle',
      'Does an objective like hold C4 for 3 rounds end the battle by itself, or only the GM? (SK-RUL-78)',
      'yes',
    ),
    'hint.blows': number(30, 0, 1000).meta({
      title: 'Hint when no one can hurt anyone',
      description: 'The GM gets a hint when everyone could survive more standard hits than this; 0: never (SK-RUL-80)',
    }),
    'victory.counts': oneOf('conscious', 'notDead').meta({
      title: 'When a team survives',
      description: 'A team survives while a member is conscious, or while a member is not dead (SK-RUL-3)',
    }),
  }),
  ...settingGroup('Order of turns', {
    'order.tieBreak': oneOf('speed', 'join').meta({
      title: 'Order at the same agility',
      description: 'At the same agility, the faster combatant goes first, or the one who joined first (SK-RUL-1)',
    }),
    'order.joinMidRound': oneOf('next', 'now').meta({
      title: 'When newcomers act',
      description: 'Combatants who join mid-battle act from the next round, or now (SK-RUL-2)',
    }),
  }),
  ...settingGroup('Hit and damage', {
    'zones.flank': oneOf('rearDiagonals', 'sides+rearDiagonals').meta({
      title: 'Flank squares',
      description: 'Which squares are the flank (SK-RUL-4)',
    }),
    'speed.ratio': oneOf('nearest', 'down').meta({
      title: 'Rounding of the speed ratio',
      description: 'How the speed ratio is rounded to two decimals (SK-RUL-8)',
    }),
    'stage.frontCap': level(
      'Highest stage from the front',
      'Highest stage of a front attack without aim (SK-RUL-10)',
      [5, 6, 7],
    ),
    'stage.capStack': oneOf('highest', 'lowest').meta({
      title: 'Several stage caps at once',
      description: 'If several stage caps apply, the highest or the lowest counts (SK-RUL-12)',
    }),
    'stage.hitFrom': level('What counts as a hit', 'The lowest stage that counts as a hit (SK-RUL-19)', [2, 3]),
    'damage.percent': oneOf('multiply', 'add').meta({
      title: 'How percentages combine',
      description: 'Whether damage percentages are multiplied or added (SK-RUL-15)',
    }),
    'damage.rounding': oneOf('up', 'nearest', 'down').meta({
      title: 'Rounding of damage',
      description: 'How damage is rounded, once, at the end (SK-RUL-16)',
    }),
    'damage.hitMinimum': level('Minimum damage of a hit', 'Minimum damage of a hit (SK-RUL-17)', [1, 0]),
    'attack.friendly': yesNo('Attacking one’s own team', 'May combatants attack their own team? (SK-RUL-56)'),
    'helpless.speedZero': yesNo('Speed of the helpless', 'Do helpless targets count as speed 0? (SK-RUL-58)'),
  }),
  ...settingGroup('Aiming and sight', {
    'aim.cap': level(
      'Highest stage after little aim',
      'Highest stage of a front attack after one or two turns of aim (SK-RUL-11)',
      [6, 7],
    ),
    'aim.sight': oneOf('front', 'visible').meta({
      title: 'Sight while aiming',
      description: 'Must the target of an aim be in front, or only visible? (SK-RUL-35)',
    }),
    'aim.onReactions': yesNo(
      'Aim counts for reactions',
      'Does aim count on attacks of opportunity and counters? (SK-RUL-37)',
    ),
    'sight.obstacles': yesNo(
      'Blocked squares stop sight',
      'Do blocked squares stop sight and ranged attacks? (SK-RUL-57)',
      'yes',
    ),
  }),
  ...settingGroup('Movement and height', {
    'move.allyPass': yesNo('Moving through allies', 'May combatants move through allies? (SK-RUL-21)'),
    'fly.heightCost': number(0, 0, 10).meta({
      title: 'Cost of changing height',
      description: 'Movement points a flyer pays for each level up or down (SK-RUL-74)',
    }),
    'fly.obstacles': yesNo(
      'Flying over blocked squares',
      'May flyers in the air pass over squares that no one may enter? (SK-RUL-75)',
    ),
    'climb.obstacles': number(0, 0, 20).meta({
      title: 'Cost of climbing',
      description: 'Movement points a climber pays to cross a blocked square; 0: not possible (SK-RUL-76)',
    }),
    'height.counts': yesNo(
      'Height counts for reach',
      'Does each level of height between two combatants count as a space of reach? (SK-RUL-61)',
    ),
  }),
  ...settingGroup('Charges', {
    'charge.countsOverrun': yesNo(
      'Far-side square of a cut',
      'Does the far-side square of a cut count toward the spaces moved? (SK-RUL-24)',
    ),
    'charge.pushRounding': oneOf('up', 'down').meta({
      title: 'Rounding of a ram’s push',
      description: 'How a ram’s push, half the spaces it moved, is rounded (SK-RUL-27)',
    }),
    'charge.effectChance': number(50, 0, 100).meta({
      title: 'Chance of gore or stun',
      description: 'Percent chance of gore or stun (SK-RUL-28)',
    }),
    'charge.goreAlways': yesNo(
      'Cuts always gore',
      'Does a cut that passes the size test gore without a roll? (SK-RUL-28)',
    ),
    'gore.damagePerTurn': number(0, 0, 1000).meta({
      title: 'HP lost by the gored',
      description: 'HP a gored combatant loses at the start of each turn (SK-RUL-29)',
    }),
    'stun.turns': number(1, 1, 99).meta({
      title: 'Length of a stun',
      description: 'How many turns a stun costs (SK-RUL-30)',
    }),
  }),
  ...settingGroup('Spells and breath', {
    'essence.failPer': number(25, 0, 100).meta({
      title: 'Failure for missing essence',
      description: 'Percent chance of failure for each missing point of essence (SK-RUL-31)',
    }),
    'spell.hitRoll': oneOf('bySpell', 'always', 'never').meta({
      title: 'Hit rolls of magic',
      description: 'Which spells and breaths use a hit roll (SK-RUL-33)',
    }),
    'breath.kind': oneOf('magical', 'physical').meta({
      title: 'Kind of breath',
      description: 'Is breath magical or physical? (SK-RUL-34)',
    }),
  }),
  ...settingGroup('Defending and reactions', {
    'defend.flank': yesNo(
      'Defending against the flank',
      'Does defending oneself help against flank attacks? (SK-RUL-65)',
    ),
    'ally.position': oneOf('strict', 'adjacent').meta({
      title: 'Where a guard stands',
      description: 'Where the guard of an ally must stand (SK-RUL-40)',
    }),
    'ally.perRound': oneOf('unlimited', '1').meta({
      title: 'Attacks taken for allies',
      description: 'Attacks one combatant may take for allies in a round (SK-RUL-42)',
    }),
    'ally.charges': yesNo('Taking charges for allies', 'Can a combatant take a charge for an ally? (SK-RUL-43)', 'yes'),
    'ally.ownCut': oneOf('all', 'front', 'none').meta({
      title: 'Damage to a declared guard',
      description: 'Which attacks on a declared guard itself do less damage (SK-RUL-69)',
    }),
    'reaction.shift': number(-10, -100, 100).meta({
      title: 'Modifier of reactions',
      description: 'Added to the roll of counters and attacks of opportunity (SK-RUL-44)',
    }),
    'counter.speed': oneOf('difference', 'ratio').meta({
      title: 'Speed in a counter',
      description: 'Whether a counter uses the difference of speeds or the ratio table (SK-RUL-44)',
    }),
    'aoo.squares': number(2, 1, 20).meta({
      title: 'Squares that provoke',
      description: 'How many squares entered beside an enemy provoke that enemy (SK-RUL-47)',
    }),
    'aoo.positioning': yesNo(
      'Positioning in attacks of opportunity',
      'Does positioning count for attacks of opportunity? (SK-RUL-49)',
      'yes',
    ),
    'aoo.chargeTarget': yesNo(
      'A charge’s own target reacts',
      'May a charge’s own target make an attack of opportunity? (SK-RUL-66)',
      'yes',
    ),
  }),
  ...settingGroup('Death and conditions', {
    'death.unconscious': yesNo(
      'Unconscious before dead',
      'Are combatants unconscious from 0 to −19 HP? no: they fight on until −20 HP (SK-RUL-52)',
      'yes',
    ),
    'death.cause': oneOf('largest', 'anyElement').meta({
      title: 'Element that killed',
      description: 'Which element killed: the one with the most damage, or any in the attack (SK-RUL-53)',
    }),
    'frozen.hitsCount': yesNo('Hits on a frozen body', 'Do ordinary hits on a frozen body count? (SK-RUL-54)'),
    'revive.hp': number(1, 1, 10_000).meta({
      title: 'HP of the revived',
      description: 'HP of a revived combatant if nothing else is given (SK-RUL-55)',
    }),
    'sleep.wakes': yesNo('Damage wakes sleepers', 'Does damage wake a sleeper? (SK-RUL-62)'),
  }),
});
export type Settings = z.output<typeof settingsSchema>;

/** Settings for the most literal variant of the handbook, which allows what the handbook does not forbid. */
export const literalSettings: z.input<typeof settingsSchema> = {
  // Taking your Turn: “surviving team claims victory”.
  'victory.counts': 'notDead',
  // Aiming: “They cannot exceed stage 7”.
  'aim.cap': 7,
  // Attacks of Opportunity: “the same calculations for a hit roll as does any other attack”.
  'aim.onReactions': 'yes',
  // Charging: “Successful Cutting charges inflict gore and successful ramming charges inflict stun with 50% success”.
  'charge.goreAlways': 'yes',
  // Attacks of Opportunity: “as does any other attack at base 80% success”; any attack hits in full from 21, 80 times in 100.
  'reaction.shift': 0,
  // Attacking: nothing says that the target is an enemy.
  'attack.friendly': 'yes',
  // Attacking: only range and facing limit a shot.
  'sight.obstacles': 'no',
  // Death by Elements: “dead … (-20 HP)”; nothing happens from 0 to −19.
  'death.unconscious': 'no',
};
