import type { Asker } from '../../src/app/command-kit/command.ts';
import type { CommandAnswer } from '../../src/app/replies/reply.ts';
import type { Services } from '../../src/app/services.ts';
import { ok, refuse } from '../../src/core/message.ts';
import type { Line } from '../../src/rules/event.ts';
import { dskull, hindrances, validated, writtenWarband } from '../../src/systems/dskull/index.ts';
import { checkWarbandName, findWarbandSettings, loadDraft, saveDraft, saveWarband } from './drafts.ts';
import { buildEditorPage } from './editor-page.ts';
import { savedReply } from './make.ts';

/** Saves an imported warband. One with errors becomes the draft, if there is none yet. */
export const importWarband = async (
  asker: Asker,
  { name, sheet }: { readonly name: string; readonly sheet: unknown },
  origin: readonly Line[],
  services: Pick<Services, 'battles' | 'characters' | 'now' | 'servers'>,
): Promise<CommandAnswer> => {
  const read = writtenWarband(sheet);
  if (!read.ok) return refuse('bad-sheet', { entrant: dskull.entrantNoun, system: dskull.title, problem: read.error });
  const named = checkWarbandName(name);
  if (!named.ok) return named;
  const warband = { ...read.value, name: named.value };
  const settings = await findWarbandSettings(asker, services);
  const isWrong = hindrances(validated(warband, settings), settings).length > 0;
  if (isWrong && (await loadDraft(asker, services)).warriors.length === 0) {
    await saveDraft(asker, warband, services);
    const said = 'The warband is your draft now. Fix the errors, then save it';
    return ok(buildEditorPage(warband, { page: 'all' }, settings, said));
  }
  const saved = await saveWarband(asker, warband, services);
  return saved.ok ? ok(savedReply(saved.value, origin)) : saved;
};
