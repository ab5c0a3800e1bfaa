import type { BattleSummary } from '../../battle/saved/store.ts';
import { type Campaign, isLeader } from '../../campaign/campaigns.ts';
import { counted, listText, markNames, phrase, term, worded } from '../../core/message.ts';
import { type Card, type CardLink, card } from '../../presentation/card.ts';
import { type Line, line } from '../../rules/event.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import { describeSetting } from '../input/setting-entries.ts';
import { changedSettings } from '../input/setting-text.ts';
import type { Need } from '../services.ts';

const maxLinks = 12;

const carryText = {
  keep: 'carried over from battle to battle',
  restore: 'healed after every battle',
  ask: 'decided by the GM after each battle',
} as const satisfies Record<Campaign['carry'], string>;

const statusText = {
  running: 'The campaign is running.',
  paused: 'The campaign is paused.',
  ended: 'The campaign is over.',
} as const satisfies Record<Campaign['status'], string>;

/** The battles of a campaign, unfinished ones first. */
export const listCampaignBattles = async (
  { id, guild }: Campaign,
  { battles }: Need<'battles'>,
): Promise<readonly BattleSummary[]> => {
  const own = await battles.listByCampaign(guild, id);
  return own.toSorted((a, b) => Number(a.status === 'ended') - Number(b.status === 'ended'));
};

const stateOf = { setup: 'being set up', active: 'being fought', ended: 'over' } as const;

export const battleLink = ({ name, status, guild, channel }: BattleSummary): CardLink => ({
  label: phrase`${name} (${term(stateOf[status])})`,
  guild,
  channel,
});

const named = (names: readonly string[]): string => (names.length === 0 ? worded('none yet') : listText(names));

const waitText = (undecided: number): string =>
  phrase`Waiting for your decision: ${counted(undecided, 'character')} (/campaign carry-over)`;

/** Lines with a campaign's house rules. */
export const ruleLines = (
  { rules, systems, rolls, carry, entry, pace }: Campaign,
  rulesets: readonly Ruleset[],
): readonly Line[] => [
  ...rulesets
    .filter(({ id }) => systems.includes(id))
    .flatMap((ruleset) =>
      changedSettings(ruleset, rules[ruleset.id]).map(({ key, value }) =>
        line(phrase`${term(ruleset.title)}: ${describeSetting(ruleset, key, value)}`),
      ),
    ),
  line(phrase`Wounds and deaths are ${term(carryText[carry])}.`),
  line(rolls === undefined ? 'Who sees rolls depends on the server’s settings.' : phrase`Rolls are ${term(rolls)}.`),
  ...(pace === 'forum' ? [line('Forum pace: orders with nothing to decide are given automatically.')] : []),
  line(entry === 'open' ? 'Anyone may join with /campaign join.' : 'Only those invited may join.'),
];

/** The card of a campaign for one reader, with links to its battles. Open decisions are only for leaders. */
export const campaignCard = (
  campaign: Campaign,
  battles: readonly BattleSummary[],
  reader: string,
  more: { readonly undecided: number; readonly roster: number },
  rulesets: readonly Ruleset[],
): Card => {
  const members = Object.values(campaign.members);
  markNames(campaign.id, (text) => [campaign.name, campaign.gmName, ...members.map(({ name }) => name)].includes(text));
  const of = (role: 'co-gm' | 'player') => members.filter((each) => each.role === role).map(({ name }) => name);
  const { roster, undecided } = more;
  const leader = isLeader(campaign, reader);
  const coGms = of('co-gm');
  return card(campaign.name, {
    lines: [line(statusText[campaign.status]), ...ruleLines(campaign, rulesets)],
    fields: [
      { name: 'Game master', text: campaign.gmName },
      ...(coGms.length === 0 ? [] : [{ name: 'Co-GMs', text: listText(coGms) }]),
      { name: 'Players', text: named(of('player')) },
      { name: 'Rulebooks', text: listText(campaign.systems) },
      ...(leader ? [{ name: 'Roster', text: phrase`${counted(roster, 'sheet')} (/campaign roster)` }] : []),
    ],
    links: battles.slice(0, maxLinks).map(battleLink),
    ...(leader && undecided > 0 && { footer: waitText(undecided) }),
    ...(battles.length > maxLinks &&
      !(leader && undecided > 0) && {
        footer: phrase`${counted(battles.length - maxLinks, 'older battle')}: /battle list ended:true`,
      }),
  });
};
