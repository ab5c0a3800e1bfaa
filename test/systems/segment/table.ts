import { defaultNumberWords, type Viewer } from '../../../src/rules/reader.ts';
import { segment } from '../../../src/systems/segment/index.ts';
import type { State } from '../../../src/systems/segment/state.ts';
import { combatantOf } from '../../conformance/segment/combatant.ts';
import type { Raw } from '../../conformance/segment/raw.ts';
import { type Stage, stageOf, stateOf } from '../../conformance/segment/stage.ts';

export const sword = { name: 'sword', use: 'melee', sc: 100, damage: '1d8+2', rank: 6 };
export const bow = {
  name: 'bow',
  use: 'missile',
  sc: 110,
  damage: '1d8+3',
  rank: 4,
  group: 'bow',
  penetrating: 'arrow',
  hands: 2,
};
export const mend = { name: 'Mend', tradition: 'cleric', castingTime: 5, castChance: 85, cost: 4 };

/** Ann and her foe Grim, face to face on an open plain, with the given differences. */
export const ann = (given: Raw = {}): Raw => ({
  name: 'Ann',
  team: 'us',
  pos: [0, 0],
  hand: 'sword',
  weapons: [sword, bow],
  ...given,
});
export const grim = (given: Raw = {}): Raw => ({
  name: 'Grim',
  team: 'foes',
  pos: [1, 0],
  hand: 'sword',
  weapons: [sword],
  def: { base: 40 },
  ...given,
});
export const olaf = (given: Raw = {}): Raw => ({ ...grim(), name: 'Olaf', pos: [0, 1], ...given });

/** A battle of these combatants with open declarations, which the GM closes unless a setting says otherwise. */
export const tableOf = (
  them: readonly Raw[],
  dice: readonly number[] = [],
  settings: Raw = {},
  more: Partial<State> = {},
): Stage => {
  const worked = {
    id: '',
    rules: [],
    why: '',
    action: {},
    dice: [],
    expect: {},
    setup: { settings: { autoClose: false, ...settings } },
  };
  return stageOf(
    stateOf(
      worked,
      them.map((each) => combatantOf(each)),
      more,
    ),
    dice,
  );
};

/** Makes the given declarations and closes them. */
export const closed = (stage: Stage, declarations: Readonly<Record<string, Raw>>): Stage => {
  for (const [who, params] of Object.entries(declarations)) {
    const code = stage.order(who, 'declare', params);
    if (code !== undefined) throw new Error(`${who} may not declare: ${code}`);
  }
  const code = stage.order('GM', 'close', {}, 'GM');
  if (code !== undefined) throw new Error(code);
  return stage;
};

export const run = (stage: Stage): string | undefined => stage.order('GM', 'resolve', {}, 'GM');

export const eventTypes = (stage: Stage): readonly string[] => stage.events().map(({ type }) => type);

export const strike = { action: 'attack', target: 'Grim' };
export const idle = { action: 'none' };

/** A viewer without combatants who sees all. */
export const seeAllViewer: Viewer = {
  gm: false,
  user: undefined,
  controls: [],
  knows: [],
  unseen: [],
  foes: { mode: 'words', words: defaultNumberWords },
};
/** Ann's player. */
export const annsPlayer: Viewer = { ...seeAllViewer, user: 'p1', controls: ['Ann'] };
export const told = (from: State, events: readonly unknown[], viewer: Viewer) =>
  segment.openGame(JSON.parse(JSON.stringify(from))).narrate(events, viewer);
export const viewed = (state: State, viewer: Viewer) =>
  segment.openGame(JSON.parse(JSON.stringify(state))).view(viewer);
