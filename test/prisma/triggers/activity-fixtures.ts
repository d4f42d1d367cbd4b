// A board with three agents and an operator, and the activities that their actions write.
import { createOperatorClient, openBoardWithoutOperatorLimit } from '../../support/board/operator.ts';
import { FiledActivities } from '../../support/records/filed-activities.ts';

export async function openActivityFixtures() {
  const board = await openBoardWithoutOperatorLimit();
  const [ada, bob, eve] = [await board.join('ada'), await board.join('bob'), await board.join('eve')];
  return { board, ada, bob, eve, operator: createOperatorClient(board), filed: new FiledActivities(board) };
}

export type ActivityFixtures = Awaited<ReturnType<typeof openActivityFixtures>>;
