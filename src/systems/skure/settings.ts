import { z } from 'zod';
import { largestBoard, type Square, squareFrom } from '../../rules/grid/square.ts';

const yesNo = (says: string, usual: 'yes' | 'no' = 'no') =>
  z.enum(['yes', 'no']).default(usual).meta({ description: says });
const oneOf = <const T extends readonly [string, ...string[]]>(says: string, words: T) =>
  z
    .enum(words)
    .default(words[0] as never)
    .meta({ description: says });
const number = (says: string, usual: number, min: number, max: number) =>
  z.int().min(min).max(max).default(usual).meta({ description: says });
const level = <const T extends readonly [number, ...number[]]>(says: string, numbers: T) =>
  z
    .literal(numbers)
    .default(numbers[0] as never)
    .meta({ description: says });

/** The squares of a text like `C4 D5`; undefined where one does not read. */
export const blockedSquares = (text: string): readonly Square[] | undefined => {
  const found = text
    .split(/\s+/)
    .filter((word) => word !== '')
    .map(squareFrom);
  return found.every((each) => each !== undefined) ? found : undefined;
};

/** Every configurable ruling of section 7 under the rulebook's own name, and the board. Frozen with the battle (SK-GEN-2). */
export const settingsSchema = z.strictObject({
  'board.width': number('Columns of the board', 16, 2, largestBoard),
  'board.height': number('Rows of the board', 16, 2, largestBoard),
  'board.blocked': z
    .string()
    .max(4000)
    .refine((text) => blockedSquares(text) !== undefined, 'squares are written like C4 D5')
    .default('')
    .meta({ description: 'Squares nobody may enter, like C4 D5' }),
  objective: z
    .string()
    .max(300)
    .default('')
    .meta({ description: 'What ends the battle; empty: the surviving team wins (SK-TURN-4)' }),
  'order.tieBreak': oneOf('Same agility: who goes first, the faster or who joined first (SK-RUL-1)', ['speed', 'join']),
  'order.joinMidRound': oneOf('Who joins in mid-battle acts from the next round, or now (SK-RUL-2)', ['next', 'now']),
  'victory.counts': oneOf('A team survives while one of it is conscious, or not dead (SK-RUL-3)', [
    'conscious',
    'notDead',
  ]),
  'zones.flank': oneOf('Which squares are the flank (SK-RUL-4)', ['rearDiagonals', 'sides+rearDiagonals']),
  'speed.ratio': oneOf('How the speed ratio is rounded to two decimals (SK-RUL-8)', ['nearest', 'down']),
  'stage.frontCap': level('Highest stage of a front attack without aim (SK-RUL-10)', [5, 6, 7]),
  'aim.cap': level('Highest stage of a front attack after one or two turns of aim (SK-RUL-11)', [6, 7]),
  'stage.capStack': oneOf('Of several caps the highest or the lowest holds (SK-RUL-12)', ['highest', 'lowest']),
  'damage.percent': oneOf('Percentages multiply or add (SK-RUL-15)', ['multiply', 'add']),
  'damage.rounding': oneOf('How damage is rounded, once, at the end (SK-RUL-16)', ['up', 'nearest', 'down']),
  'damage.hitMinimum': level('Least damage of a hit (SK-RUL-17)', [1, 0]),
  'stage.hitFrom': level('The stage from which an attack is a hit (SK-RUL-19)', [2, 3]),
  'move.allyPass': yesNo('May allies be passed through in moving? (SK-RUL-21)'),
  'charge.countsOverrun': yesNo('Does the far-side square of a cut count toward the spaces moved? (SK-RUL-24)', 'yes'),
  'charge.pushRounding': oneOf('How half the spaces of a ram are rounded (SK-RUL-27)', ['up', 'down']),
  'charge.effectChance': number('Percent chance of gore or stun (SK-RUL-28)', 50, 0, 100),
  'charge.goreAlways': yesNo('Does a cut that passes the size test gore without a die? (SK-RUL-28)'),
  'gore.damagePerTurn': number('HP a gored combatant loses at each of its turn starts (SK-RUL-29)', 0, 0, 1000),
  'stun.turns': number('Turns that a stun costs (SK-RUL-30)', 1, 1, 99),
  'essence.failPer': number('Percent chance of failure for each missing essence (SK-RUL-31)', 25, 0, 100),
  'spell.hitRoll': oneOf('Which spells and breaths use a hit roll (SK-RUL-33)', ['bySpell', 'always', 'never']),
  'breath.kind': oneOf('Is breath magical or physical? (SK-RUL-34)', ['magical', 'physical']),
  'aim.sight': oneOf('An aimed target must be in front view, or only visible (SK-RUL-35)', ['front', 'visible']),
  'aim.onReactions': yesNo('Does aim count on attacks of opportunity and counters? (SK-RUL-37)'),
  'ally.position': oneOf('Where the guard of an ally must stand (SK-RUL-40)', ['strict', 'adjacent']),
  'ally.perRound': oneOf('Attacks one combatant may take for allies in a round (SK-RUL-42)', ['unlimited', '1']),
  'ally.charges': yesNo('Can charges be intercepted? (SK-RUL-43)'),
  'reaction.shift': number('Added to the roll of counters and attacks of opportunity (SK-RUL-44)', -10, -100, 100),
  'counter.speed': oneOf('A counter uses the difference of speeds or the ratio table (SK-RUL-44)', [
    'difference',
    'ratio',
  ]),
  'aoo.squares': number('Squares entered beside an enemy that provoke it (SK-RUL-47)', 2, 1, 20),
  'aoo.positioning': yesNo('Does positioning count for attacks of opportunity? (SK-RUL-49)', 'yes'),
  'death.unconscious': yesNo('Is one unconscious from 0 to −19? No: it fights on until −20 (SK-RUL-52)', 'yes'),
  'death.cause': oneOf('What killed: the largest portion, or any element in the blow (SK-RUL-53)', [
    'largest',
    'anyElement',
  ]),
  'frozen.hitsCount': yesNo('Do ordinary hits on a frozen body count? (SK-RUL-54)'),
  'revive.hp': number('HP of a revived combatant where nothing else is given (SK-RUL-55)', 1, 1, 10_000),
  'attack.friendly': yesNo('May one attack one’s own team? (SK-RUL-56)'),
  'sight.obstacles': yesNo('Do blocked squares stop sight and ranged attacks? (SK-RUL-57)'),
  'helpless.speedZero': yesNo('Do helpless targets count as speed 0? (SK-RUL-58)'),
  'sleep.wakes': yesNo('Does damage wake a sleeper? (SK-RUL-62)'),
  'defend.flank': yesNo('Does defending oneself help against flank attacks? (SK-RUL-65)'),
  'aoo.chargeTarget': yesNo('May a charge’s own target make an attack of opportunity? (SK-RUL-66)', 'yes'),
  'ally.ownCut': oneOf('What damage to a declared guard itself is cut (SK-RUL-69)', ['front', 'all', 'none']),
});
export type Settings = z.output<typeof settingsSchema>;
