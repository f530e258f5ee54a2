public final class Agent {
  /** Points to stop at, by the dice left; for koans. */
  private static final int[] ENOUGH = {0, 200, 200, 350, 950, 2800, 2800};

  private static int goal(Danno.Question question, int dice) {
    if (question.lastTurn()) return question.bestOtherTotal() - question.total() + 1;
    return Math.min(ENOUGH[dice], question.parameter("target") - question.total());
  }

  static Danno.Decision decide(Danno.Question question) {
    if (question.isOffer()) return Danno.decline();
    for (int option = 0; option < question.options(); ++option) {
      int enough = goal(question, question.nextDice(option));
      if (question.bankCounts(option) && question.turnPoints(option) >= enough) return Danno.bank(option);
    }
    for (int option = 0; option < question.options(); ++option) {
      if (question.mayRoll(option)) return Danno.roll(option);
    }
    return Danno.bank(0);
  }

  public static void main(String[] arguments) {
    Danno.play(Agent::decide);
  }
}
