import type { NewBattle } from '../../battle/operations/new-battle.ts';
import { type Clock, noClock } from '../../battle/saved/clock-settings.ts';
import { inheritedEvents, type RollMode, type Session } from '../../battle/saved/session.ts';
import type { Campaign } from '../../campaign/campaigns.ts';
import type { ServerSettings } from '../../campaign/servers.ts';
import { listed, ok, type Result, refuse, refuseInput, worded } from '../../core/message.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import type { Asker } from '../command-kit/command.ts';
import { splitList } from '../input/match-name.ts';
import { findRuleVariant, withSetting, withSettings } from '../input/setting-text.ts';
import { findRuleset } from '../input/sheets.ts';
import { checkGmChannel } from '../outbox/notifications.ts';
import { initialPresence } from '../people/user-presence.ts';
import type { Need } from '../services.ts';
import { requireLeader } from './channel-campaign.ts';

/** The options of a new battle as the user typed them. */
export interface BattleOptions {
  readonly system?: string | undefined;
  readonly name: string;
  readonly size?: string | undefined;
  readonly objective?: string | undefined;
  /** The mode of the battle, for rulebooks that have several modes. */
  readonly mode?: string | undefined;
  /** Name of the rule variant to start with, which replaces the house rules. */
  readonly reading?: string | undefined;
  readonly settings?: string | undefined;
  /** The sides that players choose from, with commas. */
  readonly sides?: string | undefined;
  readonly rolls?: RollMode | undefined;
  readonly pace?: Clock['pace'];
  /** The GM channel for this battle only. */
  readonly desk?: string | undefined;
}

/** Parses a board size, `16x12` or `16`, into settings. Undefined if invalid. */
const sizeSettings = (size: string | undefined): string | undefined => {
  const [, width, height] = /^\s*(\d{1,3})\s*(?:[x×*,]\s*(\d{1,3}))?\s*$/i.exec(size ?? '') ?? [];
  return width === undefined ? undefined : `board.width=${width}, board.height=${height ?? width}`;
};

/** Finds the rulebook that a user named. Default: the first rulebook of the campaign. */
const chooseRuleset = (
  wanted: string | undefined,
  campaign: Campaign | undefined,
  rulesets: readonly Ruleset[],
): Result<Ruleset> => {
  const ruleset = findRuleset(rulesets, wanted ?? campaign?.systems[0]);
  return ruleset.ok && campaign !== undefined && !campaign.systems.includes(ruleset.value.id)
    ? refuse('not-in-campaign', { system: ruleset.value.title, campaign: campaign.name })
    : ruleset;
};

/** Refuses a rulebook that the server has disabled, with RULEBOOK-OFF. */
const refuseIfDisabled = (
  { id, title }: Ruleset,
  server: ServerSettings | undefined,
  rulesets: readonly Ruleset[],
): Result<undefined> => {
  const chosen = server?.systems ?? [];
  if (chosen.length === 0 || chosen.includes(id)) return ok(undefined);
  const titles = rulesets.filter((each) => chosen.includes(each.id)).map((each) => worded(each.title));
  return refuse('rulebook-off', { system: title, systems: listed(titles), wanted: [...chosen, id].join(',') });
};

/** What a campaign contributes to a new battle: its GM, its seats and its id. */
const campaignParts = ({ id, name, gm, gmName, members }: Campaign): Pick<NewBattle, 'gm' | 'seats' | 'campaign'> => ({
  gm: { user: gm, name: gmName },
  seats: Object.entries(members).map(([user, member]) => ({ user, ...member })),
  campaign: { id, name },
});

/** The session of a campaign's last battle. Undefined if there is none. */
const findLastSession = async ({ guild, id }: Campaign, { battles }: Need<'battles'>): Promise<Session | undefined> => {
  const [last] = await battles.listByCampaign(guild, id);
  const battle = last && (await battles.openById(last.id));
  return battle?.ok ? battle.value.saved.table : undefined;
};

/** Builds a new battle from typed options, house rules, and an earlier battle: `like` or the campaign's last one. */
export const applyBattleDefaults = async (
  asker: Asker,
  wish: BattleOptions,
  campaign: Campaign | undefined,
  services: Need<'battles' | 'rulesets' | 'servers' | 'people' | 'channels' | 'now'>,
  like?: Session,
): Promise<Result<NewBattle>> => {
  const { rulesets, servers } = services;
  const leader = campaign === undefined ? ok(undefined) : requireLeader(campaign, asker.user);
  if (!leader.ok) return leader;
  if (campaign?.status === 'paused') return refuse('campaign-paused', { campaign: campaign.name });
  const ruleset = chooseRuleset(wish.system, campaign, rulesets);
  if (!ruleset.ok) return ruleset;
  const { id } = ruleset.value;
  const server = asker.guild === undefined ? undefined : await servers.settings(asker.guild);
  const off = refuseIfDisabled(ruleset.value, server, rulesets);
  if (!off.ok) return off;
  const board = sizeSettings(wish.size);
  if (wish.size !== undefined && board === undefined) return refuseInput('size', 'write it like 16x12');
  const reading = wish.reading === undefined ? undefined : findRuleVariant(ruleset.value, server, wish.reading);
  if (reading?.ok === false) return reading;
  let settings: unknown = reading?.value ?? campaign?.rules[id] ?? server?.houseRules[id] ?? {};
  for (const more of [board, wish.settings]) {
    const next = more === undefined ? ok(settings) : withSettings(ruleset.value, settings, more);
    if (!next.ok) return next;
    settings = next.value;
  }
  for (const key of ['objective', 'mode'] as const) {
    const said = wish[key];
    const next = said === undefined ? ok({ settings }) : withSetting(ruleset.value, settings, key, said);
    if (!next.ok) return next;
    settings = next.value.settings;
  }
  const desk =
    wish.desk === undefined ? ok(undefined) : await checkGmChannel(asker, wish.desk, asker.channel, services);
  if (!desk.ok) return desk;
  const sitting = campaign === undefined ? [asker.user] : [campaign.gm, ...Object.keys(campaign.members)];
  const said = await Promise.all(sitting.map((user) => initialPresence(user, services)));
  const last = like ?? (campaign && (await findLastSession(campaign, services)));
  const pace = wish.pace ?? campaign?.pace;
  return ok({
    system: id,
    name: wish.name,
    settings,
    sides: wish.sides === undefined ? undefined : splitList(wish.sides, /,/),
    rolls: wish.rolls ?? campaign?.rolls ?? server?.rolls,
    gmChannel: desk.value,
    ...(campaign && campaignParts(campaign)),
    firstEvents: [
      ...(last ? inheritedEvents(last) : []),
      ...said.flat(),
      ...(pace ? [{ type: 'clock-set' as const, clock: { ...(last?.clock ?? noClock), pace } }] : []),
    ],
  });
};
