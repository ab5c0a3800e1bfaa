import type { PictureStore } from '../../campaign/pictures.ts';
import type { Transport } from '../outbox/transport.ts';

/** Pictures that are taken back from where they are shown once nobody keeps them any more. */
export const withPortraitCleanup = (
  pictures: PictureStore,
  { removePortraits }: Pick<Transport, 'removePortraits'>,
  onError: (error: unknown) => void,
): PictureStore => {
  if (removePortraits === undefined) return pictures;
  const takenBack = async (hashes: readonly string[]): Promise<void> => {
    const kept = await pictures.images(hashes);
    const gone = hashes.filter((hash) => !kept.has(hash));
    if (gone.length > 0) await removePortraits(gone).catch(onError);
  };
  return {
    ...pictures,
    delete: async (heads) => {
      await pictures.delete(heads);
      await takenBack(heads.map(({ hash }) => hash));
    },
    forget: async (owner) => {
      const heads = await pictures.listHeads(owner);
      await pictures.forget(owner);
      await takenBack(heads.map(({ hash }) => hash));
    },
  };
};
