const steps =
  /; |[.:] (?:[A-Z]|\/)|^(?:Option|Choose|Name|Use|Select|Give|To )|, only |\b(?:Example|Next): |\/[a-z]|\b(?:write|use the option|choose what) /;

/** True if a refusal tells its reader what to do next, after the reason. */
export const saysWhatToDo = (sentence: string): boolean => steps.test(sentence);
