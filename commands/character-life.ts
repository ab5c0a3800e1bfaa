import { z } from 'zod';
import { findCampaign, findOnRoster, requireLeader } from '../src/app/campaigns/channel-campaign.ts';
import { findCharacter, refuseUnknownCharacter } from '../src/app/characters/save-character.ts';
import { type Asker, defineCommand } from '../src/app/command-kit/command.ts';
import {
  findPreset,
  findRuleset,
  parseSheet,
  presetOffers,
  sheetLines,
  sheetWithChanges,
} from '../src/app/input/sheets.ts';
import { createPost, type Reply, selectMenu } from '../src/app/replies/reply.ts';
import { type CampaignServices, forCampaign, type Need } from '../src/app/services.ts';
import { type Campaign, isLeader } from '../src/campaign/campaigns.ts';
import { type Character, type HistoryEvent, historyEventKinds, parseRosterOwner } from '../src/campaign/characters.ts';
import { counted, isSameName, ok, phrase, type Result, refuse, runForEveryone, worded } from '../src/core/message.ts';
import { card } from '../src/presentation/card.ts';
import { cutText } from '../src/presentation/view-facts.ts';
import { line } from '../src/rules/event.ts';
import { textParam, userParam, wholeNumberParam } from '../src/rules/verb.ts';
import { privateCard, writeAndAnswer } from './answers.ts';
import { characterOffers, chosenRulesets, completeEach, offersOf } from './completion.ts';

const params = {
  name: textParam('The character’s name', 80),
  player: userParam('The character’s owner; default: you, or your campaign’s roster').optional(),
};

/** Finds the user's character or a roster sheet by name. Campaign GMs also find characters of their players. */
const findCharacterFor = async (
  asker: Asker,
  { name, player }: { readonly name: string; readonly player?: string | undefined },
  services: CampaignServices & Need<'characters' | 'histories'>,
): Promise<Result<Character>> => {
  const campaign = await findCampaign(asker, services);
  const leader = campaign !== undefined && isLeader(campaign, asker.user);
  if (player !== undefined && player !== asker.user && !leader)
    return refuse('campaign-gm-only', { gm: campaign?.gmName ?? 'its GM' });
  if (player !== undefined && player !== asker.user && campaign !== undefined) {
    const theirs = await services.characters.find(player, asker.guild, name);
    // A player whose character fought in the campaign's battles need not be a member.
    const fought = theirs && (await services.histories.inCampaign([theirs.id], campaign.id)).has(theirs.id);
    return theirs === undefined || !fought
      ? refuse('no-brought-character', { name, campaign: campaign.name, hint: '' })
      : ok(theirs);
  }
  const own = await services.characters.find(asker.user, asker.guild, name);
  const kept = player === undefined && leader ? await findOnRoster(campaign, name, undefined, services) : undefined;
  const found = own ?? kept;
  return found === undefined ? refuseUnknownCharacter(name) : ok(found);
};

/** The campaign of a character's roster or last battle. Undefined if there is none or that campaign has ended. */
const campaignOf = async (
  character: Character,
  history: readonly HistoryEvent[],
  { campaigns }: Need<'campaigns'>,
): Promise<Campaign | undefined> => {
  const id = parseRosterOwner(character.owner) ?? history.findLast(({ campaign }) => campaign !== undefined)?.campaign;
  const campaign = id === undefined ? undefined : await campaigns.byId(id);
  return campaign?.status === 'ended' ? undefined : campaign;
};

/** A change to a character outside battles, with a description if the kind of change does not say enough. */
interface Change {
  readonly sheet: unknown;
  readonly kind: 'rested' | 'revived' | 'edited';
  readonly says?: string;
  readonly title: string;
}

/** Changes a character outside battles. For a campaign's character, refuses users who do not lead the campaign. */
const changeCharacter = async (
  asker: Asker,
  input: { readonly name: string; readonly player?: string | undefined },
  services: CampaignServices & Need<'characters' | 'histories' | 'now' | 'outbox'>,
  change: (character: Character, dead: boolean) => Result<Change>,
) => {
  const found = await findCharacterFor(asker, input, services);
  if (!found.ok) return found;
  const { id, sheet: before } = found.value;
  const history = await services.histories.list(id);
  const campaign = await campaignOf(found.value, history, services);
  const allowed = campaign === undefined ? ok(undefined) : requireLeader(campaign, asker.user);
  if (!allowed.ok) return allowed;
  const changed = runForEveryone(() => change(found.value, history.at(-1)?.dead ?? false));
  if (!changed.ok) return changed;
  const { kind, sheet, says, title } = changed.value;
  const at = services.now();
  const happening: HistoryEvent = {
    ...{ id: `${kind} ${asker.orderId}`, character: id, kind, at, before, edition: found.value.edition },
    ...(campaign && { campaign: campaign.id }),
    ...{ changes: says === undefined ? [] : [says], dead: false },
  };
  const told = runForEveryone(() => createPost({ cards: [card(title, { tone: 'good' })] }));
  return writeHistory(asker, told, happening, sheet, services);
};

/** Saves a history event with the character's new sheet and the answer. */
const writeHistory = (
  asker: Asker,
  told: Reply,
  happening: HistoryEvent,
  sheet: unknown,
  services: Need<'histories' | 'outbox'>,
) =>
  writeAndAnswer(asker, told, services, (said) =>
    services.histories.add(happening, { sheet, updatedAt: happening.at }, said),
  );

const restoreSheet = ({ system, sheet }: Character, { rulesets }: Need<'rulesets'>): Result<unknown> => {
  const ruleset = findRuleset(rulesets, system);
  return ruleset.ok ? ruleset.value.restore(sheet) : ruleset;
};

const rest = defineCommand([...forCampaign, 'characters', 'histories', 'now', 'outbox', 'rulesets'], {
  path: ['character', 'rest'],
  summary: 'Fully restore a character between battles (in a campaign: GM only)',
  usualReader: 'everyone',
  params,
  complete: completeEach({ name: characterOffers }),
  run: async (asker, input, services) =>
    changeCharacter(asker, input, services, (character, dead) => {
      if (dead) return refuse('character-dead', { name: character.name });
      const sheet = restoreSheet(character, services);
      return sheet.ok ? ok({ sheet: sheet.value, kind: 'rested', title: phrase`${character.name} rested.` }) : sheet;
    }),
});

const revive = defineCommand([...forCampaign, 'characters', 'histories', 'now', 'outbox', 'rulesets'], {
  path: ['character', 'revive'],
  summary: 'Revive a dead character (in a campaign: GM only)',
  usualReader: 'everyone',
  params: { ...params, changes: textParam('What to change: hp=1', 500).optional() },
  complete: completeEach({ name: characterOffers }),
  run: async (asker, { changes, ...input }, services) =>
    changeCharacter(asker, input, services, (character, dead) => {
      if (!dead) return refuse('character-alive', { name: character.name });
      const whole = restoreSheet(character, services);
      const ruleset = findRuleset(services.rulesets, character.system);
      if (!whole.ok) return whole;
      if (!ruleset.ok) return ruleset;
      const sheet = sheetWithChanges(ruleset.value, whole.value, changes);
      return sheet.ok
        ? ok({ sheet: sheet.value, kind: 'revived', title: phrase`${character.name} was revived.` })
        : sheet;
    }),
});

const describeClass = (sheet: unknown): string => {
  const read = z.object({ class: z.string() }).safeParse(sheet);
  return read.success && read.data.class !== '' ? read.data.class : worded('another class');
};

const promote = defineCommand([...forCampaign, 'characters', 'histories', 'now', 'outbox', 'rulesets'], {
  path: ['character', 'promote'],
  summary: 'Promote a character between battles (in a campaign: GM only)',
  usualReader: 'everyone',
  params: {
    ...params,
    into: textParam(
      'What the character becomes: a preset or one of your characters; default: as the sheet says',
      80,
    ).optional(),
  },
  complete: completeEach({
    name: characterOffers,
    into: offersOf(async (asker, services, soFar) => {
      const own = await services.characters.list(asker.user, asker.guild);
      const system = own.find(({ name }) => isSameName(name, String(soFar.name)))?.system;
      const names = own.map(({ name }) => name);
      return [...names, ...presetOffers(chosenRulesets({ system }, services))];
    }),
  }),
  run: async (asker, { into, ...input }, services) => {
    const own = into === undefined ? undefined : await services.characters.find(asker.user, asker.guild, into);
    return changeCharacter(asker, input, services, ({ name, system, sheet }, dead) => {
      if (dead) return refuse('character-dead', { name });
      const ruleset = findRuleset(services.rulesets, system);
      if (!ruleset.ok) return ruleset;
      const ready = into === undefined || own?.system === system ? ok(own) : findPreset(ruleset.value, into);
      if (!ready.ok) return ready;
      const after = ruleset.value.promote(sheet, ready.value?.sheet);
      if (!after.ok) return after;
      const of = describeClass(after.value);
      const [says, title] = [phrase`promoted to ${of}`, phrase`${name} is promoted to ${of}.`];
      return ok({ sheet: after.value, kind: 'edited', says, title });
    });
  },
});

const maxNotes = 40;

const formatHistoryEvent = ({ at, kind, battle, changes, dead }: HistoryEvent): string => {
  const day = new Date(at).toISOString().slice(0, 10);
  // The changes from a battle already mention death.
  const what = [...changes, ...(dead && kind !== 'kept' ? [worded('dead')] : [])];
  const did = worded(historyEventKinds[kind]);
  const says = battle === undefined ? did : phrase`${battle.name}: ${did}`;
  return what.length === 0 ? `${day} ${says}` : phrase`${day} ${says} (${what.join(', ')})`;
};

const history = defineCommand([...forCampaign, 'characters', 'histories'], {
  path: ['character', 'history'],
  summary: 'What happened to a character: battles, wounds, deaths, by date',
  params,
  complete: completeEach({ name: characterOffers }),
  run: async (asker, input, services) => {
    const found = await findCharacterFor(asker, input, services);
    if (!found.ok) return found;
    const all = await services.histories.list(found.value.id);
    const lines = all
      .slice(-maxNotes)
      .map((happening) => line(formatHistoryEvent(happening), happening.dead ? 'bad' : 'plain'));
    const title =
      all.length === 0
        ? phrase`Nothing has happened to ${found.value.name} yet`
        : phrase`History of ${found.value.name}`;
    const left = all.length - maxNotes;
    const footer = left > 0 ? counted(left, 'earlier entry', 'earlier entries') : undefined;
    return ok(privateCard(title, { lines, footer }));
  },
});

/** Lists the versions of a character that can be restored, newest first. `n` counts from 1. */
const listVersions = async ({ id }: Character, services: Need<'histories'>) =>
  (await services.histories.list(id))
    .filter(({ before }) => before !== undefined)
    .toReversed()
    .slice(0, maxVersions)
    .map((happening, at) => ({ n: at + 1, happening }));

const maxVersions = 25;

const versions = defineCommand(['characters', 'histories', 'now', 'outbox', 'rulesets'], {
  path: ['character', 'versions'],
  summary: 'List earlier versions of one of your characters, or restore one',
  params: {
    name: params.name,
    back: wholeNumberParam('The version to restore; default: list them', 1, maxVersions).optional(),
  },
  complete: completeEach({ name: characterOffers }),
  run: async (asker, { name, back }, services) => {
    const found = await findCharacter(asker, name, services);
    if (!found.ok) return found;
    const there = found.value;
    const all = await listVersions(there, services);
    if (back === undefined) {
      const offers = all.map(({ n, happening }) => ({ value: `${n}`, label: cutText(versionText(happening), 100) }));
      const press = { path: ['character', 'versions'], input: { name: there.name } };
      const choose = selectMenu('Restore a version', 'back', offers, press);
      const lines = all.map(({ n, happening }) => line(`${n}: ${versionText(happening)}`));
      return ok(
        all.length === 0
          ? privateCard(phrase`${there.name} has no earlier versions`)
          : privateCard(phrase`Versions of ${there.name}`, { lines }, { controls: [[choose]] }),
      );
    }
    const version = all.find(({ n }) => n === back)?.happening;
    if (version === undefined) return refuse('no-such-version', { name: there.name, n: back });
    const ruleset = findRuleset(services.rulesets, there.system);
    if (!ruleset.ok) return ruleset;
    const sheet = parseSheet(ruleset.value, version.before);
    if (!sheet.ok) return sheet;
    const at = services.now();
    const happening: HistoryEvent = {
      ...{ id: `edited ${asker.orderId}`, character: there.id, kind: 'edited', at },
      changes: [cutText(phrase`restored to ${versionText(version)}`, 200)],
      dead: (await services.histories.last([there.id])).get(there.id)?.dead ?? false,
      ...{ before: there.sheet, edition: there.edition },
    };
    const lines = sheetLines(ruleset.value, sheet.value);
    const told = privateCard(phrase`${there.name} is restored to ${versionText(version)}`, { lines });
    return writeHistory(asker, told, happening, sheet.value, services);
  },
});

/** Describes an earlier version of a character: `before 2026-11-27 12:30 (attack 12 → 14)`. */
const versionText = ({ at, changes }: HistoryEvent): string => {
  const before = phrase`the sheet before ${new Date(at).toISOString().slice(0, 16).replace('T', ' ')}`;
  return changes.length === 0 ? before : phrase`${before} (${changes.join(', ')})`;
};

export const characterLifeCommands = [rest, revive, promote, history, versions];
