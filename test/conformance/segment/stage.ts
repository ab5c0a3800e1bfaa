import { createScriptedDice } from '../../../src/dice/dice.ts';
import type { Game } from '../../../src/rules/game.ts';
import { type BattleEvent, events as eventTable, segment } from '../../../src/systems/segment/index.ts';
import { type ActionSlot, type Combatant, type State, stateSchema } from '../../../src/systems/segment/state.ts';
import type { Weapon } from '../../systems/segment/inner.ts';
import type { WorkedCase } from '../case.ts';
import { list, number, type Raw, raw, square, texts, yes } from './raw.ts';

/** An attack or action on the timeline. */
export const slotOf = (slot: Partial<ActionSlot> & Pick<ActionSlot, 'segment'>): ActionSlot => ({
  number: 1,
  kind: 'attack',
  hand: 'main',
  natural: 1,
  modifier: 0,
  status: 'pending',
  settled: false,
  ...slot,
});

export const attackSlot = (
  weapon: Weapon,
  target: string,
  slot: Partial<ActionSlot> & Pick<ActionSlot, 'segment'>,
): ActionSlot => slotOf({ weapon: weapon.name, use: weapon.use, target, ...slot });

const statusOf = (told: unknown): State['status'] => (told === 'setup' || told === 'ended' ? told : 'active');

/** SEG-GEN-7: `battle.gmModifier`, on the roll that the case is about. */
export const adHocsOf = (
  { setup }: WorkedCase,
  who: string,
  on: State['adHocs'][number]['on'],
): { adHocs: State['adHocs'] } => {
  const amount = number(raw(setup.battle).gmModifier);
  return { adHocs: amount === undefined ? [] : [{ who, on, amount, reason: 'GM' }] };
};

/** A battle without combatants. */
export const blankOf = (settings: unknown = {}): State => {
  const blank = segment.createGame(settings);
  if (!blank.ok) throw new Error(`these settings are refused: ${JSON.stringify(blank.error)}`);
  return stateSchema.parse(blank.value.save());
};

/** A running battle with these combatants and the facts of a case. */
export const stateOf = (worked: WorkedCase, combatants: readonly Combatant[], more: Partial<State> = {}): State => {
  const battle = raw(worked.setup.battle);
  const settings = stateSchema.shape.settings.parse({
    board: 'none',
    ...raw(worked.setup.settings),
    ...raw(battle.settings),
    ...raw(worked.action.settings),
  });
  const positions = raw(worked.setup.positions);
  const lighting = stateSchema.shape.lighting.parse(battle.lighting ?? worked.setup.lighting ?? 'normal');
  const surprised = combatants.some(({ ambushLevel }) => ambushLevel !== undefined);
  const named = list(worked.setup.ambushers ?? battle.ambushers).map(String);
  const ambushing = combatants.filter(({ ambushLevel }) => ambushLevel === undefined).map(({ id }) => id);
  return stateSchema.parse({
    ...blankOf(settings),
    status: statusOf(worked.setup.status ?? battle.status ?? worked.setup.phase),
    round: number(worked.setup.round) ?? 1,
    phase: (worked.setup.phase ?? battle.phase ?? 'declare') === 'declare' ? 'declare' : 'resolve',
    lighting,
    ambushRound: surprised || yes(battle.ambushRound) || yes(worked.setup.ambushRound),
    ambushers: named.length > 0 ? named : surprised ? ambushing : [],
    combatants: combatants.map((each) => ({ ...each, pos: square(positions[each.id]) ?? each.pos })),
    engagements: list(worked.setup.engaged).map((pair) => texts(pair).slice(0, 2)),
    ...more,
  });
};

/** A battle on the stage: the real game, with exactly the dice of the case. */
export interface Stage {
  readonly state: () => State;
  readonly events: () => readonly BattleEvent[];
  /** Gives an order. Returns the code if it is refused. */
  readonly order: (actor: string, verb: string, params?: Raw, by?: unknown) => string | undefined;
  readonly left: () => number;
  readonly dice: ReturnType<typeof createScriptedDice>;
}

const audience = {
  gm: true,
  user: undefined,
  controls: [],
  knows: [],
  unseen: [],
  foes: { mode: 'exact' as const, words: [] },
};

export const stageOf = (state: State, dice: readonly number[]): Stage => {
  const script = createScriptedDice([...dice]);
  const events: BattleEvent[] = [];
  let game: Game = segment.openGame(JSON.parse(JSON.stringify(state)));
  const callOf = (actor: string, by: unknown) => {
    const gm = by === 'GM';
    const runs = by === undefined ? [actor] : gm ? [] : [String(by)];
    return { actor, by: String(by ?? actor), gm, controls: runs, pending: undefined };
  };
  return {
    state: () => stateSchema.parse(game.save()),
    events: () => events,
    order: (actor, verb, params = {}, by = undefined) => {
      const done = game.act({ do: 'verb', verb, params }, callOf(actor, by), [], script);
      if (!done.ok) {
        if (done.error.code === 'bad-input') throw new Error(`bad input: ${JSON.stringify(done.error.facts)}`);
        return done.error.code;
      }
      if (done.value.kind !== 'decided') throw new Error('the order was not decided');
      game.narrate(done.value.events, audience);
      events.push(...done.value.events.map((event) => eventTable.event.parse(event)));
      game = done.value.game;
      game.view(audience);
      return undefined;
    },
    left: () => script.remaining().length,
    dice: script,
  };
};
