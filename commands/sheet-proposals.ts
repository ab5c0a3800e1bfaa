import { z } from 'zod';
import { findCampaignCharacter, listCampaignCharacters } from '../src/app/campaigns/campaign-characters.ts';
import { findOnRoster, listRoster } from '../src/app/campaigns/campaign-roster.ts';
import { requireCampaign, requireLeader } from '../src/app/campaigns/channel-campaign.ts';
import { proposalListMessage, proposalsPath, proposalText } from '../src/app/characters/proposal-cards.ts';
import { answerProposal, listOpenProposals, proposeChange } from '../src/app/characters/sheet-proposals.ts';
import type { Asker } from '../src/app/commands/asker.ts';
import { matchingOffers, toOffers } from '../src/app/commands/autocomplete.ts';
import { defineCommand } from '../src/app/commands/command.ts';
import { sheetCard } from '../src/app/forms/sheet-chart.ts';
import { requireMember } from '../src/app/people/require-member.ts';
import { findPortrait } from '../src/app/pictures/portraits.ts';
import { type CommandAnswer, createPrivateView } from '../src/app/replies/reply.ts';
import type { Services } from '../src/app/services.ts';
import type { Character } from '../src/campaign/characters.ts';
import { phrase } from '../src/core/language.ts';
import { type Refusal, refuse } from '../src/core/refusal.ts';
import { ok, type Result } from '../src/core/result.ts';
import { cutText } from '../src/presentation/fit-text.ts';
import { type Line, line } from '../src/rules/lines.ts';
import { oneOfParam, textParam, userParam } from '../src/rules/params.ts';

/** The campaign here, if the asker leads it and it goes on. */
const ledHere = async (asker: Asker, services: Services) => {
  const there = await requireCampaign(asker, services);
  if (!there.ok) return there;
  return there.value.status === 'ended'
    ? refuse('campaign-ended', { campaign: there.value.name })
    : requireLeader(there.value, asker.user);
};

/** A sheet as its owner is shown it: the picture, and words. */
const shown = async (
  { id, name, system, sheet: on }: Character,
  title: string,
  more: readonly Line[],
  services: Services,
): Promise<CommandAnswer> => {
  const isDead = (await services.histories.last([id])).get(id)?.dead;
  const book = services.rulesets.find((each) => each.id === system) ?? { title: system };
  const drawn = sheetCard(book, title, { name, sheet: on, portrait: await findPortrait(id, services) });
  const lines = [...drawn.lines, ...(isDead ? [line('Dead', 'bad')] : []), ...more];
  return ok(createPrivateView({ cards: [{ ...drawn, lines }] }));
};

const sheet = defineCommand({
  path: ['campaign', 'sheet'],
  summary: 'GM: view a member’s character, or propose changes to its owner',
  params: z.strictObject({
    name: textParam('The character’s name', 80),
    changes: textParam('What to propose to its owner: hp=45, attack=12; default: show the sheet', 1000).optional(),
    player: userParam('The owner, if several characters have that name').optional(),
  }),
  complete: async (asker, option, typed, _soFar, services) => {
    if (option !== 'name') return [];
    const led = await ledHere(asker, services);
    if (!led.ok) return [];
    const brought = (await listCampaignCharacters(led.value, services)).map(({ character }) => character.name);
    const kept = (await listRoster(led.value, services)).map(({ name }) => name);
    return matchingOffers(toOffers([...new Set([...brought, ...kept])]), typed);
  },
  run: async (asker, { name, changes, player }, services) => {
    const led = await ledHere(asker, services);
    if (!led.ok) return led;
    const campaign = led.value;
    const found = await findCampaignCharacter(campaign, { name, player }, services);
    const kept = found.ok || player !== undefined ? undefined : await findOnRoster(campaign, name, undefined, services);
    if (kept !== undefined)
      return changes === undefined
        ? shown(kept, phrase`${kept.name} (${kept.system}), on the roster`, [], services)
        : refuse('proposal-on-roster', { name: kept.name });
    if (!found.ok) return found;
    const { character } = found.value;
    const here = await requireMember(asker, character.owner, services);
    if (!here.ok) return here;
    if (changes !== undefined)
      return character.owner === asker.user
        ? refuse('proposal-to-oneself', { name: character.name })
        : proposeChange(asker, campaign, found.value, changes, services);
    const open = (await services.proposals.for(character.id)).filter(
      (each) => each.state === 'open' && each.campaign.id === campaign.id,
    );
    const waiting = open.map((each) => line(phrase`Proposed by ${each.byName}: ${proposalText(each)}`, 'quiet'));
    const title = phrase`${character.name} (${character.system}), played by ${found.value.player}`;
    return shown(character, title, waiting, services);
  },
});

/** A proposal by its id, or by its number in the list. */
const idOf = async (asker: Asker, which: string, services: Services): Promise<Result<string, Refusal>> => {
  if (!/^\d{1,3}$/.test(which)) return ok(which);
  const found = (await listOpenProposals(asker, services))[Number(which) - 1];
  return found === undefined ? refuse('no-such-proposal') : ok(found.id);
};

const proposals = defineCommand({
  path: [...proposalsPath],
  summary: 'Accept or decline changes that your campaigns’ GMs propose for your characters',
  params: z.strictObject({
    which: textParam('The proposal’s number in the list; default: list all proposals', 100).optional(),
    answer: oneOfParam('Your answer', ['accept', 'decline']).optional(),
  }),
  complete: async (asker, option, typed, _soFar, services) =>
    option === 'which'
      ? matchingOffers(
          (await listOpenProposals(asker, services)).map((each) => ({
            value: each.id,
            label: cutText(phrase`${each.name}, ${proposalText(each)} (${each.byName})`, 100),
          })),
          typed,
        )
      : [],
  run: async (asker, { which, answer }, services) => {
    if (which === undefined)
      return ok(createPrivateView(proposalListMessage(await listOpenProposals(asker, services))));
    if (answer === undefined) return refuse('proposal-unanswered');
    const id = await idOf(asker, which, services);
    return id.ok ? answerProposal(asker, id.value, answer, services) : id;
  },
});

/** A leader of a campaign proposes changes of a sheet; its owner answers. */
export const sheetProposalCommands = [sheet, proposals];
