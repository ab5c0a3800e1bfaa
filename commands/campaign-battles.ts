import { randomUUID } from 'node:crypto';
import { applyBattleDefaults } from '../src/app/campaigns/battle-defaults.ts';
import { carryOverReply, decisionCard, describeOutcome } from '../src/app/campaigns/carry-over.ts';
import {
  findCampaignCharacter,
  findOnRoster,
  listCampaignCharacters,
  listRoster,
  prepareRosterSheet,
  requireCampaign,
  requireLeader,
} from '../src/app/campaigns/channel-campaign.ts';
import { readRosterInput, type SheetsForRoster } from '../src/app/campaigns/roster-input.ts';
import { type Asker, defineCommand, matchingOffers, toIssuer } from '../src/app/command-kit/command.ts';
import { sheetCard } from '../src/app/forms/sheet-chart.ts';
import { importOptions } from '../src/app/input/sheets.ts';
import { saveBatch } from '../src/app/library/save-item.ts';
import { writeWithAnswer } from '../src/app/outbox/durable-answer.ts';
import { createPrivateDelivery } from '../src/app/outbox/notifications.ts';
import { requireMember } from '../src/app/people/user-presence.ts';
import { findPortrait } from '../src/app/pictures/save-picture.ts';
import { type CommandAnswer, createOrderResult, createPost, createPrivateView } from '../src/app/replies/reply.ts';
import { type CampaignServices, forCampaign, type Need } from '../src/app/services.ts';
import type { Campaign } from '../src/campaign/campaigns.ts';
import { type Character, parseRosterOwner, type RosterKind, rosterKinds } from '../src/campaign/characters.ts';
import type { SaveBatch } from '../src/campaign/save-batch.ts';
import { counted, normalizeText, ok, phrase, refuse, runForEveryone, term } from '../src/core/message.ts';
import { card } from '../src/presentation/card.ts';
import { line } from '../src/rules/event.ts';
import { oneOfParam, textParam, userParam, wholeNumberParam } from '../src/rules/verb.ts';
import { privateCard, writeAndAnswer } from './answers.ts';
import { battleOptions } from './battle.ts';
import { completeEach, offersOf, presetsOfSystem } from './completion.ts';
import { findBook } from './library/kinds.ts';

const battle = defineCommand([...forCampaign, 'now', 'people', 'rulesets', 'servers'], {
  path: ['campaign', 'battle'],
  summary: 'GM: start a battle of this campaign in its own post or thread',
  usualReader: 'everyone',
  ...battleOptions,
  params: { ...battleOptions.params, name: textParam('The name of the battle', 80) },
  run: async (asker, { variant: reading, gmChannel: desk, ...input }, services) => {
    const wish = { ...input, reading, desk };
    const there = await requireCampaign(asker, services);
    if (!there.ok) return there;
    const campaign = there.value;
    if (campaign.status === 'ended') return refuse('campaign-ended', { campaign: campaign.name });
    const draft = await applyBattleDefaults(asker, wish, campaign, services);
    if (!draft.ok) return draft;
    const ruleset = services.rulesets.find(({ id }) => id === draft.value.system);
    // Check the settings first, so that a battle that cannot begin leaves no empty post.
    const blank = ruleset?.createGame(draft.value.settings);
    if (blank?.ok === false) return blank;
    const how = line('Join with /battle join. The GM adds foes with /npc add and starts with /battle start.');
    const opening = runForEveryone(() =>
      createPost({
        cards: [
          card(draft.value.name, { lines: [how], footer: phrase`${campaign.name} · ${term(ruleset?.title ?? '')}` }),
        ],
        ping: Object.keys(campaign.members).filter((user) => user !== asker.user),
      }),
    );
    const post = { name: draft.value.name, state: 'setup', reply: opening } as const;
    const place = await services.channels.open(campaign.place, post);
    if (place === 'gone' || place === 'forbidden') return refuse(`place-${place}`);
    const report = await services.battles.create({ ...toIssuer(asker), channel: place.id }, draft.value);
    if (!report.ok) return report;
    const links = [{ label: draft.value.name, guild: asker.guild, channel: place.id }];
    const { saved } = report.value.after;
    return ok(
      runForEveryone(() => createOrderResult({ cards: [card('Battle created', { links })], battle: saved.id }), saved),
    );
  },
});

/** Adds sheets to the campaign's roster, all or none, and answers the user. */
const enrollAll = async (
  asker: Asker,
  campaign: Campaign,
  kind: RosterKind,
  { ruleset, sheets, origin }: SheetsForRoster,
  services: Need<'batches' | 'characters' | 'now' | 'outbox'>,
): Promise<CommandAnswer> => {
  const [only, ...more] = sheets;
  const title =
    more.length === 0
      ? phrase`${only?.name} (${term(kind)}) is on the roster`
      : phrase`${counted(sheets.length, 'sheet')} on the roster (${term(kind)})`;
  const told = privateCard(title, { lines: origin });
  const characters: SaveBatch['characters'][number][] = [];
  for (const { name: typed, sheet } of sheets) {
    const name = normalizeText(typed);
    if (name === '' || [...name].length > 28) return refuse('bad-name');
    const character = await prepareRosterSheet(campaign, ruleset, { id: randomUUID(), name, kind, sheet }, services);
    characters.push({ character, historyEvents: [] });
  }
  return saveBatch(asker, { characters }, told, services);
};

/** Finds the channel's campaign. Refuses users who do not lead it and, if `isRunning`, ended campaigns. */
const requireLedCampaign = async (asker: Asker, services: CampaignServices, isRunning = false) => {
  const there = await requireCampaign(asker, services);
  if (!there.ok) return there;
  const { name, status } = there.value;
  const isOver = isRunning && status === 'ended';
  return isOver ? refuse('campaign-ended', { campaign: name }) : requireLeader(there.value, asker.user);
};

const roster = defineCommand(
  [...forCampaign, 'batches', 'characters', 'histories', 'now', 'outbox', 'readFile', 'rulesets'],
  {
    path: ['campaign', 'roster'],
    summary: 'GM: list, add or remove this campaign’s saved sheets, for /npc add',
    params: {
      do: oneOfParam('What to do', ['list', 'add', 'remove']).default('list'),
      name: textParam('The name of the sheet', 28).optional(),
      kind: oneOfParam(
        'Characters carry wounds and changes over to the next battle; foes start every battle fresh',
        rosterKinds,
      ).default('foe'),
      system: textParam('The rulebook; default: the first rulebook of the campaign', 40).optional(),
      preset: textParam('The preset to start from', 80).optional(),
      changes: textParam('What to change: hp=45, attack=12', 500).optional(),
      ...importOptions(),
    },
    complete: async (asker, option, typed, soFar, services) => {
      const leader = await requireLedCampaign(asker, services);
      if (!leader.ok) return [];
      const { systems } = leader.value;
      if (option === 'system') return matchingOffers(systems, typed);
      if (option === 'name')
        return matchingOffers(
          (await listRoster(leader.value, services)).map(({ name }) => name),
          typed,
        );
      const chosen = { system: typeof soFar.system === 'string' ? soFar.system : (systems[0] ?? '') };
      return option === 'preset' ? presetsOfSystem(asker, typed, services, chosen) : [];
    },
    run: async (asker, input, services) => {
      const leader = await requireLedCampaign(asker, services);
      if (!leader.ok) return leader;
      const campaign = leader.value;
      if (input.do === 'list') {
        const sheets = await listRoster(campaign, services);
        const last = await services.histories.last(sheets.map(({ id }) => id));
        const lines = sheets.map(({ id, name, kind, system }) =>
          line(
            last.get(id)?.dead
              ? phrase`${name}, ${term(kind)} of ${system} (dead)`
              : phrase`${name}, ${term(kind)} of ${system}`,
          ),
        );
        const title = lines.length === 0 ? 'The roster is empty' : phrase`Roster of ${campaign.name}`;
        return ok(privateCard(title, { lines }));
      }
      if (input.do === 'remove') {
        if (input.name === undefined) return refuse('bad-name');
        const sheet = await findOnRoster(campaign, input.name, input.system, services);
        if (sheet === undefined) return refuse('no-such-sheet', { name: input.name });
        await services.histories.forget(sheet.id);
        const gone = privateCard(phrase`${sheet.name} removed from the roster`);
        return writeAndAnswer(asker, gone, services, (said) => services.characters.remove(sheet.id, said));
      }
      const given = await readRosterInput(asker, campaign, input, services);
      return given.ok ? enrollAll(asker, campaign, input.kind, given.value, services) : given;
    },
  },
);

const carry = defineCommand([...forCampaign, 'carryOver', 'now', 'outbox', 'people'], {
  path: ['campaign', 'carry-over'],
  summary: 'GM: decide what happens to characters after a battle',
  params: {
    battle: textParam('The battle', 100).optional(),
    row: wholeNumberParam('Which character of that battle; default: all', 1, 1000).optional(),
    choice: oneOfParam('Whether wounds and death stay (keep) or the character is fully restored (restore)', [
      'keep',
      'restore',
    ]).optional(),
  },
  complete: completeEach({
    battle: async (asker, _typed, services) => {
      const leader = await requireLedCampaign(asker, services);
      const fates = leader.ok ? await services.carryOver.listUndecided(leader.value) : [];
      return fates.map(({ battle: { saved } }) => ({ value: saved.id, label: saved.table.name }));
    },
  }),
  run: async (asker, { battle: id, row, choice }, services) => {
    // A direct message belongs to no campaign, but the command names the battle.
    const named = id === undefined ? undefined : await services.battles.openById(id);
    const of = named?.ok ? named.value.saved.table.campaign : undefined;
    const found = of === undefined ? undefined : await services.campaigns.byId(of);
    const leader = await (found === undefined ? requireLedCampaign(asker, services) : requireLeader(found, asker.user));
    if (!leader.ok) return leader;
    const open = await services.carryOver.listUndecided(leader.value);
    if (choice === undefined) return ok(carryOverReply(open));
    const meant = open.filter(
      (fate) => (id ?? open[0]?.battle.saved.id) === fate.battle.saved.id && (row === undefined || row === fate.row),
    );
    if (meant.length === 0) return refuse('no-such-fate');
    const done: string[] = [];
    const directly = asker.guild === undefined;
    for (const [at, fate] of meant.entries()) {
      const says = choice === 'keep' ? describeOutcome(fate) : phrase`${fate.character.name} is fully restored`;
      const left = open.filter((each) => !meant.slice(0, at + 1).includes(each));
      const soFar = carryOverReply(left, { done: [...done, says], directly });
      const heard = () => ({ cards: [decisionCard(leader.value, fate, choice)] });
      const { owner } = fate.character;
      const moreMessages =
        parseRosterOwner(owner) === undefined && owner !== asker.user
          ? [await createPrivateDelivery(owner, heard, `carried ${fate.id}`, 'question', services)]
          : [];
      const decided = await writeWithAnswer(
        services,
        asker,
        soFar,
        (said) => services.carryOver.decide(leader.value, fate, choice, said),
        { nth: at + 1, moreMessages },
      );
      if (decided) done.push(says);
    }
    return ok(carryOverReply(await services.carryOver.listUndecided(leader.value), { done, directly }));
  },
});

/** Shows a character's sheet as a picture and in words. */
const showCharacter = async (
  { id, name, system, sheet: on }: Character,
  title: string,
  services: Need<'histories' | 'pictures' | 'rulesets'>,
): Promise<CommandAnswer> => {
  const isDead = (await services.histories.last([id])).get(id)?.dead;
  const pictured = { name, sheet: on, portrait: await findPortrait(id, services) };
  const drawn = sheetCard(findBook(system, services), title, pictured);
  const lines = [...drawn.lines, ...(isDead ? [line('Dead', 'bad')] : [])];
  return ok(createPrivateView({ cards: [{ ...drawn, lines }] }));
};

const sheet = defineCommand([...forCampaign, 'characters', 'histories', 'pictures', 'rulesets'], {
  path: ['campaign', 'sheet'],
  summary: 'GM: view a character that a member brought into a battle',
  params: {
    name: textParam('The character’s name', 80),
    player: userParam('The owner, if several characters have that name').optional(),
  },
  complete: completeEach({
    name: offersOf(async (asker, services) => {
      const led = await requireLedCampaign(asker, services, true);
      if (!led.ok) return [];
      const brought = (await listCampaignCharacters(led.value, services)).map(({ character }) => character.name);
      const kept = (await listRoster(led.value, services)).map(({ name }) => name);
      return [...new Set([...brought, ...kept])];
    }),
  }),
  run: async (asker, { name, player }, services) => {
    const led = await requireLedCampaign(asker, services, true);
    if (!led.ok) return led;
    const campaign = led.value;
    const found = await findCampaignCharacter(campaign, { name, player }, services);
    const kept = found.ok || player !== undefined ? undefined : await findOnRoster(campaign, name, undefined, services);
    if (kept !== undefined) return showCharacter(kept, phrase`${kept.name} (${kept.system}), on the roster`, services);
    if (!found.ok) return found;
    const { character } = found.value;
    const here = await requireMember(asker, character.owner, services);
    return here.ok
      ? showCharacter(
          character,
          phrase`${character.name} (${character.system}), played by ${found.value.player}`,
          services,
        )
      : here;
  },
});

export const campaignBattleCommands = [battle, roster, carry, sheet];
