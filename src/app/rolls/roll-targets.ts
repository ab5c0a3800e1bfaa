import type { OpenBattle } from '../../battle/saved/store.ts';
import { controllerOf, isGm, viewerOf } from '../../battle/views/viewer.ts';
import type { Campaign } from '../../campaign/campaigns.ts';
import type { Character } from '../../campaign/characters.ts';
import { normalizeName, ok, phrase, type Result, refuse } from '../../core/message.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import { listRoster, requireCampaign, requireLeader } from '../campaigns/channel-campaign.ts';
import type { Asker } from '../command-kit/command.ts';
import { findActiveBattle } from '../input/battle-names.ts';
import { didYouMean, matchName } from '../input/match-name.ts';
import { selectTargets } from '../input/target-selector.ts';
import { createBattleSheetLookup } from '../library/foes.ts';
import type { CampaignServices, Services } from '../services.ts';

/** Somebody who can be asked for a roll. */
export interface RollTarget {
  readonly name: string;
  /** The player who runs them; nothing where the GM does. */
  readonly user: string | undefined;
  readonly ruleset: Ruleset;
  /** Nothing where there is none to be had. */
  readonly sheet: unknown;
  /** Only the GM is to know of them. */
  readonly isHidden: boolean;
}

/** Those whom a GM asks, and where: in a battle that goes on, or in a campaign outside one. */
export interface RollTargets {
  readonly battle: OpenBattle | undefined;
  readonly campaign: Campaign | undefined;
  readonly targets: readonly RollTarget[];
  /** Did the GM name each of them? Then nobody is left out. */
  readonly byName: boolean;
}

const targetsInBattle = async (
  asker: Asker,
  battle: OpenBattle,
  who: string | undefined,
  services: Pick<Services, 'battles'>,
): Promise<Result<readonly RollTarget[]>> => {
  const { game, ruleset, saved } = battle;
  if (!isGm(saved.table, asker.user)) return refuse('gm-only');
  const roster = game.roster();
  const ids =
    who === undefined
      ? ok(roster.filter(({ actor }) => saved.table.control[actor] !== undefined).map(({ id }) => id))
      : selectTargets(battle, who);
  if (!ids.ok) return ids;
  const sheets = await createBattleSheetLookup(battle, services);
  if (!sheets.ok) return sheets;
  const { unseen } = viewerOf(battle);
  return ok(
    ids.value.map((id) => {
      const actor = roster.find((each) => each.id === id)?.actor ?? id;
      const sheet = id === actor ? sheets.value(actor, 'as-it-is') : undefined;
      const isRun = saved.table.control[actor] !== undefined;
      return {
        name: id,
        user: isRun ? controllerOf(battle, actor) : undefined,
        ruleset,
        sheet: sheet?.ok ? sheet.value : undefined,
        isHidden: unseen.includes(id) || unseen.includes(actor),
      };
    }),
  );
};

/** Everybody of a campaign: what its players keep in its rulebooks, the last changed first, and its roster. */
const targetsInCampaign = async (
  campaign: Campaign,
  services: Pick<Services, 'characters' | 'rulesets'>,
): Promise<readonly RollTarget[]> => {
  const { characters, rulesets } = services;
  const askable = ({ name, system, sheet }: Character, user: string | undefined): readonly RollTarget[] => {
    const ruleset = rulesets.find(({ id }) => id === system);
    return ruleset === undefined || !campaign.systems.includes(system)
      ? []
      : [{ name, user, ruleset, sheet, isHidden: user === undefined }];
  };
  const all: RollTarget[] = [];
  for (const user of Object.keys(campaign.members)) {
    const own = await characters.list(user, campaign.guild);
    all.push(...own.toSorted((a, b) => b.updatedAt - a.updatedAt).flatMap((each) => askable(each, user)));
  }
  const roster = await listRoster(campaign, services);
  return [...all, ...roster.flatMap((each) => askable(each, undefined))];
};

/** One for each player: whom they changed last. */
const lastPlayed = (all: readonly RollTarget[]): readonly RollTarget[] =>
  all.filter(({ user }, at) => user !== undefined && all.findIndex((each) => each.user === user) === at);

const matchTargets = (all: readonly RollTarget[], text: string): Result<readonly RollTarget[]> => {
  const chosen: RollTarget[] = [];
  for (const part of text.split(',').map((each) => each.trim())) {
    const key = normalizeName(part);
    if (key === 'all') {
      chosen.push(...lastPlayed(all), ...all.filter(({ user }) => user === undefined));
      continue;
    }
    const fitting = key.endsWith('*')
      ? all.filter(({ name }) => normalizeName(name).startsWith(key.slice(0, -1)))
      : all.filter(({ name }) => normalizeName(name) === key);
    if (fitting.length > 0) {
      chosen.push(...fitting);
      continue;
    }
    const meant = matchName(part, all, ({ name }) => [name]);
    if (meant.found === undefined) {
      const there = phrase`Available: ${all.map(({ name }) => name).join(', ')}.`;
      return refuse('nobody-to-ask', { who: part, hint: didYouMean(meant.suggestions, all.length === 0 ? '' : there) });
    }
    chosen.push(meant.found);
  }
  return ok([...new Set(chosen)]);
};

/** Whom a GM means here: the combatants of a battle, else the characters of a campaign. Left out: all that players run. */
export const findRollTargets = async (
  asker: Asker,
  who: string | undefined,
  services: CampaignServices & Pick<Services, 'characters' | 'rulesets'>,
): Promise<Result<RollTargets>> => {
  const battle = await findActiveBattle(asker, services);
  const byName = who !== undefined && !/[*:]|(^|,)\s*all\s*(,|$)/i.test(who);
  if (battle !== undefined) {
    const asked = await targetsInBattle(asker, battle, who, services);
    if (!asked.ok) return asked;
    return asked.value.length === 0
      ? refuse('nobody-asked')
      : ok({ battle, campaign: undefined, targets: asked.value, byName });
  }
  const campaign = await requireCampaign(asker, services);
  if (!campaign.ok) return campaign;
  if (campaign.value.status === 'ended') return refuse('campaign-ended', { campaign: campaign.value.name });
  const led = requireLeader(campaign.value, asker.user);
  if (!led.ok) return led;
  const all = await targetsInCampaign(campaign.value, services);
  const asked = who === undefined ? ok(lastPlayed(all)) : matchTargets(all, who);
  if (!asked.ok) return asked;
  return asked.value.length === 0
    ? refuse('nobody-asked')
    : ok({ battle, campaign: campaign.value, targets: asked.value, byName });
};
