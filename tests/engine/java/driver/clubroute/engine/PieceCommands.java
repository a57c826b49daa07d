package clubroute.engine;

import VASSAL.build.GameModule;
import VASSAL.build.module.Map;
import VASSAL.build.widget.PieceSlot;
import VASSAL.command.Command;
import VASSAL.counters.BasicPiece;
import VASSAL.counters.Deck;
import VASSAL.counters.Decorator;
import VASSAL.counters.GamePiece;
import VASSAL.counters.KeyCommand;
import VASSAL.counters.PieceCloner;
import VASSAL.counters.Properties;
import VASSAL.counters.Stack;
import java.awt.Graphics2D;
import java.awt.Point;
import java.awt.Rectangle;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import javax.swing.KeyStroke;

/** The pieces of the running game, and what they answer to their keys. */
final class PieceCommands {
  private final GameModule module;
  private final Problems problems;
  /** The kinds of pieces that were asked in set-ups before, where each is asked once. */
  private final Set<String> asked = new HashSet<>();

  PieceCommands(GameModule module, Problems problems) {
    this.module = module;
    this.problems = problems;
  }

  void register(java.util.Map<String, Session.Command> commands) {
    commands.put("pieces", this::pieces);
    commands.put("keys", this::keys);
    commands.put("slotkeys", this::slotKeys);
  }

  /** Counters and cards of the game that is on; stacks and decks are named by their contents. */
  private List<GamePiece> counters() {
    final List<GamePiece> found = new ArrayList<>();
    for (GamePiece piece : GameCommands.pieces(module)) {
      if (!(piece instanceof Stack)) {
        found.add(piece);
      }
    }
    return found;
  }

  private Object pieces(Arguments arguments) {
    final List<Object> found = new ArrayList<>();
    for (GamePiece piece : counters()) {
      found.add(describe(piece, arguments));
    }
    return found;
  }

  private static Object describe(GamePiece piece, Arguments arguments) {
    final Map map = piece.getMap();
    final Stack stack = piece.getParent();
    final java.util.Map<String, Object> properties = new LinkedHashMap<>();
    if (arguments.has("properties")) {
      for (Object name : arguments.list("properties")) {
        final Object value = piece.getProperty(name);
        properties.put((String) name, value == null ? null : value.toString());
      }
    }
    return Json.object(
      "id", piece.getId(),
      "gpid", text(piece.getProperty(Properties.PIECE_ID)),
      "name", text(piece.getProperty(BasicPiece.BASIC_NAME)),
      "shown", piece.getName(),
      "map", map == null ? null : map.getMapName(),
      "x", piece.getPosition().x,
      "y", piece.getPosition().y,
      "location", map == null ? null : map.locationName(piece.getPosition()),
      "stack", stack == null ? null : stack.getId(),
      "index", stack == null ? -1 : stack.indexOf(piece),
      "deck", stack instanceof Deck ? ((Deck) stack).getDeckName() : null,
      "traits", ModuleCommands.traits(piece),
      "properties", properties);
  }

  private static String text(Object value) {
    return value == null ? null : value.toString();
  }

  /**
   * Send every kind of piece each of its key commands and take it back; "restored" is whether the
   * whole game is again what it was. One piece stands for all with the same traits and commands.
   * Only the top pieces of stacks are asked: the engine puts a piece whose deletion is undone on
   * top of its stack, wherever it was. Kinds asked before are left out if "new" is true.
   */
  private Object keys(Arguments arguments) {
    final List<Object> found = new ArrayList<>();
    final Set<String> kinds = arguments.has("new") ? asked : new HashSet<>();
    final Standing standing = new Standing(module);
    for (GamePiece piece : alone(counters())) {
      final Stack stack = piece.getParent();
      if (piece.getMap() == null || stack instanceof Deck
          || stack != null && stack.indexOf(piece) != stack.getPieceCount() - 1) {
        continue;
      }
      if (kinds.add(kind(piece))) {
        for (KeyCommand key : keyCommands(piece)) {
          found.add(press(standing, piece.getId(), key));
        }
      }
    }
    standing.confirmTypes();
    return found;
  }

  /**
   * Those that lie alone first: of the Salt Company of Ombrey, in a stack of two, undoing Send to
   * Location left it in the window it was sent to (3.6; whether by the engine or by us is open).
   */
  private static List<GamePiece> alone(List<GamePiece> pieces) {
    final List<GamePiece> found = new ArrayList<>(pieces);
    found.sort(Comparator.comparing(
      piece -> piece.getParent() != null && piece.getParent().getPieceCount() > 1));
    return found;
  }

  /** The same for every kind of piece in the palette, put on a map at x, y for as long. */
  private Object slotKeys(Arguments arguments) {
    final Map map = GridCommands.map(arguments.text("map"));
    final Point place = new Point(arguments.integer("x"), arguments.integer("y"));
    final List<Object> found = new ArrayList<>();
    final Set<String> kinds = new HashSet<>();
    final Standing standing = new Standing(module);
    for (PieceSlot slot : module.getAllDescendantComponentsOf(PieceSlot.class)) {
      final GamePiece piece = PieceCloner.getInstance().clonePiece(slot.getPiece());
      if (kinds.add(kind(piece))) {
        final Command placed = map.placeOrMerge(piece, place);
        for (KeyCommand key : keyCommands(piece)) {
          found.add(press(standing, piece.getId(), key));
        }
        placed.getUndoCommand().execute();
      }
    }
    standing.confirmTypes();
    return found;
  }

  static String kind(GamePiece piece) {
    final StringBuilder kind = new StringBuilder(ModuleCommands.traits(piece).toString());
    keyCommands(piece).forEach(key -> kind.append(key.getName()).append(key.getKeyStroke()));
    return kind.toString();
  }

  /** Movement trails take their first point when they are first drawn, which a dialog may cause. */
  private static void drawAll() {
    final Graphics2D graphics =
      new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB).createGraphics();
    for (Map map : Map.getMapList()) {
      map.drawPiecesInRegion(graphics, new Rectangle(map.mapSize()));
    }
    graphics.dispose();
  }

  static List<KeyCommand> keyCommands(GamePiece piece) {
    final List<KeyCommand> found = new ArrayList<>();
    final Object all = Decorator.getOutermost(piece).getProperty(Properties.KEY_COMMANDS);
    if (all != null) {
      for (KeyCommand command : (KeyCommand[]) all) {
        if (command.isEnabled() && !command.isMenuSeparator() && command.getKeyStroke() != null) {
          found.add(command);
        }
      }
    }
    return found;
  }

  private Object press(Standing standing, String id, KeyCommand key) {
    // Undoing a deletion makes a new object with the old id.
    final GamePiece piece = module.getGameState().getPieceForId(id);
    final KeyStroke stroke = key.getKeyStroke();
    final java.util.Map<String, Object> answer = Json.object(
      "piece", text(piece.getProperty(BasicPiece.BASIC_NAME)), "gpid",
      text(piece.getProperty(Properties.PIECE_ID)), "key", stroke.toString(),
      "menu", key.getName(), "answered", false, "restored", false, "error", null,
      "lost", List.of(), "gained", List.of());
    try {
      drawAll();
      final Standing.Moment before = standing.now();
      final Command command = Decorator.getOutermost(piece).keyEvent(stroke);
      answer.put("answered", !before.holds(id) || !standing.now().same(before));
      if (command != null) {
        command.getUndoCommand().execute();
      }
      final Standing.Moment after = standing.now();
      final boolean restored = after.same(before);
      answer.put("restored", restored);
      if (!restored) {
        answer.put("lost", before.without(after));
        answer.put("gained", after.without(before));
      }
    }
    catch (RuntimeException e) {
      answer.put("error", Problems.trace(e));
    }
    final List<String> said = problems.take();
    // A key may well ask the player something; our watchdog cancelled it.
    answer.put("asked", said.removeIf(problem -> problem.startsWith(Problems.DIALOG)));
    answer.put("problems", said);
    return answer;
  }
}
