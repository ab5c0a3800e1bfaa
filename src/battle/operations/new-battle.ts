import { randomUUID } from 'node:crypto';
import { normalizeText, ok, type Result, refuse } from '../../core/message.ts';
import { currentDiceEdition } from '../../dice/order-dice.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import type { BattleLoader } from '../commit/battle-loader.ts';
import type { TransactParts } from '../commit/transaction.ts';
import { checkNewBattleSize } from '../decide/caps.ts';
import { decideSessionChange, toLogEntry } from '../decide/decision.ts';
import type { Issuer } from '../decide/decisions.ts';
import { appEdition } from '../editions/app-edition.ts';
import { emptySession, evolveSession, type RollMode, type SeatRole, type SessionEvent } from '../saved/session.ts';
import type { BattleStore, OpenBattle, SavedBattle } from '../saved/store.ts';
import { createOrderReport, type OrderReport } from '../views/report.ts';

export interface NewBattle {
  readonly system: string;
  readonly name: string;
  readonly settings?: unknown;
  /** The sides that players choose from, if they fight each other. */
  readonly sides?: readonly string[] | undefined;
  readonly rolls?: RollMode | undefined;
  /** The game master. Default: the issuer. */
  readonly gm?: { readonly user: string; readonly name: string } | undefined;
  /** Users who have a seat from the start. */
  readonly seats?: readonly { readonly user: string; readonly name: string; readonly role: SeatRole }[];
  readonly campaign?: { readonly id: string; readonly name: string } | undefined;
  readonly gmChannel?: string | undefined;
  /** The language of public texts, by its tag. Undefined for English. */
  readonly language?: string | undefined;
  /** Events with settings of an earlier battle, absences and deputies of the first players. */
  readonly firstEvents?: readonly SessionEvent[];
}

interface Parts
  extends Pick<TransactParts, 'findReport' | 'now' | 'computeWaits' | 'caps' | 'buildMessages' | 'onCommitted'> {
  readonly loader: Pick<BattleLoader, 'byChannel'>;
  readonly rulesets: readonly Ruleset[];
  readonly store: BattleStore;
  readonly seed: () => string;
}

/** Creates a battle with a new seed and the first log entry. Refuses if the channel has an unfinished battle. */
export const createBattle =
  ({ loader, findReport, rulesets, store, now, seed, computeWaits, buildMessages, caps, onCommitted }: Parts) =>
  async (issuer: Issuer, draft: NewBattle): Promise<Result<OrderReport>> => {
    const ruleset = rulesets.find(({ id }) => id === draft.system);
    if (ruleset === undefined)
      return refuse('unknown-system', { system: draft.system, systems: rulesets.map(({ id }) => id).join(', ') });
    const name = normalizeText(draft.name);
    if (name === '' || [...name].length > 80) return refuse('bad-name');
    // Every setting is logged, because defaults may change while the battle lasts.
    const pinned = ruleset.completeSettings(draft.settings ?? {});
    if (!pinned.ok) return pinned;
    const settings = pinned.value;
    const game = ruleset.createGame(settings);
    if (!game.ok) return game;
    const over = checkNewBattleSize(caps, game.value);
    if (over !== undefined) return over;
    const gm = draft.gm ?? issuer;
    const events: SessionEvent[] = [
      { type: 'opened', name, settings, gm: gm.user, gmName: gm.name, ...(draft.sides && { sides: [...draft.sides] }) },
      ...(draft.campaign === undefined
        ? []
        : [{ type: 'in-campaign' as const, campaign: draft.campaign.id, name: draft.campaign.name }]),
      ...(draft.seats ?? [])
        .filter(({ user }) => user !== gm.user)
        .map((seat) => ({ type: 'seated' as const, user: seat.user, name: seat.name, role: seat.role })),
      ...(draft.firstEvents ?? []),
    ];
    if (draft.gmChannel !== undefined) events.push({ type: 'desk-set', channel: draft.gmChannel });
    if (draft.language !== undefined) events.push({ type: 'language-set', language: draft.language });
    if (draft.rolls !== undefined) events.push({ type: 'rolls-set', rolls: draft.rolls, trace: true });
    const created = now();
    const saved: SavedBattle = {
      id: randomUUID(),
      guild: issuer.guild,
      channel: issuer.channel,
      system: ruleset.id,
      edition: { house: appEdition, rules: ruleset.editions.present, dice: currentDiceEdition },
      version: 1,
      status: 'setup',
      seed: seed(),
      table: events.reduce(evolveSession, emptySession),
      game: game.value.save(),
      pending: undefined,
      createdAt: created,
      updatedAt: created,
    };
    const battle: OpenBattle = { saved, ruleset, game: game.value, openedAt: created };
    const decided = {
      ...decideSessionChange(battle, issuer.orderId, 'create', events),
      request: { kind: 'create' as const },
    };
    const entry = toLogEntry(battle, decided, { n: 1, orderId: issuer.orderId, at: created, user: issuer.user });
    const report = createOrderReport(battle, battle, entry);
    const commit = await store.create(
      saved,
      entry,
      await computeWaits(undefined, battle, entry),
      buildMessages(report, issuer),
    );
    if (commit === 'kept') {
      await onCommitted(report);
      return ok(report);
    }
    const there = await loader.byChannel(issuer.channel);
    const exists = () => refuse('battle-exists');
    return there.ok ? findReport(there.value, issuer.orderId, exists) : exists();
  };
