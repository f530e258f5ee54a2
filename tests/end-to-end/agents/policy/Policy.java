import java.util.Arrays;

/** agent.py in Java. */
final class Policy implements Danno.State {
  private long luck;
  private long heard = 0;

  Policy(Danno.GameStart game) {
    luck = Long.remainderUnsigned(game.seed, 65537);
  }

  @Override
  public void seen(Danno.Seen seen) {
    heard += seen.seat + 3L * seen.event + sum(seen.dice) + seen.kept % 1000 + seen.turnPoints + (seen.total & 65535);
  }

  @Override
  public Danno.Decision decide(Danno.Question question) {
    Danno.Ask ask = question.ask();
    luck = (75 * luck + 74) % 65537;
    long told = luck + heard + question.total() + 3L * question.bestOtherTotal() + question.parameter("target");
    told += sum(ask.dice) + (question.lastTurn() ? 5 : 0) + (question.isIn() ? 7 : 0);
    told += ask.inherited + ask.offerPoints + ask.offerDice;
    if (question.isOffer()) return told % 3 == 0 ? Danno.accept() : Danno.decline();
    int option = (int) (told % question.options());
    told += question.turnPoints(option) + question.nextDice(option);
    if (question.bankCounts(option) && told % 3 == 0) return Danno.bank(option);
    return question.mayRoll(option) ? Danno.roll(option) : Danno.bank(option);
  }

  private static long sum(int[] numbers) {
    return Arrays.stream(numbers).sum();
  }

  public static void main(String[] arguments) {
    Danno.playWith(Policy::new);
  }
}
