import { ownValue } from '../../../core/plain-object.ts';
import { withoutWeapon } from '../attack/plan.ts';
import * as derived from '../derived-values.ts';
import { sumParts } from '../dice.ts';
import { attackFeats } from '../feats.ts';
import { settingsSchema } from '../settings.ts';
import { createUnit, emptyBattle } from '../setup.ts';
import { abilities, grips, type Sheet, sheetSchema } from '../sheet.ts';
import { abilityKeys, classNames, formulas, magicNames } from './names.ts';

type Values = readonly (readonly [string, number | string | undefined])[];

/** The numbers of a sheet by the names that chat palettes of ytsheet2 use: `命中1`, `ファイター`. */
const readValues = (sheet: Sheet): Values => {
  const state = emptyBattle(settingsSchema.parse({}));
  const unit = createUnit('', undefined, sheet);
  const weapons = sheet.weapons.flatMap((weapon) =>
    grips.flatMap((grip) => {
      const stance = weapon.stances[grip];
      const mode = grip === 'throw' ? grip : (weapon.modes.find((each) => each !== 'throw') ?? 'melee');
      const aim = { weapon, grip, mode, cls: derived.bestClass(unit, derived.attackClasses(mode)) };
      return stance === undefined ? [] : [{ ...stance, aim }];
    }),
  );
  return [
    ...unit.bodies.flatMap((body, n): Values => {
      const damage = body.attack?.damage ?? {};
      return [
        [`回避${n + 1}`, sumParts(derived.evasionParts(state, unit, body).parts)],
        [`防護${n + 1}`, derived.wornDefense(unit, body)],
        [`命中${n + 1}`, sumParts(derived.accuracyParts(state, unit, body, withoutWeapon).parts)],
        [`ダメージ${n + 1}`, 'x' in damage ? `2d+${damage.x}` : undefined],
        [n === 0 ? '生命抵抗' : '', sumParts(derived.resistParts(state, unit, body, 'fortitude').parts)],
        [n === 0 ? '精神抵抗' : '', sumParts(derived.resistParts(state, unit, body, 'willpower').parts)],
        ...weapons.flatMap(({ power, c, aim }, at): Values => {
          const increases = attackFeats(unit, aim).map(({ increase }) => increase?.value ?? 0);
          return [
            [`命中${at + 1}`, sumParts(derived.accuracyParts(state, unit, body, aim).parts)],
            [`威力${at + 1}`, power],
            [`C値${at + 1}`, c],
            [`追加D${at + 1}`, increases.reduce((sum, each) => sum + each, derived.extraDamage(state, unit, aim))],
          ];
        }),
      ];
    }),
    ['冒険者レベル', derived.adventurerLevel(unit)],
    ...abilities.map(
      (each) => [abilityKeys[each].japanese, sheet.abilities?.[each] ?? derived.abilityMod(unit, each) * 6] as const,
    ),
    ...classNames
      .filter(([, , cls]) => derived.classLevel(unit, cls) > 0)
      .flatMap(
        ([id, name, cls]): Values => [
          [name, derived.classLevel(unit, cls)],
          [ownValue(magicNames, id) ?? '', derived.magicPower(state, unit, cls)],
        ],
      ),
  ];
};

/** Creates a lookup of the values of `{names}` in chat palettes. Modifiers are 0 unless the sheet has them. */
export const paletteValues = (given: unknown): ((name: string) => string | undefined) => {
  const sheet = sheetSchema.safeParse(given).data;
  const values = new Map(sheet === undefined ? [] : readValues(sheet));
  return (name) =>
    (values.get(name) ?? ownValue(formulas, name) ?? ownValue(sheet?.variables, name))?.toString() ??
    (/(?:修正|増強)$/.test(name) ? '0' : undefined);
};
