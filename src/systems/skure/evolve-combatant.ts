import { withCondition } from './conditions.ts';
import { lifeAt } from './death.ts';
import type { EventOf, Harm } from './model.ts';
import { atRest, type Combatant, type Condition, on, type State } from './state.ts';

/** SK-DEATH-2: who falls loses stance and aim. */
export const harmed = (combatant: Combatant, { hp, life, deathCause, remains, wakes }: Harm): Combatant => ({
  ...combatant,
  hp,
  life,
  deathCause,
  remains,
  ...(life !== 'conscious' && atRest),
  ...(wakes && { conditions: combatant.conditions.filter(({ name }) => name !== 'asleep') }),
});

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

export const conditioned = (state: State, who: string, condition: Condition): State =>
  on(state, who, (combatant) => ({
    ...combatant,
    conditions: withCondition(combatant, condition),
    ...(condition.disrupts && atRest),
  }));

export const revived = (state: State, { who, success, hp, at }: EventOf<'revived'>): State =>
  success
    ? on(state, who, (combatant) => ({
        ...combatant,
        hp,
        life: 'conscious',
        deathCause: undefined,
        remains: undefined,
        at: at ?? combatant.at,
      }))
    : state;
