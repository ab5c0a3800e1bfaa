import { ok, phrase, refuse } from '../../core/message.ts';
import { ownValue } from '../../core/plain-object.ts';
import { deriveSalt } from '../../dice/order-dice.ts';
import type { GroundOrder, Placement } from '../../rules/content.ts';
import { gmActor } from '../../rules/expected-action.ts';
import type { GameAction } from '../../rules/game.ts';
import type { BattleLoader, ReportResult } from '../commit/battle-loader.ts';
import type { OrderTransactions } from '../commit/follow-ups.ts';
import { changeSettings, type SettingChange } from '../decide/changed-settings.ts';
import { decideSessionChange } from '../decide/decision.ts';
import {
  admitEntrants,
  type Entrant,
  type HiddenUntil,
  type Issuer,
  requireNoQuestion,
  requireNotEnded,
  requireRight,
} from '../decide/decisions.ts';
import type { Backdrop, SessionEvent } from '../saved/session.ts';
import type { BattleStore, OpenBattle } from '../saved/store.ts';

type ChangedValue = Pick<SettingChange, 'key' | 'value'>;

/** New settings of a battle, and the values that change. */
interface SettingsUpdate {
  readonly settings: unknown;
  readonly changed: readonly [ChangedValue, ...ChangedValue[]];
}

/** How the GM adds entrants to a battle. */
export interface EntrantOptions {
  readonly controller?: string | undefined;
  readonly hidden?: HiddenUntil | undefined;
  /** The entrants' positions, set by corrections. */
  readonly placements?: readonly Placement[];
  /** New settings for a battle in setup, as an encounter may bring them. */
  readonly settings?: SettingsUpdate | undefined;
  readonly ground?: GroundOrder | undefined;
  readonly backdrop?: Backdrop | undefined;
}

/** The event that gives a joining user a seat. Empty if they have one. */
const seatEvents = ({ saved: { table } }: OpenBattle, { user, name }: Issuer): readonly SessionEvent[] => {
  const role = ownValue(table.seats, user)?.role;
  return user === table.gm || role === 'player' || role === 'co-gm'
    ? []
    : [{ type: 'seated', user, name, role: 'player' }];
};

/** The events that link an entrant to its saved character, portrait and controller, and hide it. */
const entrantEvents = (who: string, { character, portrait, controller, hidden }: Partial<Entrant> = {}) => {
  const events: SessionEvent[] = [];
  if (character !== undefined)
    events.push({ type: 'character-bound', actor: who, character: character.id, savedAt: character.savedAt });
  if (portrait !== undefined) events.push({ type: 'face-set', who, face: portrait });
  if (controller !== undefined) events.push({ type: 'control-given', actor: who, user: controller });
  if (hidden !== undefined) events.push({ type: 'hidden', who, until: hidden });
  return events;
};

const isOpen = [requireNotEnded, requireNoQuestion];

/** Creates the service that adds combatants and starts, ends and moves battles. */
export const createLifecycle = (
  { decisions, transact, transactWithFollowUps }: OrderTransactions,
  loader: Pick<BattleLoader, 'byId'>,
  store: Pick<BattleStore, 'log'>,
) => ({
  /** Adds a player's combatant. The interaction's id salts the dice. `said`: events to add for a new player. */
  join: (issuer: Issuer, entrant: Entrant, said: readonly SessionEvent[] = []): ReportResult =>
    transactWithFollowUps(issuer, isOpen, (battle) => {
      const admitted = admitEntrants(battle, issuer.user, [entrant]);
      if (!admitted.ok) return admitted;
      const { entering, actions } = admitted.value;
      const actor = entering[0]?.entrant.id ?? entrant.id;
      const seated = seatEvents(battle, issuer);
      const table: SessionEvent[] = [
        ...seated,
        ...(seated.length > 0 ? said : []),
        { type: 'joined', interaction: issuer.orderId },
        { type: 'control-given', actor, user: issuer.user },
        ...entrantEvents(actor, { character: entrant.character, portrait: entrant.portrait }),
      ];
      return decisions.order(battle, issuer, { actor, actions, table, withoutControl: true });
    }),
  /** Adds combatants of the GM. `controller`: the user who gets control of them. */
  addEntrants: (
    issuer: Issuer,
    entrants: readonly Entrant[],
    { controller: runBy, hidden, placements: places = [], settings, ground, backdrop }: EntrantOptions = {},
  ): ReportResult =>
    transactWithFollowUps(issuer, [requireRight(issuer, 'bring'), ...isOpen], async (before) => {
      if (settings !== undefined && before.game.status !== 'setup') return refuse('settings-frozen');
      const under =
        settings && (await changeSettings(before, { settings: settings.settings, ...settings.changed[0] }, store));
      if (under?.ok === false) return under;
      const battle = under?.value.battle ?? before;
      const wanted = entrants.map(
        (each): Entrant => ({ ...each, hidden: each.hidden ?? hidden, controller: each.controller ?? runBy }),
      );
      const admitted = admitEntrants(battle, issuer.user, wanted);
      if (!admitted.ok) return admitted;
      const table = admitted.value.entering.flatMap(({ entrant: { id } }, at) => entrantEvents(id, wanted[at]));
      if (backdrop !== undefined) table.push({ type: 'backdrop-set', backdrop });
      const actions = [
        ...admitted.value.actions,
        ...(ground === undefined ? [] : [{ do: 'verb' as const, ...ground }]),
        ...places.map((each): GameAction => ({ do: 'correct', ...each })),
      ] as const;
      const said =
        under === undefined ? [] : (settings?.changed ?? []).map((each) => ({ ...under.value.says, ...each }));
      return decisions.order(battle, issuer, { actor: gmActor, actions, table: [...said, ...table] });
    }),
  start: (issuer: Issuer): ReportResult =>
    transactWithFollowUps(issuer, [requireRight(issuer, 'start'), ...isOpen], (battle) => {
      if (battle.game.status !== 'setup') return refuse('already-started');
      const table: SessionEvent[] = [{ type: 'dice-salted', salt: deriveSalt(battle.saved.table.joins) }];
      return decisions.order(battle, issuer, { actor: gmActor, actions: [{ do: 'start' }], table });
    }),
  finish: (issuer: Issuer, winner: string | undefined, reason: string): ReportResult =>
    transact(issuer, [requireRight(issuer, 'finish'), requireNotEnded], (battle) => {
      const isDraw = /^\s*(a\s+)?(draw|tie)\s*$/i.test(winner ?? '');
      const finish = isDraw ? { winner: undefined, reason: phrase`a draw, ${reason}` } : { winner, reason };
      const action: GameAction = { do: 'finish', finish };
      const decided = decisions.order(battle, issuer, { actor: gmActor, actions: [action], reason: finish.reason });
      return decided.ok ? ok({ ...decided.value, pending: undefined }) : decided;
    }),
  moveToChannel: async (issuer: Issuer, id: string, to: string): ReportResult => {
    const there = await loader.byId(id);
    if (!there.ok) return there;
    const from = there.value.saved.channel;
    const isIt = ({ saved }: OpenBattle) => (saved.id === id ? ok(undefined) : refuse('no-battle-here'));
    const checks = [isIt, requireRight(issuer, 'move'), requireNotEnded];
    return transact({ ...issuer, channel: from }, checks, (battle) => {
      if (from === to) return refuse('already-there');
      return ok({ ...decideSessionChange(battle, issuer.orderId, 'move', [{ type: 'moved', from, to }]), channel: to });
    });
  },
});
export type Lifecycle = ReturnType<typeof createLifecycle>;
