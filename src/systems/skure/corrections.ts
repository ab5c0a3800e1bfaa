import { ref } from '../../core/message.ts';
import { refuse } from '../../core/refusal.ts';
import { ok } from '../../core/result.ts';
import { compass } from '../../rules/view.ts';
import { aimRuling, conditionRuling, facingRuling, positionRuling, stanceRuling } from './correct-by-phrase.ts';
import { decree, living } from './correct-life.ts';
import { ofBattle, phrase, rate, ruling, set, sheetField, turnField, yesNo } from './correction-kinds.ts';
import { number, word } from './correction-values.ts';
import { correction } from './declare.ts';
import { blockedSquares } from './settings.ts';
import { moveRating } from './sheet.ts';
import { allRemains, altitudes, called, causes, lives } from './state.ts';

const orderRuling = correction({
  says: 'The turn order: every name on the board, with commas between',
  of: 'battle',
  value: phrase.max(2000).transform((text) =>
    text
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
  resolve: (state, _, names: readonly string[]) => {
    const order: string[] = [];
    for (const name of names) {
      const known = called(state, name);
      if (known?.at === undefined || order.includes(known.name)) return refuse('BAD_ORDER', { target: ref(name) });
      order.push(known.name);
    }
    const missing = state.combatants.find(({ name, at }) => at !== undefined && !order.includes(name));
    if (missing !== undefined) return refuse('BAD_ORDER', { target: ref(missing.name) });
    if (state.status !== 'active') return refuse('BATTLE_NOT_ACTIVE', { actor: 'gm' });
    return ok([{ type: 'ordered', order, place: order.indexOf(state.turn?.who ?? '') }]);
  },
});

const currentRuling = ruling('Its turn begins now: write yes', yesNo, (draft, { name }, given) => {
  const { status, order, turn } = draft.now();
  if (status !== 'active') return { code: 'BATTLE_NOT_ACTIVE', facts: { actor: ref(name) } };
  if (!order.includes(name)) return { code: 'BAD_ORDER', facts: { target: ref(name) } };
  if (given === 'yes' && turn?.who !== name) draft.emit({ type: 'turn-began', who: name });
  return undefined;
});

/** SK-EXC-3: everything the BM may set by hand. */
export const corrections = {
  hp: set('HP', number(-1000, 10_000), (combatant, hp, state) => living(hp, combatant, state)),
  life: set('Its life', word(lives), (combatant, life) => decree(combatant, life)),
  essence: set('Essence', number(0, 10_000), (_, essence) => ({ essence })),
  position: positionRuling,
  facing: facingRuling,
  altitude: set('Its altitude', word(altitudes), (_, altitude) => ({ altitude })),
  condition: conditionRuling,
  stance: stanceRuling,
  aim: aimRuling,
  cause: set('What it died of', word(causes), (_, deathCause) => ({ deathCause })),
  remains: set('What remains of it', word(allRemains), (_, remains) => ({ remains })),
  team: set('Its team', phrase.min(1).max(60), (_, team) => ({ team })),
  'next-hit': set('Points on its next roll', number(-200, 200), ({ next }, hit) => ({ next: { ...next, hit } })),
  'next-damage': set('Percent on the damage of its next roll', number(-100, 1000), ({ next }, damage) => ({
    next: { ...next, damage },
  })),
  'next-roll': set('What its next roll shows', number(1, 100), ({ next }, roll) => ({ next: { ...next, roll } })),
  agility: rate('Agility', 'agility'),
  speed: rate('Speed', 'speed'),
  attack: rate('Attack', 'attack'),
  defense: rate('Defense', 'defense'),
  'max-hp': sheetField('Most HP', number(1, 10_000), (_, maxHp) => ({ maxHp })),
  'max-essence': rate('Most essence', 'maxEssence'),
  size: sheetField('Size', number(1, 100), (_, size) => ({ size })),
  movement: sheetField(
    'Movement rating, like 3F (+1) Ground',
    phrase.refine((text) => moveRating(text) !== undefined, 'a movement rating reads like 3F (+1) Ground'),
    (_, move) => ({ move }),
  ),
  'melee-range': sheetField('Melee range', number(1, 200), (_, meleeRange) => ({ meleeRange })),
  'ranged-range': sheetField('Ranged range; 0 for none', number(0, 200), (_, range) => ({
    rangedRange: range === 0 ? null : range,
  })),
  alignment: sheetField('Its alignment', word(['good', 'neutral', 'evil']), (_, alignment) => ({ alignment })),
  current: currentRuling,
  acted: turnField('Has it spent its action? yes or no', yesNo, (value) => ({ acted: value === 'yes' })),
  'points-spent': turnField('Points spent on moving this turn', number(0, 10_000), (pointsSpent) => ({ pointsSpent })),
  'start-facing': turnField('The facing its turn began with', word(compass), (startFacing) => ({ startFacing })),
  order: orderRuling,
  objective: ofBattle('What ends the battle; none for the surviving team', phrase, (_, text) => ({
    objective: text.toLowerCase() === 'none' ? '' : text,
  })),
  round: ofBattle('The round', number(1, 10_000), (_, round) => ({ round })),
  blocked: ofBattle(
    'Squares nobody may enter, like C4 D5; none for no such squares',
    phrase
      .max(2000)
      .refine(
        (text) => text.toLowerCase() === 'none' || blockedSquares(text) !== undefined,
        'squares are written like C4 D5',
      ),
    ({ board }, text) => ({
      board: { ...board, blocked: text.toLowerCase() === 'none' ? [] : [...(blockedSquares(text) ?? [])] },
    }),
  ),
};
