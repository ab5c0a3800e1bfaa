import { lifeAt } from './death.ts';
import type { EventOf } from './model.ts';
import type { State } from './state.ts';

/** What it enters with moves to the state, so that the sheet stays valid whatever the BM changes of it. */
export const joined = (
  state: State,
  { who, team, sheet: { hp, essence, conditions = [], ...sheet } }: EventOf<'joined'>,
): State => ({
  ...state,
  combatants: [
    ...state.combatants,
    {
      name: who,
      team,
      joined: state.combatants.reduce((most, { joined }) => Math.max(most, joined + 1), 0),
      sheet,
      facing: 'N',
      altitude: 'ground',
      hp: hp ?? sheet.maxHp,
      essence: essence ?? sheet.maxEssence,
      conditions,
      stance: 'none',
      life: lifeAt(hp ?? sheet.maxHp, state.settings),
      intercepts: 0,
      next: {},
    },
  ],
});
