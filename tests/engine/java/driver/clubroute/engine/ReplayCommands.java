package clubroute.engine;

import VASSAL.build.GameModule;
import VASSAL.build.module.BasicLogger;
import VASSAL.build.module.Map;
import VASSAL.build.module.properties.MutablePropertiesContainer;
import VASSAL.build.module.properties.MutableProperty;
import VASSAL.build.module.turn.TurnTracker;
import VASSAL.counters.BasicPiece;
import VASSAL.counters.Deck;
import VASSAL.counters.GamePiece;
import VASSAL.counters.Stack;
import java.awt.Point;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.WeakHashMap;

/** Stepping through a loaded log by hand, and the whole position after each step. */
final class ReplayCommands {
  private final GameModule module;
  /** Nothing in a game changes the type of a piece ({@link Standing}). */
  private final java.util.Map<GamePiece, Integer> types = new WeakHashMap<>();
  private final java.util.Map<String, Integer> numbers = new HashMap<>();

  ReplayCommands(GameModule module) {
    this.module = module;
  }

  void register(java.util.Map<String, Session.Command> commands) {
    commands.put("step", arguments -> step());
    commands.put("position", arguments -> position());
    commands.put("turns", arguments -> turns());
    commands.put("cards", arguments -> cards());
    commands.put("rawnames", ReplayCommands::rawNames);
    commands.put("properties", arguments -> properties());
  }

  /** Click "step" once: whether there was a step to make. */
  private Object step() throws Exception {
    final BasicLogger logger = (BasicLogger) module.getLogger();
    if (!logger.isReplaying()) {
      return false;
    }
    Hidden.call(logger, BasicLogger.class, "step");
    return true;
  }

  /**
   * Every piece: id, name, map, x, y, id of its stack or deck, height in it, number of its type,
   * state. Every deck: id, map, x, y, ids of its cards. Stacks without pieces are left out. "types"
   * are those that were not told before, in the order of their numbers.
   */
  private Object position() {
    final List<Object> pieces = new ArrayList<>();
    final List<Object> decks = new ArrayList<>();
    final List<Object> fresh = new ArrayList<>();
    for (GamePiece piece : GameCommands.pieces(module)) {
      final Map map = piece.getMap();
      final String mapName = map == null ? null : map.getMapName();
      final Point place = piece.getPosition();
      if (piece instanceof Deck) {
        final List<Object> cards = new ArrayList<>();
        ((Deck) piece).asList().forEach(card -> cards.add(card.getId()));
        decks.add(List.of(piece.getId(), String.valueOf(mapName), place.x, place.y, cards));
      }
      else if (!(piece instanceof Stack)) {
        final Stack stack = piece.getParent();
        final List<Object> row = new ArrayList<>();
        row.add(piece.getId());
        row.add(piece.getProperty(BasicPiece.BASIC_NAME));
        row.add(mapName);
        row.add(place.x);
        row.add(place.y);
        row.add(stack == null ? null : stack.getId());
        row.add(stack == null ? -1 : stack.indexOf(piece));
        row.add(types.computeIfAbsent(piece, one -> number(one.getType(), fresh)));
        row.add(piece.getState());
        pieces.add(row);
      }
    }
    return Json.object("pieces", pieces, "decks", decks, "types", fresh);
  }

  private int number(String type, List<Object> fresh) {
    final Integer known = numbers.putIfAbsent(type, numbers.size());
    if (known == null) {
      fresh.add(type);
    }
    return known == null ? numbers.size() - 1 : known;
  }

  /** The turn trackers, as the engine saves them. */
  private Object turns() {
    final List<Object> found = new ArrayList<>();
    for (TurnTracker tracker : module.getAllDescendantComponentsOf(TurnTracker.class)) {
      found.add(module.encode(tracker.getRestoreCommand()));
    }
    return found;
  }

  /** The ids of all cards that lie in decks. */
  private Object cards() {
    final List<Object> found = new ArrayList<>();
    for (GamePiece piece : GameCommands.pieces(module)) {
      if (piece instanceof Deck) {
        ((Deck) piece).asList().forEach(card -> found.add(card.getId()));
      }
    }
    return found;
  }

  /**
   * Every property that a command may change, those of dice and turn trackers too: id of its
   * container (Module, a map's name, map:zone), name, value.
   */
  private static Object properties() {
    final List<Object> found = new ArrayList<>();
    for (MutableProperty.Impl property : MutableProperty.Impl.getAllProperties()) {
      final MutablePropertiesContainer container = property.getParent();
      if (container != null) {
        found.add(Arrays.asList(
          container.getMutablePropertiesContainerId(), property.getName(), property.getPropertyValue()));
      }
    }
    return found;
  }

  /** The name of each [x, y] in map pixels as it is, not snapped. */
  private static Object rawNames(Arguments arguments) {
    final Map map = GridCommands.map(arguments.text("map"));
    final List<Object> found = new ArrayList<>();
    for (Object item : arguments.list("points")) {
      final List<?> pair = (List<?>) item;
      found.add(map.locationName(
        new Point(((Double) pair.get(0)).intValue(), ((Double) pair.get(1)).intValue())));
    }
    return found;
  }
}
