import { z } from 'zod';
import { loadSettingGroups } from '../../rules/editions.ts';
import { maxBoardSide, parseSquares } from '../../rules/grid/square.ts';
import { choice } from '../../rules/presets.ts';

const group = loadSettingGroups(new URL('./settings.json', import.meta.url));

const level = <const T extends readonly [number, ...number[]]>(...numbers: T) =>
  z.literal(numbers).default(numbers[0] as never);
const number = (usual: number, min: number, max: number) => z.int().min(min).max(max).default(usual);
const yesNo = (usual: 'yes' | 'no') => z.enum(['yes', 'no']).default(usual);

/** Parses squares like `C4 D5`. Undefined if a word is not a square. */
export const parseBlockedSquares = (text: string) => parseSquares(text.split(/\s+/));

/** Settings of a battle: the rulings of section 7 and the board. Fixed once the battle starts. SK-GEN-2. */
export const settingsSchema = z.strictObject({
  ...group('The board', {
    'board.width': number(12, 2, maxBoardSide),
    'board.height': number(12, 2, maxBoardSide),
    'board.blocked': z
      .string()
      .max(4000)
      .refine((text) => parseBlockedSquares(text) !== undefined, 'squares are written like C4 D5')
      .default(''),
  }),
  ...group('Objective and end', {
    objective: z.string().max(300).default(''),
    'objective.reads': yesNo('yes'),
    'hint.blows': number(30, 0, 1000),
    'victory.counts': choice('conscious', 'notDead'),
  }),
  ...group('Order of turns', {
    'order.tieBreak': choice('speed', 'join'),
    'order.joinMidRound': choice('next', 'now'),
  }),
  ...group('Hit and damage', {
    'zones.flank': choice('rearDiagonals', 'sides+rearDiagonals'),
    'speed.ratio': choice('nearest', 'down'),
    'stage.frontCap': level(5, 6, 7),
    'stage.capStack': choice('highest', 'lowest'),
    'stage.hitFrom': level(2, 3),
    'damage.percent': choice('multiply', 'add'),
    'damage.rounding': choice('up', 'nearest', 'down'),
    'damage.hitMinimum': level(1, 0),
    'attack.friendly': yesNo('no'),
    'helpless.speedZero': yesNo('no'),
  }),
  ...group('Aiming and sight', {
    'aim.cap': level(6, 7),
    'aim.sight': choice('front', 'visible'),
    'aim.onReactions': yesNo('no'),
    'sight.obstacles': yesNo('yes'),
  }),
  ...group('Movement and height', {
    'move.allyPass': yesNo('no'),
    'fly.heightCost': number(0, 0, 10),
    'fly.obstacles': yesNo('no'),
    'climb.obstacles': number(0, 0, 20),
    'height.counts': yesNo('no'),
  }),
  ...group('Charges', {
    'charge.countsOverrun': yesNo('no'),
    'charge.pushRounding': choice('up', 'down'),
    'charge.effectChance': number(50, 0, 100),
    'charge.goreAlways': yesNo('no'),
    'gore.damagePerTurn': number(0, 0, 1000),
    'stun.turns': number(1, 1, 99),
  }),
  ...group('Spells and breath', {
    'essence.failPer': number(25, 0, 100),
    'spell.hitRoll': choice('bySpell', 'always', 'never'),
    'breath.kind': choice('magical', 'physical'),
  }),
  ...group('Defending and reactions', {
    'defend.flank': yesNo('no'),
    'ally.position': choice('strict', 'adjacent'),
    'ally.perRound': choice('unlimited', '1'),
    'ally.charges': yesNo('yes'),
    'ally.ownCut': choice('all', 'front', 'none'),
    'reaction.shift': number(-10, -100, 100),
    'counter.speed': choice('difference', 'ratio'),
    'aoo.squares': number(2, 1, 20),
    'aoo.positioning': yesNo('yes'),
    'aoo.chargeTarget': yesNo('yes'),
  }),
  ...group('Death and conditions', {
    'death.unconscious': yesNo('yes'),
    'death.cause': choice('largest', 'anyElement'),
    'frozen.hitsCount': yesNo('no'),
    'revive.hp': number(1, 1, 10_000),
    'sleep.wakes': yesNo('no'),
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
