import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Write an agent for Danno in Java: one function, position in, decision out.
 *
 * <pre>
 *   static Danno.Decision decide(Danno.Question question) {
 *     if (question.isOffer()) return Danno.decline();
 *     return question.mayBank(0) ? Danno.bank(0) : Danno.roll(0);
 *   }
 *
 *   public static void main(String[] arguments) {
 *     Danno.play(Agent::decide);
 *   }
 * </pre>
 *
 * The messages, and what their fields mean, are those of agent.proto, with names in camelCase;
 * points are whole numbers in units (GameStart.unit units make a point). Java 17 or later; no
 * package is needed.
 */
public final class Danno {
  public static final int ROLL = 1;
  public static final int BANK = 2;
  public static final int ACCEPT = 3;
  public static final int DECLINE = 4;

  private static final int MAX_FRAME = 64 * 1024;
  private static final String BY_HAND =
      """
      danno: this is an agent: a referee plays it, by pipes. In its folder, try
        danno check .
        danno match . hold""";

  private Danno() {}

  public record Decision(int action, int option) {}

  public static Decision roll(int option) {
    return new Decision(ROLL, option);
  }

  public static Decision bank(int option) {
    return new Decision(BANK, option);
  }

  public static Decision accept() {
    return new Decision(ACCEPT, 0);
  }

  public static Decision decline() {
    return new Decision(DECLINE, 0);
  }

  /**
   * A value of your own that can be changed without building again: that of `parameters` in
   * agent.toml or of `danno tune`, or else the given one. Throws if the value is no number.
   */
  public static String parameter(String name, String otherwise) {
    String text = System.getenv("DANNO_" + name);
    return text == null ? otherwise : text;
  }

  public static int parameter(String name, int otherwise) {
    return parameter(name, otherwise, "a whole number", Integer::valueOf);
  }

  public static double parameter(String name, double otherwise) {
    return parameter(name, otherwise, "a number", Double::valueOf);
  }

  private static <T> T parameter(String name, T otherwise, String kind, Function<String, T> read) {
    String text = parameter(name, (String) null);
    try {
      return text == null ? otherwise : read.apply(text);
    } catch (NumberFormatException wrong) {
      throw new IllegalArgumentException(
          "the parameter " + name + " is '" + text + "'; expected " + kind);
    }
  }

  // ---- what an agent is told --------------------------------------------------------------------

  /** A game as it began: rules, parameters, seats, the agent's own seed. */
  public static final class GameStart {
    public int game, unit, dice, seat, seats, first;
    public String rules = "", faces = "";
    public Map<String, Integer> parameters = new HashMap<>();
    public long seed;
    /** An earlier process of the agent has played a part of the game and ended. */
    public boolean resumed;
    /** Null where `danno rules` lists the rule set. */
    public RuleSet ruleSet;
  }

  /**
   * The rules of a game by a rule file: the whole text (TOML), every pattern that scores, and the other rules by
   * key, named and valued as in the file: {@code traits.get("hot")} is "may-roll".
   */
  public static final class RuleSet {
    public String text = "";
    public List<Pattern> patterns = new ArrayList<>();
    public Map<String, String> traits = new HashMap<>();
  }

  /** Dice that score together; of a keep, its best split into such dice counts. */
  public static final class Pattern {
    public int[] dice = {};
    public int points;
  }

  /** All that is public, and the legal options. */
  public static final class Ask {
    public int game, seq;
    public int[] dice = {}, keep = {}, points = {}, nextDice = {}, may = {}, totals = {};
    /** In a row, by seat, where they have a price. */
    public int[] busts = {};
    public int inGame, turnPoints, locked, inherited, offerPoints, offerDice, forfeited;
    public boolean unproven;
    /** Null where it was not sent. */
    public Integer closer, adviceOption;
    public int adviceAction;
  }

  /** What another seat did. */
  public static final class Seen {
    public static final int ROLLED_ON = 1, BANKED = 2, BUSTED = 3, ACCEPTED = 4, DECLINED = 5;
    public static final int FORFEITED = 6, WON_AT_ONCE = 7;
    public int game, seat, event, kept, turnPoints, total;
    public int[] dice = {};
  }

  public static final class GameEnd {
    public static final int FINISHED = 1, CAPPED = 2, FORFEIT = 3, YOU_FORFEIT = 4;
    public int game, cause;
    public int[] places = {}, totals = {};
  }

  /** What is asked: the game as it began, and the question with its options. */
  public record Question(GameStart game, Ask ask) {
    /** Whether accept or decline is asked; then there are no options. */
    public boolean isOffer() {
      return ask.offerDice != 0;
    }

    /** How many there are; they count from 0, by falling points. */
    public int options() {
      return ask.may.length;
    }

    public boolean mayRoll(int option) {
      return (ask.may[option] & 1) != 0;
    }

    public boolean mayBank(int option) {
      return (ask.may[option] & 2) != 0;
    }

    /** Whether a bank is legal and is recorded: below the entry it may be one and not both. */
    public boolean bankCounts(int option) {
      return mayBank(option) && (isIn() || turnPoints(option) >= parameter("entry", 0));
    }

    /** The turn points after keeping the option. */
    public int turnPoints(int option) {
      return ask.turnPoints + ask.points[option];
    }

    /** How many dice a roll after the option throws. */
    public int nextDice(int option) {
      return ask.nextDice[option];
    }

    /** This seat's banked points. */
    public int total() {
      return ask.totals[game.seat];
    }

    /** The highest total of the others that are still in the game. */
    public int bestOtherTotal() {
      int best = Integer.MIN_VALUE;
      for (int seat = 0; seat < ask.totals.length; ++seat) {
        boolean out = (ask.forfeited >>> seat & 1) != 0;
        if (seat != game.seat && !out) best = Math.max(best, ask.totals[seat]);
      }
      return best == Integer.MIN_VALUE ? 0 : best;
    }

    /** Whether this seat has banked under the entry rule. */
    public boolean isIn() {
      return (ask.inGame >>> game.seat & 1) != 0;
    }

    /** Whether these are the last turns: this is the seat's last (unless official goes on). */
    public boolean lastTurn() {
      return ask.closer != null;
    }

    /** The rules of a game by a rule file; null where `danno rules` lists the rule set. */
    public RuleSet rules() {
      return game.ruleSet;
    }

    /** A parameter of the rule set, in units. Throws where it has none of that name. */
    public int parameter(String name) {
      Integer value = game.parameters.get(name);
      if (value != null) return value;
      String known = game.parameters.isEmpty() ? "none" : String.join(", ", game.parameters.keySet());
      String rules = game.rules.isEmpty() ? "the game" : game.rules;
      throw new IllegalArgumentException(
          rules + " has no parameter '" + name + "'; it has " + known
              + ". Where rules differ, parameter(\"" + name + "\", 0) gives 0");
    }

    /** The same where not every rule set has the parameter. */
    public int parameter(String name, int otherwise) {
      return game.parameters.getOrDefault(name, otherwise);
    }

    /** The position, then a line an option; all points are in units. */
    @Override
    public String toString() {
      StringBuilder text = new StringBuilder(game.rules)
          .append(", seat ").append(game.seat).append(" of ").append(game.seats).append(", totals");
      for (int total : ask.totals) text.append(' ').append(total);
      if (lastTurn()) text.append(", last turn");
      if (isOffer())
        return text + ", offer: " + ask.offerPoints + " points, " + ask.offerDice + " dice";
      text.append(", turn ").append(ask.turnPoints).append(", dice");
      for (int die : ask.dice) text.append(' ').append(die);
      for (int option = 0; option < options(); ++option) {
        text.append("\n  ").append(option).append(": keep");
        for (int die = 0; die < ask.dice.length; ++die)
          if ((ask.keep[option] >>> die & 1) != 0) text.append(' ').append(ask.dice[die]);
        text.append(" for ").append(ask.points[option]);
        text.append(", turn ").append(turnPoints(option)).append(", ");
        if (mayRoll(option)) text.append("roll ").append(nextDice(option)).append(" dice");
        if (mayRoll(option) && mayBank(option)) text.append(" or ");
        if (mayBank(option)) text.append("bank");
      }
      return text.toString();
    }
  }

  // ---- playing ----------------------------------------------------------------------------------

  public interface Decide {
    Decision decide(Question question);
  }

  /** An agent's memory of one game; `seen` and `ended` are for those who want them. */
  public interface State extends Decide {
    /** What another seat did. */
    default void seen(Seen seen) {}

    default void ended(GameEnd end) {}
  }

  /** What the agent says of itself, and how many games it can hold at once. */
  public record About(String name, String version, int games) {
    public static final About NOTHING = new About("", "", 1024);
  }

  /**
   * Plays until the referee says goodbye or is gone. Many games are played at once, in one thread.
   * From the call on, what the program prints goes to stderr, its log.
   */
  public static void play(Decide decide) {
    State everywhere = decide::decide;
    play(game -> everywhere, false, About.NOTHING);
  }

  /** The same with a state that is made for each game, as in playWith(Memory::new). */
  public static void playWith(Function<GameStart, State> state) {
    play(state, true, About.NOTHING);
  }

  public static void play(Function<GameStart, State> state, boolean wantsSeen, About about) {
    if (isTerminal()) {
      System.err.println(BY_HAND);
      System.exit(2);
    }
    InputStream source = new FileInputStream(FileDescriptor.in);
    OutputStream sink = new FileOutputStream(FileDescriptor.out);
    System.setOut(System.err);
    System.setIn(new ByteArrayInputStream(new byte[0]));
    try {
      new Conversation(state, wantsSeen, about).run(source, sink);
    } catch (IOException gone) {
      return; // the referee
    } catch (RuntimeException | Error failure) {
      // The trace shows the author's lines only.
      failure.setStackTrace(Arrays.stream(failure.getStackTrace())
          .filter(line -> !line.getClassName().matches("Danno([$].*)?"))
          .toArray(StackTraceElement[]::new));
      throw failure;
    }
  }

  /** Whether a person starts the program. Java 22 to 24 have a console for pipes, too. */
  private static boolean isTerminal() {
    Console console = System.console();
    if (console == null) return false;
    try {
      return (boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (ReflectiveOperationException older) {
      return true; // before Java 22 there is a console only at a terminal
    }
  }

  // ---- the conversation -------------------------------------------------------------------------

  /** One agent's side: bytes in, frames out. */
  private static final class Conversation {
    private record Game(GameStart start, State state) {}

    private final Function<GameStart, State> state;
    private final boolean wantsSeen;
    private final About about;
    private final Map<Integer, Game> games = new HashMap<>();
    private final Writer output = new Writer();
    private boolean over = false;

    Conversation(Function<GameStart, State> state, boolean wantsSeen, About about) {
      this.state = state;
      this.wantsSeen = wantsSeen;
      this.about = about;
    }

    /** Reads what is there, answers all complete frames, writes once. */
    void run(InputStream source, OutputStream sink) throws IOException {
      byte[] input = new byte[4 * MAX_FRAME];
      int end = 0;
      while (!over) {
        int got = source.read(input, end, input.length - end);
        if (got < 0) return;
        end += got;
        int used = 0;
        try {
          used = take(input, end);
        } finally {
          output.writeTo(sink); // where decide fails, the answers before count
        }
        System.arraycopy(input, used, input, 0, end - used);
        end -= used;
      }
    }

    /** Answers all complete frames; how many bytes they took. */
    private int take(byte[] input, int end) {
      int pos = 0;
      while (pos < end && !over) {
        int at = pos;
        int size = 0;
        boolean whole = false;
        while (!whole && at < end && at - pos < 5) {
          size |= (input[at] & 0x7f) << 7 * (at - pos);
          whole = input[at++] >= 0;
        }
        if (!whole && at - pos == 5) throw new IllegalStateException("a frame with no length");
        if (!whole) break;
        if (size < 0 || size > MAX_FRAME)
          throw new IllegalStateException("a frame of " + size + " bytes; at most " + MAX_FRAME);
        if (size > end - at) break;
        Reader frame = new Reader(input, at, at + size);
        while (frame.more()) hear(frame);
        pos = at + size;
      }
      return pos;
    }

    private void hear(Reader frame) {
      int tag = frame.number();
      switch (tag) {
        case 1 << 3 | 2 -> {
          frame.part();
          output.ready(about, wantsSeen);
        }
        case 2 << 3 | 2 -> {
          GameStart start = gameStart(frame.part());
          games.put(start.game, new Game(start, state.apply(start)));
        }
        case 3 << 3 | 2 -> {
          Ask ask = ask(frame.part());
          Game game = find(ask.game);
          Decision decision = game.state.decide(new Question(game.start, ask));
          if (decision == null)
            throw new IllegalStateException(
                "decide returned null; expected roll(i), bank(i), accept() or decline()");
          output.answer(ask, decision);
        }
        case 4 << 3 | 2 -> {
          Seen seen = seen(frame.part());
          if (wantsSeen) find(seen.game).state.seen(seen);
        }
        case 5 << 3 | 2 -> {
          GameEnd end = gameEnd(frame.part());
          find(end.game).state.ended(end);
          games.remove(end.game);
        }
        case 6 << 3 | 2 -> {
          frame.part();
          over = true;
        }
        default -> frame.skip(tag);
      }
    }

    private Game find(int id) {
      Game game = games.get(id);
      if (game == null) throw new IllegalStateException("game " + id + " has not begun");
      return game;
    }
  }

  // ---- the codec: protobuf's wire format, as much of it as agent.proto needs --------------------

  // A field comes after its tag: its number, and its wire type (0 a number, 2 a list or text).

  private static Ask ask(Reader in) {
    Ask ask = new Ask();
    while (in.more()) {
      int tag = in.number();
      switch (tag) {
        case 1 << 3 -> ask.game = in.number();
        case 2 << 3 -> ask.seq = in.number();
        case 3 << 3 | 2 -> ask.dice = in.numbers();
        case 4 << 3 | 2 -> ask.keep = in.numbers();
        case 5 << 3 | 2 -> ask.points = in.numbers();
        case 6 << 3 | 2 -> ask.nextDice = in.numbers();
        case 7 << 3 | 2 -> ask.may = in.numbers();
        case 8 << 3 | 2 -> ask.totals = in.numbers();
        case 9 << 3 -> ask.inGame = in.number();
        case 10 << 3 -> ask.turnPoints = in.number();
        case 11 << 3 -> ask.locked = in.number();
        case 12 << 3 -> ask.inherited = in.number();
        case 13 << 3 -> ask.offerPoints = in.number();
        case 14 << 3 -> ask.offerDice = in.number();
        case 15 << 3 -> ask.closer = in.number();
        case 16 << 3 -> ask.forfeited = in.number();
        case 17 << 3 -> ask.unproven = in.number() != 0;
        case 18 << 3 -> ask.adviceOption = in.number();
        case 19 << 3 -> ask.adviceAction = in.number();
        case 20 << 3 | 2 -> ask.busts = in.numbers();
        default -> in.skip(tag);
      }
    }
    return ask;
  }

  private static GameStart gameStart(Reader in) {
    GameStart start = new GameStart();
    while (in.more()) {
      int tag = in.number();
      switch (tag) {
        case 1 << 3 -> start.game = in.number();
        case 2 << 3 | 2 -> start.rules = in.part().text();
        case 3 << 3 | 2 -> parameter(in.part(), start.parameters);
        case 4 << 3 -> start.unit = in.number();
        case 5 << 3 -> start.dice = in.number();
        case 6 << 3 | 2 -> start.faces = in.part().text();
        case 7 << 3 -> start.seat = in.number();
        case 8 << 3 -> start.seats = in.number();
        case 9 << 3 -> start.first = in.number();
        case 10 << 3 | 1 -> start.seed = in.fixed64();
        case 11 << 3 -> start.resumed = in.number() != 0;
        case 12 << 3 | 2 -> {
          start.ruleSet = new RuleSet();
          addTo(start.ruleSet, in.part());
        }
        default -> in.skip(tag);
      }
    }
    return start;
  }

  private static void addTo(RuleSet rules, Reader in) {
    while (in.more()) {
      int tag = in.number();
      switch (tag) {
        case 1 << 3 | 2 -> rules.text = in.part().text();
        case 2 << 3 | 2 -> rules.patterns.add(pattern(in.part()));
        case 3 << 3 | 2 -> trait(in.part(), rules.traits);
        default -> in.skip(tag);
      }
    }
  }

  private static void trait(Reader in, Map<String, String> traits) {
    String key = "";
    String value = "";
    while (in.more()) {
      int tag = in.number();
      switch (tag) {
        case 1 << 3 | 2 -> key = in.part().text();
        case 2 << 3 | 2 -> value = in.part().text();
        default -> in.skip(tag);
      }
    }
    traits.put(key, value);
  }

  private static Pattern pattern(Reader in) {
    Pattern pattern = new Pattern();
    while (in.more()) {
      int tag = in.number();
      switch (tag) {
        case 1 << 3 | 2 -> pattern.dice = in.numbers();
        case 2 << 3 -> pattern.points = in.number();
        default -> in.skip(tag);
      }
    }
    return pattern;
  }

  private static void parameter(Reader in, Map<String, Integer> parameters) {
    String name = "";
    int value = 0;
    while (in.more()) {
      int tag = in.number();
      switch (tag) {
        case 1 << 3 | 2 -> name = in.part().text();
        case 2 << 3 -> value = in.number();
        default -> in.skip(tag);
      }
    }
    parameters.put(name, value);
  }

  private static Seen seen(Reader in) {
    Seen seen = new Seen();
    while (in.more()) {
      int tag = in.number();
      switch (tag) {
        case 1 << 3 -> seen.game = in.number();
        case 2 << 3 -> seen.seat = in.number();
        case 3 << 3 -> seen.event = in.number();
        case 4 << 3 | 2 -> seen.dice = in.numbers();
        case 5 << 3 -> seen.kept = in.number();
        case 6 << 3 -> seen.turnPoints = in.number();
        case 7 << 3 -> seen.total = in.number();
        default -> in.skip(tag);
      }
    }
    return seen;
  }

  private static GameEnd gameEnd(Reader in) {
    GameEnd end = new GameEnd();
    while (in.more()) {
      int tag = in.number();
      switch (tag) {
        case 1 << 3 -> end.game = in.number();
        case 2 << 3 | 2 -> end.places = in.numbers();
        case 3 << 3 | 2 -> end.totals = in.numbers();
        case 4 << 3 -> end.cause = in.number();
        default -> in.skip(tag);
      }
    }
    return end;
  }

  /** The bytes of one message, and how far they are read. */
  private static final class Reader {
    private final byte[] data;
    private int pos;
    private final int end;

    Reader(byte[] data, int pos, int end) {
      this.data = data;
      this.pos = pos;
      this.end = end;
    }

    boolean more() {
      return pos < end;
    }

    /** The lower 32 bits of a varint. */
    int number() {
      int value = 0;
      for (int shift = 0; shift < 70; shift += 7) {
        byte next = data[take(1)];
        if (shift < 32) value |= (next & 0x7f) << shift;
        if (next >= 0) return value;
      }
      throw new IllegalStateException("a number of more than ten bytes");
    }

    int[] numbers() {
      Reader part = part();
      int[] numbers = new int[part.end - part.pos];
      int count = 0;
      while (part.more()) numbers[count++] = part.number();
      return Arrays.copyOf(numbers, count);
    }

    long fixed64() {
      int at = take(8);
      long value = 0;
      for (int i = 7; i >= 0; --i) value = value << 8 | data[at + i] & 0xff;
      return value;
    }

    /** What a length stands before. */
    Reader part() {
      int size = number();
      int at = take(size);
      return new Reader(data, at, at + size);
    }

    String text() {
      return new String(data, pos, end - pos, StandardCharsets.UTF_8);
    }

    /** Past a field of a later version. */
    void skip(int tag) {
      switch (tag & 7) {
        case 0 -> number();
        case 1 -> take(8);
        case 2 -> part();
        case 5 -> take(4);
        default -> throw new IllegalStateException("no field has the tag " + tag);
      }
    }

    private int take(int size) {
      if (size < 0 || size > end - pos) throw new IllegalStateException("a message that is cut off");
      pos += size;
      return pos - size;
    }
  }

  /** Frames that wait to be written. */
  private static final class Writer {
    private final ByteArrayOutputStream frames = new ByteArrayOutputStream();

    void writeTo(OutputStream sink) throws IOException {
      frames.writeTo(sink);
      frames.reset();
    }

    void answer(Ask ask, Decision decision) {
      ByteArrayOutputStream body = new ByteArrayOutputStream(24);
      field(body, 1, ask.game);
      field(body, 2, ask.seq);
      field(body, 3, decision.option());
      field(body, 4, decision.action());
      frame(2, body);
    }

    void ready(About about, boolean seen) {
      ByteArrayOutputStream body = new ByteArrayOutputStream();
      text(body, 1, about.name());
      text(body, 2, about.version());
      field(body, 3, about.games());
      field(body, 4, seen ? 1 : 0);
      frame(1, body);
    }

    private void frame(int number, ByteArrayOutputStream body) {
      ByteArrayOutputStream message = new ByteArrayOutputStream();
      number(message, number << 3 | 2);
      number(message, body.size());
      message.writeBytes(body.toByteArray());
      number(frames, message.size());
      frames.writeBytes(message.toByteArray());
    }

    /** Zero is not sent. */
    private static void field(ByteArrayOutputStream out, int number, int value) {
      if (value == 0) return;
      number(out, number << 3);
      number(out, value);
    }

    private static void text(ByteArrayOutputStream out, int number, String text) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      if (bytes.length == 0) return;
      number(out, number << 3 | 2);
      number(out, bytes.length);
      out.writeBytes(bytes);
    }

    private static void number(ByteArrayOutputStream out, int value) {
      for (; (value & ~0x7f) != 0; value >>>= 7) out.write(value & 0x7f | 0x80);
      out.write(value);
    }
  }
}
