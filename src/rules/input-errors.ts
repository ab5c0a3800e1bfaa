import type { z } from 'zod';
import { phrase } from '../core/message.ts';

type Issue = z.core.$ZodRawIssue;

const kinds: Readonly<Record<string, string>> = {
  string: 'a text is needed',
  number: 'a number is needed',
  int: 'a whole number is needed',
  boolean: 'write yes or no',
  array: 'a list is needed',
  object: 'a group of fields in braces { } is needed',
};

const size = ({ origin, minimum }: Extract<Issue, { code: 'too_small' }>): string =>
  origin === 'string'
    ? minimum === 1
      ? 'it is empty'
      : phrase`at least ${minimum} characters are needed`
    : phrase`at least ${minimum}`;

/** What is wrong with a value that a person gave, in a few words; undefined leaves it to the schema's own. */
export const describeInputError = (issue: Issue): string | undefined => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'a value is missing' : kinds[issue.expected];
    case 'invalid_value':
      return issue.values.length === 1
        ? phrase`the value must be ${String(issue.values[0])}`
        : phrase`choose one of ${issue.values.join(', ')}`;
    case 'too_small':
      return size(issue);
    case 'too_big':
      return issue.origin === 'string' ? phrase`at most ${issue.maximum} characters` : phrase`at most ${issue.maximum}`;
    case 'unrecognized_keys':
      return 'there is no field with that name here';
    default:
      return undefined;
  }
};
