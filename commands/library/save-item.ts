import { randomUUID } from 'node:crypto';
import type { Asker } from '../../src/app/command-kit/command.ts';
import type { ReadableLibrary } from '../../src/app/library/libraries.ts';
import { formatScope } from '../../src/app/library/library-options.ts';
import { prepareItem, writeItem, writeItems } from '../../src/app/library/save-item.ts';
import { adoptPictures } from '../../src/app/pictures/portraits.ts';
import { button, type CommandAnswer, createPrivateView } from '../../src/app/replies/reply.ts';
import type { FoeServices, Services } from '../../src/app/services.ts';
import type { SavedPicture } from '../../src/campaign/pictures.ts';
import { phrase } from '../../src/core/message.ts';
import { pictureHashes } from '../../src/library/content.ts';
import type { LibraryKind } from '../../src/library/library.ts';
import type { Line } from '../../src/rules/event.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';
import { itemViews } from './kinds.ts';

/** An item that is to be saved. */
export interface ItemToSave {
  readonly kind: LibraryKind;
  readonly name: string;
  /** Its rulebook; undefined for kinds that belong to none. */
  readonly ruleset?: Ruleset | undefined;
  readonly thing: unknown;
  /** True if it may overwrite an item of the same name. */
  readonly replaces: boolean;
  /** Pictures that are saved with it. */
  readonly pictures?: readonly SavedPicture[];
  /** What else the answer says. */
  readonly lines?: readonly Line[];
}

/** Saves an item in a library, and shows it with what can be done with it. */
export const saveItem = async (
  asker: Asker,
  library: ReadableLibrary,
  { kind, name, ruleset, thing, replaces, pictures = [], lines = [] }: ItemToSave,
  services: FoeServices & Pick<Services, 'batches' | 'now' | 'outbox' | 'servers'>,
): Promise<CommandAnswer> => {
  const [system, edition] = [ruleset?.id, ruleset?.editions.present ?? 1];
  const wanted = { kind, name, system, thing, edition, id: randomUUID(), replaces };
  const item = await prepareItem(asker, library, wanted, services);
  if (!item.ok) return item;
  const place = phrase`${item.value.name} saved to ${library.label}`;
  const title = ruleset === undefined ? place : phrase`${place} (${ruleset.title})`;
  const shown = await itemViews[kind].show(item.value, title, asker, services);
  if (!shown.ok) return shown;
  const input = { kind, name: item.value.name, shelf: formatScope(library.scope) };
  const remove = item.value.version === 1 ? [[button('Delete it', { path: ['library', 'delete'], input })]] : [];
  const told = createPrivateView({
    cards: [{ ...shown.value.card, lines: [...shown.value.card.lines, ...lines] }],
    controls: [...shown.value.controls, ...remove],
  });
  const written = await (pictures.length === 0
    ? writeItem(asker, item.value, told, services)
    : writeItems(asker, [item.value], told, services, pictures));
  if (written.ok) await adoptPictures(asker, pictureHashes(thing), services);
  return written;
};
