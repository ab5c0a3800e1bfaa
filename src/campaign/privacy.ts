import {
  createUserEraser,
  type DepartingUser,
  type EraserParts,
  isLedOnlyBy,
} from '../battle/operations/erase-user.ts';
import { erasedName } from '../battle/operations/pseudonymize.ts';
import type { PlacedMessage } from '../battle/saved/outbox.ts';
import { type EntryRequest, type LogEntry, readEntry, type SavedBattle } from '../battle/saved/store.ts';
import { isGm, roleOf } from '../battle/views/viewer.ts';
import { ownValue } from '../core/plain-object.ts';
import type { LibraryItem } from '../library/library.ts';
import { type AskedRoll, eraseFromAskedRoll } from './asked-rolls.ts';
import { type Campaign, campaignRole } from './campaigns.ts';
import { type Character, type CharacterStore, formatDeletedOwner, type HistoryEvent } from './characters.ts';
import { defaultPersonalSettings, type PersonalSettings } from './people.ts';
import type { SpokenMessage } from './spoken.ts';
import type { Stores } from './stores.ts';

interface Parts
  extends Pick<
      Stores,
      | 'battles'
      | 'characters'
      | 'histories'
      | 'campaigns'
      | 'library'
      | 'pictures'
      | 'askedRolls'
      | 'people'
      | 'statistics'
    >,
    Omit<EraserParts, 'store'> {
  readonly spoken: Pick<Stores['spoken'], 'by'>;
  readonly outbox: Pick<Stores['outbox'], 'forgetUser'>;
  /** Opens a battle, which also converts it to the current editions. */
  readonly open: (id: string) => Promise<unknown>;
}

/** A user's data in one battle. */
interface PersonalBattleData extends Pick<SavedBattle, 'id' | 'guild' | 'channel' | 'status'> {
  readonly name: string;
  readonly role: string;
  readonly runs: readonly string[];
  readonly deputies: readonly string[];
  /** True if the battle ends when the user leaves, because the battle has no other GM or co-GM. */
  readonly endsWithout: boolean;
  /** The orders that the user gave in the battle. */
  readonly gave: readonly Pick<LogEntry, 'n' | 'at' | 'orderId' | 'request' | 'rolls' | 'dice' | 'reason'>[];
}

/** Everything stored about a user. */
export interface PersonalData {
  readonly user: string;
  readonly chosen: PersonalSettings | undefined;
  /** Number of users whose deputy this user is. */
  readonly deputyOf: number;
  readonly statisticsPrivate: boolean;
  readonly characters: readonly (Character & { readonly history: readonly HistoryEvent[] })[];
  /** The user's library, and their items in other libraries. */
  readonly shelf: readonly LibraryItem[];
  /** The user's pictures (WebP in base64), each with the characters or items whose portrait it is. */
  readonly pictures: readonly {
    readonly guild: string | undefined;
    readonly webp: string;
    readonly faceOf: readonly string[];
  }[];
  /** Roll requests that the user made or got, without dice that the user may not see. */
  readonly askedRolls: readonly AskedRoll[];
  /** Messages that the user spoke as a character. They stay for moderators for 30 days, even after erasure. */
  readonly spoken: readonly Omit<SpokenMessage, 'user'>[];
  readonly campaigns: readonly { readonly id: string; readonly name: string; readonly role: string }[];
  readonly battles: readonly PersonalBattleData[];
}

export interface PrivacyService {
  readonly collect: (user: string) => Promise<PersonalData>;
  /** Erases a user's data. Battles remain for other users, with a pseudonym in place of the user. */
  readonly erase: (departure: DepartingUser, last?: FinalWrite) => Promise<ErasureCounts>;
}

/** Numbers of erased battles and characters. */
interface ErasureCounts {
  readonly battles: number;
  readonly characters: number;
}

/** Performs the last write of an erasure, together with the message about the erasure. */
type FinalWrite = (erased: ErasureCounts, write: (said: PlacedMessage | undefined) => Promise<void>) => Promise<void>;

const maxAttempts = 20;

const entriesPerRead = 500;

const withoutTableRow = (request: EntryRequest): EntryRequest => {
  if (request.kind !== 'roll') return request;
  const { row: _, ...unread } = request;
  return unread;
};

/** The user's orders in a log. The dice of blind rolls stay hidden from the user while the battle lasts. */
const ordersGivenIn = (saved: SavedBattle, log: readonly LogEntry[], user: string): PersonalBattleData['gave'] =>
  log
    .filter((entry) => entry.user === user)
    .map(({ n, at, orderId, request, rolls, dice, reason }) => {
      const open = rolls !== 'blind' || saved.status === 'ended' || isGm(saved.table, user);
      return {
        ...{ n, at, orderId, request: open ? request : withoutTableRow(request) },
        ...{ rolls, dice: open ? dice : [], ...(reason !== undefined && { reason }) },
      };
    });

const campaignWithout = (campaign: Campaign, { user, pseudonym }: DepartingUser): Campaign => {
  const others = Object.fromEntries(Object.entries(campaign.members).filter(([id]) => id !== user));
  const stays = { ...campaign, members: others, invited: campaign.invited.filter((id) => id !== user) };
  if (campaign.gm !== user) return stays;
  const [heir] = Object.entries(others).filter(([, { role }]) => role === 'co-gm');
  if (heir === undefined) return { ...stays, gm: pseudonym, gmName: erasedName, status: 'ended' };
  const [gm, { name: gmName }] = heir;
  return { ...stays, gm, gmName, members: Object.fromEntries(Object.entries(others).filter(([id]) => id !== gm)) };
};

/** Lists a user's characters, including deleted ones that can be restored. */
const ownCharacters = async (user: string, characters: CharacterStore): Promise<readonly Character[]> => [
  ...(await characters.listInAllServers(user)),
  ...(await characters.listInAllServers(formatDeletedOwner(user))),
];

/** The part of a roll request that the user may see. */
const askedOf = (roll: AskedRoll, user: string): AskedRoll => {
  if (roll.by === user) return roll;
  const isTargetShown = roll.rolls === 'public' || !roll.named;
  const own = roll.of.filter((part) => part.user === user);
  return {
    ...roll,
    of: own.map(({ dice, target, ...part }) => ({
      ...part,
      ...(roll.rolls !== 'blind' && dice && { dice }),
      ...(isTargetShown && target !== undefined && { target }),
    })),
  };
};

const createCollector = (parts: Parts): PrivacyService['collect'] => {
  const { battles, histories, campaigns, library, pictures, askedRolls, people, statistics } = parts;

  /** Reads a user's data in one battle. Parses only log entries that name the user. */
  const gaveTo = async (saved: SavedBattle, user: string): Promise<PersonalBattleData['gave']> => {
    const quoted = JSON.stringify(user);
    const gave: PersonalBattleData['gave'][number][] = [];
    for (let from = 1; from <= saved.version; from += entriesPerRead) {
      const texts = await battles.logJson(saved, from, Math.min(saved.version, from + entriesPerRead - 1));
      const naming = texts.filter((entry) => entry.includes(quoted)).map((entry) => readEntry(JSON.parse(entry)));
      gave.push(...ordersGivenIn(saved, naming, user));
    }
    return gave;
  };

  const keptBattle = async (id: string, user: string): Promise<readonly PersonalBattleData[]> => {
    const saved = await battles.byId(id);
    if (saved === undefined) return [];
    const { table, guild, channel, status } = saved;
    const gave = await gaveTo(saved, user);
    const role = roleOf(table, user);
    const runs = Object.keys(table.control).filter((actor) => table.control[actor] === user);
    const deputy = ownValue(table.deputies, user);
    const deputies = [
      ...(deputy === undefined ? [] : [deputy.name]),
      ...Object.keys(table.deputies).filter((principal) => table.deputies[principal]?.user === user),
    ];
    // The text matched, but it is only part of a name in this battle.
    if (gave.length === 0 && role === 'stranger' && runs.length === 0 && deputies.length === 0) return [];
    const endsWithout = isLedOnlyBy(saved, user);
    return [{ id, guild, channel, name: table.name, status, role, runs, deputies, endsWithout, gave }];
  };

  const keptPictures = async (user: string): Promise<PersonalData['pictures']> => {
    const faces = await pictures.portraitsByOwner(user);
    return (await pictures.listByOwner(user)).map(({ guild, hash, bytes }) => ({
      guild,
      webp: Buffer.from(bytes).toString('base64'),
      faceOf: faces.flatMap((face) => (face.hash === hash && face.guild === guild ? [face.holder] : [])),
    }));
  };

  return async (user) => {
    const own = await ownCharacters(user, parts.characters);
    const kept: PersonalBattleData[] = [];
    for (const id of await battles.listMentioning(user)) kept.push(...(await keptBattle(id, user)));
    const chosen = (await people.findMany([user])).get(user);
    const chose = JSON.stringify(chosen) !== JSON.stringify(defaultPersonalSettings(user));
    return {
      user,
      chosen: chose ? chosen : undefined,
      deputyOf: (await people.listRepresentedBy(user)).length,
      statisticsPrivate: (await statistics.listPrivate([user])).has(user),
      characters: await Promise.all(own.map(async (each) => ({ ...each, history: await histories.list(each.id) }))),
      shelf: await library.listByUser(user),
      pictures: await keptPictures(user),
      askedRolls: (await askedRolls.listMentioning(user)).map((roll) => askedOf(roll, user)),
      spoken: (await parts.spoken.by(user)).map(({ user: _, ...each }) => each),
      campaigns: (await campaigns.listMentioning(user)).map((each) => ({
        ...{ id: each.id, name: each.name },
        role: each.invited.includes(user) ? 'invited' : campaignRole(each, user),
      })),
      battles: kept,
    };
  };
};

const createEraser = (parts: Parts): PrivacyService['erase'] => {
  const { battles, characters, histories, campaigns, askedRolls, statistics } = parts;
  const depart = createUserEraser({ ...parts, store: battles });

  const leaveCampaign = async (id: string, departure: DepartingUser): Promise<void> => {
    for (let n = 1; n <= maxAttempts; n++) {
      const campaign = await campaigns.byId(id);
      if (campaign === undefined) return;
      const without = campaignWithout(campaign, departure);
      const next = { ...without, version: campaign.version + 1, updatedAt: parts.now() };
      if ((await campaigns.save(next)) === 'kept') return;
    }
    throw new Error(`The campaign ${id} changes too fast to be left.`);
  };

  const leaveBattles = async (departure: DepartingUser): Promise<number> => {
    let count = 0;
    // Repeat, because an order in progress may have written the user again.
    for (let pass = 1; pass <= 3; pass++) {
      const ids = await battles.listMentioning(departure.user);
      const free: string[] = [];
      for (const id of ids) {
        await parts.open(id);
        const outcome = await depart(id, { ...departure, orderId: `${departure.orderId}:${pass}` });
        if (outcome === 'nothing') free.push(id);
      }
      await statistics.forget(ids);
      await battles.removeMentions(departure.user, free);
      const written = ids.length - free.length;
      if (pass === 1) count = written;
      if (written === 0) break;
    }
    return count;
  };

  /** Removes a user from a roll request. False if another change came first. */
  const leaveRoll = async (id: string, user: string): Promise<boolean> => {
    const roll = await askedRolls.byId(id);
    const without = roll && eraseFromAskedRoll(roll, user);
    if (roll !== undefined && without === undefined) await askedRolls.delete(roll);
    return without === undefined || (await askedRolls.save({ ...without, version: without.version + 1 })) === 'kept';
  };

  return async (departure, last = (_erased, write) => write(undefined)) => {
    const { user } = departure;
    for (const { id } of await campaigns.listMentioning(user)) await leaveCampaign(id, departure);
    const count = await leaveBattles(departure);
    const own = await ownCharacters(user, parts.characters);
    for (const { id } of own) {
      await histories.forget(id);
      await characters.remove(id);
    }
    await parts.library.eraseUser(user, departure.pseudonym);
    await parts.pictures.forget(user);
    for (const { id } of await askedRolls.listMentioning(user))
      for (let n = 1; n <= maxAttempts; n++) if (await leaveRoll(id, user)) break;
    await parts.people.remove(user);
    await parts.outbox.forgetUser(user);
    const erased = { battles: count, characters: own.length };
    await last(erased, (said) => statistics.setPrivate(user, false, said));
    return erased;
  };
};

/** Creates the service that collects and erases the data of a user. */
export const createPrivacyService = (parts: Parts): PrivacyService => ({
  collect: createCollector(parts),
  erase: createEraser(parts),
});
