import { InvalidArgumentError } from 'commander';

/** Creates the parser of an option whose value is a whole number from `min` to `max`. */
export const wholeNumber =
  (min: number, max: number) =>
  (text: string): number => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= min && number <= max) return number;
    throw new InvalidArgumentError(`Must be a whole number from ${min} to ${max}`);
  };
