import type { PictureStore } from '../../campaign/pictures.ts';
import type { Transport } from '../outbox/transport.ts';

/** Pictures that are taken back from where they are shown once nobody keeps them any more. */
export const withShownFaces = (
  pictures: PictureStore,
  { forgetFaces }: Pick<Transport, 'forgetFaces'>,
  onError: (error: unknown) => void,
): PictureStore => {
  if (forgetFaces === undefined) return pictures;
  const takenBack = async (hashes: readonly string[]): Promise<void> => {
    const kept = await pictures.images(hashes);
    const gone = hashes.filter((hash) => !kept.has(hash));
    if (gone.length > 0) await forgetFaces(gone).catch(onError);
  };
  return {
    ...pictures,
    drop: async (heads) => {
      await pictures.drop(heads);
      await takenBack(heads.map(({ hash }) => hash));
    },
    forget: async (owner) => {
      const heads = await pictures.headsOf(owner);
      await pictures.forget(owner);
      await takenBack(heads.map(({ hash }) => hash));
    },
  };
};
