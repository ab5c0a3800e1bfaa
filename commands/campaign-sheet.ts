import { z } from 'zod';
import {
  findCampaignCharacter,
  findOnRoster,
  listCampaignCharacters,
  listRoster,
  requireCampaign,
  requireLeader,
} from '../src/app/campaigns/channel-campaign.ts';
import type { Asker } from '../src/app/command-kit/asker.ts';
import { defineCommand, matchingOffers, toOffers } from '../src/app/command-kit/command.ts';
import { sheetCard } from '../src/app/forms/sheet-chart.ts';
import { requireMember } from '../src/app/people/user-presence.ts';
import { findPortrait } from '../src/app/pictures/save-picture.ts';
import { type CommandAnswer, createPrivateView } from '../src/app/replies/reply.ts';
import { type CampaignServices, forCampaign, type Services } from '../src/app/services.ts';
import type { Character } from '../src/campaign/characters.ts';
import { ok, phrase, refuse } from '../src/core/message.ts';
import { line } from '../src/rules/event.ts';
import { textParam, userParam } from '../src/rules/verb.ts';

/** The campaign here, if the asker leads it and it goes on. */
const ledHere = async (asker: Asker, services: CampaignServices) => {
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
  services: Pick<Services, 'histories' | 'pictures' | 'rulesets'>,
): Promise<CommandAnswer> => {
  const isDead = (await services.histories.last([id])).get(id)?.dead;
  const book = services.rulesets.find((each) => each.id === system) ?? { title: system };
  const drawn = sheetCard(book, title, { name, sheet: on, portrait: await findPortrait(id, services) });
  const lines = [...drawn.lines, ...(isDead ? [line('Dead', 'bad')] : [])];
  return ok(createPrivateView({ cards: [{ ...drawn, lines }] }));
};

export const campaignSheet = defineCommand([...forCampaign, 'characters', 'histories', 'pictures', 'rulesets'], {
  path: ['campaign', 'sheet'],
  summary: 'GM: view a character that a member brought into a battle',
  params: z.strictObject({
    name: textParam('The character’s name', 80),
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
  run: async (asker, { name, player }, services) => {
    const led = await ledHere(asker, services);
    if (!led.ok) return led;
    const campaign = led.value;
    const found = await findCampaignCharacter(campaign, { name, player }, services);
    const kept = found.ok || player !== undefined ? undefined : await findOnRoster(campaign, name, undefined, services);
    if (kept !== undefined) return shown(kept, phrase`${kept.name} (${kept.system}), on the roster`, services);
    if (!found.ok) return found;
    const { character } = found.value;
    const here = await requireMember(asker, character.owner, services);
    return here.ok
      ? shown(character, phrase`${character.name} (${character.system}), played by ${found.value.player}`, services)
      : here;
  },
});
