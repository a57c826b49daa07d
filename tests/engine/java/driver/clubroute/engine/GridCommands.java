package clubroute.engine;

import VASSAL.build.GameModule;
import VASSAL.build.module.Map;
import VASSAL.build.module.map.CounterDetailViewer;
import VASSAL.build.module.map.SetupStack;
import VASSAL.build.module.map.boardPicker.Board;
import VASSAL.build.module.map.boardPicker.board.mapgrid.Zone;
import VASSAL.build.module.map.boardPicker.board.MapGrid;
import VASSAL.counters.BasicPiece;
import VASSAL.counters.GamePiece;
import VASSAL.tools.FormattedString;
import java.awt.Dimension;
import java.awt.Point;
import java.awt.Rectangle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Questions about maps, boards and grids: a game must be on, because boards come with a game. */
final class GridCommands {
  private final GameModule module;

  GridCommands(GameModule module) {
    this.module = module;
  }

  void register(java.util.Map<String, Session.Command> commands) {
    commands.put("maps", arguments -> maps());
    commands.put("names", arguments -> names(map(arguments.text("map")), arguments.list("points")));
    commands.put("places", arguments -> places(map(arguments.text("map")), arguments));
    commands.put("hover", GridCommands::hover);
    commands.put("beneath", this::beneath);
    commands.put("seen", arguments -> seen(map(arguments.text("map"))));
    commands.put("atstart", arguments -> atStart());
  }

  static Map map(String name) {
    for (Map map : Map.getMapList()) {
      if (name.equals(map.getMapName())) {
        return map;
      }
    }
    throw new IllegalArgumentException("no map is named " + name);
  }

  private Object maps() {
    final List<Object> found = new ArrayList<>();
    for (Map map : Map.getMapList()) {
      final Dimension size = map.mapSize();
      final List<Object> boards = new ArrayList<>();
      for (Board board : map.getBoards()) {
        final Rectangle bounds = board.bounds();
        boards.add(Json.object(
          "name", board.getName(), "x", bounds.x, "y", bounds.y,
          "width", bounds.width, "height", bounds.height));
      }
      found.add(Json.object(
        "name", map.getMapName(), "width", size.width, "height", size.height, "boards", boards));
    }
    return found;
  }

  /** The part of the map in its window, in map pixels. */
  private static Object seen(Map map) {
    final Rectangle seen = map.componentToMap(map.getView().getVisibleRect());
    return Arrays.asList(seen.x, seen.y, seen.width, seen.height);
  }

  /** For each [x, y] in map pixels: [x, y of its snap target, name there]. */
  private static Object names(Map map, List<?> points) {
    final List<Object> found = new ArrayList<>();
    for (Object item : points) {
      final Point snapped = map.snapTo(point(item));
      found.add(Arrays.asList(snapped.x, snapped.y, map.locationName(snapped)));
    }
    return found;
  }

  /** For each [x, y] in map pixels: what the stack viewer writes there, were no piece there. */
  private static Object hover(Arguments arguments) {
    final Map map = map(arguments.text("map"));
    final List<CounterDetailViewer> viewers = map.getComponentsOf(CounterDetailViewer.class);
    if (viewers.isEmpty()) {
      throw new IllegalArgumentException("the map has no stack viewer");
    }
    final CounterDetailViewer viewer = viewers.get(0);
    final String attribute = CounterDetailViewer.EMPTY_HEX_REPORT_FORMAT;
    final FormattedString format = new FormattedString(viewer.getAttributeValueString(attribute));
    final List<Object> found = new ArrayList<>();
    for (Object item : arguments.list("points")) {
      final Point snapped = map.snapTo(point(item));
      format.setProperty(BasicPiece.LOCATION_NAME, map.localizedLocationName(snapped));
      final Zone zone = map.findZone(snapped);
      format.setProperty(BasicPiece.CURRENT_ZONE, zone == null ? "" : zone.getLocalizedName());
      found.add(format.getLocalizedText(viewer, attribute));
    }
    return found;
  }

  /** What the stack viewer of its map writes under a piece. */
  private Object beneath(Arguments arguments) {
    final GamePiece piece = module.getGameState().getPieceForId(arguments.text("id"));
    final CounterDetailViewer viewer =
      piece.getMap().getComponentsOf(CounterDetailViewer.class).get(0);
    final String attribute = CounterDetailViewer.COUNTER_REPORT_FORMAT;
    return new FormattedString(viewer.getAttributeValueString(attribute))
      .getLocalizedText(piece, viewer, attribute);
  }

  private static Point point(Object pair) {
    final List<?> numbers = (List<?>) pair;
    return new Point(((Double) numbers.get(0)).intValue(), ((Double) numbers.get(1)).intValue());
  }

  /** For each name on a board: [x, y] in map pixels, or null where the board has no such place. */
  private static Object places(Map map, Arguments arguments) {
    final Board board = map.getBoardByName(arguments.text("board"));
    if (board == null) {
      throw new IllegalArgumentException("no such board: " + arguments.text("board"));
    }
    final List<Object> found = new ArrayList<>();
    for (Object name : arguments.list("names")) {
      final Point place = place(board, (String) name);
      found.add(place == null ? null : Arrays.asList(place.x, place.y));
    }
    return found;
  }

  /** Map pixels of a named place on a board; null where there is no such place on it. */
  private static Point place(Board board, String name) {
    try {
      final Point place = board.getGrid().getLocation(name);
      final Rectangle bounds = board.bounds();
      if (place == null || !new Rectangle(bounds.getSize()).contains(place)) {
        return null;
      }
      place.translate(bounds.x, bounds.y);
      return place;
    }
    catch (MapGrid.BadCoords | RuntimeException e) {
      return null;
    }
  }

  /** Every at-start stack, with the map pixels it goes to, or why it goes nowhere. */
  private Object atStart() {
    final List<Object> found = new ArrayList<>();
    for (SetupStack stack : module.getAllDescendantComponentsOf(SetupStack.class)) {
      found.add(atStart(stack));
    }
    return found;
  }

  private static Object atStart(SetupStack stack) {
    final String boardName = stack.getAttributeValueString(SetupStack.OWNING_BOARD);
    final String location = stack.getAttributeValueString(SetupStack.LOCATION);
    final Map map = stack.getMap();
    final boolean anyBoard = boardName == null || boardName.isEmpty();
    Point place = null;
    String error = null;
    final Board board = anyBoard ? firstBoard(map) : map.getBoardByName(boardName);
    if (board == null) {
      error = "board " + boardName + " is not on the map";
    }
    else if ("true".equals(stack.getAttributeValueString(SetupStack.USE_GRID_LOCATION))) {
      place = place(board, location);
      error = place == null ? "location " + location + " is not on the grid" : null;
    }
    else {
      place = new Point(
        Integer.parseInt(stack.getAttributeValueString(SetupStack.X_POSITION)),
        Integer.parseInt(stack.getAttributeValueString(SetupStack.Y_POSITION)));
      place.translate(board.bounds().x, board.bounds().y);
      error = board.bounds().contains(place) ? null : "it is off board " + board.getName();
    }
    return Json.object(
      "name", stack.getConfigureName(), "map", map.getMapName(), "board", boardName,
      "location", location, "x", place == null ? null : place.x,
      "y", place == null ? null : place.y, "error", error);
  }

  private static Board firstBoard(Map map) {
    return map.getBoards().isEmpty() ? null : map.getBoards().iterator().next();
  }
}
