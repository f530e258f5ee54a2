/** Your agent on a few positions. Run: javac -d classes *.java && java -cp classes TestAgent */
public final class TestAgent {
  private static final int ROLL = 1; // in `may`, an entry an option; 3 is both
  private static final int BANK = 2;

  private static Danno.Question question(int[] points, int[] nextDice, int[] may, int turnPoints) {
    Danno.GameStart game = new Danno.GameStart();
    game.seats = 2;
    game.parameters.put("target", 3000);
    Danno.Ask ask = new Danno.Ask();
    ask.totals = new int[] {400, 900};
    ask.inGame = 0b11;
    ask.turnPoints = turnPoints;
    ask.keep = new int[points.length];
    ask.points = points;
    ask.nextDice = nextDice;
    ask.may = may;
    if (points.length == 0) ask.offerDice = 3;
    return new Danno.Question(game, ask);
  }

  private static int[] list(int... numbers) {
    return numbers;
  }

  private static void expect(String what, Danno.Question question, Danno.Decision expected) {
    Danno.Decision decision = Agent.decide(question);
    if (!decision.equals(expected))
      throw new AssertionError(what + ": " + decision + ", expected " + expected);
  }

  public static void main(String[] arguments) {
    int both = ROLL | BANK;
    expect("it rolls on with many dice",
        question(list(100, 50), list(4, 4), list(both, both), 0), Danno.roll(0));
    expect("it banks with few", question(list(200), list(2), list(both), 300), Danno.bank(0));
    expect("it chooses only what is legal",
        question(list(1000, 500), list(0, 2), list(BANK, ROLL), 0), Danno.bank(0));
    expect("it rolls where it may not bank",
        question(list(1000), list(6), list(ROLL), 0), Danno.roll(0));
    expect("it declines an offer", question(list(), list(), list(), 0), Danno.decline());
    System.out.println("all is well");
  }
}
