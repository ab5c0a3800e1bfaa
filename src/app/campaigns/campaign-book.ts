import type { OpenBattle } from '../../battle/saved/store.ts';
import { viewerOf } from '../../battle/views/viewer.ts';
import type { Campaign } from '../../campaign/campaigns.ts';
import { parseRosterOwner } from '../../campaign/characters.ts';
import { counted, listText, phrase, say, sentences, term, worded } from '../../core/message.ts';
import { ownValue } from '../../core/plain-object.ts';
import type { BookBlock } from '../../presentation/campaign-book.ts';
import type { Need } from '../services.ts';

type BookServices = Need<'battles' | 'characters' | 'histories' | 'pictures' | 'records'>;

/** What a battle left of the players' characters: `Bob: HP 45 → 12`. The GM's roster stays secret. */
const woundsAfter = async ({ saved }: OpenBattle, { characters, histories }: BookServices) => {
  const all: string[] = [];
  for (const { id } of Object.values(saved.table.characters)) {
    const character = await characters.byId(id);
    if (character === undefined || parseRosterOwner(character.owner) !== undefined) continue;
    const last = (await histories.list(id)).findLast(
      ({ kind, battle }) => kind !== 'joined' && battle?.id === saved.id,
    );
    if (last !== undefined && last.changes.length > 0) all.push(phrase`${character.name}: ${listText(last.changes)}`);
  }
  return all;
};

const formatDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

const listBlocks = (title: string, lines: readonly string[]): readonly BookBlock[] =>
  lines.length === 0 ? [] : [['h3', title], ...lines.map((each) => ['li', each] as const)];

/** A chapter about an ended battle, as everyone may see it. */
const toChapter = async (
  battle: OpenBattle,
  services: BookServices,
  replayOf: ((battle: string) => string) | undefined,
): Promise<readonly BookBlock[]> => {
  const { game, ruleset, saved } = battle;
  const { name, faces = {} } = saved.table;
  const view = game.view(viewerOf(battle));
  const people = view.combatants.map(({ id }) => id);
  const images = await services.pictures.images(Object.values(faces));
  const made = await services.records('check', battle, {});
  const { passed, dice } = made.ok ? made.value.checked : { passed: false, dice: undefined };
  const proof = phrase`${counted(dice?.recomputed ?? 0, 'die', 'dice')} verified, ${dice?.byHand ?? 0} rolled by hand.`;
  return [
    ['h2', name],
    [
      'p',
      worded(
        sentences(
          say`${term(ruleset.title)}, ${formatDay(saved.createdAt)} to ${formatDay(saved.updatedAt)}.`,
          view.outcome,
        ),
      ),
    ],
    ['p', phrase`Taking part: ${listText(people)}.`],
    ['p', passed ? proof : 'This battle failed verification'],
    ...people.flatMap((id): readonly BookBlock[] => {
      const image = images.get(ownValue(faces, id) ?? '');
      return image === undefined ? [] : [['p', id, image.bytes]];
    }),
    ...listBlocks('Who went down', made.ok ? made.value.felled : []),
    ...listBlocks('After the battle', await woundsAfter(battle, services)),
    ...(replayOf === undefined ? [] : [['p', 'Replay', undefined, replayOf(saved.id)] as const]),
  ];
};

/** The campaign as a book with a chapter for each ended battle, as everyone may see them. */
export const campaignBook = async (
  { id, guild, name }: Campaign,
  services: BookServices,
  replayOf?: (battle: string) => string,
) => {
  const chapters: (readonly BookBlock[])[] = [];
  for (const { id: of, status } of (await services.battles.listByCampaign(guild, id)).toReversed()) {
    const battle = status === 'ended' ? await services.battles.openById(of) : undefined;
    if (battle?.ok) chapters.push(await toChapter(battle.value, services, replayOf));
  }
  const blocks: readonly BookBlock[] = [['h1', name], ...chapters.flat()];
  return { blocks, chapters: chapters.length };
};
