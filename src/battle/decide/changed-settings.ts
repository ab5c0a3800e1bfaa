import { ok, type Refusal, type Result, refuse } from '../../core/message.ts';
import { effectiveEntries } from '../saved/replay.ts';
import { evolveSession, type SessionEvent } from '../saved/session.ts';
import type { BattleStore, OpenBattle } from '../saved/store.ts';

type SettingChanged = Extract<SessionEvent, { type: 'setting-changed' }>;

/** A changed setting: its key and value, and all settings with the change. */
export interface SettingChange {
  readonly settings: unknown;
  readonly key: string;
  readonly value: unknown;
}

/** Refuses a changed setting, naming its key and value. */
const badSetting = ({ key, value }: SettingChange, { facts }: Refusal): Result<never> =>
  refuse('bad-setting', { key, value: String(value), problem: String(facts.problem ?? 'not understood') });

/** A battle in setup with changed settings, and the event of the change. Refuses invalid settings. */
export const changeSettings = async (
  battle: OpenBattle,
  change: SettingChange,
  store: Pick<BattleStore, 'log'>,
): Promise<Result<{ readonly battle: OpenBattle; readonly says: SettingChanged }, Refusal>> => {
  const pinned = battle.ruleset.completeSettings(change.settings);
  if (!pinned.ok) return badSetting(change, pinned.error);
  const blank = battle.ruleset.createGame(pinned.value);
  if (!blank.ok) return badSetting(change, blank.error);
  const past = effectiveEntries(await store.log(battle.saved)).flatMap(({ events }) => events);
  const says: SettingChanged = { ...change, type: 'setting-changed', settings: pinned.value };
  const saved = { ...battle.saved, table: evolveSession(battle.saved.table, says) };
  return ok({ battle: { ...battle, saved, game: blank.value.applyEvents(past) }, says });
};
