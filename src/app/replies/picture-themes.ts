import type { Theme } from '../../core/theme.ts';
import { withTheme } from '../../presentation/board-scene.ts';
import type { Card } from '../../presentation/card.ts';
import type { Scene } from '../../presentation/scene.ts';
import { portraitHashes } from '../../presentation/svg.ts';
import type { Need } from '../services.ts';
import type { RefinedAnswer, Reply } from './reply.ts';

type Pictures = Need<'pictures'>;

const shownOn = (cards: readonly Card[]): readonly string[] => [
  ...new Set(cards.flatMap(({ picture }) => (picture === undefined ? [] : portraitHashes(picture.scene.shapes)))),
];

const withScenes = (cards: readonly Card[], change: (scene: Scene) => Scene): readonly Card[] =>
  cards.map((each) =>
    each.picture === undefined ? each : { ...each, picture: { ...each.picture, scene: change(each.picture.scene) } },
  );

const withImages = async (cards: readonly Card[], { pictures }: Pictures): Promise<readonly Card[]> => {
  const wanted = shownOn(cards);
  if (wanted.length === 0) return cards;
  const images = await pictures.images(wanted);
  const there = new Map([...images].map(([hash, { bytes }]) => [hash, bytes] as const));
  return withScenes(cards, (scene) => ({
    ...scene,
    pictures: there,
    get text() {
      return scene.text;
    },
  }));
};

/** Loads the portraits and backgrounds that the scenes of these cards use, and adds them to the cards. */
export const withScenePictures = async <Said extends Pick<Reply, 'cards'>>(
  said: Said,
  services: Pictures,
): Promise<Said> => ({ ...said, cards: await withImages(said.cards, services) });

/** Loads the portraits and backgrounds that a reply's scenes use, and adds them to the reply. */
export const withReplyPictures = async (reply: Reply, services: Pictures): Promise<Reply> => {
  const shown = await withScenePictures(reply, services);
  if (shown.kind !== 'result') return shown;
  const { replacement } = shown;
  return {
    ...shown,
    aside: await withImages(shown.aside, services),
    replacement: typeof replacement === 'object' ? await withScenePictures(replacement, services) : replacement,
  };
};

/** The theme of pictures for servers and users that have not chosen one. */
export const defaultTheme: Theme = 'light';

const themed = (cards: readonly Card[], theme: Theme): readonly Card[] =>
  withScenes(cards, (scene) => withTheme(scene, theme));

async function* allThemed(
  better: AsyncIterable<RefinedAnswer>,
  theme: Theme,
): AsyncGenerator<RefinedAnswer, void, undefined> {
  for await (const each of better) yield { ...each, cards: themed(each.cards, theme) };
}

const hasPicture = (cards: readonly Card[]): boolean => cards.some(({ picture }) => picture !== undefined);

/** Gives public cards the theme that the server has chosen. */
export const withServerTheme = async <Said extends Pick<Reply, 'cards'>>(
  said: Said,
  { servers }: Need<'servers'>,
  guild: string | undefined,
): Promise<Said> => {
  if (guild === undefined || !hasPicture(said.cards)) return said;
  return { ...said, cards: themed(said.cards, (await servers.presentation(guild)).pictures ?? defaultTheme) };
};

/** The theme that a reader has chosen, else the server's theme, else the default. */
const themeOf = async (
  { servers, people }: Need<'servers' | 'people'>,
  { guild, user }: { readonly guild: string | undefined; readonly user: string },
): Promise<Theme> =>
  (await people.findMany([user])).get(user)?.pictures ??
  (guild === undefined ? undefined : (await servers.presentation(guild)).pictures) ??
  defaultTheme;

/** Gives public cards the server's theme, and private cards the reader's theme. */
export const withReaderTheme = async (
  said: Reply,
  services: Need<'servers' | 'people'>,
  asker: { readonly guild: string | undefined; readonly user: string },
): Promise<Reply> => {
  const shown = said.to === 'everyone' ? await withServerTheme(said, services, asker.guild) : said;
  const { aside, replacement } = said.kind === 'result' ? said : { aside: [], replacement: undefined };
  const instead = typeof replacement === 'object' ? replacement : undefined;
  if (![said.to === 'asker' ? said.cards : [], aside, instead?.cards ?? []].some(hasPicture)) return shown;
  const theme = await themeOf(services, asker);
  const own = said.to === 'asker' ? { ...shown, cards: themed(shown.cards, theme) } : shown;
  if (own.kind === 'private' && own.refinements !== undefined)
    return { ...own, refinements: allThemed(own.refinements, theme) };
  if (own.kind !== 'result') return own;
  const replaced = instead ? { ...instead, cards: themed(instead.cards, theme) } : replacement;
  return { ...own, aside: themed(aside, theme), replacement: replaced };
};
