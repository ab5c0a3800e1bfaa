import type { Card } from '../../presentation/card.ts';
import { portraitHashes } from '../../presentation/svg.ts';
import type { Services } from '../services.ts';
import type { Reply } from './reply.ts';

type Pictures = Pick<Services, 'pictures'>;

const shownOn = (cards: readonly Card[]): readonly string[] => [
  ...new Set(cards.flatMap(({ picture }) => (picture === undefined ? [] : portraitHashes(picture.scene.shapes)))),
];

const withImages = async (cards: readonly Card[], { pictures }: Pictures): Promise<readonly Card[]> => {
  const wanted = shownOn(cards);
  if (wanted.length === 0) return cards;
  const images = await pictures.images(wanted);
  const there = new Map([...images].map(([hash, { bytes }]) => [hash, bytes] as const));
  return cards.map((each) => {
    if (each.picture === undefined) return each;
    const { scene } = each.picture;
    const withPictures = {
      ...scene,
      pictures: there,
      get text() {
        return scene.text;
      },
    };
    return { ...each, picture: { ...each.picture, scene: withPictures } };
  });
};

/** Cards with the pictures that their scenes show. */
export const withScenePictures = async <Said extends Pick<Reply, 'cards'>>(
  said: Said,
  services: Pictures,
): Promise<Said> => ({ ...said, cards: await withImages(said.cards, services) });

/** A whole reply with the pictures that its scenes show. */
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
