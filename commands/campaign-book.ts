import { z } from 'zod';
import { requireCampaign } from '../src/app/campaigns/channel-campaign.ts';
import { defineCommand } from '../src/app/command-kit/command.ts';
import { postOrPrivateView } from '../src/app/replies/reply.ts';
import { forCampaign, type Services } from '../src/app/services.ts';
import type { OpenBattle } from '../src/battle/saved/store.ts';
import { viewerOf } from '../src/battle/views/viewer.ts';
import { campaignRole } from '../src/campaign/campaigns.ts';
import { parseRosterOwner } from '../src/campaign/characters.ts';
import { ok, phrase, refuse } from '../src/core/message.ts';
import { ownValue } from '../src/core/plain-object.ts';
import { type BookBlock, bookHtml, bookMarkdown } from '../src/presentation/campaign-book.ts';
import { card } from '../src/presentation/card.ts';
import { line } from '../src/rules/event.ts';
import { publicParam } from './completion.ts';

type BookServices = Pick<Services, 'characters' | 'histories' | 'pictures' | 'records'>;

/** What a battle left of the players' characters: `Bob: HP 45 → 12`. The GM's roster stays secret. */
const woundsAfter = async ({ saved }: OpenBattle, { characters, histories }: BookServices) => {
  const all: string[] = [];
  for (const { id } of Object.values(saved.table.characters)) {
    const character = await characters.byId(id);
    if (character === undefined || parseRosterOwner(character.owner) !== undefined) continue;
    const last = (await histories.list(id)).findLast(
      ({ kind, battle }) => kind !== 'joined' && battle?.id === saved.id,
    );
    if (last !== undefined && last.changes.length > 0) all.push(phrase`${character.name}: ${last.changes.join(', ')}`);
  }
  return all;
};

const formatDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

const listBlocks = (title: string, lines: readonly string[]): readonly BookBlock[] =>
  lines.length === 0 ? [] : [['h3', title], ...lines.map((each) => ['li', each] as const)];

/** A chapter about an ended battle, as everyone may see it. */
const toChapter = async (battle: OpenBattle, services: BookServices): Promise<readonly BookBlock[]> => {
  const { game, ruleset, saved } = battle;
  const { name, faces = {} } = saved.table;
  const view = game.view(viewerOf(battle));
  const people = view.combatants.map(({ id }) => id);
  const images = await services.pictures.images(Object.values(faces));
  const made = await services.records('check', battle, {});
  const { passed, dice } = made.ok ? made.value.checked : { passed: false, dice: undefined };
  const proof = phrase`${dice?.recomputed ?? 0} dice verified, ${dice?.byHand ?? 0} rolled by hand.`;
  return [
    ['h2', name],
    [
      'p',
      phrase`${ruleset.title}, ${formatDay(saved.createdAt)} to ${formatDay(saved.updatedAt)}. ${view.outcome ?? ''}`,
    ],
    ['p', phrase`Taking part: ${people.join(', ')}.`],
    ['p', passed ? proof : 'This battle failed verification'],
    ...people.flatMap((id): readonly BookBlock[] => {
      const image = images.get(ownValue(faces, id) ?? '');
      return image === undefined ? [] : [['p', id, image.bytes]];
    }),
    ...listBlocks('Who went down', made.ok ? made.value.felled : []),
    ...listBlocks('After the battle', await woundsAfter(battle, services)),
  ];
};

/** Sends the campaign as a book with a chapter for each ended battle. Members only. */
export const campaignBook = defineCommand([...forCampaign, 'characters', 'histories', 'pictures', 'records'], {
  path: ['campaign', 'book'],
  summary: 'Show the campaign as a book: its battles, who went down, wounds, and verified dice',
  params: z.strictObject({ public: publicParam }),
  run: async (asker, { public: open }, services) => {
    const there = await requireCampaign(asker, services);
    if (!there.ok) return there;
    const { id, guild, name } = there.value;
    if (campaignRole(there.value, asker.user) === 'stranger')
      return refuse('not-a-member', { who: asker.name, campaign: name });
    const chapters: (readonly BookBlock[])[] = [];
    for (const { id: of, status } of (await services.battles.listByCampaign(guild, id)).toReversed()) {
      const battle = status === 'ended' ? await services.battles.openById(of) : undefined;
      if (battle?.ok) chapters.push(await toChapter(battle.value, services));
    }
    const blocks: readonly BookBlock[] = [['h1', name], ...chapters.flat()];
    const files = [
      { name: 'campaign-book.html', content: bookHtml(blocks) },
      { name: 'campaign-book.md', content: bookMarkdown(blocks) },
    ];
    const lines = [line('Open the page in a browser, or paste the Markdown into a forum post.', 'quiet')];
    const shown = card(phrase`${name}: a book with ${chapters.length} chapters`, { lines });
    return ok(postOrPrivateView({ cards: [shown], files, to: open ? 'everyone' : 'asker' }));
  },
});
