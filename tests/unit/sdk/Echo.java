/** An agent for conversation_test.py: its answers tell what it was asked and has seen in the game. */
final class Echo implements Danno.State {
  private int asked = 0;
  private int heard = 0;

  @Override
  public void seen(Danno.Seen seen) {
    heard += seen.turnPoints;
  }

  @Override
  public void ended(Danno.GameEnd end) {
    System.err.println("ended " + end.game + " after " + asked);
  }

  @Override
  public Danno.Decision decide(Danno.Question question) {
    System.out.println("noise on stdout");
    if (question.game().rules.equals("shown")) System.out.println(question);
    if (question.game().rules.equals("typo")) question.parameter("Target");
    int told = asked++ * 7 + heard;
    if (question.rules() != null) {
      told += question.rules().text.length() + question.rules().traits.get("hot").length();
      for (Danno.Pattern pattern : question.rules().patterns) told += pattern.points + pattern.dice.length;
    }
    if (question.isOffer()) return told % 2 == 0 ? Danno.accept() : Danno.decline();
    int option = told % question.options();
    return question.mayRoll(option) ? Danno.roll(option) : Danno.bank(option);
  }

  public static void main(String[] arguments) {
    System.err.println("noise before play");
    Danno.parameter("limit", 0);
    Danno.play(game -> new Echo(), true, new Danno.About("echo", "1", 1024));
  }
}
