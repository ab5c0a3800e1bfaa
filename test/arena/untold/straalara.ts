import { type Combatant, type State, stateSchema } from '../../../src/systems/straalara/state.ts';
import { type Pick, picker } from '../../chance.ts';

const few = (pick: Pick, least: number, most: number): number => least + pick(most - least + 1);

/** What is left, in the five words of default disclosure. */
const band = (lost: number, most: number): number => Math.ceil(((most - lost) / most) * 4 + (lost === 0 ? 1 : 0));

const sheetOf = (pick: Pick): Combatant['sheet'] => ({
  attributes: {
    strength: few(pick, 1, 9),
    dexterity: few(pick, 1, 9),
    stamina: few(pick, 1, 9),
    wits: few(pick, 1, 9),
  },
  abilities: { brawl: few(pick, 0, 6), weaponry: few(pick, 0, 6), archery: few(pick, 0, 6), dodge: few(pick, 0, 6) },
  armor: few(pick, 0, 9),
  brawlDamage: { base: few(pick, 0, 5), addStrength: true },
  weapons: [
    {
      name: 'other',
      categories: ['melee', 'bow', 'thrown', 'shield'],
      damage: { base: few(pick, 0, 9), addStrength: false },
      difficultyMod: 0,
      ready: true,
      broken: false,
    },
  ],
  spells: [],
});

/** Sealed nominations and the GM's modifiers of the next roll, which only the own player knows. */
const sealed = (each: Combatant, pick: Pick): Combatant => {
  const [first, second] = each.actions.map((slot) =>
    slot.status === 'nominated' && !slot.opened
      ? { ...slot, as: { action: 'brawl' as const, class: 'attack' as const, target: 'somebody else' } }
      : slot,
  );
  return {
    ...each,
    ...(first && second && { actions: [first, second] }),
    intent: pick(2) === 0 ? {} : { stance: 'defense', first: { action: 'none' } },
    modifiers: [{ for: 'soak', dice: few(pick, -9, 9), difficulty: 0, long: false, unseen: false }],
    openBotch: undefined,
  };
};

const asFoe = (each: Combatant, most: number, pick: Pick): Combatant => {
  const alike = Array.from({ length: most }, (_, lost) => lost).filter(
    (lost) => band(lost, most) === band(each.lost, most),
  );
  const [first] = each.actions;
  return {
    ...sealed(each, pick),
    sheet: sheetOf(pick),
    ...(each.life === 'up' && { lost: alike[pick(alike.length)] ?? each.lost }),
    ...(first.status === 'nominated' && !first.opened && { stance: 'defense' }),
    extended: undefined,
  };
};

/** The battle with everything changed that the combatant's side cannot know by default. */
export const otherwise = (saved: unknown, actor: string, seed: number): State => {
  const state = stateSchema.parse(saved);
  const pick = picker(seed);
  const mine = state.combatants.find(({ id }) => id === actor);
  const most = state.settings.healthTrack.length;
  const { pendingAttack } = state;
  const byAlly = state.combatants.some(({ id, side }) => id === pendingAttack?.attacker && side === mine?.side);
  const isOurs = (who: string): boolean => state.combatants.some(({ id, side }) => id === who && side === mine?.side);
  const { open } = state;
  return {
    ...state,
    endOfTurnQueue: state.endOfTurnQueue.map((each) =>
      isOurs(each.author) || each.damage === undefined
        ? each
        : { ...each, damage: { base: few(pick, 0, 9), extra: few(pick, 0, 9) } },
    ),
    ...(open && {
      open: {
        ...open,
        held: open.held.map((each) =>
          each.kind !== 'wound' || isOurs(each.target) || each.healthLost === 0
            ? each
            : { ...each, healthLost: few(pick, 1, 3) },
        ),
      },
    }),
    ...(pendingAttack && !byAlly && { pendingAttack: { ...pendingAttack, base: few(pick, 0, 9) } }),
    combatants: state.combatants.map((each) =>
      each.id === actor
        ? { ...each, modifiers: [] }
        : each.side === mine?.side
          ? sealed(each, pick)
          : asFoe(each, most, pick),
    ),
  };
};
