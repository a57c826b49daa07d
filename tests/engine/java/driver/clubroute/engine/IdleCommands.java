package clubroute.engine;

import VASSAL.build.GameModule;
import VASSAL.build.module.Map;
import VASSAL.build.module.map.MassKeyCommand;
import VASSAL.build.widget.PieceSlot;
import VASSAL.counters.Deck;
import VASSAL.counters.Decorator;
import VASSAL.counters.GamePiece;
import VASSAL.counters.KeyCommand;
import VASSAL.counters.PieceCloner;
import VASSAL.counters.Stack;
import java.awt.Point;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Keys of counters and buttons of toolbars that never do anything. */
final class IdleCommands {
  private final GameModule module;
  private final Problems problems;
  private final List<String> said = new ArrayList<>();
  /** How all is since a button was pushed; null once a counter was laid or sent a key. */
  private Moment now;

  IdleCommands(GameModule module, Problems problems) {
    this.module = module;
    this.problems = problems;
  }

  void register(java.util.Map<String, Session.Command> commands) {
    commands.put("idle", this::idle);
  }

  /**
   * Send one counter of each kind and side, laid at x, y, every key, and push each button that
   * sends keys after each, at last with a counter of every slot there; what changed nothing in all
   * that, in "keys" and "buttons". What a key did stays, so that one that takes off a mark finds
   * it; a second round is for those that came too early.
   */
  private Object idle(Arguments arguments) {
    final Map map = GridCommands.map(arguments.text("map"));
    final Point place = new Point(arguments.integer("x"), arguments.integer("y"));
    said.clear();
    now = null;
    final List<MassKeyCommand> buttons = GameCommands.sending(module);
    final java.util.Map<String, GamePiece> kinds = new LinkedHashMap<>();
    final Set<String> keys = new LinkedHashSet<>();
    final List<PieceSlot> slots = module.getAllDescendantComponentsOf(PieceSlot.class);
    for (PieceSlot slot : slots) {
      final GamePiece piece = slot.getPiece();
      // A button may be for the counters of one side.
      final String kind = PieceCommands.kind(piece) + piece.getProperty("Side");
      if (kinds.putIfAbsent(kind, piece) == null) {
        PieceCommands.keyCommands(piece).forEach(key -> keys.add(named(key)));
      }
    }
    final List<String> all = List.copyOf(keys);
    buttons.removeIf(this::works);
    for (int round = 0; round < 2; round++) {
      for (String name : List.copyOf(keys)) {
        boolean works = false;
        for (java.util.Map.Entry<String, GamePiece> kind : kinds.entrySet()) {
          works |= press(kind, name, map, place);
        }
        if (works) {
          keys.remove(name);
          buttons.removeIf(this::works);
        }
      }
    }
    // Another button may have emptied the deck that one wants: the keys fill it again.
    for (String name : buttons.isEmpty() ? List.<String>of() : all) {
      kinds.entrySet().forEach(kind -> press(kind, name, map, place));
      buttons.removeIf(this::works);
    }
    if (!buttons.isEmpty()) {
      slots.forEach(slot -> lay(slot.getPiece(), map, place));
      buttons.removeIf(this::works);
    }
    said.addAll(problems.take());
    // A key may well ask the player something; our watchdog cancelled it.
    said.removeIf(problem -> problem.startsWith(Problems.DIALOG));
    final List<Object> left = new ArrayList<>();
    buttons.forEach(button -> left.add(button.getConfigureName()));
    return Json.object("keys", new ArrayList<Object>(keys), "buttons", left, "problems", new ArrayList<Object>(said));
  }

  private static String named(KeyCommand key) {
    return key.getName() + " (" + key.getKeyStroke() + ")";
  }

  private GamePiece lay(GamePiece kind, Map map, Point place) {
    final GamePiece piece = PieceCloner.getInstance().clonePiece(kind);
    map.placeOrMerge(piece, place);
    now = null;
    return piece;
  }

  /** Whether a key changes one of a kind, laid anew as the keys before have left it. */
  private boolean press(
      java.util.Map.Entry<String, GamePiece> kind, String name, Map map, Point place) {
    final GamePiece piece = lay(kind.getValue(), map, place);
    for (KeyCommand key : PieceCommands.keyCommands(piece)) {
      if (name.equals(named(key))) {
        final int many = module.getGameState().getAllPieces().size();
        final String before = told(piece);
        Decorator.getOutermost(piece).keyEvent(key.getKeyStroke());
        if (piece.getMap() != null) {
          kind.setValue(piece);
        }
        final List<String> heard = problems.take();
        said.addAll(heard);
        return !told(piece).equals(before)
          || many != module.getGameState().getAllPieces().size()
          || heard.stream().anyMatch(problem -> problem.startsWith(Problems.DIALOG));
      }
    }
    return false;
  }

  private String told(GamePiece piece) {
    final Stack stack = piece.getParent();
    return piece.getState() + (stack instanceof Deck) + piece.getMap();
  }

  private List<String> spoken() {
    try {
      return LogCommands.lines(module);
    }
    catch (Exception broken) {
      throw new IllegalStateException(broken);
    }
  }

  /** Whether a button changes the game, tells a value, or counters answer in the chat where it says nothing itself. */
  private boolean works(MassKeyCommand button) {
    final Moment before = now == null ? new Moment() : now;
    button.apply();
    now = new Moment();
    final String report = button.getAttributeValueString(MassKeyCommand.REPORT_FORMAT);
    return !now.standing.equals(before.standing)
      || (report.isEmpty() || report.startsWith("{")) && !now.spoken.equals(before.spoken);
  }

  /** What the game holds and the chat says. */
  private final class Moment {
    final List<String> standing = GameCommands.standing(module);
    final List<String> spoken = spoken();
  }
}
