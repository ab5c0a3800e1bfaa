import { z } from 'zod';
import type { Asker } from '../src/app/commands/asker.ts';
import { command } from '../src/app/commands/command.ts';
import { setBackdrop } from '../src/app/pictures/backdrop.ts';
import { maxPictureBytes, savePicture } from '../src/app/pictures/save-picture.ts';
import { orderAnswer } from '../src/app/replies/order-outcome.ts';
import type { Services } from '../src/app/services.ts';
import type { OpenBattle } from '../src/battle/saved/open-battle.ts';
import type { Backdrop } from '../src/battle/saved/session.ts';
import { isGm } from '../src/battle/views/permissions.ts';
import { type Refusal, refuse } from '../src/core/refusal.ts';
import { ok, type Result } from '../src/core/result.ts';
import { flag, text } from '../src/rules/params.ts';
import { gmViewer } from '../src/rules/reader.ts';

/** Squares. */
const farthest = 400;
const leastAcross = 0.5;

const params = z.strictObject({
  picture: z
    .string()
    .max(maxPictureBytes)
    .optional()
    .meta({ description: 'A PNG, JPEG or WebP file; left out: the one that lies there is moved', widget: 'picture' }),
  at: text('Where its upper left corner lies, in squares right and down, like 0,0 or -1.5,2', 20).optional(),
  across: text('How many squares it is wide: 20; left out: as wide as the board', 10).optional(),
  remove: flag('Take the picture away').optional(),
});
type Given = z.output<typeof params>;

const bad = (option: string, problem: string): Result<never, Refusal> => refuse('bad-input', { option, problem });

const numbersIn = (typed: string): readonly number[] =>
  typed.split(/[;,\s]+/).map((each) => (each === '' ? Number.NaN : Number(each)));

const cornerIn = (typed: string): Result<Pick<Backdrop, 'left' | 'top'>, Refusal> => {
  const [left = Number.NaN, top = Number.NaN, more] = numbersIn(typed);
  return more === undefined && Math.abs(left) <= farthest && Math.abs(top) <= farthest
    ? ok({ left, top })
    : bad('at', 'write how many squares right and down, like 0,0 or -1.5,2');
};

const widthIn = (typed: string): Result<number, Refusal> => {
  const [across = Number.NaN, more] = numbersIn(typed);
  return more === undefined && across >= leastAcross && across <= farthest
    ? ok(across)
    : bad('across', 'write how many squares, like 20 or 17.5');
};

/** How wide the board is, and where there is none, one: there all of the picture is shown. */
const boardWidth = ({ game }: OpenBattle): number => {
  const { board } = game.view(gmViewer);
  return board?.kind === 'grid' ? board.width : 1;
};

/** A picture that is given, or the one that lies there: which it is, and its form. */
const pictureFor = async (
  asker: Asker,
  given: string | undefined,
  { saved }: OpenBattle,
  services: Services,
): Promise<
  Result<{ readonly picture: string; readonly form: number; readonly was: Backdrop | undefined }, Refusal>
> => {
  const was = saved.table.backdrop;
  if (given === undefined)
    return was === undefined ? refuse('no-backdrop') : ok({ picture: was.picture, form: was.down / was.across, was });
  const kept = await savePicture(asker, given, 'backdrop', services);
  if (!kept.ok) return kept;
  return ok({ picture: kept.value.hash, form: kept.value.height / kept.value.width, was: undefined });
};

const wanted = async (
  asker: Asker,
  { picture: given, at, across: wide, remove }: Given,
  battle: OpenBattle,
  services: Services,
): Promise<Result<Backdrop | undefined, Refusal>> => {
  if (remove) return battle.saved.table.backdrop === undefined ? refuse('no-backdrop') : ok(undefined);
  if (given === undefined && at === undefined && wide === undefined)
    return bad('picture', 'attach one, or say at:, across: or remove:true');
  const corner = at === undefined ? undefined : cornerIn(at);
  if (corner?.ok === false) return corner;
  const width = wide === undefined ? undefined : widthIn(wide);
  if (width?.ok === false) return width;
  const found = await pictureFor(asker, given, battle, services);
  if (!found.ok) return found;
  const { picture, form, was } = found.value;
  const across = width?.value ?? was?.across ?? boardWidth(battle);
  return ok({ picture, left: was?.left ?? 0, top: was?.top ?? 0, ...corner?.value, across, down: across * form });
};

/** A picture behind the board of the battle here. */
export const backdrop = command({
  path: ['battle', 'backdrop'],
  answers: 'everyone',
  summary: 'GM: lay a picture behind the board, move it, or take it away',
  params,
  run: async (asker, input, services) => {
    const battle = await services.battles.open(asker.channel);
    if (!battle.ok) return battle;
    if (!isGm(battle.value.saved.table, asker.user)) return refuse('gm-only');
    const laid = await wanted(asker, input, battle.value, services);
    return laid.ok ? orderAnswer(await setBackdrop(asker, laid.value, 'alone', services), asker) : laid;
  },
});
