import { z } from 'zod';
import { isSameName, ok, ref, refuse, say, term } from '../../core/message.ts';
import { line, step } from '../../rules/event.ts';
import { combatantParam, type FindParamOffers, textParam } from '../../rules/verb.ts';
import { combatantOffer, requireCombatant, requireGmBeforeEnd } from './checks.ts';
import { presets } from './presets.ts';
import { describeMove, type Promotion, promotionSchema, type Sheet, sheetSchema } from './sheet.ts';
import { type CheckResult, combatantId, event, isAlive, order, type State, update } from './state.ts';

/** The fields of a class; promotion keeps the rest of the sheet. SK-PROMO-1. */
const classSchema = z.object(promotionSchema.shape);

/** HP after a promotion: as many are missing as before. SK-RUL-72. */
const stillMissing = (now: number, most: number, becomes: number): number =>
  Math.min(becomes, now > 0 ? Math.max(1, now + becomes - most) : now);

/** Essence after a promotion: as much is spent as before. SK-RUL-72. */
const essenceLeft = (now: number, most: number, becomes: number): number =>
  Math.max(0, Math.min(becomes, now + becomes - most));

/** The promotion of the sheet or of its preset class. Undefined after a promotion or if there is none. SK-PROMO-2. */
const ownPromotion = (sheet: Sheet): Promotion | undefined =>
  sheet.promoted
    ? undefined
    : (sheet.promotion ??
      Object.values(presets).find((each) => sheet.class !== '' && isSameName(each.sheet.class, sheet.class))?.sheet
        .promotion);

/** The sheet after its own promotion, or after promotion to the class `into`. SK-PROMO-1, SK-PROMO-2. */
export const promoteSheet = (before: Sheet, into?: Sheet): CheckResult<Sheet> => {
  const becomes = into === undefined ? ownPromotion(before) : classSchema.parse(into);
  if (becomes === undefined) return refuse('NO_PROMOTION', { target: before.name || before.class || term('It') });
  const { promotion: _, hp, essence, ...sheet } = before;
  const after = sheetSchema.parse({ ...sheet, ...becomes, promoted: true });
  return ok({
    ...after,
    ...(hp !== undefined && { hp: stillMissing(hp, sheet.maxHp, after.maxHp) }),
    ...(essence !== undefined && { essence: essenceLeft(essence, sheet.maxEssence, after.maxEssence) }),
  });
};

/** A combatant is promoted, with a new sheet, HP and essence. SK-PROMO-3. */
export const promoted = event('promoted', {
  facts: { who: combatantId, sheet: sheetSchema, hp: z.int(), essence: z.int().min(0) },
  apply: (state, { who, sheet, hp, essence }) => update(state, who, () => ({ sheet, hp, essence })),
  narrate: ({ who, sheet }, { reader }) =>
    line(
      reader.isNumberVisible(who, 'sheet')
        ? say`${ref(who)} is promoted to ${term(sheet.class)}.`
        : say`${ref(who)} is promoted.`,
      'good',
      reader.isNumberVisible(who, 'sheet')
        ? [[step('SK-PROMO-1', say`${term(sheet.class)}: ${describeMove(sheet.move)}`)]]
        : [],
    ),
});

const classes: FindParamOffers<State> = () =>
  Object.values(presets).map(({ sheet }) => ({ value: sheet.class, label: sheet.class }));

/** Finds a preset class by name. SK-PROMO-2. */
const findClass = (wanted: string): CheckResult<Sheet> => {
  const found = Object.values(presets).find(
    ({ sheet, title }) => isSameName(sheet.class, wanted) || isSameName(title, wanted),
  );
  return found === undefined ? refuse('NO_SUCH_CLASS', { class: wanted.slice(0, 60) }) : ok(found.sheet);
};

/** Promotes a combatant. SK-PROMO-3. */
export const promote = order({
  summary: 'GM: promote a combatant to the class its sheet names, or to another class',
  role: 'gm',
  params: z.strictObject({
    target: combatantParam('Who to promote'),
    into: textParam('A preset class; default: the class that the combatant’s sheet names', 100).optional(),
  }),
  offers: { target: (state) => state.combatants.filter(isAlive).map((each) => combatantOffer(each)), into: classes },
  requires: requireGmBeforeEnd,
  resolve: ({ now }, _, { target: wanted, into }) => {
    const target = requireCombatant(now(), wanted);
    if (!target.ok) return target;
    const { id: who, life, sheet, hp, essence } = target.value;
    if (!isAlive(target.value)) return refuse('TARGET_DEAD', { target: ref(who), life: term(life) });
    const other = into === undefined ? undefined : findClass(into);
    if (other?.ok === false) return other;
    const after = promoteSheet(sheet, other?.value);
    if (!after.ok) return refuse(after.error.code, { target: ref(who) });
    const left = {
      hp: stillMissing(hp, sheet.maxHp, after.value.maxHp),
      essence: essenceLeft(essence, sheet.maxEssence, after.value.maxEssence),
    };
    return promoted({ who, sheet: after.value, ...left });
  },
});
