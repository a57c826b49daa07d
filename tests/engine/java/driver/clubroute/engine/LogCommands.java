package clubroute.engine;

import VASSAL.build.GameModule;
import VASSAL.build.module.BasicLogger;
import VASSAL.build.module.Chatter;
import VASSAL.build.module.Map;
import VASSAL.build.module.map.PieceMover;
import VASSAL.build.module.metadata.SaveMetaData;
import VASSAL.command.Command;
import VASSAL.counters.Decorator;
import VASSAL.counters.DragBuffer;
import VASSAL.counters.GamePiece;
import VASSAL.counters.KeyBuffer;
import java.awt.Point;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import javax.swing.KeyStroke;

/** Playing a game as with the mouse and keyboard, recording it, and stepping through a log. */
final class LogCommands {
  private final GameModule module;
  private final GameCommands games;

  LogCommands(GameModule module, GameCommands games) {
    this.module = module;
    this.games = games;
  }

  void register(java.util.Map<String, Session.Command> commands) {
    commands.put("beginlog", arguments -> begin(new File(arguments.text("file"))));
    commands.put("endlog", arguments -> end());
    commands.put("move", this::move);
    commands.put("press", this::press);
    commands.put("say", arguments -> say(arguments.text("text")));
    commands.put("undo", arguments -> Hidden.call(logger(), BasicLogger.class, "undo"));
    commands.put("replay", arguments -> replay(new File(arguments.text("file"))));
    commands.put("chat", arguments -> chat());
  }

  private BasicLogger logger() {
    return (BasicLogger) module.getLogger();
  }

  /** What the engine does on File > Begin Logfile once the player has chosen a file. */
  private Object begin(File file) throws Exception {
    final BasicLogger logger = logger();
    ((List<?>) Hidden.get(logger, BasicLogger.class, "logOutput")).clear();
    // There is nothing yet to take back.
    Hidden.set(logger, BasicLogger.class, "nextUndo", -1);
    Hidden.set(logger, BasicLogger.class, "outputFile", file);
    Hidden.set(
      logger, BasicLogger.class, "beginningState", module.getGameState().getRestoreCommand());
    Hidden.set(logger, BasicLogger.class, "metadata", new SaveMetaData());
    module.setGameFile(file.getName(), GameModule.GameFileMode.LOGGING_GAME);
    return null;
  }

  private Object end() throws Exception {
    logger().write();
    Hidden.set(logger(), BasicLogger.class, "outputFile", null);
    return null;
  }

  private GamePiece piece(Arguments arguments) {
    final GamePiece piece = module.getGameState().getPieceForId(arguments.text("id"));
    if (piece == null) {
      throw new IllegalArgumentException("no piece has the id " + arguments.text("id"));
    }
    return piece;
  }

  /** Drag a piece or a whole stack to x, y of a map. */
  private Object move(Arguments arguments) {
    final Map map = GridCommands.map(arguments.text("map"));
    final Point place = new Point(arguments.integer("x"), arguments.integer("y"));
    KeyBuffer.getBuffer().clear();
    DragBuffer.getBuffer().clear();
    DragBuffer.getBuffer().add(piece(arguments));
    final PieceMover mover = map.getComponentsOf(PieceMover.class).get(0);
    module.sendAndLog(mover.movePieces(map, map.snapTo(place)));
    DragBuffer.getBuffer().clear();
    KeyBuffer.getBuffer().clear();
    return null;
  }

  /** Select a piece and press a key, written as in KeyStroke.getKeyStroke: "ctrl F". */
  private Object press(Arguments arguments) {
    final KeyStroke stroke = KeyStroke.getKeyStroke(arguments.text("key"));
    if (stroke == null) {
      throw new IllegalArgumentException("no such key: " + arguments.text("key"));
    }
    final GamePiece piece = Decorator.getOutermost(piece(arguments));
    KeyBuffer.getBuffer().clear();
    KeyBuffer.getBuffer().add(piece);
    final Command command = KeyBuffer.getBuffer().keyCommand(stroke);
    KeyBuffer.getBuffer().clear();
    module.sendAndLog(command);
    return null;
  }

  private Object say(String text) {
    final Command command = new Chatter.DisplayText(module.getChatter(), text);
    command.execute();
    module.sendAndLog(command);
    return null;
  }

  /** Load a log and click "step" until its end: the number of steps. */
  private Object replay(File file) throws Exception {
    games.load(file, 0);
    int steps = 0;
    while (logger().isReplaying()) {
      Hidden.call(logger(), BasicLogger.class, "step");
      steps++;
    }
    return steps;
  }

  /** Lines of the chat window. */
  private Object chat() throws Exception {
    return lines(module);
  }

  static List<String> lines(GameModule module) throws Exception {
    final javax.swing.JTextPane pane = (javax.swing.JTextPane)
      Hidden.get(module.getChatter(), Chatter.class, "conversationPane");
    final List<String> lines = new ArrayList<>();
    for (String line : pane.getDocument().getText(0, pane.getDocument().getLength()).split("\n")) {
      if (!line.isBlank()) {
        lines.add(line.strip());
      }
    }
    return lines;
  }
}
