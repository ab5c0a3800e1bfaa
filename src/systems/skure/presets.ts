import { loadEncounters, loadLesson, loadPresets } from '../../rules/presets.ts';
import { sheetSchema } from './sheet.ts';

/** Preset classes. Section 8 of RULES.md. Of the elementals, only earth has the body for a charge: SK-RUL-73. */
export const presets = loadPresets(new URL('./presets.json', import.meta.url), sheetSchema);
export const encounters = loadEncounters(new URL('./encounters.json', import.meta.url));
export const lesson = loadLesson(new URL('./lesson.json', import.meta.url), sheetSchema, presets);
