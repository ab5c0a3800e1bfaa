import { randomUUID } from 'node:crypto';
import {
  changeCampaign,
  findCampaign,
  listRoster,
  requireCampaign,
  requireLeader,
} from '../src/app/campaigns/channel-campaign.ts';
import { type Asker, defineCommand, toIssuer } from '../src/app/command-kit/command.ts';
import { withSettings } from '../src/app/input/setting-text.ts';
import { findRuleset } from '../src/app/input/sheets.ts';
import { writeWithAnswer } from '../src/app/outbox/durable-answer.ts';
import { directMessage } from '../src/app/outbox/outbox-items.ts';
import type { ChannelInfo } from '../src/app/outbox/transport.ts';
import { requireMember } from '../src/app/people/user-presence.ts';
import { campaignCard, listCampaignBattles, ruleLines } from '../src/app/replies/campaign-card.ts';
import { createPost, createPrivateView, postOrPrivateView, type Reply } from '../src/app/replies/reply.ts';
import { forCampaign, type Need } from '../src/app/services.ts';
import { rollModes } from '../src/battle/saved/session.ts';
import { type Campaign, campaignEntryModes, campaignRole, carryOverModes } from '../src/campaign/campaigns.ts';
import { pinRuleSettings } from '../src/campaign/upcast-campaign.ts';
import {
  listed,
  normalizeText,
  ok,
  phrase,
  type Result,
  refuse,
  runForEveryone,
  term,
  worded,
} from '../src/core/message.ts';
import { ownValue } from '../src/core/plain-object.ts';
import { type Card, card } from '../src/presentation/card.ts';
import { line } from '../src/rules/event.ts';
import {
  channelParam,
  flagParam,
  type InputOf,
  namesParam,
  oneOfParam,
  textParam,
  userParam,
} from '../src/rules/verb.ts';
import { privateCard } from './answers.ts';
import { paceParam } from './battle-clock.ts';
import { completeEach, systemOffers } from './completion.ts';
import { parseSystems } from './gm-server.ts';

/** Finds the channel or forum for a campaign's battles. In a thread or post: the parent channel or forum. */
const findCampaignChannel = async (at: string, { channels }: Need<'channels'>): Promise<Result<ChannelInfo>> => {
  const place = await channels.find(at);
  if (place === 'gone' || place === 'forbidden') return refuse(`place-${place}`);
  if (place.kind === 'direct') return refuse('place-unfit');
  if (place.kind !== 'thread' || place.parent === undefined) return ok(place);
  const around = await channels.find(place.parent);
  return around === 'gone' || around === 'forbidden' ? refuse(`place-${around}`) : ok(around);
};

const steps = 'Players join with /campaign join. Start battles with /campaign battle.';

/** The campaign's channel, or a new post in the campaign's forum. Undefined if the user is already there. */
const openTalkChannel = async (
  asker: Asker,
  place: ChannelInfo,
  name: string,
  shown: Card,
  { channels }: Need<'channels'>,
): Promise<Result<ChannelInfo | undefined>> => {
  const here = asker.channel === place.id ? place : await channels.find(asker.channel);
  if (typeof here !== 'string' && (here.id === place.id || here.parent === place.id)) return ok(undefined);
  if (place.kind !== 'forum') return ok(place);
  const reply = runForEveryone(() =>
    createPost({ cards: [{ ...shown, lines: [...shown.lines, line(steps, 'quiet')] }] }),
  );
  const talk = await channels.open(place.id, { name: phrase`${name}: talk`, reply });
  return talk === 'gone' || talk === 'forbidden' ? refuse(`place-${talk}`) : ok(talk);
};

const create = defineCommand(['campaigns', 'channels', 'now', 'outbox', 'rulesets', 'servers'], {
  path: ['campaign', 'create'],
  summary: 'Start a campaign in this channel or forum, with you as game master',
  usualReader: 'everyone',
  params: {
    name: textParam('The name', 80),
    systems: namesParam('The campaign’s rulebooks, separated by commas, the default rulebook first'),
    where: channelParam('The channel or forum; default: this one').optional(),
    carry: oneOfParam('What happens to wounds and deaths after a battle', carryOverModes).default('ask'),
    entry: oneOfParam('Who may join', campaignEntryModes).default('open'),
    pace: paceParam,
  },
  complete: completeEach({ system: systemOffers, systems: systemOffers }),
  run: async (asker, { name: wanted, systems, where, carry, entry, pace }, services) => {
    const ids = parseSystems(systems, services.rulesets);
    if (!ids.ok) return ids;
    if (ids.value.length === 0)
      return refuse('no-system', { systems: services.rulesets.map(({ id }) => id).join(', ') });
    const name = normalizeText(wanted);
    if (name === '') return refuse('bad-name');
    const place = await findCampaignChannel(where ?? asker.channel, services);
    if (!place.ok) return place;
    const before = await services.campaigns.byPlace(place.value.id);
    if (before !== undefined && before.status !== 'ended') return refuse('campaign-exists', { campaign: before.name });
    const server = asker.guild === undefined ? undefined : await services.servers.settings(asker.guild);
    const campaign: Campaign = {
      ...{ id: randomUUID(), guild: asker.guild, place: place.value.id, name, gm: asker.user, gmName: asker.name },
      ...{ members: {}, invited: [], entry, systems: ids.value, carry, status: 'running', version: 1 },
      ...pinRuleSettings(services.rulesets, ids.value, server?.houseRules ?? {}),
      ...{ ...(server && { rolls: server.rolls }), ...(pace && { pace }) },
      ...{ createdAt: services.now(), updatedAt: services.now() },
    };
    const shown = runForEveryone(() =>
      campaignCard(campaign, [], asker.user, { undecided: 0, roster: 0 }, services.rulesets),
    );
    const talk = await openTalkChannel(asker, place.value, name, shown, services);
    if (!talk.ok) return talk;
    const told = runForEveryone(() => {
      const there = talk.value && {
        ...{ label: phrase`Go to ${talk.value.name}`, guild: asker.guild, channel: talk.value.id },
      };
      const how = line(there === undefined ? steps : phrase`In that channel: ${term(steps)}`, 'quiet');
      return createPost({
        cards: [{ ...shown, lines: [...shown.lines, how], links: [...(shown.links ?? []), ...(there ? [there] : [])] }],
      });
    });
    const created = await writeWithAnswer(services, asker, told, (said) => services.campaigns.create(campaign, said));
    if (created === 'kept') return ok(told);
    const other = await services.campaigns.byPlace(place.value.id);
    return refuse('campaign-exists', { campaign: other?.name ?? '' });
  },
});

const show = defineCommand([...forCampaign, 'carryOver', 'characters', 'rulesets'], {
  path: ['campaign', 'show'],
  summary: 'Show this campaign: players, rules, and battles',
  run: async (asker, _input, services) => {
    const there = await requireCampaign(asker, services);
    if (!there.ok) return there;
    const isLeader = requireLeader(there.value, asker.user).ok;
    const undecided = isLeader ? (await services.carryOver.listUndecided(there.value)).length : 0;
    const roster = isLeader ? (await listRoster(there.value, services)).length : 0;
    const battles = await listCampaignBattles(there.value, services);
    const shown = campaignCard(there.value, battles, asker.user, { undecided, roster }, services.rulesets);
    return ok(createPrivateView({ cards: [shown] }));
  },
});

const maxListed = 20;

const list = defineCommand(['campaigns'], {
  path: ['campaign', 'list'],
  summary: 'List this server’s campaigns',
  params: { ended: flagParam('Include finished battles').optional() },
  run: async (asker, { ended }, { campaigns }) => {
    const shown = await campaigns.list(asker.guild, ended === true ? 'all' : 'unfinished', maxListed);
    const links = shown.map(({ name, gmName, status, guild, place }) => ({
      label:
        status === 'running' ? phrase`${name}, led by ${gmName}` : phrase`${name}, led by ${gmName} (${term(status)})`,
      guild,
      channel: place,
    }));
    return ok(privateCard(links.length === 0 ? 'No campaigns here' : 'Campaigns', { links }));
  },
});

/** Creates a function that builds a public answer: one sentence about a campaign. */
const announce =
  (says: () => string) =>
  ({ name }: Campaign): Reply =>
    runForEveryone(() => createPost({ cards: [card(says(), { footer: name })] }));

const join = defineCommand([...forCampaign, 'now', 'outbox'], {
  path: ['campaign', 'join'],
  summary: 'Join this channel’s campaign',
  usualReader: 'everyone',
  run: (asker, _input, services) => {
    const joined = (campaign: Campaign): Result<Campaign> => {
      if (campaignRole(campaign, asker.user) !== 'stranger') return refuse('member-already');
      if (campaign.entry === 'invited' && !campaign.invited.includes(asker.user))
        return refuse('not-invited', { campaign: campaign.name, gm: campaign.gmName });
      return ok({
        ...campaign,
        members: { ...campaign.members, [asker.user]: { name: asker.name, role: 'player' } },
        invited: campaign.invited.filter((user) => user !== asker.user),
      });
    };
    const told = announce(() => phrase`${asker.name} joins the campaign.`);
    return changeCampaign(asker, services, joined, told);
  },
});

const withoutMember = (campaign: Campaign, user: string): Campaign => ({
  ...campaign,
  members: Object.fromEntries(Object.entries(campaign.members).filter(([id]) => id !== user)),
  invited: campaign.invited.filter((id) => id !== user),
});

const leave = defineCommand([...forCampaign, 'now', 'outbox'], {
  path: ['campaign', 'leave'],
  summary: 'Leave the campaign here',
  usualReader: 'everyone',
  run: async (asker, _input, services) => {
    const left = (campaign: Campaign): Result<Campaign> => {
      const role = campaignRole(campaign, asker.user);
      if (role === 'gm') return refuse('gm-cannot-leave');
      return role === 'stranger'
        ? refuse('not-a-member', { who: asker.name, campaign: campaign.name })
        : ok(withoutMember(campaign, asker.user));
    };
    const told = announce(() => phrase`${asker.name} leaves the campaign.`);
    return changeCampaign(asker, services, left, told);
  },
});

const invite = defineCommand([...forCampaign, 'now', 'outbox'], {
  path: ['campaign', 'invite'],
  summary: 'GM: invite a user by direct message',
  params: { player: userParam('Who to invite') },
  run: async (asker, { player }, services) => {
    const here = await requireMember(asker, player, services);
    if (!here.ok) return here;
    const invited = (campaign: Campaign): Result<Campaign> => {
      const leader = requireLeader(campaign, asker.user);
      if (!leader.ok) return leader;
      return campaignRole(campaign, player) !== 'stranger' || campaign.invited.includes(player)
        ? ok(campaign)
        : ok({ ...campaign, invited: [...campaign.invited, player] });
    };
    const invitation = ({ name, guild, place }: Campaign) =>
      card(phrase`${asker.name} invites you to the campaign ${name}`, {
        lines: [line('Go there and type /campaign join.')],
        links: [{ label: name, guild, channel: place }],
      });
    const says = 'The invitation is sent by direct message, or else shown with the next reply to that person here.';
    return changeCampaign(
      asker,
      services,
      invited,
      ({ name }) => privateCard(says, { footer: name }),
      (campaign) => [
        directMessage(`invite ${asker.orderId} ${player}`, player, { cards: [invitation(campaign)] }, 'press'),
      ],
    );
  },
});

const roles = ['player', 'co-gm', 'gm', 'none'] as const;

/** The campaign with a member's new role. */
const withRole = (campaign: Campaign, user: string, role: (typeof roles)[number], name: string): Campaign => {
  const others = withoutMember(campaign, user);
  switch (role) {
    case 'none':
      return others;
    case 'player':
    case 'co-gm':
      return { ...others, members: { ...others.members, [user]: { name, role } } };
    case 'gm':
      return {
        ...others,
        gm: user,
        gmName: name,
        members: { ...others.members, [campaign.gm]: { name: campaign.gmName, role: 'co-gm' } },
      };
  }
};

const role = defineCommand([...forCampaign, 'now', 'outbox'], {
  path: ['campaign', 'role'],
  summary: 'GM: add a co-GM, hand over the campaign, or remove a member',
  usualReader: 'everyone',
  params: { player: userParam('Who'), role: oneOfParam('The new role of this member', roles) },
  run: async (asker, { player, role: wanted }, services) => {
    // Users who left the server can still be removed from the campaign.
    const leads = wanted === 'gm' || wanted === 'co-gm';
    const here = await requireMember(asker, leads ? player : undefined, services);
    if (!here.ok) return here;
    let who = '';
    const given = (campaign: Campaign): Result<Campaign> => {
      if (campaign.gm !== asker.user) return refuse('campaign-head-only', { gm: campaign.gmName });
      const member = ownValue(campaign.members, player);
      if (player === campaign.gm) return refuse('gm-cannot-leave');
      if (member === undefined) return refuse('not-a-member', { who: worded('The member'), campaign: campaign.name });
      who = member.name;
      return ok(withRole(campaign, player, wanted, member.name));
    };
    const says = () => {
      if (wanted === 'none') return phrase`${who} leaves the campaign.`;
      return wanted === 'gm' ? phrase`${who} is now the game master.` : phrase`${who} is now ${term(wanted)}.`;
    };
    return changeCampaign(asker, services, given, announce(says));
  },
});

const ruleParams = {
  system: textParam('The rulebook these house rules are for', 40).optional(),
  rules: textParam('The house rules: key=value, key=value; write none to clear them', 1000).optional(),
  carry: oneOfParam('What happens to wounds and deaths after a battle', carryOverModes).optional(),
  rolls: oneOfParam('Who sees rolls', rollModes).optional(),
  pace: paceParam,
  entry: oneOfParam('Who may join', campaignEntryModes).optional(),
  systems: namesParam('The campaign’s rulebooks, the default rulebook first').optional(),
};

const changeRules = (
  campaign: Campaign,
  { user }: Asker,
  change: InputOf<typeof ruleParams>,
  services: Need<'rulesets'>,
): Result<Campaign> => {
  const leader = requireLeader(campaign, user);
  if (!leader.ok) return leader;
  const systems = change.systems === undefined ? ok(campaign.systems) : parseSystems(change.systems, services.rulesets);
  if (!systems.ok) return systems;
  const added = systems.value.filter((id) => !campaign.systems.includes(id));
  const pinned = pinRuleSettings(services.rulesets, added, campaign.rules);
  const next: Campaign = {
    ...campaign,
    rules: pinned.rules,
    editions: { ...campaign.editions, ...pinned.editions },
    carry: change.carry ?? campaign.carry,
    entry: change.entry ?? campaign.entry,
    systems: systems.value.length === 0 ? campaign.systems : systems.value,
    ...(change.rolls !== undefined && { rolls: change.rolls }),
    ...(change.pace !== undefined && { pace: change.pace }),
  };
  if (change.rules === undefined) return ok(next);
  const ruleset = findRuleset(services.rulesets, change.system ?? next.systems[0] ?? '');
  if (!ruleset.ok) return ruleset;
  const { id } = ruleset.value;
  const chosen = change.rules === 'none' ? ok({}) : withSettings(ruleset.value, campaign.rules[id] ?? {}, change.rules);
  const whole = chosen.ok ? ruleset.value.completeSettings(chosen.value) : chosen;
  if (!whole.ok) return whole;
  const editions = { ...next.editions, [id]: ruleset.value.editions.present };
  return ok({ ...next, rules: { ...next.rules, [id]: whole.value }, editions });
};

const rules = defineCommand([...forCampaign, 'now', 'outbox', 'rulesets'], {
  path: ['campaign', 'rules'],
  summary: 'Show the campaign’s house rules; the campaign’s GM can change them for future battles',
  params: ruleParams,
  complete: completeEach({ system: systemOffers, systems: systemOffers }),
  run: async (asker, input, services) => {
    const asked = Object.values(input).some((each) => each !== undefined);
    const shown = (title: string, campaign: Campaign, to: 'everyone' | 'asker') =>
      postOrPrivateView({ cards: [card(title, { lines: ruleLines(campaign, services.rulesets) })], to });
    if (!asked) {
      const there = await requireCampaign(asker, services);
      return there.ok ? ok(shown(phrase`House rules of ${there.value.name}`, there.value, 'asker')) : there;
    }
    return changeCampaign(
      asker,
      services,
      (campaign) => changeRules(campaign, asker, input, services),
      (campaign) => shown('These rules apply to future battles', campaign, 'everyone'),
    );
  },
});

/** Pauses or resumes the clocks of all unfinished battles of a campaign. */
const stopClocks = async (
  campaign: Campaign,
  asker: Asker,
  stop: boolean,
  services: Need<'battles'>,
): Promise<void> => {
  const { answerRoute, ...by } = toIssuer(asker);
  const hand = answerRoute?.interaction ?? asker.orderId;
  for (const { id, channel: place, status } of await listCampaignBattles(campaign, services)) {
    if (status === 'ended') continue;
    const telling = { scope: 'following', interaction: hand } as const;
    const issuer = { ...by, telling, channel: place, orderId: `${asker.orderId}~${id}` };
    await services.battles.changeSession(issuer, 'run the clock', 'clock', ({ saved: { table } }) =>
      table.clock.seconds === undefined || table.clock.paused === stop
        ? refuse(stop ? 'clock-stands' : 'clock-runs')
        : ok([{ type: stop ? 'clock-paused' : 'clock-resumed' }]),
    );
  }
};

const pause = defineCommand([...forCampaign, 'now', 'outbox'], {
  path: ['campaign', 'pause'],
  summary: 'GM: pause the campaign, or resume it',
  usualReader: 'everyone',
  params: { resume: flagParam('Resume the campaign instead of pausing it').default(false) },
  run: async (asker, { resume }, services) => {
    const says = resume ? 'The campaign is resumed.' : 'The campaign is paused.';
    if (!resume) {
      const there = await requireCampaign(asker, services);
      if (!there.ok) return there;
      const leads = requireLeader(there.value, asker.user);
      if (!leads.ok) return leads;
      // Stop the clocks first: if the process dies in between, no one loses a turn.
      await stopClocks(there.value, asker, true, services);
    }
    const withStatus = (campaign: Campaign): Result<Campaign> => {
      const leader = requireLeader(campaign, asker.user);
      return leader.ok ? ok({ ...campaign, status: resume ? 'running' : 'paused' }) : leader;
    };
    const told = announce(() => says);
    const answer = await changeCampaign(asker, services, withStatus, told);
    const there = resume && answer.ok ? await findCampaign(asker, services) : undefined;
    if (there !== undefined) await stopClocks(there, asker, false, services);
    return answer;
  },
});

const end = defineCommand([...forCampaign, 'now', 'outbox'], {
  path: ['campaign', 'end'],
  summary: 'GM: end the campaign; all its battles must be over first',
  usualReader: 'everyone',
  run: async (asker, _input, services) => {
    const there = await requireCampaign(asker, services);
    if (!there.ok) return there;
    const open = (await listCampaignBattles(there.value, services)).filter(({ status }) => status !== 'ended');
    const ended = (campaign: Campaign): Result<Campaign> => {
      if (campaign.gm !== asker.user) return refuse('campaign-head-only', { gm: campaign.gmName });
      if (open.length > 0) return refuse('campaign-fights', { battles: listed(open.map(({ name }) => name)) });
      return ok({ ...campaign, status: 'ended' });
    };
    const told = announce(() => 'The campaign is over.');
    return changeCampaign(asker, services, ended, told);
  },
});

export const campaignCommands = [create, show, list, join, leave, invite, role, rules, pause, end];
