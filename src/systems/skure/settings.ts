import { z } from 'zod';
import { maxBoardSide, parseSquare, type Square } from '../../rules/grid/square.ts';
import { settingGroup } from '../../rules/settings.ts';

const yesNo = (title: string, says: string, usual: 'yes' | 'no' = 'no') =>
  z.enum(['yes', 'no']).default(usual).meta({ title, description: says });
const oneOf = <const T extends readonly [string, ...string[]]>(title: string, says: string, words: T) =>
  z
    .enum(words)
    .default(words[0] as never)
    .meta({ title, description: says });
const number = (title: string, says: string, usual: number, min: number, max: number) =>
  z.int().min(min).max(max).default(usual).meta({ title, description: says });
const level = <const T extends readonly [number, ...number[]]>(title: string, says: string, numbers: T) =>
  z
    .literal(numbers)
    .default(numbers[0] as never)
    .meta({ title, description: says });

/** The squares of a text like `C4 D5`; undefined where one does not read. */
export const parseBlockedSquares = (text: string): readonly Square[] | undefined => {
  const found = text
    .split(/\s+/)
    .filter((word) => word !== '')
    .map(parseSquare);
  return found.every((each) => each !== undefined) ? found : undefined;
};

/** Every configurable ruling of section 7 under the rulebook's own name, and the board. Frozen with the battle (SK-GEN-2). */
export const settingsSchema = z.strictObject({
  ...settingGroup('The board', {
    'board.width': number('Width of the board', 'Columns of the board', 16, 2, maxBoardSide),
    'board.height': number('Height of the board', 'Rows of the board', 16, 2, maxBoardSide),
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
      description:
        'What ends the battle, like hold C4 for 3 rounds or fell the captain; empty: the surviving team wins (SK-OBJ-1)',
    }),
    'objective.reads': yesNo(
      'The objective ends the battle',
      'Does an objective like hold C4 for 3 rounds end the battle by itself, or only the BM? (SK-RUL-78)',
      'yes',
    ),
    'hint.blows': number(
      'Hint when no one can hurt anyone',
      'The BM gets a hint when everyone could survive more standard hits than this; 0: never (SK-RUL-80)',
      30,
      0,
      1000,
    ),
    'victory.counts': oneOf(
      'When a team survives',
      'A team survives while a member is conscious, or while a member is not dead (SK-RUL-3)',
      ['conscious', 'notDead'],
    ),
  }),
  ...settingGroup('Order of turns', {
    'order.tieBreak': oneOf(
      'Order at the same agility',
      'At the same agility, the faster combatant goes first, or the one who joined first (SK-RUL-1)',
      ['speed', 'join'],
    ),
    'order.joinMidRound': oneOf(
      'When newcomers act',
      'Combatants who join mid-battle act from the next round, or now (SK-RUL-2)',
      ['next', 'now'],
    ),
  }),
  ...settingGroup('Hit and damage', {
    'zones.flank': oneOf('Flank squares', 'Which squares are the flank (SK-RUL-4)', [
      'rearDiagonals',
      'sides+rearDiagonals',
    ]),
    'speed.ratio': oneOf('Rounding of the speed ratio', 'How the speed ratio is rounded to two decimals (SK-RUL-8)', [
      'nearest',
      'down',
    ]),
    'stage.frontCap': level(
      'Highest stage from the front',
      'Highest stage of a front attack without aim (SK-RUL-10)',
      [5, 6, 7],
    ),
    'stage.capStack': oneOf(
      'Several stage caps at once',
      'If several stage caps apply, the highest or the lowest counts (SK-RUL-12)',
      ['highest', 'lowest'],
    ),
    'stage.hitFrom': level('What counts as a hit', 'The lowest stage that counts as a hit (SK-RUL-19)', [2, 3]),
    'damage.percent': oneOf(
      'How percentages combine',
      'Whether damage percentages are multiplied or added (SK-RUL-15)',
      ['multiply', 'add'],
    ),
    'damage.rounding': oneOf('Rounding of damage', 'How damage is rounded, once, at the end (SK-RUL-16)', [
      'up',
      'nearest',
      'down',
    ]),
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
    'aim.sight': oneOf('Sight while aiming', 'Must the target of an aim be in front, or only visible? (SK-RUL-35)', [
      'front',
      'visible',
    ]),
    'aim.onReactions': yesNo(
      'Aim counts for reactions',
      'Does aim count on attacks of opportunity and counters? (SK-RUL-37)',
    ),
    'sight.obstacles': yesNo(
      'Blocked squares stop sight',
      'Do blocked squares stop sight and ranged attacks? (SK-RUL-57)',
    ),
  }),
  ...settingGroup('Movement and height', {
    'move.allyPass': yesNo('Moving through allies', 'May combatants move through allies? (SK-RUL-21)'),
    'fly.heightCost': number(
      'Cost of changing height',
      'Movement points a flyer pays for each level up or down (SK-RUL-74)',
      0,
      0,
      10,
    ),
    'fly.obstacles': yesNo(
      'Flying over blocked squares',
      'May flyers in the air pass over squares that no one may enter? (SK-RUL-75)',
    ),
    'climb.obstacles': number(
      'Cost of climbing',
      'Movement points a climber pays to cross a blocked square; 0: not possible (SK-RUL-76)',
      0,
      0,
      20,
    ),
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
    'charge.pushRounding': oneOf(
      'Rounding of a ram’s push',
      'How a ram’s push, half the spaces it moved, is rounded (SK-RUL-27)',
      ['up', 'down'],
    ),
    'charge.effectChance': number('Chance of gore or stun', 'Percent chance of gore or stun (SK-RUL-28)', 50, 0, 100),
    'charge.goreAlways': yesNo(
      'Cuts always gore',
      'Does a cut that passes the size test gore without a roll? (SK-RUL-28)',
    ),
    'gore.damagePerTurn': number(
      'HP lost by the gored',
      'HP a gored combatant loses at the start of each turn (SK-RUL-29)',
      0,
      0,
      1000,
    ),
    'stun.turns': number('Length of a stun', 'How many turns a stun costs (SK-RUL-30)', 1, 1, 99),
  }),
  ...settingGroup('Spells and breath', {
    'essence.failPer': number(
      'Failure for missing essence',
      'Percent chance of failure for each missing point of essence (SK-RUL-31)',
      25,
      0,
      100,
    ),
    'spell.hitRoll': oneOf('Hit rolls of magic', 'Which spells and breaths use a hit roll (SK-RUL-33)', [
      'bySpell',
      'always',
      'never',
    ]),
    'breath.kind': oneOf('Kind of breath', 'Is breath magical or physical? (SK-RUL-34)', ['magical', 'physical']),
  }),
  ...settingGroup('Defending and reactions', {
    'defend.flank': yesNo(
      'Defending against the flank',
      'Does defending oneself help against flank attacks? (SK-RUL-65)',
    ),
    'ally.position': oneOf('Where a guard stands', 'Where the guard of an ally must stand (SK-RUL-40)', [
      'strict',
      'adjacent',
    ]),
    'ally.perRound': oneOf(
      'Attacks taken for allies',
      'Attacks one combatant may take for allies in a round (SK-RUL-42)',
      ['unlimited', '1'],
    ),
    'ally.charges': yesNo('Taking charges for allies', 'Can a combatant take a charge for an ally? (SK-RUL-43)', 'yes'),
    'ally.ownCut': oneOf(
      'Damage to a declared guard',
      'Which attacks on a declared guard itself do less damage (SK-RUL-69)',
      ['all', 'front', 'none'],
    ),
    'reaction.shift': number(
      'Modifier of reactions',
      'Added to the roll of counters and attacks of opportunity (SK-RUL-44)',
      -10,
      -100,
      100,
    ),
    'counter.speed': oneOf(
      'Speed in a counter',
      'Whether a counter uses the difference of speeds or the ratio table (SK-RUL-44)',
      ['difference', 'ratio'],
    ),
    'aoo.squares': number(
      'Squares that provoke',
      'How many squares entered beside an enemy provoke that enemy (SK-RUL-47)',
      2,
      1,
      20,
    ),
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
    'death.cause': oneOf(
      'Element that killed',
      'Which element killed: the one with the most damage, or any in the attack (SK-RUL-53)',
      ['largest', 'anyElement'],
    ),
    'frozen.hitsCount': yesNo('Hits on a frozen body', 'Do ordinary hits on a frozen body count? (SK-RUL-54)'),
    'revive.hp': number(
      'HP of the revived',
      'HP of a revived combatant if nothing else is given (SK-RUL-55)',
      1,
      1,
      10_000,
    ),
    'sleep.wakes': yesNo('Damage wakes sleepers', 'Does damage wake a sleeper? (SK-RUL-62)'),
  }),
});
export type Settings = z.output<typeof settingsSchema>;

/** The plainest reading of the handbook where ours is another: what it does not forbid is allowed, and its figures are taken as they stand. Beside each the place of its sentence. */
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
};
