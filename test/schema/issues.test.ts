import { describe, expect, test } from 'vitest';
import { type Issue, limitIssues } from '../../schema/issues.ts';

const issue = (members: Partial<Issue> = {}): Issue => ({ path: ['input'], msg: 'm', type: 't', ...members });

describe('the issues of an error', () => {
  test('are all listed, in their order, up to 16', () => {
    const issues = Array.from({ length: 16 }, (_, i) => issue({ path: Array<number>(16 - i).fill(1) }));

    expect(limitIssues('Bad', issues)).toEqual({ detail: 'Bad', issues });
  });

  test.each([
    [17, 'Bad; 1 more fault is not listed'],
    [18, 'Bad; 2 more faults are not listed'],
  ])(
    'are the 16 with the shortest paths, or `loc` where given, the shortest first, if there are %i',
    (count, detail) => {
      const deep = issue({ path: ['a', 'b'], loc: ['c', 'd', 'e'] });
      const short = Array.from({ length: 16 }, (_, i) => issue({ path: ['a', i] }));
      const shortest = issue({ path: ['a', 'b', 'c', 'd'], loc: ['z'] });
      const all = [...Array<Issue>(count - 17).fill(deep), ...short, shortest];

      expect(limitIssues('Bad', all)).toEqual({ detail, issues: [shortest, ...short.slice(0, 15)] });
    },
  );

  test('have paths of at most 128 characters, digits of numbers included', () => {
    const [long, digits] = ['x'.repeat(126), 123];

    const { issues } = limitIssues('Bad', [
      issue({ path: [long, 'ab', 'c'], loc: [digits, long, 'd'] }),
      issue({ path: [long, 'abc', 'd'], loc: [long, digits] }),
    ]);

    expect(issues.map(({ path, loc }) => [path, loc])).toEqual([
      [
        [long, 'ab'],
        [digits, `${'x'.repeat(124)}…`],
      ],
      [[long, 'a…'], [long]],
    ]);
  });

  test('have messages of at most 4000 characters in all, besides a detail of at most 2500', () => {
    const msg = 'm'.repeat(4001);
    const shortened = (count: number) => {
      const { detail, issues } = limitIssues('d'.repeat(2501), Array<Issue>(count).fill(issue({ msg })));
      return [detail, ...issues.map((one) => one.msg)].map((text) =>
        text.replace(/^(.)\1*/, (run) => `${run.length} `),
      );
    };

    expect([shortened(0), shortened(1), shortened(3)]).toEqual([
      ['2499 …'],
      ['2499 …', '3999 …'],
      ['2499 …', '1332 …', '1332 …', '1332 …'],
    ]);
  });

  test('that are not listed are counted in the detail, which has at most 2500 characters including the count', () => {
    const { detail } = limitIssues('d'.repeat(2501), Array<Issue>(17).fill(issue()));

    expect([detail.length, detail.slice(-34)]).toEqual([
      2500,
      '…; 1 more fault is not listed'.padStart(34, 'd'),
    ]);
  });

  test('keep the suggested name, and have no members that are not given', () => {
    const meant = issue({ didYouMean: 'body', loc: ['a'] });

    expect(limitIssues('Bad', [meant]).issues).toEqual([meant]);
    expect(Object.keys(limitIssues('Bad', [issue()]).issues[0]!)).toEqual(['path', 'msg', 'type']);
  });
});
