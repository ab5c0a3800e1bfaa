import { loadEncounters, loadLesson, loadPresets } from '../../rules/presets.ts';
import { sheetSchema } from './sheet.ts';

/** Characters and monsters that come with the rulebook. Section 19.2 of RULES.md. */
export const presets = loadPresets(new URL('./presets.json', import.meta.url), sheetSchema);
export const encounters = loadEncounters(new URL('./encounters.json', import.meta.url));
export const lesson = loadLesson(new URL('./lesson.json', import.meta.url), sheetSchema, presets);
